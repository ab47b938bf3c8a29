package dev.lintel.controller.console;

import dev.lintel.controller.secret.Tokens;
import dev.lintel.reader.Bytes;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// Codes of six digits that change every 30 seconds: what authenticator apps make by themselves of a
/// secret (docs/sources.md#totp). Pure but for making secrets; callable from any thread.
final class Totp {
    /// As RFC 4226 recommends for HMAC-SHA-1.
    static final int SECRET_BYTES = 20;

    private static final long STEP_S = 30;
    /// Steps before and after now whose code is taken: clocks differ, and typing takes its time.
    private static final int WINDOW = 1;

    private static final int MODULUS = 1_000_000;
    private static final Pattern CODE = Pattern.compile("[0-9]{6}");
    private static final String BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final int BASE32_BITS = 5;

    private Totp() {}

    static Bytes secret(SecureRandom random) {
        byte[] secret = new byte[SECRET_BYTES];
        random.nextBytes(secret);
        return Bytes.copyOf(secret);
    }

    /// Whether it looks like a code at all.
    static boolean isCode(String text) {
        return CODE.matcher(text).matches();
    }

    /// The step whose code this is, around `nowMs`; null when it is none of them.
    static @Nullable Long step(Bytes secret, String code, long nowMs) {
        long now = stepAt(nowMs);
        Long found = null;
        for (long step = now - WINDOW; step <= now + WINDOW; step++) { // all of them: the time must not tell which
            if (Tokens.same(code(secret, step), code)) found = step;
        }
        return found;
    }

    static long stepAt(long ms) {
        return Math.floorDiv(ms, STEP_S * 1000);
    }

    /// The code of a step: HOTP (RFC 4226) with the step as its counter.
    static String code(Bytes secret, long step) {
        byte[] hash = hmac(secret, step);
        int offset = hash[hash.length - 1] & 0x0F;
        int number = ByteBuffer.wrap(hash).getInt(offset) & Integer.MAX_VALUE;
        return "%06d".formatted(number % MODULUS);
    }

    /// RFC 4648, without padding: what apps read and people type.
    static String base32(Bytes secret) {
        var text = new StringBuilder();
        int bits = 0;
        int held = 0;
        for (byte b : secret.toArray()) {
            held = (held << Byte.SIZE) | (b & 0xFF);
            bits += Byte.SIZE;
            while (bits >= BASE32_BITS) {
                bits -= BASE32_BITS;
                text.append(BASE32.charAt((held >> bits) & 0x1F));
            }
            held &= (1 << bits) - 1;
        }
        if (bits > 0) text.append(BASE32.charAt((held << (BASE32_BITS - bits)) & 0x1F));
        return text.toString();
    }

    private static byte[] hmac(Bytes secret, long counter) {
        try {
            Mac mac = Mac.getInstance("HmacSHA1");
            mac.init(new SecretKeySpec(secret.toArray(), "HmacSHA1"));
            return mac.doFinal(ByteBuffer.allocate(Long.BYTES).putLong(counter).array());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HMAC-SHA-1", e);
        }
    }
}
