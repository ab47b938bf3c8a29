package dev.lintel.tools.image;

import dev.lintel.tools.pack.Programs;
import dev.lintel.tools.pack.Trees;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The FAT partition that the firmware starts from, as a file.
final class BootPartition {
    /// What slot a is started with, on boards with UEFI and on a Raspberry Pi.
    static final String ENTRY_A = "loader/entries/lintel-a.conf";

    static final String PI_ENTRY_A = "lintel/a/entry";

    private static final int SERIAL_CHARACTERS = 8;
    private static final Pattern OPTIONS = Pattern.compile("(?m)^options[ =].*$");
    private static final Pattern NAME = Pattern.compile(" systemd[.]hostname=(\\S+)");

    private final Board board;
    private final Partitions partitions;
    private final Path own;

    /// @param own the folder with a board's own files: `src/main/image`
    BootPartition(Board board, Partitions partitions, Path own) {
        this.board = board;
        this.partitions = partitions;
        this.own = own;
    }

    /// Writes the file `target`, from what [RootFs] left in `parts`.
    void make(Path parts, String version, Card card, FileTime when, Path target) throws IOException {
        Path tree = parts.resolve("boot");
        Trees.remove(tree);
        if (board.isPi()) {
            PiBoot.lay(parts.resolve("firmware"), own.resolve("rpi"), when, tree);
            write(tree.resolve(PI_ENTRY_A), piEntry("a", partitions.rootA(), version, card));
            write(tree.resolve("lintel/a/good"), "generation=1\n");
        } else {
            write(tree.resolve("loader/loader.conf"), "timeout 0\ndefault lintel-*\neditor no\n");
            write(tree.resolve(ENTRY_A), entry("a", partitions.rootA(), version, card));
            copy(parts.resolve("boot.efi"), tree.resolve("EFI/BOOT/BOOT" + upper(board.efi()) + ".EFI"));
        }
        copy(parts.resolve("linux"), tree.resolve("lintel/a/linux"));
        copy(parts.resolve("initrd"), tree.resolve("lintel/a/initrd"));
        for (Map.Entry<String, String> file : card.files().entrySet()) {
            write(tree.resolve("lintel/card").resolve(file.getKey()), file.getValue());
        }
        Trees.level(tree, when);
        Files.deleteIfExists(target);
        Programs.run("truncate", "--size=" + Partitions.BOOT_BYTES, target.toString());
        String serial = partitions.boot().toString().replace("-", "").substring(0, SERIAL_CHARACTERS);
        pack(tree, serial, when, target);
    }

    /// One file after the other, because mcopy takes those of a folder in the order of this machine's disk. In UTC,
    /// because FAT has local times.
    private static void pack(Path tree, String serial, FileTime when, Path target) throws IOException {
        var environment = Map.of("TZ", "UTC", "SOURCE_DATE_EPOCH", Long.toString(when.to(TimeUnit.SECONDS)));
        String fat = target.toString();
        Programs.run(environment, List.of("mformat", "-i", fat, "-F", "-N", serial, "-v", "LINTEL", "::"));
        List<Path> all;
        try (Stream<Path> walk = Files.walk(tree)) {
            all = walk.filter(entry -> !entry.equals(tree)).sorted().toList();
        }
        for (Path entry : all) {
            String place = "::/" + tree.relativize(entry);
            Programs.run(
                    environment,
                    Files.isDirectory(entry)
                            ? List.of("mmd", "-i", fat, place)
                            : List.of("mcopy", "-Q", "-m", "-i", fat, entry.toString(), place));
        }
    }

    /// One slot's entry, by the Boot Loader Specification.
    private String entry(String slot, UUID root, String version, Card card) {
        String plain = "title Lintel " + version + " (" + slot + ")\n"
                + "version 1\n" // of the slot's contents: an update's is higher, and so preferred
                + "sort-key lintel\n"
                + "linux /lintel/" + slot + "/linux\n"
                + "initrd /lintel/" + slot + "/initrd\n"
                + "options " + partitions.options(board, root) + "\n";
        return card.hostName() == null ? plain : named(plain, card.hostName());
    }

    /// The same for the script that U-Boot runs.
    private String piEntry(String slot, UUID root, String version, Card card) {
        String plain = "title=Lintel " + version + " (" + slot + ")\noptions=" + partitions.options(board, root) + "\n";
        return card.hostName() == null ? plain : named(plain, card.hostName());
    }

    /// An entry whose system is called so.
    static String named(String entry, String hostName) {
        return OPTIONS.matcher(entry)
                .replaceAll(options -> NAME.matcher(options.group()).replaceAll("") + " systemd.hostname=" + hostName);
    }

    /// What an entry's system is called by it; null where it is not named, or by a hand that wrote what is no name.
    static @Nullable String nameIn(String entry) {
        return OPTIONS.matcher(entry)
                .results()
                .flatMap(options -> NAME.matcher(options.group()).results())
                .map(name -> name.group(1))
                .filter(Card::isHostName)
                .findFirst()
                .orElse(null);
    }

    private static String upper(String efi) {
        return efi.toUpperCase(Locale.ROOT);
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text, StandardCharsets.UTF_8);
    }

    private static void copy(Path file, Path target) throws IOException {
        Files.createDirectories(target.getParent());
        Trees.copyFile(file, target);
    }
}
