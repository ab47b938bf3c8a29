package dev.lintel.controller.hub;

import dev.lintel.controller.config.MassGuard;
import dev.lintel.controller.fleet.BoxStore.Box;
import dev.lintel.controller.fleet.EraStore;
import dev.lintel.controller.fleet.ReportedRevocations;
import dev.lintel.controller.fleet.ReportedRevocations.Claim;
import dev.lintel.controller.hub.HubDesk.RefusedException;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.RevisionQueries;
import dev.lintel.controller.store.Sql;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.RevocationReport;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// What boxes do not take of this hub since it was restored from a backup: the hub had taken it away later than that.
/// Boxes report it; an operator gives it back by name, or changes or deletes the person. Until then people whom a box
/// reports as deleted or disabled pass no door of this hub either, nor of other boxes: those that joined since, were
/// reset, or were off when it happened. Any thread that may block.
public final class Restored {
    /// How far a box may say that it has been: a hub with thousands of changes a second takes a day for so many. A
    /// stolen box that says more is told to take a snapshot, and nothing else happens.
    static final long AHEAD_MAX = 1_000_000_000;

    private static final Logger LOG = System.getLogger(Restored.class.getName());

    /// How often a box may raise this hub's revision: once after each restore is what an honest one needs, and a stolen
    /// one can do no more than fill the log once an hour.
    private static final long RAISE_EVERY_NS = TimeUnit.HOURS.toNanos(1);

    private static final String RESTORED = "this hub was restored from a backup";
    private static final String CLAIMED = "boxes report, without proof, that this hub was restored from a backup";
    private static final String KNOWS_MORE = "knows more than this hub, which was restored from a backup";
    private static final String CLAIMS_MORE = "reports without proof that this hub was restored from a backup";
    /// Boxes in a sentence.
    private static final int NAMED_MAX = 10;

    private final Hub hub;
    /// By box: when it last raised this hub's revision, of the clock that only runs.
    private final Map<Long, Long> raisedNs = new ConcurrentHashMap<>();
    private final RevocationReports reports;
    private final CursorProofs proofs;
    /// Whether a box says that it knows changes that are newer than the backup, and whether one has proved it.
    private volatile boolean claimed;

    private volatile boolean proved;

    Restored(Hub hub, MassGuard guard) {
        this.hub = hub;
        this.reports = new RevocationReports(hub, guard);
        this.proofs = new CursorProofs(hub.certificates(), hub.time());
    }

    /// For /health; null: boxes get proofs of what they know. From memory.
    public @Nullable String proofsFault() {
        return proofs.fault();
    }

    CursorProofs proofs() {
        return proofs;
    }

    RevocationReports reports() {
        return reports;
    }

    /// Somebody who has less at a box than here.
    ///
    /// @param name empty: none
    public record Kept(long id, String name) {
        /// With the number, on one line.
        public String words() {
            return name.isEmpty() ? "person " + id : name + " (" + id + ")";
        }
    }

    /// A report that would have too many people refused.
    ///
    /// @param people it would add
    /// @param enabled all who are enabled at this hub
    public record HeldReport(String box, long people, long enabled) {}

    /// What boxes do not take.
    ///
    /// @param count of people at the box that has most of them
    /// @param people by name; no more than boxes name
    /// @param policy some box has a newer policy than this hub
    /// @param held reports of boxes that wait for an operator
    public record View(long count, List<Kept> people, boolean policy, List<HeldReport> held) {
        public View {
            people = List.copyOf(people);
            held = List.copyOf(held);
        }

        public boolean isNothing() {
            return count == 0 && !policy && held.isEmpty();
        }
    }

    /// Before any box asks.
    void begin() {
        proofs.look();
        reports.begin();
        claimed = hub.database().read(ReportedRevocations::anyUnchecked);
        proved = hub.database().read(ReportedRevocations::anyProven);
    }

    /// Now and then, on the hub's thread.
    void look() {
        proofs.look();
        reports.look();
    }

    /// Whether the proof that a box shows cannot be verified now, and is needed: the box keeps it and asks again.
    boolean mustWait(@Nullable Cursor at) {
        return at != null
                && at.proof() != null
                && !proofs.isReady()
                && !hub.database().read(sql -> EraStore.knows(sql, at));
    }

