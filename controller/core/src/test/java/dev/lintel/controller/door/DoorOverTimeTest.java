package dev.lintel.controller.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.DoorRules.AutoUnlock;
import dev.lintel.controller.door.DoorRules.Kind;
import dev.lintel.controller.event.EventKind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What goes on at a door over a wall clock that is stepped, over a restart and over a fault: nothing is lost, begun
/// twice, or kept for ever.
class DoorOverTimeTest {
    private static final long A = 1;
    private static final DoorRules FIRST_CARD = new DoorRules(Kind.DOOR, new AutoUnlock(1, true), List.of(), List.of());

    private final DoorRig rig = new DoorRig();

    private List<EventKind> told() {
        return rig.log.kinds().stream()
                .filter(kind -> kind != EventKind.CHANNEL_STARTED)
                .toList();
    }

    @Test
    void aClockThatIsSetBackKeepsNoDoorUnlocked() {
        var door = rig.door(A);
        rig.command(A, new DoorCommand.Unlock(rig.time.nowMs() + 60_000));
        rig.time.setWall("2026-03-01T10:00:00Z");
        rig.advance(Duration.ofSeconds(59));
        assertThat(door.strike.released()).isTrue();
        rig.advance(Duration.ofSeconds(2));
        assertThat(door.strike.released()).isFalse();
        assertThat(told()).containsExactly(EventKind.MODE_UNLOCK, EventKind.MODE_NORMAL);
    }

    @Test
    void whoOpensBeforeTheStrikeHoldsBreaksNothing() {
        rig.door(A);
        rig.command(A, new DoorCommand.Unlock(null));
        long askedNs = rig.time.nowNs();
        rig.advance(Duration.ofMillis(2)); // the lane is that late
        var normal = new LaneInput.Commanded(A, askedNs, new DoorCommand.Normal(), "somebody", _ -> {});
        rig.on(normal);
        rig.on(new LaneInput.LeafMoved(A, askedNs + 1_000_000, true));
        assertThat(rig.view(A).state()).isEqualTo("open");
        rig.leaf(A, false);
        rig.advance(Duration.ofSeconds(1));
        rig.leaf(A, true);
        assertThat(rig.view(A).state()).isEqualTo("forced");
    }

    @Test
    void aLeafThatSpringsOpenAsItSlamsOrIsToldOfLateByItsContactIsNotForced() {
        rig.door(A);
        rig.card(A);
        rig.leaf(A, true);
        rig.advance(Duration.ofSeconds(2));
        rig.leaf(A, false);
        rig.advance(Duration.ofMillis(40));
        rig.leaf(A, true);
        assertThat(rig.view(A).state()).isEqualTo("open");
        rig.advance(Duration.ofMillis(60));
        rig.leaf(A, false);
        rig.advance(Duration.ofMillis(301));
        rig.leaf(A, true);
        assertThat(rig.view(A).state()).as("that was somebody").isEqualTo("forced");
        rig.leaf(A, false);

        rig.advance(Duration.ofSeconds(1));
        rig.card(A);
        rig.advance(DoorRig.TIMES.unlock().plusMillis(300));
        rig.leaf(A, true);
        assertThat(rig.view(A).state()).isEqualTo("open");
        rig.leaf(A, false);
        rig.advance(Duration.ofSeconds(1));
        rig.card(A);
        rig.advance(DoorRig.TIMES.unlock());
        rig.advance(Duration.ofMillis(301));
        rig.leaf(A, true);
        assertThat(rig.view(A).state()).isEqualTo("forced");
    }

    @Test
    void aLeafMayStandOpenForItsTimeHoweverLateTheModeEnds() {
        rig.door(A);
        rig.command(A, new DoorCommand.Unlock(null));
        rig.leaf(A, true);
        long askedNs = rig.time.nowNs();
        rig.advance(Duration.ofSeconds(25)); // the lane hangs for so long
        rig.on(new LaneInput.Commanded(A, askedNs, new DoorCommand.Normal(), "somebody", _ -> {}));
        assertThat(rig.view(A).state()).isEqualTo("open");
        assertThat(told()).containsExactly(EventKind.MODE_UNLOCK, EventKind.MODE_NORMAL);
    }

