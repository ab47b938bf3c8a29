package dev.lintel.controller.store;

import dev.lintel.controller.access.Uses.Use;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Uses of credentials on their way to table `credential_use`: the writer keeps them in its next transaction, with the
/// events of the admissions that were counted, and tries again for as long as the disk refuses. One entry a credential
/// at most, so it needs no bound of its own.
final class UseWrites {
    /// The credential may have been deleted meanwhile.
    private static final String PUT = """
            INSERT INTO credential_use (credential_id, uses_from, uses, last_used_at)
            SELECT id, ?2, ?3, ?4 FROM credential WHERE id = ?1
            ON CONFLICT (credential_id) DO UPDATE SET uses_from = ?2, uses = ?3, last_used_at = ?4""";

    private final Map<Long, Use> waiting = new ConcurrentHashMap<>();
    private final Map<Long, Use> inFlight = new HashMap<>(); // the writer's thread only
    private final Runnable wakeWriter;
    private volatile boolean failing;

    UseWrites(Runnable wakeWriter) {
        this.wakeWriter = wakeWriter;
    }

    /// The credential has these uses from now on. Any thread; never waits.
    void put(long credentialId, Use use) {
        waiting.put(credentialId, use);
        wakeWriter.run();
    }

    /// What waits for the disk, or null where the table knows better.
    @Nullable
    Use get(long credentialId) {
        return waiting.get(credentialId);
    }

    boolean waiting() {
        return !waiting.isEmpty();
    }

    /// Uses wait and the disk refuses them: closing must not wait for it.
    boolean stuck() {
        return failing && waiting();
    }

    /// Takes out what waits, for [#writeTaken].
    void take() {
        inFlight.clear();
        inFlight.putAll(waiting);
    }

    /// Takes nothing: [#writeTaken] has nothing to do.
    void takeNothing() {
        inFlight.clear();
    }

    /// Writes it inside the writer's transaction.
    void writeTaken(Sql sql) {
        inFlight.forEach((credentialId, use) -> sql.run(
                PUT,
                credentialId,
                use.from().toEpochMilli(),
                use.entries(),
                use.last() == null ? null : (Long) use.last().toEpochMilli()));
    }

    /// The transaction is on disk; what was used meanwhile goes with the next.
    void committed() {
        failing = false;
        inFlight.forEach(waiting::remove);
        inFlight.clear();
    }

    /// The transaction was refused: everything stays and goes again.
    void failed() {
        failing = true;
        inFlight.clear();
    }
}
