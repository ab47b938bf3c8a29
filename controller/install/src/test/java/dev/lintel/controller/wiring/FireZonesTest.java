package dev.lintel.controller.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Fire in zones, on a box in virtual time: a door is released while any of its zones calls.
class FireZonesTest {
    private static final int EAST = 25;
    private static final int WEST = 26;
    private static final int LOBBY = 17; // the strikes of doors 1 to 3
    private static final int HALL = 18;
    private static final int YARD = 19;

    private static final String DOORS = """
            channels:
              - {unit: 1, strike: {line: 17}, egress: mechanical}
              - {unit: 2, strike: {line: 18}, egress: mechanical}
              - {unit: 3, strike: {line: 19}, egress: mechanical}
            """;
    private static final String ZONES = DOORS + """
            fire:
              - {name: East, line: 25, doors: [1, 2]}
              - {name: West, line: 26, doors: [2, 3]}
            """;
    private static final String SITE = """
            account: {name: A, time_zone: UTC}
            sites: [{id: 1, name: S, time_zone: UTC}]
            credential_types: [{id: 1, label: Card, slug: card, code: 200}]
            channels:
              - {id: 1, unit: 1, name: Lobby, site: 1}
              - {id: 2, unit: 2, name: Hall, site: 1}
            """;

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init") // each test opens its own
    private HandBox box;

    private void start(String controller) {
        box = new HandBox(folder, controller, SITE).start();
        box.told();
    }

    @AfterEach
    void close() {
        box.close();
    }

    private List<Boolean> released() {
        return List.of(box.released(LOBBY), box.released(HALL), box.released(YARD));
    }

    /// Of one door; the kind and its zones.
    private List<String> told(long channel) {
        return box.told(EventKind.FIRE_RELEASE_ON, EventKind.FIRE_RELEASE_OFF).stream()
                .filter(event ->
                        event.subject().channelId() != null && event.subject().channelId() == channel)
                .map(FireZonesTest::words)
                .toList();
    }

    private static String words(Event event) {
        return event.kind() + " " + event.draft().additional().get("zones");
    }

    @Test
    void door_isReleasedWhileAnyOfItsZonesCalls() {
        start(ZONES);
        box.drive(EAST, true);
        assertThat(released()).containsExactly(true, true, false);
        box.drive(WEST, true);
        assertThat(released()).containsExactly(true, true, true);
        box.drive(EAST, false);
        assertThat(released()).containsExactly(false, true, true);
        assertThat(box.door(2).standing().fire()).isTrue();
        box.drive(WEST, false);
        assertThat(released()).containsExactly(false, false, false);
        assertThat(told(2)).containsExactly("FIRE_RELEASE_ON [East]", "FIRE_RELEASE_OFF [East, West]");
        box.drive(WEST, true);
        box.drive(WEST, false);
        assertThat(told(2)).as("the next fire").containsExactly("FIRE_RELEASE_ON [West]", "FIRE_RELEASE_OFF [West]");
    }

    @Test
    void unitWithoutAChannel_isReleasedAndNamed() {
        start(ZONES);
        box.drive(WEST, true);
        assertThat(box.told(EventKind.FIRE_RELEASE_ON))
                .anySatisfy(event ->
                        assertThat(event.draft().additional()).isEqualTo(Map.of("unit", 3L, "zones", List.of("West"))));
    }

    @Test
    void zone_overridesALockdownOfItsDoorsAlone() {
        start(ZONES);
        var all = new DoorCommand.LockDown(new Lockdown(true, true, true));
        box.command(1, all);
        box.command(2, all);
        box.drive(WEST, true);
        assertThat(released()).containsExactly(false, true, true);
        box.drive(WEST, false);
        assertThat(released()).containsExactly(false, false, false);
        assertThat(box.door(2).cardLockdown()).isTrue();
    }

    @Test
    void restart_reportsNoFireTwice_andNamesTheZonesOfItsEnd() {
        start(ZONES);
        box.drive(EAST, true);
        assertThat(told(1)).containsExactly("FIRE_RELEASE_ON [East]");
        box.kill();
        box.start();
        assertThat(released()).containsExactly(true, true, false);
        box.chip.drive(WEST, true);
        box.drive(EAST, false);
        assertThat(told(1)).containsExactly("FIRE_RELEASE_OFF [East]");
        assertThat(released()).containsExactly(false, true, true);
    }

    @Test
    void fireThatLastsAtTheStart_releasesFromTheStartOn() {
        box = new HandBox(folder, ZONES, SITE);
        box.chip.drive(WEST, true);
        box.start();
        assertThat(released()).containsExactly(false, true, true);
        assertThat(told(2)).containsExactly("FIRE_RELEASE_ON [West]");
    }

    @Test
    void boxWithOneFireInput_namesNoZone() {
        start(DOORS + "fire: {line: 25, release: [1, 2]}");
        box.drive(EAST, true);
        box.drive(EAST, false);
        assertThat(told(2)).containsExactly("FIRE_RELEASE_ON null", "FIRE_RELEASE_OFF null");
    }
}
