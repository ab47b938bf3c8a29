package dev.lintel.controller.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/// Who is trusted to say whose a server is: the authorities that Java brings, and those of the
/// configuration, for servers on site that have a certificate of their own authority's. `key` is where the
/// configuration names the files.
public final class Trust {
    private Trust() {}

    /// Why a file cannot be used, in words; null: all can.
    public static @Nullable String fault(String key, List<Path> files) {
        try {
            for (Path file : files) certificates(key, file);
            return null;
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    /// Reads the files anew. Throws `IllegalArgumentException` in words for a file that cannot be read.
    public static TrustManager beside(String key, List<Path> files) {
        try {
            KeyStore all = KeyStore.getInstance(KeyStore.getDefaultType());
            all.load(null, null);
            int n = 0;
            for (X509Certificate usual : manager(null).getAcceptedIssuers()) all.setCertificateEntry("ca" + n++, usual);
            for (Path file : files) {
                for (Certificate one : certificates(key, file)) all.setCertificateEntry("ca" + n++, one);
            }
            return manager(all);
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("certificates cannot be put together", e);
        }
    }

    private static Collection<? extends Certificate> certificates(String key, Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            var found = CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (!found.isEmpty()) return found;
        } catch (IOException | CertificateException e) {
            throw new IllegalArgumentException(unreadable(key, file), e);
        }
        throw new IllegalArgumentException(unreadable(key, file));
    }

    private static String unreadable(String key, Path file) {
        return "no certificate can be read (" + key + ") from " + file;
    }

    private static X509TrustManager manager(@Nullable KeyStore store) throws GeneralSecurityException {
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        for (TrustManager one : factory.getTrustManagers()) if (one instanceof X509TrustManager found) return found;
        throw new GeneralSecurityException("there is no trust manager for certificates");
    }
}
