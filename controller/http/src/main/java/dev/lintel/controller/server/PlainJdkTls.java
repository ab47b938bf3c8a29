package dev.lintel.controller.server;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import io.vertx.core.net.JdkSSLEngineOptions;
import io.vertx.core.spi.tls.SslContextFactory;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/// TLS for a server straight from the JDK. Netty's own way looks for BouncyCastle at the first handshake and,
/// finding bcprov (needed for passwords), loads its provider: 498 classes, 14 MB and a third of a second on two
/// x86 cores. HTTP/1.1 only: no protocols are negotiated. Used by [WebServer]; the event loops call the factory.
final class PlainJdkTls extends JdkSSLEngineOptions {
    private final Supplier<@Nullable X509ExtendedTrustManager> clients;

    /// `clients` is asked whenever a context is made: null while clients are asked for no certificate.
    PlainJdkTls(Supplier<@Nullable X509ExtendedTrustManager> clients) {
        this.clients = clients;
    }

    /// In the order in which the box prefers them, whatever the client does. ChaCha20 first: small boards have no
    /// instructions for AES, and the compiler that the box lives with (C1) uses none on any machine; it makes
    /// AES-GCM four times slower (docs/adr/0015-chacha20-first.md). No suite without forward secrecy or with CBC.
    static final List<String> SUITES = List.of(
            "TLS_CHACHA20_POLY1305_SHA256",
            "TLS_AES_128_GCM_SHA256",
            "TLS_AES_256_GCM_SHA384",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384");

    /// Sessions of TLS 1.2 that the server keeps for clients without tickets. The sessions of other clients are in
    /// their tickets. A handshake of a stranger takes 1.3 KB of the heap for its session. The JDK keeps 20,480
    /// sessions for a day: 27 MB, almost half of a board's heap. Clients without tickets are few, and another
    /// handshake costs them milliseconds.
    static final int SESSIONS_MAX = 128;

    /// How long a session can be resumed, one in a ticket as well: a browser opens its next connections within it.
    static final int SESSION_S = 3_600;

    @Override
    public PlainJdkTls copy() {
        return new PlainJdkTls(clients);
    }

    @Override
    public SslContextFactory sslContextFactory() {
        return new Factory(clients);
    }

    private static final class Factory implements SslContextFactory {
        private final Supplier<@Nullable X509ExtendedTrustManager> clients;
        private @Nullable KeyManagerFactory keys;
        private String @Nullable [] protocols;

        Factory(Supplier<@Nullable X509ExtendedTrustManager> clients) {
            this.clients = clients;
        }

        @Override
        public SslContextFactory keyMananagerFactory(KeyManagerFactory factory) {
            keys = factory;
            return this;
        }

        @Override
        public SslContextFactory enabledProtocols(Set<String> enabled) {
            protocols = enabled.toArray(String[]::new);
            return this;
        }

        @Override
        public SslContext create() throws SSLException {
            KeyManagerFactory factory = keys;
            if (factory == null) throw new SSLException("a server needs a certificate");
            try {
                SSLContext context = SSLContext.getInstance("TLS");
                X509ExtendedTrustManager trust = clients.get();
                // No trust managers: clients show no certificate. Null would read the JDK's 150 authorities.
                TrustManager[] managers = trust == null ? new TrustManager[0] : new TrustManager[] {trust};
                context.init(factory.getKeyManagers(), managers, null);
                context.getServerSessionContext().setSessionCacheSize(SESSIONS_MAX);
                context.getServerSessionContext().setSessionTimeout(SESSION_S);
                return new JdkSslContext(
                        context,
                        false,
                        SUITES,
                        SupportedCipherSuiteFilter.INSTANCE,
                        ApplicationProtocolConfig.DISABLED,
                        trust == null ? ClientAuth.NONE : ClientAuth.OPTIONAL,
                        protocols,
                        false);
            } catch (GeneralSecurityException e) {
                throw new SSLException("the certificate cannot be used", e);
            }
        }
    }
}
