package dev.lintel.controller.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.DoorMemory.Kept;
import dev.lintel.controller.door.DoorRules.AutoUnlock;
import dev.lintel.controller.door.DoorRules.Kind;
import dev.lintel.controller.event.EventKind;
import dev.lintel.reader.ReaderSignal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Modes, hours, lockdown and fire as the lane lives them: strike, readers, sounder, log.
class DoorModesTest {
    private static final long A = 1;
    private static final DoorRules OFFICE = new DoorRules(Kind.DOOR, new AutoUnlock(1, false), List.of(), List.of());
    private static final DoorRules FIRST_CARD = new DoorRules(Kind.DOOR, new AutoUnlock(1, true), List.of(), List.of());
    private static final Passage RESPONDER = new Passage(false, true, List.of(), null);

    private final DoorRig rig = new DoorRig();

    private List<EventKind> kinds() {
        return rig.log.kinds().stream()
                .filter(kind -> kind != EventKind.CHANNEL_STARTED)
                .toList();
    }

    @Test
    void aModeHoldsTheStrikeWhateverTheLeafDoesAndRaisesNothing() {
        var door = rig.door(A);
        assertThat(rig.command(A, new DoorCommand.Unlock(null))).isNull();
        assertThat(rig.last().additional()).containsEntry("by", "ada@example.com");
        rig.leaf(A, true);
        rig.advance(Duration.ofMinutes(5));
        rig.leaf(A, false);
        assertThat(door.strike.released()).isTrue();
        assertThat(kinds()).containsExactly(EventKind.MODE_UNLOCK);
        assertThat(rig.view(A).mode()).isEqualTo("unlock");
        assertThat(door.shown).endsWith(ReaderSignal.UNLOCKED);
    }

    @Test
    void whenTheStandingEndsWithTheLeafOpenItsOpenTimesBegin() {
        rig.door(A);
        rig.command(A, new DoorCommand.Unlock(null));
        rig.leaf(A, true);
        rig.advance(Duration.ofMinutes(5));
        rig.command(A, new DoorCommand.Normal());
        rig.advance(Duration.ofSeconds(30));
        assertThat(kinds())
                .containsExactly(
                        EventKind.MODE_UNLOCK,
                        EventKind.MODE_NORMAL,
                        EventKind.DOOR_EXTENDED_WARNING,
                        EventKind.EXTENDED_OPEN);
    }

    @Test
    void aModeWithATimeRelocksByItself() {
        var door = rig.door(A);
        rig.command(A, new DoorCommand.Unlock(rig.time.nowMs() + 90_500));
        rig.advance(Duration.ofMillis(90_499));
        assertThat(door.strike.released()).isTrue();
        rig.advance(Duration.ofMillis(2));
        assertThat(door.strike.released()).isFalse();
        assertThat(kinds()).containsExactly(EventKind.MODE_UNLOCK, EventKind.MODE_NORMAL);
        assertThat(rig.command(A, new DoorCommand.Unlock(rig.time.nowMs()))).contains("over already");
    }

    @Test
    void whoIsAdmittedWhereTheDoorStandsUnlockedIsToldSo() {
        rig.door(A);
        rig.command(A, new DoorCommand.Unlock(null));
        rig.card(A);
        assertThat(rig.last().kind()).isEqualTo(EventKind.ADMITTED_UNLOCKED);
        assertThat(rig.last().additional()).containsEntry("role_id", 1L).containsEntry("unlocked_by", "mode");
        rig.fire(A, true);
        rig.card(A);
        assertThat(rig.last().additional()).containsEntry("unlocked_by", "fire");
    }

    /// Somebody shows a card, opens the door and closes it.
    private void enters() {
        rig.card(A);
        rig.leaf(A, true);
        rig.leaf(A, false);
    }

    @Test
    void hoursUnlockTheDoorAndTheirFirstCardIsAskedForEachTime() {
        var door = rig.door(A, FIRST_CARD, false);
        rig.covered = true;
        rig.advance(Duration.ofSeconds(2));
        assertThat(door.strike.released()).isFalse();
        enters();
        rig.advance(Duration.ofMinutes(1));
        assertThat(door.strike.released()).isTrue();
        rig.covered = false;
        rig.advance(Duration.ofSeconds(2));
        assertThat(door.strike.released()).isFalse();
        rig.covered = true;
        rig.advance(Duration.ofSeconds(2));
        assertThat(door.strike.released()).isFalse();
        assertThat(kinds())
                .containsExactly(EventKind.ADMITTED_CARD, EventKind.AUTO_UNLOCK_STARTED, EventKind.AUTO_UNLOCK_ENDED);
    }

