package dev.lintel.controller.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What root's script left to be read, and what may lie there instead.
class RefusalTest {
    @TempDir
    Path root;

    private Path file;

    @BeforeEach
    void machine() throws IOException {
        file = Files.createDirectories(root.resolve("var/lib/lintel-os")).resolve("refused");
    }

    @Test
    void whereNothingWasRefusedThereIsNothing() throws IOException {
        assertThat(Refusal.all(root)).isEmpty();
        assertThat(Refusal.all(root.resolve("another machine"))).isEmpty();
        Files.createDirectory(file);
        assertThat(Refusal.all(root)).isEmpty();
    }

    @Test
    void eachIsALineAndTheFirstOfItsKind() throws IOException {
        Files.writeString(file, "join: the code is over\njoin: again\nnetwork: no\nsite.yaml: 2 faults: a, b\n\nx");
        assertThat(Refusal.all(root))
                .containsExactly(
                        new Refusal(Refusal.JOIN, "the code is over"), new Refusal(Refusal.SITE, "2 faults: a, b"));
    }

    @Test
    void whateverIsWrittenThereIsShortAndPlain() throws IOException {
        Files.writeString(file, "join: \u001b[2Jthe\u202e code\r is\u2028 over\u0000\n");
        assertThat(Refusal.all(root)).containsExactly(new Refusal(Refusal.JOIN, "[2Jthe  code  is  over"));
        Files.writeString(file, "join: " + "x".repeat(100_000) + "\nsite.yaml: too far behind\n");
        assertThat(Refusal.all(root))
                .singleElement()
                .satisfies(one -> assertThat(one.why()).hasSize(501).endsWith("x…"));
        Files.write(file, "join: caf\u00e9".getBytes(StandardCharsets.ISO_8859_1)); // cut within a letter
        assertThat(Refusal.all(root)).containsExactly(new Refusal(Refusal.JOIN, "caf\ufffd"));
    }

    @Test
    void noLinkIsFollowed() throws IOException {
        Path secret = Files.writeString(root.resolve("secret"), "join: somebody's secret");
        Files.createSymbolicLink(file, secret);
        assertThat(Refusal.all(root)).isEmpty();
    }
}
