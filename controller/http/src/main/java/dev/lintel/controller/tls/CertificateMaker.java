package dev.lintel.controller.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.SortedSet;
import org.bouncycastle.asn1.ASN1Encoding;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.AuthorityKeyIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.ExtensionsGenerator;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.GeneralSubtree;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.NameConstraints;
import org.bouncycastle.asn1.x509.SubjectKeyIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x509.Time;
import org.bouncycastle.asn1.x509.V3TBSCertificateGenerator;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;

/// Makes keys and X.509 certificates (RFC 5280). Loaded only when one is made. No files, no clock.
final class CertificateMaker {
    private static final String CURVE = "secp256r1";
    private static final String SIGNATURE = "SHA256withECDSA";
    private static final AlgorithmIdentifier SIGNATURE_ID =
            new AlgorithmIdentifier(X9ObjectIdentifiers.ecdsa_with_SHA256);
    private static final int SERIAL_BITS = 127; // positive and at most 20 octets: RFC 5280, 4.1.2.2
    private static final int COMMON_NAME_CHARS_MAX = 64; // X.520's upper bound

    private final SecureRandom random = new SecureRandom();

    /// When a certificate holds.
    record Validity(Instant from, Instant to) {}

    /// A certificate and the private key that goes with it.
    record Pair(X509Certificate certificate, PrivateKey key) {}

    private static final KeyPurposeId[] TLS = {KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth};

    /// A certificate authority of its own, named after `box`. It may sign certificates of TLS for what `names` permits
    /// ([NameLimits]), and no authority.
    Pair authority(String box, SortedSet<String> names, Validity validity)
            throws GeneralSecurityException, IOException {
        KeyPair keys = keys();
        String suffix = String.format("%06X", random.nextInt(1 << 24)); // two boxes of one name stay apart in a browser
        return authority(name("Lintel CA " + box + " " + suffix), keys, names, validity);
    }

    /// The same authority with the same key, limited to what `names` permits: what it signed stays good.
    Pair limited(Pair authority, SortedSet<String> names) throws GeneralSecurityException, IOException {
        X509Certificate before = authority.certificate();
        X500Name name = X500Name.getInstance(before.getSubjectX500Principal().getEncoded());
        var validity = new Validity(
                before.getNotBefore().toInstant(), before.getNotAfter().toInstant());
        return authority(name, new KeyPair(before.getPublicKey(), authority.key()), names, validity);
    }

