package dev.lintel.tools.simulation;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// What must never happen at a door, made to happen: each is seen.
class DoorWatchTest {
    private final Stage stage = new Stage();

    @Test
    void aStrikeNeedsACauseAndDoesNotOutlastIt() {
        stage.door().strike(true, stage.time.nowNs());
        assertThatThrownBy(stage::settle).hasMessageContaining("does not say why");
        stage.told(EventKind.ADMITTED_CARD, stage.shown(), stage.who.id);
        assertThatCode(stage::settle).doesNotThrowAnyException();
        stage.pass(stage.door().times().unlock() * 1000L - 500);
        assertThatCode(stage::settle).doesNotThrowAnyException();
        stage.pass(600);
        assertThatThrownBy(stage::settle).hasMessageContaining("still released");
    }

    @Test
    void whoIsAdmittedFindsTheDoorOpenForTheirTime() {
        stage.told(EventKind.ADMITTED_CARD, stage.shown(), stage.who.id);
        assertThatThrownBy(stage::settle).hasMessageContaining("somebody may pass, and the strike holds");
        stage.pass(60_000);
        stage.told(EventKind.ADMITTED_CARD, stage.shown(), stage.who.id);
        stage.door().strike(true, stage.time.nowNs());
        stage.settle();
        stage.pass(stage.door().times().unlock() * 1000L - 500);
        stage.door().strike(false, stage.time.nowNs());
        assertThatThrownBy(stage::settle).hasMessageContaining("somebody may pass, and the strike holds");
    }

    @Test
    void whatWasOwedBeforeARestartIsOwedNoMore() {
        stage.told(EventKind.ADMITTED_CARD, stage.shown(), stage.who.id);
        stage.door().strike(true, stage.time.nowNs());
        stage.door().strike(false, stage.time.nowNs()); // as the process ends
        stage.restarts();
        stage.pass(60_000);
        stage.told(EventKind.ADMITTED_CARD, stage.shown(), stage.who.id);
        stage.door().strike(true, stage.time.nowNs());
        assertThatCode(stage::settle).doesNotThrowAnyException();
    }

    @Test
    void anExitThatIsHeldKeepsTheStrikeReleased() {
        stage.door().exits.moves(true, true, stage.time.nowNs());
        stage.door().strike(true, stage.time.nowNs());
        stage.door().exits.pressed(true, stage.time.nowNs());
        stage.told(EventKind.REX_PRESSED);
        stage.told(EventKind.ADMITTED_REQUEST_EXIT);
        stage.settle();
        stage.pass(60_000);
        stage.settle();
        stage.door().strike(false, stage.time.nowNs());
        assertThatThrownBy(stage::settle).hasMessageContaining("an exit is held, and the strike holds");
    }

    @Test
    void aLockThatNobodyAttendsToIsAsWithoutCurrent() {
        stage.door().left();
        stage.door().bounds.unattended(stage.time.nowNs());
        stage.door().exits.moves(true, true, stage.time.nowNs());
        assertThatThrownBy(() -> stage.door().bounds.unattended(stage.time.nowNs()))
                .hasMessageContaining("who may pass cannot");
        stage.door().exits.moves(true, false, stage.time.nowNs());
        stage.pass(2_000);
        stage.door().strike(true, stage.time.nowNs() - 1_500_000_000L);
        assertThatThrownBy(() -> stage.door().bounds.unattended(stage.time.nowNs()))
                .hasMessageContaining("stays released");
    }

    @Test
    void theSounderSoundsWithTheAlarm() {
        stage.pass(1_000); // so soon after its begin no leaf is forced
        stage.door().leaf(true, false, stage.time.nowNs());
        stage.told(EventKind.FORCED_OPEN);
        assertThatThrownBy(stage::settle).hasMessageContaining("the sounder is off");
        stage.door().alarms.sounds(true, stage.time.nowNs());
        assertThatCode(stage::settle).doesNotThrowAnyException();
    }

    @Test
    void lockdownEndsWhatWasGivenBefore() {
        stage.told(EventKind.ADMITTED_CARD, stage.shown(), stage.who.id);
        stage.door().strike(true, stage.time.nowNs());
        stage.settle();
        stage.pass(1);
        stage.lockdown(true, false);
        assertThatThrownBy(stage::settle).hasMessageContaining("still released");
    }

