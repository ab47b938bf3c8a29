package dev.lintel.tools.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.tools.simulation.Presentations.Approval;
import dev.lintel.tools.simulation.Presentations.What;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Each violation of the rules for people who need others to enter is made to happen, and the judge reports it.
class EnteringTest {
    private static final long REQUEST = 17;

    private static Stage two() {
        return Stage.entering(Entry::twoPerson);
    }

    private static Stage asks() {
        return Stage.entering(
                entry -> entry.approval() != null && entry.approval().shift() == null);
    }

    private static void wrong(String words, ThrowingCallable what) {
        assertThatThrownBy(what).isInstanceOf(Violation.class).hasMessageContaining(words);
    }

    /// Another person than the stage's who may pass.
    private static Somebody other(Stage stage) {
        Somebody other = stage.premises.people().stream()
                .filter(person -> person != stage.who && !person.responder && !person.extended)
                .findFirst()
                .orElseThrow();
        other.roles.clear();
        other.roles.add(1);
        other.enabled = true;
        other.cardActive = true;
        other.validFrom = null;
        other.validTo = null;
        other.limits = CardLimits.NONE;
        return other;
    }

    private static Map<String, Object> with(Somebody other) {
        return Map.of("companion_id", other.id, "role_id", 1L, "mode", "normal", "clock", "trusted");
    }

    private static EventDraft alone(Stage stage, Somebody who) {
        return stage.draft(EventKind.REJECTED_ALONE, stage.time.nowNs(), who.id, Map.of("reason", "alone"));
    }

    /// The stage's person waits for another one.
    private static long awaits(Stage stage, String whom) {
        long atNs = stage.reads(stage.who);
        stage.hands(stage.waits(atNs, stage.who, 10, Map.of("awaits", whom)));
        stage.told(EventKind.MFA_STARTED, atNs, stage.who.id, Map.of("awaits", whom));
        return atNs;
    }

    // ---- two persons

    @Test
    void personWhomAnotherReaderAdmits_waitsNoMore() {
        Stage two = two();
        awaits(two, "person");
        wrong("refuses " + two.who.id + " alone", () -> two.shown("exit", new What(two.who, null)));
    }

    @Test
    void personWhomAnotherReaderAdmits_asksNoMore() {
        Stage asks = asks();
        long atNs = asks.reads(asks.who);
        Map<String, Object> request = Map.of("awaits", "operator", "approval_id", REQUEST);
        asks.hands(asks.waits(atNs, asks.who, 30, request));
        asks.told(EventKind.APPROVAL_REQUESTED, atNs, asks.who.id, request);
        wrong("refuses " + asks.who.id + " without an operator", () -> asks.shown("exit", new What(asks.who, null)));
        assertThat(asks.judge.entering.isAsked(REQUEST)).isFalse();
    }

    @Test
    void personAlone_isNotAdmittedWhereTwoAreNeeded() {
        Stage two = two();
        long atNs = two.reads(two.who);
        wrong("waits for person", () -> two.hands(two.admits(atNs, two.who, Map.of())));
    }

    @Test
    void twoPersons_areAdmittedTogether() {
        Stage two = two();
        Somebody ben = other(two);
        awaits(two, "person");
        long atNs = two.reads(ben);
        two.hands(two.together(
                List.of(two.admits(atNs, two.who, with(ben)), two.admits(atNs, ben, with(two.who))),
                List.of(alone(two, two.who), alone(two, ben))));
        two.told(EventKind.ADMITTED_CARD, atNs, two.who.id, with(ben));
        wrong("the other one did not enter", two.judge.presentations::settled);
        two.told(EventKind.ADMITTED_CARD, atNs, ben.id, with(two.who));
        two.judge.presentations.settled();
        two.judge.presentations.mustBeAnswered();
    }

    @Test
    void secondPerson_neitherWaitsNorEntersAlone() {
        Stage two = two();
        Somebody ben = other(two);
        awaits(two, "person");
        long atNs = two.reads(ben);
        wrong("admits", () -> two.hands(two.waits(atNs, ben, 10, Map.of("awaits", "person"))));
        var again = two();
        Somebody cora = other(again);
        awaits(again, "person");
        long nextNs = again.reads(cora);
        wrong("with [" + again.who.id, () -> again.hands(again.admits(nextNs, cora, Map.of())));
    }

    @Test
    void samePersonTwice_isOnePerson() {
        Stage two = two();
        awaits(two, "person");
        long atNs = two.reads(two.who);
        wrong("waits for person", () -> two.hands(two.admits(atNs, two.who, with(two.who))));
    }

    @Test
    void secondPersonAfterTheTime_waits() {
        Stage two = two();
        awaits(two, "person");
        two.pass(10_001);
        Somebody ben = other(two);
        long atNs = two.reads(ben);
        wrong("waits for person", () -> two.hands(two.admits(atNs, ben, with(two.who))));
    }

    @Test
    void wait_hasItsWholeTimeAndAnEnd() {
        Stage two = two();
        long atNs = awaits(two, "person");
        long untilNs = atNs + Presentations.WINDOW_NS;
        Map<String, Object> alone = Map.of("reason", "alone");
        wrong("there was time", () -> two.told(EventKind.REJECTED_ALONE, untilNs, two.who.id, alone));
        var late = two();
        long lateNs = awaits(late, "person");
        late.pass(17_000);
        wrong("no answer", () -> late.judge.presentations.mustBeAnsweredInTime(late.time.nowNs(), Judge.DECISION_NS));
        late.told(EventKind.REJECTED_ALONE, lateNs + Presentations.WINDOW_NS, late.who.id, alone);
        late.judge.presentations.mustBeAnswered();
    }

