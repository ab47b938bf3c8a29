package dev.lintel.controller.store;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Tables `person_image` and `image_dropped`: which picture of a person is shown, which is being made, and which
/// names' files are to be removed. Each method runs in the caller's transaction; those that change something inside
/// [Database#write]. A name that is shown or wanted no more is dropped in the same transaction, so that no file is
/// removed that a row names, and none stays that no row names.
public final class PersonImageStore {
    private static final String SHOWN = """
            SELECT person_id, shown
              FROM person_image
             WHERE person_id IN (SELECT value FROM json_each(?)) AND shown IS NOT NULL""";

    private PersonImageStore() {}

    /// One image to be made.
    ///
    /// @param sourceUrl where it is fetched from; null: it waits in the folder of incoming images
    /// @param attempts that were begun before
    public record Job(long personId, String name, @Nullable String sourceUrl, int attempts) {}

    /// Has the person get another image, to be made from now on; what was on its way before is dropped. What is
    /// shown stays until it is made, but nobody is told of it meanwhile, except boxes.
    public static void want(Sql sql, long personId, String name, @Nullable String sourceUrl, long nowMs) {
        sql.run("""
                INSERT OR IGNORE INTO image_dropped
                SELECT wanted FROM person_image WHERE person_id = ? AND wanted IS NOT NULL""", personId);
        sql.run("""
                INSERT INTO person_image (person_id, wanted, source_url, attempts, next_at)
                VALUES (?, ?, ?, 0, ?)
                    ON CONFLICT (person_id) DO UPDATE
                   SET wanted = excluded.wanted, source_url = excluded.source_url, attempts = 0,
                       next_at = excluded.next_at, fault = NULL""", personId, name, sourceUrl, nowMs);
    }

    /// Leaves the person without any image. Returns whether there was one, or one on its way.
    public static boolean remove(Sql sql, long personId) {
        sql.run("""
                INSERT OR IGNORE INTO image_dropped
                SELECT wanted FROM person_image WHERE person_id = ?1 AND wanted IS NOT NULL
                 UNION
                SELECT shown FROM person_image WHERE person_id = ?1 AND shown IS NOT NULL""", personId);
        return sql.run("DELETE FROM person_image WHERE person_id = ?", personId) > 0;
    }

    /// What is due at `nowMs`, first those that need no fetching. One that is due later than `latestMs` is due
    /// now: the clock was set back.
    public static @Nullable Job due(Sql sql, long nowMs, long latestMs) {
        return sql.one("""
                SELECT person_id, wanted, source_url, attempts
                  FROM person_image INDEXED BY person_image_next
                 WHERE next_at IS NOT NULL AND (next_at <= ? OR next_at > ?)
                 ORDER BY source_url IS NOT NULL, next_at, person_id
                 LIMIT 1""", PersonImageStore::job, nowMs, latestMs);
    }

    /// When the next one is due; null when none waits.
    public static @Nullable Long nextAtMs(Sql sql) {
        return sql.one(
                "SELECT next_at FROM person_image WHERE next_at IS NOT NULL ORDER BY next_at LIMIT 1",
                row -> row.number(1));
    }

    /// An attempt begins: should the process die of it, there are so many fewer left.
    public static void begin(Sql sql, Job job, long againAtMs) {
        sql.run(
                "UPDATE person_image SET attempts = ?, next_at = ? WHERE person_id = ? AND wanted = ?",
                job.attempts + 1,
                againAtMs,
                job.personId,
                job.name);
    }

    /// The image is made: it is shown from now on, and the person has changed. Nothing but its files is dropped when
    /// another is wanted by now, or none.
    public static void done(Sql sql, Job job, long nowMs) {
        String replaced = """
                INSERT OR IGNORE INTO image_dropped
                SELECT shown FROM person_image WHERE person_id = ? AND wanted = ? AND shown IS NOT NULL""";
        sql.run(replaced, job.personId, job.name);
        int rows = sql.run("""
                UPDATE person_image
                   SET shown = wanted, wanted = NULL, source_url = NULL, next_at = NULL, fault = NULL
                 WHERE person_id = ? AND wanted = ?""", job.personId, job.name);
        if (rows == 0) drop(sql, job.name);
        else sql.run("UPDATE person SET updated_at = ? WHERE id = ?", nowMs, job.personId);
    }

    /// The image cannot be made: what was shown before is shown again.
    public static void giveUp(Sql sql, Job job, String fault, long nowMs) {
        int rows = sql.run("""
                UPDATE person_image SET wanted = NULL, source_url = NULL, next_at = NULL, fault = ?
                 WHERE person_id = ? AND wanted = ?""", fault, job.personId, job.name);
        drop(sql, job.name);
        if (rows > 0) sql.run("UPDATE person SET updated_at = ? WHERE id = ?", nowMs, job.personId);
    }

    private static void drop(Sql sql, String name) {
        sql.run("INSERT OR IGNORE INTO image_dropped VALUES (?)", name);
    }

    /// The names of the images that are shown, by person. Whoever has none, or another one on its way, is not in it.
    public static Map<Long, String> shown(Sql sql, List<Long> personIds) {
        return names(sql, SHOWN + " AND wanted IS NULL", personIds);
    }

    /// The same with those who have another one on its way: a box shows the one of before until that is made.
    public static Map<Long, String> standing(Sql sql, List<Long> personIds) {
        return names(sql, SHOWN, personIds);
    }

    private static Map<Long, String> names(Sql sql, String query, List<Long> personIds) {
        var names = new HashMap<Long, String>();
        sql.each(query, row -> names.put(row.number(1), row.text(2)), personIds.toString());
        return names;
    }

    /// Whether some person's image is to be made from what arrived under that name.
    public static boolean isWanted(Sql sql, String name) {
        return sql.one("SELECT 1 FROM person_image WHERE wanted = ?", row -> row.number(1), name) != null;
    }

    /// Every name of which something may be in the folder of incoming images.
    public static Set<String> wanted(Sql sql) {
        return new HashSet<>(sql.list("SELECT wanted FROM person_image WHERE wanted IS NOT NULL", row -> row.text(1)));
    }

    /// Names whose files are to be removed.
    public static List<String> dropped(Sql sql, int limit) {
        return sql.list("SELECT name FROM image_dropped ORDER BY name LIMIT ?", row -> row.text(1), limit);
    }

    /// The files of these are gone.
    public static void gone(Sql sql, List<String> names) {
        for (String name : names) sql.run("DELETE FROM image_dropped WHERE name = ?", name);
    }

    private static Job job(Row row) {
        return new Job(row.number(1), row.text(2), row.nullableText(3), row.integer(4));
    }
}
