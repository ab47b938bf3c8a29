package dev.lintel.controller.server;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Which of the open connections gives way to a newcomer when all places are taken. Reads the maps as they are.
///
/// ```
///   1. idle, no client has signed in over it    of the network with most, the longest idle
///   2. the same, where no network has more      the longest idle, for a network with BROWSER_CONNECTIONS at most
///   3. idle, a client has signed in over it     of the network with most, the longest idle
///   4. busy                                     of those with BUSY_CONNECTIONS_MIN or more, the longest busy, from
///                                               BUSY_NS_MIN on
///   5. none of these                            none: the newcomer is refused
/// ```
///
/// So networks that hold one idle connection each keep no newcomer out. Each connection has time for its request: only
/// so many are accepted in a second ([HandshakeRates]).
///
/// @param <C> a connection
/// @param uses the requests of each connection
/// @param network of a connection; null: it never gives way
/// @param counts connections of each network
record Crowd<C>(Map<C, Use> uses, Function<C, @Nullable String> network, Map<String, Integer> counts) {
    /// Where no connection is idle, one that has been busy for so long gives way, of a network that has so many: a
    /// client that takes long answers slowly is never idle. Most answers take milliseconds, and a browser has six
    /// connections.
    private static final long BUSY_NS_MIN = TimeUnit.SECONDS.toNanos(10);

    private static final int BUSY_CONNECTIONS_MIN = 16;

    /// What a browser opens at once.
    private static final int BROWSER_CONNECTIONS = 6;

    /// The requests of a connection.
    ///
    /// @param underWay requests that are not answered yet; more than one where the client sends the next one early
    /// @param sinceNs since when it is idle or busy: where requests overlap, from the first one on
    /// @param signedIn whether one of its requests was of a client that has signed in
    record Use(int underWay, long sinceNs, boolean signedIn) {
        static Use idle(long nowNs) {
            return new Use(0, nowNs, false);
        }

        boolean isIdle() {
            return underWay == 0;
        }

        Use begun(long nowNs) {
            return new Use(underWay + 1, isIdle() ? nowNs : sinceNs, signedIn);
        }

        Use ended(long nowNs) {
            return new Use(underWay - 1, underWay == 1 ? nowNs : sinceNs, signedIn);
        }

        Use withSignIn() {
            return new Use(underWay, sinceNs, true);
        }

        private boolean isIdleOfStranger() {
            return isIdle() && !signedIn;
        }
    }

    /// Null: no connection gives way.
    ///
    /// @param own how many connections the newcomer's network has, with the newcomer
    @Nullable
    C givesWay(int own, long nowNs) {
        C idle = oldest(own, Use::isIdleOfStranger);
        if (idle == null && own <= BROWSER_CONNECTIONS) idle = longestIdleOfStranger();
        if (idle == null) idle = oldest(own, Use::isIdle);
        if (idle != null) return idle;
        return oldest(Math.max(own, BUSY_CONNECTIONS_MIN - 1), use -> nowNs - use.sinceNs >= BUSY_NS_MIN);
    }

    private @Nullable C longestIdleOfStranger() {
        C victim = null;
        long since = 0;
        for (var waiting : uses.entrySet()) {
            Use use = waiting.getValue();
            if (!use.isIdleOfStranger() || network.apply(waiting.getKey()) == null) continue;
            if (victim != null && use.sinceNs - since >= 0) continue;
            victim = waiting.getKey();
            since = use.sinceNs;
        }
        return victim;
    }

    /// The oldest such connection of the network with the most; null where no network has more than `count`.
    private @Nullable C oldest(int count, Predicate<Use> which) {
        C victim = null;
        long since = 0;
        int most = count;
        for (var waiting : uses.entrySet()) {
            if (!which.test(waiting.getValue())) continue;
            String from = network.apply(waiting.getKey());
            if (from == null) continue;
            int has = counts.getOrDefault(from, 0);
            boolean older = victim != null && has == most && waiting.getValue().sinceNs - since < 0;
            if (has <= most && !older) continue;
            victim = waiting.getKey();
            since = waiting.getValue().sinceNs;
            most = has;
        }
        return victim;
    }
}
