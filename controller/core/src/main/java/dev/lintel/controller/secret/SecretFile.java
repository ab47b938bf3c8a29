package dev.lintel.controller.secret;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/// A secret in a file of the operator's own. Any thread that may block.
public final class SecretFile {
    private static final Set<PosixFilePermission> OTHERS = Set.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE);
    /// Longer than any secret: a file that was named by mistake is not read whole.
    private static final long BYTES_MAX = 8_192;

    private SecretFile() {}

    /// All of it. Throws `IllegalArgumentException` in words, also where others than its owner may read it.
    ///
    /// @param key that names the file in the configuration
    public static String whole(String key, Path file) {
        String name = key + " " + file;
        try {
            for (PosixFilePermission one : Files.getPosixFilePermissions(file)) {
                if (OTHERS.contains(one)) {
                    throw new IllegalArgumentException(name + " may be read by others than its owner: chmod 600 it");
                }
            }
            if (Files.size(file) > BYTES_MAX) throw new IllegalArgumentException(name + " is too long for a secret");
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException(name + " is not there", e);
        } catch (IOException e) {
            throw new IllegalArgumentException(name + " cannot be read: " + e.getMessage(), e);
        }
    }

    /// Its first line. Throws `IllegalArgumentException` in words, also where others than its owner may
    /// read it.
    ///
    /// @param key that names the file in the configuration
    public static String read(String key, Path file) {
        String first = whole(key, file).lines().findFirst().orElse("").strip();
        if (first.isEmpty()) throw new IllegalArgumentException(key + " " + file + " is empty");
        return first;
    }
}
