package dev.lintel.controller.store;

import dev.lintel.controller.access.Uses;
import dev.lintel.controller.access.Uses.Use;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// Table `credential_use`: how often credentials with limits were used at this box. A new count is seen at once and
/// goes to disk behind it. Any thread; no count waits.
public final class UseStore {
    private static final String COLUMNS = "SELECT uses_from, uses, last_used_at, credential_id FROM credential_use";
    private static final String FIND = COLUMNS + " WHERE credential_id = (?1 + 0)";
    private static final String NEWEST = COLUMNS + " ORDER BY last_used_at DESC LIMIT ?";

    /// Takes the higher count of `main` and `newer`: in doubt a credential is good for fewer entries.
    static final String MERGE = """
            INSERT INTO main.credential_use (credential_id, uses_from, uses, last_used_at)
            SELECT n.credential_id, n.uses_from, n.uses, n.last_used_at
              FROM newer.credential_use n
             WHERE n.credential_id IN (SELECT id FROM main.credential)
            ON CONFLICT (credential_id) DO UPDATE
               SET uses = CASE uses_from WHEN excluded.uses_from THEN max(uses, excluded.uses) ELSE excluded.uses END,
                   uses_from = excluded.uses_from,
                   last_used_at = coalesce(max(last_used_at, excluded.last_used_at), last_used_at,
                                           excluded.last_used_at)""";

    private final Database database;
    private final UseWrites writes;

    public UseStore(Database database) {
        this.database = database;
        this.writes = database.useWrites();
    }

    /// The credential has these uses from now on.
    public void changed(Use use, long credentialId) {
        writes.put(credentialId, use);
    }

    /// For the decision thread alone, on a connection of its own; [Uses#UNREAD] where the disk gives nothing.
    public LongFunction<Use> forDecisions() {
        Sql own = database.ownReader();
        return credentialId -> find(own, credentialId);
    }

    /// For any other thread but an event loop. On a connection of its own, by turns, as [PlaceStore#forQuestions].
    public LongFunction<Use> forQuestions() {
        Sql own = database.ownReader(Database.OTHERS_CACHE_KIB);
        var turn = new ReentrantLock();
        return credentialId -> {
            turn.lock();
            try {
                return find(own, credentialId);
            } finally {
                turn.unlock();
            }
        };
    }

    /// Those that were used last.
    public Map<Long, Use> newest(int limit) {
        var newest = new LinkedHashMap<Long, Use>();
        database.read(sql -> {
            sql.each(NEWEST, row -> newest.put(row.number(4), use(row)), limit);
            return true;
        });
        return newest;
    }

    /// Reads again at once where the disk failed to give something.
    private Use find(Sql sql, long credentialId) {
        Use waiting = writes.get(credentialId);
        if (waiting != null) return waiting;
        for (int tries = 1; ; tries++) {
            try {
                Use found = sql.one(FIND, UseStore::use, credentialId);
                return found == null ? Use.NEVER : found;
            } catch (StoreException e) {
                if (!e.isOfDisk()) throw e;
                if (tries < RightsStore.TRIES_MAX) continue;
                database.readFailed(e);
                return Uses.UNREAD;
            }
        }
    }

    private static Use use(Row row) {
        return use(row, 1);
    }

    /// @param first the column of `uses_from`, which `uses` and `last_used_at` follow
    static Use use(Row row, int first) {
        Long last = row.nullableNumber(first + 2);
        return new Use(
                Instant.ofEpochMilli(row.number(first)), row.number(first + 1), last == null ? null : instant(last));
    }

    static @Nullable Instant instant(@Nullable Long ms) {
        return ms == null ? null : Instant.ofEpochMilli(ms);
    }
}
