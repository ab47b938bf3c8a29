package dev.lintel.sync.tls;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/// TLS contexts of a box, and certificates out of their text.
public final class Tls {
    private Tls() {}

    /// Shows the box's certificate.
    public static SSLContext mutual(PrivateKey key, List<X509Certificate> chain, PinnedTrust trust) {
        return context(new KeyManager[] {new BoxKey(key, chain)}, trust);
    }

    /// Shows nothing.
    public static SSLContext anonymous(TrustManager trust) {
        return context(new KeyManager[0], trust);
    }

    private static SSLContext context(KeyManager[] keys, TrustManager trust) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys, new TrustManager[] {trust}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has TLS", e);
        }
    }

    /// One certificate; throws where it is none.
    public static X509Certificate certificate(String pem) throws CertificateException {
        var bytes = new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII));
        return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(bytes);
    }
}
