package dev.lintel.controller.api;

import dev.lintel.controller.time.Time;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/// Writes that were handed on and not answered, so that nobody knows whether they were done. Whoever asks the very same
/// again soon means the same one: it goes under the same key, by which it is done once. For clients that give no key of
/// their own. Guards itself; any thread.
///
/// ```
///   POST, no key ──► a new key ──► answered: forgotten
///        ▲                    └──► not answered: kept ──┐
///        └── the same again within ten minutes ◄────────┘ that key
/// ```
public final class Unanswered {
    /// Clients come back after the ten seconds that they are told, some times over.
    private static final long KEPT_NS = TimeUnit.MINUTES.toNanos(10);
    /// More than may be under way at once; the oldest are forgotten first.
    static final int KEPT_MAX = 1_000;

    private record Kept(String key, long sinceNs) {}

    private final Map<String, Kept> kept = new LinkedHashMap<>(); // guarded by this
    private final Time time;

    Unanswered(Time time) {
        this.time = time;
    }

    /// Names a write by whose and what it is.
    static String name(String client, String method, String path, String body) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String part : new String[] {client, method, path, body}) {
                digest.update(part.getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /// The key to hand it on with. Two that are under way at once are two.
    synchronized String key(String name) {
        Kept before = kept.remove(name);
        if (before != null && time.nowNs() - before.sinceNs < KEPT_NS) return before.key;
        return "box-" + UUID.randomUUID();
    }

    /// It was not answered.
    synchronized void keep(String name, String key) {
        kept.put(name, new Kept(key, time.nowNs()));
        if (kept.size() > KEPT_MAX) kept.remove(kept.keySet().iterator().next());
    }
}
