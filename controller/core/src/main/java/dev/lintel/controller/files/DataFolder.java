package dev.lintel.controller.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The folder that holds everything a box knows: `lintel.db`, `tls/`, `keys/`, `images/`. Only its owner may read
/// it. Held open by one process at a time. Opened and closed by the wiring.
public final class DataFolder implements AutoCloseable {
    private static final Logger LOG = System.getLogger(DataFolder.class.getName());
    private static final Set<PosixFilePermission> OWNER_ONLY_FOLDER = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> OWNER_ONLY_FILE = PosixFilePermissions.fromString("rw-------");

    private final Path path;
    private final @Nullable FileChannel lockFile;
    private final boolean inMemory;
    private final Path home;

    private volatile Supplier<@Nullable String> refusal = () -> null;

    private DataFolder(Path path, @Nullable FileChannel lockFile, @Nullable DataFolder home) {
        this.path = path;
        this.lockFile = lockFile;
        this.inMemory = home != null;
        this.home = home == null ? path : home.home;
    }

    /// Opens or makes the folder. Throws [DataFolderException] when it cannot be written or another process holds
    /// it.
    public static DataFolder open(Path path) {
        try {
            Files.createDirectories(path, PosixFilePermissions.asFileAttribute(OWNER_ONLY_FOLDER));
        } catch (FileAlreadyExistsException e) {
            throw new DataFolderException("the data folder " + path + " is a file, not a folder", e);
        } catch (IOException e) {
            throw new DataFolderException("the data folder " + path + " cannot be made: " + reason(e), e);
        }
        FileChannel lockFile = null;
        try {
            if (isOurs(path)) Files.setPosixFilePermissions(path, OWNER_ONLY_FOLDER);
            lockFile = FileChannel.open(
                    path.resolve("lintel.lock"),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    LinkOption.NOFOLLOW_LINKS); // root opens folders of boxes, too
            give(path.resolve("lintel.lock"));
            FileLock lock = lockFile.tryLock();
            if (lock == null) throw inUse(path, lockFile, null);
            return new DataFolder(path, lockFile, null);
        } catch (OverlappingFileLockException e) {
            throw inUse(path, lockFile, e);
        } catch (IOException e) {
            throw new DataFolderException("the data folder " + path + " is not writable: " + reason(e), e);
        }
    }

    /// The same for a service, which opens its doors all the same when the disk is read-only or gone: then the
    /// folder is not locked, whatever is written to it fails, and the box decides from memory. Throws only
    /// when another process holds it.
    public static DataFolder openForService(Path path) {
        try {
            return open(path);
        } catch (DataFolderException e) {
            if (e.inUse()) throw e;
            LOG.log(Level.ERROR, String.valueOf(e.getMessage()));
            return new DataFolder(path, null, null);
        }
    }

