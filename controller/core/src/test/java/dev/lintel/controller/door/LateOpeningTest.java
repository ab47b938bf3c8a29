package dev.lintel.controller.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.DoorTimes.Relock;
import dev.lintel.controller.event.EventKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Openings at a motor lock that the lane hears of late: forced are those that nothing but the delay allowed.
class LateOpeningTest {
    private static final long A = 1;

    private final DoorRig rig = new DoorRig();

    private DoorRig.Wired door(Relock relock) {
        rig.delays(relock, Duration.ZERO, Duration.ofSeconds(2));
        return rig.door(A);
    }

    private void ms(long ms) {
        rig.advance(Duration.ofMillis(ms));
    }

    private boolean forced() {
        return rig.log.kinds().contains(EventKind.FORCED_OPEN);
    }

    /// The lane is stuck from the order of the lockdown on: the strike stays released, and the leaf opens twice.
    @ParameterizedTest
    @EnumSource(Relock.class)
    void openingsOfAnUnlockedDoorAreNotForced_ifALateLockdownIsHeardFirst(Relock relock) {
        var door = door(relock);
        rig.command(A, new DoorCommand.Unlock(null));
        ms(1_000);
        List<LaneInput> moves = opensTwice(door);
        rig.lockdown(A);
        moves.forEach(rig::on);
        assertThat(forced()).isFalse();
    }

    /// The same where the lane has heard of the first opening before.
    @ParameterizedTest
    @EnumSource(Relock.class)
    void openingsOfAnUnlockedDoorAreNotForced_ifALateLockdownIsHeardBetweenThem(Relock relock) {
        var door = door(relock);
        rig.command(A, new DoorCommand.Unlock(null));
        ms(1_000);
        List<LaneInput> moves = opensTwice(door);
        rig.on(moves.getFirst());
        rig.lockdown(A);
        moves.stream().skip(1).forEach(rig::on);
        assertThat(forced()).isFalse();
    }