    /// A box asks for what came after `at`. Where this database has never been there, it was restored: it counts on
    /// from there, so that what an operator does here from now on is newer than all that the box knows.
    ///
    /// @param at with the proof that the box shows; without one it is a claim
    void look(Box box, @Nullable Cursor at) {
        if (at == null) return;
        boolean proven = proofs.isProven(at);
        remember(box, at, proven);
        if (hub.database().read(sql -> !isBeyond(sql, at)) || (!proven && !mayRaise(box.id()))) return;
        boolean raised = hub.database().write(sql -> {
            if (!isBeyond(sql, at)) return false;
            RevisionQueries.raise(sql, at.revision());
            hub.log().tell(box.name(), proven ? KNOWS_MORE : CLAIMS_MORE, "box " + box.name());
            return true;
        });
        if (!raised) return;
        LOG.log(Level.WARNING, "the box " + box.name() + " " + (proven ? KNOWS_MORE : CLAIMS_MORE));
        hub.wake();
    }

    /// A box that was where this database has never been remembers what this hub has forgotten.
    private void remember(Box box, Cursor at, boolean proven) {
        record Seen(boolean known, Claim claim) {}
        Seen seen =
                hub.database().read(sql -> new Seen(EraStore.knows(sql, at), ReportedRevocations.claim(sql, box.id())));
        Claim claim = seen.claim;
        boolean fresh = proven && !claim.proves();
        long to = seen.known || !proven ? 0 : at.revision();
        boolean remembers =
                !seen.known && (proven ? to > claim.to() : (!claim.remembers() || claim.checked()) && !claim.proves());
        boolean doubts = !seen.known && !proven && claim.proves() && !claim.isProven() && !claim.doubted();
        if (!fresh && !remembers && !doubts) return;
        hub.database().write(sql -> {
            if (fresh) ReportedRevocations.setProves(sql, box.id());
            if (remembers) ReportedRevocations.setRemembers(sql, box.id(), to);
            if (doubts) ReportedRevocations.setDoubted(sql, box.id());
            return true;
        });
        if (remembers) begin();
    }

    private boolean mayRaise(long boxId) {
        long nowNs = hub.time().nowNs();
        Long before = raisedNs.get(boxId);
        if (before != null && nowNs - before < RAISE_EVERY_NS) return false;
        raisedNs.put(boxId, nowNs);
        return true;
    }

    private static boolean isBeyond(Sql sql, Cursor at) {
        long ahead = at.revision() - RevisionQueries.head(sql);
        return ahead > 0 && ahead <= AHEAD_MAX && !EraStore.knows(sql, at);
    }

    /// What boxes do not take.
    public View view() {
        List<RevocationReport> all = reports.all();
        long count = all.stream().mapToLong(RevocationReport::count).max().orElse(0);
        boolean policy = all.stream().anyMatch(RevocationReport::policy);
        List<HeldReport> held = reports.held();
        return hub.database().read(sql -> {
            var ids = new TreeSet<>(ids(all));
            ids.addAll(ReportedRevocations.people(sql, RevocationReport.PEOPLE_MAX));
            return new View(Math.max(count, ReportedRevocations.count(sql)), kept(sql, List.copyOf(ids)), policy, held);
        });
    }

    private static List<Long> ids(List<RevocationReport> all) {
        var ids = new TreeSet<Long>();
        for (RevocationReport one : all) ids.addAll(one.people());
        return List.copyOf(ids);
    }

    private static List<Kept> kept(Sql sql, List<Long> ids) {
        var people = new ArrayList<Kept>();
        for (long id : ids) {
            var person = PersonStore.get(sql, id);
            if (person == null) continue; // deleted here as well since
            String name = person.text("first_name") + " " + person.text("last_name");
            people.add(new Kept(id, name.strip()));
        }
        return people;
    }

    /// Gives a person back what boxes keep revoked: they take them as they are here. Throws [RefusedException]
    /// where no box
    /// keeps anything of them revoked.
    public void giveBack(long personId, String by) {
        boolean named = reports.all().stream().anyMatch(one -> one.people().contains(personId));
        List<Kept> people = hub.database()
                .read(sql -> named || ReportedRevocations.contains(sql, personId)
                        ? kept(sql, List.of(personId))
                        : List.of());
        if (people.isEmpty()) throw new RefusedException("no box keeps anything revoked of person " + personId);
        give(people, false, by);
    }

