package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The script of the build machine, with a launcher that runs no tests.
@Timeout(60)
class CiRunTest {
    private static final Path SCRIPT = Path.of("../../.ci/run");

    @TempDir
    Path folder;

    private CommandEnd run(int exit, String minutesMax) throws Exception {
        Path script = folder.resolve(".ci/run");
        program(script, Files.readString(SCRIPT));
        program(folder.resolve("lintel"), "#!/bin/sh\necho \"lintel $*\"\nexit " + exit + "\n");
        var builder = new ProcessBuilder(script.toString(), "--forks", "1").redirectErrorStream(true);
        builder.environment().put("CI_MINUTES_MAX", minutesMax);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new CommandEnd(process.waitFor(), said);
    }

    private record CommandEnd(int exit, String said) {}

    private static void program(Path file, String text) throws IOException {
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void itEndsAsTheTestsDo_andPrintsTheTime(int exit) throws Exception {
        CommandEnd end = run(exit, "20");
        assertThat(end.exit()).isEqualTo(exit);
        String called = "lintel test --allowed-skips " + folder + "/.ci/allowed-skips --forks 1\n";
        assertThat(end.said()).startsWith(called).endsWith(" s\n");
        assertThat(end.said().substring(called.length())).matches("Time of the whole run: 0 min [0-9]{2} s\n");
    }

    @Test
    void aRunAboveTheLimit_isWarnedOf() throws Exception {
        CommandEnd end = run(1, "-1");
        assertThat(end.exit()).isEqualTo(1);
        assertThat(end.said()).contains("WARNING: the run took more than -1 minutes");
    }

    /// Without the limit of the test.
    @Test
    void theLimitIs20Minutes() throws Exception {
        assertThat(Files.readAllLines(SCRIPT)).containsAll(List.of("minutes_max=${CI_MINUTES_MAX:-20}"));
    }
}
