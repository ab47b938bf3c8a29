package dev.lintel.tools;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/// A file that somebody named on the command line or typed: looked at before it is read, so that what is wrong
/// with it is told in words. Main thread.
final class GivenFile {
    private static final Set<PosixFilePermission> OTHERS =
            EnumSet.range(PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_EXECUTE);

    private GivenFile() {}

    /// Its bytes. Throws [CommandFailed] when it is no regular file, has more than `bytesMax` bytes or cannot be
    /// read.
    static byte[] read(Path file, long bytesMax) {
        try {
            if (sizeOf(file) > bytesMax) throw new CommandFailed(file + " has more than " + bytesMax + " bytes");
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /// Throws [CommandFailed] when it is no regular file, or when anybody but its owner has rights to it:
    /// whoever could read a key may have done so.
    static void checkPrivate(Path file) {
        try {
            long _ = sizeOf(file);
            if (Files.getPosixFilePermissions(file).stream().anyMatch(OTHERS::contains)) {
                throw new CommandFailed("the key " + file
                        + " can be read by others: take their rights away (chmod 600), and use a new key");
            }
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /// A sentence about what went wrong with `file`.
    static CommandFailed unreadable(Path file, IOException why) {
        return new CommandFailed(file + " cannot be read: " + reason(why));
    }

    static String reason(IOException why) {
        return switch (why) {
            case NoSuchFileException _ -> "it is not there";
            case AccessDeniedException _ -> "no permission";
            default -> String.valueOf(why.getMessage());
        };
    }

    private static long sizeOf(Path file) throws IOException {
        var found = Files.readAttributes(file, BasicFileAttributes.class);
        if (found.isDirectory()) throw new CommandFailed(file + " cannot be read: it is a folder");
        if (!found.isRegularFile()) throw new CommandFailed(file + " cannot be read: it is no regular file");
        return found.size();
    }
}
