package dev.lintel.sync;

import java.io.InputStream;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/// The keys of `certificates.p12`, made by `make-certificates.sh` beside it. Good for nothing but tests.
public final class Certificates {
    private static final char[] PASSWORD = "lintel".toCharArray();
    private static final KeyStore STORE = load();

    private Certificates() {}

    private static KeyStore load() {
        try (InputStream in = Certificates.class.getResourceAsStream("certificates.p12")) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(Objects.requireNonNull(in), PASSWORD);
            return store;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    public static X509Certificate certificate(String alias) {
        return chain(alias).getFirst();
    }

    /// The certificate and its authority's.
    public static List<X509Certificate> chain(String alias) {
        try {
            return Arrays.stream(STORE.getCertificateChain(alias))
                    .map(X509Certificate.class::cast)
                    .toList();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    public static PrivateKey key(String alias) {
        try {
            return (PrivateKey) STORE.getKey(alias, PASSWORD);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    public static Follower.Identity box() {
        return new Follower.Identity(key("box"), chain("box"));
    }

    /// A server that shows `alias` and asks clients for a certificate of `ca`.
    public static SSLContext server(String alias) {
        try {
            KeyStore own = KeyStore.getInstance("PKCS12");
            own.load(null, null);
            own.setKeyEntry("own", key(alias), PASSWORD, STORE.getCertificateChain(alias));
            var keys = KeyManagerFactory.getInstance("PKIX");
            keys.init(own, PASSWORD);
            KeyStore authorities = KeyStore.getInstance("PKCS12");
            authorities.load(null, null);
            authorities.setCertificateEntry("ca", certificate("ca"));
            var trust = TrustManagerFactory.getInstance("PKIX");
            trust.init(authorities);
            SSLContext context = SSLContext.getInstance("TLS");
            KeyManager[] keyManagers = keys.getKeyManagers();
            TrustManager[] trustManagers = trust.getTrustManagers();
            context.init(keyManagers, trustManagers, null);
            return context;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
