package dev.lintel.controller.wallet;

import dev.lintel.controller.tls.KeyAndChain;
import dev.lintel.controller.tls.OwnSigner;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.TrustOptions;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.ManagerFactoryParameters;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.TrustManagerFactorySpi;
import javax.net.ssl.X509ExtendedTrustManager;

/// Apple's service for messages to phones, as far as it can be seen from outside: HTTP/2 with TLS, to callers that
/// show a certificate.
final class PushServer implements AutoCloseable {
    private static final int WAIT_S = 20;

    private final Vertx vertx = Vertx.vertx();
    private final HttpServer server;
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final Map<String, Answer> ofToken = new ConcurrentHashMap<>();
    private volatile Answer ofAll = new Answer(200, "");
    private volatile String caller = "";
    private volatile String protocol = "";

    PushServer() {
        try {
            Path file = Files.createTempDirectory("lintel-push").resolve("server.pem");
            KeyAndChain _ = OwnSigner.of(file, new OwnSigner.Subject("push", "Test", "localhost"), Instant.now());
            String pem = Files.readString(file, StandardCharsets.US_ASCII);
            int begin = pem.indexOf("-----BEGIN CERTIFICATE");
            var identity = new PemKeyCertOptions()
                    .setKeyValue(Buffer.buffer(pem.substring(0, begin)))
                    .setCertValue(Buffer.buffer(pem.substring(begin)));
            var options = new HttpServerOptions()
                    .setSsl(true)
                    .setUseAlpn(true)
                    .setKeyCertOptions(identity)
                    .setClientAuth(ClientAuth.REQUIRED)
                    .setTrustOptions(TrustOptions.wrap(new Anybody()));
            server = vertx.createHttpServer(options)
                    .requestHandler(this::answer)
                    .listen(0, "::1")
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(WAIT_S, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException("the test's server does not start", e);
        }
    }

    private void answer(HttpServerRequest request) {
        protocol = String.valueOf(request.version());
        try {
            var chain = request.connection().sslSession().getPeerCertificates();
            caller = ((X509Certificate) chain[0])
                    .getSubjectX500Principal()
                    .getName("RFC1779", Map.of("0.9.2342.19200300.100.1.1", "UID"));
        } catch (SSLPeerUnverifiedException e) {
            caller = "nobody";
        }
        String path = String.valueOf(request.path());
        String token = path.substring(path.lastIndexOf('/') + 1);
        request.body().onSuccess(said -> {
            told.add(token + " " + request.getHeader("apns-topic") + " " + said);
            Answer own = ofToken.get(token);
            Answer answer = own == null ? ofAll : own;
            request.response().setStatusCode(answer.status).end(answer.body);
        });
    }

    URI address() {
        return URI.create("https://[::1]:" + server.actualPort());
    }

    /// Who may vouch for it: anybody.
    TrustManager[] trust() {
        return new TrustManager[] {new AnyServer()};
    }

    private record Answer(int status, String body) {}

    void answer(int status, String body) {
        ofAll = new Answer(status, body);
    }

    /// To a message to that phone.
    void answer(String token, int status, String body) {
        ofToken.put(token, new Answer(status, body));
    }

    List<String> told() {
        return List.copyOf(told);
    }

    String caller() {
        return caller;
    }

    String protocol() {
        return protocol;
    }

    @Override
    public void close() {
        vertx.close();
    }

    /// Takes each caller's certificate, as long as there is one.
    private static final class Anybody extends TrustManagerFactory {
        Anybody() {
            super(new Factory(), null, "anybody");
        }
    }

    private static final class Factory extends TrustManagerFactorySpi {
        @Override
        protected void engineInit(KeyStore store) {}

        @Override
        protected void engineInit(ManagerFactoryParameters parameters) {}

        @Override
        protected TrustManager[] engineGetTrustManagers() {
            return new TrustManager[] {new AnyServer()};
        }
    }

    private static final class AnyServer extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
