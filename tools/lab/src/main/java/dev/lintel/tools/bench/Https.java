package dev.lintel.tools.bench;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/// One kept connection to a box, trusting that box's own authority only. One thread.
final class Https implements AutoCloseable {
    private static final int TIMEOUT_MS = 10_000;
    private static final int ANSWER_BYTES_MAX = 4 << 20;

    private final SSLSocket socket;
    private final String head;

    /// Connects and shakes hands. `authorization` goes into every request.
    Https(SSLContext trust, URI page, @Nullable String authorization) {
        head = " HTTP/1.1\r\nHost: " + page.getAuthority() + "\r\n"
                + (authorization == null ? "" : "Authorization: " + authorization + "\r\n") + "\r\n";
        try {
            socket = (SSLSocket) trust.getSocketFactory().createSocket(page.getHost(), page.getPort());
            socket.setSoTimeout(TIMEOUT_MS);
            var parameters = socket.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            socket.setSSLParameters(parameters);
        } catch (IOException e) {
            throw new BenchException(page + " does not answer", e);
        }
    }

    /// Trust in the authority that the box on `data` made for itself.
    static SSLContext trust(Path data) {
        try (InputStream file = Files.newInputStream(data.resolve("tls").resolve("ca.crt"))) {
            var store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            store.setCertificateEntry(
                    "box", CertificateFactory.getInstance("X.509").generateCertificate(file));
            var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(store);
            var context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new BenchException("the box's ca.crt cannot be trusted", e);
        }
    }

    /// Throws [BenchException] unless the answer is a 2xx with a length.
    void get(String path) {
        ask("GET", path, "", true);
    }

    /// The same, whatever the answer says.
    void visit(String path) {
        ask("GET", path, "", false);
    }

    /// As [#get], with an empty object for a body.
    void post(String path) {
        ask("POST", path, "{}", true);
    }

    /// As [#get], with `body`, ASCII.
    void put(String path, String body) {
        ask("PUT", path, body, true);
    }

    private void ask(String method, String path, String sent, boolean well) {
        String fields = sent.isEmpty()
                ? head
                : head.substring(0, head.length() - 2) + "Content-Type: application/json\r\nContent-Length: "
                        + sent.length() + "\r\n\r\n";
        try {
            socket.getOutputStream().write((method + " " + path + fields + sent).getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            byte[] bytes = new byte[8192];
            int filled = 0;
            int body = -1;
            while (body < 0) {
                int read = in.read(bytes, filled, bytes.length - filled);
                if (read <= 0) throw new BenchException(path + ": no answer");
                filled += read;
                body = new String(bytes, 0, filled, StandardCharsets.ISO_8859_1).indexOf("\r\n\r\n");
            }
            String answer = new String(bytes, 0, body, StandardCharsets.ISO_8859_1);
            if (well && !answer.startsWith("HTTP/1.1 2")) {
                throw new BenchException(
                        path + ": " + answer.lines().findFirst().orElse(""));
            }
            skip(in, length(path, answer) - (filled - body - 4));
        } catch (IOException e) {
            throw new BenchException(path + " was not answered", e);
        }
    }

    private static void skip(InputStream in, int left) throws IOException {
        if (left > ANSWER_BYTES_MAX) throw new BenchException("an answer of " + left + " bytes");
        if (left > 0) in.skipNBytes(left);
    }

    private static int length(String path, String answer) {
        return answer.lines()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("content-length:"))
                .mapToInt(line -> Integer.parseInt(line.substring(15).strip()))
                .findFirst()
                .orElseThrow(() -> new BenchException(path + ": an answer without a length"));
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new BenchException("the connection cannot be closed", e);
        }
    }
}
