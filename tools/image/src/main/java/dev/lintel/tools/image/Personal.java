package dev.lintel.tools.image;

import dev.lintel.tools.pack.PackException;
import dev.lintel.tools.pack.Programs;
import dev.lintel.tools.pack.Trees;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// An image as one card gets it: its boot partition is a copy with what the card is given, all else is the image's own,
/// which stays as it is.
public final class Personal implements Flasher.Source, AutoCloseable {
    private static final String NETWORK = "lintel/card/network";
    private static final String WIRING = "lintel/card/" + Identity.WIRING;

    private final Path path;
    private final DiskFile image;
    private final Path folder;
    /// A copy of the image's boot partition, in `folder`.
    private final Path fat;
    private final FileChannel boot;

    private Personal(Path path, DiskFile image, Path folder, Path fat, FileChannel boot) {
        this.path = path;
        this.image = image;
        this.folder = folder;
        this.fat = fat;
        this.boot = boot;
    }

    /// `image` with the card's files. Throws [ImageException].
    public static Personal of(Path image, Card card) {
        Personal personal = of(image);
        boolean given = false;
        try {
            personal.give(card);
            given = true;
            return personal;
        } finally {
            if (!given) personal.close();
        }
    }

    /// `image` as it is, until a card's files are given. Throws [ImageException].
    public static Personal of(Path image) {
        Programs.require("mcopy", "mtools");
        DiskFile whole = DiskFile.image(image);
        @Nullable Path folder = null;
        @Nullable Personal made = null;
        try {
            if (whole.bytes() < Partitions.rootAt()) throw new ImageException(image + " is no image of Lintel");
            // Keys will be among the files.
            folder = Files.createTempDirectory(
                    "lintel-card", PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            Path fat = folder.resolve("boot.fat");
            try (var in = FileChannel.open(image);
                    var out = FileChannel.open(fat, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                for (long at = 0; at < Partitions.BOOT_BYTES; ) {
                    at += in.transferTo(Partitions.bootAt() + at, Partitions.BOOT_BYTES - at, out);
                }
            }
            made = new Personal(image, whole, folder, fat, FileChannel.open(fat));
            return made;
        } catch (IOException e) {
            throw new ImageException("the card's own files cannot be added: " + e.getMessage(), e);
        } finally {
            if (made == null) {
                whole.close();
                if (folder != null) removed(folder);
            }
        }
    }

    /// What the image was customised with when it was built, as far as a box is found by it: its name, its address, and
    /// the wiring, which has the port of its pages. No other files: they are where they belong already. Throws
    /// [ImageException] where this is no image.
    public Card customised() {
        Set<String> files = files();
        String name = BootPartition.nameIn(type(entry(files)));
        CardNetwork network = files.contains("::/" + NETWORK) ? CardNetwork.written(type(NETWORK)) : null;
        boolean wired = files.contains("::/" + WIRING);
        return new Card(
                name,
                network == null ? null : network.inUrl(),
                wired ? Map.of(Identity.WIRING, type(WIRING)) : Map.of());
    }

    /// Adds the card's files to those of the image, in place of those with the same names. Throws [ImageException].
    public void give(Card card) {
        try {
            Path top = folder.resolve("lintel");
            Path files = Files.createDirectories(top.resolve("card"));
            for (Map.Entry<String, String> file : card.files().entrySet()) {
                Files.writeString(files.resolve(file.getKey()), file.getValue(), StandardCharsets.UTF_8);
            }
            Programs.run("mcopy", "-Q", "-s", "-o", "-i", fat.toString(), top.toString(), "::");
            if (card.hostName() == null) return;
            String place = entry(files());
            String entry = BootPartition.named(type(place), card.hostName());
            Path written = Files.writeString(folder.resolve("entry"), entry, StandardCharsets.UTF_8);
            Programs.run("mcopy", "-Q", "-o", "-i", fat.toString(), written.toString(), "::/" + place);
        } catch (IOException e) {
            throw new ImageException("the card's own files cannot be added: " + e.getMessage(), e);
        }
    }

    /// All of the boot partition, as mdir names them: `::/lintel/a/linux`.
    private Set<String> files() {
        try {
            return Programs.run("mdir", "-/", "-b", "-i", fat.toString(), "::/")
                    .lines()
                    .collect(Collectors.toSet());
        } catch (PackException e) {
            throw new ImageException(path + " is no image of Lintel: its boot partition cannot be read", e);
        }
    }

    /// Where the entry of the image's slot is.
    private String entry(Set<String> files) {
        String entry = files.contains("::/" + PiBoot.SCRIPT) ? BootPartition.PI_ENTRY_A : BootPartition.ENTRY_A;
        if (files.contains("::/" + entry)) return entry;
        throw new ImageException(path + " is no image of Lintel: its boot partition has no " + entry);
    }

    private String type(String file) {
        return Programs.run("mtype", "-i", fat.toString(), "::/" + file);
    }

    @Override
    public long bytes() {
        return image.bytes();
    }

    @Override
    public void read(ByteBuffer piece, long at) throws IOException {
        int limit = piece.limit();
        for (long from = at; piece.position() < limit; from = at + piece.position()) {
            boolean mine = from >= Partitions.bootAt() && from < Partitions.rootAt();
            long end = mine ? Partitions.rootAt() : from < Partitions.bootAt() ? Partitions.bootAt() : Long.MAX_VALUE;
            piece.limit((int) Math.min(limit, piece.position() + Math.min(limit, end - from)));
            if (mine) own(piece, from - Partitions.bootAt());
            else image.read(piece, from);
            piece.limit(limit);
        }
    }

    private void own(ByteBuffer piece, long at) throws IOException {
        for (long from = at; piece.hasRemaining(); ) {
            int read = boot.read(piece, from);
            if (read < 0) throw new EOFException("the boot partition ends at byte " + from);
            from += read;
        }
    }

    @Override
    public void close() {
        image.close();
        try {
            boot.close();
        } catch (IOException e) {
            throw new ImageException(fat + " cannot be closed: " + e.getMessage(), e);
        } finally {
            removed(folder);
        }
    }

    private static void removed(Path folder) {
        try {
            Trees.remove(folder);
        } catch (IOException e) {
            throw new ImageException(folder + " holds keys of the card and cannot be removed: " + e.getMessage(), e);
        }
    }
}
