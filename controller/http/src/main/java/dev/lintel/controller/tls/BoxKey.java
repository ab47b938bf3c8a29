package dev.lintel.controller.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.bouncycastle.asn1.ASN1Encoding;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.DERSet;
import org.bouncycastle.asn1.pkcs.CertificationRequest;
import org.bouncycastle.asn1.pkcs.CertificationRequestInfo;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;

/// The key that a box shows its hub: P-256, never given to anybody. Any thread.
///
/// @param secret signs
/// @param open what the hub's certificate vouches for
public record BoxKey(PrivateKey secret, PublicKey open) {
    private static final String SIGNATURE = "SHA256withECDSA";
    private static final String PUBLIC_KEY = "PUBLIC KEY";
    private static final int LINE_CHARS = 64; // RFC 7468, section 2

    /// A new one.
    public static BoxKey create() {
        try {
            var generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"), new SecureRandom());
            var pair = generator.generateKeyPair();
            return new BoxKey(pair.getPrivate(), pair.getPublic());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has P-256", e);
        }
    }

    /// A request for a certificate (PKCS #10, DER), signed with this key. Whom it is for the hub decides.
    public byte[] csr() {
        try {
            var name = new X500NameBuilder()
                    .addRDN(BCStyle.O, "Lintel")
                    .addRDN(BCStyle.CN, "Lintel box")
                    .build();
            var info = new CertificationRequestInfo(
                    name, SubjectPublicKeyInfo.getInstance(open.getEncoded()), new DERSet());
            byte[] signature = sign(info.getEncoded(ASN1Encoding.DER));
            var algorithm = new AlgorithmIdentifier(X9ObjectIdentifiers.ecdsa_with_SHA256);
            return new CertificationRequest(info, algorithm, new DERBitString(signature)).getEncoded(ASN1Encoding.DER);
        } catch (IOException e) {
            throw new IllegalStateException("a request is written to memory", e);
        }
    }

    /// `csr` as PEM.
    public static String pem(byte[] csr) {
        String body = Base64.getMimeEncoder(LINE_CHARS, new byte[] {'\n'}).encodeToString(csr);
        return "-----BEGIN CERTIFICATE REQUEST-----\n" + body + "\n-----END CERTIFICATE REQUEST-----\n";
    }

    /// SHA256withECDSA, DER.
    public byte[] sign(byte[] content) {
        try {
            var signature = Signature.getInstance(SIGNATURE);
            signature.initSign(secret);
            signature.update(content);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a P-256 key signs with " + SIGNATURE, e);
        }
    }

    /// For its file, which nobody but the owner may read.
    public byte[] toPem() {
        return Pem.of(secret);
    }

    /// The key of a file, whose certificate is the first of `chain`. Throws [TlsException] for what is none.
    public static BoxKey read(byte[] pem, List<X509Certificate> chain) {
        try {
            return new BoxKey(Pem.key(pem), chain.getFirst().getPublicKey());
        } catch (GeneralSecurityException e) {
            throw new TlsException("the box's key is no P-256 key in PEM: " + e.getMessage(), e);
        }
    }

    /// As [#toPem], and the public key beside it: for a key that has no certificate yet.
    public byte[] toPairPem() {
        return (new String(Pem.of(secret), StandardCharsets.US_ASCII) + Pem.block(PUBLIC_KEY, open.getEncoded()))
                .getBytes(StandardCharsets.US_ASCII);
    }

    /// What [#toPairPem] wrote. Throws [TlsException] for what is none.
    public static BoxKey readPair(byte[] pem) {
        try {
            byte[] open = Pem.block(new String(pem, StandardCharsets.US_ASCII), PUBLIC_KEY);
            if (open == null) throw new TlsException("there is no public key in it", null);
            var factory = KeyFactory.getInstance("EC");
            return new BoxKey(Pem.key(pem), factory.generatePublic(new X509EncodedKeySpec(open)));
        } catch (GeneralSecurityException e) {
            throw new TlsException("it holds no P-256 key in PEM: " + e.getMessage(), e);
        }
    }

    /// Throws [TlsException] for a text that holds no certificate.
    public static List<X509Certificate> certificates(String pem) {
        try {
            return Pem.certificates(pem.getBytes(StandardCharsets.US_ASCII));
        } catch (GeneralSecurityException e) {
            throw new TlsException("no certificate in PEM: " + e.getMessage(), e);
        }
    }

    /// SHA-256 of a certificate as people compare it: `AB:CD:…`.
    public static String fingerprint(X509Certificate certificate) {
        try {
            byte[] digest = java.security.MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
            return HexFormat.ofDelimiter(":").withUpperCase().formatHex(digest);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /// Not the key.
    @Override
    public String toString() {
        return "BoxKey";
    }
}
