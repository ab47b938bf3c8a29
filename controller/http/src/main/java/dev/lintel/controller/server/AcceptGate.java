package dev.lintel.controller.server;

import dev.lintel.controller.server.ClientNetwork.Prefix;
import dev.lintel.controller.server.ConnectionCounts.Refused;
import dev.lintel.controller.time.Time;
import java.net.InetAddress;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Limits the connections of the web server at the moment they are accepted, before anything is allocated for them.
///
/// ```
///   accepted ──> half-open ──> open ──> closed
///                a quarter of all places; 64 of a network, 96 of a /56, 128 of a /48
///                half-open and open together: what half of the heap carries, and what the process may have open
///                besides DESCRIPTORS_RESERVED
/// ```
///
/// A connection is half-open until its TLS handshake has ended. Where all places for half-open ones are taken, they are
/// given by rank, and [HalfOpen] says which connection gives way:
///
/// ```
///   BOX        a box has shown its certificate from this network; 8 of a network, a quarter of the places
///   CLIENT     a client of this network has signed in within a day; so many as well
///   KNOWN      a handshake from this network ended within a day, and none was abandoned since; so many as well
///   NEW        all others
///   ABANDONED  a handshake from this network was abandoned within five minutes; half of the places
/// ```
///
/// So a newcomer passes a flood of networks that are remembered (ABANDONED_SLOTS), however many connections they open:
/// they are ABANDONED soon. Of networks that connect for the first time each NEW connection has a place for
/// GIVES_WAY_NS; where more come than fit in that time, a newcomer's chance is places / (rate × GIVES_WAY_NS), and only
/// boxes and KNOWN networks pass.
///
/// [HandshakeRates] limits how many connections get a place in a second.
///
/// Some places are for loopback alone: a proxy and `doctor` on the box itself reach it while strangers occupy the rest.
/// What an open connection may do is limited by [Connections].
///
/// Thread-safe: the acceptor enters, event loops report the end of handshakes and of connections.
final class AcceptGate {
    /// Half-open connections of one network: as many as it may have open, so that browsers behind one router may start
    /// together.
    static final int HALF_OPEN_PER_NETWORK_MAX = Connections.PER_ADDRESS_MAX;

    /// And of the larger prefixes that one subscriber of IPv6 may have: fewer than a board has places for.
    static final int HALF_OPEN_PER_HOUSEHOLD_MAX = 96;

    static final int HALF_OPEN_PER_SITE_MAX = 128;

    /// Places that only loopback may take.
    static final int LOOPBACK_RESERVED = 16;

    /// An accepted connection has as long for its handshake, whatever comes meanwhile. A handshake takes under half a
    /// second on a board. At half a second a flood cost the box so many handshakes that it had no time for others.
    static final long GIVES_WAY_NS = TimeUnit.SECONDS.toNanos(1);

    /// Networks whose handshakes were abandoned; 104 KiB.
    private static final int ABANDONED_SLOTS = 8_192;

    private static final int ABANDONED_S = 300;

    /// Networks with a handshake that ended, those of clients that signed in, and those of boxes: 52 KiB each. The
    /// first are remembered by /56 of IPv6, so that a subscriber with a /48 takes 256 slots at most.
    private static final int KNOWN_SLOTS = 4_096;

    private static final int KNOWN_S = 86_400;

    /// A box is remembered until another one needs its slot.
    private static final int BOX_S = Integer.MAX_VALUE;

    /// A network with so many points has abandoned a handshake.
    private static final int ABANDONED_POINTS = 2;

    /// For a connection that the client closes in its handshake. Once may be a browser that does not know the
    /// certificate yet.
    private static final int CLOSED_POINTS = 1;

    /// The share of the places for half-open connections that those of BOX may have, and those of KNOWN.
    private static final int PREFERRED_SHARE = 4;

    /// And the share that those of ABANDONED may have: what they cost the box is for nothing.
    private static final int ABANDONED_SHARE = 2;

    /// The share of the places that connections in a handshake may have: each costs the box milliseconds of its
    /// processor, and one that is never ended has its place for seconds.
    private static final int HALF_OPEN_SHARE = 4;

    /// The share of the places that open connections of boxes have at least.
    private static final int BOX_SHARE = 8;

    /// What a connection may take of the heap: TLS state, buffers and a request's head.
    private static final long BYTES_PER_CONNECTION = 40 << 10;

    /// The share of the heap that connections may take: the doors and the database need the rest.
    private static final int HEAP_SHARE = 2;

    /// Connections where the heap is small: fewer would shut out a house.
    private static final int OPEN_MIN = 100;

    /// Connections where the heap is large: those without a certificate, those of boxes, and some in a handshake.
    private static final int OPEN_MAX = WebServer.CONNECTIONS_MAX + Connections.WITH_CERTIFICATE_MAX + 400;

    /// File descriptors that no connection may take. A box with two doors has about 120 open by itself:
    /// libraries, databases with their logs, GPIO lines, serial ports, event loops. It needs more for a
    /// while: 32 for the control socket, 16 for webhooks, pictures, mail and its hub, 20 for databases and
    /// files that it opens again, and a serial port or chip that was unplugged.
    static final int DESCRIPTORS_RESERVED = 224;

