package dev.lintel.controller.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.health.Health;
import dev.lintel.reader.ReaderEvent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Mains, battery and readers' supplies: each failure and each end is one event, also over restarts and kills.
class SupplyTest {
    private static final int MAINS = 26;
    private static final int BATTERY = 27;
    private static final EventKind[] SUPPLY = {
        EventKind.POWER_FAIL, EventKind.POWER_RESTORED, EventKind.BATTERY_LOW, EventKind.BATTERY_NORMAL
    };

    private static final String CONTROLLER = """
            power: {line: 26}
            battery_low: {line: 27}
            buses: {one: {protocol: osdp, port: one}}
            channels:
              - unit: 1
                readers: {entry: {driver: osdp, bus: one, address: 0, formats: [raw]}}
                strike: {line: 17}
                egress: mechanical
            """;
    private static final String SITE = """
            account: {name: A, time_zone: UTC}
            sites: [{id: 1, name: S, time_zone: UTC}]
            credential_types: [{id: 1, label: Card, slug: card, code: 200}]
            channels: [{id: 1, unit: 1, name: Front, site: 1}]
            """;

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init") // each test opens its own
    private HandBox box;

    private HandBox box() {
        box = new HandBox(folder, CONTROLLER, SITE);
        return box;
    }

    @AfterEach
    void close() {
        box.close();
    }

    private List<EventKind> told() {
        return box.told(SUPPLY).stream().map(Event::kind).toList();
    }

    private void restart(boolean kill) {
        if (kill) box.kill();
        else box.stop();
        box.start();
    }

    private List<String> troubles() {
        var health = new Health();
        box.works().doorways().watch(health);
        health.ready();
        return health.report().reasons();
    }

    @Test
    void mainsAndBattery_reportFailureAndEnd() {
        box().start();
        assertThat(told()).isEmpty();
        box.drive(MAINS, true);
        assertThat(troubles()).containsExactly("power: the mains have failed: the box runs on battery");
        box.drive(BATTERY, true);
        assertThat(troubles()).singleElement().asString().contains("battery; the battery is low");
        box.drive(MAINS, false);
        box.drive(BATTERY, false);
        assertThat(troubles()).isEmpty();
        List<Event> events = box.told(SUPPLY);
        assertThat(events)
                .extracting(Event::kind)
                .containsExactly(
                        EventKind.POWER_FAIL,
                        EventKind.BATTERY_LOW,
                        EventKind.POWER_RESTORED,
                        EventKind.BATTERY_NORMAL);
        assertThat(events.get(2).draft().additional()).isEqualTo(Map.of("input", "power"));
        assertThat(events.get(3).draft().additional()).isEqualTo(Map.of("input", "battery_low"));
    }

    @Test
    void inputThatIsActiveAtTheFirstStart_isReported() {
        box();
        box.chip.drive(BATTERY, true);
        box.start();
        assertThat(told()).containsExactly(EventKind.BATTERY_LOW);
    }

    @Test
    void restart_reportsNothingTwice_andWhatEndedMeanwhile() {
        box().start();
        box.drive(MAINS, true);
        assertThat(told()).containsExactly(EventKind.POWER_FAIL);
        for (boolean kill : List.of(false, true)) {
            restart(kill);
            assertThat(told()).isEmpty();
        }
        box.kill();
        box.chip.drive(MAINS, false);
        box.chip.drive(BATTERY, true);
        box.start();
        assertThat(told()).containsExactly(EventKind.POWER_RESTORED, EventKind.BATTERY_LOW);
        restart(true);
        assertThat(told()).isEmpty();
        box.drive(BATTERY, false);
        assertThat(told()).containsExactly(EventKind.BATTERY_NORMAL);
    }

    /// A reader reports a supply that fails before it is online, and one that does not fail not at all.
    @Test
    void readersSupply_isReportedOnce_overRestarts() {
        box().start();
        fails(true);
        online();
        assertThat(told()).containsExactly(EventKind.POWER_FAIL);
        restart(true);
        fails(true);
        online();
        assertThat(told()).as("it still fails").isEmpty();
        restart(false);
        assertThat(told()).as("it is not online yet").isEmpty();
        online();
        List<Event> events = box.told(SUPPLY);
        assertThat(events).extracting(Event::kind).containsExactly(EventKind.POWER_RESTORED);
        assertThat(events.getFirst().draft().additional()).isEqualTo(Map.of("reader", "entry"));
        restart(true);
        online();
        assertThat(told()).isEmpty();
    }

    private void fails(boolean failed) {
        box.reader(1, "entry", new ReaderEvent.Power(failed, box.time.nowNs()));
    }

    private void online() {
        box.time.advance(Duration.ofMillis(1));
        box.reader(1, "entry", new ReaderEvent.Online(box.time.nowNs()));
    }

    @Test
    void failureOfAReader_isNoFailureOfTheMains() {
        box().start();
        fails(true);
        online();
        box.told();
        box.stop();
        box.chip.drive(MAINS, true);
        box.start();
        assertThat(told()).containsExactly(EventKind.POWER_FAIL);
    }
}
