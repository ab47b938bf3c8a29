package dev.lintel.controller.tls;

import dev.lintel.controller.time.Time;
import dev.lintel.controller.tls.CertificateMaker.Pair;
import dev.lintel.controller.tls.CertificateMaker.Validity;
import dev.lintel.reader.Bytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.asn1.pkcs.CertificationRequest;
import org.bouncycastle.asn1.sec.SECObjectIdentifiers;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.jspecify.annotations.Nullable;

/// What a hub signs with its own authority: the certificates by which boxes that follow it are known. Any
/// thread that may touch files.
public final class BoxCertificates {
    /// A box asks for another one long before.
    static final Duration LIFE = Duration.ofDays(397);
    /// For boxes whose clock is behind.
    static final Duration BACKDATE = Duration.ofDays(30);

    /// A request for a P-256 key is some 300 bytes.
    private static final int CSR_CHARS_MAX = 8 * 1024;

    private static final String MAC = "HmacSHA256";
    private static final String REQUEST = "CERTIFICATE REQUEST";

    private final Path folder;
    private final Time time;

    /// `tlsFolder`: where [Certificates] keeps its files.
    public BoxCertificates(Path tlsFolder, Time time) {
        this.folder = tlsFolder;
        this.time = time;
    }

    /// A request for a certificate whose signature is good: who sent it has the key.
    ///
    /// @param der of the whole request
    public record Csr(Bytes der, PublicKey key) {
        /// Throws [TlsException] in words for a PEM text that is none, whose signature is wrong, or whose key
        /// is not of the curve P-256.
        public static Csr parse(String pem) {
            byte[] der = pem.length() > CSR_CHARS_MAX ? null : Pem.block(pem, REQUEST);
            if (der == null) throw refused("is no PEM text", null);
            try {
                var request = CertificationRequest.getInstance(der);
                SubjectPublicKeyInfo info =
                        request.getCertificationRequestInfo().getSubjectPublicKeyInfo();
                requireCurve(info);
                if (!request.getSignatureAlgorithm().getAlgorithm().equals(X9ObjectIdentifiers.ecdsa_with_SHA256)) {
                    throw refused("must be signed with ECDSA and SHA-256", null);
                }
                PublicKey key = KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(info.getEncoded()));
                var signature = Signature.getInstance("SHA256withECDSA");
                signature.initVerify(key);
                signature.update(request.getCertificationRequestInfo().getEncoded("DER"));
                if (!signature.verify(request.getSignature().getOctets())) {
                    throw refused("is not signed by its own key", null);
                }
                return new Csr(Bytes.copyOf(der), key);
            } catch (IOException | GeneralSecurityException | IllegalArgumentException | IllegalStateException e) {
                throw refused("cannot be read", e);
            }
        }

        private static void requireCurve(SubjectPublicKeyInfo info) {
            boolean ec = info.getAlgorithm().getAlgorithm().equals(X9ObjectIdentifiers.id_ecPublicKey);
            boolean p256 =
                    SECObjectIdentifiers.secp256r1.equals(info.getAlgorithm().getParameters());
            if (!ec || !p256) throw refused("must be for a key of the curve P-256", null);
        }

        private static TlsException refused(String why, @Nullable Throwable cause) {
            return new TlsException("the certificate request " + why, cause);
        }
    }

    /// The authority's certificate, as this hub shows it to boxes. Throws [TlsException] in words while there is none.
    public X509Certificate authority() {
        try {
            X509Certificate current = Pem.certificates(Files.readAllBytes(folder.resolve("ca.crt")))
                    .getFirst();
            return new Authorities(new TlsFiles(folder)).shown(current);
        } catch (IOException | GeneralSecurityException e) {
            throw new TlsException("the authority in " + folder + " cannot be read: " + e.getMessage(), e);
        }
    }

    /// Keys for `purpose` that only holders of the authorities' keys can compute: first that of the authority in
    /// use, then those of authorities that it replaced. A restored database does not change them. Throws
    /// [TlsException] in words where the key of the authority in use cannot be read.
    public List<Bytes> derivedKeys(String purpose) {
        var keys = new ArrayList<Bytes>();
        keys.add(derivedKey(pair().key(), purpose));
        try {
            for (Pair one : new Authorities(new TlsFiles(folder)).replaced()) {
                keys.add(derivedKey(one.key(), purpose));
            }
        } catch (GeneralSecurityException e) {
            throw new TlsException("the authorities in " + folder + " cannot be read: " + e.getMessage(), e);
        }
        return List.copyOf(keys);
    }

    private static Bytes derivedKey(PrivateKey privateKey, String purpose) {
        if (!(privateKey instanceof ECPrivateKey key)) throw new TlsException("the authority has no EC key", null);
        try {
            var mac = Mac.getInstance(MAC);
            mac.init(new SecretKeySpec(key.getS().toByteArray(), MAC));
            return Bytes.copyOf(mac.doFinal(purpose.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + MAC, e);
        }
    }

    /// Certificates as a PEM text.
    public static String pem(X509Certificate... certificates) {
        try {
            return new String(Pem.of(certificates), StandardCharsets.US_ASCII);
        } catch (GeneralSecurityException e) {
            throw new TlsException("a certificate cannot be written", e);
        }
    }

    /// A client certificate for the box with that number.
    public X509Certificate sign(Csr csr, long boxId) {
        Instant now = time.now().isBefore(Certificates.CLOCK_FLOOR) ? Certificates.CLOCK_FLOOR : time.now();
        Pair authority = pair();
        Instant end = authority.certificate().getNotAfter().toInstant();
        Instant to = now.plus(LIFE).isBefore(end) ? now.plus(LIFE) : end;
        try {
            return new CertificateMaker()
                    .client("box " + boxId, csr.key(), new Validity(now.minus(BACKDATE), to), authority);
        } catch (IOException | GeneralSecurityException e) {
            throw new TlsException("the certificate cannot be signed: " + e.getMessage(), e);
        }
    }

    private Pair pair() {
        try {
            byte[] certificate = Files.readAllBytes(folder.resolve("ca.crt"));
            byte[] key = Files.readAllBytes(folder.resolve("ca.key"));
            return new Pair(Pem.certificates(certificate).getFirst(), Pem.key(key));
        } catch (IOException | GeneralSecurityException e) {
            throw new TlsException("the authority in " + folder + " cannot be read: " + e.getMessage(), e);
        }
    }
}
