package dev.lintel.controller.tls;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/// Which certificates of clients a hub takes for good: those that its own authority has signed for clients, and
/// no others. Also those that have ended: whoever answers decides what they are still good for. Any thread.
public final class BoxTrust extends X509ExtendedTrustManager {
    private static final String CLIENT_AUTH = "1.3.6.1.5.5.7.3.2"; // RFC 5280, 4.2.1.12

    private final X509Certificate authority;

    public BoxTrust(X509Certificate authority) {
        this.authority = authority;
    }

    /// Browsers offer their user only certificates of these, so that they ask nobody for one.
    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[] {authority};
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        if (chain.length == 0) throw new CertificateException("no certificate");
        List<String> uses = chain[0].getExtendedKeyUsage();
        if (uses == null || !uses.contains(CLIENT_AUTH)) {
            throw new CertificateException("the certificate is not for clients");
        }
        try {
            chain[0].verify(authority.getPublicKey());
        } catch (GeneralSecurityException e) {
            throw new CertificateException("the certificate is not of this hub", e);
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, @Nullable Socket socket)
            throws CertificateException {
        checkClientTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, @Nullable SSLEngine engine)
            throws CertificateException {
        checkClientTrusted(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        throw new CertificateException("no server is asked with this");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, @Nullable Socket socket)
            throws CertificateException {
        checkServerTrusted(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, @Nullable SSLEngine engine)
            throws CertificateException {
        checkServerTrusted(chain, type);
    }
}
