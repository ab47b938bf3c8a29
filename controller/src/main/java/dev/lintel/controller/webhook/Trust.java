package dev.lintel.controller.webhook;

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

/// Who is trusted to say whose a receiver is: the authorities that Java brings, and those of the configuration, for
/// receivers on site that have a certificate of their own authority's.
final class Trust {
    private Trust() {}

    /// Why a file cannot be used, in words; null: all can.
    static @Nullable String fault(List<Path> files) {
        try {
            for (Path file : files) certificates(file);
            return null;
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    /// Reads the files anew. Throws `IllegalArgumentException` in words for a file that cannot be read.
    static TrustManager beside(List<Path> files) {
        try {
            KeyStore all = KeyStore.getInstance(KeyStore.getDefaultType());
            all.load(null, null);
            int n = 0;
            for (X509Certificate usual : manager(null).getAcceptedIssuers()) all.setCertificateEntry("ca" + n++, usual);
            for (Path file : files) {
                for (Certificate one : certificates(file)) all.setCertificateEntry("ca" + n++, one);
            }
            return manager(all);
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("certificates cannot be put together", e);
        }
    }

    private static Collection<? extends Certificate> certificates(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            var found = CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (!found.isEmpty()) return found;
        } catch (IOException | CertificateException e) {
            throw new IllegalArgumentException(UNREADABLE + file, e);
        }
        throw new IllegalArgumentException(UNREADABLE + file);
    }

    private static final String UNREADABLE = "no certificate can be read (webhooks: trust) from ";

    private static X509TrustManager manager(@Nullable KeyStore store) throws GeneralSecurityException {
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        for (TrustManager one : factory.getTrustManagers()) if (one instanceof X509TrustManager found) return found;
        throw new GeneralSecurityException("there is no trust manager for certificates");
    }
}
