package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The script that starts a box again which could not end in order.
class RunAgainTest {
    private static final Path SCRIPT = Path.of("src/main/scripts/run-again").toAbsolutePath();
    private static final long WAIT_S = 60; // nobody waits for it unless it hangs

    @TempDir
    Path folder;

    /// What stands in for the box: a shell script, which finds its folder in `$1`.
    private Process start(String box) throws IOException {
        return start("--default-signal=HUP,INT", box); // a test run under nohup or in the background ignores them
    }

    private Process start(String signals, String box) throws IOException {
        Path script = Files.writeString(folder.resolve("box"), box);
        Process process = new ProcessBuilder(
                        "env",
                        signals,
                        "bash",
                        SCRIPT.toString(),
                        "bash",
                        script.toString(),
                        folder.toString(),
                        "two words")
                .redirectErrorStream(true)
                .start();
        CompletableFuture.delayedExecutor(WAIT_S, TimeUnit.SECONDS).execute(() -> {
            process.descendants().forEach(ProcessHandle::destroyForcibly); // they hold the output open
            process.destroyForcibly();
        });
        return process;
    }

    private static int ended(Process process) throws InterruptedException {
        assertThat(process.waitFor(WAIT_S, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    private static List<String> said(Process process) throws IOException {
        try (BufferedReader reader = process.inputReader()) {
            return new ArrayList<>(reader.lines().toList());
        }
    }

    @Test
    void aBoxThatCouldNotGoOnStartsAgain() throws Exception {
        Process process = start("""
                echo "run of $2"
                [ -e "$1/before" ] && exit 5
                touch "$1/before"
                exit 3
                """);
        assertThat(said(process))
                .containsExactly(
                        "run of two words",
                        "lintel: the box stopped (exit code 3); it is restarted",
                        "run of two words");
        assertThat(ended(process)).isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "2", "130"})
    void anyOtherEndIsTheEnd(int code) throws Exception {
        Process process = start("exit " + code);
        assertThat(said(process)).isEmpty();
        assertThat(ended(process)).isEqualTo(code);
    }

    /// The box's own end, which takes some time, is waited for.
    @ParameterizedTest
    @CsvSource({"TERM, TERM", "INT, INT", "HUP, TERM"})
    void signalsReachTheBox(String signal, String heard) throws Exception {
        Process process = start("""
                trap 'echo INT; sleep 0.3; exit 7' INT
                trap 'echo TERM; sleep 0.3; exit 7' TERM
                echo ready
                while true; do sleep 0.05; done
                """);
        try (BufferedReader reader = process.inputReader()) {
            assertThat(reader.readLine()).isEqualTo("ready");
            send(process, signal);
            assertThat(reader.readLine()).isEqualTo(heard);
            assertThat(reader.readLine()).isNull();
        }
        assertThat(ended(process)).isEqualTo(7);
    }

    private static void send(Process process, String signal) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + signal, "" + process.pid())
                        .start()
                        .waitFor())
                .isZero();
    }

    /// `nohup` makes a command ignore the signal; a box that was started with it stays when its terminal closes.
    @Test
    void hangUpIsIgnoredUnderNohup() throws Exception {
        Process process = start("--ignore-signal=HUP", """
                trap 'echo TERM; exit 7' TERM
                echo ready
                while true; do sleep 0.05; done
                """);
        try (BufferedReader reader = process.inputReader()) {
            assertThat(reader.readLine()).isEqualTo("ready");
            send(process, "HUP");
            send(process, "TERM");
            assertThat(reader.readLine()).isEqualTo("TERM");
        }
        assertThat(ended(process)).isEqualTo(7);
    }
}
