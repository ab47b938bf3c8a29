package dev.lintel.tools.image;

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

/// An image as one card gets it: its boot partition is a copy with what the card is given, all else is the image's own,
/// which stays as it is.
public final class Personal implements Flasher.Source, AutoCloseable {
    private final DiskFile image;
    private final Path folder;
    private final FileChannel boot;

    private Personal(DiskFile image, Path folder, FileChannel boot) {
        this.image = image;
        this.folder = folder;
        this.boot = boot;
    }

    /// `image` with the card's files. Throws [ImageException].
    public static Personal of(Path image, Card card) {
        Programs.require("mcopy", "mtools");
        DiskFile whole = DiskFile.image(image);
        try {
            if (whole.bytes() < Partitions.rootAt()) throw new ImageException(image + " is no image of Lintel");
            // Keys are among the files.
            Path folder = Files.createTempDirectory(
                    "lintel-card", PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            Path boot = folder.resolve("boot.fat");
            try (var in = FileChannel.open(image);
                    var out = FileChannel.open(boot, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                for (long at = 0; at < Partitions.BOOT_BYTES; ) {
                    at += in.transferTo(Partitions.bootAt() + at, Partitions.BOOT_BYTES - at, out);
                }
            }
            give(card, boot, folder);
            return new Personal(whole, folder, FileChannel.open(boot));
        } catch (IOException e) {
            whole.close();
            throw new ImageException("the card's own files cannot be added: " + e.getMessage(), e);
        }
    }

    private static void give(Card card, Path boot, Path folder) throws IOException {
        Path top = folder.resolve("lintel");
        Path files = Files.createDirectories(top.resolve("card"));
        for (Map.Entry<String, String> file : card.files().entrySet()) {
            Files.writeString(files.resolve(file.getKey()), file.getValue(), StandardCharsets.UTF_8);
        }
        String into = boot.toString();
        Programs.run("mcopy", "-Q", "-s", "-o", "-i", into, top.toString(), "::");
        if (card.hostName() == null) return;
        boolean pi = Programs.run("mdir", "-b", "-i", into, "::/").lines().anyMatch(("::/" + PiBoot.SCRIPT)::equals);
        String place = "::/" + (pi ? BootPartition.PI_ENTRY_A : BootPartition.ENTRY_A);
        String entry = BootPartition.named(Programs.run("mtype", "-i", into, place), card.hostName());
        Path written = Files.writeString(folder.resolve("entry"), entry, StandardCharsets.UTF_8);
        Programs.run("mcopy", "-Q", "-o", "-i", into, written.toString(), place);
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
            Trees.remove(folder);
        } catch (IOException e) {
            throw new ImageException(folder + " holds keys of the card and cannot be removed: " + e.getMessage(), e);
        }
    }
}
