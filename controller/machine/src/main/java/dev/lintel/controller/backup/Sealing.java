package dev.lintel.controller.backup;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/// Seals and opens the pieces of one file. The key is of this file alone, so a piece's number is nonce
/// enough.
final class Sealing {
    /// The first bytes of every backup.
    static final byte[] MAGIC = "LINTEL BACKUP 1\n".getBytes(StandardCharsets.US_ASCII);

    static final int SALT_BYTES = 16;
    static final int HEAD_BYTES = MAGIC.length + SALT_BYTES;
    /// Of a piece, opened.
    static final int PIECE_BYTES = 64 * 1024;

    static final int TAG_BYTES = 16;

    /// As for sign-in (a third of a small board's heap), with more passes: it is computed once, and the
    /// file may lie anywhere for years.
    private static final int MEMORY_KIB = 19 * 1024;

    private static final int PASSES = 10;
    private static final int KEY_BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final int BITS = 8;

    private final SecretKey key;
    private final byte[] head;
    private long number;

    /// @param key of the file
    /// @param head of the file, with its salt
    Sealing(SecretKey key, byte[] head) {
        this.key = key;
        this.head = head.clone();
    }

    /// The key that a passphrase makes with the salt in `head`.
    static SecretKey key(String passphrase, byte[] head) {
        var generator = new Argon2BytesGenerator();
        generator.init(new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                .withMemoryAsKB(MEMORY_KIB)
                .withIterations(PASSES)
                .withParallelism(1)
                .withSalt(Arrays.copyOfRange(head, MAGIC.length, HEAD_BYTES))
                .build());
        byte[] bytes = new byte[KEY_BYTES];
        generator.generateBytes(passphrase.getBytes(StandardCharsets.UTF_8), bytes);
        return new SecretKeySpec(bytes, "AES");
    }

    /// The next piece with its tag.
    byte[] seal(byte[] piece, int count, boolean last) {
        try {
            return cipher(Cipher.ENCRYPT_MODE, last).doFinal(piece, 0, count);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has AES-GCM", e);
        }
    }

    /// The next piece without it. Throws [BackupException] when it is not what was sealed.
    byte[] open(byte[] sealed, int count, boolean last) {
        try {
            return cipher(Cipher.DECRYPT_MODE, last).doFinal(sealed, 0, count);
        } catch (GeneralSecurityException e) {
            throw new BackupException(
                    number == 1 ? "the passphrase is another, or the file is damaged" : "the backup is damaged or cut",
                    e);
        }
    }

    private Cipher cipher(int mode, boolean last) throws GeneralSecurityException {
        byte[] nonce = ByteBuffer.allocate(NONCE_BYTES)
                .putLong(number++)
                .putInt(last ? 1 : 0)
                .array();
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BYTES * BITS, nonce));
        cipher.updateAAD(head);
        return cipher;
    }
}
