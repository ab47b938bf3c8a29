package dev.lintel.controller.fleet;

import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.Row;
import dev.lintel.controller.store.Sql;
import dev.lintel.reader.Bytes;
import dev.lintel.sync.wire.Cursor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Tables `box` and `box_certificate`: who follows this hub, and how they are known. Each method runs in the
/// caller's transaction. Times are Unix milliseconds.
public final class BoxStore {
    /// Certificates of one box at once: while one is renewed there are two, and one more was asked for and
    /// never arrived.
    private static final int CERTIFICATES_MAX = 3;

    private static final String SELECT = """
            SELECT id, name, state, everything, joined_at, joined_by, version, units, last_contact_at, cursor, skew_ms,
                   problem, held, approved, lost_at, read_only, completed_at
              FROM box
            """;

    private static final String FOLLOWS = " state IN ('planned', 'joined')";

    private static final String PLAN = """
            INSERT INTO box (name, state, everything, read_only, joined_at, joined_by, version, units, last_contact_at)
            VALUES (?1, 'planned', ?2, ?3, ?4, ?5, ?6, ?7, ?4)""";
    private static final String TELL = """
            UPDATE box SET version = ?, units = ?, last_contact_at = ?, cursor = ?, skew_ms = ?, problem = ?, held = ?,
                           completed_at = ?
             WHERE id = ?""";

    private BoxStore() {}

    /// Who follows, or did.
    ///
    /// @param name as channels in site.yaml name it
    /// @param state `planned` (it has a certificate, and has not shown it), `joined`, `left` or `revoked`
    /// @param everything it gets all people and channels
    /// @param readOnly what is asked to be written there is refused
    /// @param joined when, and by whom it was let in
    /// @param told what it has last told of itself
    /// @param approved the snapshot that an operator has let through; null: none
    /// @param lostAtMs since when it is known to be out of contact; null: it is in contact
    public record Box(
            long id,
            String name,
            String state,
            boolean everything,
            boolean readOnly,
            Joined joined,
            Told told,
            @Nullable String approved,
            @Nullable Long lostAtMs) {
        public boolean isJoined() {
            return state.equals("joined");
        }

        public boolean isPlanned() {
            return state.equals("planned");
        }
    }

    /// What an operator lets a box have and do.
    public record Terms(boolean everything, boolean readOnly) {}

    public record Joined(long atMs, String by) {}

    /// What a box tells of itself.
    ///
    /// @param units that its controller.yaml has
    /// @param contactAtMs when it was last heard of
    /// @param cursor up to where it has all
    /// @param skewMs its clock less the hub's
    /// @param problem what keeps it from following
    /// @param held a snapshot that it holds back
    /// @param completedMs when it last told that it had all there was, and nothing was wrong with it; null: never
    public record Told(
            String version,
            List<Long> units,
            @Nullable Long contactAtMs,
            @Nullable Cursor cursor,
            @Nullable Long skewMs,
            @Nullable String problem,
            @Nullable String held,
            @Nullable Long completedMs) {
        public Told {
            units = List.copyOf(units);
        }

        /// Longer than one thread is held up behind another.
        private static final long OVERTAKEN_MAX_MS = 10_000;

        /// The same, heard of at `nowMs`.
        public Told at(long nowMs) {
            return new Told(version, units, nowMs, cursor, skewMs, problem, held, completedMs);
        }

        /// The same; where it follows with nothing wrong and has all up to `latest`, it is complete at
        /// `nowMs`. Who looked at what is newest a moment before another, and tells of it after them, sets
        /// nothing back; a clock that was set back does.
        ///
        /// @param latest null: there is more, whatever it is
        /// @param nowMs when `latest` was looked at
        public Told upTo(@Nullable Cursor latest, long nowMs) {
            boolean all = cursor != null
                    && latest != null
                    && cursor.era().equals(latest.era())
                    && cursor.revision() >= latest.revision()
                    && problem == null
                    && held == null;
            if (!all) return this;
            Long before = completedMs;
            long atMs = before != null && nowMs < before && before - nowMs < OVERTAKEN_MAX_MS ? before : nowMs;
            return new Told(version, units, contactAtMs, cursor, skewMs, null, null, atMs);
        }
    }

    /// A certificate by which a box is known.
    ///
    /// @param publicKey X.509
    public record Known(Bytes fingerprint, Bytes publicKey, long madeAtMs, long endsAtMs) {}

    /// Those that follow now, by name.
    public static List<Box> joined(Sql sql) {
        return sql.list(SELECT + "WHERE state = 'joined' ORDER BY name COLLATE NOCASE, id", BoxStore::box);
    }

    /// Those that have joined and not come yet, by name.
    public static List<Box> planned(Sql sql) {
        return sql.list(SELECT + "WHERE state = 'planned' ORDER BY name COLLATE NOCASE, id", BoxStore::box);
    }

