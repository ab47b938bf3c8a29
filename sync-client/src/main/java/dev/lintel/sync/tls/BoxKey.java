package dev.lintel.sync.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/// One key and its certificate, shown to whatever server was believed. Immutable.
final class BoxKey extends X509ExtendedKeyManager {
    private static final String NAME = "box";

    private final PrivateKey key;
    private final List<X509Certificate> chain;

    BoxKey(PrivateKey key, List<X509Certificate> chain) {
        this.key = key;
        this.chain = List.copyOf(chain);
    }

    @Override
    public String chooseClientAlias(String[] types, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return NAME;
    }

    @Override
    public String chooseEngineClientAlias(String[] types, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return NAME;
    }

    @Override
    public String[] getClientAliases(String type, Principal @Nullable [] issuers) {
        return new String[] {NAME};
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String name) {
        return chain.toArray(X509Certificate[]::new);
    }

    @Override
    public PrivateKey getPrivateKey(String name) {
        return key;
    }

    @Override
    public String @Nullable [] getServerAliases(String type, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseServerAlias(String type, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return null;
    }
}
