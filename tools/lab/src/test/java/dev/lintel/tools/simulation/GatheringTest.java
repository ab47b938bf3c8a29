package dev.lintel.tools.simulation;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/// Each violation of the rules for groups at an area with a minimum of two is made to happen, and the judge reports it.
class GatheringTest {
    private static final Map<String, Object> AWAITS = Map.of("awaits", "group");

    private final Stage stage = Stage.gathering(2);
    private final String inside = stage.premises.door(1).to();
    private final Somebody ada = stage.who;
    private final Somebody ben = other();

    private static void wrong(String words, ThrowingCallable what) {
        assertThatThrownBy(what).isInstanceOf(Violation.class).hasMessageContaining(words);
    }

    /// Another person than the stage's who may pass.
    private Somebody other() {
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

    /// The stage's person waits for another one.
    private long awaits() {
        long atNs = stage.reads(ada);
        stage.hands(stage.waits(atNs, ada, 10, AWAITS));
        stage.told(EventKind.MFA_STARTED, atNs, ada.id, AWAITS);
        return atNs;
    }

    private EventDraft tooFew(Somebody who) {
        return stage.draft(
                EventKind.REJECTED_OCCUPANCY,
                stage.time.nowNs(),
                who.id,
                Map.of("reason", "area_minimum", "awaits", "group"));
    }

    private LaneInput.Together both(long atNs, long othersNs) {
        LaneInput.Answered first = stage.admits(othersNs, ada, Map.of("companion_id", ben.id));
        LaneInput.Answered last = stage.admits(atNs, ben, Map.of("companion_id", ada.id));
        return stage.together(List.of(first, last), List.of(tooFew(ada), tooFew(ben)));
    }

    private void area(EventKind kind, long people) {
        Map<String, Object> facts = Map.of("area", inside, "people", people, "min", 2L);
        stage.judge.crowding.event(stage.draft(kind, stage.time.nowNs(), null, facts), stage.time.now(), _ -> {});
    }

    /// They have passed the door.
    private void isInside(Somebody... people) {
        for (Somebody who : people) {
            stage.judge.whereabouts.passed(who.id, 1, new Verdicts.Place(inside, stage.time.nowMs()), 0);
        }
    }

    @Test
    void personAlone_isNotAdmittedBelowTheMinimum() {
        long atNs = stage.reads(ada);
        wrong("waits for group", () -> stage.hands(stage.admits(atNs, ada, Map.of())));
    }

    @Test
    void personWhoMeetsTheMinimum_doesNotWait() {
        isInside(ben);
        long atNs = stage.reads(ada);
        wrong("should: [admits " + ada.id + "]", () -> stage.hands(stage.waits(atNs, ada, 10, AWAITS)));
    }

    @Test
    void secondPerson_completesTheGroup() {
        awaits();
        long atNs = stage.reads(ben);
        wrong(
                "should: [admits " + ben.id + " with [" + ada.id + "]",
                () -> stage.hands(stage.waits(atNs, ben, 10, AWAITS)));
    }

    @Test
    void secondPerson_doesNotEnterWithoutTheFirst() {
        awaits();
        long atNs = stage.reads(ben);
        wrong(
                "should: [admits " + ben.id + " with [" + ada.id + "]",
                () -> stage.hands(stage.admits(atNs, ben, Map.of())));
    }

    @Test
    void secondPersonAfterTheWait_doesNotCompleteTheGroup() {
        long othersNs = awaits();
        stage.pass(10_001);
        long atNs = stage.reads(ben);
        wrong("waits for group", () -> stage.hands(both(atNs, othersNs)));
    }

    @Test
    void samePersonTwice_isNoGroup() {
        awaits();
        long atNs = stage.reads(ada);
        wrong("waits for group", () -> stage.hands(stage.admits(atNs, ada, Map.of())));
    }

    @Test
    void waitForAGroup_doesNotEndBeforeItsTime() {
        long atNs = awaits();
        stage.pass(9_000);
        Map<String, Object> facts = new HashMap<>(AWAITS);
        facts.put("reason", "area_minimum");
        wrong("there was time", () -> stage.told(EventKind.REJECTED_OCCUPANCY, atNs, ada.id, facts));
    }

    @Test
    void waitForAGroup_endsAsTooFew() {
        long atNs = awaits();
        stage.pass(10_001);
        wrong("needs group", () -> stage.told(EventKind.REJECTED_ALONE, atNs, ada.id, Map.of("reason", "alone")));
    }

    @Test
    void group_entersOrNotAsAWhole() {
        long othersNs = awaits();
        long atNs = stage.reads(ben);
        stage.hands(both(atNs, othersNs));
        var alone = new HashMap<>(Stage.TRACE);
        alone.put("area", inside);
        wrong("admitted alone", () -> {
            stage.told(EventKind.ADMITTED_CARD, othersNs, ada.id, alone);
            stage.judge.presentations.settled();
        });
    }

    @Test
    void areaBelowItsMinimum_isReportedForPeopleWhoAreThere() {
        isInside(ben);
        wrong("the people are", () -> area(EventKind.AREA_BELOW_MINIMUM, 0));
        wrong("the area should be below", () -> area(EventKind.AREA_NORMAL, 1));
        wrong("twice", () -> area(EventKind.AREA_EMPTY, 0));
    }

    @Test
    void areaBelowItsMinimum_isReportedOnceTheGroupHasPassed() {
        isInside(ben);
        isAdmitted(ada, "entry", inside);
        wrong("others of the group are still to pass", () -> area(EventKind.AREA_BELOW_MINIMUM, 1));
    }

    @Test
    void personWhoIsOnlyAboutToEnter_doesNotMeetTheMinimum() {
        isAdmitted(ben, "entry", inside);
        long atNs = stage.reads(ada);
        wrong("waits for group", () -> stage.hands(stage.admits(atNs, ada, Map.of())));
    }

    @Test
    void personWhoIsAboutToLeave_doesNotMeetTheMinimum() {
        isInside(ben);
        isAdmitted(ben, "exit", stage.premises.door(1).from());
        long atNs = stage.reads(ada);
        wrong("waits for group", () -> stage.hands(stage.admits(atNs, ada, Map.of())));
    }

    private void isAdmitted(Somebody who, String side, String area) {
        var place = new Verdicts.Place(area, stage.time.nowMs());
        stage.judge.whereabouts.admitted(who.id, 1, side, place, Unopened.Opening.NONE);
    }
}
