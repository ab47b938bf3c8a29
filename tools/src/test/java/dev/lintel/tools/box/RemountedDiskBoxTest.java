package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lintel.tools.pack.PackException;
import dev.lintel.tools.pack.Programs;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A box whose disk, a real file system, is pulled out and plugged in again while the box runs.
@Timeout(300)
class RemountedDiskBoxTest {
    private static final long DISK_BYTES = 128L << 20;
    private static final long AWAIT_S_MAX = 120;

    /// As ext4 stops when its device is gone: `EXT4_IOC_SHUTDOWN` with `EXT4_GOING_FLAGS_NOLOGFLUSH`.
    private static final String SHUT_DOWN = "import fcntl, os, struct, sys; fcntl.ioctl(os.open(sys.argv[1],"
            + " os.O_RDONLY), 0x8004587d, struct.pack('I', 2))";

    private final Path folder;
    private final Path disk;
    private final Path data;
    private Path image;

    RemountedDiskBoxTest(@TempDir Path folder) throws IOException {
        this.folder = folder;
        this.image = folder.resolve("image");
        this.disk = Files.createDirectory(folder.resolve("disk"));
        this.data = disk.resolve("data");
    }

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

    private void mount() {
        try {
            Programs.run("mount", "-o", "loop", image.toString(), disk.toString());
        } catch (PackException e) {
            Assumptions.abort("no loop device here: " + e.getMessage());
        }
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
    void diskIsPulledAndPluggedInAgain_everythingAcknowledgedIsThere() throws IOException {
        assumeTrue("root".equals(System.getProperty("user.name")), "only root can mount");
        try (var made = new RandomAccessFile(image.toFile(), "rw")) {
            made.setLength(DISK_BYTES);
        }
        Programs.run("mkfs.ext4", "-q", "-F", image.toString());
        mount();
        try {
            Box.prepared(data);
            Programs.run("sync", "--file-system", disk.toString()); // a copy, not written as a box writes its files
            try (Box box = Box.start(data, Map.of("LINTEL_SERVICE", "1"), "--https-port", freePort())) {
                pulledAndPluggedIn(box);
            }
        } finally {
            Programs.run("umount", "--lazy", disk.toString());
        }
    }

    private void pulledAndPluggedIn(Box box) throws IOException {
        BoxApi api = box.api();
        int created = api.send(HttpRequest.newBuilder(URI.create(box.url() + "/api/3/people"))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(
                                "{\"first_name\":\"Una\",\"last_name\":\"Late\",\"card\":\"8008\",\"group_ids\":[1]}")))
                .statusCode();
        assertThat(created).isEqualTo(201);
        assertThat(box.lintel("present --channel 1 --card 1001 --json").out()).contains("admitted");
        Programs.run("python3", "-c", SHUT_DOWN, disk.toString());
        assertThat(box.lintel("present --channel 1 --card 1001 --json").out()).contains("admitted");
        await(box, api, "disk");
        Programs.run("umount", "--lazy", disk.toString());
        Path plugged = Files.copy(image, folder.resolve("plugged"), StandardCopyOption.REPLACE_EXISTING);
        image = plugged; // as another device: the kernel still has the one before
        mount();
        await(box, api, "\"status\":\"ready\"");
        assertThat(api.get("/api/3/people?name=Late").body()).contains("Una");
        assertThat(box.lintel("present --channel 1 --card 1001 --json").out()).contains("admitted");
        try (var files = Files.list(data)) {
            assertThat(files.map(file -> file.getFileName().toString())).noneMatch(name -> name.contains("damaged"));
        }
    }
}