    @Test
    void newHoursOfThePolicyHoldAtOnce() {
        var door = rig.door(A);
        rig.covered = true;
        rig.on(new LaneInput.NewRules(A, rig.time.nowNs(), DoorRig.TIMES, OFFICE));
        assertThat(door.strike.released()).isTrue();
        rig.on(new LaneInput.NewRules(A, rig.time.nowNs(), DoorRig.TIMES, DoorRules.PLAIN));
        assertThat(door.strike.released()).isFalse();
    }

    @Test
    void aCardLockdownSecuresTheDoorEndsAdmissionsAndKeepsNobodyIn() {
        var door = rig.door(A);
        rig.card(A);
        rig.lockdown(A);
        assertThat(door.strike.released()).isFalse();
        assertThat(door.shown).endsWith(ReaderSignal.LOCKDOWN);
        door.strike.releaseForExit(rig.time.nowNs() + 5_000_000_000L);
        rig.on(new LaneInput.RexPressed(A, rig.time.nowNs()));
        assertThat(door.strike.released()).isTrue();
        rig.card(A);
        assertThat(rig.last().kind()).isEqualTo(EventKind.REJECTED_LOCKDOWN);
        assertThat(rig.last().additional()).containsEntry("reason", "lockdown");
    }

    @Test
    void afterTheLockdownModeAndHoursGoOn() {
        var door = rig.door(A);
        rig.command(A, new DoorCommand.Unlock(null));
        rig.lockdown(A);
        assertThat(door.strike.released()).isFalse();
        rig.command(A, new DoorCommand.Unlockdown());
        assertThat(door.strike.released()).isTrue();
    }

    @Test
    void aFirstResponderPassesTheLockdownLoudly() {
        var door = rig.door(A);
        rig.lockdown(A);
        rig.card(A, RESPONDER);
        assertThat(door.strike.released()).isTrue();
        assertThat(kinds()).containsExactly(EventKind.LOCKDOWN_ON, EventKind.ADMITTED_CARD, EventKind.FIRST_RESPONDER);
        rig.command(A, new DoorCommand.Unlockdown());
        rig.card(A, RESPONDER);
        assertThat(kinds()).as("quietly without one").containsOnlyOnce(EventKind.FIRST_RESPONDER);
    }

    @Test
    void aLockdownOfAnExitIsAFlagThatItsThreadReads() {
        var door = rig.door(A);
        rig.command(A, new DoorCommand.LockDown(new Lockdown(false, true, false)));
        assertThat(door.locks.rex()).isTrue();
        assertThat(door.locks.aux()).isFalse();
        rig.on(new LaneInput.ExitRefused(A, rig.time.nowNs(), true));
        assertThat(kinds()).containsExactly(EventKind.LOCKDOWN_ON, EventKind.REX_PRESSED, EventKind.REJECTED_LOCKDOWN);
        rig.command(A, new DoorCommand.Unlockdown());
        assertThat(door.locks.rex()).isFalse();
    }

    @Test
    void whereLeavingDependsOnTheBoxNothingKeepsAnybodyIn() {
        rig.door(A, DoorRules.PLAIN, true);
        assertThat(rig.command(A, new DoorCommand.LockDown(new Lockdown(false, true, false))))
                .contains("lock people in");
        rig.lockdown(A);
        rig.answer(A, "exit", rig.present(A, "exit"), EventKind.ADMITTED_CARD, Passage.USUAL);
        assertThat(rig.last().kind()).isEqualTo(EventKind.ADMITTED_CARD);
        assertThat(rig.last().additional()).containsEntry("not_enforced", List.of("lockdown"));
        rig.card(A);
        assertThat(rig.last().kind()).as("entry is another matter").isEqualTo(EventKind.REJECTED_LOCKDOWN);
    }

