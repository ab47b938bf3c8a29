package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A box whose disk, a real file system, is pulled out and plugged in again while the box runs.
@Timeout(300)
class RemountedDiskBoxTest {
    private static final long AWAIT_S_MAX = 120;

    /// The box opens it again: not one that the system gives to others meanwhile.
    private static String freePort() {
        for (int port = 21_000; port < 29_000; port++) {
            try (var socket = new ServerSocket(port)) {
                return Integer.toString(socket.getLocalPort());
            } catch (IOException _) { // in use
            }
        }
        throw new IllegalStateException("no free port");
    }

    private static BoxApi await(Box box, BoxApi api, String words) {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(AWAIT_S_MAX);
        String said = "";
        while (!said.contains(words)) {
            assertThat(System.nanoTime() - endNs)
                    .as("%s; the box printed %s", said, box.said())
                    .isNegative();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
            try {
                said = api.get("/health").body();
            } catch (RuntimeException e) { // it begins anew
                said = String.valueOf(e.getMessage());
            }
        }
        return api;
    }

    @Test
    void diskIsPulledAndPluggedInAgain_everythingAcknowledgedIsThere(@TempDir Path folder) throws IOException {
        try (LoopDisk disk = LoopDisk.in(folder)) {
            Path data = Box.prepared(disk.path().resolve("data"));
            disk.sync(); // a copy, not written as a box writes its files
            try (Box box = Box.start(data, Map.of("LINTEL_SERVICE", "1"), "--https-port", freePort())) {
                pulledAndPluggedIn(box, disk);
            }
        }
    }

    private static void pulledAndPluggedIn(Box box, LoopDisk disk) throws IOException {
        BoxApi api = box.api();
        int created = api.send(HttpRequest.newBuilder(URI.create(box.url() + "/api/3/people"))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(
                                "{\"first_name\":\"Una\",\"last_name\":\"Late\",\"card\":\"8008\",\"group_ids\":[1]}")))
                .statusCode();
        assertThat(created).isEqualTo(201);
        assertThat(box.lintel("present --channel 1 --card 1001 --json").out()).contains("admitted");
        disk.shutDown();
        assertThat(box.lintel("present --channel 1 --card 1001 --json").out()).contains("admitted");
        await(box, api, "disk");
        disk.plugInAgain();
        await(box, api, "\"status\":\"ready\"");
        assertThat(api.get("/api/3/people?name=Late").body()).contains("Una");
        assertThat(box.lintel("present --channel 1 --card 1001 --json").out()).contains("admitted");
        try (var files = Files.list(box.data)) {
            assertThat(files.map(file -> file.getFileName().toString())).noneMatch(name -> name.contains("damaged"));
        }
    }
}
