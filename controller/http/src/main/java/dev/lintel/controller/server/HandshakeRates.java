package dev.lintel.controller.server;

import dev.lintel.controller.http.RateLimit;
import dev.lintel.controller.server.AcceptGate.Rank;
import dev.lintel.controller.server.ClientNetwork.Prefix;
import dev.lintel.controller.server.ConnectionCounts.Refused;
import dev.lintel.controller.server.RateMemory.Rate;
import dev.lintel.controller.time.Time;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// Limits the connections that are accepted in a second, because each may ask for a TLS handshake: 3 ms of a core on a
/// PC, more on a board. Used by [AcceptGate].
///
/// ```
///   each network    network(), or trusted() of BOX and CLIENT; its /48 has SITE_FACTOR times as much
///   all networks    totalPerS(), of which a quarter is for NEW networks, and what others leave
///   what networks ask for beyond their share(), together: a quarter of totalPerS()
///   CLIENT networks together    clients(); beyond it each one has its share() of totalPerS()
///   BOX networks together       boxes(); beyond it likewise
/// ```
///
/// Half of the burst of all networks is for KNOWN networks within their share. So a few networks that do nothing but
/// handshakes cost little, many cost no more than the total, and clients of other networks still connect. A network is
/// an IPv4 address, or a /56 of IPv6. Loopback has no limit. BOX and CLIENT have totals of their own: compromised
/// phones in the networks of sites must not take the processor from the doors, and a flood of strangers must keep out
/// neither operators nor a fleet that comes back after a power cut.
///
/// A lower priority of the web server's threads could protect doors as well. But threads inherit it, and a process
/// without privileges cannot raise it again: the carriers of virtual threads, and the bus of a reader that is restarted
/// from a page, would keep the web server's priority. A limit also leaves processor time for other clients.
///
/// Not thread-safe.
final class HandshakeRates {
    /// Rates of networks.
    ///
    /// @param network of each, while none of its clients has shown who it is
    /// @param trusted of each with a box, or with clients that have signed in
    /// @param share of each, which no other one can take
    /// @param totalPerS of all networks but those of boxes and of clients that have signed in
    /// @param clients of all networks with clients that have signed in
    /// @param boxes of all networks with boxes
    record Limits(Rate network, Rate trusted, Rate share, int totalPerS, Rate clients, Rate boxes) {
        /// For each processor. On two, 25 credentials that open a connection for each request that the API allows them
        /// are served. On a board that takes 10 ms for a handshake, these cost a quarter of each processor.
        private static final int TRUSTED_PER_S = 25 * RateLimit.PER_MINUTE / 60 / 2;

        /// For each processor: 25 browsers that open a page at once, with six connections each. A PC takes 0.45 s of
        /// one processor for these handshakes.
        private static final int CLIENTS_BURST = 25 * 6;

        /// For each processor. A hub on two takes 500 boxes at once after a power cut, and 1,000 within ten seconds.
        private static final int BOXES_BURST = 250;

        /// Two event loops carry the handshakes, and may be busy half of the time where the doors have two other
        /// processors. Further processors do not make the handshakes faster.
        private static final int PROCESSORS_MAX = 4;

        /// `network`, a second: five credentials that open a connection for each request that the API allows
        /// them; at once: twice as many connections as a network may have open. `trusted`, a second: 25 such
        /// credentials behind a proxy, or 500 boxes that each open a connection in ten seconds; at once: 500
        /// boxes after a restart of their hub. `share`: one credential; two browsers that start, with six
        /// connections each, and again. In all: one event loop does 300 handshakes a second on a PC.
        /// `clients` and `boxes` grow with the processors.
        static Limits of(int processors) {
            int counted = Math.clamp(processors, 1, PROCESSORS_MAX);
            return new Limits(
                    new Rate(5 * RateLimit.PER_MINUTE / 60, 2 * Connections.PER_ADDRESS_MAX),
                    new Rate(25 * RateLimit.PER_MINUTE / 60, 500),
                    new Rate(RateLimit.PER_MINUTE / 60, 24),
                    200,
                    new Rate(TRUSTED_PER_S, CLIENTS_BURST).times(counted),
                    new Rate(TRUSTED_PER_S, BOXES_BURST).times(counted));
        }
    }

    /// A company with a /48 has several households of IPv6 in it.
    static final int SITE_FACTOR = 4;

    /// The part of the total for NEW networks, and the part for what exceeds a share.
    private static final int PART = 4;

