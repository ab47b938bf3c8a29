package dev.lintel.controller.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.Policy.Group;
import dev.lintel.controller.policy.Policy.Role;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.store.RevisionQueries;
import dev.lintel.controller.store.RevisionQueries.Changed;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.time.HandTime;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A change of the policy raises the revisions of those whose boxes must hear of it, and of no others.
class PolicyRevisionTest {
    @TempDir
    Path path;

    private DataFolder folder;
    private Database database;
    private PolicyCatalog policy;
    private long before;

    @BeforeEach
    void open() {
        folder = DataFolder.open(path);
        var time = new HandTime("2026-11-10T10:00:00Z");
        database = TestDatabase.open(folder, time);
        HubSite.hub(database);
        HubSite.write(database);
        policy = new PolicyCatalog(new PolicyStore(database, time), time, _ -> {});
        before = database.read(RevisionQueries::head);
    }

    @AfterEach
    void close() {
        database.close();
        folder.close();
    }

    private List<Long> raised() {
        return database.read(sql -> RevisionQueries.changed(sql, before, Long.MAX_VALUE, 100)).stream()
                .map(Changed::personId)
                .toList();
    }

    private void roles(UnaryOperator<Role> change) {
        Policy now = policy.snapshot().policy();
        policy.apply(
                new Policy(
                        now.account(),
                        now.sites(),
                        now.credentialTypes(),
                        now.holidays(),
                        now.shifts(),
                        now.roles().stream().map(change).toList(),
                        now.groups(),
                        now.channels()),
                "test");
    }

    private static Role with(Role role, Long... channels) {
        return new Role(role.id(), role.name(), role.shiftId(), List.of(channels), role.notes());
    }

    @Test
    void aRoleThatComesToABoxBringsItsHolders() {
        roles(role -> role.id() == 1 ? with(role, 1L, 2L) : role);
        // 1 and 3 hold role 1; 2 and 6 are in group 1, 6 by a reservation
        assertThat(raised()).containsExactlyInAnyOrder(1L, 2L, 3L, 6L);
        assertThat(database.read(RevisionQueries::policy)).isEqualTo(before + 1);
        assertThat(database.read(RevisionQueries::head)).isEqualTo(before + 5);
    }

    @Test
    void aRoleThatLeavesABoxTakesItsHoldersAway() {
        roles(role -> role.id() == 4 ? with(role) : role);
        assertThat(raised()).containsExactly(8L);
    }

    @Test
    void whatChangesNoScopeRaisesThePolicyAlone() {
        roles(role -> new Role(role.id(), role.name() + "!", role.shiftId(), role.channels(), role.notes()));
        assertThat(raised()).isEmpty();
        assertThat(database.read(RevisionQueries::policy)).isEqualTo(before + 1);
    }

    @Test
    void aGroupThatLosesItsRolesTakesItsMembersAway() {
        Policy now = policy.snapshot().policy();
        policy.apply(
                new Policy(
                        now.account(),
                        now.sites(),
                        now.credentialTypes(),
                        now.holidays(),
                        now.shifts(),
                        now.roles(),
                        now.groups().stream()
                                .map(group -> group.id() == 2
                                        ? new Group(2, group.name(), List.of(), false, group.notes())
                                        : group)
                                .toList(),
                        now.channels()),
                "test");
        assertThat(raised()).containsExactlyInAnyOrder(6L, 7L);
    }
}