    @Test
    void aDoorThatTheLogCallsUnlockedIsUnlocked() {
        assertThatThrownBy(() -> stage.told(EventKind.MODE_UNLOCK)).hasMessageContaining("nothing asks for it");
        stage.judge.asked(1, new DoorCommand.Unlock(null));
        stage.told(EventKind.MODE_UNLOCK);
        assertThatThrownBy(stage::settle).hasMessageContaining("its strike holds");
    }

    @Test
    void nothingChangesUnasked() {
        assertThatThrownBy(() ->
                        stage.told(EventKind.LOCKDOWN_ON, stage.time.nowNs(), null, Map.of("card_lockdown", true)))
                .hasMessageContaining("nothing asks for it");
        assertThatThrownBy(() -> stage.told(EventKind.AUTO_UNLOCK_STARTED)).hasMessageContaining("nothing asks for it");
        assertThatThrownBy(() -> stage.told(EventKind.FIRE_RELEASE_ON)).hasMessageContaining("nothing asks for it");
        stage.judge.asked(1, new DoorCommand.Unlock(stage.time.nowMs() + 60_000));
        stage.told(
                EventKind.MODE_UNLOCK,
                stage.time.nowNs(),
                null,
                Map.of("relock_at", Stage.START.plusSeconds(60).toString()));
        stage.judge.commanded(
                1, new DoorCommand.Unlock(Stage.START.plusSeconds(60).toEpochMilli()), null);
        assertThatThrownBy(() -> stage.told(EventKind.MODE_NORMAL)).hasMessageContaining("nothing asks for it");
        stage.pass(60_000);
        assertThatCode(() -> stage.told(EventKind.MODE_NORMAL)).doesNotThrowAnyException();
    }

    /// At a place with several zones, the first of which releases the door; the second does not.
    @Test
    void fireIsToldOfTheZonesThatCalled() {
        var test = Stage.at(door -> door.zones().equals(Set.of(1)), Premises::namesZones);
        DoorWatch door = test.door();
        door.burns(2, true);
        assertThatThrownBy(() -> test.told(EventKind.FIRE_RELEASE_ON)).hasMessageContaining("nothing asks for it");
        door.burns(1, true);
        for (List<String> wrong : List.of(List.<String>of(), List.of("Zone 2"), List.of("Zone 1", "Zone 2"))) {
            assertThatThrownBy(() -> fire(test, EventKind.FIRE_RELEASE_ON, wrong))
                    .hasMessageContaining("nothing asks");
            door.burns(1, true); // the judge has taken the event as told
        }
        fire(test, EventKind.FIRE_RELEASE_ON, List.of("Zone 1"));
        assertThatThrownBy(() -> door.strike(false, test.time.nowNs())).hasMessageContaining("secured during fire");
        assertThatThrownBy(test::settle).hasMessageContaining("stands unlocked by the log, and its strike holds");
        door.burns(1, false);
        fire(test, EventKind.FIRE_RELEASE_OFF, List.of("Zone 1"));
    }

    @Test
    void anExitThatIsActiveAsAProcessBeginsIsNotPressedByTheEndOfItsLockdown() {
        var test = Stage.at(door -> door.zones().equals(Set.of(1)) && !door.byBox(), Premises::namesZones);
        test.lockdown(false, true);
        test.door().exits.moves(true, true, test.time.nowNs());
        test.restarts();
        test.door().burns(1, true);
        test.door().strike(true, test.time.nowNs());
        fire(test, EventKind.FIRE_RELEASE_ON, List.of("Zone 1"));
        test.door().exits.held(test.time.nowNs());
        assertThatCode(test::settle).doesNotThrowAnyException();
    }

    private static void fire(Stage test, EventKind kind, List<String> zones) {
        test.told(kind, test.time.nowNs(), null, zones.isEmpty() ? Map.of() : Map.of("zones", zones));
    }

    private final Premises.Switch key = new Premises.Switch(1, Set.of(), new Lockdown(true, false, false), true);

