package dev.lintel.reader.osdp;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/// AES-128 with one key in one direction, block by block and in place: chaining is its caller's, so that no frame
/// makes a new cipher. Used by one thread.
final class Aes128 {
    static final int BLOCK = 16;

    private final Cipher cipher;
    private final int mode;

    private Aes128(byte[] key, int mode) {
        try {
            this.mode = mode;
            cipher = Cipher.getInstance("AES/ECB/NoPadding");
            cipher.init(mode, new SecretKeySpec(key, "AES"));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has AES", e);
        }
    }

    static Aes128 encrypting(byte[] key) {
        return new Aes128(key, Cipher.ENCRYPT_MODE);
    }

    static Aes128 decrypting(byte[] key) {
        return new Aes128(key, Cipher.DECRYPT_MODE);
    }

    /// Works on the block at `from`, in place.
    void block(byte[] bytes, int from) {
        try {
            int done = cipher.update(bytes, from, BLOCK, bytes, from);
            if (done != BLOCK) throw new IllegalStateException("a block of AES came back with " + done + " bytes");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a block has room for a block", e);
        }
    }

    /// Puts a key of zeros in place of its own.
    void wipe() {
        byte[] zeros = new byte[BLOCK];
        try {
            cipher.init(mode, new SecretKeySpec(zeros, "AES"));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has AES", e);
        }
    }

    /// `block` = `block` xor `bytes` from `from` on.
    static void xor(byte[] block, int at, byte[] bytes, int from) {
        for (int i = 0; i < BLOCK; i++) block[at + i] ^= bytes[from + i];
    }

    /// One block encrypted with a key that is used once.
    static byte[] once(byte[] key, byte[] block) {
        byte[] result = Arrays.copyOf(block, BLOCK);
        encrypting(key).block(result, 0);
        return result;
    }
}
