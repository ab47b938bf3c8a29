package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CardChecksTest {
    @TempDir
    Path root;

    @Test
    void aMachineThatNoImageMadeHasNothingToSay() {
        assertThat(CardChecks.all(root, () -> false)).isEmpty();
        assertThat(CardChecks.follows(new ControlClient(root))).isFalse();
    }

    @Test
    void whatTheCardWasRefusedIsAWarningWithAdvice() throws IOException {
        Files.createDirectories(root.resolve("var/lib/lintel-os"));
        Files.writeString(root.resolve("var/lib/lintel-os/refused"), """
                join: the hub says: the code is over
                site.yaml: line 1: roles must be a list
                """);
        assertThat(CardChecks.all(root, () -> false))
                .extracting(Finding::sentence)
                .allMatch(line -> line.startsWith("warn  card"))
                .satisfiesExactly(
                        line -> assertThat(line).contains("join was refused: the hub says", "-> get a new code"),
                        line -> assertThat(line).contains("site was refused: line 1: roles", "-> apply a right one"));
        assertThat(CardChecks.all(root, () -> true)) // somebody joined by hand
                .singleElement()
                .satisfies(one -> assertThat(one.found()).startsWith("its site"));
    }

    @Test
    void aFileThatAsksForAResetAndIsNotObeyedIsAWarning() throws IOException {
        Files.createDirectories(root.resolve("run/issue.d"));
        Files.writeString(
                root.resolve("run/issue.d/lintel-reset.issue"), "The file lintel/reset is not obeyed again.\n\n");
        assertThat(CardChecks.all(root, () -> true))
                .singleElement()
                .satisfies(one -> assertThat(one.sentence())
                        .startsWith("warn  card             The file lintel/reset is not obeyed again.\n")
                        .contains("/efi/lintel"));
    }
}
