package dev.lintel.controller.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.config.ChannelWiring;
import dev.lintel.controller.config.ConfigFile;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.door.Airlock;
import dev.lintel.controller.door.AlarmRules;
import dev.lintel.controller.door.DoorBoard;
import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.DoorRules;
import dev.lintel.controller.door.DoorRules.Kind;
import dev.lintel.controller.door.DoorSettings;
import dev.lintel.controller.door.DoorTimes;
import dev.lintel.controller.door.Doors;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.MemoryLog;
import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.yaml.Checked;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/// Exits of an airlock that are held, and persons who follow. Door 1 is the outer door, door 2 the inner one; door 3
/// has an interlock with door 1.
class AirlockExitsTest {
    private static final int REX = 2;
    private static final int CONTACT = 3;
    private static final String WIRING = """
            channels:
              - {unit: 1, strike: {line: 10}, contact: {line: 13}, rex: {line: 12}, egress: mechanical}
              - {unit: 2, strike: {line: 20}, contact: {line: 23}, rex: {line: 22}, egress: mechanical}
              - {unit: 3, strike: {line: 30}, contact: {line: 33}, rex: {line: 32}, egress: mechanical}
            """;

    private static final DoorTimes TIMES = new DoorTimes(
            Duration.ofSeconds(5),
            Duration.ofSeconds(10),
            Duration.ofSeconds(20),
            Duration.ofSeconds(30),
            DoorTimes.Relock.CLOSE,
            true);

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private final Queue<LaneInput> lane = new ArrayDeque<>();
    private final HandChip chip = new HandChip(time);
    private final MemoryLog log = new MemoryLog();
    private final Doors doors = new Doors(time, log, new DoorBoard());

    private void start(int door, DoorRules rules) {
        if (!(ConfigFile.parse("controller.yaml", WIRING) instanceof Checked.Valid<ControllerConfig>(var config)))
            throw new AssertionError(WIRING);
        ChannelWiring wiring = config.channel(door);
        if (wiring == null) throw new AssertionError("no unit " + door);
        var lines = new DoorLines(chip, time, lane::add, door, new AtomicReference<DoorTimes>(TIMES));
        var parts = lines.open(wiring, Map.of());
        chip.drive(door * 10 + CONTACT, true); // closed
        doors.start(new DoorSettings(door, door, TIMES, rules, new DoorSettings.Fixture(false, true, true)), parts);
        settle();
    }

    /// @param obey whether exits wait
    private void startAll(boolean obey) {
        var airlock = new Airlock(2, obey, true, true, Duration.ZERO);
        start(1, new DoorRules(Kind.DOOR, null, List.of(3L), List.of(), AlarmRules.USUAL, airlock));
        start(2, DoorRules.PLAIN);
        start(3, DoorRules.PLAIN);
    }

    private void settle() {
        for (LaneInput input = lane.poll(); input != null; input = lane.poll()) doors.on(input);
        doors.tick();
    }

    /// Goes round as the lane does: whenever something is due.
    private void after(Duration duration) {
        long untilNs = time.nowNs() + duration.toNanos();
        for (long nextNs = doors.tick(); nextNs < untilNs; nextNs = doors.tick()) {
            assertThat(nextNs).as("what is due after it was done").isGreaterThan(time.nowNs());
            time.advance(Duration.ofNanos(nextNs - time.nowNs()));
        }
        time.advance(Duration.ofNanos(untilNs - time.nowNs()));
    }

    private void press(int door) {
        chip.drive(door * 10 + REX, true);
        chip.drive(door * 10 + REX, false);
        settle();
    }

    private void leaf(int door, boolean open) {
        chip.drive(door * 10 + CONTACT, !open);
        settle();
    }

    private void unlock(int door) {
        command(door, new DoorCommand.Unlock(null));
    }

    private void command(int door, DoorCommand command) {
        doors.on(new LaneInput.Commanded(door, time.nowNs(), command, "somebody", _ -> {}));
        settle();
    }

    private long told(EventKind kind) {
        return log.kinds().stream().filter(kind::equals).count();
    }

    @Test
    void exitThatWaits_isNotReleasedByAHungLaneWithoutAnEvent() {
        startAll(true);
        unlock(2);
        chip.drive(10 + REX, true);
        settle();
        assertThat(told(EventKind.REJECTED_INTERLOCK)).isEqualTo(1);
        doors.leave();
        time.advance(Duration.ofSeconds(6));
        doors.settleUnattended();
        assertThat(chip.output(20)).as("the watchdog has secured it").isFalse();
        doors.attend();
        settle();
        assertThat(chip.output(20)).isTrue();
        assertThat(chip.output(10)).as("the outer door").isFalse();
        assertThat(told(EventKind.ADMITTED_REQUEST_EXIT)).isZero();
    }