    /// Networks that are remembered: 64 KiB each for the rate and the share. Only a flood has more at a time.
    private static final int SLOTS = 4_096;

    private final Time time;
    private final Limits limits;
    private final RateMemory networks;
    private final RateMemory shares;
    private final Bucket ofAll;
    private final Bucket ofNew;
    private final Bucket excess;
    private final Bucket ofClients;
    private final Bucket ofBoxes;

    /// The bucket of several networks.
    private static final class Bucket {
        private final Rate rate;
        private long usedUntilNs;

        Bucket(Rate rate, long nowNs) {
            this.rate = rate;
            this.usedUntilNs = nowNs;
        }

        /// Whether one more fits, and `left` after it.
        boolean admits(int left, long nowNs) {
            return new Rate(rate.perSecond(), rate.burst() - left).admits(usedUntilNs, nowNs);
        }

        void use(long nowNs) {
            usedUntilNs = rate.use(usedUntilNs, nowNs);
        }
    }

    /// @param seed a secret: with it strangers could choose networks that push others out of the memory
    HandshakeRates(Time time, Limits limits, long seed) {
        this.time = time;
        this.limits = limits;
        var random = new SplittableRandom(seed);
        this.networks = new RateMemory(time, SLOTS, random);
        this.shares = new RateMemory(time, SLOTS, random);
        int totalPerS = limits.totalPerS;
        int part = totalPerS / PART;
        long now = time.nowNs();
        this.ofAll = new Bucket(new Rate(totalPerS - part, 2 * totalPerS), now);
        this.ofNew = new Bucket(new Rate(part, part), now);
        this.excess = new Bucket(new Rate(part, totalPerS), now);
        this.ofClients = new Bucket(limits.clients, now);
        this.ofBoxes = new Bucket(limits.boxes, now);
    }

    /// Counts a connection of this network that is accepted. Where it must be refused, returns the reason and counts
    /// nothing.
    ///
    /// @param rank the highest one that connections of this network may have
    @Nullable
    Refused take(ClientNetwork network, Rank rank) {
        if (network.isLoopback()) return null;
        boolean trusted = rank == Rank.BOX || rank == Rank.CLIENT;
        Rate rate = trusted ? limits.trusted : limits.network;
        if (!admits(networks, network, rate)) return Refused.RATE_OF_NETWORK;
        long now = time.nowNs();
        boolean taken = switch (rank) {
            case BOX -> takeOfTrusted(ofBoxes, network, now);
            case CLIENT -> takeOfTrusted(ofClients, network, now);
            case KNOWN, NEW, ABANDONED -> takeOfTotal(network, rank, now);
        };
        if (!taken) return Refused.RATE;
        use(networks, network, rate);
        return null;
    }

    /// One network that uses up the rate of all its kind leaves the others what KNOWN networks have.
    private boolean takeOfTrusted(Bucket kind, ClientNetwork network, long nowNs) {
        if (!kind.admits(0, nowNs)) {
            return admits(shares, network, limits.share) && takeOfTotal(network, Rank.KNOWN, nowNs);
        }
        kind.use(nowNs);
        return true;
    }

    private boolean takeOfTotal(ClientNetwork network, Rank rank, long nowNs) {
        boolean withinShare = admits(shares, network, limits.share);
        if (!withinShare && !excess.admits(0, nowNs)) return false;
        int left = withinShare && rank == Rank.KNOWN ? 0 : ofAll.rate.burst() / 2;
        Bucket bucket = ofAll.admits(left, nowNs) ? ofAll : ofNew;
        if (bucket == ofNew && !(withinShare && rank == Rank.NEW && ofNew.admits(0, nowNs))) return false;
        bucket.use(nowNs);
        if (withinShare) use(shares, network, limits.share);
        else excess.use(nowNs);
        return true;
    }

    private static boolean admits(RateMemory memory, ClientNetwork network, Rate rate) {
        if (!memory.admits(network.prefix(Prefix.HOUSEHOLD), rate)) return false;
        return network.isIpv4() || memory.admits(site(network), rate.times(SITE_FACTOR));
    }

    private static void use(RateMemory memory, ClientNetwork network, Rate rate) {
        memory.use(network.prefix(Prefix.HOUSEHOLD), rate);
        if (!network.isIpv4()) memory.use(site(network), rate.times(SITE_FACTOR));
    }

    /// Not the bits of any household, which end with zeros.
    private static long site(ClientNetwork network) {
        return network.prefix(Prefix.SITE) | 1;
    }
}
