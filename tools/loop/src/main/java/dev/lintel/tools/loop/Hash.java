package dev.lintel.tools.loop;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Short hashes that tell whether something changed. Not for secrets.
final class Hash {
    /// 80 bits: enough that two versions of one file never share a hash by chance.
    private static final int BYTES = 10;

    private Hash() {}

    static String of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    static String of(byte[] bytes) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(digest, 0, BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // each JDK has SHA-256
        }
    }
}
