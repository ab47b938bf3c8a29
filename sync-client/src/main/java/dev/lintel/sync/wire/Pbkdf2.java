package dev.lintel.sync.wire;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/// PBKDF2 with HMAC-SHA-256 (RFC 8018) for one block of 32 bytes, which [JoinProof] needs.
///
/// The JDK's own hashes both pads of the HMAC again in each round. Here their two states are copied, which
/// halves the hashing: a hub computes a key for each of its codes whenever a box tries to join. The result
/// is the same.
final class Pbkdf2 {
    /// Of SHA-256.
    private static final int BLOCK_BYTES = 64;

    private static final int HASH_BYTES = 32;
    private static final byte INNER_PAD = 0x36;
    private static final byte OUTER_PAD = 0x5c;

    /// The number of the only block of output.
    private static final byte[] FIRST_BLOCK = {0, 0, 0, 1};

    private Pbkdf2() {}

    /// 32 bytes.
    ///
    /// @param password at most 64 bytes: a longer one would be hashed first
    static byte[] key(byte[] password, byte[] salt, int rounds) {
        if (password.length > BLOCK_BYTES) throw new IllegalArgumentException("the password has over 64 bytes");
        try {
            MessageDigest inner = padded(password, INNER_PAD);
            MessageDigest outer = padded(password, OUTER_PAD);
            byte[] hash = Arrays.copyOf(salt, salt.length + FIRST_BLOCK.length);
            System.arraycopy(FIRST_BLOCK, 0, hash, salt.length, FIRST_BLOCK.length);
            var key = new byte[HASH_BYTES];
            for (int round = 0; round < rounds; round++) {
                hash = after(outer, after(inner, hash));
                for (int i = 0; i < HASH_BYTES; i++) key[i] ^= hash[i];
            }
            return key;
        } catch (NoSuchAlgorithmException | CloneNotSupportedException e) {
            throw new IllegalStateException("every JDK has SHA-256, whose state can be copied", e);
        }
    }

    private static MessageDigest padded(byte[] password, byte pad) throws NoSuchAlgorithmException {
        byte[] block = Arrays.copyOf(password, BLOCK_BYTES);
        for (int i = 0; i < BLOCK_BYTES; i++) block[i] ^= pad;
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        digest.update(block);
        return digest;
    }

    /// The hash of what `state` has and `more`; `state` stays as it is.
    private static byte[] after(MessageDigest state, byte[] more) throws CloneNotSupportedException {
        return ((MessageDigest) state.clone()).digest(more);
    }
}
