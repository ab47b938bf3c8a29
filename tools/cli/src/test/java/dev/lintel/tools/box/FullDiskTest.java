package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lintel.tools.CommandRun;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A disk that is full: doors go on deciding, and what happened meanwhile is told when there is room again.
class FullDiskTest {
    @TempDir
    Path folder;

    @Test
    void decisionsGoOnAndTheirEventsComeWhenThereIsRoom() throws IOException {
        assumeTrue(Mounts.possible(), "a small disk of its own needs root and a mount namespace");
        Path data = Files.createDirectories(folder.resolve("data"));
        var command = Mounts.on(data, "size=4m", Box.command(data));
        // The mount is the process's own: from here it is seen through /proc.
        try (Box box = Box.start(command, Map.of(), pid -> Path.of("/proc/" + pid + "/root" + data))) {
            BoxApi api = box.api();
            long before = api.newest();
            Path filler = box.data.resolve("filler");
            assertThatThrownBy(() -> fill(filler)).hasMessageContaining("No space left");

            CommandRun admitted = box.lintel("present --channel 1 --card 1001 --json");
            assertThat(admitted.exit()).as(admitted.err()).isZero();
            assertThat(admitted.json())
                    .containsEntry("decision", "admitted")
                    .containsEntry("strike", "released")
                    .containsEntry("event_id", null)
                    .containsEntry("event_code", 10L);
            CommandRun rejected = box.lintel("present --channel 2 --card 31337 --json");
            assertThat(rejected.json()).containsEntry("decision", "rejected").containsEntry("event_id", null);
            box.lintel("sim --channel 2 --rex");
            assertThat(box.lintel("sim --channel 2 --json").json()).containsEntry("strike", "released");
            var health = api.get("/health");
            assertThat(health.statusCode()).isEqualTo(503);
            assertThat(health.body()).contains("the disk takes no events");
            assertThat(api.newest()).isEqualTo(before);

            Files.delete(filler);
            long admission = api.awaitEvent(10, 1, before);
            long rejection = api.awaitEvent(20, 2, admission);
            assertThat(api.awaitEvent(13, 2, rejection)).isEqualTo(rejection + 2); // REX_PRESSED is between
            assertThat(admission).isEqualTo(before + 1);
            awaitHealth(api, "\"status\":\"ready\"");
        }
    }

    @Test
    void whatAReceiverHasTakenMeanwhileDoesNotComeAgain() throws Exception {
        assumeTrue(Mounts.possible(), "a small disk of its own needs root and a mount namespace");
        Path data = Files.createDirectories(folder.resolve("data"));
        var command = Mounts.on(data, "size=6m", Box.command(data));
        try (var receiver = new HeldReceiver();
                Box box = Box.start(command, Map.of(), pid -> Path.of("/proc/" + pid + "/root" + data))) {
            BoxOAuth.listening(box, "account.event.access.readonly", receiver.url())
                    .connect();
            BoxApi api = box.api();
            long before = api.newest();
            assertThat(box.lintel("present --channel 1 --card 1001 --json").exit())
                    .isZero();
            String first = receiver.next();
            Path filler = box.data.resolve("filler");
            assertThatThrownBy(() -> fill(filler)).hasMessageContaining("No space left");
            receiver.answer();
            awaitHealth(api, "webhooks wait");
            assertThat(box.lintel("present --channel 2 --card 31337 --json").exit())
                    .isZero();

            Files.delete(filler);
            api.awaitEvent(20, 2, before);
            String second = receiver.next();
            receiver.answer();
            assertThat(second).as("what came once there was room").isNotEqualTo(first);
            awaitHealth(api, "\"status\":\"ready\"");
            assertThat(receiver.isEmpty()).isTrue();
        }
    }

    private static void awaitHealth(BoxApi api, String wanted) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        String said = api.get("/health").body();
        while (!said.contains(wanted)) {
            assertThat(System.nanoTime()).as(said).isLessThan(deadline);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            said = api.get("/health").body();
        }
    }

    private static void fill(Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            for (byte[] page = new byte[512]; ; ) out.write(page);
        }
    }
}
