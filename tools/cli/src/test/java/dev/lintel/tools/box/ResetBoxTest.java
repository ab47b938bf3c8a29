package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.tools.CommandRun;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `lintel reset` on a running box, as somebody does it who stands at the door.
class ResetBoxTest {
    private static final int TRIES_MAX = 300;

    @TempDir
    Path temp;

    @Test
    void theProcessGoesOnAsANewBox() throws Exception {
        try (Box box = Box.start(temp.resolve("data"))) {
            assertThat(box.lintel("key create --email old@example.com").exit()).isZero();
            CommandRun wrong = CommandRun.withInput("somebody else's\n", "reset", "--data", box.data.toString());
            assertThat(wrong.exit()).isEqualTo(1);
            assertThat(wrong.err()).contains("Lost for good").contains("this box is called");
            CommandRun silent = CommandRun.of("reset", "--data", box.data.toString());
            assertThat(silent.err()).contains("nothing was changed");

            String name = String.valueOf(
                    dev.lintel.tools.ControlAsking.ask(box.data, java.util.Map.of("command", "reset plan"))
                            .get("name"));
            var reset = CompletableFuture.supplyAsync(
                    () -> CommandRun.withInput(name + "\n", "reset", "--data", box.data.toString()));
            until(box, "events tail --n 20 --json", "factory reset asked", true);
            assertThat(box.lintel("present --channel 1 --card 1001").out())
                    .as("doors work")
                    .contains("admitted");
            assertThat(box.lintel("sim --channel 2 --rex --hold 25s").exit()).isZero();
            CommandRun done = reset.get(60, TimeUnit.SECONDS);
            assertThat(done.exit()).as(done.err()).isZero();
            assertThat(done.out())
                    .contains("Done by the exit button of channel 2")
                    .contains("begins anew");

            until(box, "key list", "old@example.com", false);
            assertThat(box.runs()).isTrue();
            assertThat(box.lintel("present --channel 1 --card 1001").out()).contains("admitted"); // the demo's own
        }
    }

    /// Asks until the answer has that word, or, after an answer, has it no more.
    private static void until(Box box, String command, String word, boolean there) {
        for (int i = 0; i < TRIES_MAX; i++) {
            CommandRun run = box.lintel(command);
            if (run.exit() == 0 && run.out().contains(word) == there) return;
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
        }
        throw new AssertionError(command + ": " + word);
    }
}
