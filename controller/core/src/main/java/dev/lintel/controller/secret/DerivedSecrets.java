package dev.lintel.controller.secret;

import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// Secrets that are in no row: each is made anew of what a row holds and of a key in a file, so neither the database
/// nor the file alone tells one. Any thread.
///
/// ```
///   HMAC-SHA256(key, purpose ‖ parts of the row) --> 32 bytes
/// ```
public final class DerivedSecrets {
    public static final int KEY_BYTES = 32;

    private final Supplier<byte[]> secret;
    private volatile @Nullable SecretKeySpec key;

    /// @param secret reads the key, which is made when it is first needed
    public DerivedSecrets(Supplier<byte[]> secret) {
        this.secret = secret;
    }

    /// The secret of these parts, each of a fixed length.
    ///
    /// @param purpose no two kinds of secrets have the same
    public byte[] of(byte[] purpose, byte[]... parts) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key());
            mac.update(purpose);
            for (byte[] part : parts) mac.update(part);
            return mac.doFinal();
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("every JDK has HMAC-SHA256", e);
        }
    }

    private SecretKeySpec key() {
        SecretKeySpec known = key;
        return known == null ? read() : known;
    }

    /// One at a time: two that make it would each have one of their own.
    private synchronized SecretKeySpec read() {
        SecretKeySpec known = key;
        if (known != null) return known;
        var read = new SecretKeySpec(secret.get(), "HmacSHA256");
        key = read;
        return read;
    }
}
