package dev.lintel.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.Company.Need;
import dev.lintel.controller.access.RoleRules.Escort;
import dev.lintel.controller.time.ClockReading;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// With whom a person may enter, as a decision sees it.
class CompanyTest {
    private static final long CHANNEL = 1;
    private static final long VISITOR = 2;
    private static final long HOST = 3;
    private static final long CLOSED_SHIFT = 5;

    private final TestRights rights = new TestRights();
    private final TestPolicy policy = new TestPolicy();

    CompanyTest() {
        rights.cards.put(1001L, TestRights.ada(TestRights.CARD));
        policy.roles.put(VISITOR, new RoleRules(Escort.REQUIRED, false, null));
        policy.roles.put(HOST, new RoleRules(Escort.HOST, false, null));
    }

    private Company company(String side, Gate gate, Right... held) {
        rights.rights.put(CHANNEL, List.of(held));
        return admitted(side, gate).company();
    }

    private Decision.Admitted admitted() {
        return admitted("entry", Gate.PLAIN);
    }

    private Decision.Admitted admitted(String side, Gate gate) {
        var now = new Circumstances(
                ClockReading.trusted(Instant.parse("2026-03-02T10:00:00Z")), policy, gate, false, Places.NONE);
        var decision =
                new AccessRules(rights).decide(new Question(CHANNEL, side, AccessRulesTest.card(1001), null), now);
        return (Decision.Admitted) decision;
    }

    private Company company(Right... held) {
        return company("entry", Gate.PLAIN, held);
    }

    private static Right role(long id) {
        return Right.byRole(id, null, null);
    }

    @Test
    void ordinaryRole_needsNoCompany() {
        assertThat(company(role(1))).isEqualTo(Company.NONE);
    }

    @Test
    void roleOfVisitors_needsAHostAtTheEntryOnly() {
        assertThat(company(role(VISITOR)).need()).isEqualTo(Need.HOST);
        assertThat(company("exit", Gate.PLAIN, role(VISITOR)).need()).isEqualTo(Need.NONE);
    }

    @Test
    void anotherRoleThatHolds_makesTheHostUnnecessary() {
        assertThat(company(role(VISITOR), role(4)).need()).isEqualTo(Need.NONE);
        assertThat(company(role(VISITOR), Right.byRole(4, CLOSED_SHIFT, null)).need())
                .isEqualTo(Need.HOST);
    }

    @Test
    void personWithAHostsRoleThatHoldsNow_isAHost() {
        assertThat(company(role(1), role(HOST)).host()).isTrue();
        assertThat(company(role(1), Right.byRole(HOST, CLOSED_SHIFT, null)).host())
                .isFalse();
    }

    @Test
    void doorForTwoPersons_needsAnotherOneAtTheEntryOnly() {
        policy.twoPerson = true;
        assertThat(company(role(1)).need()).isEqualTo(Need.PERSON);
        assertThat(company(role(VISITOR)).need()).isEqualTo(Need.HOST);
        assertThat(company("exit", Gate.PLAIN, role(1)).need()).isEqualTo(Need.NONE);
    }

    /// Whatever the order of the floors is.
    @Test
    void floorThatNeedsAHost_isReachedWithAHostOnly() {
        for (List<Long> floors : List.of(List.of(11L, 12L), List.of(12L, 11L))) {
            policy.floors = floors;
            rights.rights.put(11L, List.of(role(VISITOR)));
            rights.rights.put(12L, List.of(role(VISITOR), role(4)));
            assertThat(admitted().company().need()).isEqualTo(Need.NONE);
            assertThat(admitted().floors()).containsExactly(12L);
            rights.rights.put(12L, List.of(role(VISITOR)));
            assertThat(admitted().company().need()).isEqualTo(Need.HOST);
            assertThat(admitted().floors()).isEqualTo(floors);
        }
    }

    @Test
    void suits_isSymmetric() {
        var alone = Company.NONE;
        var person = new Company(Need.PERSON, false, false);
        var visitor = new Company(Need.HOST, false, false);
        var host = new Company(Need.PERSON, true, false);
        assertThat(Company.suits(List.of(person, alone))).isTrue();
        assertThat(Company.suits(List.of(visitor, alone))).isFalse();
        assertThat(Company.suits(List.of(visitor, visitor))).isFalse();
        assertThat(Company.suits(List.of(visitor, host))).isTrue();
        assertThat(Company.suits(List.of(host, visitor))).isTrue();
        assertThat(Company.suits(List.of(alone, visitor))).isFalse();
    }
}