    /// Connections where the process may have few descriptors: a quarter of fewer would leave strangers no
    /// handshake.
    private static final int OPEN_OF_DESCRIPTORS_MIN = 5 * LOOPBACK_RESERVED;

    /// A process that may have fewer has no reserve.
    static final int DESCRIPTORS_MIN = DESCRIPTORS_RESERVED + OPEN_OF_DESCRIPTORS_MIN;

    /// Who gets a place first.
    enum Rank {
        BOX,
        CLIENT,
        KNOWN,
        NEW,
        ABANDONED;

        static final List<Rank> LOWEST_FIRST = List.of(values()).reversed();
    }

    /// How a handshake ended.
    enum Handshake {
        /// There is none: plain HTTP.
        NONE,
        /// Without a certificate of the client.
        STRANGER,
        /// With the certificate of a box.
        BOX
    }

    /// The place of one connection.
    static final class Place {
        private final ClientNetwork network;
        private final long sinceNs;
        private final Runnable close;
        private Rank rank = Rank.NEW; // this and the others: guarded by the gate
        private boolean halfOpen = true;
        private boolean left;

        private Place(InetAddress remote, long sinceNs, Runnable close) {
            this.network = ClientNetwork.of(remote);
            this.sinceNs = sinceNs;
            this.close = close;
        }

        ClientNetwork network() {
            return network;
        }

        long sinceNs() {
            return sinceNs;
        }

        /// Whether its handshake takes too long.
        boolean isOverdue(long nowNs) {
            return nowNs - sinceNs > GIVES_WAY_NS;
        }

        Rank rank() {
            return rank;
        }

        void rank(Rank changed) {
            rank = changed;
        }
    }

    private final Time time;
    private final ConnectionCounts counts;
    private final int openMax;
    private final int halfOpenMax;
    private final HalfOpen halfOpen; // this and the others: guarded by this
    private final HandshakeRates rates;
    private final NetworkMemory abandoned;
    private final NetworkMemory known;
    private final NetworkMemory clients;
    private final NetworkMemory boxes;
    private int halfOpenOfLoopback;
    private int places; // taken

    /// What the process may use.
    ///
    /// @param descriptors files and sockets that may be open at once
    record Resources(long heapBytes, long descriptors) {
        private int connections() {
            int ofHeap = Math.clamp(heapBytes / HEAP_SHARE / BYTES_PER_CONNECTION, OPEN_MIN, OPEN_MAX);
            return Math.clamp(descriptors - DESCRIPTORS_RESERVED, OPEN_OF_DESCRIPTORS_MIN, ofHeap);
        }
    }

    /// @param rates used by this gate alone
    /// @param seed a secret: with it strangers could choose networks that push others out of the memory
    AcceptGate(Time time, ConnectionCounts counts, HandshakeRates rates, Resources resources, long seed) {
        this.time = time;
        this.counts = counts;
        this.rates = rates;
        this.openMax = resources.connections();
        this.halfOpenMax = openMax / HALF_OPEN_SHARE;
        this.halfOpen = new HalfOpen(halfOpenMax);
        var random = new SplittableRandom(seed);
        this.abandoned = new NetworkMemory(time, ABANDONED_SLOTS, ABANDONED_S, random);
        this.known = new NetworkMemory(time, KNOWN_SLOTS, KNOWN_S, random);
        this.clients = new NetworkMemory(time, KNOWN_SLOTS, KNOWN_S, random);
        this.boxes = new NetworkMemory(time, KNOWN_SLOTS, BOX_S, random);
    }

    /// How many connections there may be at once, half-open ones included.
    int openMax() {
        return openMax;
    }

    /// How many of them may be open without a certificate at most, so that handshakes and boxes find places.
    int withoutCertificateMax() {
        return Math.min(WebServer.CONNECTIONS_MAX, openMax - halfOpenMax - openMax / BOX_SHARE);
    }

    /// How many connections of boxes find places whatever others do.
    int ofBoxesMin() {
        return openMax - halfOpenMax - withoutCertificateMax();
    }

    /// How many of those may be half-open.
    int halfOpenMax() {
        return halfOpenMax;
    }

    /// Connections that were refused and closed.
    ConnectionCounts counts() {
        return counts;
    }

    /// Takes a place for a connection; null when there is none. `close` closes the connection when it has to give way;
    /// it must not wait.
    @Nullable
    Place enter(InetAddress remote, Runnable close) {
        Place entering = new Place(remote, time.nowNs(), close);
        Place leaving = null;
        synchronized (this) {
            judge(entering.sinceNs);
            entering.rank = rank(entering.network);
            Prefix full = full(entering.network);
            Refused refusal = full == null ? refusal(entering) : Refused.HALF_OPEN_OF_NETWORK;
            if (refusal != null) {
                leaving = full == null ? halfOpen.givesWay(entering) : halfOpen.overdue(entering, full);
            }
            if (refusal == null || leaving != null) refusal = rates.take(entering.network, rankOf(entering.network));
            if (refusal != null) {
                counts.refused(refusal);
                return null;
            }
            if (leaving != null) giveWay(leaving);
            if (entering.network.isLoopback()) halfOpenOfLoopback++;
            else halfOpen.add(entering);
            places++;
        }
        if (leaving != null) leaving.close.run();
        return entering;
    }

