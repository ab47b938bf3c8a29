package dev.lintel.controller.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.sec.ECPrivateKey;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;

/// Private keys as other programs write them: PKCS #8, RSA alone (PKCS #1) and EC alone (SEC 1). Loaded only where
/// somebody brings a certificate of their own.
final class PemKeys {
    private PemKeys() {}

    /// Throws `GeneralSecurityException` in words for what is none, or of a kind that servers do not use.
    static PrivateKey read(byte[] pem) throws GeneralSecurityException {
        String text = new String(pem, StandardCharsets.US_ASCII);
        if (text.contains("ENCRYPTED")) {
            throw new GeneralSecurityException("is encrypted with a passphrase, which nobody is there to type");
        }
        try {
            byte[] whole = Pem.block(text, "PRIVATE KEY");
            if (whole != null) return key(whole);
            byte[] ec = Pem.block(text, "EC PRIVATE KEY");
            if (ec != null) return key(ofEc(ec));
            byte[] rsa = Pem.block(text, "RSA PRIVATE KEY");
            if (rsa != null) return key(ofRsa(rsa));
        } catch (IOException | IllegalArgumentException | IllegalStateException e) {
            throw new GeneralSecurityException("is damaged", e);
        }
        throw new GeneralSecurityException("holds no private key in PEM");
    }

    private static PrivateKey key(byte[] pkcs8) throws GeneralSecurityException {
        var info = PrivateKeyInfo.getInstance(pkcs8);
        var algorithm = info.getPrivateKeyAlgorithm().getAlgorithm();
        String name;
        if (algorithm.equals(X9ObjectIdentifiers.id_ecPublicKey)) name = "EC";
        else if (algorithm.equals(PKCSObjectIdentifiers.rsaEncryption)) name = "RSA";
        else throw new GeneralSecurityException("is neither an RSA nor an EC key: browsers take no others");
        try {
            return KeyFactory.getInstance(name).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
        } catch (InvalidKeySpecException e) {
            throw new GeneralSecurityException("is damaged, or of a curve that is not used", e);
        }
    }

    private static byte[] ofEc(byte[] sec1) throws IOException {
        var key = ECPrivateKey.getInstance(sec1);
        var curve = key.getParametersObject();
        if (curve == null) throw new IllegalArgumentException("a key that names no curve");
        return new PrivateKeyInfo(new AlgorithmIdentifier(X9ObjectIdentifiers.id_ecPublicKey, curve), key).getEncoded();
    }

    private static byte[] ofRsa(byte[] pkcs1) throws IOException {
        var key = org.bouncycastle.asn1.pkcs.RSAPrivateKey.getInstance(pkcs1);
        var algorithm = new AlgorithmIdentifier(PKCSObjectIdentifiers.rsaEncryption, DERNull.INSTANCE);
        return new PrivateKeyInfo(algorithm, key).getEncoded();
    }
}
