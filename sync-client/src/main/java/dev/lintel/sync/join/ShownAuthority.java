package dev.lintel.sync.join;

import dev.lintel.sync.Limits;
import dev.lintel.sync.UpstreamException;
import dev.lintel.sync.http.Faults;
import dev.lintel.sync.net.ReachableAddresses;
import dev.lintel.sync.tls.Tls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509ExtendedTrustManager;

/// What authority a hub shows, believed by nobody yet. One thread.
final class ShownAuthority {
    private static final int HTTPS = 443;
    /// The hub's own and its authority; before them the path of a certificate that somebody else gave the hub.
    private static final int PATH_MAX = 10;

    private ShownAuthority() {}

    /// The last certificate of the path that `hub` shows. A person waits for it: where a name has several
    /// addresses and one fails, another is tried at once. Throws [UpstreamException].
    static X509Certificate of(URI hub, Limits limits) {
        int timeoutMs = Math.toIntExact(limits.connectMs());
        int port = ReachableAddresses.port(hub.getPort(), HTTPS);
        String host = hub.getHost().replaceAll("[\\[\\]]", "");
        try {
            for (boolean again = true; ; again = false) {
                InetAddress address = ReachableAddresses.SHARED.look(host, port, timeoutMs);
                try {
                    return shown(host, port, timeoutMs);
                } catch (IOException e) {
                    ReachableAddresses.SHARED.failed(host, address);
                    if (!again || address == null) throw e;
                }
            }
        } catch (UnknownHostException _) {
            throw new UpstreamException("no address is known for the hub " + host);
        } catch (IOException e) {
            throw Faults.of(hub, e);
        }
    }

    private static X509Certificate shown(String host, int port, int timeoutMs) throws IOException {
        try (var plain = new Socket()) {
            plain.connect(new InetSocketAddress(InetAddress.getByName(host), port), timeoutMs);
            plain.setSoTimeout(timeoutMs);
            var factory = Tls.anonymous(new Look()).getSocketFactory();
            try (var socket = (SSLSocket) factory.createSocket(plain, host, port, true)) {
                socket.startHandshake();
                return last(socket.getSession().getPeerCertificates());
            }
        }
    }

    private static X509Certificate last(Certificate[] path) {
        if (path.length < 2 || path.length > PATH_MAX || !(path[path.length - 1] instanceof X509Certificate last)) {
            throw UpstreamException.wrong("what answers is no Lintel: it does not show its own authority");
        }
        return last;
    }

    /// Believes nothing and refuses nothing: all that is done over this connection is to look.
    private static final class Look extends X509ExtendedTrustManager {
        @Override
        public void checkServerTrusted(X509Certificate[] path, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] path, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] path, String type) {}

        @Override
        public void checkClientTrusted(X509Certificate[] path, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] path, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] path, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
