package dev.lintel.controller.people;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.Database;
import dev.lintel.reader.Bytes;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The files of images, in `images/` of the data folder. Any thread; blocks.
///
/// ```
///   images/incoming/NAME.raw      as it was sent, while it arrives
///   images/incoming/NAME          what ImageScan copied of it: waits for the worker
///   images/NAME.jpg               what is shown
///   images/NAME-small.jpg         the same as a small square
/// ```
///
/// A name is random, made for one image and used for no other. Nothing is made before the first image comes. Throws
/// [ImageShelfException] when the folder cannot be read or written.
public final class ImageShelf {
    private static final String FOLDER = "images";
    private static final String INCOMING = "images/incoming";
    private static final String RAW = ".raw";
    private static final int NAME_BYTES = 12;

    private final DataFolder folder;
    private final long bytesMax;

    /// As large as the disk lets it be.
    public ImageShelf(DataFolder folder) {
        this(folder, Long.MAX_VALUE);
    }

    /// Takes no more images while it holds `bytesMax` bytes.
    public ImageShelf(DataFolder folder, long bytesMax) {
        this.folder = folder;
        this.bytesMax = bytesMax;
    }

    /// A name that no other image has.
    public static String newName() {
        byte[] name = new byte[NAME_BYTES];
        new SecureRandom().nextBytes(name);
        return HexFormat.of().formatHex(name);
    }

    /// Where an image may arrive under that name; readable by the owner only.
    OutputStream receive(String name) throws IOException {
        if (bytesMax < Long.MAX_VALUE && bytes() >= bytesMax) {
            throw new IOException("there are " + (bytesMax >> 20) + " MB of images already");
        }
        return create(folder.folder(INCOMING).resolve(name + RAW));
    }

    /// Copies what arrived to where the worker finds it, on disk when this returns. Throws [ImageException] when it is
    /// no image; what arrived is gone either way.
    ImageHeader check(String name) throws IOException {
        Path raw = incoming(name + RAW);
        try (InputStream in = Files.newInputStream(raw);
                FileChannel channel = channel(incoming(name));
                var out = new java.io.BufferedOutputStream(Channels.newOutputStream(channel))) {
            ImageHeader header = ImageScan.copy(in, out);
            out.flush();
            channel.force(true);
            return header;
        } finally {
            Files.deleteIfExists(raw);
        }
    }

    /// What [#check] said of it, read again.
    ImageHeader header(String name) throws IOException {
        try (InputStream in = Files.newInputStream(incoming(name))) {
            return ImageScan.copy(in, OutputStream.nullOutputStream());
        }
    }

    Path plain(String name) {
        return incoming(name);
    }

    /// Keeps both pictures, on disk when this returns.
    void keep(String name, ImageMaker.Made made) throws IOException {
        DataFolder.writePrivate(shown(name, false), made.large().toArray());
        DataFolder.writePrivate(shown(name, true), made.small().toArray());
    }

    /// Keeps both pictures (JPEG) that were made elsewhere, under the name that they have there; on disk when this
    /// returns.
    public void bring(String name, Bytes large, Bytes small) {
        try {
            folder.folder(FOLDER);
            DataFolder.writePrivate(shown(name, false), large.toArray());
            DataFolder.writePrivate(shown(name, true), small.toArray());
        } catch (IOException e) {
            throw new ImageShelfException("an image cannot be kept", e);
        }
    }

    /// A picture that is shown; null when it is no longer there.
    public @Nullable Bytes read(String name, boolean small) {
        try {
            return Bytes.copyOf(Files.readAllBytes(shown(name, small)));
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            throw new ImageShelfException("an image cannot be read", e);
        }
    }

    /// Removes what waits under that name, as it arrived and as it was checked.
    public void deleteIncoming(String name) {
        try {
            Files.deleteIfExists(incoming(name + RAW));
            Files.deleteIfExists(incoming(name));
        } catch (IOException e) {
            throw new ImageShelfException("an image cannot be removed", e);
        }
    }

    /// Removes every file of that name.
    void delete(String name) {
        deleteIncoming(name);
        try {
            Files.deleteIfExists(shown(name, false));
            Files.deleteIfExists(shown(name, true));
        } catch (IOException e) {
            throw new ImageShelfException("an image cannot be removed", e);
        }
    }

    /// Whether the database is the one whose rows name these files.
    boolean isBeside(Database database) {
        return database.isOf(folder);
    }

    /// Removes what arrived under other names than these: a box that died left it. At a start, before anything else
    /// arrives.
    void sweep(Supplier<Set<String>> wanted) {
        Path incoming = incoming("");
        if (!Files.isDirectory(incoming)) return;
        try (Stream<Path> files = Files.list(incoming)) {
            Set<String> kept = wanted.get();
            for (Path file : files.toList()) {
                if (!kept.contains(file.getFileName().toString())) Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new ImageShelfException("what is left of images cannot be removed", e);
        }
    }

    /// Of all images, as they arrive and as they are shown.
    private long bytes() throws IOException {
        Path images = folder.path().resolve(FOLDER);
        if (!Files.isDirectory(images)) return 0;
        try (Stream<Path> files = Files.walk(images)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }

    private Path incoming(String file) {
        return folder.path().resolve(INCOMING).resolve(file);
    }

    private Path shown(String name, boolean small) {
        return folder.path().resolve(FOLDER).resolve(name + (small ? "-small.jpg" : ".jpg"));
    }

    private static OutputStream create(Path file) throws IOException {
        return new java.io.BufferedOutputStream(Channels.newOutputStream(channel(file)));
    }

    private static FileChannel channel(Path file) throws IOException {
        return FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
}
