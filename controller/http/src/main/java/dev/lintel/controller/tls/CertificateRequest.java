package dev.lintel.controller.tls;

import java.io.IOException;
import java.util.List;
import org.bouncycastle.asn1.ASN1Encoding;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.DERSet;
import org.bouncycastle.asn1.pkcs.Attribute;
import org.bouncycastle.asn1.pkcs.CertificationRequest;
import org.bouncycastle.asn1.pkcs.CertificationRequestInfo;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.ExtensionsGenerator;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;

/// What an authority elsewhere is asked for: a certificate of some names for a key of the box (PKCS #10, RFC 2986).
/// Loaded only when one is ordered.
public final class CertificateRequest {
    private CertificateRequest() {}

    /// A request for `names` (DER), signed with `key`. Without a subject: what counts are the names.
    public static byte[] of(BoxKey key, List<String> names) {
        try {
            var extensions = new ExtensionsGenerator();
            var alternatives = new GeneralNames(names.stream()
                    .map(name -> new GeneralName(GeneralName.dNSName, name))
                    .toArray(GeneralName[]::new));
            extensions.addExtension(Extension.subjectAlternativeName, false, alternatives);
            var wish =
                    new Attribute(PKCSObjectIdentifiers.pkcs_9_at_extensionRequest, new DERSet(extensions.generate()));
            X500Name nobody = new X500NameBuilder().build();
            var info = new CertificationRequestInfo(
                    nobody, SubjectPublicKeyInfo.getInstance(key.open().getEncoded()), new DERSet(wish));
            byte[] signature = key.sign(info.getEncoded(ASN1Encoding.DER));
            var algorithm = new AlgorithmIdentifier(X9ObjectIdentifiers.ecdsa_with_SHA256);
            return new CertificationRequest(info, algorithm, new DERBitString(signature)).getEncoded(ASN1Encoding.DER);
        } catch (IOException e) {
            throw new IllegalStateException("a request is written to memory", e);
        }
    }
}
