package dev.lintel.controller.fleet;

import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.Row;
import dev.lintel.controller.store.SideDatabase;
import dev.lintel.controller.store.Sql;
import dev.lintel.controller.store.StoreException;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.DownLine.Check;
import dev.lintel.sync.wire.DownLine.PersonLine;
import dev.lintel.sync.wire.DownLine.PolicyLine;
import dev.lintel.sync.wire.StateHash;
import java.nio.LongBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A hub's snapshot in `sync.db`, while it is put together beside what stands; and what is kept there beside
/// it. Any thread that may block. Throws [StoreException] when the disk takes nothing: then what was there
/// stays.
public final class StageStore {
    private final SideDatabase database;

    public StageStore(SideDatabase database) {
        this.database = database;
    }

    /// What there is of one.
    ///
    /// @param following the cursor from which it is brought up to date
    /// @param upTo the people up to this id are there
    /// @param complete nobody of a higher id is missing
    /// @param swapping it has begun to be made what stands
    /// @param version of the program that put it together
    /// @param passedOver what that did not know of what came
    public record Stage(
            String upstream,
            Cursor following,
            long upTo,
            boolean complete,
            @Nullable PolicyLine policy,
            boolean swapping,
            String version,
            List<String> passedOver) {}

    /// People of a snapshot, in their order.
    ///
    /// @param policy that came before them; null: none
    public record Kept(
            List<PersonLine> people, long upTo, @Nullable PolicyLine policy, boolean complete) {
        public Kept {
            people = List.copyOf(people);
        }
    }

    /// Null: none.
    public @Nullable Stage get() {
        if (!database.exists()) return null;
        return database.read(sql -> sql.one(
                "SELECT upstream, following, up_to, complete, policy, policy_revision, swapping, version,"
                        + " passed_over, policy_given FROM stage",
                StageStore::stage));
    }

    private static Stage stage(Row row) {
        String policy = row.nullableText(5);
        return new Stage(
                row.text(1),
                Cursor.parse(row.text(2)),
                row.number(3),
                row.flag(4),
                policy == null ? null : new PolicyLine(policy, row.number(6), row.number(10)),
                row.flag(7),
                row.text(8),
                Json.texts(row.nullableText(9)));
    }

    /// Begins a new one in place of what is there, by the program of that version.
    public void begin(String upstream, Cursor following, String version) {
        database.write(sql -> {
            clear(sql);
            return sql.run(
                    "INSERT INTO stage (id, upstream, following, up_to, complete, version) VALUES (1, ?, ?, 0, 0, ?)",
                    upstream,
                    following.toString(),
                    version);
        });
    }

    /// More people of it. `passedOver` as in [Stage], by now.
    public void keep(Kept kept, List<String> passedOver) {
        database.write(sql -> {
            for (PersonLine person : kept.people) put(sql, person);
            if (kept.policy != null) put(sql, kept.policy);
            return sql.run(
                    "UPDATE stage SET up_to = max(up_to, ?), complete = ?, passed_over = ?",
                    kept.upTo,
                    kept.complete,
                    Json.write(passedOver));
        });
    }

    /// What changed since; `to` is where it is then. `passedOver` as in [Stage], by now.
    public void change(List<DownLine> lines, Cursor to, List<String> passedOver) {
        database.write(sql -> {
            for (DownLine line : lines) {
                switch (line) {
                    case PersonLine person -> put(sql, person);
                    case DownLine.Gone gone -> sql.run("DELETE FROM staged WHERE person_id = ?", gone.id());
                    case PolicyLine policy -> put(sql, policy);
                    case DownLine.Begin _, DownLine.Part _, DownLine.Head _, DownLine.Unknown _ -> {}
                }
            }
            return sql.run("UPDATE stage SET following = ?, passed_over = ?", to.toString(), Json.write(passedOver));
        });
    }

    /// At which revision that person is in it; null: they are not.
    public @Nullable Long revision(long personId) {
        return database.read(
                sql -> sql.one("SELECT revision FROM staged WHERE person_id = ?", row -> row.number(1), personId));
    }

