package dev.lintel.controller.api;

import dev.lintel.controller.files.ClientWork;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.IdempotencyStore;
import dev.lintel.controller.store.IdempotencyStore.Made;
import dev.lintel.controller.store.Sql;
import dev.lintel.controller.store.StoreException;
import dev.lintel.reader.Bytes;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.LinkedHashMap;
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
///                  full one. What a failing disk does not take is kept in memory. A box that dies in between
///                  forgets the key: the same command again leaves the door in its state
///   actAfter       what is done is a door's and must never be done again: the key is on disk, with the id of
///                  what was asked, before the door hears of it. A box that dies in between has done nothing or
///                  everything; the same request again does nothing and is shown what the log knows
/// ```
final class Once {
    /// Of a key as clients make them: a UUID, a hash.
    private static final int KEY_MAX = 255;

    /// Door commands with a key while the disk takes nothing, 400 bytes each.
    private static final int UNWRITTEN_MAX = 500;

    /// A door answers within two seconds, and the disk in two more.
    private static final int RETRY_AFTER_S = 5;

    private final Database database;
    private final LongSupplier nowMs;
    /// Hashes of the requests that act now, by application and key: no more than the server has requests.
    private final Map<List<String>, Bytes> acting = new ConcurrentHashMap<>();
    /// Outcomes that the disk did not take, by application and key, the oldest first.
    private final Map<List<String>, Noted> unwritten = new LinkedHashMap<>();

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
        Outcome waiting = waiting(use);
        if (waiting != null) return waiting;
        return database.write(sql -> {
            Outcome before = use.before(sql);
            if (before != null) return before;
            Outcome now = work.run(sql);
            use.made(sql, now);
            return now;
        });
    }

    /// Reads what is answered, in the transaction that has made it: what somebody else changes next is not in it.
    @FunctionalInterface
    interface Shown<T> {
        /// Null where it is gone: it was made by an earlier request of the key.
        @Nullable
        T of(Sql sql, Outcome outcome);
    }

    /// As [#make], with the answer.
    <T> @Nullable T make(Request request, Database.Work<Outcome> work, Shown<T> shown) {
        Use use = use(request);
        Outcome waiting = waiting(use);
        if (waiting != null) return database.read(sql -> shown.of(sql, waiting));
        return database.write(sql -> {
            Outcome outcome = use.before(sql);
            if (outcome == null) {
                outcome = work.run(sql);
                use.made(sql, outcome);
            }
            return shown.of(sql, outcome);
        });
    }

    /// As above, for what is answered with 201; `work` returns the new resource's id.
    <T> @Nullable T create(Request request, Database.Work<Long> work, Shown<T> shown) {
        return make(request, sql -> new Outcome(201, work.run(sql)), shown);
    }

    /// What came of an act.
    ///
    /// @param isDone whether it is done: then a later request of the key does not repeat it
    /// @param reply the answer where it is not done, or not on disk; null: the present state is shown
    record Acted(boolean isDone, @Nullable Reply reply) {
        static final Acted DONE = new Acted(true, null);
    }

    /// Runs `act` unless an earlier request of the key did, and then shows what stands. Two at once do not both act:
    /// the second one gets 503 while the first is at work. What is not done leaves the key free.
    ///
    /// @param act what is done outside any transaction
    /// @param shown the answer to what is done, now or before
    Reply act(Request request, Supplier<Acted> act, Supplier<Reply> shown) {
        Use use = use(request);
        return alone(use, this::beforeIfReadable, before -> {
            if (before != null) return shown.get();
            Acted now = act.get();
            if (now.reply == null) noteLater(use, new Outcome(200, 0));
            else if (now.isDone) keep(use, new Outcome(200, 0)); // the disk may hang
            return now.reply == null ? shown.get() : now.reply;
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
        ClientWork.losable(() -> database.write(sql -> {
            use.made(sql, outcome);
            return true;
        }));
    }

    /// As [#note]; where the disk does not take it, it is in memory until the disk takes a later one. A door that has
    /// opened must not be answered with an error, which a client repeats.
    private void noteLater(Use use, Outcome outcome) {
        if (use.key == null) return;
        List<Noted> waiting = waiting();
        try {
            ClientWork.losable(() -> database.write(sql -> {
                for (Noted each : waiting) if (!each.use.isKnown(sql)) each.use.made(sql, each.outcome);
                if (!use.isKnown(sql)) use.made(sql, outcome); // where the disk did not say so before
                return true;
            }));
            synchronized (unwritten) {
                for (Noted each : waiting) unwritten.remove(each.use.taken());
            }
        } catch (StoreException e) {
            boolean ofDisk = e.isOfDisk() || e.reason() == StoreException.Reason.FULL;
            if (!ofDisk) throw e;
            keep(use, outcome);
        }
    }

    private void keep(Use use, Outcome outcome) {
        if (use.key == null) return;
        synchronized (unwritten) {
            if (unwritten.size() >= UNWRITTEN_MAX)
                unwritten.remove(unwritten.keySet().iterator().next());
            unwritten.put(use.taken(), new Noted(use, outcome));
        }
    }

    private List<Noted> waiting() {
        synchronized (unwritten) {
            return List.copyOf(unwritten.values());
        }
    }

    /// What became of an earlier request of the key.
    private @Nullable Outcome before(Use use) {
        Outcome waiting = waiting(use);
        return waiting == null ? database.read(use::before) : waiting;
    }

    /// As [#before]; null where the disk gives nothing: a lockdown must not wait for a disk.
    private @Nullable Outcome beforeIfReadable(Use use) {
        try {
            return before(use);
        } catch (StoreException e) {
            if (!e.isOfDisk()) throw e;
            return null;
        }
    }

    /// The same of a request whose outcome is not on the disk yet.
    private @Nullable Outcome waiting(Use use) {
        if (use.key == null) return null;
        synchronized (unwritten) {
            Noted noted = unwritten.get(use.taken());
            if (noted == null) return null;
            if (use.nowMs - noted.use.nowMs >= IdempotencyStore.KEPT_MS) {
                unwritten.remove(use.taken());
                return null;
            }
            if (!noted.use.hash.equals(use.hash)) throw Use.refused();
            return noted.outcome;
        }
    }

    private record Noted(Use use, Outcome outcome) {}

    /// Runs `work` with what became of an earlier request of the key, or null, while no other request of it runs.
    private Reply alone(Use use, Function<@Nullable Outcome, Reply> work) {
        return alone(use, this::before, work);
    }

    private Reply alone(Use use, Function<Use, @Nullable Outcome> earlier, Function<@Nullable Outcome, Reply> work) {
        String key = use.key;
        if (key == null) return work.apply(null);
        List<String> taken = use.taken();
        Bytes first = acting.putIfAbsent(taken, use.hash);
        if (first != null && !first.equals(use.hash)) throw Use.refused();
        if (first != null) {
            return new Reply.Unavailable("the first request of this Idempotency-Key is at work", RETRY_AFTER_S);
        }
        try { // only now: between a look before and the taking, the first could have come to its end
            return work.apply(earlier.apply(use));
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
        /// What it takes: no other request of the application has the same key.
        List<String> taken() {
            return List.of(application, key == null ? "" : key);
        }

        /// What became of an earlier request of this key, or null when this is the first. Throws [RefusedException]
        /// with 422 when the key was used for another request. Inside the transaction of the change.
        @Nullable
        Outcome before(Sql sql) {
            Made made = key == null ? null : IdempotencyStore.find(sql, application, key, nowMs);
            if (made == null) return null;
            if (!made.requestHash().equals(hash)) throw refused();
            return new Outcome(made.status(), made.resourceId());
        }

        /// Whether the disk has the key, of this request or of another one.
        private boolean isKnown(Sql sql) {
            return key != null && IdempotencyStore.find(sql, application, key, nowMs) != null;
        }

        /// Notes what became of this request. Inside the transaction of the change.
        void made(Sql sql, Outcome outcome) {
            if (key == null) return;
            IdempotencyStore.put(sql, application, key, new Made(hash, outcome.status, outcome.id), nowMs);
        }

        private static RefusedException refused() {
            return new RefusedException(new Reply.Invalid("Idempotency-Key", "has already been taken"));
        }
    }
}
