package dev.lintel.controller.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.config.ConfigFile;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.SiteFile;
import dev.lintel.controller.store.ThreatStore;
import dev.lintel.controller.yaml.Checked;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Buttons and key switches that set the threat level of a site, on a box in virtual time. What all switches have in
/// common is in [LockdownSwitchTest].
class ThreatSwitchTest {
    private static final String CONTROLLER = """
            channels:
              - unit: 1
                readers: {entry: {driver: wiegand, d0: 1, d1: 2, formats: [raw]}}
                strike: {line: 17}
                egress: mechanical
            threat:
              - {name: Desk, line: 30, site: 1, level: 3}
              - {name: Porter, line: 31, check: 32, site: 1, level: 4, until: released}
            """;
    private static final String SITE = """
            account: {name: A, time_zone: UTC}
            sites: [{id: 1, name: S, time_zone: UTC}]
            credential_types:
              - {id: 1, label: Card, slug: card, code: 200}
              - {id: 2, label: PIN, slug: pin, code: 10}
            roles: [{id: 1, name: All, channels: [1], threat_level_max: 2}]
            channels: [{id: 1, unit: 1, name: Lobby, site: 1}]
            """;

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init") // each test opens its own
    private SwitchRig rig;

    @SuppressWarnings("NullAway.Init") // that of the rig
    private HandBox box;

    private void open(String controller) {
        rig = new SwitchRig(folder, controller, SITE);
        box = rig.box;
    }

    private void start() {
        start(CONTROLLER);
    }

