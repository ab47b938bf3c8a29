package dev.lintel.controller.server;

import io.vertx.core.http.HttpConnection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/// Bytes of the heap that clients may occupy for one purpose, such as bodies that are on their way. Any thread.
///
/// ```
///   all of it
///   ├─ an eighth  only 127.0.0.1 and ::1: a proxy or a command line on the box itself
///   ├─ a quarter  only boxes that have shown a certificate
///   └─ the rest   everybody; strangers have nothing else
/// ```
///
/// A network of strangers has a share of its own, and so has a box. Loopback has none: a proxy on the box forwards
/// requests of many networks.
final class MemoryBudget {
    private static final int LOOPBACK_RESERVE = 8;
    private static final int BOX_RESERVE = 4;

    /// Of a box: an answer to it may be 4 MB, and a board's budget is 8 MB.
    private static final int BOX_SHARE = 2;

    private final long max;
    private final long networkMax;
    private final Map<Kind, Long> ofKind = new EnumMap<>(Kind.class); // guarded by this
    private final Map<Holder, Long> ofHolder = new HashMap<>(); // guarded by this
    private long taken; // guarded by this

    /// What a client is.
    enum Kind {
        /// It has shown no certificate.
        STRANGER,
        /// It is on this machine.
        LOOPBACK,
        /// It has shown a certificate of ours.
        BOX
    }

    /// Who occupies memory.
    ///
    /// @param name the network, or the name in the box's certificate
    record Holder(Kind kind, String name) {
        static Holder of(HttpConnection connection) {
            String box = Connections.box(connection);
            if (box != null) return new Holder(Kind.BOX, box);
            String network = Connections.network(connection);
            return new Holder(Connections.isLoopback(network) ? Kind.LOOPBACK : Kind.STRANGER, network);
        }
    }

    /// @param bytes the whole budget
    /// @param networkShare one network may take the whole budget divided by this
    MemoryBudget(long bytes, int networkShare) {
        this.max = bytes;
        this.networkMax = bytes / networkShare;
    }

    /// Takes bytes; false when there is no room. A holder that has nothing gets what it asks for where the whole budget
    /// is free, so that nothing is too large for good.
    synchronized boolean take(Holder holder, long bytes) {
        long own = ofHolder.getOrDefault(holder, 0L) + bytes;
        if (taken > 0 && (own > share(holder) || taken + bytes + reservedForOthers(holder.kind) > max)) return false;
        taken += bytes;
        ofKind.merge(holder.kind, bytes, Long::sum);
        ofHolder.put(holder, own);
        return true;
    }

    private long share(Holder holder) {
        return switch (holder.kind) {
            case STRANGER -> networkMax;
            case LOOPBACK -> max;
            case BOX -> max / BOX_SHARE;
        };
    }

    /// What other kinds have not taken of their reserves.
    private long reservedForOthers(Kind kind) {
        long loopback = kind == Kind.LOOPBACK ? 0 : unused(Kind.LOOPBACK, max / LOOPBACK_RESERVE);
        long boxes = kind == Kind.BOX ? 0 : unused(Kind.BOX, max / BOX_RESERVE);
        return loopback + boxes;
    }

    private long unused(Kind kind, long reserve) {
        return Math.max(0, reserve - ofKind.getOrDefault(kind, 0L));
    }

    /// Returns bytes that were taken.
    synchronized void give(Holder holder, long bytes) {
        taken -= bytes;
        ofKind.merge(holder.kind, -bytes, Long::sum);
        ofHolder.computeIfPresent(holder, (_, own) -> own == bytes ? null : own - bytes);
    }

    /// Bytes that are taken now.
    synchronized long taken() {
        return taken;
    }
}