    private Pair authority(X500Name name, KeyPair keys, SortedSet<String> names, Validity validity)
            throws GeneralSecurityException, IOException {
        var extensions = new ExtensionsGenerator();
        extensions.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
        extensions.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
        extensions.addExtension(Extension.nameConstraints, true, limits(names));
        // Not for mail and not for programs, whatever a certificate below it says of itself.
        extensions.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(TLS));
        extensions.addExtension(Extension.subjectKeyIdentifier, false, identifier(keys.getPublic()));
        V3TBSCertificateGenerator body = body(name, name, validity, keys.getPublic(), extensions);
        return new Pair(sign(body, keys.getPrivate()), keys.getPrivate());
    }

    private static NameConstraints limits(SortedSet<String> names) {
        var subtrees = new ArrayList<GeneralSubtree>();
        for (String name : NameLimits.names(names)) {
            subtrees.add(new GeneralSubtree(new GeneralName(GeneralName.dNSName, name)));
        }
        for (byte[] network : NameLimits.networks(names)) {
            subtrees.add(new GeneralSubtree(new GeneralName(GeneralName.iPAddress, new DEROctetString(network))));
        }
        return new NameConstraints(subtrees.toArray(GeneralSubtree[]::new), null);
    }

    /// A server certificate for all `names`, signed by `authority`.
    Pair server(SortedSet<String> names, Validity validity, Pair authority)
            throws GeneralSecurityException, IOException {
        KeyPair keys = keys();
        return new Pair(server(keys.getPublic(), names, validity, authority), keys.getPrivate());
    }

    /// A server certificate for all `names` and that `key`, signed by `authority`.
    X509Certificate server(PublicKey key, SortedSet<String> names, Validity validity, Pair authority)
            throws GeneralSecurityException, IOException {
        X500Name issuer = X500Name.getInstance(
                authority.certificate().getSubjectX500Principal().getEncoded());
        var extensions = new ExtensionsGenerator();
        extensions.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
        extensions.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
        extensions.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
        extensions.addExtension(Extension.subjectKeyIdentifier, false, identifier(key));
        byte[] signer = identifier(authority.certificate().getPublicKey()).getKeyIdentifier();
        extensions.addExtension(Extension.authorityKeyIdentifier, false, new AuthorityKeyIdentifier(signer));
        extensions.addExtension(Extension.subjectAlternativeName, false, alternatives(names));
        return sign(body(issuer, name("Lintel server"), validity, key, extensions), authority.key());
    }

    /// A client certificate for somebody else's `key`, signed by `authority`.
    X509Certificate client(String name, PublicKey key, Validity validity, Pair authority)
            throws GeneralSecurityException, IOException {
        X500Name issuer = X500Name.getInstance(
                authority.certificate().getSubjectX500Principal().getEncoded());
        var extensions = new ExtensionsGenerator();
        extensions.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
        extensions.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
        extensions.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_clientAuth));
        extensions.addExtension(Extension.subjectKeyIdentifier, false, identifier(key));
        byte[] signer = identifier(authority.certificate().getPublicKey()).getKeyIdentifier();
        extensions.addExtension(Extension.authorityKeyIdentifier, false, new AuthorityKeyIdentifier(signer));
        return sign(body(issuer, name(name), validity, key, extensions), authority.key());
    }

    /// A certificate that vouches for itself, for signing what nobody else vouches for.
    ///
    /// @param subject of it, and of who vouches for it
    Pair signer(X500Name subject, Validity validity) throws GeneralSecurityException, IOException {
        KeyPair keys = keys();
        var extensions = new ExtensionsGenerator();
        extensions.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
        extensions.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
        extensions.addExtension(Extension.subjectKeyIdentifier, false, identifier(keys.getPublic()));
        V3TBSCertificateGenerator body = body(subject, subject, validity, keys.getPublic(), extensions);
        return new Pair(sign(body, keys.getPrivate()), keys.getPrivate());
    }

    private KeyPair keys() throws GeneralSecurityException {
        var generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec(CURVE), random);
        return generator.generateKeyPair();
    }

    private V3TBSCertificateGenerator body(
            X500Name issuer, X500Name subject, Validity validity, PublicKey key, ExtensionsGenerator extensions) {
        var body = new V3TBSCertificateGenerator();
        body.setSerialNumber(new ASN1Integer(new BigInteger(SERIAL_BITS, random).setBit(SERIAL_BITS - 1)));
        body.setSignature(SIGNATURE_ID);
        body.setIssuer(issuer);
        body.setStartDate(new Time(Date.from(validity.from())));
        body.setEndDate(new Time(Date.from(validity.to())));
        body.setSubject(subject);
        body.setSubjectPublicKeyInfo(SubjectPublicKeyInfo.getInstance(key.getEncoded()));
        body.setExtensions(extensions.generate());
        return body;
    }

    private X509Certificate sign(V3TBSCertificateGenerator body, PrivateKey key)
            throws GeneralSecurityException, IOException {
        var toSign = body.generateTBSCertificate();
        var signature = Signature.getInstance(SIGNATURE);
        signature.initSign(key, random);
        signature.update(toSign.getEncoded(ASN1Encoding.DER));
        var parts = new org.bouncycastle.asn1.ASN1EncodableVector();
        parts.add(toSign);
        parts.add(SIGNATURE_ID);
        parts.add(new DERBitString(signature.sign()));
        byte[] der = new DERSequence(parts).getEncoded(ASN1Encoding.DER);
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
    }

    private static X500Name name(String commonName) {
        String shortened = commonName.substring(0, Math.min(commonName.length(), COMMON_NAME_CHARS_MAX));
        return new X500NameBuilder()
                .addRDN(BCStyle.O, "Lintel")
                .addRDN(BCStyle.CN, shortened)
                .build();
    }

    private static GeneralNames alternatives(SortedSet<String> names) {
        return new GeneralNames(names.stream()
                .map(name ->
                        new GeneralName(BoxNames.isAddress(name) ? GeneralName.iPAddress : GeneralName.dNSName, name))
                .toArray(GeneralName[]::new));
    }

    /// RFC 5280, 4.2.1.2, method 1: the SHA-1 of the key's bits; an identifier, no protection.
    private static SubjectKeyIdentifier identifier(PublicKey key) throws GeneralSecurityException {
        byte[] bits = SubjectPublicKeyInfo.getInstance(key.getEncoded())
                .getPublicKeyData()
                .getOctets();
        byte[] digest = java.security.MessageDigest.getInstance("SHA-1").digest(bits);
        return SubjectKeyIdentifier.getInstance(new DEROctetString(digest));
    }
}