    /// As above, everybody whom boxes name, and this hub's policy. Returns how many people. Throws
    /// [RefusedException]
    /// where boxes keep nothing revoked.
    public int giveBackAll(String by) {
        View view = view();
        if (view.isNothing()) throw new RefusedException("no box keeps anything revoked");
        give(view.people, view.policy, by);
        return view.people.size();
    }

    private void give(List<Kept> people, boolean policy, String by) {
        long highest = reports.all().stream()
                .mapToLong(RevocationReport::highest)
                .max()
                .orElse(0);
        hub.database().write(sql -> {
            long head = RevisionQueries.head(sql);
            RevisionQueries.raise(sql, Math.min(highest, head + AHEAD_MAX));
            List<Long> ids = people.stream().map(Kept::id).toList();
            ReportedRevocations.drop(sql, ids);
            RevisionQueries.give(sql, ids);
            if (policy) RevisionQueries.givePolicy(sql);
            for (Kept one : people) hub.log().append(given("person", one.id(), by));
            if (policy) hub.log().append(given("policy", 0, by));
            return true;
        });
        reports.changed();
        hub.wake();
    }

    private static Map<String, Object> given(String what, long id, String by) {
        return Map.of("what", what, "action", "given back after a restore", "id", id, "by", by);
    }

    /// Both of the following; null: none. From memory.
    @Nullable
    String fault() {
        String withheld = withheldFault();
        String silent = silentFault();
        if (withheld == null) return silent;
        return silent == null ? withheld : withheld + ". " + silent;
    }

    /// For /health; null: boxes take everything. From memory.
    public @Nullable String withheldFault() {
        String held = reports.heldFault();
        boolean withheld = !reports.all().isEmpty() || reports.isRefusing();
        if (!withheld && held == null) return null;
        var text = new StringBuilder(restored());
        if (withheld) text.append(". ").append(withheld(reports.people()));
        if (held != null) text.append(". ").append(held);
        return text.toString();
    }

    /// For /health; null: all boxes report what they do not take, or an operator has checked by hand. From memory.
    public @Nullable String silentFault() {
        List<String> silent = claimed ? reports.unreporting() : List.of();
        return silent.isEmpty() ? null : restored() + ". " + silent(silent);
    }

    private String restored() {
        return proved ? RESTORED : CLAIMED;
    }

    /// An operator has checked by hand what boxes of an earlier version do not report. Throws [RefusedException] where
    /// all report it.
    public void checked(String by) {
        List<String> silent = claimed ? reports.unreporting() : List.of();
        if (silent.isEmpty()) throw new RefusedException("there is no box of an earlier version to check");
        hub.database().write(sql -> {
            ReportedRevocations.setChecked(sql);
            hub.log().append(Map.of("what", "restore", "action", "checked by hand", "boxes", silent, "by", by));
            return true;
        });
        begin();
    }

    /// @param people 0: boxes keep a newer policy alone
    private static String withheld(long people) {
        String refused = people == 0
                ? "Its boxes keep a newer site.yaml"
                : "Its boxes refuse " + (people == 1 ? "1 person" : people + " people")
                        + " from whom it had revoked something later";
        return refused
                + ". List: 'lintel hub restored'. People who had access only to doors of the hub itself are not in"
                + " that list: check them by hand";
    }

    /// Takes the report of a box that is held, however many people it names. Throws [RefusedException] where none is.
    public void accept(String boxName, String by) {
        reports.accept(boxName, by);
        hub.wake();
    }

    private static String silent(List<String> boxes) {
        return "Boxes of an earlier version do not report revoked cards, groups, roles and reservations: update"
                + " them, or check these by hand and run 'lintel hub restored --checked'. Boxes: "
                + String.join(", ", boxes.subList(0, Math.min(NAMED_MAX, boxes.size())))
                + (boxes.size() > NAMED_MAX ? " and " + (boxes.size() - NAMED_MAX) + " more" : "");
    }
}
