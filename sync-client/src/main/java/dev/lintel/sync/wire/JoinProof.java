package dev.lintel.sync.wire;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// How a code of eight letters proves two sides to each other over a connection whose certificate nobody knows yet.
///
/// ```
///   key  = PBKDF2-HMAC-SHA256( code without its dash, salt, 600 000 rounds )
///   box  = HMAC-SHA256( key, "box" | SHA-256(the CA that it sees) | SHA-256(its CSR) )
///   hub  = HMAC-SHA256( key, "hub" | SHA-256(its own CA)          | SHA-256(the box's certificate) )
/// ```
///
/// Who sits between them shows another CA, so that the hub finds the box's proof to be of another; and to find the code
/// out of a proof takes 2^40 times 600 000 rounds, while it holds once, and for 30 days at most.
public final class JoinProof {
    public static final int SALT_BYTES = 16;
    /// Of a code, in [#LETTERS]: 40 bits.
    public static final int CODE_LETTERS = 8;
    /// Without those that look alike.
    public static final String LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ0123456789";

    /// What OWASP advises for this function.
    private static final int ROUNDS = 600_000;

    private JoinProof() {}

    /// The code as both sides count with it: upper case, without dashes and spaces, `O` read as 0, `I` and `L` as 1.
    /// Throws [WireException] for what is no code.
    public static String normal(String code) {
        String plain = code.toUpperCase(Locale.ROOT)
                .replaceAll("[-\\s]", "")
                .replace('O', '0')
                .replace('I', '1')
                .replace('L', '1');
        boolean known = plain.chars().allMatch(letter -> LETTERS.indexOf(letter) >= 0);
        if (plain.length() != CODE_LETTERS || !known) {
            throw new WireException("a code is eight letters and digits, such as 7KQ2-M9XD");
        }
        return plain;
    }

    /// Takes some tenths of a second, on purpose.
    public static byte[] key(String code, byte[] salt) {
        return Pbkdf2.key(normal(code).getBytes(StandardCharsets.US_ASCII), salt, ROUNDS);
    }

    /// What the box shows.
    ///
    /// @param authority DER of the CA that the box sees behind the connection
    /// @param csr DER
    public static byte[] ofBox(byte[] key, byte[] authority, byte[] csr) {
        return proof(key, "box", authority, csr);
    }

    /// What the hub shows.
    ///
    /// @param authority DER of the hub's CA
    /// @param certificate DER of the box's
    public static byte[] ofHub(byte[] key, byte[] authority, byte[] certificate) {
        return proof(key, "hub", authority, certificate);
    }

    private static byte[] proof(byte[] key, String side, byte[] authority, byte[] other) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            mac.update(side.getBytes(StandardCharsets.US_ASCII));
            mac.update(MessageDigest.getInstance("SHA-256").digest(authority));
            mac.update(MessageDigest.getInstance("SHA-256").digest(other));
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HMAC with SHA-256", e);
        }
    }
}