    /// The names of those that follow, and of those that may once they come, with commas between them. What
    /// comes from a hub is not handed on, so who has any joins none.
    public static String followers(Sql sql) {
        return String.join(
                ", ",
                sql.list(
                        "SELECT DISTINCT name FROM box WHERE" + FOLLOWS + " ORDER BY name COLLATE NOCASE, name",
                        row -> row.text(1)));
    }

    /// Whether any box follows, or may once it comes.
    public static boolean isFollowed(Sql sql) {
        return sql.get("SELECT EXISTS (SELECT 1 FROM box WHERE" + FOLLOWS + ")", row -> row.flag(1));
    }

    public static @Nullable Box get(Sql sql, long id) {
        return sql.one(SELECT + "WHERE id = ?", BoxStore::box, id);
    }

    /// The one that follows under that name; null: none does.
    public static @Nullable Box named(Sql sql, String name) {
        return sql.one(SELECT + "WHERE name = ? AND state = 'joined'", BoxStore::box, name);
    }

    /// Whose certificate it is, whatever became of them; null: nobody's.
    public static @Nullable Box of(Sql sql, Bytes fingerprint) {
        return sql.one(
                SELECT + "WHERE id = (SELECT box_id FROM box_certificate WHERE fingerprint = ?)",
                BoxStore::box,
                fingerprint);
    }

    /// Whose key it is: a certificate that is not known was renewed, and the answer or this database lost it. A box
    /// that follows before one that did. Null: nobody's.
    public static @Nullable Box ofKey(Sql sql, Bytes publicKey) {
        return sql.one(
                SELECT + "WHERE id IN (SELECT box_id FROM box_certificate WHERE public_key = ?)"
                        + " ORDER BY state = 'joined' DESC, id DESC LIMIT 1",
                BoxStore::box,
                publicKey);
    }

    /// Whether anybody ever followed.
    public static boolean any(Sql sql) {
        return sql.get("SELECT EXISTS (SELECT 1 FROM box)", row -> row.flag(1));
    }

    /// Takes a box in that may follow; one that follows under that name goes on. Returns its number.
    public static long plan(Sql sql, String name, Terms terms, Joined joined, Told told) {
        return sql.insert(
                PLAN,
                name,
                terms.everything,
                terms.readOnly,
                joined.atMs,
                joined.by,
                told.version,
                Json.write(told.units));
    }

    /// One that was planned follows; one that followed under that name follows no more. Whether the log has
    /// told that contact with the doors of that name is lost goes on with it.
    public static void confirm(Sql sql, Box box, long nowMs) {
        sql.run("UPDATE box SET state = 'revoked', ended_at = ? WHERE name = ? AND state = 'joined'", nowMs, box.name);
        sql.run(
                "UPDATE box SET state = 'joined', joined_at = ?1, last_contact_at = ?1, lost_at ="
                        + " (SELECT b.lost_at FROM box b WHERE b.name = ?3 AND b.state IN ('left', 'revoked')"
                        + " ORDER BY b.ended_at DESC, b.id DESC LIMIT 1)"
                        + " WHERE id = ?2 AND state = 'planned'",
                nowMs,
                box.id,
                box.name);
    }

    /// It does not join after all.
    public static void drop(Sql sql, long id) {
        sql.run("DELETE FROM box WHERE id = ? AND state = 'planned'", id);
    }

    /// Those under that name that have not come yet do not join after all. Returns how many there were.
    public static int dropPlanned(Sql sql, String name) {
        return sql.run("DELETE FROM box WHERE name = ? AND state = 'planned'", name);
    }

    /// Those that were planned before never came.
    public static void forgetPlanned(Sql sql, long beforeMs) {
        sql.run("DELETE FROM box WHERE state = 'planned' AND joined_at < ?", beforeMs);
    }

    /// It follows no more: `left` or `revoked`. False when it did not.
    public static boolean end(Sql sql, long id, String state, long nowMs) {
        return sql.run("UPDATE box SET state = ?, ended_at = ? WHERE id = ? AND state = 'joined'", state, nowMs, id)
                > 0;
    }

    /// The oldest beyond a few are known no more, but for the one that the box shows (null: none yet): it goes on
    /// with that one where the answer to it is lost.
    public static void addCertificate(Sql sql, long boxId, Known known, @Nullable Bytes shown) {
        sql.run(
                "INSERT OR REPLACE INTO box_certificate (fingerprint, box_id, public_key, made_at, ends_at)"
                        + " VALUES (?, ?, ?, ?, ?)",
                known.fingerprint,
                boxId,
                known.publicKey,
                known.madeAtMs,
                known.endsAtMs);
        sql.run(
                "DELETE FROM box_certificate WHERE fingerprint IN (SELECT fingerprint FROM box_certificate"
                        + " WHERE box_id = ? ORDER BY made_at DESC, ends_at DESC LIMIT -1 OFFSET ?)"
                        + " AND fingerprint IS NOT ?",
                boxId,
                CERTIFICATES_MAX,
                shown);
    }

