package dev.lintel.controller.mobile;

import dev.lintel.controller.secret.DerivedSecrets;
import dev.lintel.reader.Bytes;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The codes of invitations: made of a credential's id and a random number in its row, by a key that lies in a file of
/// its own. So a code can be shown for as long as it is good, and neither the database nor the file alone tells it.
/// Any thread.
///
/// ```
///   HMAC-SHA256(key, "invitation" ‖ id ‖ nonce)  written with 25 letters  -->  its last sixteen, 74 bits
///                                                                         -->  ABCD-EFGH-JKMN-PQRT
/// ```
public final class InvitationCodes {
    /// Under `keys` in the data folder, and in a backup.
    public static final String KEY = "invitations";

    public static final int KEY_BYTES = DerivedSecrets.KEY_BYTES;

    /// Nothing that looks like something else in any script: neither 0 and O nor 1, I and L, 2 and Z, 5 and S, 8 and
    /// B.
    private static final String LETTERS = "34679ACDEFGHJKMNPQRTUVWXY";

    private static final int CHARS = 16;
    private static final int GROUP = 4;
    private static final int NONCE_BYTES = 16;
    /// Longer than any way to write a code.
    private static final int TYPED_MAX = 64;

    private static final byte[] PURPOSE = "invitation".getBytes(StandardCharsets.US_ASCII);

    private final DerivedSecrets secrets;
    private final SecureRandom random = new SecureRandom();

    /// @param secret reads the key, which is made when it is first needed
    public InvitationCodes(Supplier<byte[]> secret) {
        this.secrets = new DerivedSecrets(secret);
    }

    /// For a new invitation.
    Bytes nonce() {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        return Bytes.copyOf(nonce);
    }

    /// As it is shown, in groups. A secret.
    String of(long id, Bytes nonce) {
        String plain = plain(id, nonce);
        var code = new StringBuilder();
        for (int at = 0; at < CHARS; at += GROUP) {
            if (at > 0) code.append('-');
            code.append(plain, at, at + GROUP);
        }
        return code.toString();
    }

    /// The same without its hyphens, as [#read] makes it of what somebody types.
    String plain(long id, Bytes nonce) {
        BigInteger number = new BigInteger(1, hash(id, nonce));
        BigInteger base = BigInteger.valueOf(LETTERS.length());
        var code = new StringBuilder();
        for (int i = 0; i < CHARS; i++) {
            BigInteger[] parts = number.divideAndRemainder(base);
            code.append(LETTERS.charAt(parts[1].intValue()));
            number = parts[0];
        }
        return code.toString();
    }

    /// What somebody typed, whatever its case and between whatever hyphens and spaces; null: it is no code.
    static @Nullable String read(@Nullable String typed) {
        if (typed == null || typed.length() > TYPED_MAX) return null;
        String code = typed.replaceAll("[\\s\\p{Pd}]", "").toUpperCase(Locale.ROOT);
        if (code.length() != CHARS) return null;
        return code.chars().allMatch(letter -> LETTERS.indexOf(letter) >= 0) ? code : null;
    }

    private byte[] hash(long id, Bytes nonce) {
        return secrets.of(PURPOSE, ByteBuffer.allocate(Long.BYTES).putLong(id).array(), nonce.toArray());
    }
}
