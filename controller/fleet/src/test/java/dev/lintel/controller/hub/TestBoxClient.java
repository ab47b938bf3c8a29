package dev.lintel.controller.hub;

import dev.lintel.controller.fleet.BoxStore.Terms;
import dev.lintel.controller.fleet.BoxStore.Told;
import dev.lintel.controller.hub.Admission.Admitted;
import dev.lintel.controller.hub.Codes.Invitation;
import dev.lintel.controller.tls.BoxCertificates;
import dev.lintel.controller.tls.TestCsr;
import dev.lintel.sync.tls.PinnedTrust;
import dev.lintel.sync.tls.Tls;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.JoinAnswer;
import dev.lintel.sync.wire.JoinProof;
import dev.lintel.sync.wire.JoinRequest;
import dev.lintel.sync.wire.LinkMessage;
import dev.lintel.sync.wire.Wire;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/// A box as a hub sees it: the JDK's clients with a certificate of the hub's.
public final class TestBoxClient {
    private static final char[] NO_PASSWORD = {};
    private static final String[] NO_HEADERS = {};

    private String url;
    private final X509Certificate authority;
    private final TestCsr csr;
    private HttpClient client;
    private @Nullable JoinAnswer joined;

    public TestBoxClient(String url, Path authority) {
        this.url = url;
        try {
            this.authority = certificate(Files.readString(authority));
            this.csr = TestCsr.of("secp256r1");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
        this.client = client(null);
    }

    private static X509Certificate certificate(String pem) throws GeneralSecurityException {
        return (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
    }

    private HttpClient client(@Nullable String certificate) {
        try {
            var trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            trusted.setCertificateEntry("ca", authority);
            var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            var store = KeyStore.getInstance("JKS"); // PKCS #12 would encrypt the key with ten thousand rounds
            store.load(null, null);
            if (certificate != null) {
                X509Certificate[] chain = {certificate(certificate)};
                store.setKeyEntry("box", csr.keys().getPrivate(), NO_PASSWORD, chain);
            }
            keys.init(store, NO_PASSWORD);
            var context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            return HttpClient.newBuilder()
                    .sslContext(context)
                    .version(HttpClient.Version.HTTP_1_1)
                    .build();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /// The hub has another address from now on.
    public TestBoxClient at(String address) {
        url = address;
        return this;
    }

    /// Joins with a code that is good.
    public JoinAnswer join(String code) {
        HttpResponse<String> answer = askToJoin(code);
        if (answer.statusCode() != 200) throw new IllegalStateException(answer.body());
        var taken = JoinAnswer.parse(answer.body());
        joined = taken;
        shows(taken.certificate());
        return taken;
    }

    /// Is a box of that name from its first request on, as after [#join]: the same rows and certificate,
    /// without the proof of the code, which is slow on purpose. For tests of something else than joining.
    public JoinAnswer admitted(Hub hub, String name, Terms terms) {
        String code = hub.desk().code(name, terms, "a test").code();
        Invitation invitation = hub.codes().all().stream()
                .filter(one -> one.code().equals(code))
                .findFirst()
                .orElseThrow();
        hub.requireAlone();
        var told = new Told("0.9", List.of(1L, 2L), null, null, null, null, null, null);
        Admitted made = new Admission(hub).admit(invitation, BoxCertificates.Csr.parse(csr.pem()), told);
        var answer = new JoinAnswer(
                hub.id(),
                hub.name(),
                made.id(),
                name,
                BoxCertificates.pem(made.certificate()),
                BoxCertificates.pem(hub.certificates().authority()),
                "");
        joined = answer;
        shows(answer.certificate());
        return answer;
    }

    public HttpResponse<String> askToJoin(String code) {
        byte[] salt = new byte[JoinProof.SALT_BYTES];
        new SecureRandom().nextBytes(salt);
        try {
            byte[] proof = JoinProof.ofBox(
                    JoinProof.key(code, salt), authority.getEncoded(), csr.der().toArray());
            HexFormat hex = HexFormat.of();
            return post(
                    "/sync/1/join",
                    new JoinRequest(hex.formatHex(salt), hex.formatHex(proof), csr.pem(), "0.9", List.of(1L, 2L))
                            .toJson());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /// From now on it shows this certificate (PEM) of its key.
    public void shows(String certificate) {
        client = client(certificate);
    }

    public JoinAnswer joined() {
        JoinAnswer answer = joined;
        if (answer == null) throw new IllegalStateException("it has not joined");
        return answer;
    }

    public String csr() {
        return csr.pem();
    }

    public HttpResponse<String> get(String path, String... headers) {
        return send(path, get(headers), NO_HEADERS, TestBoxClient::unpacked);
    }

    /// With `Accept-Encoding: gzip`, as every box asks, unless the headers say something else.
    private static HttpRequest.Builder get(String... headers) {
        var request = HttpRequest.newBuilder().GET().header("Accept-Encoding", "gzip");
        for (int i = 0; i + 1 < headers.length; i += 2) request.setHeader(headers[i], headers[i + 1]);
        return request;
    }

    private static HttpResponse.BodySubscriber<String> unpacked(HttpResponse.ResponseInfo info) {
        boolean packed = info.headers().firstValue("Content-Encoding").isPresent();
        return HttpResponse.BodySubscribers.mapping(HttpResponse.BodySubscribers.ofByteArray(), body -> {
            try (InputStream in =
                    packed ? new GZIPInputStream(new ByteArrayInputStream(body)) : new ByteArrayInputStream(body)) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /// As [#get], and gives up after a while.
    HttpResponse<String> get(String path, Duration within) {
        return send(path, get(NO_HEADERS).timeout(within), NO_HEADERS, TestBoxClient::unpacked);
    }

    /// Connected to the hub, with the box's certificate.
    SSLSocket connect() throws IOException {
        URI hub = URI.create(url);
        var socket = (SSLSocket) client.sslContext().getSocketFactory().createSocket(hub.getHost(), hub.getPort());
        socket.startHandshake();
        return socket;
    }

    /// The same by the TLS of the library that boxes follow with: it believes the authority in `believed` alone, and
    /// shows its certificate whomever the hub asks for. The JDK's own shows it only where its issuer is asked for.
    TlsTalk talk(Path believed, String protocol) throws IOException {
        try {
            var trust = new PinnedTrust(certificate(Files.readString(believed)), null);
            List<X509Certificate> chain = List.of(certificate(joined().certificate()));
            return new TlsTalk(Tls.mutual(csr.keys().getPrivate(), chain, trust), url, protocol);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public HttpResponse<byte[]> bytes(String path, String... headers) {
        return send(path, HttpRequest.newBuilder().GET(), headers, HttpResponse.BodyHandlers.ofByteArray());
    }

    public HttpResponse<String> post(String path, String body, String... headers) {
        var request = HttpRequest.newBuilder().POST(HttpRequest.BodyPublishers.ofString(body));
        return send(path, request, headers, HttpResponse.BodyHandlers.ofString());
    }

    private <T> HttpResponse<T> send(
            String path, HttpRequest.Builder request, String[] headers, HttpResponse.BodyHandler<T> as) {
        try {
            if (headers.length > 0) request.headers(headers);
            return client.send(request.uri(URI.create(url + path)).build(), as);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /// The lines of an answer.
    public static List<DownLine> lines(HttpResponse<String> answer) {
        if (answer.statusCode() != 200) throw new IllegalStateException(answer.statusCode() + " " + answer.body());
        return answer.body().lines().map(DownLine::parse).toList();
    }

    String sign(String text) {
        try {
            var signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(csr.keys().getPrivate());
            signature.update(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Opens the link; says nothing yet.
    public TestLink link() {
        return link("");
    }

    /// As a box with that run; empty: an older box's, which does not say.
    public TestLink link(String run) {
        var link = new TestLink();
        WebSocket.Builder builder = client.newWebSocketBuilder();
        if (!run.isEmpty()) builder.header(Wire.RUN, run);
        link.socket = builder.buildAsync(URI.create(url.replace("https:", "wss:") + "/sync/1/link"), link)
                .join();
        return link;
    }

    /// The box's end of a link.
    public static final class TestLink implements WebSocket.Listener {
        private static final LinkMessage END = new LinkMessage.Other("end");

        private final BlockingQueue<LinkMessage> heard = new LinkedBlockingQueue<>();
        private final StringBuilder part = new StringBuilder();
        private @Nullable WebSocket socket;

        public void say(LinkMessage message) {
            say(message.toJson());
        }

        void say(String text) {
            WebSocket open = socket;
            if (open == null) throw new IllegalStateException("it is not open");
            open.sendText(text, true).join();
        }

        /// Says hello and hears the answer.
        public LinkMessage.Welcome greet() {
            say(new LinkMessage.Hello("0.9", List.of(1L, 2L), null));
            return (LinkMessage.Welcome) hears();
        }

        /// The next message; throws when none comes.
        public LinkMessage hears() {
            try {
                LinkMessage message = heard.poll(10, TimeUnit.SECONDS);
                if (message == null) throw new IllegalStateException("nothing came in 10 s");
                return message;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }

        /// The same of a link that the hub must not close.
        LinkMessage hearsWhileOpen() {
            LinkMessage message = hears();
            if (message.equals(END)) throw new IllegalStateException("the hub has closed the link");
            return message;
        }

        boolean isSilent() {
            return heard.isEmpty();
        }

        /// Whether the hub has closed it, after what it said before.
        boolean isClosed() {
            return hears().equals(END);
        }

        public void close() {
            WebSocket open = socket;
            if (open != null) open.abort();
        }

        @Override
        public CompletionStage<?> onText(WebSocket open, CharSequence data, boolean last) {
            part.append(data);
            if (last) {
                heard.add(LinkMessage.parse(part.toString()));
                part.setLength(0);
            }
            open.request(1);
            return java.util.concurrent.CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletionStage<?> onClose(WebSocket open, int status, String reason) {
            heard.add(END);
            return java.util.concurrent.CompletableFuture.completedFuture(null);
        }

        @Override
        public void onError(WebSocket open, Throwable error) {
            heard.add(END);
        }
    }
}
