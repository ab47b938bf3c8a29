package dev.lintel.controller.api;

import dev.lintel.controller.api.ConnectionCounts.Refused;
import dev.lintel.controller.time.Time;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Limits the connections of the web server at the moment they are accepted, before anything is allocated for them.
///
/// ```
///   accepted ──> half-open ──> open ──> closed
///                a quarter of all places; HALF_OPEN_PER_NETWORK_MAX of a network
///                half-open and open together: what half of the heap carries, and what the process may have open
///                besides DESCRIPTORS_RESERVED
/// ```
///
/// A connection is half-open until its TLS handshake has ended. Where all places for half-open ones are taken, they are
/// shared fairly: a connection of a network that has fewer takes the place of the oldest one of the network that has
/// most. Where each network has one, the oldest gives way after GIVES_WAY_NS. So what strangers begin costs a bounded
/// number of handshakes, and a newcomer gets through. Some places are for loopback alone: a proxy and `doctor` on the
/// box itself reach it while strangers occupy the rest. What an open connection may do is limited by [Connections].
///
/// Thread-safe: the acceptor enters, event loops report the end of handshakes and of connections.
final class AcceptGate {
    /// Half-open connections of one network: as many as it may have open, so that browsers behind one router may start
    /// together.
    static final int HALF_OPEN_PER_NETWORK_MAX = Connections.PER_ADDRESS_MAX;

    /// Places that only loopback may take.
    static final int LOOPBACK_RESERVED = 16;

    /// A handshake takes under half a second on a board. One that takes longer than this gives way when every network
    /// has but one.
    static final long GIVES_WAY_NS = TimeUnit.SECONDS.toNanos(1);

    /// The share of the places that connections in a handshake may have: each costs the box milliseconds of its
    /// processor, and one that is never ended has its place for seconds.
    private static final int HALF_OPEN_SHARE = 4;

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

    /// An IPv6 subscriber holds a whole /64.
    private static final int IPV6_NETWORK_BYTES = 8;

    /// The place of one connection.
    static final class Place {
        private final Network network;
        private final long sinceNs;
        private final Runnable close;
        private boolean halfOpen = true; // guarded by the gate
        private boolean left; // guarded by the gate

        private Place(InetAddress remote, long sinceNs, Runnable close) {
            this.network = Network.of(remote);
            this.sinceNs = sinceNs;
            this.close = close;
        }
    }

    /// The address of an IPv4 host, or the /64 of an IPv6 host.
    private record Network(InetAddress address) {
        private static final InetAddress LOOPBACK_4 = InetAddress.ofLiteral("127.0.0.1");

        static Network of(InetAddress address) {
            if (!(address instanceof Inet6Address) || address.isLoopbackAddress()) return new Network(address);
            byte[] bytes = address.getAddress();
            Arrays.fill(bytes, IPV6_NETWORK_BYTES, bytes.length, (byte) 0);
            try {
                return new Network(InetAddress.getByAddress(bytes));
            } catch (java.net.UnknownHostException e) {
                throw new IllegalStateException(e); // 16 bytes are an address
            }
        }

        /// Whether it is 127.0.0.1 or ::1. Other addresses of 127/8 count as strangers do.
        boolean isLoopback() {
            return address.equals(LOOPBACK_4) || (address instanceof Inet6Address && address.isLoopbackAddress());
        }
    }

    private final Time time;
    private final ConnectionCounts counts;
    private final int openMax;
    private final int halfOpenMax;
    private final LinkedHashSet<Place> halfOpen = new LinkedHashSet<>(); // the oldest first; guarded by this
    private final Map<Network, Integer> halfOpenOf = new HashMap<>(); // guarded by this
    private int places; // taken; guarded by this

    /// @param heapBytes what the process may use
    /// @param descriptors how many files and sockets the process may have open
    AcceptGate(Time time, ConnectionCounts counts, long heapBytes, long descriptors) {
        this.time = time;
        this.counts = counts;
        int ofHeap = Math.clamp(heapBytes / HEAP_SHARE / BYTES_PER_CONNECTION, OPEN_MIN, OPEN_MAX);
        this.openMax = Math.clamp(descriptors - DESCRIPTORS_RESERVED, OPEN_OF_DESCRIPTORS_MIN, ofHeap);
        this.halfOpenMax = openMax / HALF_OPEN_SHARE;
    }

    /// How many connections there may be at once, half-open ones included.
    int openMax() {
        return openMax;
    }

    /// How many of them may be open without a certificate at most, so that handshakes find places.
    int withoutCertificateMax() {
        return Math.min(WebServer.CONNECTIONS_MAX, openMax - halfOpenMax + LOOPBACK_RESERVED);
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
        Place leaving;
        synchronized (this) {
            leaving = room(entering);
            Refused refusal = leaving == null ? refusal(entering) : null;
            if (refusal != null) {
                counts.refused(refusal);
                return null;
            }
            if (leaving != null) {
                counts.closed(ConnectionCounts.Closed.GAVE_WAY);
                leave(leaving);
            }
            halfOpen.add(entering);
            halfOpenOf.merge(entering.network, 1, Integer::sum);
            places++;
        }
        if (leaving != null) leaving.close.run();
        return entering;
    }

    /// The half-open connection that gives way to this one, which else would find no place; null: none has to, or can.
    private @Nullable Place room(Place entering) {
        Refused refusal = refusal(entering);
        if (refusal == null) return null;
        if (refusal == Refused.HALF_OPEN_OF_NETWORK) return stale(entering, entering.network);
        int most = 1;
        for (var of : halfOpenOf.entrySet()) if (!of.getKey().isLoopback()) most = Math.max(most, of.getValue());
        if (most == 1) return stale(entering, null);
        if (halfOpenOf.getOrDefault(entering.network, 0) + 1 >= most) return null;
        for (Place place : halfOpen) {
            boolean strangers = !place.network.isLoopback();
            if (strangers && halfOpenOf.getOrDefault(place.network, 0) == most) return place;
        }
        return null;
    }

    /// The oldest half-open connection of a stranger, or of this network, where it is older than a handshake takes.
    private @Nullable Place stale(Place entering, @Nullable Network network) {
        for (Place place : halfOpen) {
            if (network == null ? place.network.isLoopback() : !place.network.equals(network)) continue;
            return entering.sinceNs - place.sinceNs > GIVES_WAY_NS ? place : null;
        }
        return null;
    }

    private @Nullable Refused refusal(Place entering) {
        boolean loopback = entering.network.isLoopback();
        int reserved = loopback ? 0 : LOOPBACK_RESERVED;
        int own = halfOpenOf.getOrDefault(entering.network, 0);
        if (!loopback && own >= HALF_OPEN_PER_NETWORK_MAX) return Refused.HALF_OPEN_OF_NETWORK;
        if (places >= openMax - reserved) return Refused.FULL;
        return halfOpen.size() >= halfOpenMax - reserved ? Refused.HALF_OPEN : null;
    }

    /// The connection is secure, or needs no handshake: it is open from now on.
    synchronized void open(Place place) {
        shaken(place);
    }

    private void shaken(Place place) {
        if (!place.halfOpen) return;
        place.halfOpen = false;
        halfOpen.remove(place);
        halfOpenOf.computeIfPresent(place.network, (_, count) -> count == 1 ? null : count - 1);
    }

    /// The connection is closed. A second call does nothing.
    synchronized void leave(Place place) {
        if (place.left) return;
        place.left = true;
        shaken(place);
        places--;
    }
}