    @Test
    void noOtherCommandLetsTheModeGoOnForLonger() {
        var door = rig.door(A);
        rig.command(A, new DoorCommand.Unlock(rig.time.nowMs() + 60_000));
        rig.time.setWall("2026-03-01T10:00:00Z");
        rig.command(A, new DoorCommand.Unlockdown());
        rig.command(A, new DoorCommand.SetAutoUnlock(null));
        rig.advance(Duration.ofSeconds(61));
        assertThat(door.strike.released()).isFalse();
    }

    @Test
    void aClockThatIsSetForwardEndsTheModeAtItsTime() {
        var door = rig.door(A);
        rig.command(A, new DoorCommand.Unlock(rig.time.nowMs() + 3_600_000));
        rig.time.setWall("2026-03-02T11:00:01Z");
        rig.advance(Duration.ofSeconds(2));
        assertThat(door.strike.released()).isFalse();
    }

    @Test
    void afterARestartWithAClockThatIsBehindTheTimeIsJudgedByTheNewestEvent() {
        rig.door(A);
        rig.command(A, new DoorCommand.Unlock(rig.time.nowMs() + 60_000));
        rig.surelyMs = rig.time.nowMs();
        rig.time.setWall("2026-01-01T00:00:00Z");
        rig.restart();
        var door = rig.door(A);
        assertThat(door.strike.released()).isTrue();
        rig.advance(Duration.ofSeconds(61));
        assertThat(door.strike.released()).isFalse();
    }

    @Test
    void atARestartFireAndTamperingAreToldOfOnlyWhereTheyHaveChanged() {
        var door = rig.door(A);
        door.tamper = true;
        rig.on(new LaneInput.TamperMoved(A, rig.time.nowNs(), DoorView.DOOR, true));
        rig.on(new LaneInput.TamperMoved(A, rig.time.nowNs(), "entry", true));
        rig.fire(A, true);
        rig.restart();
        rig.door(A);
        rig.lane().lookAgain();
        rig.advance(Duration.ofSeconds(2));
        assertThat(told())
                .as("the fire's line is not active in the new process, the housing is open, the reader says nothing")
                .containsExactly(
                        EventKind.TAMPER,
                        EventKind.TAMPER,
                        EventKind.FIRE_RELEASE_ON,
                        EventKind.FIRE_RELEASE_OFF,
                        EventKind.TAMPER_CLEARED);
        assertThat(rig.view(A).tampers()).containsExactly(DoorView.DOOR);
        assertThat(door.strike.released()).isFalse();
    }

    @Test
    void fireThatStillBurnsAfterARestartHoldsTheDoorAndIsNotToldOfTwice() {
        rig.door(A);
        rig.fire(A, true);
        rig.restart();
        var door = rig.doorInFire(A);
        assertThat(door.strike.released()).isTrue();
        rig.advance(Duration.ofSeconds(2));
        assertThat(told()).containsExactly(EventKind.FIRE_RELEASE_ON);
    }

    @Test
    void aLeafThatOpensWhileFireHoldsTheDoorIsNoBreakInHoweverLateTheLaneHearsOfIt() {
        rig.door(A);
        rig.fire(A, true);
        rig.restart();
        var door = rig.doorInFire(A);
        var stillOn = new LaneInput.FireMoved(A, rig.time.nowNs(), true);
        rig.time.advance(Duration.ofMillis(1));
        long openedNs = rig.time.nowNs();
        door.leafOpen = true;
        rig.time.advance(Duration.ofMillis(1));
        door.strike.fire(false);
        rig.on(stillOn);
        rig.on(new LaneInput.LeafMoved(A, openedNs, true));
        assertThat(told()).containsExactly(EventKind.FIRE_RELEASE_ON, EventKind.FIRE_RELEASE_OFF);
    }

