package dev.lintel.controller.api;

import java.util.HashMap;
import java.util.Map;

/// How much of the heap may hold bodies that are read before their requests take a place. Each of 400 connections may
/// send 64 KiB so, which is half of a board's heap. The first bytes of a body count for nothing, so that a form or a
/// sign-in always finds room. Any thread.
final class BodyBudget {
    /// Bytes of each body that count for nothing: 400 connections have 1.6 MB of them.
    static final int FREE_BYTES = 4 << 10;

    /// The share of the heap that such bodies may take.
    private static final int HEAP_SHARE = 8;

    /// The share of the budget that one network may take.
    private static final int NETWORK_SHARE = 8;

    private final long max;
    private final long networkMax;
    private final Map<String, Long> ofNetwork = new HashMap<>(); // guarded by this
    private long taken; // guarded by this

    /// @param heapBytes what the process may use
    BodyBudget(long heapBytes) {
        this.max = heapBytes / HEAP_SHARE;
        this.networkMax = max / NETWORK_SHARE;
    }

    /// Reserves bytes for a network; false when the budget or the network's share is used up. Loopback has no share of
    /// its own: a proxy on the box forwards requests of many networks.
    synchronized boolean take(String network, int bytes) {
        long own = ofNetwork.getOrDefault(network, 0L) + bytes;
        if (taken + bytes > max || (own > networkMax && !Connections.isLoopback(network))) return false;
        taken += bytes;
        ofNetwork.put(network, own);
        return true;
    }

    /// Returns reserved bytes.
    synchronized void give(String network, int bytes) {
        taken -= bytes;
        ofNetwork.computeIfPresent(network, (_, own) -> own == bytes ? null : own - bytes);
    }
}
