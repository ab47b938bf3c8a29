package dev.lintel.controller.store;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.policy.FirstPerson;
import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.PolicyTables;
import dev.lintel.controller.policy.SitePlan;
import dev.lintel.controller.time.Time;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/// The tables that `site.yaml` covers, as one: account, site, credential_type, shift, channel, role, people_group.
/// Callable from any thread but an event loop and the door lane.
public final class PolicyStore implements PolicyTables {
    private static final String PERSON = """
            INSERT INTO person (id, account_id, first_name, last_name, enabled, created_at, updated_at)
            VALUES (?1, 1, ?2, ?3, ?4, ?5, ?5)""";
    private static final String CREDENTIAL = """
            INSERT INTO credential (account_id, person_id, credential_type_id, value, card_number, pin_number, status,
                                    created_at, updated_at)
            VALUES (1, ?1, ?2, ?3, ?4, ?5, 'active', ?6, ?6)""";

    private final Database database;
    private final Time time;
    private final BeforeChange before;

    /// Work in the transaction of a change, before the change is written.
    @FunctionalInterface
    public interface BeforeChange {
        void run(Sql sql, SitePlan plan);
    }

    public PolicyStore(Database database, Time time) {
        this(database, time, (_, _) -> {});
    }

    public PolicyStore(Database database, Time time, BeforeChange before) {
        this.database = database;
        this.time = time;
        this.before = before;
    }

    @Override
    public Policy policy() {
        return database.read(sql -> new PolicyReader(sql).policy());
    }

    /// The policy that stands in the caller's transaction.
    public static Policy policy(Sql sql) {
        return new PolicyReader(sql).policy();
    }

    @Override
    public SitePlan plan(Policy wanted) {
        return database.read(sql -> plan(sql, wanted));
    }

    @Override
    public Set<Long> rolesOfPeople() {
        return Set.copyOf(
                database.read(sql -> sql.list("SELECT DISTINCT role_id FROM person_role", row -> row.number(1))));
    }

    private SitePlan plan(Sql sql, Policy wanted) {
        return SitePlan.of(new PolicyReader(sql).standing(wanted, time.nowMs()), wanted);
    }

    /// The event is the last thing the transaction asks for, so that it goes to disk with the rows it tells of.
    @Override
    public SitePlan change(Policy wanted, Function<SitePlan, EventDraft> event) {
        return database.write(sql -> {
            SitePlan plan = plan(sql, wanted);
            if (plan.isEmpty() || !plan.refusals().isEmpty()) return plan;
            before.run(sql, plan);
            PolicyRevision.raise(sql, plan, () -> new PolicyWriter(sql, plan, time.nowMs()).write());
            database.events().append(event.apply(plan));
            return plan;
        });
    }

    /// Within the caller's write transaction: makes what stands `wanted`, as a hub tells it, and appends
    /// `event` of the plan unless nothing changes. Credentials of a kind that goes, or whose code changes, go
    /// with it: those that a hub has come as it tells of their people.
    public SitePlan follow(Sql sql, Policy wanted, Function<SitePlan, EventDraft> event) {
        SitePlan plan = plan(sql, wanted);
        if (plan.isEmpty()) return plan;
        List<Long> codes = sql.list(
                "SELECT t.id FROM credential_type t WHERE t.account_id = 1 AND NOT EXISTS (SELECT 1 FROM json_each(?) k"
                        + " WHERE json_extract(k.value, '$[0]') = t.id AND json_extract(k.value, '$[1]') = t.code)",
                row -> row.number(1),
                codes(wanted));
        for (long type : codes) sql.run("DELETE FROM credential WHERE credential_type_id = ?", type);
        new PolicyWriter(sql, plan, time.nowMs()).write();
        database.events().append(event.apply(plan));
        return plan;
    }

    private static String codes(Policy wanted) {
        return wanted.credentialTypes().stream()
                .map(type -> "[" + type.id() + "," + type.code() + "]")
                .toList()
                .toString();
    }

    @Override
    public boolean begin(Policy policy, List<FirstPerson> people) {
        return database.write(sql -> {
            if (new PolicyReader(sql).policy().account() != null) return false;
            long nowMs = time.nowMs();
            SitePlan plan = plan(sql, policy);
            PolicyRevision.raise(sql, plan, () -> new PolicyWriter(sql, plan, nowMs).write());
            for (FirstPerson person : people) write(sql, person, nowMs);
            return true;
        });
    }

    private static void write(Sql sql, FirstPerson person, long nowMs) {
        sql.run(PERSON, person.id(), person.firstName(), person.lastName(), person.enabled(), nowMs);
        PersonKeys.write(sql, person.id());
        sql.run("INSERT INTO person_group (person_id, group_id) VALUES (?, ?)", person.id(), person.groupId());
        for (FirstPerson.Credential credential : person.credentials()) {
            Long number = credential.number();
            sql.run(
                    CREDENTIAL,
                    person.id(),
                    credential.typeId(),
                    number.toString(),
                    credential.pin() ? null : number,
                    credential.pin() ? number : null,
                    nowMs);
        }
    }
}
