package dev.lintel.controller.board;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.config.ConfigFile;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.config.DemoConfig;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.system.SystemFolders;
import dev.lintel.controller.time.ClockTrust;
import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.time.SetTime;
import dev.lintel.controller.time.WrongTime;
import dev.lintel.controller.yaml.Checked;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a hub's time does to a box's clock.
class BoxClockTest {
    private static final Instant HUB = Instant.parse("2027-03-02T12:00:00Z");

    @TempDir
    Path path;

    private final HandTime machine = new HandTime("2026-12-02T10:00:00Z");
    private final SetTime time = new SetTime(machine);
    private final AtomicBoolean byService = new AtomicBoolean();
    private DataFolder folder;
    private Database database;
    private BoxClock clock;

    @BeforeEach
    void open() {
        folder = DataFolder.open(path);
        database = TestDatabase.open(folder, time);
        var unset = new BoxClock.Machine(() -> false, () -> null);
        clock = BoxClock.of(DemoConfig.create(), database.events(), time, unset);
    }

    @AfterEach
    void close() {
        database.close();
        folder.close();
    }

    @Test
    void aClockThatIsHeldIsSetAndTrustedFromThenOn() throws Exception {
        clock.tell(ClockTrust.HELD);
        clock.heardFromHub(HUB.toEpochMilli(), 50);
        assertThat(time.now()).isEqualTo(HUB);
        assertThat(clock.read().trust()).isEqualTo(ClockTrust.TRUSTED);
        machine.advance(Duration.ofHours(1));
        assertThat(time.now()).isEqualTo(HUB.plus(Duration.ofHours(1)));
        database.awaitDisk(10_000);
        var told = new EventStore(database).newest(10).getLast();
        assertThat(told.kind()).isEqualTo(EventKind.CLOCK_STATE_CHANGED);
        assertThat(told.draft().additional()).isEqualTo(Map.of("clock", "trusted", "before", "held", "set_by", "hub"));
    }

    @Test
    void oneThatTheHubHasSetIsKeptInStepByIt() {
        clock.tell(ClockTrust.HELD);
        clock.heardFromHub(HUB.toEpochMilli(), 50);
        clock.heardFromHub(HUB.plusMillis(400).toEpochMilli(), 50); // within what is not known for sure
        assertThat(time.now()).isEqualTo(HUB);
        machine.setWall("2026-12-02T11:00:00Z"); // somebody set the machine's
        clock.heardFromHub(HUB.toEpochMilli(), 50);
        assertThat(time.now()).isEqualTo(HUB);
    }

    /// What the hub says may come between a change of trust and its event.
    @Test
    void eachChangeOfTrustIsToldWhileTheHubSpeaks() throws Exception {
        int rounds = 100;
        var over = new AtomicBoolean();
        Thread hub = Thread.ofPlatform().start(() -> {
            while (!over.get()) clock.heardFromHub(HUB.toEpochMilli(), 50);
        });
        for (int round = 0; round < rounds; round++) {
            clock.tell(ClockTrust.HELD);
            while (clock.read().trust() != ClockTrust.TRUSTED) Thread.onSpinWait();
        }
        over.set(true);
        hub.join();
        database.awaitDisk(10_000);
        var told = new EventStore(database).newest(3 * rounds);
        assertThat(told)
                .filteredOn(event -> event.kind() == EventKind.CLOCK_STATE_CHANGED)
                .extracting(event -> event.draft().additional().get("clock"))
                .filteredOn("held"::equals)
                .hasSize(rounds);
    }

    private BoxClock ofABoard() {
        return ofABoard("");
    }

    private BoxClock ofABoard(String more) {
        var config = ConfigFile.parse("controller.yaml", "hardware: board\nchannels: []\n" + more);
        return BoxClock.of(
                ((Checked.Valid<ControllerConfig>) config).value(),
                database.events(),
                time,
                new BoxClock.Machine(
                        () -> BoxClock.isSet(path.resolve("root"), byService::get),
                        () -> BoxClock.byHand(path.resolve("root"))));
    }

    /// The board is switched off and on: what is in /run is gone, the log is there.
    private BoxClock afterAPowerCut() throws Exception {
        database.awaitDisk(10_000);
        close();
        Files.deleteIfExists(SystemFolders.clockSet(path.resolve("root")));
        byService.set(false);
        open();
        return ofABoard();
    }

    private void setByHand(String to) throws Exception {
        machine.setWall(to);
        Path said = SystemFolders.clockSet(path.resolve("root"));
        Files.createDirectories(said.getParent());
        Files.writeString(said, new WrongTime.Word(machine.now(), machine.nowNs()).text() + "\n");
    }

    private void event() {
        database.events()
                .append(new EventDraft(
                        EventKind.ADMITTED_CARD, time.nowMs(), time.nowNs(), EventDraft.Subject.NOBODY, Map.of()));
    }

    @Test
    void aWrongYearThatAPersonHasPutRightIsOverForGood() throws Exception {
        BoxClock board = ofABoard();
        setByHand("2027-12-02T10:00:00Z");
        board.look();
        event();
        setByHand("2026-12-02T10:05:00Z");
        board.look();
        assertThat(board.read().trust()).isEqualTo(ClockTrust.TRUSTED);
        database.awaitDisk(10_000);
        var told = new EventStore(database).newest(1).getFirst();
        assertThat(told.draft().additional())
                .isEqualTo(Map.of("clock", "trusted", "before", "trusted", "wrong_until", "2027-12-02T10:00:00Z"));
        event();
        board = afterAPowerCut();
        assertThat(board.read().trust()).as("restored: as any clock").isEqualTo(ClockTrust.HELD);
        assertThat(board.read().newest()).isEqualTo(Instant.parse("2026-12-02T10:05:00Z"));
        machine.setWall("2026-12-02T10:04:00Z");
        assertThat(board.read().trust()).as("what came since counts").isEqualTo(ClockTrust.WRONG);
    }

