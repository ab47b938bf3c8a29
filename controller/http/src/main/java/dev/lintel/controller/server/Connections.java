package dev.lintel.controller.server;

import dev.lintel.controller.http.Addresses;
import dev.lintel.controller.log.FatalErrors;
import dev.lintel.controller.time.Time;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.impl.ConnectionBase;
import java.net.InetAddress;
import java.security.cert.X509Certificate;
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
    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", Addresses.network("::1"));
    /// The name that Vert.x gives to its own handler of a connection.
    private static final String VERTX_HANDLER = "handler";
    private static final String VERTX_DECODER = "httpDecoder";

    /// Connections that show a certificate of ours, beside the others: of 500 boxes that all fetch the same change.
    static final int WITH_CERTIFICATE_MAX = 1_200;

    /// Of those, of one box, its link among them: what it asks, and as many writes of its clients as wait for that. A
    /// link that is made anew may stand beside the one before for a minute.
    static final int PER_BOX_MAX = 32;

    private final Set<HttpConnection> withCertificate = ConcurrentHashMap.newKeySet();
    /// Whose each is, also once it is a WebSocket.
    private final Map<HttpConnection, String> boxOf = new ConcurrentHashMap<>();
    private final Map<String, Integer> perBox = new ConcurrentHashMap<>();
    private final Map<HttpConnection, Crowd.Use> uses = new ConcurrentHashMap<>();
    private final Map<String, Integer> perAddress = new ConcurrentHashMap<>();
    private final AcceptGate gate;
    private final ConnectionCounts counts;
    private final Time time;

    Connections(EventLoops loops, Time time) {
        this.gate = loops.gate();
        this.counts = gate.counts();
        this.time = time;
        loops.vertx().setPeriodic(SWEEP_MS, _ -> sweep());
    }

    void opened(HttpConnection connection) {
        Channel channel = ((ConnectionBase) connection).channel();
        AcceptGate.Place place = place(connection);
        channel.pipeline().replace(VERTX_DECODER, VERTX_DECODER, new HeadDecoder(WebServer.headLimits()));
        channel.pipeline().addBefore(VERTX_HANDLER, "lintel-pipeline-limit", new PipelineLimit(counts));
        connection.exceptionHandler(FatalErrors::report);
        String box = box(connection);
        if (place != null) gate.open(place, handshake(connection, box));
        if (box != null) {
            openedWithCertificate(connection, box);
            return;
        }
        String address = network(connection);
        if (perAddress.merge(address, 1, Integer::sum) > PER_ADDRESS_MAX && !isLoopback(address)) {
            leave(address);
            refuse(connection, ConnectionCounts.Refused.NETWORK);
            return;
        }
        int max = gate.withoutCertificateMax() - (isLoopback(address) ? 0 : AcceptGate.LOOPBACK_RESERVED);
        if (uses.size() - withCertificate.size() >= max && !makeRoom(address)) {
            leave(address);
            refuse(connection, ConnectionCounts.Refused.FULL);
            return;
        }
        uses.put(connection, Crowd.Use.idle(time.nowNs()));
        connection.closeHandler(_ -> {
            if (uses.remove(connection) != null) leave(address);
        });
    }

    /// A request over this connection was of a client that has signed in. Any thread.
    void signedIn(HttpConnection connection) {
        AcceptGate.Place place = place(connection);
        if (place != null) gate.signedIn(place);
        uses.computeIfPresent(connection, (_, use) -> use.signedIn() ? use : use.withSignIn());
    }

    /// Remembers the networks of boxes by their addresses. Any thread.
    void rememberBoxes(Iterable<String> addresses) {
        for (String address : addresses) {
            try {
                gate.rememberBox(ClientNetwork.of(InetAddress.ofLiteral(address)));
            } catch (IllegalArgumentException e) { // none was stored
            }
        }
    }

    private static AcceptGate.@Nullable Place place(HttpConnection connection) {
        return ((ConnectionBase) connection)
                .channel()
                .attr(AcceptTransport.PLACE)
                .get();
    }

    private static AcceptGate.Handshake handshake(HttpConnection connection, @Nullable String box) {
        if (box != null) return AcceptGate.Handshake.BOX;
        return connection.isSsl() ? AcceptGate.Handshake.STRANGER : AcceptGate.Handshake.NONE;
    }

    private void refuse(HttpConnection connection, ConnectionCounts.Refused reason) {
        counts.refused(reason);
        var _ = connection.close();
    }

    /// Resets a connection at once, whether or not the client reads what is on its way to it. `close()` of Vert.x
    /// and of a channel wait until that is sent, which is never. Any thread.
    static void cut(HttpConnection connection) {
        Channel channel = ((ConnectionBase) connection).channel();
        channel.eventLoop().execute(() -> cut(channel));
    }

    /// The same on the channel's event loop.
    static void cut(Channel channel) {
        ChannelHandlerContext first = channel.pipeline().firstContext();
        if (!channel.isActive() || first == null) return;
        channel.config().setOption(ChannelOption.SO_LINGER, 0); // nothing of it stays in the kernel
        var _ = first.close(); // past the handlers that would wait
    }

    /// Makes room for a new connection: closes the one that [Crowd] names. So neither a few addresses can occupy all
    /// places, nor many that do nothing. False when there is none.
    private boolean makeRoom(String forNetwork) {
        int own = perAddress.getOrDefault(forNetwork, 0); // with the newcomer
        var crowd = new Crowd<HttpConnection>(uses, this::networkOfStranger, perAddress);
        HttpConnection victim = crowd.givesWay(own, time.nowNs());
        if (victim == null || uses.remove(victim) == null) return false; // it has gone by itself
        leave(network(victim));
        counts.closed(ConnectionCounts.Closed.GAVE_WAY);
        cut(victim);
        return true;
    }

    /// Null for connections that never give way: of boxes, and of loopback, where a proxy has those of many.
    private @Nullable String networkOfStranger(HttpConnection connection) {
        if (boxOf.containsKey(connection)) return null;
        String network = network(connection);
        return isLoopback(network) ? null : network;
    }

    /// Boxes may share an address: those of one house are behind one router.
    private void openedWithCertificate(HttpConnection connection, String box) {
        if (withCertificate.size() >= WITH_CERTIFICATE_MAX) {
            refuse(connection, ConnectionCounts.Refused.FULL);
            return;
        }
        boxOf.put(connection, box);
        if (perBox.merge(box, 1, Integer::sum) > PER_BOX_MAX) {
            gone(connection);
            refuse(connection, ConnectionCounts.Refused.BOX);
            return;
        }
        withCertificate.add(connection);
        uses.put(connection, Crowd.Use.idle(time.nowNs()));
        connection.closeHandler(_ -> {
            withCertificate.remove(connection);
            uses.remove(connection);
            gone(connection);
        });
    }

    /// Connections that were refused and closed.
    ConnectionCounts counts() {
        return counts;
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

    /// The network of a client, as [Addresses] names it.
    static String network(HttpConnection connection) {
        var address = connection.remoteAddress();
        return Addresses.network(address == null ? "" : String.valueOf(address.hostAddress()));
    }

    /// It is a WebSocket now: counts it no longer, but among those of its box.
    void apart(HttpConnection connection) {
        boolean counted = uses.remove(connection) != null;
        if (!withCertificate.remove(connection) && counted) leave(network(connection));
    }

    /// A request has begun. On its event loop.
    void busy(HttpServerRequest request) {
        HttpConnection connection = request.connection();
        long begun = time.nowNs();
        uses.computeIfPresent(connection, (_, use) -> use.begun(begun));
        request.response().endHandler(_ -> {
            long now = time.nowNs();
            uses.computeIfPresent(connection, (_, use) -> use.ended(now));
        });
    }

    private void sweep() {
        long now = time.nowNs();
        uses.forEach((connection, use) -> {
            if (use.isIdle() && now - use.sinceNs() > HEAD_NS) {
                counts.closed(ConnectionCounts.Closed.NO_REQUEST);
                cut(connection);
            }
        });
    }
}
