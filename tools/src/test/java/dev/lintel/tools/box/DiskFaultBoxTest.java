package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.json.Json;
import dev.lintel.tools.CommandRun;
import dev.lintel.tools.box.FaultyDisk.Fault;
import dev.lintel.tools.box.FaultyDisk.Operation;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A service whose disk fails while it runs, by real errors of real file operations.
@Timeout(180)
class DiskFaultBoxTest {

    private final Path data;
    private final FaultyDisk disk;

    DiskFaultBoxTest(@TempDir Path library, @TempDir Path disk) throws IOException, InterruptedException {
        data = Box.prepared(disk.resolve("data"));
        this.disk = FaultyDisk.under(library, disk);
    }

    private Box start() {
        var environment = new HashMap<>(disk.environment());
        environment.put("LINTEL_SERVICE", "1");
        return Box.start(data, environment);
    }

    private static CommandRun present(Box box, int card) {
        return box.lintel("present --channel 1 --card " + card + " --json");
    }

    private List<String> aside() throws IOException {
        try (Stream<Path> files = Files.list(data)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("lintel.db.damaged-"))
                    .toList();
        }
    }

    @Test
    void oneFailedReadOfTheLogLeavesTheDatabaseInPlaceAndAdmitsTheCard() throws IOException {
        try (Box box = start()) {
            BoxApi api = box.api();
            var created = api.send(HttpRequest.newBuilder(URI.create(box.url() + "/api/3/people"))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(
                            "{\"first_name\": \"Acknowledged\", \"last_name\": \"Person\"}")));
            assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
            disk.fail(Operation.READ, Fault.EIO, "lintel.db-wal", 1);
            assertThat(present(box, 1001).json()).containsEntry("decision", "admitted");
            assertThat(disk.count(Operation.READ)).isEqualTo(1);
            assertThat(api.get("/api/3/people").body()).contains("Acknowledged");
        }
        assertThat(aside()).isEmpty();
    }

    @Test
    void aFailedReadWhileAnEventIsWrittenKeepsTheEventAndTheDatabase() throws IOException {
        try (Box box = start()) {
            BoxApi api = box.api();
            long before = api.newest();
            disk.fail(Operation.READ, Fault.EIO, "lintel.db-wal", 4);
            disk.fail(Operation.SYNC, Fault.EIO, "lintel.db-wal", 2);
            assertThat(present(box, 1001).exit()).isZero();
            disk.awaitCount(Operation.SYNC, 1);
            api.awaitEvent(10, 1, before);
            assertThat(present(box, 1001).json()).containsEntry("decision", "admitted");
        }
        assertThat(aside()).isEmpty();
    }

    @Test
    void failedReadsOfAStartLeaveTheDatabaseInPlace() throws IOException {
        try (Box box = start()) {
            assertThat(box.lintel("present --channel 1 --card 1001 --json").exit())
                    .isZero();
        }
        for (int failures : new int[] {1, 4, 5}) {
            disk.fail(Operation.READ, Fault.EIO, "lintel.db", failures);
            try (Box box = start()) {
                assertThat(disk.count(Operation.READ)).isEqualTo(failures);
                assertThat(present(box, 1001).json()).containsEntry("decision", "admitted");
                assertThat(box.api().get("/health").body()).contains("\"status\":\"ready\"");
            }
            assertThat(aside()).as("after %d failures", failures).isEmpty();
        }
    }

    @Test
    void aStartThatCannotReadTheDatabase_decidesFromASnapshotAndLeavesItInPlace() throws IOException {
        try (Box box = start()) {
            assertThat(present(box, 1001).json()).containsEntry("decision", "admitted");
        }
        disk.fail(Operation.READ, Fault.EIO, "lintel.db");
        try (Box box = start()) {
            assertThat(box.api().get("/health").body())
                    .contains("in memory only")
                    .doesNotContain("damaged");
        }
        disk.heal();
        assertThat(aside()).isEmpty();
        try (Box box = start()) {
            assertThat(present(box, 1001).json()).containsEntry("decision", "admitted");
            assertThat(box.api().get("/health").body()).contains("\"status\":\"ready\"");
        }
    }

    @Test
    void aDiskThatIsGone_knownCardsAreDecidedFromMemoryAndHealthSaysDiskGone() throws IOException {
        try (Box box = start()) {
            BoxApi api = box.api();
            long before = api.newest();
            assertThat(present(box, 1001).json()).containsEntry("decision", "admitted");
            long admission = api.awaitEvent(10, 1, before);
            disk.vanish();
            assertThat(present(box, 1001).json()).containsEntry("decision", "admitted");
            String health = awaitHealth(api, "the disk is gone");
            assertThat(health).doesNotContain("damaged", "malformed");
            assertThat(present(box, 1001).json()).containsEntry("decision", "admitted");
            assertThat(present(box, 31337).json()).containsEntry("decision", "rejected");
            assertThat(api.get("/login").statusCode()).isLessThan(504);
            disk.heal();
            awaitHealth(api, "\"status\":\"ready\"");
            assertThat(api.awaitEvent(10, 1, admission)).isGreaterThan(admission);
        }
        assertThat(aside()).isEmpty();
    }

    @Test
    void presentOnADiskThatHangs_reportsTheDecisionThatWasMade() throws IOException {
        try (Box box = start()) {
            BoxApi api = box.api();
            long before = api.newest();
            disk.hang(Operation.SYNC, "lintel.db-wal");
            assertThat(present(box, 1001).json())
                    .containsEntry("decision", "admitted")
                    .containsEntry("strike", "released")
                    .containsEntry("event_id", null);
            assertThat(disk.count(Operation.SYNC)).isPositive();
            disk.heal();
            assertThat(api.awaitEvent(10, 1, before)).isGreaterThan(before);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"EIO", "ENOSPC", "EROFS"})
    void writesOnADiskThatTakesNothing_answer503AndShowNoSql(Fault fault) throws IOException {
        try (Box box = start()) {
            BoxApi api = box.api();
            HttpResponse<String> created = api.send(person(box, "First"));
            assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
            String id = String.valueOf(Json.parseObject(created.body()).get("id"));
            disk.fail(Operation.WRITE, fault, "");
            disk.fail(Operation.OPEN, fault, ".raw");
            HttpResponse<String> refused = api.send(person(box, "Second"));
            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(503);
            HttpResponse<String> picture = api.send(picture(box, id));
            assertThat(picture.statusCode()).as(picture.body()).isEqualTo(503);
            CommandRun key = box.lintel("key create --email other@example.com");
            assertThat(key.exit()).isNotZero();
            assertThat(key.err()).doesNotContain("INSERT", "SELECT", "BEGIN", "SAVEPOINT");
            disk.heal();
            awaitHealth(api, "\"status\":\"ready\"");
            assertThat(api.send(person(box, "Second")).statusCode()).isEqualTo(201);
            assertThat(api.send(picture(box, id)).statusCode()).isEqualTo(200);
        }
        assertThat(aside()).isEmpty();
    }

    private static HttpRequest.Builder person(Box box, String name) {
        return HttpRequest.newBuilder(URI.create(box.url() + "/api/3/people"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"first_name\":\"" + name + "\",\"last_name\":\"Person\"}"));
    }

    private static HttpRequest.Builder picture(Box box, String person) throws IOException {
        var bytes = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(64, 64, BufferedImage.TYPE_INT_RGB), "jpg", bytes);
        String image = Base64.getEncoder().encodeToString(bytes.toByteArray());
        return HttpRequest.newBuilder(URI.create(box.url() + "/api/3/people/" + person))
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString("{\"image_base64\":\"" + image + "\"}"));
    }

    private static String awaitHealth(BoxApi api, String wanted) {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
        String said = api.get("/health").body();
        while (!said.contains(wanted)) {
            assertThat(System.nanoTime() - endNs).as(said).isNegative();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            said = api.get("/health").body();
        }
        return said;
    }
}
