package dev.lintel.controller.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.ASN1EncodableVector;
import org.bouncycastle.asn1.ASN1Encoding;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AccessDescription;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.AuthorityInformationAccess;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.ExtensionsGenerator;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x509.Time;
import org.bouncycastle.asn1.x509.V3TBSCertificateGenerator;

/// An authority that is not the box's: makes certificates as they may come, good and bad.
public final class TestAuthority {
    public static final Instant FROM = Instant.parse("2026-01-01T00:00:00Z");
    public static final Instant TO = Instant.parse("2036-01-01T00:00:00Z");
    private static final SecureRandom RANDOM = new SecureRandom();

    private final String name;
    private final KeyPair keys;
    private final X509Certificate certificate;

    private TestAuthority(String name, KeyPair keys, X509Certificate certificate) {
        this.name = name;
        this.keys = keys;
        this.certificate = certificate;
    }

    /// What a certificate is to be.
    ///
    /// @param authority whether it may sign others
    /// @param usage of servers, or another
    /// @param access whether it says where its authority's certificate is
    /// @param signature `SHA256withECDSA` and so on
    public record Wish(
            List<String> names,
            Instant from,
            Instant to,
            boolean authority,
            KeyPurposeId usage,
            boolean access,
            String signature) {
        public static Wish of(String... names) {
            return new Wish(List.of(names), FROM, TO, false, KeyPurposeId.id_kp_serverAuth, false, "SHA256withECDSA");
        }

        public Wish during(Instant begin, Instant end) {
            return new Wish(names, begin, end, authority, usage, access, signature);
        }

        public Wish from(Instant begin, Duration life) {
            return during(begin, begin.plus(life));
        }

        public Wish asAuthority() {
            return new Wish(names, from, to, true, usage, access, signature);
        }

        public Wish use(KeyPurposeId other) {
            return new Wish(names, from, to, authority, other, access, signature);
        }

        public Wish withAccess() {
            return new Wish(names, from, to, authority, usage, true, signature);
        }

        public Wish signedBy(String other) {
            return new Wish(names, from, to, authority, usage, access, other);
        }
    }

    public static TestAuthority create(String name) {
        KeyPair keys = ec("secp256r1");
        var wish = Wish.of().during(FROM.minus(Duration.ofDays(400)), TO).asAuthority();
        return new TestAuthority(name, keys, make(name, keys, name, keys.getPublic(), wish));
    }

    /// Another one, which this one vouches for.
    public TestAuthority below(String other) {
        KeyPair own = ec("secp256r1");
        var wish = Wish.of().during(FROM.minus(Duration.ofDays(400)), TO).asAuthority();
        return new TestAuthority(other, own, make(name, keys, other, own.getPublic(), wish));
    }

    public X509Certificate certificate() {
        return certificate;
    }

    public X509Certificate sign(PublicKey key, Wish wish) {
        return make(name, keys, "a server", key, wish);
    }

    /// A certificate signed with its own key.
    public static X509Certificate selfSigned(KeyPair pair, Wish wish) {
        return make("a server", pair, "a server", pair.getPublic(), wish);
    }

