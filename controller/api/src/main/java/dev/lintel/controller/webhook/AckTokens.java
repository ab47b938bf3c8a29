package dev.lintel.controller.webhook;

import dev.lintel.reader.Bytes;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// The tokens by which receivers acknowledge: the number of what they were told, and proof that it is from here. None
/// is stored; the same item always has the same token. Any thread.
///
/// ```
///   base64url( item id, 8 bytes ‖ HMAC-SHA256(key, item id), its first 16 bytes )      32 characters
/// ```
final class AckTokens {
    /// Of the key.
    static final int KEY_BYTES = 32;

    private static final int ID_BYTES = 8;
    private static final int MAC_BYTES = 16;
    private static final int CHARS = 32;

    private final Bytes key;

    AckTokens(Bytes key) {
        this.key = key;
    }

    String of(long itemId) {
        byte[] id = ByteBuffer.allocate(ID_BYTES).putLong(itemId).array();
        byte[] token = Arrays.copyOf(id, ID_BYTES + MAC_BYTES);
        System.arraycopy(mac(id), 0, token, ID_BYTES, MAC_BYTES);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(token);
    }

    /// The item that a token is of; null for what is no token of this box.
    @Nullable
    Long item(String token) {
        if (token.length() != CHARS) return null;
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(token);
        } catch (IllegalArgumentException e) {
            return null;
        }
        if (bytes.length != ID_BYTES + MAC_BYTES) return null;
        byte[] id = Arrays.copyOf(bytes, ID_BYTES);
        byte[] mac = Arrays.copyOfRange(bytes, ID_BYTES, bytes.length);
        return MessageDigest.isEqual(mac, mac(id)) ? ByteBuffer.wrap(id).getLong() : null;
    }

    private byte[] mac(byte[] id) {
        return Arrays.copyOf(Signature.hmac(key.toArray(), id), MAC_BYTES);
    }
}
