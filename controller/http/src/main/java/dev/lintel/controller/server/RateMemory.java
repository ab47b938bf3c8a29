package dev.lintel.controller.server;

import dev.lintel.controller.time.Time;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/// Token buckets of networks, in 16 bytes each: how much of its rate each has used. Used by [HandshakeRates]. Not
/// thread-safe.
///
/// A network has its entry in one of four slots that a hash with a secret seed chooses. A new one takes the slot whose
/// bucket is the least used, so a flood of networks pushes out those that used little.
final class RateMemory {
    private static final int WAYS = 4;

    /// Connections a second.
    ///
    /// @param burst at once, after a pause
    record Rate(int perSecond, int burst) {
        private long intervalNs() {
            return TimeUnit.SECONDS.toNanos(1) / perSecond;
        }

        Rate times(int factor) {
            return new Rate(perSecond * factor, burst * factor);
        }

        /// Whether one more is within the rate.
        ///
        /// @param usedUntilNs the moment at which the bucket is full again
        boolean admits(long usedUntilNs, long nowNs) {
            return usedUntilNs - nowNs <= (burst - 1) * intervalNs();
        }

        /// The moment at which the bucket is full again after one more.
        long use(long usedUntilNs, long nowNs) {
            return (usedUntilNs - nowNs > 0 ? usedUntilNs : nowNs) + intervalNs();
        }
    }

    private final Time time;
    private final long salt;
    private final long[] networks;
    private final long[] usedUntilNs; // not after now: the slot is free

    /// @param slots a power of two
    RateMemory(Time time, int slots, SplittableRandom random) {
        this.time = time;
        this.salt = random.nextLong();
        this.networks = new long[slots];
        this.usedUntilNs = new long[slots];
        Arrays.fill(usedUntilNs, time.nowNs());
    }

    /// Whether one more of this network is within the rate.
    boolean admits(long network, Rate rate) {
        int slot = find(network);
        return slot < 0 || rate.admits(usedUntilNs[slot], time.nowNs());
    }

    /// Counts one of this network.
    void use(long network, Rate rate) {
        int slot = find(network);
        if (slot < 0) {
            slot = leastUsed(network);
            networks[slot] = network;
            usedUntilNs[slot] = time.nowNs();
        }
        usedUntilNs[slot] = rate.use(usedUntilNs[slot], time.nowNs());
    }

    private int find(long network) {
        int first = first(network);
        for (int slot = first; slot < first + WAYS; slot++) {
            if (networks[slot] == network && usedUntilNs[slot] - time.nowNs() > 0) return slot;
        }
        return -1;
    }

    private int leastUsed(long network) {
        int first = first(network);
        int least = first;
        for (int slot = first + 1; slot < first + WAYS; slot++) {
            if (usedUntilNs[slot] - usedUntilNs[least] < 0) least = slot;
        }
        return least;
    }

    /// The first of the slots that a network may have.
    private int first(long network) {
        return NetworkMemory.hash(network, salt) & (networks.length - WAYS);
    }
}
