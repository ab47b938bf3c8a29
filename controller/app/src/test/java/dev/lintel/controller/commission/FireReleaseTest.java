package dev.lintel.controller.commission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.WholeLintel;
import dev.lintel.controller.commission.TestSheet.State;
import dev.lintel.controller.config.ConfigFile;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.config.FireRelease;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.time.MovedTime;
import dev.lintel.controller.yaml.Checked;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A door that nobody leaves unless the box releases its lock has a release in a fire, or everybody hears that it has
/// none.
class FireReleaseTest {
    private static final String BY = "ines@example.com";
    private static final String DOORS = """
            channels:
              - unit: 1
                strike: {line: 17, fail: safe}
                rex: {line: 22}
                egress: controller
              - unit: 2
                strike: {line: 18, fail: safe}
                rex: {line: 23}
                egress: controller
              - unit: 3
                strike: {line: 19, fail: safe}
                egress: mechanical
            """;

    @TempDir
    Path temporary;

    private final MovedTime time = new MovedTime();
    private DataFolder folder;
    private Database database;
    private CommissionRig rig;

    @BeforeEach
    void open() {
        folder = DataFolder.open(temporary.resolve("data"));
        database = TestDatabase.open(folder, time);
        rig = CommissionRig.begun(folder.path(), database, time);
    }

    @AfterEach
    void close() {
        database.close();
        folder.close();
    }

    private static ControllerConfig config(String text) {
        if (ConfigFile.parse("controller.yaml", text) instanceof Checked.Valid<ControllerConfig>(var valid))
            return valid;
        throw new AssertionError(ConfigFile.parse("controller.yaml", text).toString());
    }

    private static List<Integer> missing(ControllerConfig config) {
        return FireRelease.missing(config.channels(), config.inputs());
    }

    @Test
    void eitherTheBoxReleasesTheDoorOrThePanelCutsItsPower() {
        ControllerConfig none = config(DOORS);
        assertThat(missing(none)).containsExactly(1, 2);
        assertThat(none.warnings())
                .singleElement()
                .asString()
                .contains("controller.yaml:1: channels: nothing releases unit 1, 2 in a fire; tick the door");
        assertThat(missing(config(DOORS + "fire: {line: 25, active: low, release: [1]}\n")))
                .containsExactly(2);
        ControllerConfig both = config(
                DOORS.replace("{line: 18, fail: safe}", "{line: 18, fail: safe}\n    fire_panel_cuts_power: true")
                        + "fire: {line: 25, active: low, release: [1]}\n");
        assertThat(missing(both)).isEmpty();
        assertThat(both.warnings()).isEmpty();
        assertThat(both.channels().stream()
                        .map(door -> WiringWords.of(door, both.inputs()).get("in a fire")))
                .containsExactly(
                        "this box releases it", "the fire panel cuts the lock's power", "this box does not release it");
    }

    private Map<String, String> maglock() {
        Map<String, String> form = DoorForm.of(null);
        form.put("strike.line", "33");
        form.put("strike.fail", "safe");
        form.put("rex.line", "34");
        form.put("egress", "controller");
        return form;
    }

    @Test
    void theFormTheReportAndTheHandOverNameADoorWithoutIt() {
        Commissioning desk = rig.commissioning();
        desk.saveDoor(3, "Yard", maglock(), BY);
        String sentence = "Yard: nothing releases it in a fire; " + FireRelease.ADVICE;
        assertThat(desk.warnings()).as("before the start as well").containsExactly(sentence);
        rig.restart();
        assertThat(rig.commissioning().warnings()).containsExactly(sentence);
        assertThat(rig.commissioning().report().open()).contains(sentence + ".");

        Map<String, String> form = rig.commissioning().form(3);
        form.put("fire_panel_cuts_power", "true");
        rig.commissioning().saveDoor(3, "Yard", form, BY);
        assertThat(rig.commissioning().warnings()).isEmpty();
        rig.restart();
        assertThat(rig.commissioning().form(3)).containsEntry("fire_panel_cuts_power", "true");
        assertThat(rig.commissioning().report().open()).doesNotContain(sentence + ".");

        form = rig.commissioning().form(3);
        form.put("fire_panel_cuts_power", "");
        rig.commissioning().saveDoor(3, "Yard", form, BY);
        assertThat(rig.commissioning().warnings()).as("taken back").containsExactly(sentence);
        rig.commissioning().saveInputs(rig.commissioning().inputs(), List.of(1, 2, 3), BY);
        assertThat(rig.commissioning().warnings()).as("the box releases it").isEmpty();
    }