    private void start(String controller) {
        open(controller);
        rig.start();
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private int level() {
        return box.database().threats().levels().of(1);
    }

    private void operator(int level) {
        box.database().threats().set(1, new ThreatStore.Change(level, "ada@example.com", ""));
    }

    private void press() {
        rig.press();
        rig.second();
    }

    private void key(boolean on) {
        rig.key(on);
        rig.second();
    }

    /// A restart after a kill, and the first look at switches.
    private void restart() {
        box.kill();
        box.start();
        rig.second();
    }

    private List<String> told() {
        return box.told(EventKind.THREAT_LEVEL_CHANGED).stream()
                .map(Event::draft)
                .map(event -> event.additional().get("old") + " to "
                        + event.additional().get("new") + " by "
                        + event.additional().get("by"))
                .toList();
    }

    @Test
    void button_raisesTheLevel_untilAnOperatorLowersIt() {
        start();
        box.person(7, 1001, "4711");
        press();
        assertThat(told()).containsExactly("0 to 3 by threat switch Desk");
        box.card(1, "entry", 1001);
        assertThat(box.told(EventKind.REJECTED_THREAT_LEVEL)).hasSize(1);
        press();
        restart();
        assertThat(told()).as("pressed again, and a restart").isEmpty();
        assertThat(level()).isEqualTo(3);
        operator(5);
        press();
        assertThat(level()).as("it does not lower the level").isEqualTo(5);
        operator(0);
        press();
        assertThat(level()).isEqualTo(3);
    }

    @Test
    void pressThatIsShorterThanASecond_counts() {
        start();
        rig.press();
        rig.press();
        rig.press();
        rig.second();
        assertThat(told()).containsExactly("0 to 3 by threat switch Desk");
    }

    @Test
    void buttonThatLowers_setsEachOtherLevel() {
        start(CONTROLLER.replace("level: 3}", "level: 1, lower: on}"));
        operator(5);
        box.told();
        press();
        assertThat(told()).containsExactly("5 to 1 by threat switch Desk");
    }

    @Test
    void key_setsTheLevelWhileItIsTurned_andThenTheOneBefore() {
        start();
        operator(2);
        box.told();
        key(true);
        assertThat(told()).containsExactly("2 to 4 by threat switch Porter");
        key(false);
        assertThat(told()).containsExactly("4 to 2 by threat switch Porter");
    }

    @Test
    void key_setsBackTheLevelOfTheFile() {
        start(CONTROLLER.replace("until: released", "until: released, back: 1"));
        key(true);
        key(false);
        assertThat(level()).isEqualTo(1);
    }

    @Test
    void release_endsNoLevelThatAnotherSet() {
        start();
        key(true);
        operator(4);
        key(false);
        assertThat(level()).as("an operator set the same level").isEqualTo(4);
        operator(0);
        key(true);
        press();
        key(false);
        assertThat(level()).as("the button's").isEqualTo(3);
    }

    @Test
    void keyThatStaysOn_setsNothingAgainAtARestart() {
        start();
        key(true);
        operator(1);
        box.told();
        restart();
        assertThat(level()).isEqualTo(1);
        assertThat(told()).isEmpty();
        key(false);
        assertThat(level()).isEqualTo(1);
        key(true);
        assertThat(level()).isEqualTo(4);
    }

    @Test
    void keyThatIsTurnedWhileTheBoxIsOff_countsAtTheStart() {
        start();
        box.kill();
        box.chip.drive(SwitchRig.KEY_CHECK, false);
        box.chip.drive(SwitchRig.KEY, true);
        box.start();
        rig.second();
        assertThat(told()).containsExactly("0 to 4 by threat switch Porter");
        restart();
        assertThat(told()).as("once").isEmpty();
        box.kill();
        box.chip.drive(SwitchRig.KEY, false);
        box.chip.drive(SwitchRig.KEY_CHECK, true);
        box.start();
        rig.second();
        assertThat(told()).containsExactly("4 to 0 by threat switch Porter");
    }

    @Test
    void brokenWire_isALineFault_andTheLevelStays() {
        start();
        key(true);
        box.told();
        box.drive(SwitchRig.KEY, false); // neither contact is active
        rig.second();
        rig.second();
        List<Event> faults = box.told();
        assertThat(faults).extracting(Event::kind).containsExactly(EventKind.LINE_FAULT);
        assertThat(faults.getFirst().draft().additional())
                .containsEntry("input", "threat switch Porter")
                .containsEntry(
                        "found", "neither contact is active: a wire is broken, and the threat level stays as it is");
        assertThat(rig.trouble()).contains("threat switch Porter: neither contact is active");
        restart();
        assertThat(level()).isEqualTo(4);
        assertThat(box.told(EventKind.LINE_FAULT)).as("reported once").isEmpty();
        box.drive(SwitchRig.KEY_CHECK, true);
        rig.second();
        assertThat(level()).isZero();
    }

    @Test
    void switchThatIsNotWiredAnyMore_leavesItsLevel() {
        start();
        key(true);
        box.kill();
        rig.close();
        open(CONTROLLER.replace("Porter", "Guard"));
        box.chip.drive(SwitchRig.KEY_CHECK, true);
        box.start();
        rig.second();
        assertThat(level()).isEqualTo(4);
        assertThat(kept()).isEmpty();
    }

    private String kept() {
        return box.database()
                .read(sql -> sql.get("SELECT switches FROM site_threat WHERE site_id = 1", row -> row.text(1)));
    }

    @Test
    void levelThatTheDatabaseDoesNotTake_isSetAgainEachSecond() {
        start();
        var full = new AtomicReference<@Nullable String>("the disk is full");
        box.database().refuseWritesWhile(full::get);
        press();
        box.pass(Duration.ofSeconds(5));
        assertThat(level()).isZero();
        assertThat(rig.trouble()).contains("threat switch Desk: the threat level of site 1 is not set: ");
        full.set(null);
        rig.second();
        assertThat(level()).isEqualTo(3);
        assertThat(rig.trouble()).isEmpty();
    }

    @Test
    void siteThatDoesNotExist_isReported_andSetOnceThePolicyHasIt() {
        start(CONTROLLER.replace("site: 1, level: 4", "site: 2, level: 4"));
        key(true);
        box.pass(Duration.ofSeconds(5));
        rig.second();
        String fault = "threat switch Porter: the threat level of site 2 is not set: there is no such site";
        assertThat(rig.trouble()).isEqualTo("threat switches: " + fault);
        box.apply(SITE.replace("time_zone: UTC}]", "time_zone: UTC}, {id: 2, name: T, time_zone: UTC}]"));
        rig.second();
        assertThat(box.database().threats().levels().of(2)).isEqualTo(4);
        assertThat(rig.trouble()).isEmpty();
    }

    @Test
    void siteCheck_warnsOfASwitchOfAnUnknownSite() {
        start();
        ControllerConfig config = valid(
                ConfigFile.parse("controller.yaml", CONTROLLER.replace("site: 1, level: 4", "site: 2, level: 4")));
        Policy policy = valid(SiteFile.parse("site.yaml", SITE));
        assertThat(new WiringGuard(config).warnings(policy))
                .containsExactly("threat switch Porter (controller.yaml): there is no site 2");
    }

    private static <T> T valid(Checked<T> checked) {
        return switch (checked) {
            case Checked.Valid<T>(T value) -> value;
            case Checked.Faulty<T> faulty -> throw new AssertionError(faulty.faults());
        };
    }

    @Test
    void levelThatAHubSets_staysWhenTheKeyIsReleased() {
        start();
        key(true);
        var change = new ThreatStore.Change(2, "hub@example.com", "");
        box.database().threats().take(1, new ThreatStore.Reported(change, "hub/1", 7));
        key(false);
        assertThat(level()).isEqualTo(2);
    }

    @Test
    void worker_setsTheLevelWithoutALook_inTheService() {
        start();
        box.works().doorways().useThreads();
        rig.press();
        while (level() != 3) Thread.onSpinWait();
        assertThat(rig.trouble()).isEmpty();
    }
}
