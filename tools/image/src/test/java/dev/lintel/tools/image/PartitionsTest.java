package dev.lintel.tools.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.tools.pack.Arch;
import dev.lintel.tools.pack.PackException;
import dev.lintel.tools.pack.Programs;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The smallest disk, beside what the image's own files have systemd-repart make at the first boot.
class PartitionsTest {
    private static final Path DEFINITIONS = Path.of("src/main/image/root/usr/lib/repart.d");
    private static final Pattern LABEL = Pattern.compile("(?m)^Label=(\\S+)$");
    private static final Pattern AT_LEAST = Pattern.compile("(?m)^SizeMinBytes=([0-9]+)([KMG]?)$");
    private static final Map<String, Integer> SHIFTS = Map.of("", 0, "K", 10, "M", 20, "G", 30);

    @TempDir
    Path folder;

    private final Partitions partitions = Partitions.of("test");

    /// As the image's root has them.
    private List<Path> definitions() throws IOException {
        Path filled = Files.createDirectories(folder.resolve("repart.d"));
        try (Stream<Path> files = Files.list(DEFINITIONS)) {
            for (Path file : files.toList()) {
                String text = Files.readString(file)
                        .replace("@SLOT_BYTES@", Long.toString(Partitions.SLOT_BYTES))
                        .replace("@ROOT_B@", partitions.rootB().toString())
                        .replace("@DATA@", partitions.data().toString());
                Files.writeString(filled.resolve(file.getFileName()), text);
            }
        }
        try (Stream<Path> files = Files.list(filled)) {
            return files.sorted().toList();
        }
    }

    @Test
    void theSmallestDiskHoldsTheImageAndAllThatTheFirstBootMakes() throws IOException {
        String table = partitions.table(Board.VIRT_ARM64);
        long bytes = Partitions.bytes();
        for (Path definition : definitions()) {
            String text = Files.readString(definition);
            Matcher label = LABEL.matcher(text);
            assertThat(label.find()).as("%s has a label", definition).isTrue();
            if (table.contains("name=\"" + label.group(1) + "\"")) continue; // it comes with the image
            Matcher least = AT_LEAST.matcher(text);
            assertThat(least.find()).as("%s has a smallest size", definition).isTrue();
            bytes += Long.parseLong(least.group(1)) << Objects.requireNonNull(SHIFTS.get(least.group(2)));
        }
        assertThat(Partitions.diskBytesMin()).isEqualTo(bytes);
    }

    /// The program itself, which changes nothing here: it wants some room for its table, and whole blocks.
    @Test
    void theFirstBootFindsRoomOnTheSmallestDiskAndNotOnASmallerOne() throws IOException {
        Installed.require("sfdisk", "systemd-repart");
        definitions();
        assertThat(repart(Partitions.diskBytesMin())).contains("lintel-root-b", "lintel-data");
        assertThatThrownBy(() -> repart(Partitions.diskBytesMin() - 2 * Partitions.MARGIN_BYTES))
                .isInstanceOf(PackException.class)
                .hasMessageContaining("fit requested partitions");
    }

    /// What it would make on a disk of that size, on which the image's table is.
    private String repart(long bytes) throws IOException {
        Path disk = folder.resolve("disk");
        Files.deleteIfExists(disk);
        try (var file = new RandomAccessFile(disk.toFile(), "rw")) {
            file.setLength(bytes);
        }
        Board board = Arch.AMD64.isHost() ? Board.AMD64 : Board.VIRT_ARM64; // "root" is this machine's kind of it
        Path table = Files.writeString(folder.resolve("table"), partitions.table(board));
        Programs.run("sh", "-c", "sfdisk --quiet --no-reread --no-tell-kernel " + disk + " <" + table);
        return Programs.run(
                "systemd-repart",
                "--dry-run=yes",
                "--definitions=" + folder.resolve("repart.d"),
                "--json=short",
                disk.toString());
    }

    @Test
    void theSmallestDiskIsInTheDocumentation() {
        assertThat(Path.of("../../docs/image.md"))
                .content()
                .contains("a box needs " + Math.ceilDiv(Partitions.diskBytesMin(), 1_000_000L) + " MB");
    }
}