    /// That person is in it as `line` has them; null: not any more.
    public void put(long personId, @Nullable PersonLine line) {
        database.write(sql -> {
            if (line != null) put(sql, line);
            return line != null ? 1 : sql.run("DELETE FROM staged WHERE person_id = ?", personId);
        });
    }

    private static void put(Sql sql, PersonLine person) {
        sql.run(
                "INSERT OR REPLACE INTO staged (person_id, revision, line) VALUES (?, ?, ?)",
                person.row().id(),
                person.revision(),
                person.toJson());
    }

    private static void put(Sql sql, PolicyLine policy) {
        sql.run(
                "UPDATE stage SET policy = ?, policy_revision = ?, policy_given = ?",
                policy.siteYaml(),
                policy.revision(),
                policy.given());
    }

    public Check check() {
        var hash = new StateHash();
        if (database.exists()) {
            database.read(sql -> {
                sql.each("SELECT person_id, revision FROM staged", row -> hash.add(row.number(1), row.number(2)));
                return true;
            });
        }
        return hash.check();
    }

    /// The numbers of its people, ascending, in eight bytes each: there may be a million.
    public long[] ids() {
        return database.read(sql -> {
            var ids = LongBuffer.allocate(sql.get("SELECT count(*) FROM staged", row -> (int) row.number(1)));
            sql.each("SELECT person_id FROM staged ORDER BY person_id", row -> ids.put(row.number(1)));
            return ids.array();
        });
    }

    /// The first of `ids`, which ascend, as many as have no more than `bytes` of lines together; one at least.
    public List<Long> fitting(List<Long> ids, long bytes) {
        return database.read(sql -> {
            var lengths = new HashMap<Long, Long>();
            sql.each(
                    "SELECT person_id, octet_length(line) FROM staged"
                            + " WHERE person_id IN (SELECT value FROM json_each(?))",
                    row -> lengths.put(row.number(1), row.number(2)),
                    ids.toString());
            long all = 0;
            for (int i = 0; i < ids.size(); i++) {
                all += lengths.getOrDefault(ids.get(i), 0L);
                if (all > bytes && i > 0) return ids.subList(0, i);
            }
            return ids;
        });
    }

    /// Those of `ids` that are in it, whole.
    public List<PersonLine> people(List<Long> ids) {
        return database.read(sql -> sql.list(
                "SELECT line FROM staged WHERE person_id IN (SELECT value FROM json_each(?)) ORDER BY person_id",
                row -> (PersonLine) DownLine.parse(row.text(1)),
                ids.toString()));
    }

    /// Those of `ids` that are in it.
    public Set<Long> among(List<Long> ids) {
        return Set.copyOf(database.read(sql -> sql.list(
                "SELECT person_id FROM staged WHERE person_id IN (SELECT value FROM json_each(?))",
                row -> row.number(1),
                ids.toString())));
    }

    /// It is being made what stands: nothing holds it back from now on.
    public void swapping() {
        database.write(sql -> sql.run("UPDATE stage SET swapping = 1"));
    }

    public void drop() {
        if (database.exists()) database.write(StageStore::clear);
    }

    private static int clear(Sql sql) {
        sql.run("DELETE FROM staged");
        return sql.run("DELETE FROM stage");
    }

    /// When the hub was last there, as [#contact(long)] was told; null: never since this box joined.
    public @Nullable Long contactMs() {
        if (!database.exists()) return null;
        return database.read(sql -> sql.one("SELECT last_at FROM contact", row -> row.number(1)));
    }

    public void contact(long atMs) {
        database.write(sql -> sql.run("INSERT OR REPLACE INTO contact (id, last_at) VALUES (1, ?)", atMs));
    }

    /// The snapshot that somebody at this box has let through; null: none.
    public @Nullable String accepted() {
        if (!database.exists()) return null;
        return database.read(sql -> sql.one("SELECT name FROM accepted", row -> row.text(1)));
    }

    public void accept(String name) {
        database.write(sql -> sql.run("INSERT OR REPLACE INTO accepted (id, name) VALUES (1, ?)", name));
    }

    /// Forgets all of it: this box follows nobody.
    public void end() {
        if (!database.exists()) return;
        database.write(sql -> {
            sql.run("DELETE FROM contact");
            sql.run("DELETE FROM accepted");
            return clear(sql);
        });
    }
}
