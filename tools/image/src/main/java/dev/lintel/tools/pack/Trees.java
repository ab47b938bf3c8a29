package dev.lintel.tools.pack;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/// Whole folders.
public final class Trees {
    private Trees() {}

    /// Removes a folder with all that is in it, if it is there. Follows no link.
    public static void remove(Path folder) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) return;
        List<Path> all;
        try (Stream<Path> walk = Files.walk(folder)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) Files.delete(path);
    }

    /// Copies a folder's files, with their times, to `target`.
    static void copy(Path folder, Path target) throws IOException {
        List<Path> all;
        try (Stream<Path> walk = Files.walk(folder)) {
            all = walk.sorted().toList();
        }
        for (Path path : all) {
            Path there = target.resolve(folder.relativize(path).toString());
            if (Files.isDirectory(path)) Files.createDirectories(there);
            else Files.copy(path, there, StandardCopyOption.COPY_ATTRIBUTES);
        }
    }

    /// Gives everything one time and the permissions that installed files have: what is executable stays so.
    public static void level(Path folder, FileTime time) throws IOException {
        List<Path> all;
        try (Stream<Path> walk = Files.walk(folder)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            if (Files.isSymbolicLink(path)) continue;
            boolean runs = Files.isDirectory(path) || isProgram(path);
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(runs ? "rwxr-xr-x" : "rw-r--r--"));
            Files.setLastModifiedTime(path, time);
        }
    }

    /// Root may run everything that anybody may: the owner's bit says what is meant.
    private static boolean isProgram(Path path) throws IOException {
        return Files.getPosixFilePermissions(path).contains(PosixFilePermission.OWNER_EXECUTE);
    }

    /// Copies one file with its time.
    public static void copyFile(Path file, Path target) throws IOException {
        Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
    }

    /// Moves `part` to its place, over what is there. Returns the place.
    public static Path moveOver(Path part, Path place) throws IOException {
        return Files.move(part, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    static boolean isFile(Path path) {
        return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
    }

    /// Of every file's name and content: two folders that differ in either have another.
    static String hash(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(folder)) {
            files = walk.filter(Trees::isFile).sorted().toList();
        }
        MessageDigest digest = digest("SHA-256");
        for (Path file : files) {
            String line = sha256(file) + " " + folder.relativize(file) + "\n";
            digest.update(line.getBytes(StandardCharsets.UTF_8));
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /// Of a text.
    public static String sha256(String text) {
        return HexFormat.of().formatHex(digest("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    /// Of a file.
    public static String sha256(Path file) throws IOException {
        return hash(file, "SHA-256");
    }

    /// What dpkg knows files by; nothing is trusted for it.
    static String md5(Path file) throws IOException {
        return hash(file, "MD5");
    }

    private static String hash(Path file, String algorithm) throws IOException {
        MessageDigest digest = digest(algorithm);
        try (var in = new DigestInputStream(Files.newInputStream(file), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest digest(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JVM has both
        }
    }

    /// Bytes of all files.
    static long size(Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.filter(Trees::isFile).mapToLong(Trees::bytes).sum();
        }
    }

    private static long bytes(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
