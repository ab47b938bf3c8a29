package dev.lintel.controller.wallet;

import dev.lintel.controller.tls.KeyAndChain;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1EncodableVector;
import org.bouncycastle.asn1.ASN1Encoding;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1Set;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.DERSet;
import org.bouncycastle.asn1.nist.NISTObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.Attribute;
import org.bouncycastle.asn1.pkcs.ContentInfo;
import org.bouncycastle.asn1.pkcs.IssuerAndSerialNumber;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.SignedData;
import org.bouncycastle.asn1.pkcs.SignerInfo;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.Certificate;
import org.bouncycastle.asn1.x509.Time;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;

/// Signatures beside what they sign (PKCS #7, RFC 2315), with the moment and the certificates, as Apple's wallet wants
/// them. Of BouncyCastle's library for ASN.1 alone: its own maker of such signatures costs each start of the box
/// 180 ms (docs/adr/0025). Pure.
final class Pkcs7 {
    private static final AlgorithmIdentifier SHA_256 =
            new AlgorithmIdentifier(NISTObjectIdentifiers.id_sha256, DERNull.INSTANCE);
    private static final AlgorithmIdentifier RSA =
            new AlgorithmIdentifier(PKCSObjectIdentifiers.rsaEncryption, DERNull.INSTANCE);
    private static final AlgorithmIdentifier ECDSA = new AlgorithmIdentifier(X9ObjectIdentifiers.ecdsa_with_SHA256);

    private Pkcs7() {}

    /// The signature of `content` in DER. Throws `IllegalStateException` when the key cannot sign.
    static byte[] detached(byte[] content, KeyAndChain signer, Instant now) {
        try {
            ASN1Set attributes = attributes(content, now);
            X509Certificate own = signer.leaf();
            var issuer = new IssuerAndSerialNumber(
                    X500Name.getInstance(own.getIssuerX500Principal().getEncoded()), own.getSerialNumber());
            boolean rsa = signer.key().getAlgorithm().equals("RSA");
            var info = new SignerInfo(
                    new ASN1Integer(1),
                    issuer,
                    SHA_256,
                    attributes,
                    rsa ? RSA : ECDSA,
                    new DEROctetString(sign(attributes.getEncoded(ASN1Encoding.DER), signer.key(), rsa)),
                    null);
            var certificates = new ASN1EncodableVector();
            for (X509Certificate one : signer.chain()) certificates.add(Certificate.getInstance(one.getEncoded()));
            var signed = new SignedData(
                    new ASN1Integer(1),
                    new DERSet(SHA_256),
                    new ContentInfo(PKCSObjectIdentifiers.data, null),
                    new DERSet(certificates),
                    null,
                    new DERSet(info));
            return new ContentInfo(PKCSObjectIdentifiers.signedData, signed).getEncoded(ASN1Encoding.DER);
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("the key of passes cannot sign: " + e.getMessage(), e);
        }
    }

    private static ASN1Set attributes(byte[] content, Instant now) throws GeneralSecurityException {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
        var all = new ASN1EncodableVector();
        all.add(new Attribute(PKCSObjectIdentifiers.pkcs_9_at_contentType, set(PKCSObjectIdentifiers.data)));
        all.add(new Attribute(PKCSObjectIdentifiers.pkcs_9_at_signingTime, set(new Time(Date.from(now)))));
        all.add(new Attribute(PKCSObjectIdentifiers.pkcs_9_at_messageDigest, set(new DEROctetString(digest))));
        return new DERSet(all);
    }

    private static DERSet set(ASN1Encodable one) {
        return new DERSet(one);
    }

    private static byte[] sign(byte[] attributes, PrivateKey key, boolean rsa) throws GeneralSecurityException {
        var signature = Signature.getInstance(rsa ? "SHA256withRSA" : "SHA256withECDSA");
        signature.initSign(key);
        signature.update(attributes);
        return signature.sign();
    }
}
