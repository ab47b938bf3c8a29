package dev.lintel.controller.tls;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/// A server's key and certificates, as the JDK's TLS asks for them. The usual way, a key store in memory, costs a
/// tenth of a second at each start: it encrypts the key with a password, 10,000 rounds, and decrypts it again.
public final class ServerIdentity extends X509ExtendedKeyManager {
    private static final String ALIAS = "server";

    private final PrivateKey key;
    private final List<X509Certificate> chain;

    private ServerIdentity(PrivateKey key, List<X509Certificate> chain) {
        this.key = key;
        this.chain = chain;
    }

    /// Reads both files (PEM). Throws [TlsException] in words when one cannot be read or is damaged.
    public static ServerIdentity read(Path key, Path certificates) {
        try {
            return new ServerIdentity(
                    Pem.key(bytes(key, "private key")), Pem.certificates(bytes(certificates, "certificate")));
        } catch (GeneralSecurityException e) {
            throw new TlsException("the server's key or certificate is damaged: " + e.getMessage(), e);
        }
    }

    /// Whether both hold the same key and certificates.
    public boolean sameAs(ServerIdentity other) {
        return key.equals(other.key) && chain.equals(other.chain);
    }

    private static byte[] bytes(Path file, String what) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new TlsException("the server's " + what + " " + file + " cannot be read", e);
        }
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return alias(keyType);
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return alias(keyType);
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return alias(keyType) == null ? null : new String[] {ALIAS};
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return chain.toArray(X509Certificate[]::new);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return key;
    }

    /// Never a client.
    @Override
    public @Nullable String chooseClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return null;
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    private @Nullable String alias(String keyType) {
        return keyType.equals(key.getAlgorithm()) ? ALIAS : null;
    }
}
