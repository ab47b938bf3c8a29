package dev.lintel.controller.tls;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/// What a test's client trusts: one authority of a box and no other.
public final class ClientTrust {
    private ClientTrust() {}

    /// A context for clients; `authority` is the box's `ca.crt`.
    public static SSLContext in(Path authority) {
        return in(authority, null);
    }

    /// For clients that show a certificate of their own.
    public static SSLContext in(Path authority, KeyManager @Nullable [] keys) {
        try {
            var trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            trusted.setCertificateEntry(
                    "ca", Pem.certificates(Files.readAllBytes(authority)).getFirst());
            var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(trusted);
            var context = SSLContext.getInstance("TLS");
            context.init(keys, managers.getTrustManagers(), null);
            return context;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
