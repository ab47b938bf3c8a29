package dev.lintel.sync.tls;

import dev.lintel.sync.Pace;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/// Believes one CA, and of what it signed only servers. Immutable.
///
/// A hub may show a certificate of another authority first. Then the CA's own word for the same key stands at the end
/// of the path, before the CA: the key is proved by the connection, so that is as good.
///
/// It is an extended manager, so that the JDK adds no check of host names: boxes reach their hub by whatever
/// address it has, and the CA signs for this hub alone.
public final class PinnedTrust extends X509ExtendedTrustManager {
    private static final String SERVER_AUTH = "1.3.6.1.5.5.7.3.1";
    /// The hub's own and the CA's; before them, where the hub has a certificate of a public authority, that one's path.
    private static final int PATH_MAX = 10;

    private final X509Certificate authority;
    private final @Nullable Pace pace;

    /// Believes `authority`.
    ///
    /// @param pace null: dates are not judged, as while joining, where a proof binds the CA and the clock
    ///     may be off
    public PinnedTrust(X509Certificate authority, @Nullable Pace pace) {
        this.authority = authority;
        this.pace = pace;
    }

    private void check(X509Certificate[] path) throws CertificateException {
        if (path.length == 0 || path.length > PATH_MAX) {
            throw new CertificateException("the hub shows " + path.length + " certificates, not 1 to " + PATH_MAX);
        }
        int end = isAuthority(path[path.length - 1]) ? path.length - 1 : path.length;
        if (end == 0) throw another();
        X509Certificate shown = path[end - 1];
        if (!shown.getPublicKey().equals(path[0].getPublicKey())) throw another(); // of a key that nobody has proved
        if (!shown.getIssuerX500Principal().equals(authority.getSubjectX500Principal())) throw another();
        try {
            shown.verify(authority.getPublicKey());
        } catch (GeneralSecurityException e) {
            throw another();
        }
        List<String> uses = shown.getExtendedKeyUsage();
        if (uses == null || !uses.contains(SERVER_AUTH)) {
            throw new CertificateException("what answers shows a certificate that is not a server's");
        }
        if (pace != null) checkDates(shown, pace);
    }

    /// The CA may have got another certificate for its name and key, such as one with limits.
    private boolean isAuthority(X509Certificate shown) {
        return shown.getPublicKey().equals(authority.getPublicKey())
                && shown.getSubjectX500Principal().equals(authority.getSubjectX500Principal());
    }

    private static CertificateException another() {
        return new CertificateException("what answers is not this box's hub: another authority signed its certificate");
    }

    private static void checkDates(X509Certificate shown, Pace pace) throws CertificateException {
        Instant now = pace.judge();
        Instant end = shown.getNotAfter().toInstant();
        if (now.isAfter(end)) throw new CertificateException("the hub's certificate ended on " + end);
        Instant begin = shown.getNotBefore().toInstant();
        if (now.isBefore(begin) && !pace.clockBehind()) {
            throw new CertificateException(
                    "the hub's certificate begins on " + begin + ", later than this box's clock");
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] path, String type, Socket socket) throws CertificateException {
        check(path);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] path, String type, SSLEngine engine) throws CertificateException {
        check(path);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] path, String type) throws CertificateException {
        check(path);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] path, String type, Socket socket) throws CertificateException {
        throw noServer();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] path, String type, SSLEngine engine) throws CertificateException {
        throw noServer();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] path, String type) throws CertificateException {
        throw noServer();
    }

    private static CertificateException noServer() {
        return new CertificateException("nobody connects to this");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[] {authority};
    }
}