    /// Whether the folder is empty or a box's already. `--data /tmp`, or a home folder, keeps the rights it has:
    /// each file that matters has its own.
    private static boolean isOurs(Path path) throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            List<String> names =
                    files.map(file -> file.getFileName().toString()).toList();
            return names.isEmpty() || names.contains("lintel.db") || names.contains("lintel.lock");
        }
    }

    /// The same box's folder with its database elsewhere: on a RAM disk, when the disk is of no use. Secrets are
    /// copied along as far as they can be read. Locked, so that it is seen to be in use.
    public static DataFolder inside(Path memory, DataFolder original) throws IOException {
        var folder = new DataFolder(memory, open(memory).lockFile, original);
        Path keys = original.path.resolve("keys");
        if (!Files.isDirectory(keys)) return folder;
        try (var files = Files.list(keys)) {
            for (Path key : files.toList()) folder.copyKey(key);
        } catch (IOException | UncheckedIOException | DataFolderException e) {
            LOG.log(Level.WARNING, "keys are not copied: " + e.getMessage());
        }
        return folder;
    }

    private void copyKey(Path key) throws IOException {
        byte[] secret;
        try {
            secret = Files.readAllBytes(key);
        } catch (IOException e) { // one that is lost keeps no door shut
            LOG.log(Level.WARNING, "key " + key.getFileName() + " is not copied: " + e.getMessage());
            return;
        }
        writePrivate(folder("keys").resolve(key.getFileName()), secret);
    }

    /// A copy on a RAM disk in the place of a whole folder that no box may work in. Locked, so that it is seen to be in
    /// use; the original is, too.
    public static DataFolder inPlaceOf(DataFolder original, Path memory) {
        return new DataFolder(memory, open(memory).lockFile, original);
    }

    public Path path() {
        return path;
    }

    /// Makes each database of this folder refuse writes while `why` gives a reason. Call it before they are used.
    public void refuseWritesWhile(Supplier<@Nullable String> why) {
        refusal = why;
    }

    /// Why databases of this folder refuse writes: they would be in files that no start finds. Null: they take them.
    public @Nullable String refusal() {
        return refusal.get();
    }

    /// Where the box is at home: the folder on disk, also of a copy.
    public Path home() {
        return home;
    }

    /// Whether it is a copy on a RAM disk, which ends with the process.
    public boolean isInMemory() {
        return inMemory;
    }

    public Path database() {
        return path.resolve("lintel.db");
    }

    /// Makes `file` empty, for its owner only, unless it is there: SQLite gives its side files the same rights.
    public void ensurePrivate(Path file) {
        try {
            if (!Files.exists(file)) Files.createFile(file, PosixFilePermissions.asFileAttribute(OWNER_ONLY_FILE));
            else Files.setPosixFilePermissions(file, OWNER_ONLY_FILE);
        } catch (IOException e) {
            throw new DataFolderException("the file " + file + " cannot be made: " + reason(e), e);
        }
    }

    /// A folder inside, made when it is not there, readable by its owner only.
    public Path folder(String name) {
        Path folder = path.resolve(name);
        try {
            makePrivate(folder);
            return folder;
        } catch (IOException e) {
            throw new DataFolderException("the folder " + folder + " cannot be made: " + reason(e), e);
        }
    }

    /// A random secret of `bytes` bytes that stays the same: file `keys/NAME`, made at the first call.
    public byte[] secret(String name, int bytes) {
        Path file = folder("keys").resolve(name);
        try {
            if (Files.exists(file)) return Files.readAllBytes(file);
            byte[] secret = new byte[bytes];
            new SecureRandom().nextBytes(secret);
            writePrivate(file, secret);
            return secret;
        } catch (IOException e) {
            throw new DataFolderException("the key " + file + " cannot be read or made: " + reason(e), e);
        }
    }

    /// Writes a file that only its owner may read, whole or not at all: a reader never sees half of it.
    public static void writePrivate(Path file, byte[] content) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        Files.deleteIfExists(part);
        // Made and opened at once: whoever else may write to the folder could put a link in its place in between.
        try (FileChannel channel = FileChannel.open(
                part,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(OWNER_ONLY_FILE))) {
            give(part);
            var left = java.nio.ByteBuffer.wrap(content);
            while (left.hasRemaining()) channel.write(left); // a disk that fills takes some without a word
            channel.force(true);
        } catch (IOException e) {
            Files.deleteIfExists(part); // the little room there is is not for half a file
            throw e;
        }
        Files.move(part, file, java.nio.file.StandardCopyOption.ATOMIC_MOVE);
    }

    /// Makes a folder that only its owner may look into, unless it is there. Its owner may have it
    /// elsewhere by a link; root does not follow one in somebody else's folder.
    public static void makePrivate(Path folder) throws IOException {
        if (Files.isSymbolicLink(folder) && isForeign(folder.toAbsolutePath().resolveSibling("."))) {
            throw LinkFree.isLink(folder);
        }
        if (Files.isDirectory(folder)) return;
        Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(OWNER_ONLY_FOLDER));
        give(folder);
    }

    /// What root writes into a box's folder, as when it pairs a reader, is for the box to read: it belongs to whom
    /// the folder around it belongs to.
    private static void give(Path path) throws IOException {
        PosixFileAttributes around =
                Files.readAttributes(path.toAbsolutePath().resolveSibling("."), PosixFileAttributes.class);
        PosixFileAttributeView here =
                Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (here.readAttributes().owner().equals(around.owner())) return;
        if (!"root".equals(System.getProperty("user.name"))) return; // nobody else may
        here.setOwner(around.owner());
        here.setGroup(around.group());
    }

    /// Whether this process is root's and the folder is not: its owner may change any name in it at any
    /// moment.
    public static boolean isForeign(Path folder) throws IOException {
        return "root".equals(System.getProperty("user.name"))
                && !Files.getOwner(folder).getName().equals("root");
    }

    /// As [#writePrivate], and on disk with its name when this returns: a power cut after it takes nothing back.
    public static void writeDurably(Path file, byte[] content) throws IOException {
        writePrivate(file, content);
        force(file.resolveSibling("."));
    }

    /// Has the names in `folder` on disk when this returns.
    public static void force(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    @Override
    public void close() {
        try {
            if (lockFile != null) lockFile.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static DataFolderException inUse(Path path, @Nullable FileChannel lockFile, @Nullable Exception cause) {
        try {
            if (lockFile != null) lockFile.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return DataFolderException.inUse("another Lintel process uses the data folder " + path, cause);
    }

    private static String reason(IOException e) {
        return switch (e) {
            case java.nio.file.AccessDeniedException _ -> "permission denied";
            case java.nio.file.NoSuchFileException _ -> "nothing can be made there";
            case java.nio.file.FileSystemException f when f.getReason() != null -> f.getReason();
            default -> String.valueOf(e.getMessage());
        };
    }
}