    @Test
    void aForgedTimeOfATimeServiceIsOverWhenTheTrueOneIsBackAndAnEarlierOneChangesNothing() throws Exception {
        BoxClock board = ofABoard();
        byService.set(true);
        board.look();
        event();
        machine.setWall("2026-11-20T00:00:00Z"); // forged
        board.look();
        assertThat(board.read().newest()).isEqualTo(Instant.parse("2026-12-02T10:00:00Z"));
        machine.setWall("2026-12-02T10:00:00Z");
        board.look();
        machine.setWall("2040-01-01T00:00:00Z"); // forged
        board.look();
        event();
        machine.setWall("2026-11-20T00:00:00Z"); // forged
        board.look();
        assertThat(board.read().newest()).isEqualTo(Instant.parse("2040-01-01T00:00:00Z"));
        machine.setWall("2026-12-02T10:01:00Z");
        board.look();
        assertThat(board.read().newest()).isEqualTo(Instant.parse("2026-12-02T10:01:00Z"));
        assertThat(afterAPowerCut().read().trust()).isEqualTo(ClockTrust.HELD);
    }

    /// It is trusted before any service has spoken: the service's first step is the one that is forged.
    @Test
    void aForgedTimeThatStepsAClockWithABatteryIsOverWhenTheTrueOneIsBack() {
        BoxClock board = ofABoard("clock: {rtc: true}\n");
        assertThat(board.read().trust()).isEqualTo(ClockTrust.TRUSTED);
        machine.setWall("2040-01-01T00:00:00Z"); // forged
        byService.set(true);
        board.look();
        event();
        machine.setWall("2026-12-02T10:01:00Z");
        board.look();
        assertThat(board.read().newest()).isEqualTo(Instant.parse("2026-12-02T10:01:00Z"));
    }

    /// What no check of the file's pages finds.
    @Test
    void aClockEventWhoseTextIsDamagedEndsNoStart() throws Exception {
        setByHand("2027-12-02T10:00:00Z");
        event();
        clock.tell(ClockTrust.HELD);
        database.awaitDisk(10_000);
        database.close();
        String file = Files.readString(folder.database(), StandardCharsets.ISO_8859_1);
        String damaged = file.replace("\"clock\":", "\"clock\"?"); // whichever of its keys comes first
        assertThat(damaged).isNotEqualTo(file);
        Files.writeString(folder.database(), damaged, StandardCharsets.ISO_8859_1);
        database = TestDatabase.open(folder, time);
        assertThat(database.events().newestMs())
                .isEqualTo(Instant.parse("2027-12-02T10:00:00Z").toEpochMilli());
    }

    /// A hub has its own log's time, whatever a box says of its clock.
    @Test
    void anEventOfABoxThatFollowsEndsNoTimeHere() throws Exception {
        machine.setWall("2027-12-02T10:00:00Z");
        event();
        machine.setWall("2026-12-02T10:00:00Z");
        database.events()
                .append(new EventDraft(
                        EventKind.CLOCK_STATE_CHANGED,
                        time.nowMs(),
                        time.nowNs(),
                        EventDraft.Subject.NOBODY,
                        Map.of("clock", "trusted", "wrong_until", "2027-12-02T10:00:00Z", "box_event_id", 3)));
        assertThat(afterAPowerCut().read().trust()).isEqualTo(ClockTrust.WRONG);
    }

    @Test
    void aClockThatAPersonSetStaysBelievedOverABeginAnewUntilTheMachineRestarts() throws Exception {
        BoxClock before = ofABoard();
        assertThat(before.read().trust()).isEqualTo(ClockTrust.HELD);
        Path said = SystemFolders.clockSet(path.resolve("root"));
        Files.createDirectories(said.getParent());
        Files.createFile(said);
        before.look();
        assertThat(before.read().trust())
                .as("the command does not tell the process")
                .isEqualTo(ClockTrust.TRUSTED);
        assertThat(before.fault()).isNull();
        assertThat(ofABoard().read().trust())
                .as("the process's parts made anew")
                .isEqualTo(ClockTrust.TRUSTED);
        Files.delete(said); // as /run is after a restart
        assertThat(ofABoard().read().trust()).isEqualTo(ClockTrust.HELD);
    }

    @Test
    void aTimeServiceHasSetItByItsFileOrByTheKernelsWord() throws Exception {
        Path root = path.resolve("root");
        assertThat(BoxClock.isSet(root, () -> false)).isFalse();
        assertThat(BoxClock.isSet(root, () -> true)).isTrue();
        Path file = root.resolve("run/systemd/timesync/synchronized");
        Files.createDirectories(file.getParent());
        Files.createFile(file);
        assertThat(BoxClock.isSet(root, () -> false)).isTrue();
    }

    @Test
    void aClockThatIsTrustedIsLeftAlone() {
        clock.heardFromHub(HUB.toEpochMilli(), 50);
        assertThat(time.now()).isEqualTo(machine.now());
        clock.tell(ClockTrust.WRONG);
        clock.heardFromHub(Instant.parse("2020-01-01T00:00:00Z").toEpochMilli(), 50); // the hub's own is wrong
        assertThat(time.now()).isEqualTo(machine.now());
        assertThat(clock.read().trust()).isEqualTo(ClockTrust.WRONG);
    }
}