    private void lockdown(EventKind kind, String by) {
        boolean card = kind == EventKind.LOCKDOWN_ON;
        stage.told(kind, stage.time.nowNs(), null, Map.of("card_lockdown", card, "by", by));
    }

    @Test
    void lockdownBySwitch_isToldOnce_andEndsWithItsReleaseAlone() {
        LockedBy lockedBy = stage.door().lockedBy;
        assertThatThrownBy(() -> lockdown(EventKind.LOCKDOWN_ON, key.by())).hasMessageContaining("nothing asks for it");
        lockedBy.locks(key, key.locks());
        assertThatThrownBy(stage::settle).hasMessageContaining("the log does not tell of Order");
        stage.restarts();
        lockedBy.locks(key, key.locks());
        assertThatThrownBy(() -> lockdown(EventKind.LOCKDOWN_ON, "somebody")).hasMessageContaining("nothing asks");
        stage.restarts();
        lockedBy.locks(key, key.locks());
        lockdown(EventKind.LOCKDOWN_ON, key.by());
        stage.settle();
        stage.judge.asked(1, new DoorCommand.LockDown(key.locks()));
        lockedBy.releases(key);
        assertThatThrownBy(() -> lockdown(EventKind.LOCKDOWN_OFF, key.by()))
                .as("an operator has ordered it, too")
                .hasMessageContaining("nothing asks for it");
    }

    @Test
    void releaseOfASwitch_endsWhatItOrdered() {
        LockedBy lockedBy = stage.door().lockedBy;
        lockedBy.locks(key, key.locks());
        lockdown(EventKind.LOCKDOWN_ON, key.by());
        stage.restarts();
        lockedBy.releases(key);
        lockdown(EventKind.LOCKDOWN_OFF, key.by());
        stage.settle();
        lockedBy.locks(key, key.locks());
        lockdown(EventKind.LOCKDOWN_ON, key.by());
        lockedBy.releases(key);
        assertThatThrownBy(stage::settle).hasMessageContaining("the log does not tell of Order");
    }

