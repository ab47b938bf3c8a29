package dev.lintel.controller.wallet;

import dev.lintel.controller.secret.DerivedSecrets;
import dev.lintel.reader.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The secrets of passes: what stands in a link, and what a pass shows to this box. Any thread.
///
/// ```
///   link    42-20782-Zk3…   id, the last day (UTC, since 1970) that it is good on, HMAC-SHA256(key, id ‖ day ‖ nonce)
///   token   q8T…            HMAC-SHA256(key, nonce)
/// ```
///
/// The day is in the link, so each read of somebody who is invited gives one that is good for a while, and one that
/// was kept ends by itself.
public final class PassSecrets {
    /// Under `keys` in the data folder, and in a backup.
    public static final String KEY = "wallet";

    private static final byte[] LINK = "pass link".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TOKEN = "pass token".getBytes(StandardCharsets.US_ASCII);
    /// 128 bits.
    private static final int HASH_BYTES = 16;
    private static final int NONCE_BYTES = 16;
    private static final int SERIAL_BYTES = 16;

    private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,17})-([0-9]{1,7})-([A-Za-z0-9_-]{22})");

    private final DerivedSecrets secrets;
    private final SecureRandom random = new SecureRandom();

    /// @param secret reads the key, which is made when it is first needed
    public PassSecrets(Supplier<byte[]> secret) {
        this.secrets = new DerivedSecrets(secret);
    }

    /// A link as it came, of which nothing is proved yet.
    record Link(long credentialId, long day, String hash) {
        /// Null: it is none.
        static @Nullable Link read(String text) {
            Matcher parts = FORM.matcher(text);
            if (!parts.matches()) return null;
            return new Link(Long.parseLong(parts.group(1)), Long.parseLong(parts.group(2)), parts.group(3));
        }

        @Override
        public String toString() {
            return "Link[of credential " + credentialId + "]";
        }
    }

    /// For a new pass, and for one whose links shall be good no more.
    Bytes nonce() {
        return random(NONCE_BYTES);
    }

    /// What wallets name a new pass by.
    String serial() {
        return random(SERIAL_BYTES).hex();
    }

    /// @param day the last that it is good on, in days of UTC since 1970. A secret.
    String link(long credentialId, Bytes nonce, long day) {
        return credentialId + "-" + day + "-" + hash(credentialId, nonce, day);
    }

    /// Whether it is that credential's, whatever its day.
    boolean isOf(Link link, Bytes nonce) {
        return same(link.hash, hash(link.credentialId, nonce, link.day));
    }

    /// What a pass shows when its phone asks for it. A secret.
    String token(Bytes nonce) {
        return text(secrets.of(TOKEN, nonce.toArray()));
    }

    boolean isToken(String shown, Bytes nonce) {
        return same(shown, token(nonce));
    }

    private String hash(long credentialId, Bytes nonce, long day) {
        byte[] numbers = ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(credentialId)
                .putLong(day)
                .array();
        return text(secrets.of(LINK, numbers, nonce.toArray()));
    }

    private static String text(byte[] hash) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, HASH_BYTES));
    }

    private static boolean same(String shown, String right) {
        return MessageDigest.isEqual(shown.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));
    }

    private Bytes random(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return Bytes.copyOf(bytes);
    }
}
