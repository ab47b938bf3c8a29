package dev.lintel.controller.api;

import dev.lintel.controller.store.IdempotencyStore;
import dev.lintel.controller.store.IdempotencyStore.Made;
import dev.lintel.controller.store.Sql;
import dev.lintel.reader.Bytes;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Makes a POST with an `Idempotency-Key` happen once: the same request again finds what the first one made.
final class Once {
    /// Of a key as clients make them: a UUID, a hash.
    private static final int KEY_MAX = 255;

    private final LongSupplier nowMs;

    Once(LongSupplier nowMs) {
        this.nowMs = nowMs;
    }

    /// What an earlier request of this key made, or null when this is the first (or has no key). Throws
    /// [RefusedException] with 422 when the key was used for another request. Inside the transaction of the change.
    @Nullable
    Made before(Sql sql, Request request) {
        String key = key(request);
        if (key == null) return null;
        Made made = IdempotencyStore.find(sql, request.signedIn().credential(), key, nowMs.getAsLong());
        if (made != null && !made.requestHash().equals(hash(request))) {
            throw new RefusedException(new Reply.Invalid("Idempotency-Key", "has already been taken"));
        }
        return made;
    }

    /// Keeps what this request made. Inside the transaction of the change.
    void made(Sql sql, Request request, int status, long id) {
        String key = key(request);
        if (key == null) return;
        var made = new Made(hash(request), status, id);
        IdempotencyStore.put(sql, request.signedIn().credential(), key, made, nowMs.getAsLong());
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
}