    @Test
    void waitThatAKillEnds_isAnsweredAtTheStart() {
        Stage two = two();
        awaits(two, "person");
        two.judge.presentations.forget();
        wrong("no answer at the start", two.judge.presentations::mustBeAnswered);
    }

    @Test
    void personWhoNeedsNobody_doesNotWait() {
        var plain = new Stage();
        long atNs = plain.reads(plain.who);
        wrong("admits", () -> plain.hands(plain.waits(atNs, plain.who, 10, Map.of("awaits", "person"))));
    }

    // ---- visitors

    private static void role(Stage stage, Somebody who, String escort) {
        var channels = stage.premises.roles().getFirst().channels();
        stage.premises.roles().set(1, new Premises.Role(null, channels, null, escort, false));
        who.roles.clear();
        who.roles.add(2);
        who.groups.stream().findAny().ifPresent(_ -> stage.premises.groups().replaceAll(_ -> List.of(2)));
    }

    @Test
    void visitor_needsAHost() {
        var stage = new Stage();
        role(stage, stage.who, "required");
        long atNs = stage.reads(stage.who);
        wrong("waits for host", () -> stage.hands(stage.admits(atNs, stage.who, Map.of())));
        var again = new Stage();
        role(again, again.who, "required");
        awaits(again, "host");
        Somebody ben = other(again); // no host
        long nextNs = again.reads(ben);
        wrong(
                "admits " + ben.id + "]",
                () -> again.hands(again.admits(nextNs, again.who, with(ben)), again.admits(nextNs, ben, with(ben))));
    }

    @Test
    void host_entersAlone() {
        var stage = new Stage();
        role(stage, stage.who, "host");
        long atNs = stage.reads(stage.who);
        wrong("admits", () -> stage.hands(stage.waits(atNs, stage.who, 10, Map.of("awaits", "host"))));
    }

    // ---- approval

    private static Map<String, Object> request(@Nullable String more) {
        var facts = new HashMap<String, Object>(Map.of("awaits", "operator", "approval_id", REQUEST));
        if (more != null) facts.put("reason", more);
        return facts;
    }

    private static long asks(Stage stage) {
        long atNs = stage.reads(stage.who);
        stage.hands(stage.waits(atNs, stage.who, 30, request(null)));
        stage.told(EventKind.APPROVAL_REQUESTED, atNs, stage.who.id, request(null));
        return atNs;
    }

    private static Map<String, Object> approved() {
        var facts = request(null);
        facts.putAll(Stage.TRACE);
        facts.put("decided_by", Deeds.OPERATOR);
        return facts;
    }

    private static void decides(Stage stage, boolean yes) {
        stage.judge.presentations.operator(new Approval(REQUEST, yes));
        stage.judge.deciding(stage.clock(), false);
    }

    @Test
    void nobodyEntersWithoutAnOperator() {
        Stage asks = asks();
        long atNs = asks.reads(asks.who);
        wrong("waits for operator", () -> asks.hands(asks.admits(atNs, asks.who, Map.of())));
        var again = asks();
        long nextNs = asks(again);
        wrong("nobody approved it", () -> again.told(EventKind.ADMITTED_CARD, nextNs, again.who.id, approved()));
    }

    @Test
    void personWhomAnOperatorApproves_isAdmittedOnce() {
        Stage asks = asks();
        asks(asks);
        assertThat(asks.judge.entering.isAsked(REQUEST)).isTrue();
        decides(asks, true);
        asks.hands(asks.admits(asks.time.nowNs(), asks.who, approved()));
        asks.told(EventKind.ADMITTED_CARD, asks.time.nowNs(), asks.who.id, approved());
        decides(asks, true);
        wrong("should: []", () -> asks.hands(asks.admits(asks.time.nowNs(), asks.who, approved())));
    }

    @Test
    void personWhomAnOperatorDenies_isRefused() {
        Stage asks = asks();
        asks(asks);
        decides(asks, false);
        wrong("denies", () -> asks.hands(asks.admits(asks.time.nowNs(), asks.who, approved())));
    }

    @Test
    void personWhoMayNotPassAnyMore_isRefusedThoughApproved() {
        Stage asks = asks();
        asks(asks);
        asks.who.enabled = false;
        decides(asks, true);
        wrong("should: []", () -> asks.hands(asks.admits(asks.time.nowNs(), asks.who, approved())));
    }

    @Test
    void request_isOverAfterItsTimeAndNotBefore() {
        Stage asks = asks();
        long atNs = asks(asks);
        long untilNs = atNs + Entering.OPERATOR_NS;
        wrong(
                "there was time",
                () -> asks.told(EventKind.REJECTED_NOT_APPROVED, untilNs, asks.who.id, request("not_approved")));
        var again = asks();
        long nextNs = asks(again);
        wrong(
                "nobody denied it",
                () -> again.told(EventKind.REJECTED_NOT_APPROVED, nextNs, again.who.id, request("approval_denied")));
        var late = asks();
        asks(late);
        late.pass(30_001);
        assertThat(late.judge.entering.isAsked(REQUEST)).isFalse();
        decides(late, true);
        wrong("should: []", () -> late.hands(late.admits(late.time.nowNs(), late.who, approved())));
    }
}
