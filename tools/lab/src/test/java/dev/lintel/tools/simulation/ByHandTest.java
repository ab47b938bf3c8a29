package dev.lintel.tools.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.event.EventKind;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/// What must never come of letting people in by hand, made to come of it: each is seen.
class ByHandTest {
    private final Stage stage = new Stage();

    private static void wrong(String words, ThrowingCallable what) {
        assertThatThrownBy(what).isInstanceOf(Violation.class).hasMessageContaining(words);
    }

    private void let(long id) {
        stage.byHand(EventKind.ADMITTED_MANUAL, id, stage.who, Stage.TRACE);
    }

    private void letAnybody(long id) {
        stage.byHand(EventKind.ADMITTED_MANUAL, id, null, Map.of());
    }

    private void denied(long id, String reason) {
        stage.byHand(EventKind.ADMISSION_DENIED, id, stage.who, Map.of("reason", reason));
    }

    @Test
    void whoMayBeLetInIsNoViolation() {
        assertThatCode(() -> let(stage.asked(stage.who))).doesNotThrowAnyException();
        assertThatCode(() -> letAnybody(stage.asked(null))).doesNotThrowAnyException();
        stage.judge.byHand.mustBeAnswered();
    }

    @Test
    void eachRequestHasOneResultAndNothingElseDoes() {
        wrong("nobody asked", () -> let(99));
        long id = stage.asked(stage.who);
        wrong("nothing came of", stage.judge.byHand::mustBeAnswered);
        wrong("does not say how", () -> stage.judge.byHand.answered(id));
        let(id);
        stage.judge.byHand.answered(id);
        wrong("told twice", () -> let(id));
        wrong("nobody asked", () -> stage.byHand(EventKind.ADMISSION_REQUESTED, id, stage.who, Map.of()));
        stage.pass(1);
        long unknown = stage.judge.byHand.asked(stage.door(), stage.who, stage.clock());
        wrong("no request", () -> let(unknown));
    }

    @Test
    void itIsWhoWasAskedFor() {
        wrong("who was to be let in", () -> letAnybody(stage.asked(stage.who)));
        wrong("who was to be let in", () -> let(stage.asked(null)));
        long id = stage.asked(stage.who);
        var trace = new HashMap<>(Stage.TRACE);
        trace.put("admission_request_id", id);
        wrong("by whom", () -> stage.told(EventKind.ADMITTED_MANUAL, stage.time.nowNs(), stage.who.id, trace));
    }

    @Test
    void whoMayNotPassIsNotLetInAndHearsTheTruth() {
        stage.who.validTo = LocalDate.parse("2026-02-27");
        wrong("expired", () -> let(stage.asked(stage.who)));
        wrong("should be", () -> denied(stage.asked(stage.who), "no_permission"));
        assertThatCode(() -> denied(stage.asked(stage.who), "person_expired")).doesNotThrowAnyException();
        stage.who.validTo = null;
        wrong("not let in for person_expired", () -> denied(stage.asked(stage.who), "person_expired"));
        wrong("not let in for interlock", () -> denied(stage.asked(stage.who), "interlock"));
        wrong("not let in for lockdown", () -> denied(stage.asked(stage.who), "lockdown"));
        wrong(
                "admitted by",
                () -> stage.byHand(
                        EventKind.ADMITTED_MANUAL, stage.asked(stage.who), stage.who, Map.of("role_id", 99L)));
    }

    @Test
    void aLockdownOrAModeKeepsThemOut() {
        long id = stage.asked(stage.who);
        long anybody = stage.asked(null);
        stage.lockdown(true, false);
        wrong("in lockdown", () -> let(id));
        wrong("nobody may be for lockdown", () -> letAnybody(anybody));
        long unlocked = stage.asked(null);
        stage.judge.asked(1, new DoorCommand.Unlockdown());
        stage.told(EventKind.LOCKDOWN_OFF, stage.time.nowNs(), null, Map.of("by", "somebody"));
        stage.judge.asked(1, new DoorCommand.Unlock(null));
        stage.told(EventKind.MODE_UNLOCK);
        var trace = Map.<String, Object>of("unlocked_by", "mode");
        wrong("nobody may be for mode", () -> stage.byHand(EventKind.ADMITTED_MANUAL, unlocked, null, trace));
        wrong("is not so", () -> let(stage.asked(stage.who)));
    }

    @Test
    void threeSecondsLaterNobodyStandsThere() {
        long id = stage.asked(stage.who);
        wrong(
                "there was time",
                () -> stage.byHand(EventKind.ADMISSION_OFFLINE, id, stage.who, Map.of("reason", "late")));
        long late = stage.asked(stage.who);
        stage.pass(3_001);
        wrong("stands there any more", () -> let(late));
        long told = stage.asked(stage.who);
        stage.pass(3_001);
        assertThatCode(() -> stage.byHand(EventKind.ADMISSION_OFFLINE, told, stage.who, Map.of("reason", "late")))
                .doesNotThrowAnyException();
    }

    @Test
    void theStrikeFollowsIt() {
        let(stage.asked(stage.who));
        wrong("the strike holds", stage::settle);
        var other = Stage.at(
                door -> door.accept().equals(List.of("card")) && door.passback().equals("off") && !door.byBox());
        other.door().strike(true, other.time.nowNs());
        wrong("does not say why", other::settle);
        assertThat(other.door().released()).isTrue();
    }

    @Test
    void aProcessThatEndsOwesNobodyAnything() {
        long id = stage.asked(stage.who);
        stage.restarts();
        stage.judge.byHand.mustBeAnswered();
        wrong("nobody asked", () -> let(id));
    }
}