    @Test
    void whereLeavingDependsOnTheBoxNoExitStaysLockedDownOverARestart() {
        rig.door(A);
        rig.command(A, new DoorCommand.LockDown(new Lockdown(true, true, true)));
        rig.restart();
        var door = rig.door(A, DoorRules.PLAIN, true);
        assertThat(door.locks.rex()).isFalse();
        assertThat(door.locks.aux()).isFalse();
        assertThat(rig.last().kind()).isEqualTo(EventKind.LOCKDOWN_ON);
        assertThat(rig.last().additional()).containsEntry("rex_lockdown", false).containsEntry("reason", "egress");
        assertThat(rig.command(A, new DoorCommand.LockDown(new Lockdown(false, false, true))))
                .contains("lock people in");
    }

    @Test
    void fireOpensExitsThatAreLockedDown() {
        var door = rig.door(A);
        rig.command(A, new DoorCommand.LockDown(new Lockdown(false, true, true)));
        assertThat(door.locks.rex()).isTrue();
        rig.fire(A, true);
        assertThat(door.locks.rex()).isFalse();
        rig.fire(A, false);
        assertThat(door.locks.aux()).isTrue();
    }

    @Test
    void anExitThatIsHeldKeepsTheStrikeAndNotTheAlarm() {
        var door = rig.door(A, DoorRules.PLAIN, true);
        door.exitHeld = true;
        door.strike.releaseForExit(rig.time.nowNs() + 5_000_000_000L);
        rig.on(new LaneInput.RexPressed(A, rig.time.nowNs()));
        rig.leaf(A, true);
        rig.advance(Duration.ofSeconds(35));
        assertThat(door.strike.released()).isTrue();
        assertThat(told())
                .containsExactly(
                        EventKind.REX_PRESSED,
                        EventKind.ADMITTED_REQUEST_EXIT,
                        EventKind.DOOR_EXTENDED_WARNING,
                        EventKind.EXTENDED_OPEN);
    }

    @Test
    void anExitThatIsHeldOutlastsWhateverElseLetGoAndRelocks() {
        var door = rig.door(A, DoorRules.PLAIN, true);
        door.exitHeld = true;
        door.strike.releaseForExit(rig.time.nowNs() + 5_000_000_000L);
        rig.on(new LaneInput.RexPressed(A, rig.time.nowNs()));
        rig.advance(Duration.ofSeconds(3));
        rig.card(A); // for longer than the exit was promised
        rig.advance(Duration.ofSeconds(4));
        rig.leaf(A, true); // relocks, but for the exit
        assertThat(door.strike.released()).isTrue();
        rig.leaf(A, false);
        assertThat(door.strike.released()).isTrue();
        rig.command(A, new DoorCommand.Unlock(null));
        rig.advance(Duration.ofSeconds(30));
        rig.command(A, new DoorCommand.Normal());
        assertThat(door.strike.released()).isTrue();
        rig.lockdown(A); // of cards
        rig.advance(Duration.ofSeconds(3));
        assertThat(door.strike.released()).isTrue();
        door.exitHeld = false;
        rig.advance(Duration.ofSeconds(2));
        assertThat(door.strike.released()).isFalse();
    }

    @Test
    void whoLeavesOrPassesALockdownIsNoFirstCard() {
        var door = rig.door(A, FIRST_CARD, false);
        rig.covered = true;
        rig.answer(A, "exit", rig.present(A, "exit"), EventKind.ADMITTED_CARD, Passage.USUAL);
        rig.advance(Duration.ofSeconds(10));
        assertThat(door.strike.released()).isFalse();
        rig.lockdown(A);
        rig.card(A, new Passage(false, true, List.of(), null));
        rig.command(A, new DoorCommand.Unlockdown());
        rig.advance(Duration.ofSeconds(10));
        assertThat(door.strike.released()).isFalse();
        rig.card(A);
        rig.leaf(A, true);
        rig.leaf(A, false);
        rig.advance(Duration.ofSeconds(10));
        assertThat(door.strike.released()).isTrue();
    }

