package dev.lintel.controller.commission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.commission.TestSheet.State;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.time.MovedTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What was tried holds for as long as what it depends on is the same, and is to be tried again after that.
class TestBasisTest {
    private static final String BY = "ines@example.com";

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

    private DoorSheet door(int unit) {
        return Objects.requireNonNull(rig.commissioning().door(unit));
    }

    private Set<DoorTest> untriedAfterRestart(int unit) {
        rig.restart();
        Set<DoorTest> untried = EnumSet.noneOf(DoorTest.class);
        door(unit).tests().forEach((test, result) -> {
            if (result == null) untried.add(test);
        });
        return untried;
    }

    private void allWorks() {
        for (int unit : List.of(1, 2)) {
            for (DoorTest test : door(unit).tests().keySet()) {
                rig.commissioning().say(unit, test, State.PASSED, "", BY);
            }
        }
    }

    @Test
    void aFireInputThatIsWiredOtherwiseIsToBeTriedAgainAtEachDoorThatItReleases() {
        for (String changed : List.of("fire.line=12", "fire.active=high")) {
            allWorks();
            assertThat(untriedAfterRestart(1)).isEmpty();
            Map<String, String> form = rig.commissioning().inputs();
            form.put(changed.substring(0, changed.indexOf('=')), changed.substring(changed.indexOf('=') + 1));
            rig.commissioning().saveInputs(form, List.of(1, 2), BY);
            assertThat(untriedAfterRestart(1)).as(changed).containsExactly(DoorTest.FIRE);
            assertThat(door(2).open()).isEqualTo(1);
            assertThat(rig.commissioning().report().open()).contains("Front Door, not tried: fire input.");
        }
    }

    @Test
    void onAnotherChipEveryLineIsAnother() {
        allWorks();
        Map<String, String> form = rig.commissioning().inputs();
        form.put("chip", "/dev/gpiochip4");
        rig.commissioning().saveInputs(form, List.of(1, 2), BY);
        assertThat(untriedAfterRestart(1))
                .as("its reader is on no line of the chip")
                .containsExactlyInAnyOrder(
                        DoorTest.STRIKE,
                        DoorTest.CONTACT,
                        DoorTest.REX,
                        DoorTest.AUX,
                        DoorTest.TAMPER,
                        DoorTest.SOUNDER,
                        DoorTest.FIRE);
        assertThat(door(2).tests().values()).containsOnlyNulls();
    }

    @Test
    void aReaderIsTriedAgainOnAnotherPortSpeedOrKeyAndWithNoOtherContact() {
        EnumSet<DoorTest> reader = EnumSet.of(DoorTest.ENTRY_READER, DoorTest.ENTRY_LIGHT);
        allWorks();
        rig.commissioning().saveBus("rs485-1", "rs485-1", 9_600, BY);
        assertThat(untriedAfterRestart(1)).as("speed").isEqualTo(reader);
        allWorks();
        rig.commissioning().saveBus("rs485-1", "tcp://127.0.0.1:4001", 9_600, BY);
        assertThat(untriedAfterRestart(1)).as("port").isEqualTo(reader);
        allWorks();
        Map<String, String> form = rig.commissioning().form(1);
        form.put("entry.key", "front");
        rig.commissioning().saveDoor(1, "Front Door", form, BY);
        assertThat(untriedAfterRestart(1)).as("key").isEqualTo(reader);
        assertThat(door(2).open()).as("the other door").isZero();
    }

    @Test
    void aLampOnAnotherLineIsTriedAgainWithoutItsReader() {
        allWorks();
        Commissioning desk = rig.commissioning();
        desk.text(desk.text().replace("green_led: {line: 5}", "green_led: {line: 40}"), desk.seen(), BY);
        assertThat(untriedAfterRestart(2)).containsExactly(DoorTest.ENTRY_LIGHT);
    }

    /// Of the other kind, it reads at rest while somebody stands in the open door: no restart takes that for its rest.
    @Test
    void whatWasNotAtRestCountsForNothingUntilSomebodySaysThatItIsOrItIsWiredOtherwise() {
        rig.commissioning().doubts().begins(1, Set.of(DoorTest.CONTACT));
        rig.restart();
        assertThat(rig.commissioning().doubts().holds(1, DoorTest.CONTACT)).isTrue();
        assertThat(rig.commissioning().doubts().holds(1, DoorTest.REX)).isFalse();
        assertThat(rig.commissioning().doubts().holds(2, DoorTest.CONTACT)).isFalse();
        assertThat(rig.commissioning().saw(1, DoorTest.CONTACT, BY)).isFalse();
        rig.commissioning().doubts().settle(1, Set.of(DoorTest.CONTACT));
        rig.restart();
        assertThat(rig.commissioning().doubts().holds(1, DoorTest.CONTACT)).isFalse();
        assertThat(rig.commissioning().saw(1, DoorTest.CONTACT, BY)).isTrue();
        rig.commissioning().doubts().begins(1, Set.of(DoorTest.CONTACT));
        assertThat(rig.commissioning().doubts().holds(1, DoorTest.CONTACT))
                .as("what works already")
                .isFalse();
        rig.commissioning().doubts().begins(2, Set.of(DoorTest.CONTACT));
        Map<String, String> form = rig.commissioning().form(2);
        form.put("contact.closed", "low".equals(form.get("contact.closed")) ? "high" : "low");
        rig.commissioning().saveDoor(2, "Back Door", form, BY);
        rig.restart();
        assertThat(rig.commissioning().doubts().holds(2, DoorTest.CONTACT)).isFalse();
        assertThat(rig.commissioning().saw(2, DoorTest.CONTACT, BY)).isTrue();
    }

    /// What a version wrote that knew one wiring for all tests of a door: not what each was seen with.
    @Test
    void aSheetOfAnEarlierVersionIsReadAndItsTestsAreToBeDoneAgain() throws IOException {
        Files.writeString(folder.path().resolve(TestSheet.FILE), """
                {"version": 1, "finished": {"by": "ines@example.com", "at_ms": 5}, "stands_alone": true,
                 "doors": {"1": {"wiring": "strike: line 17", "results": {"strike":
                  {"state": "passed", "seen": false, "by": "ines@example.com", "at_ms": 4, "note": ""}}}}}
                """);
        rig.restart();
        TestSheet sheet = rig.commissioning().sheet();
        assertThat(sheet.finished()).isEqualTo(new TestSheet.Finished(BY, 5));
        assertThat(sheet.standsAlone()).isTrue();
        assertThat(door(1).tests().values()).containsOnlyNulls();
        rig.commissioning().saw(1, DoorTest.CONTACT, BY);
        assertThat(untriedAfterRestart(1)).contains(DoorTest.STRIKE).doesNotContain(DoorTest.CONTACT);
        assertThat(folder.path().resolve(TestSheet.FILE + ".unread")).doesNotExist();
    }
}
