package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.tools.CommandRun;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A box whose control socket, data folder or file descriptors others take away while it runs.
@Timeout(300)
class RemovedFilesBoxTest {
    /// Within this time a box notices, as it promises; a busy machine may take longer for the rest.
    private static final long NOTICED_S_MAX = 60;

    /// Of which connections leave the reserve. A box has about 120 open by itself, and calls fewer than 304 too few.
    private static final int DESCRIPTORS = 320;

    @TempDir
    private static Path folder;

    /// With so few descriptors. Each case leaves it as it was.
    private static Box box;

    @BeforeAll
    static void start() {
        Path data = folder.resolve("data");
        var command = new ArrayList<>(List.of("bash", "-c", "ulimit -n " + DESCRIPTORS + "; exec \"$@\"", "bash"));
        command.addAll(Box.command(data));
        box = Box.start(command, Map.of(), _ -> data);
    }

    @AfterAll
    static void stop() {
        box.close();
    }

    private static boolean presents(Box box) {
        return "admitted"
                .equals(box.lintel("present --channel 1 --card 1001 --json")
                        .json()
                        .get("decision"));
    }

    private static void await(String what, BooleanSupplier condition) {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(NOTICED_S_MAX);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - endNs).as(what).isNegative();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500));
        }
    }

    @Test
    void controlSocketIsBoundAgainAfterItsFileIsRemoved() throws IOException {
        Path socket = box.data.resolve("control.sock");
        Files.delete(socket);
        await("the socket is back", () -> Files.exists(socket));
        assertThat(box.lintel("doctor").out()).contains("works");
        assertThat(presents(box)).isTrue();
    }

    @Test
    void boxWhoseDataFolderIsRenamed_reportsItRefusesWritesAndDecides() throws IOException {
        Path data = box.data;
        Path moved = folder.resolve("moved");
        BoxApi api = box.api();
        assertThat(box.lintel("app list").exit()).as("applications are in use").isZero();
        Files.move(data, moved);
        try {
            await("it is in health", () -> api.get("/health").body().contains("the data folder is gone"));
            var refused = api.send(HttpRequest.newBuilder(URI.create(box.url() + "/api/3/people"))
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString("{\"first_name\":\"Lost\",\"last_name\":\"Person\"}")));
            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(503);
            String[] app = {"app", "create", "--name", "N", "--redirect-uri", "https://a.example/cb", "--data"};
            var words = new ArrayList<>(List.of(app));
            words.add(moved.toString());
            CommandRun made = CommandRun.of(words.toArray(String[]::new));
            assertThat(made.exit()).as("in another database: %s", made.out()).isEqualTo(1);
            assertThat(made.err()).contains("the data folder is gone");
            assertThat(presentsAt(box, moved)).isTrue();
        } finally {
            Files.move(moved, data);
        }
        await("health is well", () -> api.get("/health").body().contains("\"status\":\"ready\""));
        assertThat(presents(box)).isTrue();
    }

    /// Its socket has moved with the folder.
    private static boolean presentsAt(Box box, Path data) {
        var run = CommandRun.of("present", "--channel", "1", "--card", "1001", "--json", "--data", data.toString());
        assertThat(run.out()).as(run.err() + " of box " + box.pid()).contains("admitted");
        return true;
    }

    @Test
    void strangersLeaveDoorsStoreAndControlSocketTheirDescriptors() throws Exception {
        BoxApi api = box.api();
        int before = descriptors(box);
        assertThat(before).as("open by itself").isLessThan(170);
        try (var strangers = new Strangers(box)) {
            strangers.send(DESCRIPTORS, "");
            int with = descriptors(box);
            // Of the 96 places that so few descriptors leave, 60 are for open connections of strangers.
            assertThat(with).as("open with strangers, %d without", before).isGreaterThan(before + 40);
            assertThat(DESCRIPTORS - with).as("left of %d", DESCRIPTORS).isGreaterThanOrEqualTo(50);
            assertThat(presents(box)).isTrue();
            assertThat(box.lintel("doctor").out()).contains("works");
            assertThat(box.lintel("key create --email other@example.com --json").exit())
                    .isZero();
            Files.delete(box.data.resolve("control.sock"));
            await("the socket is back", () -> Files.exists(box.data.resolve("control.sock")));
            var created = api.send(HttpRequest.newBuilder(URI.create(box.url() + "/api/3/people"))
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString("{\"first_name\":\"New\",\"last_name\":\"Person\"}")));
            assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
            assertThat(api.get("/health").body()).contains("\"status\":\"ready\"");
        }
    }

    private static int descriptors(Box box) {
        return Objects.requireNonNull(
                        Path.of("/proc/" + box.pid() + "/fd").toFile().list())
                .length;
    }
}
