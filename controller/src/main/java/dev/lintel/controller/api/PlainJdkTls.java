package dev.lintel.controller.api;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import io.vertx.core.net.JdkSSLEngineOptions;
import io.vertx.core.spi.tls.SslContextFactory;
import java.security.GeneralSecurityException;
import java.util.Set;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/// TLS for a server straight from the JDK. Netty's own way looks for BouncyCastle at the first handshake and,
/// finding bcprov (needed for passwords), loads its provider: 498 classes, 14 MB and a third of a second on two
/// x86 cores. HTTP/1.1 only: no protocols are negotiated. Used by [WebServer]; the event loops call the factory.
final class PlainJdkTls extends JdkSSLEngineOptions {
    @Override
    public PlainJdkTls copy() {
        return new PlainJdkTls();
    }

    @Override
    public SslContextFactory sslContextFactory() {
        return new Factory();
    }

    private static final class Factory implements SslContextFactory {
        private @Nullable KeyManagerFactory keys;
        private String @Nullable [] protocols;

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
                // No trust managers: clients show no certificate. Null would read the JDK's 150 authorities.
                context.init(factory.getKeyManagers(), new TrustManager[0], null);
                return new JdkSslContext(
                        context,
                        false,
                        null,
                        SupportedCipherSuiteFilter.INSTANCE,
                        ApplicationProtocolConfig.DISABLED,
                        ClientAuth.NONE,
                        protocols,
                        false);
            } catch (GeneralSecurityException e) {
                throw new SSLException("the certificate cannot be used", e);
            }
        }
    }
}