    /// The lane restarts with every door, and carries out several commands, before it hears of the leaf.
    @ParameterizedTest
    @EnumSource(Relock.class)
    void openingsOfAnUnlockedDoorAreNotForced_ifTheLaneRestarts(Relock relock) {
        var door = door(relock);
        rig.command(A, new DoorCommand.Unlock(null));
        ms(1_000);
        List<LaneInput> moves = opensTwice(door);
        rig.lane().rebuild();
        rig.command(A, new DoorCommand.Normal());
        rig.command(A, new DoorCommand.Unlock(null));
        rig.lockdown(A);
        moves.forEach(rig::on);
        assertThat(forced()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(Relock.class)
    void openingsOfALockWithoutCurrentAreNotForced(Relock relock) {
        rig.delays(relock, Duration.ZERO, Duration.ofSeconds(2));
        var door = rig.failSafe(A);
        rig.lane().leave();
        rig.lane().settleUnattended();
        List<LaneInput> moves = opensTwice(door);
        rig.lane().attend();
        moves.forEach(rig::on);
        assertThat(forced()).isFalse();
    }

    /// The lane is stuck from before the fire until after it.
    @ParameterizedTest
    @EnumSource(Relock.class)
    void openingsInAFireAreNotForced_ifTheFireIsHeardOfAfterItsEnd(Relock relock) {
        var door = door(relock);
        ms(1_000);
        long beginNs = rig.time.nowNs();
        door.strike.fire(true);
        List<LaneInput> moves = opensTwice(door);
        door.strike.fire(false);
        rig.on(new LaneInput.FireMoved(A, beginNs, true));
        moves.forEach(rig::on);
        rig.on(new LaneInput.FireMoved(A, rig.time.nowNs(), false));
        assertThat(forced()).isFalse();
        assertThat(door.strike.released()).isFalse();
    }

    /// The lane hears of the fire while it burns, and of the leaf after its end.
    @ParameterizedTest
    @EnumSource(Relock.class)
    void openingsInAFireAreNotForced_ifTheFireIsHeardOfLate(Relock relock) {
        var door = door(relock);
        ms(1_000);
        long beginNs = rig.time.nowNs();
        door.strike.fire(true);
        List<LaneInput> moves = opensTwice(door);
        rig.on(new LaneInput.FireMoved(A, beginNs, true));
        door.strike.fire(false);
        rig.on(new LaneInput.FireMoved(A, rig.time.nowNs(), false));
        moves.forEach(rig::on);
        assertThat(forced()).isFalse();
    }

    /// The lane is stuck while a person who was admitted passes, a fire begins and ends, and somebody opens the leaf.
    @ParameterizedTest
    @EnumSource(Relock.class)
    void anOpeningWithinTheDelayIsForced_ifAFireWasOverBeforeIt(Relock relock) {
        var door = door(relock);
        rig.card(A);
        ms(500);
        var moves = new ArrayList<LaneInput>();
        moves.add(leaf(door, true, 100));
        moves.add(leaf(door, false, 0));
        moves.add(new LaneInput.FireMoved(A, rig.time.nowNs(), true));
        door.strike.fire(true);
        rig.time.advance(Duration.ofMillis(100));
        moves.add(new LaneInput.FireMoved(A, rig.time.nowNs(), false));
        door.strike.fire(false);
        rig.time.advance(Duration.ofMillis(900));
        assertThat(door.strike.released()).isTrue();
        moves.add(leaf(door, true, 200));
        moves.forEach(rig::on);
        assertThat(forced()).isTrue();
    }

    @Test
    void anOpeningWithinTheDelayIsForced_ifTheDoorWasUnlockedBeforeIt() {
        var door = door(Relock.CLOSE);
        rig.command(A, new DoorCommand.Unlock(null));
        rig.leaf(A, true);
        rig.command(A, new DoorCommand.Normal());
        ms(1_000);
        rig.leaf(A, false);
        ms(301);
        assertThat(door.strike.released()).isTrue();
        rig.leaf(A, true);
        assertThat(forced()).isTrue();
    }

    /// The lane is stuck while a person who was admitted opens the leaf, and somebody opens it again after that person.
    @Test
    void anOpeningWithinTheDelayIsForced_ifTheDoorWasUnlockedAfterIt() {
        var door = door(Relock.OPEN);
        rig.card(A);
        ms(1_000);
        List<LaneInput> moves = opensTwice(door);
        rig.command(A, new DoorCommand.Unlock(null));
        rig.command(A, new DoorCommand.Normal());
        moves.forEach(rig::on);
        assertThat(forced()).isTrue();
    }

    /// The leaf opens, closes and opens again while the lane is stuck. Returns what the lane is to hear of that.
    private List<LaneInput> opensTwice(DoorRig.Wired door) {
        List<LaneInput> moves = new ArrayList<>();
        for (boolean open : List.of(true, false, true)) moves.add(leaf(door, open, 400));
        return moves;
    }

    /// The leaf moves, `ms` pass, and the lane is to hear of it.
    private LaneInput leaf(DoorRig.Wired door, boolean open, long ms) {
        door.leafOpen = open;
        var moved = new LaneInput.LeafMoved(A, rig.time.nowNs(), open);
        rig.time.advance(Duration.ofMillis(ms));
        return moved;
    }

    /// A person was admitted and has passed, and the delay runs.
    private DoorRig.Wired delaying(Relock relock) {
        var door = door(relock);
        rig.card(A);
        ms(500);
        rig.leaf(A, true);
        ms(relock == Relock.OPEN ? 400 : 100);
        rig.leaf(A, false);
        ms(500);
        assertThat(door.strike.released()).isTrue();
        assertThat(forced()).isFalse();
        return door;
    }

    @ParameterizedTest
    @EnumSource(Relock.class)
    void anOpeningWithinTheDelayIsForced_ifTheLaneUnlocksTheDoorFirst(Relock relock) {
        var door = delaying(relock);
        LaneInput opens = leaf(door, true, 200);
        rig.command(A, new DoorCommand.Unlock(null));
        rig.on(opens);
        assertThat(forced()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Relock.class)
    void anOpeningWithinTheDelayIsForced_ifAFireBeginsAfterIt(Relock relock) {
        var door = delaying(relock);
        LaneInput opens = leaf(door, true, 400);
        door.strike.fire(true);
        var burns = new LaneInput.FireMoved(A, rig.time.nowNs(), true);
        rig.time.advance(Duration.ofMillis(200));
        rig.on(opens);
        rig.on(burns);
        assertThat(forced()).isTrue();
    }

    /// The lane hears of the person's passage, too, after the fire has begun.
    @ParameterizedTest
    @EnumSource(Relock.class)
    void anOpeningWithinTheDelayIsForced_ifTheWholePassageIsHeardInAFire(Relock relock) {
        var door = door(relock);
        rig.card(A);
        ms(500);
        var moves = new ArrayList<LaneInput>();
        moves.add(leaf(door, true, 100));
        moves.add(leaf(door, false, 500));
        moves.add(leaf(door, true, 400));
        door.strike.fire(true);
        moves.add(new LaneInput.FireMoved(A, rig.time.nowNs(), true));
        rig.time.advance(Duration.ofMillis(200));
        moves.forEach(rig::on);
        assertThat(forced()).isTrue();
    }

    /// The lane notices the fire as it hears of the leaf, before it hears when the fire began.
    @Test
    void anOpeningInAFireIsNotForced_ifTheLaneNoticesTheFireByALook() {
        rig.delays(Relock.OPEN, Duration.ZERO, Duration.ofSeconds(3));
        var door = rig.door(A);
        rig.card(A);
        ms(500);
        rig.leaf(A, true);
        ms(1_000);
        var moves = new ArrayList<LaneInput>();
        moves.add(leaf(door, false, 500));
        moves.add(new LaneInput.FireMoved(A, rig.time.nowNs(), true));
        door.strike.fire(true);
        rig.time.advance(Duration.ofMillis(500));
        moves.add(leaf(door, true, 500));
        moves.forEach(rig::on);
        assertThat(forced()).isFalse();
    }
}
