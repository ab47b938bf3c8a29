package dev.lintel.controller.server;

import dev.lintel.controller.time.Time;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// Places for long bodies that have to be read before it is known who sends them, since a signature covers them. They
/// are apart from those of clients that have signed in, so that a stranger who sends slowly delays no upload of theirs.
///
/// ```
///   a network has one place at a time, and none for WAITS_NS after a body with a wrong signature or one too slow;
///   but for a proxy on this machine, which speaks for many
///   ├─ 2 places  any network
///   └─ 1 place   networks whose last long body was signed well
/// ```
///
/// So a stranger holds a place for GRACE_S seconds, or has to send as fast as a service does. Any thread.
public final class StrangerBodies {
    /// Bodies at once of any network: each is up to 1 MiB in memory.
    static final int MAX = 2;

    /// And of networks that have shown a good signature before.
    static final int KNOWN_MAX = 1;

    /// How long one may take to arrive: 1 MiB over a line of 1 Mbit/s.
    static final long BODY_S = 10;

    /// From its beginning on, after so many seconds at the latest, a body has to come at [#BYTES_PER_S].
    static final long GRACE_S = 2;

    /// Half of 1 Mbit/s.
    static final int BYTES_PER_S = 64 << 10;

    /// A service whose secret is wrong here sends no long bodies every second.
    static final long WAITS_NS = TimeUnit.SECONDS.toNanos(30);

    /// Networks that are remembered: a service posts from a few, and those of strangers fill no memory.
    private static final int REMEMBERED_MAX = 256;

    private final Time time;
    private final Set<String> reading = new HashSet<>(); // guarded by this
    private final Map<String, Long> wrongAtNs = new LinkedHashMap<>(); // guarded by this
    private final Map<String, Long> goodAtNs = new LinkedHashMap<>(); // guarded by this

    StrangerBodies(Time time) {
        this.time = time;
    }

    /// Takes a place; false when there is none for this network.
    synchronized boolean take(String network) {
        Long wrong = wrongAtNs.get(network);
        // Behind a proxy on this machine one wrong body says nothing of the next one.
        if (wrong != null && !Connections.isLoopback(network) && time.nowNs() - wrong < WAITS_NS) return false;
        int max = goodAtNs.containsKey(network) ? MAX + KNOWN_MAX : MAX;
        return reading.size() < max && reading.add(network);
    }

    /// Whether so many bytes in so many seconds are enough for the place to be kept.
    static boolean isFastEnough(long seconds, int bytes) {
        return seconds < GRACE_S || bytes >= seconds * BYTES_PER_S;
    }

    /// The body is read.
    synchronized void leave(String network) {
        reading.remove(network);
    }

    /// Its signature was good.
    synchronized void good(String network) {
        wrongAtNs.remove(network);
        remember(goodAtNs, network);
    }

    /// Its signature was wrong, or it was too slow.
    synchronized void wrong(String network) {
        goodAtNs.remove(network);
        remember(wrongAtNs, network);
    }

    private void remember(Map<String, Long> networks, String network) {
        networks.remove(network); // it becomes the newest
        networks.put(network, time.nowNs());
        if (networks.size() > REMEMBERED_MAX)
            networks.remove(networks.keySet().iterator().next());
    }
}
