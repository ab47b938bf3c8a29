package dev.lintel.tools.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.tools.simulation.Presentations.Approval;
import dev.lintel.tools.simulation.Presentations.What;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/// The judge of what is presented at a reader where a person waits for an operator.
class AskingAgainTest {
    private static final long REQUEST = 1_772_445_600_123_000L;

    private Stage stage =
            Stage.entering(entry -> entry.approval() != null && entry.approval().shift() == null);

    private static void wrong(String words, ThrowingCallable what) {
        assertThatThrownBy(what).isInstanceOf(Violation.class).hasMessageContaining(words);
    }

    private static Map<String, Object> request(long id) {
        return new HashMap<>(Map.of("awaits", "operator", "approval_id", id));
    }

    private LaneInput folded(long atNs) {
        return new LaneInput.Folded(1, atNs, 2, "entry", 1L);
    }

    /// The person asks, and waits.
    private long asks() {
        long atNs = stage.reads(stage.who);
        stage.hands(stage.waits(atNs, stage.who, 30, request(REQUEST)));
        stage.told(EventKind.APPROVAL_REQUESTED, atNs, stage.who.id, request(REQUEST));
        return atNs;
    }

    @Test
    void sameCardAgain_isNoOtherRequest() {
        asks();
        long atNs = stage.reads(stage.who);
        wrong("should: []", () -> stage.hands(stage.waits(atNs, stage.who, 30, request(REQUEST + 1))));
    }

    @Test
    void sameCardAgain_hasNoAnswer() {
        asks();
        long atNs = stage.reads(stage.who);
        stage.hands(folded(atNs));
        assertThat(stage.judge.entering.isAsked(REQUEST)).isTrue();
        long nextNs = stage.reads(stage.who);
        wrong("should: []", () -> stage.hands(stage.admits(nextNs, stage.who, Map.of())));
    }

    @Test
    void sameCardAgain_doesNotProlongTheWait() {
        long atNs = asks();
        stage.pass(29_000);
        stage.hands(folded(stage.reads(stage.who)));
        stage.pass(1_100);
        assertThat(stage.judge.entering.isAsked(REQUEST)).isFalse();
        var facts = request(REQUEST);
        facts.put("reason", "not_approved");
        stage.told(EventKind.REJECTED_NOT_APPROVED, atNs + Entering.OPERATOR_NS, stage.who.id, facts);
    }

    @Test
    void pinThatNobodyAskedFor_hasNoAnswerWhileAPersonWaits() {
        asks();
        stage.hands(folded(types()));
        stage.pass(30_001);
        long lateNs = types();
        wrong("no answer is true", () -> stage.hands(folded(lateNs)));
    }

    @Test
    void pinThatNobodyAskedFor_isNoGuess() {
        asks();
        long atNs = types();
        stage.decides(EventKind.REJECTED_UNKNOWN_PIN, atNs, null, Map.of("reason", "unknown_pin"));
        wrong("no answer is false", stage.judge::decided);
    }

    private long types() {
        stage.pass(1);
        stage.judge.verdicts.held.begins(); // a card was taken away before
        stage.judge.shown(1, "entry", stage.time.nowNs(), new What(null, "9876"));
        long atNs = stage.time.nowNs();
        stage.pass(1);
        stage.judge.deciding(stage.clock(), false);
        return atNs;
    }

    /// The hours in which an operator is asked end while a visitor waits.
    @Test
    void approval_isNotEnoughWhereAHostIsNeeded() {
        stage = Stage.entering(AskingAgainTest::asksAtTimes, AskingAgainTest::asksNow);
        Premises.Door door = stage.premises.doors().getFirst();
        var role = stage.premises.roles().getFirst();
        stage.premises.roles().set(0, new Premises.Role(null, role.channels(), null, "required", false));
        stage.who.roles.retainAll(Set.of(1));
        asks();
        stage.judge.presentations.operator(new Approval(REQUEST, true));
        Instant later = stage.time.now();
        while (covers(stage.premises, door, later)) later = later.plusSeconds(3600);
        stage.judge.deciding(ClockReading.trusted(later), false);
        wrong(
                "should: [refuses " + stage.who.id + " alone]",
                () -> stage.hands(stage.admits(stage.time.nowNs(), stage.who, approved())));
    }

    private static boolean asksNow(Premises made) {
        return covers(made, made.doors().getFirst(), Stage.START);
    }

    private static boolean asksAtTimes(Premises.Door door) {
        Entry.Approval approval = door.entry().approval();
        return approval != null
                && approval.shift() != null
                && door.accept().equals(List.of("card"))
                && door.passback().equals("off")
                && !door.byBox();
    }

    private static boolean covers(Premises premises, Premises.Door door, Instant at) {
        Entry.Approval approval = door.entry().approval();
        return approval != null && approval.shift() != null && premises.covers(approval.shift(), at, door);
    }

    private static Map<String, Object> approved() {
        var facts = request(REQUEST);
        facts.putAll(Stage.TRACE);
        facts.put("decided_by", Deeds.OPERATOR);
        return facts;
    }
}
