package dev.lintel.tools.pack;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The script that spaces out starts of the service that do not work, with the marks that systemd and the launcher
/// make.
class PauseStartsTest {
    private static final Path SCRIPT = Path.of("src/main/board/pause-starts").toAbsolutePath();

    @TempDir
    Path run;

    private Path mark;
    private Path count;

    @BeforeEach
    void names() {
        mark = run.resolve("starting");
        count = run.resolve("failed-starts");
    }

    private ProcessBuilder script(String when) {
        var builder = new ProcessBuilder(SCRIPT.toString(), when).redirectErrorStream(true);
        builder.environment().put("RUNTIME_DIRECTORY", run.toString());
        return builder;
    }

    private void stopped(String result) throws Exception {
        var builder = script("stopped");
        builder.environment().put("SERVICE_RESULT", result);
        assertThat(builder.start().waitFor()).isZero();
    }

    private void failed(int starts) throws Exception {
        Files.writeString(mark, "");
        for (int i = 0; i < starts; i++) stopped("exit-code");
    }

    /// The line that it prints before it waits, then ended as systemd ends it.
    private String waiting() throws Exception {
        Process process = script("starting").start();
        try (var out = process.inputReader()) {
            String line = String.valueOf(out.readLine());
            process.toHandle().destroy(); // the other one closes the pipe as well
            assertThat(process.waitFor()).isZero();
            return line;
        }
    }

    @Test
    void firstStartDoesNotWait() throws Exception {
        Process process = script("starting").start();
        assertThat(process.inputReader().readLine()).isNull();
        assertThat(process.waitFor()).isZero();
    }

    @Test
    void pauseDoublesWithEachStartThatDoesNotWork() throws Exception {
        failed(1);
        assertThat(waiting()).isEqualTo("waiting 1 s: 1 starts did not work");
        failed(4);
        assertThat(waiting()).isEqualTo("waiting 8 s: 4 starts did not work");
        failed(500);
        assertThat(waiting()).isEqualTo("waiting 60 s: 500 starts did not work");
    }

    @Test
    void pauseThatIsOverEndsInAStart() throws Exception {
        failed(1);
        Process process = script("starting").start();
        assertThat(process.waitFor()).isZero();
        assertThat(count).as("the next failure is the second one").hasContent("1");
    }

    @Test
    void serviceThatWorkedBeforeItFailedStartsAtOnce() throws Exception {
        failed(3);
        Files.delete(mark);
        stopped("watchdog");
        assertThat(count).doesNotExist();
    }

    @Test
    void personWhoRestartsItDoesNotWait() throws Exception {
        failed(9);
        waiting();
        assertThat(count).as("ended while it waited").doesNotExist();
        failed(9);
        stopped("success");
        assertThat(count).doesNotExist();
    }
}
