package dev.lintel.controller.api;

import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.IdempotencyStore;
import dev.lintel.controller.store.IdempotencyStore.Made;
import dev.lintel.controller.store.Sql;
import dev.lintel.reader.Bytes;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Makes a POST with an `Idempotency-Key` happen once: the same request again finds what the first one made. Any
/// thread that may block.
final class Once {
    /// Of a key as clients make them: a UUID, a hash.
    private static final int KEY_MAX = 255;

    private final Database database;
    private final LongSupplier nowMs;

    Once(Database database, LongSupplier nowMs) {
        this.database = database;
        this.nowMs = nowMs;
    }

    /// What became of a request.
    ///
    /// @param status of the answer; a later request of the key gets the same
    /// @param id of the resource, or 0 where there is none
    record Outcome(int status, long id) {}

    /// Runs `work` in one transaction with the note of its key, unless an earlier request of the key did so: then that
    /// one's outcome is returned. Throws [RefusedException] with 422 when the key was used for another request.
    Outcome make(Request request, Database.Work<Outcome> work) {
        Use use = use(request);
        return database.write(sql -> {
            Outcome before = use.before(sql);
            if (before != null) return before;
            Outcome now = work.run(sql);
            use.made(sql, now);
            return now;
        });
    }

    /// As [#make], for what is answered with 201; `work` returns the new resource's id, and so does this.
    long create(Request request, Database.Work<Long> work) {
        return make(request, sql -> new Outcome(201, work.run(sql))).id;
    }

    /// The key of a request, if it has one, read on the request's own thread: the writer waits for no client.
    Use use(Request request) {
        String key = key(request);
        String application = request.signedIn().credential();
        return new Use(application, key, key == null ? Bytes.EMPTY : hash(request), nowMs.getAsLong());
    }

    private static @Nullable String key(Request request) {
        String key = request.header("Idempotency-Key");
        if (key == null || key.isBlank()) return null;
        if (key.length() > KEY_MAX) throw RefusedException.badRequest("Idempotency-Key is too long");
        return key;
    }

    private static Bytes hash(Request request) {
        try {
            var sha256 = MessageDigest.getInstance("SHA-256");
            sha256.update((request.method() + " " + request.path() + "\n").getBytes(StandardCharsets.UTF_8));
            return Bytes.copyOf(sha256.digest(request.body().toArray()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /// One request's use of its key.
    ///
    /// @param key null when it has none: then nothing was before and nothing is noted
    /// @param hash of the request
    record Use(String application, @Nullable String key, Bytes hash, long nowMs) {
        /// What became of an earlier request of this key, or null when this is the first. Throws [RefusedException]
        /// with 422 when the key was used for another request. Inside the transaction of the change.
        @Nullable
        Outcome before(Sql sql) {
            Made made = key == null ? null : IdempotencyStore.find(sql, application, key, nowMs);
            if (made == null) return null;
            if (!made.requestHash().equals(hash)) throw taken();
            return new Outcome(made.status(), made.resourceId());
        }

        /// Notes what became of this request. Inside the transaction of the change.
        void made(Sql sql, Outcome outcome) {
            if (key == null) return;
            IdempotencyStore.put(sql, application, key, new Made(hash, outcome.status, outcome.id), nowMs);
        }

        private static RefusedException taken() {
            return new RefusedException(new Reply.Invalid("Idempotency-Key", "has already been taken"));
        }
    }
}
