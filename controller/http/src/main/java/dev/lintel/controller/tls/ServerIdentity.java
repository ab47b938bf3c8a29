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
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/// A server's keys and certificates, as the JDK's TLS asks for them. The usual way, a key store in memory, costs a
/// tenth of a second at each start: it encrypts the key with a password, 10,000 rounds, and decrypts it again.
///
/// ```
///   client asks for a name of the given certificate ──► the given one
///   for none (it came by an address): the given one where that is for addresses too
///   else ──► the box's own: addresses, .local, the box itself
/// ```
///
/// Immutable.
public final class ServerIdentity extends X509ExtendedKeyManager {
    private static final String OWN = "server";
    private static final String GIVEN = "given";

    private final KeyAndChain own;
    private final @Nullable KeyAndChain given;
    private final @Nullable CertificateNames givenNames;

    private ServerIdentity(KeyAndChain own, @Nullable KeyAndChain given) {
        this.own = own;
        this.given = given;
        this.givenNames = given == null ? null : CertificateNames.of(given.leaf());
    }

    /// Reads both files (PEM). Throws [TlsException] in words when one cannot be read or is damaged.
    public static ServerIdentity read(Path key, Path certificates) {
        try {
            var own = new KeyAndChain(
                    Pem.key(bytes(key, "private key")), Pem.certificates(bytes(certificates, "certificate")));
            return new ServerIdentity(own, null);
        } catch (GeneralSecurityException e) {
            throw new TlsException("the server's key or certificate is damaged: " + e.getMessage(), e);
        }
    }

    /// This one, and `given` for who asks for one of its names.
    public ServerIdentity beside(KeyAndChain other) {
        return new ServerIdentity(own, other);
    }

    /// Whether both hold the same keys and certificates.
    public boolean sameAs(ServerIdentity other) {
        return own.equals(other.own) && java.util.Objects.equals(given, other.given);
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
        boolean isGiven = engine != null
                && engine.getHandshakeSession() instanceof ExtendedSSLSession session
                && isForGiven(session.getRequestedServerNames());
        return alias(keyType, isGiven ? GIVEN : OWN);
    }

    private boolean isForGiven(List<SNIServerName> asked) {
        CertificateNames names = givenNames;
        if (names == null) return false;
        for (SNIServerName one : asked) {
            if (one instanceof SNIHostName host) return names.covers(host.getAsciiName());
        }
        return !names.addresses().isEmpty();
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return alias(keyType, OWN);
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return alias(keyType, OWN) == null ? null : new String[] {OWN};
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return pair(alias).chain().toArray(X509Certificate[]::new);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return pair(alias).key();
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

    private @Nullable String alias(String keyType, String alias) {
        return keyType.equals(pair(alias).key().getAlgorithm()) ? alias : null;
    }

    private KeyAndChain pair(String alias) {
        KeyAndChain other = given;
        return other != null && alias.equals(GIVEN) ? other : own;
    }
}
