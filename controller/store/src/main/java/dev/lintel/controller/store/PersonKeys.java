package dev.lintel.controller.store;

import dev.lintel.controller.text.TextKey;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Table `person_key`: the names, the address and the id of people as [TextKey] folds them. Whoever writes a person
/// calls [#write] in the same transaction; people of an older version get their keys at open, by [#fill].
public final class PersonKeys {
    /// People in one transaction of [#fill]: some 50 ms on a board, so that a start that is cut off loses as much.
    private static final int CHUNK = 1_000;

    private static final Logger LOG = System.getLogger(PersonKeys.class.getName());

    private static final String TEXTS = """
            SELECT p.id, p.first_name, p.last_name, p.email, p.system_id
              FROM person_unkeyed u
              JOIN person p ON p.id = u.person_id
            """;
    private static final String WRITE = """
            INSERT INTO person_key (person_id, first_name, last_name, email, system_id) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (person_id) DO UPDATE
               SET first_name = excluded.first_name, last_name = excluded.last_name, email = excluded.email,
                   system_id = excluded.system_id""";

    private PersonKeys() {}

    private record Texts(
            long id,
            String firstName,
            String lastName,
            @Nullable String email,
            @Nullable String systemId) {
        static Texts of(Row row) {
            return new Texts(row.number(1), row.text(2), row.text(3), row.nullableText(4), row.nullableText(5));
        }

        void write(Sql sql) {
            sql.run(WRITE, id, TextKey.of(firstName), TextKey.of(lastName), key(email), key(systemId));
        }

        private static @Nullable String key(@Nullable String text) {
            return text == null ? null : TextKey.of(text);
        }
    }

    /// The keys of one person, where they are missing or old.
    public static void write(Sql sql, long personId) {
        Texts texts = sql.one(TEXTS + "WHERE u.person_id = ?", Texts::of, personId);
        if (texts == null) return;
        texts.write(sql);
        sql.run("DELETE FROM person_unkeyed WHERE person_id = ?", personId);
    }

    /// The keys of all people who have none, in bounded transactions: after an end in between the next start continues.
    /// Before anybody else uses the database. A full disk or a damaged page ends it, and nothing else: doors decide
    /// without keys.
    static void fill(Sql sql) {
        try {
            while (fillChunk(sql) == CHUNK) {
                // the next
            }
        } catch (StoreException e) {
            LOG.log(Level.WARNING, "some people are not found by name, email and system_id until the next start", e);
        }
    }

    private static int fillChunk(Sql sql) {
        sql.begin("BEGIN IMMEDIATE");
        try {
            int filled = fillSome(sql, CHUNK);
            sql.run("COMMIT");
            return filled;
        } catch (StoreException e) {
            sql.script("ROLLBACK");
            throw e;
        }
    }

    /// Returns for how many it has written keys, `limit` at most. In the caller's transaction.
    static int fillSome(Sql sql, int limit) {
        List<Long> ids = sql.list(
                "SELECT person_id FROM person_unkeyed ORDER BY person_id LIMIT ?", row -> row.number(1), limit);
        if (ids.isEmpty()) return 0;
        long last = ids.getLast();
        for (Texts one : sql.list(TEXTS + "WHERE u.person_id <= ?", Texts::of, last)) one.write(sql);
        sql.run("DELETE FROM person_unkeyed WHERE person_id <= ?", last);
        return ids.size();
    }
}
