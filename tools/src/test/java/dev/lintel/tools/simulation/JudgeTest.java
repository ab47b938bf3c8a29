package dev.lintel.tools.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.controller.event.EventKind;
import dev.lintel.tools.simulation.Premises.Door;
import dev.lintel.tools.simulation.Presentations.What;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What must never happen to people, made to happen: each is seen.
class JudgeTest {
    private final Stage stage = new Stage();

    @Test
    void anAdmissionThatIsRightIsNoViolation() {
        assertThatCode(() -> stage.told(EventKind.ADMITTED_CARD, stage.shown(), stage.who.id))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> stage.told(EventKind.ADMITTED_PIN, stage.shown(), stage.who.id))
                .hasMessageContaining("ADMITTED_CARD");
    }

    @Test
    void whoMayNotPassIsNotAdmitted() {
        stage.who.validTo = LocalDate.parse("2026-02-27");
        assertThatThrownBy(() -> stage.told(EventKind.ADMITTED_CARD, stage.shown(), stage.who.id))
                .hasMessageContaining("expired");
        stage.who.validTo = null;
        stage.who.enabled = false;
        assertThatThrownBy(() -> stage.told(EventKind.ADMITTED_CARD, stage.shown(), stage.who.id))
                .hasMessageContaining("disabled");
        stage.who.enabled = true;
        stage.who.cardActive = false;
        assertThatThrownBy(() -> stage.told(EventKind.ADMITTED_CARD, stage.shown(), stage.who.id))
                .hasMessageContaining("credential_disabled");
        stage.who.cardActive = true;
        assertThatThrownBy(() -> stage.told(EventKind.ADMITTED_CARD, stage.shown(), stage.who.id + 1))
                .hasMessageContaining("wrong person");
        assertThatThrownBy(() -> stage.told(
                        EventKind.ADMITTED_PIN, stage.shown("entry", new What(null, stage.who.pin)), stage.who.id))
                .hasMessageContaining("not_accepted_here");
        assertThatThrownBy(() ->
                        stage.told(EventKind.ADMITTED_CARD, stage.shown("entry", new What(null, null)), stage.who.id))
                .hasMessageContaining("unknown_card");
    }

    @Test
    void whoMayPassIsNotTurnedAway() {
        assertThatThrownBy(() -> stage.rejected(EventKind.REJECTED_NO_PERMISSION, stage.shown(), "no_permission"))
                .hasMessageContaining("turned away for no_permission, and should be: []");
        assertThatThrownBy(() -> stage.rejected(EventKind.REJECTED_LOCKDOWN, stage.shown(), "lockdown"))
                .hasMessageContaining("turned away for lockdown");
        assertThatThrownBy(() -> stage.rejected(EventKind.REJECTED_INTERLOCK, stage.shown(), "interlock"))
                .hasMessageContaining("turned away for interlock");
        assertThatThrownBy(() -> stage.rejected(EventKind.REJECTED_NOT_READY, stage.shown(), "not_ready"))
                .hasMessageContaining("time to decide");
    }

    @Test
    void whoIsTurnedAwayHearsTheTruth() {
        stage.who.enabled = false;
        assertThatThrownBy(() -> stage.rejected(EventKind.REJECTED_OUT_OF_HOURS, stage.shown(), "out_of_hours"))
                .hasMessageContaining("[person_disabled]");
        assertThatCode(() -> stage.rejected(EventKind.REJECTED_PERSON_DISABLED, stage.shown(), "person_disabled"))
                .doesNotThrowAnyException();
    }

    @Test
    void lockdownKeepsPeopleOut() {
        long atNs = stage.shown();
        stage.lockdown(true, false);
        assertThatThrownBy(() -> stage.told(EventKind.ADMITTED_CARD, atNs, stage.who.id))
                .hasMessageContaining("in lockdown");
    }

    @Test
    void rolesThatAreNotValidAtTheThreatLevelAdmitNobody() {
        stage.who.roles.removeIf(role -> role != 1);
        Premises.Role role = stage.premises.roles().getFirst();
        stage.premises.roles().set(0, new Premises.Role(null, role.channels(), 2));
        stage.judge.threatLevel(3);
        assertThatThrownBy(() -> stage.told(EventKind.ADMITTED_CARD, stage.shown(), stage.who.id))
                .hasMessageContaining("threat_level");
        assertThatCode(() -> stage.rejected(EventKind.REJECTED_THREAT_LEVEL, stage.shown(), "threat_level"))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> stage.rejected(EventKind.REJECTED_NO_PERMISSION, stage.shown(), "no_permission"))
                .hasMessageContaining("should be: [threat_level]");
        stage.judge.threatLevel(2);
        assertThatThrownBy(() -> stage.rejected(EventKind.REJECTED_THREAT_LEVEL, stage.shown(), "threat_level"))
                .hasMessageContaining("turned away for threat_level");
        assertThatThrownBy(() -> stage.told(EventKind.ADMITTED_CARD, stage.shown(), stage.who.id))
                .as("the event has to name the level")
                .hasMessageContaining("threat_level");
    }

    @Test
    void whoCanOnlyLeaveByTheBoxIsLetOut() {
        var test = Stage.at(door -> door.byBox() && door.accept().equals(List.of("card")));
        test.lockdown(true, false);
        assertThatThrownBy(() -> test.rejected(
                        EventKind.REJECTED_LOCKDOWN, test.shown("exit", new What(test.who, null)), "lockdown"))
                .hasMessageContaining("turned away for lockdown");
        assertThatThrownBy(() -> {
                    test.judge.asked(1, new DoorCommand.LockDown(new Lockdown(false, true, false)));
                    test.judge.commanded(1, new DoorCommand.LockDown(new Lockdown(false, true, false)), null);
                })
                .hasMessageContaining("nobody could leave");
    }

    @Test
    void twoFactorsAreTwo() {
        var test = Stage.at(door -> door.accept().equals(List.of("card+pin"))
                && door.passback().equals("off")
                && door.duress()
                && !door.byBox());
        String pin = String.valueOf(test.who.factor());
        assertThatThrownBy(() -> test.told(EventKind.ADMITTED_CARD, test.shown(), test.who.id))
                .hasMessageContaining("a second factor is wanted");
        test.shown(); // begins anew
        long wrongNs = test.shown("entry", new What(null, "9876"));
        assertThatThrownBy(() -> test.told(EventKind.ADMITTED_CARD, wrongNs, test.who.id))
                .hasMessageContaining("wrong_factor");
        test.shown();
        long rightNs = test.shown("entry", new What(null, pin));
        test.judge.decided();
        assertThatCode(() -> test.told(EventKind.ADMITTED_CARD, rightNs, test.who.id))
                .doesNotThrowAnyException();
        test.shown();
        test.shown("entry", new What(null, Verdicts.underDuress(pin)));
        assertThatThrownBy(test.judge::decided).hasMessageContaining("duress: true");
    }

    @Test
    void aKeypadRestsAfterWrongPins() {
        var test = Stage.at(
                door -> door.accept().contains("pin") && door.passback().equals("off") && !door.byBox());
        test.pass(Duration.ofMinutes(3).toMillis());
        for (int i = 0; i < 5; i++) test.shown("entry", new What(null, "4321"));
        String pin = String.valueOf(test.who.pin);
        long atNs = test.shown("entry", new What(null, pin));
        assertThatThrownBy(() -> test.told(EventKind.ADMITTED_PIN, atNs, test.who.id))
                .hasMessageContaining("pin_locked");
    }

    @Test
    void eachPresentationHasOneAnswer() {
        long atNs = stage.shown();
        stage.told(EventKind.ADMITTED_CARD, atNs, stage.who.id);
        assertThatThrownBy(() -> stage.told(EventKind.ADMITTED_CARD, atNs, stage.who.id))
                .hasMessageContaining("second one");
        stage.shown();
        stage.pass(3_001);
        assertThatThrownBy(() -> stage.judge.presentations().mustBeAnsweredInTime(stage.time.nowNs(), 3_000_000_000L))
                .hasMessageContaining("no answer");
    }

    /// As [Stage#TRACE] at the exit, with one thing otherwise; null is left out.
    private static Map<String, Object> traced(Stage test, String key, @Nullable Object value) {
        var trace = new HashMap<>(Stage.TRACE);
        if (!test.premises.door(1).passback().equals("off")) trace.put("area", Door.OUTSIDE);
        if (value == null) trace.remove(key);
        else trace.put(key, value);
        return trace;
    }

    @Test
    void anAdmissionNamesWhatLetThemThrough() {
        for (Long role : Arrays.asList(null, 2L, 99L)) {
            assertThatThrownBy(() -> stage.told(
                            EventKind.ADMITTED_CARD, stage.shown(), stage.who.id, traced(stage, "role_id", role)))
                    .hasMessageContaining("admitted by");
        }
        for (String more : List.of("shift_id", "group_id", "reservation_id")) {
            assertThatThrownBy(() ->
                            stage.told(EventKind.ADMITTED_CARD, stage.shown(), stage.who.id, traced(stage, more, 1L)))
                    .hasMessageContaining("admitted by");
        }
        assertThatThrownBy(() -> stage.told(
                        EventKind.ADMITTED_CARD, stage.shown(), stage.who.id, traced(stage, "mode", "unlock")))
                .hasMessageContaining("mode=normal");
        assertThatThrownBy(() -> stage.told(
                        EventKind.ADMITTED_CARD, stage.shown(), stage.who.id, traced(stage, "clock", "held")))
                .hasMessageContaining("clock=trusted");
    }

    @Test
    void whatIsNotEnforcedIsToldWhereItIsDueAndNowhereElse() {
        assertThatThrownBy(() -> stage.told(
                        EventKind.ADMITTED_CARD, stage.shown(), stage.who.id, traced(stage, "passback", "violated")))
                .hasMessageContaining("passback should be null");
        assertThatThrownBy(() -> stage.told(
                        EventKind.ADMITTED_CARD,
                        stage.shown(),
                        stage.who.id,
                        traced(stage, "not_enforced", List.of("tamper"))))
                .hasMessageContaining("not enforced should be []");
        var soft = Stage.at(door -> door.accept().equals(List.of("card"))
                && door.passback().equals("soft")
                && door.forgiveAt() == null
                && !door.byBox());
        var leaves = new What(soft.who, null);
        soft.told(EventKind.ADMITTED_CARD, soft.shown("exit", leaves), soft.who.id, traced(soft, "mode", "normal"));
        soft.door().leaf(true, false, soft.time.nowNs());
        soft.judge.whereabouts().settled(1, soft.judge.told());
        long againNs = soft.shown("exit", leaves);
        assertThatThrownBy(
                        () -> soft.told(EventKind.ADMITTED_CARD, againNs, soft.who.id, traced(soft, "mode", "normal")))
                .hasMessageContaining("passback should be violated");
        long onceMoreNs = soft.shown("exit", leaves);
        assertThatCode(() -> soft.told(
                        EventKind.ADMITTED_CARD, onceMoreNs, soft.who.id, traced(soft, "passback", "violated")))
                .doesNotThrowAnyException();
    }

    @Test
    void whoLeavesInALockdownThatMayNotKeepThemInIsToldOf() {
        var test = Stage.at(door -> door.byBox()
                && door.accept().equals(List.of("card"))
                && door.passback().equals("off"));
        test.lockdown(true, false);
        var leaves = new What(test.who, null);
        assertThatThrownBy(() -> test.told(EventKind.ADMITTED_CARD, test.shown("exit", leaves), test.who.id))
                .hasMessageContaining("not enforced should be [lockdown]");
        assertThatCode(() -> test.told(
                        EventKind.ADMITTED_CARD,
                        test.shown("exit", leaves),
                        test.who.id,
                        traced(test, "not_enforced", List.of("lockdown"))))
                .doesNotThrowAnyException();
    }

    @Test
    void aKillTakesBackWhatWasNotOnDisk() {
        stage.judge.asked(1, new DoorCommand.Unlock(null));
        stage.told(EventKind.MODE_UNLOCK);
        stage.lockdown(true, false);
        stage.judge.lost(1);
        assertThat(stage.door().told().unlock()).isTrue();
        assertThat(stage.door().told().lockdown()).isEqualTo(Lockdown.NONE);
        stage.judge.lost(0);
        assertThat(stage.door().told().unlock()).isFalse();
    }

    @Test
    void anAdmissionThatIsNotUsedIsReportedOnceAndOnlyWhereTheLeafStayedShut() {
        assertThatThrownBy(() -> stage.told(EventKind.ADMITTED_NOT_USED, 1, stage.who.id))
                .hasMessageContaining("nobody waits");
        stage.told(EventKind.ADMITTED_CARD, stage.shown(), stage.who.id);
        assertThatCode(() -> stage.told(EventKind.ADMITTED_NOT_USED, 1, stage.who.id))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> stage.told(EventKind.ADMITTED_NOT_USED, 1, stage.who.id))
                .hasMessageContaining("nobody waits");
        stage.told(EventKind.ADMITTED_CARD, stage.shown(), stage.who.id);
        var passing = new Passing(stage.judge, stage.time);
        passing.settled(stage.door(), stage.time.nowNs());
        stage.pass(5_000);
        assertThatThrownBy(() -> passing.settled(stage.door(), stage.time.nowNs()))
                .hasMessageContaining("did not pass");
        stage.door().leaf(true, false, stage.time.nowNs());
        assertThatThrownBy(() -> stage.told(EventKind.ADMITTED_NOT_USED, 1, stage.who.id))
                .hasMessageContaining("nobody waits");
        passing.settled(stage.door(), stage.time.nowNs());
        assertThatThrownBy(() -> stage.told(EventKind.ADMITTED_NOT_USED, 1, stage.who.id))
                .hasMessageContaining("nobody waits");
    }

    /// The strike of a door that people can leave by its handle relocks for exits, too.
    @Test
    void anExitHoldsTheStrikeUntilThePersonHasPassed() {
        var exits = stage.door().exits;
        stage.door().strike(true, stage.time.nowNs());
        exits.moves(true, true, stage.time.nowNs());
        exits.pressed(true, stage.time.nowNs());
        assertThat(exits.holds()).isTrue();
        assertThatThrownBy(() -> stage.door().strike(false, stage.time.nowNs()))
                .hasMessageContaining("exit's time runs");
        stage.pass(1);
        stage.door().leaf(!stage.door().times().relockOnClose(), false, stage.time.nowNs());
        assertThat(exits.holds()).isFalse();
        assertThatCode(() -> stage.door().strike(false, stage.time.nowNs())).doesNotThrowAnyException();
    }
}
