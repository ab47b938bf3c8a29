package dev.lintel.sync.cloud;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/// Whom TLS believes: the authorities that the JDK brings, and those given beside. Host names are checked as
/// usual.
final class Trust {
    private Trust() {}

    static SSLContext context(List<X509Certificate> more) {
        try {
            KeyStore all = KeyStore.getInstance(KeyStore.getDefaultType());
            all.load(null, null);
            int number = 0;
            for (TrustManager manager : managers(null)) {
                if (!(manager instanceof X509TrustManager usual)) continue;
                for (X509Certificate one : usual.getAcceptedIssuers()) all.setCertificateEntry("a" + number++, one);
            }
            for (X509Certificate one : more) all.setCertificateEntry("a" + number++, one);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers(all), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("the JDK's own TLS does not work", e);
        }
    }

    private static TrustManager[] managers(@Nullable KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }
}
