package dev.lintel.controller.hub;

import dev.lintel.controller.config.MassGuard;
import dev.lintel.controller.fleet.BoxStore;
import dev.lintel.controller.fleet.BoxStore.Box;
import dev.lintel.controller.fleet.PeopleOut;
import dev.lintel.controller.fleet.PublishedStore;
import dev.lintel.controller.fleet.ReportedRevocations;
import dev.lintel.controller.fleet.ReportedRevocations.Claim;
import dev.lintel.controller.fleet.ReportedRevocations.Report;
import dev.lintel.controller.hub.HubDesk.RefusedException;
import dev.lintel.controller.hub.Restored.HeldReport;
import dev.lintel.controller.store.BoxScope;
import dev.lintel.controller.store.RevisionQueries;
import dev.lintel.controller.store.Sql;
import dev.lintel.sync.wire.PersonRow;
import dev.lintel.sync.wire.RevocationReport;
import dev.lintel.sync.wire.RevokedRights;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Takes the reports of boxes about what they do not take of a hub that was restored from a backup, and keeps what they
/// report as revoked. Only an operator ends it: by giving the person back, or by revoking the same at the hub. A box
/// cannot: its doors may have moved, its database may be older than the report, it may be stolen, or be one of two
/// copies. Any thread that may block.
final class RevocationReports {
    /// How often the report of a box may change anything: an honest box reports all in one or two beats.
    static final long CHANGE_EVERY_NS = TimeUnit.MINUTES.toNanos(1);
    /// The most people that a box without a proof may report: a box of an earlier version, or one that had no contact
    /// since its update.
    static final long UNPROVEN_MAX = MassGuard.PEOPLE_MAX;

    private final Hub hub;
    private final MassGuard guard;
    /// By box: reports that wait for an operator. A box reports all with its first beat on a link, so that they are
    /// here again soon after a restart.
    private final Map<Long, HeldReport> held = new ConcurrentHashMap<>();
    /// By box: when its report last changed something, of the clock that only runs.
    private final Map<Long, Long> changedNs = new ConcurrentHashMap<>();
    /// So many people were refused when an operator last accepted a report: the guard counts those beyond.
    private volatile long accepted;
    /// By box, of those that were heard since this start.
    private final Map<Long, RevocationReport> reports = new ConcurrentHashMap<>();
    /// By box: the last report that was compared with the database.
    private final Map<Long, Compared> compared = new ConcurrentHashMap<>();
    /// Names of boxes that were heard since this start and report no single rights, by number: of earlier versions.
    private final Map<Long, String> unreporting = new ConcurrentHashMap<>();
    /// The number of people with revocations that boxes report and that this hub's doors apply.
    private volatile long refused;

    RevocationReports(Hub hub, MassGuard guard) {
        this.hub = hub;
        this.guard = guard;
    }

    /// What was compared, and at which revision: the same report may concern more people after a change.
    private record Compared(RevocationReport report, long revision) {}

    /// Before any box asks.
    void begin() {
        changed();
    }

    /// Drops what an operator has revoked at this hub since: that is decided.
    void look() {
        if (refused == 0) return;
        if (hub.database().read(ReportedRevocations::anyConfirmed)) {
            hub.database().write(sql -> {
                ReportedRevocations.dropConfirmed(sql);
                return true;
            });
        }
        changed();
    }

    /// After each write: the last one to read is right.
    synchronized void changed() {
        refused = hub.database().read(ReportedRevocations::count);
    }

    /// From memory.
    boolean isRefusing() {
        return refused > 0;
    }

    /// The number of people with revocations at this hub, or at the box with most of them. From memory.
    long people() {
        return Math.max(
                refused,
                reports.values().stream()
                        .mapToLong(RevocationReport::count)
                        .max()
                        .orElse(0));
    }

    /// The latest of each box that keeps something revoked. From memory.
    List<RevocationReport> all() {
        return List.copyOf(reports.values());
    }

    /// Names of boxes that report no single rights. From memory.
    List<String> unreporting() {
        return unreporting.values().stream().sorted().toList();
    }

    /// What a box says in its beat.
    void take(Box box, RevocationReport report) {
        if (report.rights() == null) unreporting.put(box.id(), box.name());
        else unreporting.remove(box.id());
        if (report.isNothing()) reports.remove(box.id());
        else reports.put(box.id(), report);
        if (isEmpty(report)) held.remove(box.id());
        else compare(box, report);
    }

    private static boolean isEmpty(RevocationReport report) {
        return revoked(report).isEmpty() && rights(report).isEmpty();
    }

    private static List<Long> revoked(RevocationReport report) {
        List<Long> gone = report.gone();
        return gone == null ? List.of() : gone;
    }

    private static List<RevokedRights> rights(RevocationReport report) {
        List<RevokedRights> rights = report.rights();
        return rights == null ? List.of() : rights;
    }

    private void compare(Box box, RevocationReport report) {
        long head = hub.database().read(RevisionQueries::head);
        var now = new Compared(report, head);
        if (now.equals(compared.get(box.id()))) return;
        Verdict verdict = hub.database().read(sql -> verdict(sql, box, report));
        if (verdict.isNothing()) {
            held.remove(box.id());
            // A box reports on its link before it first asks, and shows by that what it remembers.
            if (verdict.remembers) compared.put(box.id(), now);
            return;
        }
        if (!mayChange(box.id())) return; // with a later beat
        if (verdict.isHeld) hold(box, verdict);
        else add(box, report, "box " + box.name());
        compared.put(box.id(), now);
    }

