package dev.lintel.controller.store;

import dev.lintel.controller.access.ThreatLevels;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.Time;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Table `site_threat`: the threat level of each site. Decisions read the levels in memory ([#levels]); a change is one
/// transaction with its event THREAT_LEVEL_CHANGED, and the next decision after it has the new level.
///
/// ```
///   set, turn, take ──► one transaction: row, event ──► memory ──► the next decision
///                        └──► a hub's thread hears of the commit, and sends the level to boxes
/// ```
///
/// Reading is for any thread; a change blocks on the database. `changing` keeps changes and memory in one order.
public final class ThreatStore {
    /// Of a note, in characters: a sentence or two.
    public static final int NOTE_MAX = 500;
    /// Of who changed a level: an email, or the name of a button.
    private static final int BY_MAX = 300;

    private static final String SELECT = """
            SELECT s.id, s.name, coalesce(t.level, 0), iif(t.version > 0, t.changed_at, NULL),
                   coalesce(t.changed_by, ''), coalesce(t.note, ''), coalesce(t.version, 0), t.upstream,
                   coalesce(t.upstream_version, 0), coalesce(t.switches, '')
              FROM site s
              LEFT JOIN site_threat t ON t.site_id = s.id
             WHERE s.account_id = 1""";
    private static final String PUT = """
            INSERT INTO site_threat (site_id, level, changed_at, changed_by, note, version, upstream, upstream_version,
                                     switches)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            ON CONFLICT (site_id) DO UPDATE
               SET level = ?2, changed_at = ?3, changed_by = ?4, note = ?5, version = ?6, upstream = ?7,
                   upstream_version = ?8, switches = ?9""";

    /// For [HistoryMerge]. In doubt fewer roles are valid: where both databases changed a level since, the higher one.
    static final String MERGE = """
            INSERT INTO main.site_threat
            SELECT n.*
              FROM newer.site_threat n
             WHERE n.site_id IN (SELECT id FROM main.site)
               AND n.version IS NOT (SELECT b.version FROM base.site_threat b WHERE b.site_id = n.site_id)
            ON CONFLICT (site_id) DO UPDATE
               SET level = excluded.level, changed_at = excluded.changed_at, changed_by = excluded.changed_by,
                   note = excluded.note, version = excluded.version, upstream = excluded.upstream,
                   upstream_version = excluded.upstream_version, switches = excluded.switches
             WHERE excluded.level >= site_threat.level
                OR site_threat.version IS
                   (SELECT b.version FROM base.site_threat b WHERE b.site_id = site_threat.site_id)""";

    private final Database database;
    private final Time time;
    private final ReentrantLock changing = new ReentrantLock();
    private volatile ThreatLevels levels;

    /// [Database#threats] has the only one. Reads the levels.
    ThreatStore(Database database, Sql sql, Time time) {
        this.database = database;
        this.time = time;
        var read = new HashMap<Long, Integer>();
        for (Threat threat : all(sql)) read.put(threat.siteId, threat.level);
        this.levels = new ThreatLevels(read);
    }

    /// The threat level of a site, and its last change.
    ///
    /// @param changedAtMs Unix milliseconds; null: it was never changed
    /// @param by who changed it; empty: not known
    /// @param version rises with each change
    public record Threat(
            long siteId, String site, int level, @Nullable Long changedAtMs, String by, String note, long version) {}

    /// A change of a level.
    ///
    /// @param by an email, `command line`, or the name of a button; cut off beyond 300 characters
    /// @param note at most [#NOTE_MAX] characters; may be empty
    public record Change(int level, String by, String note) {
        /// Throws `IllegalArgumentException` for a level that there is not, and for a note that is too long.
        public Change {
            if (level < 0 || level > ThreatLevels.MAX) throw new IllegalArgumentException("no threat level: " + level);
            if (note.length() > NOTE_MAX) throw new IllegalArgumentException("a note of " + note.length());
            by = by.length() <= BY_MAX ? by : by.substring(0, BY_MAX);
        }
    }

    /// A change that a hub reports.
    ///
    /// @param upstream names the hub, `upstream` of table `sync_cursor`
    /// @param version of the level there
    public record Reported(Change change, String upstream, long version) {}

    /// A row. One of version 0 has switches only: the level was never changed.
    private record Kept(Threat threat, @Nullable String upstream, long upstreamVersion, TurnedSwitches switches) {
        private Kept with(TurnedSwitches others) {
            return new Kept(threat, upstream, upstreamVersion, others);
        }
    }

    /// For decisions: in memory, never waits.
    public ThreatLevels levels() {
        return levels;
    }

    /// Each site, by id.
    public static List<Threat> all(Sql sql) {
        return sql.list(SELECT + " ORDER BY s.id", ThreatStore::threat);
    }

    /// A level that a box has to know of: one of its channels is at the site.
    ///
    /// @param box as channels name it
    /// @param channelId one of the channels
    public record OfBox(String box, long channelId, Threat threat) {}

    /// The levels of sites that were ever changed here, for each box with channels there; by box and site.
    public static List<OfBox> ofBoxes(Sql sql) {
        String select = """
                SELECT b.box, min(c.id), c.site_id
                  FROM site_threat t
                  JOIN channel c ON c.site_id = t.site_id
                  JOIN channel_box b ON b.channel_id = c.id
                 WHERE c.account_id = 1 AND t.version > 0
                 GROUP BY b.box, c.site_id
                 ORDER BY b.box, c.site_id""";
        return sql.list(
                select, row -> new OfBox(row.text(1), row.number(2), Objects.requireNonNull(get(sql, row.number(3)))));
    }

    /// One site; null: there is none of that id.
    public static @Nullable Threat get(Sql sql, long siteId) {
        return sql.one(SELECT + " AND s.id = ?", ThreatStore::threat, siteId);
    }

    /// Changes the level of a site: the one way for the API, the pages and the command line. A level that is set
    /// already is not set again, and has no event; but the release of a switch does not end it any more. Returns
    /// the level as it is then, or null where no such site exists. Throws [StoreException] where the disk takes
    /// nothing: then nothing has changed. Blocks: a thread that reads lines hands over to another one.
    public @Nullable Threat set(long siteId, Change change) {
        return write(siteId, row -> {
            Kept freed = row.with(row.switches.freed());
            return row.threat.level == change.level ? freed : next(freed, change, null);
        });
    }

    /// As [#set] by a wired switch, which is turned on or at rest.
    ///
    /// @param fresh whether it was seen off before; else a switch that was on before this start sets nothing again
    public @Nullable Threat turn(long siteId, ThreatSwitch by, boolean on, boolean fresh) {
        return write(siteId, row -> {
            var before = new TurnedSwitches.Result(row.threat.level, row.switches);
            var result = on && !fresh ? before : before.switches().released(before.level(), by.name());
            if (on) result = result.switches().turned(result.level(), by);
            Kept next = row.with(result.switches());
            if (result.level() == row.threat.level) return next;
            return next(next, new Change(result.level(), by.name(), ""), null);
        });
    }

    /// The box has these switches now, by name with their sites: others are forgotten, and their levels stay.
    public void keepSwitches(Map<String, Long> sites) {
        for (Kept kept : database.read(sql -> sql.list(SELECT + " ORDER BY s.id", ThreatStore::row))) {
            long siteId = kept.threat.siteId;
            List<String> there = sites.entrySet().stream()
                    .filter(each -> each.getValue() == siteId)
                    .map(Map.Entry::getKey)
                    .toList();
            if (kept.switches.equals(kept.switches.only(there))) continue;
            write(siteId, row -> row.with(row.switches.only(there)));
        }
    }

    /// Takes a change that a hub reports, unless this box took that or a later one of the same hub before: between two
    /// changes at the hub the level that was set here stays.
    public @Nullable Threat take(long siteId, Reported reported) {
        return write(siteId, row -> {
            boolean same = reported.upstream.equals(row.upstream);
            if (same && reported.version <= row.upstreamVersion) return row;
            return next(row.with(row.switches.freed()), reported.change, reported);
        });
    }

    private Kept next(Kept before, Change change, @Nullable Reported reported) {
        long nowMs = time.nowMs();
        Threat old = before.threat;
        var threat = new Threat(
                old.siteId,
                old.site,
                change.level,
                nowMs,
                change.by,
                change.note,
                Math.max(nowMs, old.version + 1)); // a clock that was set back makes no older change
        return reported == null
                ? new Kept(threat, before.upstream, before.upstreamVersion, before.switches)
                : new Kept(threat, reported.upstream, reported.version, before.switches);
    }

    private @Nullable Threat write(long siteId, UnaryOperator<Kept> step) {
        changing.lock();
        try {
            Kept now = database.write(sql -> {
                Kept before = sql.one(SELECT + " AND s.id = ?", ThreatStore::row, siteId);
                if (before == null) return null;
                Kept next = step.apply(before);
                if (next.equals(before)) return next;
                put(sql, next);
                if (next.threat.level != before.threat.level) database.events().append(event(before, next));
                return next;
            });
            if (now == null) return null;
            var all = new HashMap<>(levels.bySite());
            all.put(siteId, now.threat.level);
            levels = new ThreatLevels(all);
            return now.threat;
        } finally {
            changing.unlock();
        }
    }

    /// The policy has these sites: levels of others are forgotten, as the disk has done.
    public void sites(Set<Long> ids) {
        changing.lock();
        try {
            var all = new HashMap<>(levels.bySite());
            if (all.keySet().retainAll(ids)) levels = new ThreatLevels(all);
        } finally {
            changing.unlock();
        }
    }

    private static void put(Sql sql, Kept row) {
        Threat threat = row.threat;
        sql.run(
                PUT,
                threat.siteId,
                threat.level,
                Objects.requireNonNullElse(threat.changedAtMs, 0L),
                threat.by,
                threat.note,
                threat.version,
                row.upstream,
                row.upstreamVersion,
                row.switches.text());
    }

    private EventDraft event(Kept before, Kept next) {
        Threat threat = next.threat;
        Map<String, Object> additional = new LinkedHashMap<>();
        additional.put("site_id", threat.siteId);
        additional.put("site", threat.site);
        additional.put("old", before.threat.level);
        additional.put("new", threat.level);
        additional.put("by", threat.by);
        if (!threat.note.isEmpty()) additional.put("note", threat.note);
        return new EventDraft(EventKind.THREAT_LEVEL_CHANGED, time.nowMs(), time.nowNs(), Subject.NOBODY, additional);
    }

    private static Threat threat(Row row) {
        return row(row).threat;
    }

    private static Kept row(Row row) {
        var threat = new Threat(
                row.number(1),
                row.text(2),
                row.integer(3),
                row.nullableNumber(4),
                row.text(5),
                row.text(6),
                row.number(7));
        return new Kept(threat, row.nullableText(8), row.number(9), TurnedSwitches.of(row.text(10)));
    }
}
