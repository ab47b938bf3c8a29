package dev.lintel.controller.tls;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/// A client's open connection to a box, and what the box showed on it.
public final class Shown implements AutoCloseable {
    private final SSLSocket socket;

    private Shown(SSLSocket socket) {
        this.socket = socket;
    }

    /// Asks for `name` (null: for none) and believes whoever `context` does; the name is checked where there is one.
    public static Shown by(SSLContext context, int port, @Nullable String name) throws IOException {
        return open(context, port, name, name != null);
    }

    /// Believes everybody: only to look.
    public static Shown toAnybody(int port, @Nullable String name) throws IOException {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new Anybody()}, null);
            return open(context, port, name, false);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Shown open(SSLContext context, int port, @Nullable String name, boolean check) throws IOException {
        var plain = new Socket(InetAddress.getLoopbackAddress(), port);
        String host = name == null ? "127.0.0.1" : name;
        var socket = (SSLSocket) context.getSocketFactory().createSocket(plain, host, port, true);
        var how = socket.getSSLParameters();
        if (check) how.setEndpointIdentificationAlgorithm("HTTPS");
        if (name != null) how.setServerNames(List.of(new SNIHostName(name)));
        socket.setSSLParameters(how);
        socket.setSoTimeout(20_000);
        socket.startHandshake();
        return new Shown(socket);
    }

    /// The path, the box's own first.
    public List<X509Certificate> path() throws IOException {
        return Arrays.stream(socket.getSession().getPeerCertificates())
                .map(X509Certificate.class::cast)
                .toList();
    }

    public X509Certificate leaf() throws IOException {
        return path().getFirst();
    }

    /// A request on this connection; the first line of the answer.
    public String get(String path) throws IOException {
        socket.getOutputStream()
                .write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        byte[] answer = socket.getInputStream().readNBytes(15);
        socket.getInputStream().readNBytes(socket.getInputStream().available());
        return new String(answer, StandardCharsets.US_ASCII);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private static final class Anybody extends X509ExtendedTrustManager {
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
