package dev.lintel.controller.fleet;

import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PersonImageStore;
import dev.lintel.controller.store.Sql;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Whose picture is which at the hub, as a box that follows keeps it: in `person_image` once its files are
/// here, in `image_synced` before. What was shown stays until then. Each method runs in the caller's
/// transaction; those that change something inside [Database#write].
public final class ImagesIn {
    private static final String OF = " WHERE person_id IN (SELECT value FROM json_each(?))";
    private static final String WANTED = """
            INSERT INTO image_synced (person_id, name, next_at) VALUES (?1, ?2, ?3)
            ON CONFLICT (person_id) DO UPDATE SET name = excluded.name, attempts = 0, next_at = excluded.next_at""";

    private final Sql sql;
    private final long nowMs;
    private final Map<Long, String> shown = new HashMap<>();
    private final Map<Long, String> wanted = new HashMap<>();

    ImagesIn(Sql sql, long nowMs) {
        this.sql = sql;
        this.nowMs = nowMs;
    }

    /// A picture to be fetched.
    ///
    /// @param attempts that failed
    public record Wanted(long personId, String name, int attempts) {}

    /// The name that the hub has for each one's picture, whether its files are here or not.
    static Map<Long, String> named(Sql sql, List<Long> ids) {
        Map<Long, String> names = PersonImageStore.standing(sql, ids);
        names.putAll(wanted(sql, ids));
        return names;
    }

    private static Map<Long, String> wanted(Sql sql, List<Long> ids) {
        return names(sql, "SELECT person_id, name FROM image_synced" + OF, ids);
    }

    private static Map<Long, String> names(Sql sql, String query, List<Long> ids) {
        var names = new HashMap<Long, String>();
        sql.each(query, row -> names.put(row.number(1), row.text(2)), ids.toString());
        return names;
    }

    /// Reads what there is of these people, whom [#put] is about next.
    void look(List<Long> ids) {
        shown.clear();
        wanted.clear();
        shown.putAll(PersonImageStore.standing(sql, ids));
        wanted.putAll(wanted(sql, ids));
    }

    /// `name` is the person's picture at the hub; null: they have none.
    void put(long personId, @Nullable String name) {
        String here = shown.get(personId);
        String before = wanted.get(personId);
        if (name == null && here != null) PersonImageStore.remove(sql, personId);
        if (name == null) shown.remove(personId);
        if (name == null || name.equals(here)) {
            if (before != null) sql.run("DELETE FROM image_synced WHERE person_id = ?", personId);
            wanted.remove(personId);
        } else if (!Objects.equals(before, name)) {
            sql.run(WANTED, personId, name, nowMs);
            wanted.put(personId, name);
        }
    }

    void forget(long personId) {
        shown.remove(personId);
        wanted.remove(personId);
    }

    /// The next one that is due at `nowMs`, or later than `latestMs`, for then the clock was set back; null:
    /// none.
    public static @Nullable Wanted due(Sql sql, long nowMs, long latestMs) {
        return sql.one(
                "SELECT person_id, name, attempts FROM image_synced WHERE next_at <= ? OR next_at > ?"
                        + " ORDER BY next_at, person_id LIMIT 1",
                row -> new Wanted(row.number(1), row.text(2), row.integer(3)),
                nowMs,
                latestMs);
    }

    /// How many are not here yet.
    public static long count(Sql sql) {
        return sql.get("SELECT count(*) FROM image_synced", row -> row.number(1));
    }

    /// It could not be fetched: again at `againAtMs`.
    public static void failed(Sql sql, Wanted image, long againAtMs) {
        sql.run(
                "UPDATE image_synced SET attempts = attempts + 1, next_at = ? WHERE person_id = ? AND name = ?",
                againAtMs,
                image.personId,
                image.name);
    }

    /// The hub has it no more, or it is none: another one will come with a change of the person.
    public static void giveUp(Sql sql, Wanted image) {
        sql.run("DELETE FROM image_synced WHERE person_id = ? AND name = ?", image.personId, image.name);
    }

    /// Its files are here: it is shown from now on, unless another is wanted by now. Returns whether it is.
    public static boolean arrived(Sql sql, Wanted image) {
        int rows = sql.run("DELETE FROM image_synced WHERE person_id = ? AND name = ?", image.personId, image.name);
        if (rows == 0) {
            sql.run("INSERT OR IGNORE INTO image_dropped VALUES (?)", image.name);
            return false;
        }
        sql.run(
                "INSERT OR IGNORE INTO image_dropped"
                        + " SELECT shown FROM person_image WHERE person_id = ? AND shown IS NOT NULL AND shown <> ?",
                image.personId,
                image.name);
        sql.run("DELETE FROM image_dropped WHERE name = ?", image.name);
        sql.run("""
                INSERT INTO person_image (person_id, shown) VALUES (?, ?)
                ON CONFLICT (person_id) DO UPDATE SET shown = excluded.shown""", image.personId, image.name);
        return true;
    }
}
