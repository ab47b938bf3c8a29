package dev.lintel.controller.update;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.nist.NISTObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.EncryptedPrivateKeyInfo;
import org.bouncycastle.asn1.pkcs.EncryptionScheme;
import org.bouncycastle.asn1.pkcs.KeyDerivationFunc;
import org.bouncycastle.asn1.pkcs.PBES2Parameters;
import org.bouncycastle.asn1.pkcs.PBKDF2Params;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;

/// A private key under a passphrase: PKCS#8 with PBES2 (RFC 8018), PBKDF2 and AES in CBC mode. Pure functions.
///
/// The names of the algorithms are written and read here and not by the JDK: its release 25.0.5 writes HMAC-SHA-1
/// where it has used HMAC-SHA-512, and nothing can open such a file.
final class EncryptedKey {
    /// What OWASP asks of PBKDF2 with HMAC-SHA-512, times three: a key is opened a few times a year.
    private static final int ITERATIONS = 630_000;

    /// A file of somebody else may not keep this machine busy: this takes seconds.
    private static final int ITERATIONS_MAX = 2_000_000;

    private static final int SALT_BYTES = 16;
    private static final int BLOCK_BYTES = 16;
    private static final int KEY_BYTES = 32;
    private static final String CIPHER = "AES/CBC/PKCS5Padding";
    private static final String DERIVATION = "PBKDF2WithHmacSHA512";

    /// The pseudorandom functions that OpenSSL writes, by the JDK's name of PBKDF2 with them.
    private static final Map<ASN1ObjectIdentifier, String> DERIVATIONS = Map.of(
            PKCSObjectIdentifiers.id_hmacWithSHA1, "PBKDF2WithHmacSHA1",
            PKCSObjectIdentifiers.id_hmacWithSHA224, "PBKDF2WithHmacSHA224",
            PKCSObjectIdentifiers.id_hmacWithSHA256, "PBKDF2WithHmacSHA256",
            PKCSObjectIdentifiers.id_hmacWithSHA384, "PBKDF2WithHmacSHA384",
            PKCSObjectIdentifiers.id_hmacWithSHA512, DERIVATION);

    /// The ciphers that can be read, by the bytes of their key.
    private static final Map<ASN1ObjectIdentifier, Integer> CIPHERS = Map.of(
            NISTObjectIdentifiers.id_aes128_CBC, 16,
            NISTObjectIdentifiers.id_aes192_CBC, 24,
            NISTObjectIdentifiers.id_aes256_CBC, KEY_BYTES);

    private EncryptedKey() {}

    /// The DER of an EncryptedPrivateKeyInfo.
    ///
    /// @param key the DER of a PKCS#8 key
    static byte[] seal(byte[] key, String passphrase) {
        var random = new SecureRandom();
        var salt = new byte[SALT_BYTES];
        var start = new byte[BLOCK_BYTES];
        random.nextBytes(salt);
        random.nextBytes(start);
        var function = new AlgorithmIdentifier(PKCSObjectIdentifiers.id_hmacWithSHA512, DERNull.INSTANCE);
        var parameters = new PBES2Parameters(
                new KeyDerivationFunc(
                        PKCSObjectIdentifiers.id_PBKDF2, new PBKDF2Params(salt, ITERATIONS, KEY_BYTES, function)),
                new EncryptionScheme(NISTObjectIdentifiers.id_aes256_CBC, new DEROctetString(start)));
        try {
            Cipher cipher = Cipher.getInstance(CIPHER);
            cipher.init(
                    Cipher.ENCRYPT_MODE,
                    secret(DERIVATION, new PBEKeySpec(passphrase.toCharArray(), salt, ITERATIONS, KEY_BYTES * 8)),
                    new IvParameterSpec(start));
            var scheme = new AlgorithmIdentifier(PKCSObjectIdentifiers.id_PBES2, parameters);
            return new EncryptedPrivateKeyInfo(scheme, cipher.doFinal(key)).getEncoded();
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has PBKDF2 and AES", e);
        }
    }

    /// The DER of the PKCS#8 key. Throws [GeneralSecurityException] where the passphrase is wrong or the DER is
    /// damaged, and [UpdateException] where the file asks for what is not supported.
    ///
    /// @param der of an EncryptedPrivateKeyInfo
    static byte[] open(byte[] der, String passphrase) throws GeneralSecurityException {
        try {
            return opened(der, passphrase);
        } catch (UpdateException e) {
            throw e;
        } catch (RuntimeException e) { // of the DER's reader, which expects its objects at their places
            throw new InvalidKeyException("no EncryptedPrivateKeyInfo", e);
        }
    }

    private static byte[] opened(byte[] der, String passphrase) throws GeneralSecurityException {
        EncryptedPrivateKeyInfo sealed = EncryptedPrivateKeyInfo.getInstance(der);
        AlgorithmIdentifier scheme = sealed.getEncryptionAlgorithm();
        if (!scheme.getAlgorithm().equals(PKCSObjectIdentifiers.id_PBES2)) throw unsupported(scheme);
        PBES2Parameters parameters = PBES2Parameters.getInstance(scheme.getParameters());
        KeyDerivationFunc derivation = parameters.getKeyDerivationFunc();
        if (!derivation.getAlgorithm().equals(PKCSObjectIdentifiers.id_PBKDF2)) {
            throw unsupported(AlgorithmIdentifier.getInstance(derivation));
        }
        PBKDF2Params cost = PBKDF2Params.getInstance(derivation.getParameters());
        String name = DERIVATIONS.get(cost.getPrf().getAlgorithm());
        if (name == null) throw unsupported(cost.getPrf());
        EncryptionScheme encryption = parameters.getEncryptionScheme();
        Integer keyBytes = CIPHERS.get(encryption.getAlgorithm());
        if (keyBytes == null) throw unsupported(AlgorithmIdentifier.getInstance(encryption));
        var spec = new PBEKeySpec(passphrase.toCharArray(), cost.getSalt(), iterations(cost), keyBytes * 8);
        byte[] start = ASN1OctetString.getInstance(encryption.getParameters()).getOctets();
        Cipher cipher = Cipher.getInstance(CIPHER);
        cipher.init(Cipher.DECRYPT_MODE, secret(name, spec), new IvParameterSpec(start));
        return cipher.doFinal(sealed.getEncryptedData());
    }

    private static int iterations(PBKDF2Params cost) throws InvalidKeyException {
        BigInteger count = cost.getIterationCount();
        if (count.signum() <= 0) throw new InvalidKeyException("not a number of iterations: " + count);
        if (count.compareTo(BigInteger.valueOf(ITERATIONS_MAX)) > 0) {
            throw new UpdateException("asks for " + count + " iterations, more than " + ITERATIONS_MAX);
        }
        return count.intValueExact();
    }

    private static UpdateException unsupported(AlgorithmIdentifier what) {
        return new UpdateException("is encrypted in a way that is not supported (" + what.getAlgorithm()
                + "): only PBES2 with PBKDF2 and AES-CBC is");
    }

    private static SecretKeySpec secret(String derivation, PBEKeySpec spec) throws GeneralSecurityException {
        return new SecretKeySpec(
                SecretKeyFactory.getInstance(derivation).generateSecret(spec).getEncoded(), "AES");
    }
}