    /// Forgets the certificates for the same key that were made before the one that a box shows.
    public static void dropOlder(Sql sql, long boxId, Bytes fingerprint) {
        sql.run(
                "DELETE FROM box_certificate WHERE box_id = ?1 AND fingerprint <> ?2 AND (public_key, made_at) IN"
                        + " (SELECT old.public_key, old.made_at FROM box_certificate old, box_certificate shown"
                        + " WHERE shown.fingerprint = ?2 AND old.public_key = shown.public_key"
                        + " AND old.made_at < shown.made_at)",
                boxId,
                fingerprint);
    }

    /// The newest first.
    public static List<Known> certificates(Sql sql, long boxId) {
        return sql.list(
                "SELECT fingerprint, public_key, made_at, ends_at FROM box_certificate WHERE box_id = ?"
                        + " ORDER BY made_at DESC",
                row -> new Known(row.blob(1), row.blob(2), row.number(3), row.number(4)),
                boxId);
    }

    /// Keeps what it tells.
    public static void tell(Sql sql, long id, Told told) {
        Cursor cursor = told.cursor;
        sql.run(
                TELL,
                told.version,
                Json.write(told.units),
                told.contactAtMs,
                cursor == null ? null : cursor.toString(),
                told.skewMs,
                told.problem,
                told.held,
                told.completedMs,
                id);
    }

    /// Lets a snapshot through that it holds back.
    public static void approve(Sql sql, long id, String held) {
        sql.run("UPDATE box SET approved = ? WHERE id = ?", held, id);
    }

    /// Since when it is out of contact; null: it is back.
    public static void lost(Sql sql, long id, @Nullable Long atMs) {
        sql.run("UPDATE box SET lost_at = ? WHERE id = ?", atMs, id);
    }

    /// Ids of the channels that hang on the box with that name, ascending.
    public static List<Long> channels(Sql sql, String name) {
        return sql.list(
                "SELECT channel_id FROM channel_box WHERE box = ? ORDER BY channel_id", row -> row.number(1), name);
    }

    /// The box that a channel hangs on; null: none that follows.
    public static @Nullable Box ofChannel(Sql sql, long channelId) {
        String name = sql.one("SELECT box FROM channel_box WHERE channel_id = ?", row -> row.text(1), channelId);
        return name == null ? null : named(sql, name);
    }

    /// One channel of each box that channels hang on, by the box's name: also of those that nobody is yet.
    public static Map<String, Long> channelOfEach(Sql sql) {
        var channels = new HashMap<String, Long>();
        sql.list("SELECT box, min(channel_id) FROM channel_box GROUP BY box", row -> {
            channels.put(row.text(1), row.number(2));
            return row.number(2);
        });
        return channels;
    }

    /// Which box each channel hangs on.
    ///
    /// @param moment rises with each change of it
    /// @param boxes names, by channel
    public record Wired(long moment, Map<Long, String> boxes) {
        public Wired {
            boxes = Map.copyOf(boxes);
        }
    }

    /// `known`, or what stands since: one row is read where nothing has changed.
    public static Wired wired(Sql sql, Wired known) {
        long moment = sql.get(
                "SELECT policy + coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'channel_box_ever'), 0)"
                        + " FROM sync_revision",
                row -> row.number(1));
        if (moment == known.moment) return known;
        var boxes = new HashMap<Long, String>();
        sql.each("SELECT channel_id, box FROM channel_box", row -> boxes.put(row.number(1), row.text(2)));
        return new Wired(moment, boxes);
    }

    /// Of the channels that the box with that name had and has no more, as far as that is known: until when.
    public static Map<Long, Long> had(Sql sql, String name) {
        var ends = new HashMap<Long, Long>();
        sql.each(
                "SELECT channel_id, ended_at FROM channel_box_ever WHERE box = ? AND ended_at IS NOT NULL",
                row -> ends.put(row.number(1), row.number(2)),
                name);
        return ends;
    }

    /// The box's own number of a channel's wiring, by channel.
    public static Map<Long, Integer> units(Sql sql, String name) {
        var units = new HashMap<Long, Integer>();
        sql.each(
                "SELECT channel_id, unit FROM channel_box WHERE box = ?",
                row -> units.put(row.number(1), row.integer(2)),
                name);
        return units;
    }

    private static Box box(Row row) {
        String cursor = row.nullableText(10);
        var told = new Told(
                row.text(7),
                numbers(row.text(8)),
                row.nullableNumber(9),
                cursor == null ? null : Cursor.parse(cursor),
                row.nullableNumber(11),
                row.nullableText(12),
                row.nullableText(13),
                row.nullableNumber(17));
        return new Box(
                row.number(1),
                row.text(2),
                row.text(3),
                row.flag(4),
                row.flag(16),
                new Joined(row.number(5), row.text(6)),
                told,
                row.nullableText(14),
                row.nullableNumber(15));
    }

    private static List<Long> numbers(String json) {
        var numbers = new ArrayList<Long>();
        for (String one : json.replaceAll("[\\[\\]\\s]", "").split(",", -1)) {
            if (!one.isEmpty()) numbers.add(Long.valueOf(one));
        }
        return numbers;
    }
}