    public static KeyPair ec(String curve) {
        try {
            var generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec(curve));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public static KeyPair rsa(int bits) {
        try {
            var generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(bits);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public static String pem(X509Certificate... certificates) {
        return BoxCertificates.pem(certificates);
    }

    public static String pem(java.security.PrivateKey key) {
        return new String(Pem.of(key), StandardCharsets.US_ASCII);
    }

    public static String pem(String kind, byte[] der) {
        return Pem.block(kind, der);
    }

    /// The names that a request (PKCS #10, DER) asks for. Throws what is wrong with it, its signature too.
    public static List<String> namesOf(byte[] csr) throws GeneralSecurityException {
        BoxCertificates.Csr.parse(pem("CERTIFICATE REQUEST", csr));
        var info =
                org.bouncycastle.asn1.pkcs.CertificationRequest.getInstance(csr).getCertificationRequestInfo();
        for (var one : info.getAttributes()) {
            var attribute = org.bouncycastle.asn1.pkcs.Attribute.getInstance(one);
            var extensions = org.bouncycastle.asn1.x509.Extensions.getInstance(
                    attribute.getAttrValues().getObjectAt(0));
            var names = GeneralNames.fromExtensions(extensions, Extension.subjectAlternativeName);
            return java.util.Arrays.stream(names.getNames())
                    .map(name -> name.getName().toString())
                    .toList();
        }
        throw new GeneralSecurityException("no names");
    }

    /// The key of a request, which [#namesOf] found good.
    public static PublicKey keyOf(byte[] csr) {
        return BoxCertificates.Csr.parse(pem("CERTIFICATE REQUEST", csr)).key();
    }

    /// For a server that shows a certificate of this authority for `names`.
    public SSLContext server(Wish wish) {
        try {
            KeyPair own = ec("secp256r1");
            var store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry(
                    "server", own.getPrivate(), new char[0], new X509Certificate[] {sign(own.getPublic(), wish)});
            var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(store, new char[0]);
            var context = SSLContext.getInstance("TLS");
            context.init(managers.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /// For a client that trusts this authority and no other.
    public SSLContext client() {
        try {
            var store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setCertificateEntry("ca", certificate);
            var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(store);
            var context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static X509Certificate make(String issuer, KeyPair signer, String subject, PublicKey key, Wish wish) {
        try {
            var extensions = new ExtensionsGenerator();
            extensions.addExtension(
                    Extension.basicConstraints,
                    true,
                    wish.authority ? new BasicConstraints(true) : new BasicConstraints(false));
            if (!wish.authority) {
                extensions.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(wish.usage));
            }
            if (!wish.names.isEmpty()) {
                extensions.addExtension(Extension.subjectAlternativeName, false, names(wish.names));
            }
            if (wish.access) {
                var where = new GeneralName(GeneralName.uniformResourceIdentifier, "http://ca.example/ca.crt");
                extensions.addExtension(
                        Extension.authorityInfoAccess,
                        false,
                        new AuthorityInformationAccess(AccessDescription.id_ad_caIssuers, where));
            }
            return signed(body(issuer, subject, key, wish, extensions), signer, wish);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static V3TBSCertificateGenerator body(
            String issuer, String subject, PublicKey key, Wish wish, ExtensionsGenerator extensions) {
        var body = new V3TBSCertificateGenerator();
        body.setSerialNumber(new ASN1Integer(new BigInteger(100, RANDOM).setBit(99)));
        body.setSignature(algorithm(wish.signature));
        body.setIssuer(new X500Name("CN=" + issuer));
        body.setStartDate(new Time(Date.from(wish.from)));
        body.setEndDate(new Time(Date.from(wish.to)));
        body.setSubject(new X500Name("CN=" + subject));
        body.setSubjectPublicKeyInfo(SubjectPublicKeyInfo.getInstance(key.getEncoded()));
        body.setExtensions(extensions.generate());
        return body;
    }

    private static X509Certificate signed(V3TBSCertificateGenerator body, KeyPair signer, Wish wish)
            throws GeneralSecurityException, IOException {
        var toSign = body.generateTBSCertificate();
        var signature = Signature.getInstance(wish.signature);
        signature.initSign(signer.getPrivate());
        signature.update(toSign.getEncoded(ASN1Encoding.DER));
        var parts = new ASN1EncodableVector();
        parts.add(toSign);
        parts.add(algorithm(wish.signature));
        parts.add(new DERBitString(signature.sign()));
        byte[] der = new DERSequence(parts).getEncoded(ASN1Encoding.DER);
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
    }

    private static AlgorithmIdentifier algorithm(String signature) {
        return new AlgorithmIdentifier(new ASN1ObjectIdentifier(
                switch (signature) {
                    case "SHA256withECDSA" -> "1.2.840.10045.4.3.2";
                    case "SHA1withECDSA" -> "1.2.840.10045.4.1";
                    case "SHA256withRSA" -> "1.2.840.113549.1.1.11";
                    default -> throw new IllegalArgumentException(signature);
                }));
    }

    private static GeneralNames names(List<String> names) {
        return new GeneralNames(names.stream()
                .map(name ->
                        new GeneralName(BoxNames.isAddress(name) ? GeneralName.iPAddress : GeneralName.dNSName, name))
                .toArray(GeneralName[]::new));
    }
}