    @Test
    void anAlarmWhoseLeafClosedUnseenEndsWithTheRebuild() {
        var door = rig.door(A);
        rig.advance(Duration.ofSeconds(1));
        rig.leaf(A, true);
        door.leafOpen = false;
        rig.lane().rebuild();
        assertThat(told()).containsExactly(EventKind.FORCED_OPEN, EventKind.DOOR_NORMAL);
        assertThat(door.sounder.active()).isFalse();
    }

    @Test
    void whoIsLetOutByAHeldExitGoesOnLeavingThroughARebuild() {
        var door = rig.door(A, DoorRules.PLAIN, true);
        door.exitHeld = true;
        door.strike.releaseForExit(rig.time.nowNs() + 5_000_000_000L);
        rig.on(new LaneInput.RexPressed(A, rig.time.nowNs()));
        rig.advance(Duration.ofSeconds(2));
        rig.lane().rebuild();
        rig.advance(Duration.ofMinutes(5));
        assertThat(door.strike.released()).isTrue();
        door.exitHeld = false;
        rig.advance(Duration.ofSeconds(2));
        assertThat(door.strike.released()).isFalse();
    }

    @Test
    void anExitThatTheLaneWasNotToldOfIsHeldOnAllTheSame() {
        var door = rig.door(A);
        door.exitHeld = true;
        door.strike.releaseForExit(rig.time.nowNs() + 5_000_000_000L);
        rig.advance(Duration.ofSeconds(30));
        assertThat(door.strike.released()).isTrue();
        door.exitHeld = false;
        rig.advance(Duration.ofSeconds(2));
        assertThat(door.strike.released()).isFalse();
    }

    @Test
    void aBreakInThatARebuildFindsIsToldOf() {
        var door = rig.door(A);
        rig.advance(Duration.ofSeconds(1));
        door.leafOpen = true;
        rig.lane().rebuild();
        assertThat(told()).isEmpty(); // what waits for the lane may know more of it
        rig.lane().lookAgain();
        assertThat(told()).containsExactly(EventKind.FORCED_OPEN);
        assertThat(door.sounder.active()).isTrue();
    }

    @Test
    void aRebuildWarnsNobodyTwice() {
        rig.door(A);
        rig.card(A);
        rig.leaf(A, true);
        rig.advance(Duration.ofSeconds(25));
        rig.lane().rebuild();
        rig.advance(Duration.ofSeconds(10));
        assertThat(told())
                .containsExactly(EventKind.ADMITTED_CARD, EventKind.DOOR_EXTENDED_WARNING, EventKind.EXTENDED_OPEN);
    }

    @Test
    void whereTheFirstFactorWasTurnedAwayTheSecondHasAnAnswerOfItsOwn() {
        rig.door(A);
        long first = rig.present(A, "entry");
        rig.advance(Duration.ofSeconds(4));
        long second = rig.present(A, "entry");
        var pair = new Passage(false, false, List.of(), first);
        rig.answer(A, "entry", second, EventKind.ADMITTED_CARD, pair);
        assertThat(told()).containsExactly(EventKind.REJECTED_NOT_READY, EventKind.REJECTED_NOT_READY);
    }

    @Test
    void anExitThatIsToldOfLateReleasesNothingAgain() {
        var door = rig.door(A);
        long pressedNs = rig.time.nowNs();
        rig.time.advance(Duration.ofSeconds(20));
        int writes = door.output.writes;
        rig.on(new LaneInput.AuxClosed(A, pressedNs, 3));
        assertThat(door.output.writes).isEqualTo(writes);
        assertThat(told()).containsExactly(EventKind.ADMITTED_AUXILIARY);
        assertThat(rig.last().monotonicNs()).isEqualTo(pressedNs);
        assertThat(rig.last().additional()).containsEntry("presses", 3);
    }

    @Test
    void aReaderThatWentWhileNobodyListenedIsNoticed() {
        var door = rig.door(A);
        door.readerOnline = false;
        rig.lane().lookAgain();
        assertThat(told()).containsExactly(EventKind.READER_OFFLINE);
        assertThat(rig.view(A).readersOnline()).containsEntry("entry", false);
    }
}
