package dev.lintel.sync;

import java.io.InputStream;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/// The keys of `certificates.p12`, made by `make-certificates.sh` beside it. Good for nothing but tests.
public final class Certificates {
    private static final char[] PASSWORD = "lintel".toCharArray();
    private static final KeyStore STORE = load();

    /// Read once: a key in a PKCS #12 file is encrypted with some ten thousand rounds.
    private static final Map<String, PrivateKey> KEYS = new ConcurrentHashMap<>();

    private static final Map<String, List<KeyManager>> SERVERS = new ConcurrentHashMap<>();

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
        return KEYS.computeIfAbsent(alias, Certificates::read);
    }

    private static PrivateKey read(String alias) {
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
            KeyStore authorities = KeyStore.getInstance("PKCS12");
            authorities.load(null, null);
            authorities.setCertificateEntry("ca", certificate("ca"));
            var trust = TrustManagerFactory.getInstance("PKIX");
            trust.init(authorities);
            SSLContext context = SSLContext.getInstance("TLS");
            KeyManager[] keyManagers =
                    SERVERS.computeIfAbsent(alias, Certificates::keyManagers).toArray(KeyManager[]::new);
            TrustManager[] trustManagers = trust.getTrustManagers();
            context.init(keyManagers, trustManagers, null);
            return context;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /// Of `SunX509`, which reads the key once; `PKIX` decrypts it again for each handshake.
    private static List<KeyManager> keyManagers(String alias) {
        try {
            KeyStore own = KeyStore.getInstance("PKCS12");
            own.load(null, null);
            own.setKeyEntry("own", key(alias), PASSWORD, STORE.getCertificateChain(alias));
            var keys = KeyManagerFactory.getInstance("SunX509");
            keys.init(own, PASSWORD);
            return List.of(keys.getKeyManagers());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