    /// What is to be done with a report.
    ///
    /// @param people how many this report adds to those of all reports; for a box without a proof, to its own
    private record Verdict(boolean remembers, boolean adds, boolean isHeld, long people) {
        boolean isNothing() {
            return !adds;
        }
    }

    private Verdict verdict(Sql sql, Box box, RevocationReport report) {
        Claim claim = ReportedRevocations.claim(sql, box.id());
        boolean doubted = claim.doubted();
        if (!claim.remembers() && !doubted) return new Verdict(false, false, false, 0);
        Report concerned = concerned(sql, box, report);
        if (!ReportedRevocations.adds(sql, box.id(), concerned)) return new Verdict(claim.remembers(), false, false, 0);
        if (claim.isProven()) {
            long people = ReportedRevocations.newPeople(sql, concerned);
            long all = people + Math.max(0, ReportedRevocations.count(sql) - accepted);
            boolean tooMany = people > 0 && guard.isTooMany(all, () -> PublishedStore.enabled(sql));
            return new Verdict(claim.remembers(), true, tooMany, people);
        }
        // Without a proof a box may not add to what other boxes report either: it would refuse more rights.
        Set<Long> people = ReportedRevocations.added(sql, box.id(), concerned);
        var all = new HashSet<>(ReportedRevocations.reportedBy(sql, box.id()));
        all.addAll(people);
        return new Verdict(claim.remembers(), true, doubted || all.size() > UNPROVEN_MAX, people.size());
    }

    private boolean mayChange(long boxId) {
        long nowNs = hub.time().nowNs();
        Long before = changedNs.get(boxId);
        if (before != null && nowNs - before < CHANGE_EVERY_NS) return false;
        changedNs.put(boxId, nowNs);
        return true;
    }

    private void hold(Box box, Verdict verdict) {
        long enabled = hub.database().read(PublishedStore::enabled);
        HeldReport before = held.put(box.id(), new HeldReport(box.name(), verdict.people, enabled));
        if (before != null) return;
        hub.database().write(sql -> {
            hub.log().tell(box.name(), "its report of revoked people is held", "box " + box.name());
            return true;
        });
    }

    /// From memory, by name.
    List<HeldReport> held() {
        return held.values().stream()
                .sorted(Comparator.comparing(HeldReport::box))
                .toList();
    }

    /// For /health; null: no report is held.
    @Nullable
    String heldFault() {
        List<HeldReport> all = held();
        if (all.isEmpty()) return null;
        HeldReport first = all.getFirst();
        return "a report of the box " + first.box() + " is held: it would have this hub refuse " + first.people()
                + " of "
                + first.enabled() + " people at its own doors."
                + " 'lintel hub restored --accept \"" + first.box()
                + "\"' takes it; if the box was stolen, 'lintel hub revoke' it"
                + (all.size() > 1 ? "; reports of " + (all.size() - 1) + " more boxes are held" : "");
    }

    /// Throws [RefusedException] where no report of a box of that name is held.
    void accept(String boxName, String by) {
        Long boxId = held.entrySet().stream()
                .filter(one -> one.getValue().box().equals(boxName))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
        Box box = boxId == null ? null : hub.database().read(sql -> BoxStore.get(sql, boxId));
        if (box == null) throw new RefusedException("no report of the box " + boxName + " is held");
        RevocationReport report = reports.get(box.id());
        if (report == null) throw new RefusedException("the box " + boxName + " reports nothing any more");
        add(box, report, by);
        accepted = hub.database().read(ReportedRevocations::count);
        held.remove(box.id());
    }

    private void add(Box box, RevocationReport report, String by) {
        hub.database().write(sql -> {
            Report concerned = concerned(sql, box, report);
            ReportedRevocations.add(sql, box.id(), concerned);
            hub.log()
                    .append(Map.of(
                            "what",
                            "box",
                            "box",
                            box.name(),
                            "action",
                            "reports people who were deleted or disabled since the backup",
                            "count",
                            concerned.gone().size(),
                            "with_less_rights",
                            concerned.rights().size(),
                            "by",
                            by));
            return true;
        });
        held.remove(box.id());
        changed();
    }

    /// Only of people who concern the box, and of rights that it gets: one that was stolen says nothing of others. The
    /// box may not have taken yet what an operator gave back.
    private static Report concerned(Sql sql, Box box, RevocationReport report) {
        var of = new HashMap<Long, RevokedRights>();
        for (RevokedRights one : rights(report)) of.put(one.person(), one);
        List<Long> ids = undecided(sql, box, List.copyOf(of.keySet()));
        BoxScope scope = BoxScope.of(sql, box.name(), box.everything(), ids);
        var rights = new ArrayList<RevokedRights>();
        for (PersonRow row : PeopleOut.read(sql, scope, ids)) {
            RevokedRights one = of.get(row.id());
            if (one != null) rights.add(one.within(row));
        }
        return new Report(ReportedRevocations.enabled(sql, undecided(sql, box, revoked(report))), rights);
    }

    /// The people that concern the box. An operator may have given some back later than anything that the box proves to
    /// know: these are left out.
    private static List<Long> undecided(Sql sql, Box box, List<Long> people) {
        long to = ReportedRevocations.claim(sql, box.id()).to();
        Map<Long, Long> given = RevisionQueries.given(sql, people);
        List<Long> others =
                people.stream().filter(id -> given.getOrDefault(id, 0L) <= to).toList();
        return BoxScope.of(sql, box.name(), box.everything(), others).among(sql, others);
    }

    /// The box no longer follows. What it reported stays.
    void ended(long boxId) {
        reports.remove(boxId);
        held.remove(boxId);
        changedNs.remove(boxId);
        compared.remove(boxId);
        unreporting.remove(boxId);
    }
}