    /// The highest rank that connections of a network have, as long as there is room.
    synchronized Rank rankOf(ClientNetwork network) {
        if (boxes.points(network.bits()) > 0) return Rank.BOX;
        return clients.points(network.bits()) > 0 ? Rank.CLIENT : rankOfStranger(network);
    }

    private Rank rank(ClientNetwork network) {
        if (boxes.points(network.bits()) > 0 && hasRoom(Rank.BOX, network)) return Rank.BOX;
        if (clients.points(network.bits()) > 0 && hasRoom(Rank.CLIENT, network)) return Rank.CLIENT;
        Rank rank = rankOfStranger(network);
        return rank == Rank.KNOWN && !hasRoom(Rank.KNOWN, network) ? Rank.NEW : rank;
    }

    private Rank rankOfStranger(ClientNetwork network) {
        if (abandoned.points(network.prefix(Prefix.HOUSEHOLD)) >= ABANDONED_POINTS) return Rank.ABANDONED;
        return known.points(network.prefix(Prefix.HOUSEHOLD)) > 0 ? Rank.KNOWN : Rank.NEW;
    }

    private boolean hasRoom(Rank rank, ClientNetwork network) {
        return halfOpen.count(rank) < halfOpenMax / PREFERRED_SHARE && halfOpen.count(rank, network) < HalfOpen.SHARE;
    }

    /// The prefix that has as many half-open connections as it may have; null: none of them.
    private @Nullable Prefix full(ClientNetwork network) {
        if (network.isLoopback()) return null;
        if (halfOpen.count(Prefix.LINK, network) >= HALF_OPEN_PER_NETWORK_MAX) return Prefix.LINK;
        if (halfOpen.count(Prefix.HOUSEHOLD, network) >= HALF_OPEN_PER_HOUSEHOLD_MAX) return Prefix.HOUSEHOLD;
        return halfOpen.count(Prefix.SITE, network) >= HALF_OPEN_PER_SITE_MAX ? Prefix.SITE : null;
    }

    private @Nullable Refused refusal(Place entering) {
        int reserved = entering.network.isLoopback() ? 0 : LOOPBACK_RESERVED;
        if (places >= openMax - reserved) return Refused.FULL;
        boolean abandoned = entering.rank == Rank.ABANDONED;
        if (abandoned && halfOpen.count(Rank.ABANDONED) >= halfOpenMax / ABANDONED_SHARE) return Refused.HALF_OPEN;
        return halfOpen.size() + halfOpenOfLoopback >= halfOpenMax - reserved ? Refused.HALF_OPEN : null;
    }

    private void giveWay(Place place) {
        counts.closed(ConnectionCounts.Closed.GAVE_WAY);
        endHandshake(place);
        place.left = true;
        places--;
    }

    /// Remembers the networks whose handshakes take too long.
    private void judge(long nowNs) {
        for (Place place = halfOpen.overdue(nowNs); place != null; place = halfOpen.overdue(nowNs)) {
            abandoned(place, ABANDONED_POINTS);
        }
    }

    private void abandoned(Place place, int points) {
        if (place.network.isLoopback()) return;
        long household = place.network.prefix(Prefix.HOUSEHOLD);
        abandoned.add(household, points);
        if (abandoned.points(household) >= ABANDONED_POINTS) halfOpen.abandon(place);
    }

    /// The handshake has ended, or there is none: the connection is open from now on.
    synchronized void open(Place place, Handshake handshake) {
        if (!endHandshake(place) || handshake == Handshake.NONE || place.network.isLoopback()) return;
        abandoned.remove(place.network.prefix(Prefix.HOUSEHOLD));
        known.add(place.network.prefix(Prefix.HOUSEHOLD), 1);
        if (handshake == Handshake.BOX) rememberBox(place.network);
    }

    /// A client has signed in over this connection.
    synchronized void signedIn(Place place) {
        if (!place.network.isLoopback()) clients.add(place.network.bits(), 1);
    }

    /// A box has come from this network before the start.
    synchronized void rememberBox(ClientNetwork network) {
        if (!network.isLoopback()) boxes.add(network.bits(), 1);
    }

    /// It is half-open no longer. False: it was not.
    private boolean endHandshake(Place place) {
        if (!place.halfOpen) return false;
        place.halfOpen = false;
        if (place.network.isLoopback()) halfOpenOfLoopback--;
        else halfOpen.remove(place);
        return true;
    }

    /// The connection is closed. A second call does nothing.
    synchronized void leave(Place place) {
        if (place.left) return;
        place.left = true;
        places--;
        if (!endHandshake(place)) return;
        abandoned(place, place.isOverdue(time.nowNs()) ? ABANDONED_POINTS : CLOSED_POINTS);
    }
}
