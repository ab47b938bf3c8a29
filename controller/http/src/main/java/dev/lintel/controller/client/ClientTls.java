package dev.lintel.controller.client;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.DelegatingSslContext;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import io.vertx.core.net.JdkSSLEngineOptions;
import io.vertx.core.spi.tls.SslContextFactory;
import java.security.GeneralSecurityException;
import java.util.List;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/// TLS for a client straight from the JDK, with the JDK's own protocols and suites: netty's own way would
/// load BouncyCastle, 14 MB. Every engine checks that the certificate is of the name that is asked for. The
/// event loops call the factory.
public final class ClientTls extends JdkSSLEngineOptions {
    /// Certificates are compared with the host as RFC 9110 4.3.4 has it.
    private static final String FOR_THE_NAME = "HTTPS";

    private final TrustManager trust;

    /// @param trust says which certificates are good
    public ClientTls(TrustManager trust) {
        this.trust = trust;
    }

    @Override
    public ClientTls copy() {
        return new ClientTls(trust);
    }

    @Override
    public SslContextFactory sslContextFactory() {
        return new Factory(trust);
    }

    private static final class Factory implements SslContextFactory {
        private final TrustManager trust;
        private @Nullable SNIServerName name;

        Factory(TrustManager trust) {
            this.trust = trust;
        }

        @Override
        public SslContextFactory forClient(@Nullable SNIServerName serverName, @Nullable String algorithm) {
            name = serverName;
            return this;
        }

        @Override
        public SslContext create() throws SSLException {
            try {
                SSLContext context = SSLContext.getInstance("TLS");
                context.init(null, new TrustManager[] {trust}, null);
                var plain = new JdkSslContext(
                        context,
                        true,
                        null,
                        SupportedCipherSuiteFilter.INSTANCE,
                        ApplicationProtocolConfig.DISABLED,
                        ClientAuth.NONE,
                        null,
                        false);
                return new Checking(plain, name);
            } catch (GeneralSecurityException e) {
                throw new SSLException("TLS cannot be used", e);
            }
        }
    }

    private static final class Checking extends DelegatingSslContext {
        private final @Nullable SNIServerName name;

        Checking(SslContext plain, @Nullable SNIServerName name) {
            super(plain);
            this.name = name;
        }

        @Override
        protected void initEngine(SSLEngine engine) {
            var how = engine.getSSLParameters();
            how.setEndpointIdentificationAlgorithm(FOR_THE_NAME);
            if (name != null) how.setServerNames(List.of(name));
            engine.setSSLParameters(how);
        }
    }
}