    @Test
    void exitThatIsPressedAnewWhileTheLaneHangs_isReportedOnce() {
        startAll(true);
        unlock(2);
        chip.drive(10 + REX, true);
        settle();
        chip.drive(10 + REX, false);
        doors.leave();
        time.advance(Duration.ofSeconds(6));
        doors.settleUnattended();
        chip.drive(10 + REX, true);
        assertThat(chip.output(10)).as("the outer door").isTrue();
        doors.on(new LaneInput.Commanded(2, time.nowNs(), new DoorCommand.Normal(), "somebody", _ -> {}));
        doors.attend();
        settle();
        assertThat(told(EventKind.ADMITTED_REQUEST_EXIT)).isEqualTo(1);
    }

    @Test
    void secondDoorDoesNotFollowAFirstOneThatNobodyOpened() {
        startAll(true);
        press(2);
        after(Duration.ofSeconds(20));
        leaf(2, true); // by force
        after(Duration.ofSeconds(1));
        leaf(2, false);
        after(Duration.ofSeconds(2));
        assertThat(told(EventKind.FORCED_OPEN)).isEqualTo(1);
        assertThat(told(EventKind.ADMITTED_REQUEST_EXIT)).isEqualTo(1);
        assertThat(chip.output(10)).as("the outer door").isFalse();
    }

    @Test
    void secondDoorDoesNotFollowAFirstOneThatIsOpenAgainUnheard() {
        startAll(true);
        press(2);
        leaf(2, true);
        after(Duration.ofSeconds(1));
        chip.drive(20 + CONTACT, true); // closes while the lane is stuck
        time.advance(Duration.ofSeconds(1));
        chip.drive(20 + CONTACT, false); // and opens
        time.advance(Duration.ofSeconds(5));
        settle();
        assertThat(chip.output(10)).as("the outer door").isFalse();
        assertThat(told(EventKind.ADMITTED_REQUEST_EXIT)).isEqualTo(1);
    }

    @Test
    void secondDoorThatStandsUnlocked_waitsForNoThirdDoor() {
        startAll(false);
        unlock(1);
        press(2);
        leaf(2, true);
        unlock(3);
        after(Duration.ofSeconds(1));
        leaf(2, false);
        after(Duration.ofSeconds(20));
        assertThat(told(EventKind.ADMITTED_REQUEST_EXIT)).as("at both doors").isEqualTo(2);
    }

    @Test
    void exitThatWaits_isReleasedOnceThePolicyHasNoAirlock() {
        startAll(true);
        unlock(2);
        chip.drive(10 + REX, true);
        settle();
        assertThat(chip.output(10)).as("the outer door").isFalse();
        doors.on(new LaneInput.NewRules(1, time.nowNs(), TIMES, DoorRules.PLAIN));
        settle();
        assertThat(chip.output(10)).as("the outer door").isTrue();
        assertThat(told(EventKind.ADMITTED_REQUEST_EXIT)).isEqualTo(1);
    }

    @Test
    void exitThatIsHeldSinceItsPersonLeft_isNotPressedAnewByTheOtherDoor() {
        startAll(true);
        chip.drive(20 + REX, true);
        settle();
        leaf(2, true);
        after(Duration.ofSeconds(1));
        leaf(2, false);
        after(Duration.ofSeconds(1));
        assertThat(chip.output(10)).as("the outer door follows").isTrue();
        after(Duration.ofSeconds(20));
        assertThat(told(EventKind.REX_PRESSED)).isEqualTo(1);
        assertThat(chip.output(20)).as("the inner door").isFalse();
    }

    @Test
    void exitThatIsHeldAsALockdownEnds_leavesADoorThatStandsUnlocked() {
        startAll(true);
        unlock(1);
        unlock(2);
        command(1, new DoorCommand.LockDown(new Lockdown(true, true, true)));
        chip.drive(10 + REX, true);
        settle();
        assertThat(told(EventKind.REJECTED_LOCKDOWN)).isEqualTo(1);
        command(1, new DoorCommand.Unlockdown());
        assertThat(told(EventKind.ADMITTED_REQUEST_EXIT)).isEqualTo(1);
        assertThat(told(EventKind.REJECTED_INTERLOCK)).isZero();
    }
}