    @Test
    void somebodyTriesItAndTriesItAgainWhereItIsWiredOtherwise() {
        rig.commissioning().saveDoor(3, "Yard", maglock(), BY);
        rig.commissioning().saveInputs(rig.commissioning().inputs(), List.of(1, 2, 3), BY);
        rig.restart();
        assertThat(door().tests()).containsKeys(DoorTest.FIRE, DoorTest.FIRE_RELEASE);
        assertThat(DoorTest.FIRE_RELEASE.seen()).isFalse();
        rig.commissioning().say(3, DoorTest.FIRE_RELEASE, State.PASSED, "", BY);
        rig.restart();
        assertThat(door().tests().get(DoorTest.FIRE_RELEASE)).isNotNull();

        rig.commissioning().saveInputs(rig.commissioning().inputs(), List.of(1, 2), BY);
        rig.restart();
        assertThat(door().tests()).doesNotContainKey(DoorTest.FIRE).containsKey(DoorTest.FIRE_RELEASE);
        assertThat(door().tests().get(DoorTest.FIRE_RELEASE))
                .as("of another wiring")
                .isNull();
        assertThat(Objects.requireNonNull(rig.commissioning().door(1)).tests())
                .as("people leave by the handle")
                .doesNotContainKey(DoorTest.FIRE_RELEASE);
    }

    @Test
    void testsOfAFireAreNotLeftOutAndOtherTestsThatAreLeftOutAreOpen() {
        rig.commissioning().saveDoor(3, "Yard", maglock(), BY);
        rig.commissioning().saveInputs(rig.commissioning().inputs(), List.of(1, 2, 3), BY);
        rig.restart();
        for (DoorTest test : List.of(DoorTest.FIRE, DoorTest.FIRE_RELEASE)) {
            assertThatThrownBy(() -> rig.commissioning().say(3, test, State.LEFT_OUT, "later", BY))
                    .isInstanceOf(CommissionException.class)
                    .hasMessageContaining("the " + test.title() + " cannot be left out");
            assertThat(door().tests().get(test)).isNull();
        }
        rig.commissioning().say(3, DoorTest.FIRE_RELEASE, State.FAILED, "no panel yet", BY);
        rig.commissioning().say(3, DoorTest.REX, State.LEFT_OUT, "later", BY);
        assertThat(rig.commissioning().report().open())
                .contains("Yard: the release in a fire failed: no panel yet")
                .contains("Yard: the request to exit was left out: later");
        rig.commissioning().say(1, DoorTest.FIRE, State.LEFT_OUT, "people leave by the handle", BY);
    }

    private DoorSheet door() {
        return Objects.requireNonNull(rig.commissioning().door(3));
    }

    @Test
    void healthAndDoctorNameADoorWithoutIt() throws Exception {
        try (var box = new WholeLintel(temporary.resolve("box"))) {
            Path file = temporary.resolve("controller.yaml");
            box.config = Files.writeString(file, DOORS);
            box.start();
            assertThat(box.troubles())
                    .anyMatch(reason -> reason.startsWith("fire release: nothing releases unit 1, 2"));
            assertThat(box.ask("doctor")).contains("fire release: nothing releases unit 1, 2 in a fire");
            box.stop();
            Files.writeString(file, DOORS + "fire: {line: 25, active: low, release: [1, 2]}\n");
            box.start();
            assertThat(box.troubles()).noneMatch(reason -> reason.startsWith("fire release"));
        }
    }
}
