package dev.lintel.tools.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.tools.simulation.Premises.Door;
import dev.lintel.tools.simulation.Presentations.What;
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

    private static CardLimits times(@Nullable Long from, @Nullable Long to, @Nullable String day) {
        return new CardLimits(from, to, day == null ? null : LocalDate.parse(day), null, 0, 0, 0);
    }

    private CardLimits entries(int max) {
        return new CardLimits(null, null, null, null, max, 0, stage.time.nowMs());
    }

    private void admit() {
        stage.told(EventKind.ADMITTED_CARD, stage.shown(), stage.who.id);
    }

    @Test
    void cardWhoseLimitsApply_isNotAdmitted() {
        long nowMs = stage.time.nowMs();
        Map.of(
                        "credential_not_yet_valid", times(nowMs + 60_000, null, null),
                        "credential_expired", times(null, nowMs, null),
                        "credential_suspended", times(null, null, "2026-03-01"),
                        "credential_unused", new CardLimits(null, null, null, null, 0, 1, nowMs - 86_400_000))
                .forEach((reason, limits) -> {
                    stage.who.limits = limits;
                    assertThatThrownBy(this::admit).hasMessageContaining(reason);
                    stage.rejected(EventKind.REJECTED_CREDENTIAL_DISABLED, stage.shown(), reason);
                });
        stage.who.limits = CardLimits.NONE;
        assertThatThrownBy(() ->
                        stage.rejected(EventKind.REJECTED_CREDENTIAL_DISABLED, stage.shown(), "credential_expired"))
                .hasMessageContaining("turned away for credential_expired");
    }

    @Test
    void cardIsAdmittedForItsEntriesAndNoMore() {
        stage.who.limits = entries(2);
        admit();
        stage.told(EventKind.ADMITTED_NOT_USED, stage.time.nowNs(), stage.who.id);
        admit();
        admit(); // in place of the one before
        stage.judge.uses.opens(1);
        stage.judge.uses.settled(1);
        assertThatThrownBy(() ->
                        stage.rejected(EventKind.REJECTED_CREDENTIAL_DISABLED, stage.shown(), "credential_used_up"))
                .as("one is left")
                .hasMessageContaining("turned away");
        admit();
        stage.judge.uses.opens(1);
        stage.judge.uses.settled(1);
        assertThatThrownBy(this::admit).hasMessageContaining("credential_used_up");
        stage.rejected(EventKind.REJECTED_CREDENTIAL_DISABLED, stage.shown(), "credential_used_up");
        stage.who.limits = entries(1);
        stage.judge.uses.reset(stage.who);
        admit();
    }

    /// Two readers at once: the second decision comes before the lane has answered the first.
    @Test
    void cardAtTwoReadersAtOnce_isAdmittedOnce() {
        stage.who.limits = entries(1);
        long first = stage.shown();
        long second = stage.shown();
        stage.told(EventKind.ADMITTED_CARD, first, stage.who.id);
        assertThatThrownBy(() -> stage.told(EventKind.ADMITTED_CARD, second, stage.who.id))
                .hasMessageContaining("credential_used_up");
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
        stage.premises.roles().set(0, new Premises.Role(null, role.channels(), 2, "none", false));
        stage.judge.verdicts.threatLevel(3);
        assertThatThrownBy(() -> stage.told(EventKind.ADMITTED_CARD, stage.shown(), stage.who.id))
                .hasMessageContaining("threat_level");
        assertThatCode(() -> stage.rejected(EventKind.REJECTED_THREAT_LEVEL, stage.shown(), "threat_level"))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> stage.rejected(EventKind.REJECTED_NO_PERMISSION, stage.shown(), "no_permission"))
                .hasMessageContaining("should be: [threat_level]");
        stage.judge.verdicts.threatLevel(2);
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
        assertThatCode(() -> test.told(EventKind.ADMITTED_CARD, rightNs, test.who.id))
                .doesNotThrowAnyException();
        test.shown();
        assertThatThrownBy(() -> test.shown("entry", new What(null, Verdicts.underDuress(pin))))
                .hasMessageContaining("should say [duress of " + test.who.id + ", refused: null]");
    }

    @Test
    void aFactorThatAKillInterruptedIsAnsweredOnceAtTheNextStart() {
        var test = Stage.at(door ->
                door.accept().equals(List.of("card+pin")) && door.passback().equals("off") && !door.byBox());
        long atNs = test.shown();
        test.judge.decided();
        test.told(EventKind.MFA_STARTED, atNs, test.who.id);
        test.judge.presentations.forget();
        test.judge.lost(test.judge.told());
        test.judge.begins(_ -> test.view, test::clock);
        assertThatThrownBy(() -> test.judge.presentations.mustBeAnsweredInTime(test.time.nowNs(), 0))
                .hasMessageContaining("no answer at the start");
        Runnable answer = () -> test.judge.event(new EventDraft(
                EventKind.REJECTED_TIMEOUT,
                0,
                test.time.nowNs(),
                EventDraft.Subject.channel(1),
                Map.of("reader", "entry", "interrupted", true)));
        answer.run();
        test.judge.presentations.mustBeAnsweredInTime(test.time.nowNs(), 0);
        assertThatThrownBy(answer::run).hasMessageContaining("or it has its answer");
        test.judge.lost(0);
        answer.run(); // a kill has lost the first one
    }

    @Test
    void suppliesAreReportedOnceAndAsTheirWiresSay() {
        var mains = new EventDraft(EventKind.POWER_FAIL, 0, 0, EventDraft.Subject.NOBODY, Map.of("input", "power"));
        assertThatThrownBy(() -> stage.judge.event(mains)).hasMessageContaining("its wire says otherwise");
        stage.judge.supply.moves(Supply.Input.MAINS, true);
        assertThatThrownBy(stage.judge.supply::settled).hasMessageContaining("the wires say [MAINS], the log says []");
        stage.judge.event(mains);
        stage.judge.supply.settled();
        assertThatThrownBy(() -> stage.judge.event(mains)).hasMessageContaining("twice");
        stage.judge.lost(0);
        stage.judge.event(mains); // a kill has lost the first one
    }

    @Test
    void eachPresentationHasOneAnswer() {
        long atNs = stage.shown();
        stage.told(EventKind.ADMITTED_CARD, atNs, stage.who.id);
        assertThatThrownBy(() -> stage.told(EventKind.ADMITTED_CARD, atNs, stage.who.id))
                .hasMessageContaining("second one");
        stage.shown();
        stage.pass(3_001);
        assertThatThrownBy(() -> stage.judge.presentations.mustBeAnsweredInTime(stage.time.nowNs(), 3_000_000_000L))
                .hasMessageContaining("no answer");
    }

    /// As [Stage#TRACE] at the exit, with one thing otherwise; null is left out.
    private static Map<String, Object> traced(Stage test, String key, @Nullable Object value) {
        var trace = new HashMap<>(Stage.TRACE);
        Door door = test.premises.door(1);
        if (!door.from().isEmpty()) trace.put("area", door.from());
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
        soft.judge.whereabouts.settled(1, soft.judge.told());
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
        stage.door().strike(true, stage.time.nowNs());
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
