package dev.lintel.controller.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The identity of a file at a path. A disk that is mounted again has other files, also with the same device and inode:
/// a process that has a file of the former mount open cannot read it any more. Immutable.
///
/// @param file device and inode
/// @param mount the kernel's number of the mount; empty where there is no such table
public record FileIdentity(Object file, String mount) {
    private static final Path TABLE = Path.of("/proc/self/mountinfo");
    private static final int POINT = 4; // of the fields: the folder on which it is mounted
    private static final int OCTAL_DIGITS = 3;

    /// Null where there is no such file, or the disk does not say.
    public static @Nullable FileIdentity of(Path path) {
        try {
            Object file = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
            return file == null ? null : new FileIdentity(file, mountOf(path.toRealPath()));
        } catch (IOException e) {
            return null;
        }
    }

    private static String mountOf(Path real) throws IOException {
        if (!Files.exists(TABLE)) return "";
        String mount = "";
        int longest = -1;
        for (String line : Files.readAllLines(TABLE, StandardCharsets.UTF_8)) {
            List<String> fields = List.of(line.split(" "));
            Path point = Path.of(plain(fields.get(POINT)));
            if (!real.startsWith(point) || point.getNameCount() < longest) continue;
            longest = point.getNameCount(); // of two on one folder the later one is on top
            mount = fields.getFirst();
        }
        return mount;
    }

    /// The table has a space as `\040`.
    private static String plain(String text) {
        var plain = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\\' && i + OCTAL_DIGITS < text.length()) {
                plain.append((char) Integer.parseInt(text.substring(i + 1, i + 1 + OCTAL_DIGITS), 8));
                i += OCTAL_DIGITS;
            } else {
                plain.append(text.charAt(i));
            }
        }
        return plain.toString();
    }
}
