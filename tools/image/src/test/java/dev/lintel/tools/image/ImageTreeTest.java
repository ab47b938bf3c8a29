package dev.lintel.tools.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// The files that an image has over Debian's, as far as the documents promise what is in them.
class ImageTreeTest {
    private static final Path HOME = Path.of(System.getProperty("lintel.home", "../.."));
    private static final Path ROOT = HOME.resolve("tools/image/src/main/image/root");

    /// That a box keeps to it is seen in [PcBoardTest].
    @Test
    void theLogIsBoundedAsTheDocumentsSayAndOutlivesARestart() throws IOException {
        Path journald = ROOT.resolve("usr/lib/systemd/journald.conf.d/lintel.conf");
        assertThat(Files.readAllLines(journald)).contains("[Journal]", "Storage=persistent", "SystemMaxUse=64M");
        assertThat(Files.readString(HOME.resolve("docs/operations.md")))
                .contains("On an image that is bounded to 64 MB;");
    }
}
