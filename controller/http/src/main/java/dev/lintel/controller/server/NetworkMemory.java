package dev.lintel.controller.server;

import dev.lintel.controller.time.Time;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/// Networks with points, in 13 bytes each: which of them [AcceptGate] prefers, and which it does not. Not thread-safe.
///
/// A network has its entry in one of four slots that a hash with a secret seed chooses. A new one takes a free or an
/// old slot, else any of the four: so of many more networks than there are slots a part is remembered, whatever their
/// order.
final class NetworkMemory {
    private static final int WAYS = 4;
    private static final int POINTS_MAX = Byte.MAX_VALUE;

    private final Time time;
    private final long startNs;
    private final int lifetimeS;
    private final SplittableRandom random;
    private final long salt;
    private final long[] networks;
    private final int[] atS;
    private final byte[] points; // 0: the slot is free

    /// @param slots a power of two
    /// @param lifetimeS an entry that was not changed for as long is none
    NetworkMemory(Time time, int slots, int lifetimeS, SplittableRandom random) {
        this.time = time;
        this.startNs = time.nowNs();
        this.lifetimeS = lifetimeS;
        this.random = random;
        this.salt = random.nextLong();
        this.networks = new long[slots];
        this.atS = new int[slots];
        this.points = new byte[slots];
    }

    /// The points of a network; 0: it is not known.
    int points(long network) {
        int slot = find(network);
        return slot < 0 ? 0 : points[slot];
    }

    /// Gives points to a network, and makes its entry new.
    void add(long network, int more) {
        int slot = find(network);
        if (slot < 0) {
            slot = free(network);
            networks[slot] = network;
            points[slot] = 0;
        }
        points[slot] = (byte) Math.min(POINTS_MAX, points[slot] + more);
        atS[slot] = nowS();
    }

    void remove(long network) {
        int slot = find(network);
        if (slot >= 0) points[slot] = 0;
    }

    private int find(long network) {
        int first = first(network);
        for (int slot = first; slot < first + WAYS; slot++) {
            if (networks[slot] == network && isUsed(slot)) return slot;
        }
        return -1;
    }

    private int free(long network) {
        int first = first(network);
        for (int slot = first; slot < first + WAYS; slot++) if (!isUsed(slot)) return slot;
        return first + random.nextInt(WAYS);
    }

    private boolean isUsed(int slot) {
        return points[slot] > 0 && nowS() - atS[slot] <= lifetimeS;
    }

    /// The first of the slots that a network may have.
    private int first(long network) {
        return hash(network, salt) & (networks.length - WAYS);
    }

    /// @param salt a secret, so that strangers cannot choose networks with equal hashes
    static int hash(long network, long salt) {
        long hash = (network ^ salt) * 0x9e3779b97f4a7c15L; // the golden ratio: neighbours are spread
        hash = (hash ^ hash >>> 32 ^ salt) * 0xd6e8feb86659fd93L;
        return (int) (hash >>> 32);
    }

    private int nowS() {
        return (int) TimeUnit.NANOSECONDS.toSeconds(time.nowNs() - startNs);
    }
}
