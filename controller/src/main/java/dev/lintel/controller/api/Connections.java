package dev.lintel.controller.api;

import dev.lintel.controller.time.Time;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.impl.ConnectionBase;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/// Bounds connections: how many there are, and how long one may keep us waiting for the head of its next request (a
/// client that sends it byte by byte is never idle). Called on event loops.
final class Connections {
    /// Until the whole head of a request is there: the first, or the next on a kept connection.
    private static final long HEAD_NS = TimeUnit.SECONDS.toNanos(60);
    private static final long SWEEP_MS = 5_000;
    /// Connections of one address: a household of browsers behind one router, and no more, so that a single machine
    /// cannot take all there are. A reverse proxy on the box itself stands for all its clients and is not bounded
    /// so.
    static final int PER_ADDRESS_MAX = 64;
    /// 127.0.0.1 and ::1, as [#network] has them.
    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "0000000000000000");
    /// An IPv6 subscriber holds a whole /64.
    private static final int NETWORK_BYTES = 8;
    /// Marks a connection with a request under way.
    private static final long BUSY = Long.MIN_VALUE;

    /// Connections that show a certificate of ours, beside the others: of 500 boxes that all fetch the same change.
    static final int WITH_CERTIFICATE_MAX = 1_200;

    /// Of those, of one box, its link among them: what it asks, and as many writes of its clients as wait for that. A
    /// link that is made anew may stand beside the one before for a minute.
    static final int PER_BOX_MAX = 32;

    private final Set<HttpConnection> withCertificate = ConcurrentHashMap.newKeySet();
    /// Whose each is, also once it is a WebSocket.
    private final Map<HttpConnection, String> boxOf = new ConcurrentHashMap<>();
    private final Map<String, Integer> perBox = new ConcurrentHashMap<>();
    private final Map<HttpConnection, Long> waitingSince = new ConcurrentHashMap<>();
    private final Map<String, Integer> perAddress = new ConcurrentHashMap<>();
    private final AcceptGate gate;
    private final Time time;

    Connections(EventLoops loops, Time time) {
        this.gate = loops.gate();
        this.time = time;
        loops.vertx().setPeriodic(SWEEP_MS, _ -> sweep());
    }

    void opened(HttpConnection connection) {
        AcceptGate.Place place = ((ConnectionBase) connection)
                .channel()
                .attr(AcceptTransport.PLACE)
                .get();
        if (place != null) gate.open(place);
        String box = box(connection);
        if (box != null) {
            openedWithCertificate(connection, box);
            return;
        }
        String address = network(connection);
        if (perAddress.merge(address, 1, Integer::sum) > PER_ADDRESS_MAX && !isLoopback(address)) {
            leave(address);
            var _ = connection.close();
            return;
        }
        int max = WebServer.CONNECTIONS_MAX - (isLoopback(address) ? 0 : AcceptGate.LOOPBACK_RESERVED);
        if (waitingSince.size() - withCertificate.size() >= max && !makeRoom(address)) {
            leave(address);
            var _ = connection.close();
            return;
        }
        waitingSince.put(connection, time.nowNs());
        connection.closeHandler(_ -> {
            if (waitingSince.remove(connection) != null) leave(address);
        });
    }

    /// Makes room for a new connection: closes the connection that has been idle longest, of the network with the most
    /// connections. So a few addresses cannot occupy all places. False when no network has more than this one.
    private boolean makeRoom(String forNetwork) {
        HttpConnection victim = null;
        long since = 0;
        int most = perAddress.getOrDefault(forNetwork, 0); // with the newcomer
        for (var waiting : waitingSince.entrySet()) {
            if (waiting.getValue() == BUSY || boxOf.containsKey(waiting.getKey())) continue;
            String network = network(waiting.getKey());
            if (isLoopback(network)) continue; // a proxy, whose connections are those of many
            int count = perAddress.getOrDefault(network, 0);
            boolean older = victim != null && count == most && waiting.getValue() - since < 0;
            if (count <= most && !older) continue;
            victim = waiting.getKey();
            since = waiting.getValue();
            most = count;
        }
        if (victim == null || waitingSince.remove(victim) == null) return false; // it has gone by itself
        leave(network(victim));
        var _ = ((ConnectionBase) victim).channel().close(); // whether or not it reads what is on its way to it
        return true;
    }

    /// Boxes may share an address: those of one house are behind one router.
    private void openedWithCertificate(HttpConnection connection, String box) {
        if (withCertificate.size() >= WITH_CERTIFICATE_MAX) {
            var _ = connection.close();
            return;
        }
        boxOf.put(connection, box);
        if (perBox.merge(box, 1, Integer::sum) > PER_BOX_MAX) {
            gone(connection);
            var _ = connection.close();
            return;
        }
        withCertificate.add(connection);
        waitingSince.put(connection, time.nowNs());
        connection.closeHandler(_ -> {
            withCertificate.remove(connection);
            waitingSince.remove(connection);
            gone(connection);
        });
    }

    /// Connections that were refused when they were accepted.
    long refused() {
        return gate.refused();
    }

    /// Whom the certificate names; null: none is shown. The handshake has taken it for good, or failed. A renewed one,
    /// and one for another key, names the same box.
    static @Nullable String box(HttpConnection connection) {
        SSLSession session = connection.sslSession();
        if (session == null) return null;
        try {
            return session.getPeerCertificates()[0] instanceof X509Certificate certificate
                    ? certificate.getSubjectX500Principal().getName()
                    : null;
        } catch (SSLPeerUnverifiedException e) {
            return null;
        }
    }

    /// A box has one connection less; once for each.
    void gone(HttpConnection connection) {
        String box = boxOf.remove(connection);
        if (box != null) perBox.computeIfPresent(box, (_, count) -> count == 1 ? null : count - 1);
    }

    private void leave(String address) {
        perAddress.computeIfPresent(address, (_, count) -> count == 1 ? null : count - 1);
    }

    /// Whether a network, as [#network] names it, is this machine.
    static boolean isLoopback(String network) {
        return LOOPBACK.contains(network);
    }

    /// An IPv4 address as it is, of an IPv6 address its /64.
    static String network(HttpConnection connection) {
        var address = connection.remoteAddress();
        String host = address == null ? "" : String.valueOf(address.hostAddress());
        try {
            InetAddress parsed = InetAddress.ofLiteral(host);
            if (!(parsed instanceof Inet6Address)) return parsed.getHostAddress();
            return HexFormat.of().formatHex(parsed.getAddress(), 0, NETWORK_BYTES);
        } catch (IllegalArgumentException e) {
            return host; // no address: counted under what it says
        }
    }

    /// It is a WebSocket now: counts it no longer, but among those of its box.
    void apart(HttpConnection connection) {
        boolean counted = waitingSince.remove(connection) != null;
        if (!withCertificate.remove(connection) && counted) leave(network(connection));
    }

    void busy(HttpServerRequest request) {
        HttpConnection connection = request.connection();
        waitingSince.replace(connection, BUSY);
        request.response().endHandler(_ -> waitingSince.replace(connection, time.nowNs()));
    }

    private void sweep() {
        long now = time.nowNs();
        waitingSince.forEach((connection, since) -> {
            if (since != BUSY && now - since > HEAD_NS) {
                var _ = connection.close();
            }
        });
    }
}
