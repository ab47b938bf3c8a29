package dev.lintel.controller.tls;

import dev.lintel.reader.Bytes;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.DERSet;
import org.bouncycastle.asn1.pkcs.CertificationRequest;
import org.bouncycastle.asn1.pkcs.CertificationRequestInfo;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;

/// A request for a certificate (PKCS #10) as a box makes it.
///
/// @param der of `pem`
public record TestCsr(KeyPair keys, Bytes der, String pem) {
    public static TestCsr of(String curve) throws GeneralSecurityException, IOException {
        KeyPair keys = keys(curve);
        return signed(keys, keys);
    }

    static TestCsr signedByAnother() throws GeneralSecurityException, IOException {
        return signed(keys("secp256r1"), keys("secp256r1"));
    }

    private static KeyPair keys(String curve) throws GeneralSecurityException {
        var generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec(curve));
        return generator.generateKeyPair();
    }

    private static TestCsr signed(KeyPair keys, KeyPair signer) throws GeneralSecurityException, IOException {
        var info = new CertificationRequestInfo(
                new X500Name("CN=a box"),
                SubjectPublicKeyInfo.getInstance(keys.getPublic().getEncoded()),
                new DERSet());
        var signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(signer.getPrivate());
        signature.update(info.getEncoded("DER"));
        var request = new CertificationRequest(
                info,
                new AlgorithmIdentifier(X9ObjectIdentifiers.ecdsa_with_SHA256),
                new DERBitString(signature.sign()));
        byte[] der = request.getEncoded("DER");
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return new TestCsr(
                keys,
                Bytes.copyOf(der),
                "-----BEGIN CERTIFICATE REQUEST-----\n" + body + "\n-----END CERTIFICATE REQUEST-----\n");
    }
}