    @Test
    void fireReleasesALockedDownDoorAndTheLockdownComesBackAfterIt() {
        var door = rig.door(A);
        rig.lockdown(A);
        rig.fire(A, true);
        assertThat(door.strike.released()).isTrue();
        assertThat(rig.view(A).cardLockdown()).isFalse();
        rig.leaf(A, true);
        rig.advance(Duration.ofMinutes(2));
        assertThat(door.strike.released()).isTrue();
        rig.leaf(A, false);
        rig.fire(A, false);
        assertThat(door.strike.released()).isFalse();
        assertThat(rig.view(A).cardLockdown()).isTrue();
        assertThat(kinds())
                .containsExactly(EventKind.LOCKDOWN_ON, EventKind.FIRE_RELEASE_ON, EventKind.FIRE_RELEASE_OFF);
    }

    @Test
    void aFireWhoseInputNeverReachedTheLaneIsNoticedAllTheSame() {
        var door = rig.door(A);
        door.strike.fire(true);
        rig.leaf(A, true);
        assertThat(kinds()).containsExactly(EventKind.FIRE_RELEASE_ON);
        door.strike.fire(false);
        rig.leaf(A, false);
        assertThat(kinds()).containsExactly(EventKind.FIRE_RELEASE_ON, EventKind.FIRE_RELEASE_OFF);
        assertThat(door.strike.released()).isFalse();
    }

    @Test
    void theSounderSoundsForAnAlarmUntilItEnds() {
        var door = rig.door(A);
        rig.leaf(A, true); // the clock stands still: it may have opened as it was secured
        rig.leaf(A, false);
        rig.advance(Duration.ofSeconds(1));
        rig.leaf(A, true);
        assertThat(door.sounder.active()).isTrue();
        rig.leaf(A, false);
        assertThat(door.sounder.active()).isFalse();
        rig.leaf(A, true);
        rig.advance(Duration.ofSeconds(1));
        rig.leaf(A, false);
        rig.advance(Duration.ofSeconds(1));
        rig.leaf(A, true);
        rig.fire(A, true);
        assertThat(door.sounder.active()).as("fire").isFalse();
    }

    @Test
    void somebodyWhoLeavesByTheHandleForcesNothing() {
        var door = rig.door(A);
        rig.advance(Duration.ofSeconds(1));
        rig.on(new LaneInput.RexPressed(A, rig.time.nowNs(), false));
        assertThat(door.strike.released()).isFalse();
        rig.leaf(A, true);
        assertThat(rig.view(A).state()).isEqualTo("open");
        rig.leaf(A, false);
        rig.advance(Duration.ofSeconds(6));
        rig.leaf(A, true);
        assertThat(rig.view(A).state()).as("later it is").isEqualTo("forced");
    }

    @Test
    void tamperIsToldOnChangeAndShown() {
        var door = rig.door(A);
        door.tamper = true;
        rig.lane().lookAgain();
        rig.on(new LaneInput.TamperMoved(A, rig.time.nowNs(), "entry", true));
        rig.on(new LaneInput.TamperMoved(A, rig.time.nowNs(), "entry", true));
        assertThat(rig.view(A).tampered("entry")).isTrue();
        assertThat(rig.view(A).tampers()).containsExactlyInAnyOrder("door", "entry");
        rig.on(new LaneInput.TamperMoved(A, rig.time.nowNs(), "entry", false));
        assertThat(kinds()).containsExactly(EventKind.TAMPER, EventKind.TAMPER, EventKind.TAMPER_CLEARED);
        assertThat(rig.last().additional()).containsEntry("reader", "entry");
    }

    @Test
    void aRestartFindsModesLockdownsAndTimersAsTheyWere() {
        var door = rig.door(A, FIRST_CARD, false);
        rig.command(A, new DoorCommand.Unlock(rig.time.nowMs() + 60_000));
        rig.command(A, new DoorCommand.LockDown(new Lockdown(false, true, false)));
        rig.restart();
        rig.door(A, FIRST_CARD, false);
        assertThat(door.strike.released()).isTrue();
        assertThat(door.locks.rex()).isTrue();
        rig.restart();
        rig.time.advance(Duration.ofMinutes(2));
        rig.door(A, FIRST_CARD, false);
        assertThat(door.strike.released()).as("it ended meanwhile").isFalse();
        assertThat(kinds()).containsExactly(EventKind.MODE_UNLOCK, EventKind.LOCKDOWN_ON, EventKind.MODE_NORMAL);
    }

