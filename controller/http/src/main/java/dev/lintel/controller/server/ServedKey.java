package dev.lintel.controller.server;

import dev.lintel.controller.tls.ServerIdentity;
import io.vertx.core.Vertx;
import io.vertx.core.net.KeyCertOptions;
import java.security.KeyStore;
import java.util.function.Function;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.KeyManagerFactorySpi;
import javax.net.ssl.ManagerFactoryParameters;
import org.jspecify.annotations.Nullable;

/// A [ServerIdentity] as Vert.x takes it. (Vert.x's own wrapper needs SLF4J, which is not part of Lintel.)
record ServedKey(ServerIdentity identity) implements KeyCertOptions {
    @Override
    public KeyCertOptions copy() {
        return this; // it never changes
    }

    @Override
    public KeyManagerFactory getKeyManagerFactory(Vertx vertx) {
        return new Factory(identity);
    }

    /// The same key under every name that a client asks for.
    @Override
    public @Nullable Function<String, KeyManagerFactory> keyManagerFactoryMapper(Vertx vertx) {
        return null;
    }

    private static final class Factory extends KeyManagerFactory {
        Factory(ServerIdentity identity) {
            super(new Spi(identity), null, "Lintel");
        }
    }

    private static final class Spi extends KeyManagerFactorySpi {
        private final ServerIdentity identity;

        Spi(ServerIdentity identity) {
            this.identity = identity;
        }

        @Override
        protected void engineInit(@Nullable KeyStore store, char @Nullable [] password) {
            // There is nothing to read: the identity is whole.
        }

        @Override
        protected void engineInit(@Nullable ManagerFactoryParameters parameters) {
            // As above.
        }

        @Override
        protected KeyManager[] engineGetKeyManagers() {
            return new KeyManager[] {identity};
        }
    }
}
