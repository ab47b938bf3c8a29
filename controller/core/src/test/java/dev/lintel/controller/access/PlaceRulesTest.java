package dev.lintel.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.ChannelAccess.Passback;
import dev.lintel.controller.time.ClockReading;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Decisions where the disk does not give places or numbers of people, and where they refuse nobody.
class PlaceRulesTest {
    private static final Instant MONDAY_10 = Instant.parse("2026-03-02T10:00:00Z");
    private static final long CHANNEL = 1;

    private final TestRights rights = new TestRights();
    private final TestPolicy policy = new TestPolicy();
    private Gate gate = Gate.PLAIN;
    private Places places = Places.NONE;

    PlaceRulesTest() {
        rights.cards.put(1001L, TestRights.ada(TestRights.CARD));
        rights.rights.put(CHANNEL, List.of(Right.byRole(1, null, null)));
    }

    /// Ada's card at the reader of that side.
    private Decision ask(String side) {
        var question = new Question(CHANNEL, side, AccessRulesTest.card(1001), null);
        var clock = ClockReading.trusted(MONDAY_10);
        return new AccessRules(rights)
                .decide(
                        question,
                        new Circumstances(
                                clock, policy, gate, false, places, Uses.NONE, Contact.STANDALONE, ThreatLevels.NONE));
    }

    private static void rejected(Decision decision, Reason reason) {
        assertThat(decision)
                .isInstanceOfSatisfying(
                        Decision.Rejected.class, r -> assertThat(r.reason()).isEqualTo(reason));
    }

    private static void admitted(Decision decision) {
        assertThat(decision).isInstanceOf(Decision.Admitted.class);
    }

    @Test
    void placeThatTheDiskDoesNotGive_barsNobodyInSoftModeAndAtAFreeExit() {
        places = (_, _) -> Places.UNREAD;
        policy.passback = new Passback(Passback.Mode.SOFT, "outside", "inside", null, null);
        Decision soft = ask("entry");
        admitted(soft);
        assertThat(soft.trace().toMap()).containsEntry("passback", "unknown");
        policy.passback = new Passback(Passback.Mode.HARD, "outside", "inside", null, null);
        rejected(ask("entry"), Reason.NOT_READY);
        gate = new Gate(false, false, true, "normal");
        Decision exit = ask("exit");
        admitted(exit);
        assertThat(exit.trace().toMap()).containsEntry("passback", "unknown");
    }

    private void limitInside(AreaLimit limit, boolean counted) {
        policy.passback = new Passback(Passback.Mode.OFF, "outside", "inside", null, null);
        policy.areaRules.clear();
        policy.areaRules.add(new AreaRule(limit, AreaSet.NONE, List.of(), counted));
    }

    @Test
    void numberOfPeopleThatIsNotKnown_admitsFirstRespondersAndBarsNobodyAtAFreeExit() {
        limitInside(new AreaLimit("inside", 1, null), true);
        Decision unknown = ask("entry");
        rejected(unknown, Reason.NOT_READY);
        assertThat(unknown.trace().toMap())
                .containsEntry("occupancy_area", "inside")
                .doesNotContainKey("occupancy");
        rights.cards.computeIfPresent(1001L, (_, holder) -> TestRights.responder(holder));
        Decision responder = ask("entry");
        admitted(responder);
        assertThat(responder.trace().toMap()).containsEntry("first_responder", true);
    }

    @Test
    void numberOfPeopleThatIsNotKnown_mattersToThoseWhoLeaveForTheMinimumOnly() {
        limitInside(new AreaLimit("inside", 1, null), true);
        admitted(ask("exit"));
        limitInside(new AreaLimit("inside", null, 2), true);
        rejected(ask("exit"), Reason.NOT_READY);
        gate = new Gate(false, false, true, "normal");
        Decision free = ask("exit");
        admitted(free);
        assertThat(free.trace().toMap()).containsEntry("not_enforced", List.of("not_ready"));
    }

    @Test
    void areaThatAnotherBoxCounts_limitsNobodyHere() {
        limitInside(new AreaLimit("inside", 1, null), false);
        admitted(ask("entry"));
    }

    @Test
    void softPassback_admitsAndNotesTheViolation() {
        policy.passback = new Passback(Passback.Mode.SOFT, "outside", "inside", null, null);
        places = (_, _) -> new Places.Place("inside", MONDAY_10.minusSeconds(60));
        admitted(ask("entry"));
        assertThat(ask("entry").trace().toMap())
                .containsEntry("passback", "violated")
                .containsEntry("area", "inside");
    }
}