    @Test
    void aFirstCardOutlastsARestartOnlyWhereItsHoursDid() {
        var door = rig.door(A, FIRST_CARD, false);
        rig.covered = true;
        enters();
        rig.coveredSince = true;
        rig.restart();
        rig.door(A, FIRST_CARD, false);
        assertThat(door.strike.released()).isTrue();
        rig.coveredSince = false;
        rig.restart();
        rig.door(A, FIRST_CARD, false);
        assertThat(door.strike.released()).isFalse();
        assertThat(kinds())
                .containsExactly(EventKind.ADMITTED_CARD, EventKind.AUTO_UNLOCK_STARTED, EventKind.AUTO_UNLOCK_ENDED);
    }

    @Test
    void anAlarmOutlastsARestartAndEndsOnce() {
        var door = rig.door(A);
        rig.advance(Duration.ofSeconds(1));
        rig.leaf(A, true);
        rig.restart();
        rig.door(A);
        assertThat(rig.view(A).state()).isEqualTo("forced");
        assertThat(door.sounder.active()).isTrue();
        door.leafOpen = false;
        rig.restart();
        rig.door(A);
        assertThat(kinds()).containsExactly(EventKind.FORCED_OPEN, EventKind.DOOR_NORMAL);
    }

    @Test
    void aRestartDuringFireReleasesFromTheStart() {
        var door = rig.door(A);
        rig.lockdown(A);
        rig.fire(A, true);
        Kept kept = Objects.requireNonNull(rig.kept.get(A));
        assertThat(kept.standing().fire())
                .as("the log has told of it: the next start tells only that it has ended")
                .isTrue();
        rig.lane().stop();
        assertThat(door.strike.released()).as("fire outlasts an orderly end").isTrue();
    }

    @Test
    void anOrderlyEndLetsAFailSafeLockGoAndSecuresAStrike() {
        var maglock = new Strike(new DoorRig.FakeOutput(), true, rig.time);
        rig.lane()
                .start(
                        new DoorSettings(7, 7, DoorRig.TIMES),
                        new DoorParts(maglock, Map.of(), () -> false, () -> false));
        var door = rig.door(A);
        rig.card(A);
        rig.lane().stop();
        assertThat(maglock.released()).isTrue();
        assertThat(door.strike.released()).isFalse();
    }

    @Test
    void aCommandForADoorThatIsNotThereIsRefused() {
        assertThat(rig.command(9, new DoorCommand.Normal())).contains("no door");
    }

    @Test
    void aDoorWhoseChannelIsNoMoreIsNormalAtOnceAndTakesNoCommands() {
        var door = rig.door(A, OFFICE, false);
        rig.covered = true;
        rig.advance(Duration.ofSeconds(1));
        rig.command(A, new DoorCommand.Unlock(null));
        rig.command(A, new DoorCommand.LockDown(new Lockdown(false, true, false)));
        var before = rig.kept.get(A);
        rig.on(new LaneInput.Removed(A, rig.time.nowNs()));
        assertThat(door.strike.released()).isFalse();
        assertThat(door.locks.rex()).isFalse();
        assertThat(kinds())
                .containsExactly(
                        EventKind.AUTO_UNLOCK_STARTED,
                        EventKind.MODE_UNLOCK,
                        EventKind.LOCKDOWN_ON,
                        EventKind.LOCKDOWN_OFF,
                        EventKind.AUTO_UNLOCK_ENDED,
                        EventKind.MODE_NORMAL);
        assertThat(rig.last().additional()).containsEntry("reason", "channel_removed");
        assertThat(rig.command(A, new DoorCommand.Unlock(null))).contains("no more");
        rig.advance(Duration.ofMinutes(1));
        assertThat(door.strike.released()).as("its hours are gone").isFalse();
        assertThat(rig.kept.get(A)).as("nothing is kept of it").isSameAs(before);
        rig.on(new LaneInput.NewRules(A, rig.time.nowNs(), DoorRig.TIMES, OFFICE));
        assertThat(door.strike.released()).as("there again").isTrue();
    }

    @Test
    void fireGoesOnAtADoorWhoseChannelIsNoMore() {
        var door = rig.door(A);
        rig.fire(A, true);
        rig.on(new LaneInput.Removed(A, rig.time.nowNs()));
        assertThat(door.strike.released()).isTrue();
        rig.fire(A, false);
        assertThat(door.strike.released()).isFalse();
        rig.on(new LaneInput.RexPressed(A, rig.time.nowNs()));
        assertThat(door.strike.released()).isTrue();
    }
}