    @Test
    void brokenWireOfASwitch_isTold() {
        var premises = new Premises(
                stage.premises.accountZone(),
                stage.premises.holiday(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(key),
                List.of(),
                Map.of(),
                Map.of());
        var switches = new Switches(premises, _ -> stage.door(), new ThreatWatch(premises, stage.judge.verdicts));
        switches.begins(line -> premises.allSwitches().stream().anyMatch(each -> each.checkLine() == line), 0);
        switches.moved(key, _ -> false, 0);
        switches.looked(TimeUnit.SECONDS.toNanos(1));
        assertThatThrownBy(() -> switches.looked(TimeUnit.SECONDS.toNanos(5))).hasMessageContaining("broken wire");
        var fault = new EventDraft(
                EventKind.LINE_FAULT, 0, 0, EventDraft.Subject.NOBODY, Map.of("input", key.by(), "found", "a wire"));
        switches.event(fault, _ -> {});
        switches.looked(TimeUnit.SECONDS.toNanos(5));
        assertThatThrownBy(() -> switches.event(fault, _ -> {})).hasMessageContaining("twice");
    }

    @Test
    void anExitOpensAndStaysOpenForItsTime() {
        assertThatThrownBy(() -> stage.door().exits.pressed(true, stage.time.nowNs()))
                .hasMessageContaining("the strike holds");
        stage.pass(1);
        stage.door().strike(true, stage.time.nowNs());
        stage.door().exits.pressed(true, stage.time.nowNs());
        stage.pass(500);
        assertThatThrownBy(() -> stage.door().strike(false, stage.time.nowNs())).hasMessageContaining("exit's time");
    }

    @Test
    void theLogTellsOfEachExit() {
        stage.door().strike(true, stage.time.nowNs());
        stage.door().exits.pressed(true, stage.time.nowNs());
        assertThatThrownBy(stage::settle)
                .hasMessageContaining("does not tell of")
                .hasMessageContaining("REX at");
        stage.told(EventKind.REX_PRESSED);
        assertThatThrownBy(stage::settle).hasMessageContaining("does not tell of [REX at");
        stage.told(EventKind.ADMITTED_REQUEST_EXIT);
        assertThatCode(stage::settle).doesNotThrowAnyException();
        assertThatThrownBy(() -> stage.told(EventKind.ADMITTED_REQUEST_EXIT)).hasMessageContaining("nobody pressed it");
    }

    @Test
    void anExitThatIsLockedDownOpensNothing() {
        stage.lockdown(false, true);
        stage.door().exits.pressed(true, stage.time.nowNs());
        assertThatThrownBy(() -> stage.told(EventKind.ADMITTED_REQUEST_EXIT))
                .hasMessageContaining("and should be: REX, locked down");
        stage.pass(1);
        stage.door().exits.pressed(true, stage.time.nowNs());
        assertThatCode(() -> stage.told(EventKind.REJECTED_LOCKDOWN, stage.time.nowNs(), null, Map.of("input", "rex")))
                .doesNotThrowAnyException();
        stage.pass(1);
        stage.door().strike(true, stage.time.nowNs());
        assertThatThrownBy(() -> stage.told(EventKind.ADMITTED_REQUEST_EXIT)).hasMessageContaining("nobody pressed it");
    }

    @Test
    void whatEndsHasBegun() {
        assertThatThrownBy(() -> stage.told(EventKind.DOOR_NORMAL)).hasMessageContaining("not raised");
        assertThatThrownBy(() -> stage.told(EventKind.LOCKDOWN_OFF)).hasMessageContaining("nothing asks for it");
        assertThatThrownBy(() -> stage.told(EventKind.FIRE_RELEASE_OFF)).hasMessageContaining("nothing asks for it");
        assertThatThrownBy(() -> stage.told(EventKind.TAMPER_CLEARED)).hasMessageContaining("twice");
        assertThatThrownBy(() -> stage.told(EventKind.AUTO_UNLOCK_ENDED)).hasMessageContaining("nothing asks for it");
        stage.pass(1_000);
        stage.door().leaf(true, false, stage.time.nowNs());
        stage.told(EventKind.FORCED_OPEN);
        assertThatThrownBy(() -> stage.told(EventKind.EXTENDED_OPEN)).hasMessageContaining("while");
    }

    @Test
    void aLeafThatIsLetOpenIsNotForced() {
        stage.door().strike(true, stage.time.nowNs());
        stage.door().leaf(true, false, stage.time.nowNs());
        assertThatThrownBy(() -> stage.told(EventKind.FORCED_OPEN)).hasMessageContaining("let go");
        stage.pass(1);
        assertThatThrownBy(() -> stage.told(EventKind.FORCED_OPEN)).hasMessageContaining("nobody opened it");
    }

    @Test
    void aForcedOpeningIsTold() {
        stage.pass(1_000);
        stage.door().leaf(true, false, stage.time.nowNs());
        assertThatThrownBy(stage::settle).hasMessageContaining("a forced opening that the log does not tell of");
    }

    @Test
    void aLeafThatStandsOpenIsToldInTime() {
        Stage stage = Stage.at(door -> !door.times().alarms().preAlarm());
        stage.judge.asked(1, new DoorCommand.Unlock(null));
        stage.told(EventKind.MODE_UNLOCK);
        stage.door().strike(true, stage.time.nowNs());
        stage.door().leaf(true, false, stage.time.nowNs());
        stage.settle();
        stage.judge.asked(1, new DoorCommand.Normal());
        stage.told(EventKind.MODE_NORMAL);
        stage.door().strike(false, stage.time.nowNs());
        assertThatThrownBy(() -> stage.told(EventKind.DOOR_EXTENDED_WARNING)).hasMessageContaining("before its time");
        assertThatThrownBy(() -> stage.told(EventKind.EXTENDED_OPEN)).hasMessageContaining("before its time");
        stage.pass(stage.door().times().warning() * 1000L + 10);
        stage.settle();
        stage.pass(1_200);
        assertThatThrownBy(stage::settle).hasMessageContaining("without a warning");
        stage.told(EventKind.DOOR_EXTENDED_WARNING);
        stage.pass(stage.door().times().extendedOpen() * 1000L);
        stage.settle();
        stage.pass(1_200);
        assertThatThrownBy(stage::settle).hasMessageContaining("without an alarm");
    }
}
