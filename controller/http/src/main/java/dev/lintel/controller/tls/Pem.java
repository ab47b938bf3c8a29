package dev.lintel.controller.tls;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Keys and certificates as PEM texts, and back. Reading throws `GeneralSecurityException` for anything damaged.
final class Pem {
    private static final String CERTIFICATE = "CERTIFICATE";
    private static final String PRIVATE_KEY = "PRIVATE KEY";
    private static final int LINE_CHARS = 64; // RFC 7468, section 2

    private Pem() {}

    static byte[] of(X509Certificate... certificates) throws GeneralSecurityException {
        var text = new StringBuilder();
        for (X509Certificate certificate : certificates) text.append(block(CERTIFICATE, certificate.getEncoded()));
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    static byte[] of(PrivateKey key) {
        return block(PRIVATE_KEY, key.getEncoded()).getBytes(StandardCharsets.US_ASCII);
    }

    /// All certificates of the text, at least one.
    static List<X509Certificate> certificates(byte[] pem) throws GeneralSecurityException {
        InputStream in = new ByteArrayInputStream(pem);
        var certificates = new ArrayList<X509Certificate>();
        for (var each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
            certificates.add((X509Certificate) each);
        }
        if (certificates.isEmpty()) throw new GeneralSecurityException("no certificate in it");
        return certificates;
    }

    static PrivateKey key(byte[] pem) throws GeneralSecurityException {
        String text = new String(pem, StandardCharsets.US_ASCII);
        int begin = text.indexOf(begin(PRIVATE_KEY));
        int end = text.indexOf(end(PRIVATE_KEY));
        if (begin < 0 || end < begin) throw new GeneralSecurityException("no private key in it");
        String body = text.substring(begin + begin(PRIVATE_KEY).length(), end);
        try {
            byte[] der = Base64.getMimeDecoder().decode(body);
            return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(der));
        } catch (IllegalArgumentException e) {
            throw new GeneralSecurityException("the private key is not base64", e);
        }
    }

    /// What stands in the first block of that kind (DER); null where there is none.
    static byte @Nullable [] block(String pem, String kind) {
        int begin = pem.indexOf(begin(kind));
        int end = pem.indexOf(end(kind));
        if (begin < 0 || end < begin) return null;
        try {
            return Base64.getMimeDecoder()
                    .decode(pem.substring(begin + begin(kind).length(), end));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    static String block(String kind, byte[] der) {
        String body = Base64.getMimeEncoder(LINE_CHARS, new byte[] {'\n'}).encodeToString(der);
        return begin(kind) + "\n" + body + "\n" + end(kind) + "\n";
    }

    private static String begin(String kind) {
        return "-----BEGIN " + kind + "-----";
    }

    private static String end(String kind) {
        return "-----END " + kind + "-----";
    }
}
