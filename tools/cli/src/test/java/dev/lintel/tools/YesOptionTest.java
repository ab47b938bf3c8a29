package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YesOptionTest {
    @TempDir
    Path folder;

    /// Before the process is asked for anything, so that a hub hears of no box that does not join after all.
    @ParameterizedTest
    @ValueSource(strings = {"join https://hub.example:8443 --code 7KQ2-M9XD", "leave"})
    void whereNobodyCanBeAskedNothingIsBegun(String line) {
        CommandRun run = CommandRun.of((line + " --data " + folder).split(" "));
        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.err()).contains("say --yes");
        assertThat(run.out()).isEmpty();
    }
}
