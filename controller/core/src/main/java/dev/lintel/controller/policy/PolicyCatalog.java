package dev.lintel.controller.policy;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.Time;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The one way to the policy: what stands, what a file would change, applying it. Reading [#snapshot] is for any
/// thread; the rest blocks on the database. Changes come one at a time (`this` guards their order), and `onChange`
/// hears each new snapshot before the call that made it returns.
///
/// ```
///   wanted --PolicySnapshot.of--> laid out --guard--> one transaction --commit--> snapshot --> onChange
///                                                                           |---------|
///                                                                        a thread's waking
/// ```
///
/// Once the transaction has kept `wanted`, that is what stands: nothing is read again. For that waking, some tens of
/// microseconds, a decision may find the new rows while it still judges them by the shifts of before. So one apply that
/// both gives somebody a channel and narrows a shift or what the channel's reader accepts may, for that long, admit as
/// neither policy would. Who cannot have that applies twice: what narrows first.
public final class PolicyCatalog {
    /// Changes told in one event; a large import is counted beyond it.
    private static final int CHANGES_TOLD_MAX = 50;

    private final PolicyTables tables;
    private final Time time;
    private final Guard guard;
    private final Consumer<PolicySnapshot> onChange;
    private volatile PolicySnapshot snapshot;
    private volatile Supplier<@Nullable String> ruled = () -> null;

    /// What a box's wiring says of a policy, in sentences.
    @FunctionalInterface
    public interface Guard {
        /// What it forbids.
        List<String> faults(PolicySnapshot wanted);

        /// What it does not forbid, and is probably not meant.
        default List<String> warnings(Policy wanted) {
            return List.of();
        }
    }

    /// A policy that nothing but its own tables forbids.
    public PolicyCatalog(PolicyTables tables, Time time, Consumer<PolicySnapshot> onChange) {
        this(tables, time, _ -> List.of(), onChange);
    }

    /// Reads what stands. `guard` says what of a policy the box's wiring forbids. `onChange` runs on the
    /// changing caller's thread; it must not call back.
    public PolicyCatalog(PolicyTables tables, Time time, Guard guard, Consumer<PolicySnapshot> onChange) {
        this.guard = guard;
        this.tables = tables;
        this.time = time;
        this.onChange = onChange;
        this.snapshot = PolicySnapshot.of(tables.policy());
    }

    public PolicySnapshot snapshot() {
        return snapshot;
    }

    /// Whether the box has an account yet: false at first start, until it begins or a file is applied.
    public boolean begun() {
        return snapshot.policy().account() != null;
    }

    /// Begins as [FirstSite] says, unless the box has begun. Returns whether it did.
    public synchronized boolean begin(FirstSite first) {
        PolicySnapshot fresh = PolicySnapshot.of(first.policy());
        boolean begun = tables.begin(first.policy(), first.people());
        if (begun) stands(fresh);
        return begun;
    }

    /// Ids of the roles that people hold themselves, beside those of their groups.
    public Set<Long> rolesOfPeople() {
        return tables.rolesOfPeople();
    }

    /// What applying `wanted` would change; writes nothing.
    public SitePlan plan(Policy wanted) {
        var forbidden = new ArrayList<>(guard.faults(PolicySnapshot.of(wanted)));
        String elsewhere = ruled.get();
        if (elsewhere != null) forbidden.addFirst(elsewhere);
        return tables.plan(wanted).refusedFor(forbidden);
    }

    /// What of `wanted` is probably not meant with this box's wiring, in sentences.
    public List<String> warnings(Policy wanted) {
        return guard.warnings(wanted);
    }

    /// From now on `elsewhere` says where the policy is made, in a sentence, while that is not here: then
    /// nothing but [#follow] changes it.
    public void ruledBy(Supplier<@Nullable String> elsewhere) {
        ruled = elsewhere;
    }

    /// One write transaction of the caller's, in which the policy is one part: it writes the plan for what is
    /// wanted and has the event of it appended, and returns the plan.
    @FunctionalInterface
    public interface Transaction {
        SitePlan run(Function<SitePlan, EventDraft> event);
    }

    /// Makes `wanted` what stands, as a hub tells it: `transaction` writes it, with whatever goes with it.
    /// Returns what the box's wiring forbids, in sentences: then `transaction` did not run. What protects
    /// people of a box alone, such as those with a kind of credential that goes, does not hold. `by` names the
    /// hub.
    public synchronized List<String> follow(Policy wanted, String by, Transaction transaction) {
        PolicySnapshot fresh = PolicySnapshot.of(wanted);
        List<String> forbidden = guard.faults(fresh);
        if (!forbidden.isEmpty()) return forbidden;
        SitePlan plan = transaction.run(done -> event(done, "sync", by));
        if (!plan.isEmpty()) stands(fresh);
        return List.of();
    }

    /// Applies `wanted` in one transaction, unless the plan or the wiring refuses it; the plan is made inside it, so it
    /// is what was done. `by` names who did it, for the audit event.
    public synchronized SitePlan apply(Policy wanted, String by) {
        PolicySnapshot fresh = PolicySnapshot.of(wanted); // before the transaction: decisions wait for nothing after it
        if (ruled.get() != null || !guard.faults(fresh).isEmpty()) return plan(wanted);
        SitePlan plan = tables.change(wanted, done -> event(done, "site.yaml", by));
        if (plan.refusals().isEmpty() && !plan.isEmpty()) stands(fresh);
        return plan;
    }

    /// Applies what `edit` makes of what stands at that moment: nobody else's change is undone by it. What `edit`
    /// throws
    /// is thrown, with nothing changed. `by` as of [#apply].
    public synchronized SitePlan change(UnaryOperator<Policy> edit, String by) {
        return apply(edit.apply(tables.policy()), by);
    }

    /// `site.yaml` as it stands. Applying it changes nothing.
    public String export() {
        return SiteExport.write(tables.policy());
    }

    /// Holding `this`, so that the snapshot told last is the one of the last commit.
    private void stands(PolicySnapshot fresh) {
        snapshot = fresh;
        onChange.accept(fresh);
    }

    private EventDraft event(SitePlan plan, String what, String by) {
        List<String> told = new ArrayList<>();
        for (Change change : plan.changes()) if (told.size() < CHANGES_TOLD_MAX) told.add(change.toString());
        Map<String, Object> additional = Map.of(
                "what",
                what,
                "by",
                by,
                "changes",
                told,
                "change_count",
                plan.changes().size());
        return new EventDraft(
                EventKind.CONFIGURATION_CHANGED, time.nowMs(), time.nowNs(), EventDraft.Subject.NOBODY, additional);
    }
}
