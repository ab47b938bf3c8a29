package dev.lintel.controller.commission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.commission.TestSheet.State;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.PolicyDoors;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.time.MovedTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommissioningTest {
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

    private Map<String, String> third() {
        Map<String, String> form = DoorForm.of(null);
        form.put("entry.driver", "wiegand");
        form.put("entry.d0", "30");
        form.put("entry.d1", "31");
        form.put("strike.line", "33");
        form.put("contact.line", "34");
        form.put("egress", "mechanical");
        return form;
    }

    private DoorSheet door(int unit) {
        return Objects.requireNonNull(rig.commissioning().door(unit));
    }

    @Test
    void aDoorIsWiredNamedAndWorksFromTheNextStartOn() throws InterruptedException {
        Commissioning desk = rig.commissioning();
        assertThat(desk.freeUnit()).isEqualTo(3);
        desk.saveDoor(3, " Yard gate ", third(), BY);
        assertThat(door(3).name()).isEqualTo("Yard gate");
        assertThat(door(3).running()).isFalse();
        assertThat(desk.waitsForStart()).isTrue();
        assertThat(door(1).running()).isTrue();
        desk.begin(BY);
        assertThat(rig.begun).hasValue(1);
        rig.restart();
        assertThat(rig.commissioning().waitsForStart()).isFalse();
        assertThat(door(3).running()).isTrue();
        assertThat(door(3).tests().keySet())
                .containsExactly(DoorTest.ENTRY_READER, DoorTest.ENTRY_LIGHT, DoorTest.STRIKE, DoorTest.CONTACT);
        assertThat(database.awaitDisk(10_000)).isTrue();
        assertThat(new EventStore(database).newest(10))
                .anyMatch(event -> event.kind() == EventKind.CONFIGURATION_CHANGED
                        && "wiring of unit 3".equals(event.draft().additional().get("action"))
                        && BY.equals(event.draft().additional().get("by")));
    }

    @Test
    void aFaultyDoorChangesNeitherFileNorPolicy() {
        Map<String, String> form = third();
        form.put("strike.line", "17"); // the first door's
        form.remove("egress");
        Policy before = rig.policy().snapshot().policy();
        assertThatThrownBy(() -> rig.commissioning().saveDoor(3, "Yard", form, BY))
                .isInstanceOfSatisfying(
                        CommissionException.class,
                        e -> assertThat(e.sentences())
                                .anyMatch(sentence -> sentence.contains("line 17 is the strike of unit 1 already"))
                                .anyMatch(sentence -> sentence.contains("egress")));
        assertThat(rig.policy().snapshot().policy()).isEqualTo(before);
        assertThat(folder.path().resolve(WiringFile.FILE)).doesNotExist();
    }

    @Test
    void aDoorIsRenamedWhileNothingElseOfItChanges() {
        Policy.Channel before =
                Objects.requireNonNull(PolicyDoors.of(rig.policy().snapshot().policy(), 1));
        rig.commissioning().saveDoor(1, "Main entrance", rig.commissioning().form(1), BY);
        Policy.Channel after =
                Objects.requireNonNull(PolicyDoors.of(rig.policy().snapshot().policy(), 1));
        assertThat(after.name()).isEqualTo("Main entrance");
        assertThat(after.id()).isEqualTo(before.id());
        assertThat(after.rules()).isEqualTo(before.rules());
    }

    /// The box may go back to the wiring of before: then the door must be whole again.
    @Test
    void aDoorIsTakenOutOfTheWiringFirstAndItsChannelOnceTheBoxHasBegunAnew() {
        Commissioning desk = rig.commissioning();
        Policy before = rig.policy().snapshot().policy();
        assertThat(desk.removal(2)).anyMatch(line -> line.contains("stays with its name"));
        desk.removeDoor(2, BY);
        assertThat(rig.policy().snapshot().policy()).isEqualTo(before);
        assertThat(desk.text()).doesNotContain("unit: 2").contains("unit: 1");
        assertThat(desk.removal(2)).as("it still works").isEmpty();
        assertThatThrownBy(() -> desk.removeDoor(2, BY)).hasMessageContaining("until the box begins anew");
        rig.restart();
        assertThat(rig.commissioning().removal(2))
                .anyMatch(line -> line.contains("Back Door") && line.contains("1 role"));
        rig.commissioning().removeDoor(2, BY);
        Policy policy = rig.policy().snapshot().policy();
        assertThat(policy.channels()).extracting(Policy.Channel::unit).containsExactly(1);
        assertThat(policy.roles()).allMatch(role -> !role.channels().contains(2L));
        assertThat(rig.commissioning().door(2)).isNull();
    }

    @Test
    void theLastDoorGoesAsAnyOther() {
        Commissioning desk = rig.commissioning();
        desk.saveInputs(Map.of("fire.line", ""), List.of(), BY);
        desk.removeDoor(1, BY);
        desk.removeDoor(2, BY);
        assertThat(desk.text()).contains("channels: []", "# This box's wiring");
        rig.restart();
        assertThat(rig.commissioning().running().channels())
                .as("nor are they the demo's")
                .isEmpty();
        rig.commissioning().saveDoor(1, "Gate", third(), BY);
        rig.restart();
        assertThat(door(1).running()).isTrue();
    }

    /// Of a board there are no doors but those that are wired.
    @Test
    void theLastDoorOfABoardGoesToo() {
        Commissioning desk = rig.commissioning();
        String board = desk.text()
                .replace("hardware: simulated", "hardware: board\ngpio: {chip: /dev/gpiochip0}")
                .replace("port: rs485-1", "port: /dev/ttyS77");
        desk.text(board, desk.seen(), BY);
        desk.saveInputs(Map.of("fire.line", ""), List.of(), BY);
        for (int unit : List.of(1, 2)) desk.removeDoor(unit, BY);
        assertThat(desk.faults()).isEmpty();
    }

    @Test
    void aPolicyThatSomebodyElseChangedMeanwhileIsNotUndone() {
        Commissioning desk = rig.commissioning();
        desk.saveDoor(3, "Yard", third(), BY);
        rig.policy().change(stands -> PolicyDoors.placed(stands, "Other Ltd", "Other", "Europe/Paris"), "somebody");
        desk.saveDoor(1, "Main entrance", desk.form(1), BY);
        assertThat(desk.place().account()).isEqualTo("Other Ltd");
        assertThat(desk.place().zone()).isEqualTo("Europe/Paris");
    }

    @Test
    void aFileThatSomebodyElseChangedMeanwhileIsNotWrittenOver() {
        Commissioning desk = rig.commissioning();
        String seen = WiringFile.mark(desk.text());
        String mine = desk.text().replace("line: 17", "line: 44");
        desk.saveBus("rs485-2", "tcp://127.0.0.1:4001", 9_600, BY);
        assertThatThrownBy(() -> desk.text(mine, seen, BY)).hasMessageContaining("changed by somebody else");
        assertThat(desk.buses()).containsKey("rs485-2");
    }

    @Test
    void nothingIsBrokenOffByBeginningAnew() {
        rig.busy.set("ines gives a reader its key on rs485-1");
        assertThatThrownBy(() -> rig.commissioning().begin(BY))
                .hasMessage("ines gives a reader its key on rs485-1: wait, or cancel it");
        assertThat(rig.begun).hasValue(0);
    }

    @Test
    void namesAndZoneAreCheckedWholeBeforeAnythingChanges() {
        Commissioning desk = rig.commissioning();
        assertThatThrownBy(() -> desk.place(new Commissioning.Place("Box", "North", "Yard", "Europe/Lunden"), BY))
                .isInstanceOf(CommissionException.class)
                .hasMessageContaining("Europe/Lunden");
        assertThat(desk.place().site()).isEqualTo("Main Office");
        desk.place(new Commissioning.Place("North gate", "North Ltd", "Yard", "Europe/London"), BY);
        assertThat(desk.place()).isEqualTo(new Commissioning.Place("North gate", "North Ltd", "Yard", "Europe/London"));
    }

    @Test
    void underAHubOnlyTheWiringIsChangedHere() {
        rig.elsewhere.set("this box follows the hub North");
        Commissioning desk = rig.commissioning();
        desk.saveDoor(3, "Yard", third(), BY);
        assertThat(PolicyDoors.of(rig.policy().snapshot().policy(), 3)).isNull();
        desk.place(new Commissioning.Place("Gate box", "Other", "Other", "Asia/Tokyo"), BY);
        assertThat(desk.place().zone()).isEqualTo("UTC");
        assertThat(desk.place().box()).isEqualTo("Gate box");
        desk.removeDoor(2, BY);
        rig.restart();
        assertThat(rig.commissioning().removal(2)).isEmpty();
        assertThatThrownBy(() -> rig.commissioning().removeDoor(2, BY)).hasMessageContaining("not this box's");
    }

    @Test
    void resultsHoldForTheWiringTheyWereSeenWithAndOutliveARestart() {
        Commissioning desk = rig.commissioning();
        assertThat(desk.saw(1, DoorTest.CONTACT, BY)).isTrue();
        assertThat(desk.saw(1, DoorTest.CONTACT, BY)).as("seen already").isFalse();
        desk.say(1, DoorTest.STRIKE, State.FAILED, "it sticks", BY);
        rig.restart();
        assertThat(door(1).count(State.PASSED)).isEqualTo(1);
        assertThat(door(1).count(State.FAILED)).isEqualTo(1);
        assertThat(rig.commissioning().report().open())
                .contains("Front Door: the strike failed: it sticks")
                .anyMatch(line ->
                        line.startsWith("Front Door, not tried: entry reader, entry reader's light, request to"));
        Map<String, String> form = rig.commissioning().form(1);
        form.put("contact.line", "40");
        rig.commissioning().saveDoor(1, "Front Door", form, BY);
        rig.restart();
        assertThat(door(1).count(State.PASSED))
                .as("another contact was tried by nobody")
                .isZero();
        assertThat(door(1).count(State.FAILED))
                .as("the strike is the one of before")
                .isEqualTo(1);
    }

    @Test
    void whatSomebodySaidIsNotReplacedByWhatIsSeen() {
        Commissioning desk = rig.commissioning();
        desk.say(1, DoorTest.CONTACT, State.FAILED, "only now and then", BY);
        assertThat(desk.saw(1, DoorTest.CONTACT, BY)).isFalse();
        assertThat(door(1).count(State.FAILED)).isEqualTo(1);
    }

    @Test
    void whoeverSaysThatSomethingFailsSaysWhy() {
        assertThatThrownBy(() -> rig.commissioning().say(1, DoorTest.STRIKE, State.FAILED, " ", BY))
                .isInstanceOf(CommissionException.class);
        assertThatThrownBy(() -> rig.commissioning().say(2, DoorTest.EXIT_READER, State.PASSED, "", BY))
                .hasMessage("unit 2 has no exit reader");
    }

    @Test
    void aSheetThatCannotBeReadIsPutAsideAndTestsBeginAnew() throws IOException {
        rig.commissioning().saw(1, DoorTest.CONTACT, BY);
        Path sheet = folder.path().resolve(TestSheet.FILE);
        Files.writeString(sheet, "{\"doors\": 7");
        rig.restart();
        assertThat(door(1).tests().values()).containsOnlyNulls();
        assertThat(folder.path().resolve(TestSheet.FILE + ".unread")).exists();
        assertThat(rig.commissioning().saw(1, DoorTest.REX, BY)).isTrue();
    }

    @Test
    void theReportHasAllOfItForProgramsToo() {
        Commissioning desk = rig.commissioning();
        desk.saw(2, DoorTest.ENTRY_READER, BY);
        desk.finish(BY);
        Map<String, ?> tree = desk.report().toTree();
        assertThat(tree.get("finished_by")).isEqualTo(BY);
        assertThat(tree.toString())
                .contains("Back Door", "seen_by_the_box=true", "Wiegand, D0 line 14, D1 line 15", "AB:CD");
    }

    /// Somebody is at the file with an editor while another looks at the page.
    @Test
    void aFileThatIsBrokenByHandIsToldAndForgottenAndTheDoorsAreShownAsTheyWork() throws IOException {
        rig.commissioning().saveDoor(3, "Yard", third(), BY);
        rig.restart();
        Path file = folder.path().resolve(WiringFile.FILE);
        String works = Files.readString(file);
        for (String broken : List.of("channels: [", "channels:\n  - unit: x\n", "hardware: board\n")) {
            Files.writeString(file, broken);
            Commissioning desk = rig.commissioning();
            assertThat(desk.faults()).as(broken).isNotEmpty().allMatch(fault -> fault.startsWith("controller.yaml"));
            assertThat(desk.doors()).as(broken).extracting(DoorSheet::unit).contains(1, 2, 3);
            assertThat(desk.place().site()).isEqualTo("Main Office");
            assertThat(desk.report().open()).anyMatch(line -> line.contains("not started with it yet"));
            assertThatThrownBy(() -> desk.begin(BY)).isInstanceOf(CommissionException.class);
            assertThat(rig.begun).hasValue(0);
            assertThat(desk.drop(BY)).isTrue();
            assertThat(file).hasContent(works);
        }
    }

    @Test
    void theFirePanelsLineIsChangedAndKeepsWhatElseItSays() {
        Commissioning desk = rig.commissioning();
        assertThat(desk.inputs()).containsEntry("fire.line", "11").containsEntry("fire.release", "1,2");
        Map<String, String> form = desk.inputs();
        form.put("power.line", "12");
        form.put("battery_low.line", "30");
        desk.saveInputs(form, List.of(2), BY);
        assertThat(desk.inputs())
                .containsEntry("fire.release", "2")
                .containsEntry("power.line", "12")
                .containsEntry("battery_low.line", "30")
                .containsEntry("fire.line", "11");
        assertThatThrownBy(() -> desk.removeDoor(2, BY)).hasMessageContaining("fire input");
        form.put("fire.line", "");
        desk.saveInputs(form, List.of(), BY);
        assertThat(desk.text()).doesNotContain("fire:");
        desk.removeDoor(2, BY);
        assertThat(desk.text()).doesNotContain("unit: 2");
    }

    @Test
    void fireZones_areChangedInTheFileAlone() {
        Commissioning desk = rig.commissioning();
        String zones = """
                fire:
                  - {name: East, line: 11, doors: [1, 2]}
                  - {name: West, line: 31, doors: [2]}
                """;
        desk.text(desk.text().replaceFirst("fire: .*\n", "") + zones, desk.seen(), BY);
        Map<String, String> form = desk.inputs();
        assertThat(form).doesNotContainKey("fire.line").containsEntry("power.line", "");
        form.put("fire.line", "");
        form.put("power.line", "12");
        desk.saveInputs(form, List.of(), BY);
        assertThat(desk.text())
                .as("the form takes no zone away")
                .contains(zones)
                .contains("power:");
        assertThatThrownBy(() -> desk.removeDoor(2, BY)).hasMessageContaining("fire zone West releases unit 2");
        desk.text(desk.text().replace("doors: [2]", "doors: [1, 2]"), desk.seen(), BY);
        desk.removeDoor(2, BY);
        assertThat(desk.text())
                .doesNotContain("doors: [1, 2]")
                .doesNotContain("unit: 2")
                .contains("name: West");
    }

    @Test
    void aDoorThatGoesIsReleasedByNothingAnyMore() {
        rig.commissioning().removeDoor(2, BY);
        assertThat(rig.commissioning().inputs()).containsEntry("fire.release", "1");
    }
}
