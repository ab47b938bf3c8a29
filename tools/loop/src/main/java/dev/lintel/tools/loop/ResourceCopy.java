package dev.lintel.tools.loop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;

/// Copies one file where its content is another one, so that the time of an unchanged copy stays. Everybody may read
/// the copy, whatever the rights of the original: jars keep them, and two builds have to be the same.
final class ResourceCopy {
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-r--r--");
    private static final Set<PosixFilePermission> PROGRAM = PosixFilePermissions.fromString("rwxr-xr-x");

    private ResourceCopy() {}

    static void update(Path from, Path to) throws IOException {
        if (!Files.exists(to) || Files.mismatch(from, to) >= 0) {
            Files.createDirectories(Objects.requireNonNull(to.getParent()));
            Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
        Set<PosixFilePermission> rights = Files.isExecutable(from) ? PROGRAM : FILE;
        if (!Files.getPosixFilePermissions(to).equals(rights)) Files.setPosixFilePermissions(to, rights);
    }
}
