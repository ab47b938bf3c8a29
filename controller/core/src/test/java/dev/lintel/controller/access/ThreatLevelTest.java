package dev.lintel.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.Right.Reservation;
import dev.lintel.controller.access.RoleRules.Escort;
import dev.lintel.controller.time.ClockReading;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which rights are valid at which threat level of the site.
class ThreatLevelTest {
    private static final Instant MONDAY_10 = Instant.parse("2026-03-02T10:00:00Z");
    private static final long CHANNEL = 1;
    private static final long EACH_LEVEL = 1;
    private static final long UP_TO_2 = 2;
    private static final long ADA = 1001;
    private static final long RESPONDER = 2002;
    private static final Right RESERVED = new Right(
            null, null, null, new Reservation(3, false, MONDAY_10.minusSeconds(60), MONDAY_10.plusSeconds(60)));

    private final TestRights rights = new TestRights();
    private final TestPolicy policy = new TestPolicy();
    private Gate gate = Gate.PLAIN;
    private Contact contact = Contact.STANDALONE;
    private int level = 3;

    ThreatLevelTest() {
        rights.cards.put(ADA, TestRights.ada(TestRights.CARD));
        rights.cards.put(
                RESPONDER, TestRights.responder(TestRights.holder(2, TestRights.CARD, TestRights.Validity.FULL)));
        policy.roles.put(UP_TO_2, new RoleRules(Escort.NONE, false, 2));
    }

    private Decision ask(long card, String side, Right... held) {
        rights.rights.put(CHANNEL, List.of(held));
        var levels = new ThreatLevels(Map.of(policy.site(CHANNEL), level, 77L, 5));
        var now = new Circumstances(
                ClockReading.trusted(MONDAY_10), policy, gate, false, Places.NONE, Uses.NONE, contact, levels);
        return new AccessRules(rights).decide(new Question(CHANNEL, side, AccessRulesTest.card(card), null), now);
    }

    private Decision ask(Right... held) {
        return ask(ADA, "entry", held);
    }

    private static Right role(long id) {
        return Right.byRole(id, null, null);
    }

    private static String outcome(Decision decision) {
        return decision instanceof Decision.Rejected rejected
                ? rejected.reason().word()
                : "admitted";
    }

    @ParameterizedTest
    @CsvSource({"0, admitted", "1, admitted", "2, admitted", "3, threat_level", "5, threat_level"})
    void roleIsValidUpToItsLevel(int now, String outcome) {
        level = now;
        assertThat(outcome(ask(role(UP_TO_2)))).isEqualTo(outcome);
        assertThat(outcome(ask(role(EACH_LEVEL)))).isEqualTo("admitted");
    }

    @Test
    void anotherRoleThatIsValid_admits() {
        assertThat(ask(role(UP_TO_2), role(EACH_LEVEL)).trace().right()).isEqualTo(role(EACH_LEVEL));
    }

    @Test
    void reservationWithoutARole_isValidAtLevel0Only() {
        level = 1;
        assertThat(outcome(ask(RESERVED))).isEqualTo("threat_level");
        level = 0;
        assertThat(outcome(ask(RESERVED))).isEqualTo("admitted");
    }

    @Test
    void reservationOfAGroup_isValidAsItsRole() {
        var ofGroup = new Reservation(4, true, MONDAY_10.minusSeconds(60), MONDAY_10.plusSeconds(60));
        assertThat(outcome(ask(new Right(EACH_LEVEL, null, 5L, ofGroup)))).isEqualTo("admitted");
        assertThat(outcome(ask(new Right(UP_TO_2, null, 5L, ofGroup)))).isEqualTo("threat_level");
    }

    @Test
    void rightThatDoesNotHoldAnyway_givesItsOwnReason() {
        assertThat(outcome(ask(Right.byRole(UP_TO_2, 9L, null)))).isEqualTo("out_of_hours");
        assertThat(outcome(ask(Right.byRole(EACH_LEVEL, 9L, null), role(UP_TO_2))))
                .isEqualTo("threat_level");
    }

    @Test
    void traceNamesTheLevelAndTheRightThatCameNearest() {
        assertThat(ask(role(UP_TO_2)).trace().toMap())
                .containsEntry("threat_level", 3)
                .containsEntry("role_id", UP_TO_2);
        level = 0;
        assertThat(ask(role(UP_TO_2)).trace().toMap()).doesNotContainKey("threat_level");
    }

    @Test
    void firstResponder_passesAtEachLevelAndAlone() {
        policy.twoPerson = true;
        Decision decision = ask(RESPONDER, "entry", role(UP_TO_2));
        assertThat(outcome(decision)).isEqualTo("admitted");
        assertThat(decision.trace().toMap()).containsEntry("first_responder", true);
        assertThat(((Decision.Admitted) decision).company()).isEqualTo(Company.NONE);
        policy.twoPerson = false;
        assertThat(ask(RESPONDER, "entry", role(UP_TO_2), role(EACH_LEVEL))
                        .trace()
                        .toMap())
                .as("their other role is valid")
                .containsEntry("role_id", EACH_LEVEL)
                .doesNotContainKey("first_responder");
        assertThat(outcome(ask(RESPONDER, "entry"))).isEqualTo("no_permission");
    }

    @Test
    void firstResponder_passesByAFreshRoleAboveTheLevelWhereTheOtherIsStale() {
        contact = Contact.following(Duration.ofDays(2));
        var stale = new Right(EACH_LEVEL, null, null, null, Duration.ofDays(1).toMillis());
        Decision decision = ask(RESPONDER, "entry", stale, role(UP_TO_2));
        assertThat(outcome(decision)).isEqualTo("admitted");
        assertThat(decision.trace().right()).isEqualTo(role(UP_TO_2));
        assertThat(outcome(ask(ADA, "entry", stale, role(UP_TO_2)))).isEqualTo("role_stale");
    }

    @Test
    void exitThatTheBoxMayNotBar_isNeverBarred() {
        assertThat(outcome(ask(ADA, "exit", role(UP_TO_2)))).isEqualTo("threat_level");
        gate = new Gate(false, false, true, "normal");
        Decision decision = ask(ADA, "exit", role(UP_TO_2));
        assertThat(outcome(decision)).isEqualTo("admitted");
        assertThat(decision.trace().toMap()).containsEntry("not_enforced", List.of("threat_level"));
        assertThat(ask(ADA, "exit", role(UP_TO_2), role(EACH_LEVEL)).trace().toMap())
                .doesNotContainKey("not_enforced");
        assertThat(outcome(ask(ADA, "entry", role(UP_TO_2)))).isEqualTo("threat_level");
    }
}
