package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.nayuki.qrcodegen.QrCode;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is asked before a disk is written, and what is shown afterwards. Writing itself is the flasher's test.
class ImageFlashCommandTest {
    private static final int QUIET = 2;
    private static final String BEFORE = "what was there before";
    /// As one says "a card of 4 GB".
    private static final long DISK_BYTES = 4_000_000_000L;

    @TempDir
    Path folder;

    private Path disk;
    private Path image;

    @BeforeEach
    void files() throws IOException {
        disk = Files.writeString(folder.resolve("disk"), BEFORE);
        size(DISK_BYTES);
        image = Files.writeString(folder.resolve("image"), "no image");
    }

    private void size(long bytes) throws IOException {
        try (var file = new RandomAccessFile(disk.toFile(), "rw")) {
            file.setLength(bytes);
        }
    }

    private void refused(String words, String... more) throws IOException {
        var arguments = new java.util.ArrayList<>(List.of("image", "flash", disk.toString()));
        arguments.addAll(List.of(more));
        CommandRun run = CommandRun.of(arguments.toArray(String[]::new));
        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.err()).contains(words);
        try (var in = Files.newInputStream(disk)) {
            assertThat(in.readNBytes(BEFORE.length())).asString().isEqualTo(BEFORE);
        }
    }

    @Test
    void nothingIsWrittenBeforeSomebodyHasNamedTheDisk() throws IOException {
        refused("say which image with --image FILE");
        refused("nobody is here to be asked: say --yes-overwrite disk", "--image", image.toString());
        refused(
                "--yes-overwrite names sdb, and the disk is disk",
                "--image",
                image.toString(),
                "--yes-overwrite",
                "sdb");
    }

    /// Before the question: whoever is asked for a name believes that it would do.
    @Test
    void aFileWithoutRoomForAWholeBoxIsRefused() throws IOException {
        size(2_000_000_000);
        refused(disk + " holds 2000 MB, and a box needs 2955 MB", "--image", image.toString());
    }

    @Test
    void whatIsNoImageIsNotWritten() throws IOException {
        refused("image", "--image", image.toString(), "--yes-overwrite", "disk");
        refused("nothing", "--image", folder.resolve("nothing").toString(), "--yes-overwrite", "disk");
    }

    @Test
    void anImageThatIsNotAsItsSumIsNotWritten() throws IOException {
        Files.writeString(folder.resolve("image.sha256"), "0".repeat(64) + "  image\n");
        refused("is not what was made", "--image", image.toString(), "--yes-overwrite", "disk");
    }

    /// As a phone sees it: blocks of a terminal, light around them, and each of the code's modules at its place.
    @Test
    void aTerminalShowsTheCodeThatAPhoneReads() {
        String text = "https://north-gate.local:8443/setup?token=abc#sha256=0011";
        QrCode code = QrCode.encodeText(text, QrCode.Ecc.LOW);
        List<String> lines = QrText.of(text).lines().toList();
        assertThat(lines).hasSize((code.size + 2 * QUIET + 1) / 2);
        for (int row = 0; row < lines.size(); row++) {
            String line = lines.get(row).replaceAll("\u001B\\[[0-9;]*m", "");
            assertThat(line).hasSize(code.size + 2 * QUIET);
            for (int x = 0; x < line.length(); x++) {
                int y = 2 * row - QUIET;
                boolean upper = "█▀".indexOf(line.charAt(x)) >= 0;
                boolean lower = "█▄".indexOf(line.charAt(x)) >= 0;
                assertThat(upper).isEqualTo(code.getModule(x - QUIET, y));
                assertThat(lower).isEqualTo(code.getModule(x - QUIET, y + 1));
            }
        }
    }
}
