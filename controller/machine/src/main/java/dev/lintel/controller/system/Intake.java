package dev.lintel.controller.system;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Takes what the box has left in its folder, as root. The folder is its owner's, who may swap anything in
/// it for anything at any moment: so a name in it is moved into root's own folder by one system call
/// (renameat, relative to folders that were opened and are no links), and looked at there, where nobody
/// can swap it any more. A link arrives as the link that it is, and is not followed.
final class Intake {
    private static final Set<StandardOpenOption> READ = Set.of(StandardOpenOption.READ);

    private static final String ASIDE = "aside";

    /// Names that are taken away in one turn: a box that goes on adding some must not hold root's turn.
    private static final int CLEARED_MAX = 100_000;

    private static final Logger LOG = System.getLogger(Intake.class.getName());

    private final SystemFolders folders;

    Intake(SystemFolders folders) {
        this.folders = folders;
    }

    /// The request's bytes, one more than it may have at most; null where there is none. It is gone from the
    /// box's folder when this returns, or throws [SystemException].
    byte @Nullable [] request() {
        Path taken = take(SystemFolders.REQUEST);
        if (taken == null) return null;
        try {
            requireFile(taken, "request");
            // Whoever has it open still may write on: what counts is what is read here, once.
            try (SeekableByteChannel in = Files.newByteChannel(taken, READ)) {
                ByteBuffer bytes = ByteBuffer.allocate(Letter.BYTES_MAX + 1);
                while (bytes.hasRemaining() && in.read(bytes) >= 0) {}
                return Arrays.copyOf(bytes.array(), bytes.position());
            }
        } catch (IOException e) {
            throw new SystemException("the request cannot be read: " + e.getMessage(), e);
        } finally {
            remove(taken);
        }
    }

    /// Where the bundle lies now. What is in it may still change under whoever reads it: only what is compared with
    /// its hash while it is used counts. Throws [SystemException].
    Path bundle() {
        Path taken = take(SystemFolders.BUNDLE);
        if (taken == null) throw new SystemException("there is no bundle: it has to be uploaded first");
        try {
            requireFile(taken, "bundle");
            return taken;
        } catch (IOException | SystemException e) {
            remove(taken);
            throw e instanceof SystemException refused
                    ? refused
                    : new SystemException("the bundle cannot be read: " + e.getMessage(), e);
        }
    }

    /// Of a run that was cut off, or after an install.
    void removeBundle() {
        remove(folders.workroom().resolve(SystemFolders.BUNDLE));
    }

    private @Nullable Path take(String name) {
        try {
            Files.createDirectories(folders.own());
            Path room = folders.workroom();
            if (!Files.isDirectory(room)) {
                Files.createDirectory(
                        room, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            }
            Path taken = room.resolve(name);
            remove(taken);
            try (var data = Files.newDirectoryStream(folders.data());
                    var into = Files.newDirectoryStream(room)) {
                move(secure(data), secure(into), Path.of(name));
            }
            return taken;
        } catch (NoSuchFileException e) {
            return null;
        } catch (AtomicMoveNotSupportedException e) { // a mount lies between them
            throw new SystemException(
                    "nothing can be taken from " + folders.data() + ": keep it and " + folders.own()
                            + " on one file system, without a mount of its own for either",
                    e);
        } catch (IOException e) {
            throw new SystemException("the box's " + name + " cannot be taken: " + e.getMessage(), e);
        }
    }

    private static void move(SecureDirectoryStream<Path> data, SecureDirectoryStream<Path> into, Path name)
            throws IOException {
        try (var from = data.newDirectoryStream(Path.of(SystemFolders.REQUESTS), LinkOption.NOFOLLOW_LINKS)) {
            from.move(name, into, name);
        }
    }

    private static SecureDirectoryStream<Path> secure(DirectoryStream<Path> folder) throws IOException {
        if (folder instanceof SecureDirectoryStream<Path> secure) return secure;
        throw new IOException("this system opens no folder in a way that is safe from links");
    }

    /// The box's own: somebody else's file is none that it may have read for it.
    private void requireFile(Path taken, String what) throws IOException {
        PosixFileAttributes here = Files.readAttributes(taken, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!here.isRegularFile()) throw new SystemException("the " + what + " is no file, but a link or worse");
        PosixFileAttributes box = Files.readAttributes(folders.data(), PosixFileAttributes.class);
        if (!here.owner().equals(box.owner())) {
            throw new SystemException(
                    "the " + what + " belongs to " + here.owner().getName() + ", and not to the box");
        }
    }

    /// What is no file but a folder is put aside first, so that nothing that the box leaves here can stand in
    /// the way of what it asks for next. Then it is taken apart, through folders that are held open and with no
    /// link followed, for the box may still have a hand in it.
    private static void remove(Path taken) {
        try {
            if (!Files.isDirectory(taken, LinkOption.NOFOLLOW_LINKS)) {
                Files.deleteIfExists(taken);
                return;
            }
            Path aside = Files.createTempDirectory(taken.toAbsolutePath().getParent(), ASIDE);
            Files.move(taken, aside.resolve(ASIDE)); // a rename: nothing in it is looked at
            clear(aside);
        } catch (IOException | DirectoryIteratorException e) {
            if (Files.isDirectory(taken, LinkOption.NOFOLLOW_LINKS) || Files.exists(taken)) {
                throw new SystemException(taken + " is in the way: " + e.getMessage(), e);
            } // else it is out of the way, and what is left of it lies aside
        }
    }

    /// Takes away what an earlier turn could not, for the box still had a hand in it.
    void clearAside() {
        Path room = folders.workroom();
        if (!Files.isDirectory(room, LinkOption.NOFOLLOW_LINKS)) return;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(room, ASIDE + "*")) {
            for (Path aside : all) clear(aside);
        } catch (IOException | DirectoryIteratorException e) { // the next turn tries again
            LOG.log(Level.WARNING, "what the box has left stays in " + room + " for now: " + e.getMessage());
        }
    }

    /// Round by round: folders within folders are moved up beside the rest, so that none is too deep.
    private static void clear(Path aside) throws IOException {
        int left = CLEARED_MAX;
        for (boolean any = true; any; ) {
            any = false;
            try (var opened = Files.newDirectoryStream(aside)) {
                SecureDirectoryStream<Path> room = secure(opened);
                for (Path one : room) {
                    any = true;
                    left = takeApart(room, one.getFileName(), left);
                }
            }
        }
        Files.delete(aside);
    }

    /// Returns how many names may still be taken away.
    private static int takeApart(SecureDirectoryStream<Path> room, Path name, int may) throws IOException {
        int left = may - 1;
        if (!isFolder(room, name)) {
            room.deleteFile(name);
            return left;
        }
        try (var inside = room.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
            for (Path one : inside) {
                if (left-- <= 0) throw new IOException("there is too much of it");
                Path part = one.getFileName();
                if (isFolder(inside, part))
                    inside.move(part, room, Path.of(UUID.randomUUID().toString()));
                else inside.deleteFile(part);
            }
        }
        room.deleteDirectory(name);
        return left;
    }

    private static boolean isFolder(SecureDirectoryStream<Path> folder, Path name) throws IOException {
        return folder.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes()
                .isDirectory();
    }
}
