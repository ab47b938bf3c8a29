package dev.lintel.tools.image;

import dev.lintel.controller.json.Json;
import dev.lintel.tools.pack.PackException;
import dev.lintel.tools.pack.Programs;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Looks whether an image is whole, as each part's own program sees it. Changes nothing.
///
/// ```
///   sfdisk      the table, with partitions where they belong
///   fsck.vfat   the boot partition; its entries, and the kernels that they name; a Raspberry Pi's firmware
///   e2fsck      the root
///   SHA-256     all of it, where its sum lies beside it: what changed within a file none of them sees
/// ```
public final class Verifier {
    private static final Pattern KERNEL = Pattern.compile("(?m)^(?:linux|initrd) (/\\S+)$");
    private static final Pattern VERSION = Pattern.compile("(?m)^title[ =]Lintel (\\S+) [(]a[)]$");

    private static final List<String> PI_SLOT = List.of("/lintel/a/good", "/lintel/a/linux", "/lintel/a/initrd");

    /// Of the boot partition at once; it divides [Partitions#BOOT_BYTES].
    private static final int PIECE_BYTES = 64 << 10;

    private final Consumer<String> progress;

    /// `progress` hears what is being done, in a few words.
    public Verifier(Consumer<String> progress) {
        this.progress = progress;
    }

    /// An image that is whole.
    ///
    /// @param version of the Lintel in it
    /// @param sha256 that was compared; null where none lies beside it, and its structure is all that was looked at
    public record Whole(
            String version, long bytes, @Nullable String sha256) {}

    /// Throws [ImageException] that names the part that is not as it should be.
    public Whole verify(Path image) {
        Programs.require("sfdisk", "fdisk");
        Programs.require("mtype", "mtools");
        Programs.require("fsck.vfat", "dosfstools");
        Programs.require("e2fsck", "e2fsprogs");
        if (!Files.isRegularFile(image)) throw new ImageException(image + " is no file");
        try {
            long bytes = Files.size(image);
            if (bytes != Partitions.bytes()) {
                throw new ImageException(image + " has " + bytes + " bytes, an image " + Partitions.bytes());
            }
            progress.accept("the table");
            table(image);
            Path boot = Files.createTempFile("lintel-boot", ".fat");
            String version;
            try {
                version = boot(image, boot);
            } finally {
                Files.delete(boot);
            }
            progress.accept("the root");
            part("the root", "e2fsck", "-f", "-n", image + "?offset=" + Partitions.rootAt());
            progress.accept("its sum");
            return new Whole(version, bytes, ImageSum.check(image));
        } catch (IOException e) {
            throw new ImageException(image + " cannot be looked at: " + e.getMessage(), e);
        }
    }

    private static void table(Path image) {
        Map<String, @Nullable Object> json = Json.parseObject(part("the table", "sfdisk", "--json", image.toString()));
        var starts = new TreeMap<String, Long>();
        if (json.get("partitiontable") instanceof Map<?, ?> table && table.get("partitions") instanceof List<?> all) {
            for (Object one : all) {
                if (one instanceof Map<?, ?> partition && partition.get("start") instanceof Number start) {
                    starts.put(String.valueOf(partition.get("name")), start.longValue() * Partitions.SECTOR);
                }
            }
        }
        var expected = Map.of("lintel-boot", Partitions.bootAt(), "lintel-root-a", Partitions.rootAt());
        if (!starts.equals(expected)) throw new ImageException("the table: " + starts + " are not " + expected);
    }

    private String boot(Path image, Path boot) throws IOException {
        progress.accept("the boot partition");
        copyBoot(image, boot);
        part("the boot partition", "fsck.vfat", "-n", boot.toString());
        boolean pi = PiBoot.isBridged(image);
        if (pi) PiBoot.verify(boot);
        String place = pi ? BootPartition.PI_ENTRY_A : BootPartition.ENTRY_A;
        String entry = part("its entry", "mtype", "-i", boot.toString(), "::/" + place);
        for (String file : pi ? PI_SLOT : kernels(entry)) {
            part("the entry's kernel", "mdir", "-b", "-i", boot.toString(), "::" + file);
        }
        Matcher version = VERSION.matcher(entry);
        if (!version.find()) throw new ImageException("the entry: it names no version");
        return version.group(1);
    }

    /// Leaves out what is zero, nearly all of it: fsck.vfat reads a whole file alone.
    private static void copyBoot(Path image, Path boot) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocate(PIECE_BYTES);
        ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
        try (var in = new RandomAccessFile(image.toFile(), "r");
                var out = new RandomAccessFile(boot.toFile(), "rw")) {
            in.seek(Partitions.bootAt());
            for (long at = 0; at < Partitions.BOOT_BYTES; at += PIECE_BYTES) {
                in.readFully(piece.array());
                if (piece.equals(zeros)) continue;
                out.seek(at);
                out.write(piece.array());
            }
            out.setLength(Partitions.BOOT_BYTES);
        }
    }

    private static List<String> kernels(String entry) {
        return KERNEL.matcher(entry).results().map(kernel -> kernel.group(1)).toList();
    }

    private static String part(String what, String... command) {
        try {
            return Programs.run(command);
        } catch (PackException e) {
            throw new ImageException(what + ": " + e.getMessage(), e);
        }
    }
}
