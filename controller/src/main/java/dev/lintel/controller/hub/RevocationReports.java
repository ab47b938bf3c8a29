package dev.lintel.controller.hub;

import dev.lintel.controller.store.BoxScope;
import dev.lintel.controller.store.BoxStore.Box;
import dev.lintel.controller.store.PeopleOut;
import dev.lintel.controller.store.ReportedRevocations;
import dev.lintel.controller.store.ReportedRevocations.Report;
import dev.lintel.controller.store.RevisionQueries;
import dev.lintel.controller.store.Sql;
import dev.lintel.sync.wire.PersonRow;
import dev.lintel.sync.wire.RevocationReport;
import dev.lintel.sync.wire.RevokedRights;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Takes the reports of boxes about what they do not take of a hub that was restored from a backup, and keeps what they
/// report as revoked. Only an operator ends it: by giving the person back, or by revoking the same at the hub. A box
/// cannot: its doors may have moved, its database may be older than the report, it may be stolen, or be one of two
/// copies. Any thread that may block.
final class RevocationReports {
    private final Hub hub;
    /// By box, of those that were heard since this start.
    private final Map<Long, RevocationReport> reports = new ConcurrentHashMap<>();
    /// By box: the last report that was compared with the database.
    private final Map<Long, Compared> compared = new ConcurrentHashMap<>();
    /// Names of boxes that were heard since this start and report no single rights, by number: of earlier versions.
    private final Map<Long, String> unreporting = new ConcurrentHashMap<>();
    /// Whether doors of this hub refuse what boxes report.
    private volatile boolean refusing;

    RevocationReports(Hub hub) {
        this.hub = hub;
    }

    /// What was compared, and at which revision: the same report may concern more people after a change.
    private record Compared(RevocationReport report, long revision) {}

    /// Before any box asks.
    void begin() {
        changed();
    }

    /// Drops what an operator has revoked at this hub since: that is decided.
    void look() {
        if (!refusing) return;
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
        refusing = hub.database().read(RevocationReports::isRefusing);
    }

    private static boolean isRefusing(Sql sql) {
        return ReportedRevocations.count(sql) > 0;
    }

    /// From memory.
    boolean isRefusing() {
        return refusing;
    }

    /// The latest of each box that withholds something. From memory.
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
        if (!isEmpty(report)) compare(box, report);
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
        // A box reports on its link before it first asks, and shows by that what it remembers.
        if (!hub.database().read(sql -> ReportedRevocations.remembers(sql, box.id()))) return;
        boolean adds =
                hub.database().read(sql -> ReportedRevocations.adds(sql, box.id(), concerned(sql, box, report)));
        if (adds) add(box, report);
        compared.put(box.id(), now);
    }

    private void add(Box box, RevocationReport report) {
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
                            "box " + box.name()));
            return true;
        });
        changed();
    }

    /// Only of people who concern the box, and of rights that it gets: one that was stolen says nothing of others. The box
    /// may not have taken yet what an operator gave back.
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

    /// Those who concern the box, without people whom an operator gave back.
    private static List<Long> undecided(Sql sql, Box box, List<Long> people) {
        Map<Long, Long> given = RevisionQueries.given(sql, people);
        List<Long> others =
                people.stream().filter(id -> !given.containsKey(id)).toList();
        return BoxScope.of(sql, box.name(), box.everything(), others).among(sql, others);
    }

    /// The box no longer follows. What it reported stays.
    void ended(long boxId) {
        reports.remove(boxId);
        compared.remove(boxId);
        unreporting.remove(boxId);
    }
}
