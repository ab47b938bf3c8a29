package dev.lintel.controller.api;

import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.ClientWork;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.IdempotencyStore;
import dev.lintel.controller.store.IdempotencyStore.Made;
import dev.lintel.controller.store.Sql;
import dev.lintel.reader.Bytes;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Makes a POST with an `Idempotency-Key` happen once: the same request again finds what the first one made. Any
/// thread that may block.
///
/// ```
///   make, create   what is done is rows: the note of the key goes with them, or nothing does
///   act            what is done is a door's: the key is taken in memory first, and noted once it is done.
///                  Nothing waits for the disk before the door does it, for a lockdown must be possible on a
///                  full one. A box that dies in between forgets the key: the same order again leaves the door
///                  as it stands
///   actAfter       what is done is a door's and must never be done again: the key is on disk, with the id of
///                  what was asked, before the door hears of it. A box that dies in between has done nothing or
///                  everything; the same request again does nothing and is shown what the log knows
/// ```
final class Once {
    /// Of a key as clients make them: a UUID, a hash.
    private static final int KEY_MAX = 255;

    /// A door answers within two seconds, and the disk in two more.
    private static final int RETRY_AFTER_S = 5;

    private final Database database;
    private final LongSupplier nowMs;
    /// Hashes of the requests that act now, by application and key: no more than the server has requests.
    private final Map<List<String>, Bytes> acting = new ConcurrentHashMap<>();

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

    /// Runs `act` unless an earlier request of the key did, and then shows what stands. Two at once do not both act:
    /// who finds the first at work gets 503. What was refused leaves the key free.
    ///
    /// @param act what is done outside any transaction; returns null when it is done, else why not
    /// @param shown the answer to what is done, now or before
    Reply act(Request request, Supplier<@Nullable Reply> act, Supplier<Reply> shown) {
        Use use = use(request);
        return alone(use, before -> {
            if (before != null) return shown.get();
            Reply refusal = act.get();
            if (refusal != null) return refusal;
            note(use, new Outcome(200, 0));
            return shown.get();
        });
    }

    /// As [#act] for what must not be done twice, whatever the box comes to meanwhile.
    ///
    /// @param begin makes what is asked for known, on disk, and returns its id; nothing is done yet. Throws
    /// [RefusedException] for what is refused, which leaves the key free
    /// @param act does it
    /// @param shown the answer to what became of that id, now or before
    Reply actAfter(Request request, LongSupplier begin, LongConsumer act, LongFunction<Reply> shown) {
        Use use = use(request);
        return alone(use, before -> {
            if (before != null) return shown.apply(before.id);
            long id = begin.getAsLong();
            note(use, new Outcome(202, id)); // where the disk does not take it, nothing is done
            act.accept(id);
            return shown.apply(id);
        });
    }

    private void note(Use use, Outcome outcome) {
        if (use.key == null) return;
        // A door that has opened must not be answered with an error, which a client repeats.
        ClientWork.losable(() -> database.write(sql -> {
            use.made(sql, outcome);
            return true;
        }));
    }

    /// Runs `work` with what became of an earlier request of the key, or null, while no other request of it runs.
    private Reply alone(Use use, Function<@Nullable Outcome, Reply> work) {
        String key = use.key;
        if (key == null) return work.apply(null);
        List<String> taken = List.of(use.application, key);
        Bytes first = acting.putIfAbsent(taken, use.hash);
        if (first != null && !first.equals(use.hash)) throw Use.taken();
        if (first != null) {
            return new Reply.Unavailable("the first request of this Idempotency-Key is at work", RETRY_AFTER_S);
        }
        try { // only now: between a look before and the taking, the first could have come to its end
            return work.apply(database.read(use::before));
        } finally {
            acting.remove(taken);
        }
    }

    /// The key of a request, if it has one, read on the request's own thread: the writer waits for no client.
    Use use(Request request) {
        String key = key(request);
        String application = request.signedIn().client();
        return new Use(application, key, key == null ? Bytes.EMPTY : hash(request), nowMs.getAsLong());
    }

    private static @Nullable String key(Request request) {
        String key = request.header(Request.IDEMPOTENCY_KEY);
        if (key == null || key.isBlank()) return null;
        if (key.length() > KEY_MAX) throw RefusedException.badRequest("Idempotency-Key is too long");
        return key;
    }

    /// Of the route and its variables, not of the path: `/people` and `/people.json` are one request.
    private static Bytes hash(Request request) {
        Request.Route route = request.route();
        String what = Json.write(List.of(request.method().name(), route.pattern(), new TreeMap<>(route.variables())));
        try {
            var sha256 = MessageDigest.getInstance("SHA-256");
            sha256.update(what.getBytes(StandardCharsets.UTF_8));
            return Bytes.copyOf(sha256.digest(request.bodyHash().toArray()));
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
