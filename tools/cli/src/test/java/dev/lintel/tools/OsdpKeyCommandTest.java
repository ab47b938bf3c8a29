package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OsdpKeyCommandTest {
    private static final String SCBK_D = "303132333435363738393a3b3c3d3e3f";

    @TempDir
    Path folder;

    private CommandRun key(String... more) {
        return CommandRun.withInput("", arguments(more));
    }

    private String[] arguments(String... more) {
        var all = new ArrayList<>(List.of("osdp", "key"));
        all.addAll(List.of(more));
        all.addAll(List.of("--data", folder.resolve("data").toString()));
        return all.toArray(String[]::new);
    }

    @Test
    void aRandomKeyIsAFileOfItsOwnersAndIsNotPrinted() throws IOException {
        CommandRun run = key("reader-1");
        assertThat(run.exit()).isZero();
        Path file = folder.resolve("data/keys/reader-1");
        String hex = Files.readString(file);
        assertThat(hex).matches("[0-9a-f]{32}");
        assertThat(run.out()).contains("secret:reader-1").doesNotContain(hex);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.resolveSibling(""))))
                .isEqualTo("rwx------");
        assertThat(key("reader-1").exit()).isEqualTo(1);
        assertThat(file).hasContent(hex);
        assertThat(key("reader-2").exit()).isZero();
        assertThat(Files.readString(file.resolveSibling("reader-2"))).isNotEqualTo(hex);
    }

    @Test
    void aKeyThatTheReaderHasIsTakenUnlessAnybodyWouldTryIt() {
        String good = "8f14e45fceea167a5a36dedd4bea2543";
        assertThat(CommandRun.withInput(good + "\n", arguments("a", "--hex-stdin"))
                        .exit())
                .isZero();
        assertThat(folder.resolve("data/keys/a")).hasContent(good);
        for (String weak : new String[] {SCBK_D, "000102030405060708090a0b0c0d0e0f", "0".repeat(32), "8f14", ""}) {
            CommandRun run = CommandRun.withInput(weak + "\n", arguments("b", "--hex-stdin"));
            assertThat(run.exit()).isEqualTo(1);
            assertThat(run.err()).contains("standard input");
            assertThat(folder.resolve("data/keys/b")).doesNotExist();
        }
    }

    @Test
    void aNameThatLeadsElsewhereIsRefused() {
        assertThat(key("../lintel.db").exit()).isEqualTo(1);
        assertThat(key("Reader").exit()).isEqualTo(1);
    }
}
