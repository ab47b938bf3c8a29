package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.Snapshots;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.tools.CommandRun;
import dev.lintel.tools.box.FaultyDisk.Fault;
import dev.lintel.tools.box.FaultyDisk.Operation;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A service whose disk fails while it runs, by real errors of real file operations. One box is for all cases after
/// which it works as before; a case with a start of its own has its own disk.
@Timeout(180)
class DiskFaultBoxTest {
    private static final String READY = "\"status\":\"ready\"";

    /// First names of people whom the one box has to have at its next start, and must not have.
    private static final Set<String> ACKNOWLEDGED = new HashSet<>();

    private static final Set<String> REFUSED = new HashSet<>();
    /// Events that it has shown.
    private static final Set<Long> EVENTS = new HashSet<>();

    private static Site site;
    private static Box box;
    private static BoxApi api;

    /// A data folder on a disk that can fail.
    private record Site(Path data, FaultyDisk disk) {
        static Site in(Path folder) throws IOException, InterruptedException {
            Site site = empty(folder);
            Box.prepared(site.data);
            return site;
        }

        /// Where a first start leaves all pages of the database in its log, which the cases have fail.
        static Site empty(Path folder) throws IOException, InterruptedException {
            Path disk = Files.createDirectories(folder.resolve("disk"));
            return new Site(disk.resolve("data"), FaultyDisk.under(folder, disk));
        }

        Box start() {
            var environment = new HashMap<>(disk.environment());
            environment.put("LINTEL_SERVICE", "1");
            return Box.start(data, environment);
        }

        List<String> aside() throws IOException {
            try (Stream<Path> files = Files.list(data)) {
                return files.map(file -> file.getFileName().toString())
                        .filter(name -> name.startsWith("lintel.db.damaged-"))
                        .toList();
            }
        }
    }

    @BeforeAll
    static void start(@TempDir Path folder) throws IOException, InterruptedException {
        site = Site.empty(folder);
        box = site.start();
        api = box.api();
    }

    @AfterEach
    void heal() {
        site.disk.heal();
        awaitHealth(api, READY);
    }

    /// The next start has everything that was acknowledged in any case, and nothing that was refused.
    @AfterAll
    static void stop() throws IOException {
        box.close();
        assertThat(site.aside()).isEmpty();
        try (Box again = site.start()) {
            assertThat(names(again.api())).containsAll(ACKNOWLEDGED).doesNotContainAnyElementsOf(REFUSED);
            assertThat(ids(again.api())).containsAll(EVENTS);
            CommandRun verified = again.lintel("events verify");
            assertThat(verified.exit()).as(verified.out() + verified.err()).isZero();
        }
    }

    private static Set<String> names(BoxApi api) {
        return people(api).keySet();
    }

    /// Their ids, by first name.
    private static Map<String, Object> people(BoxApi api) {
        var ids = new HashMap<String, Object>();
        if (Json.parse(api.get("/api/3/people?n=200").body()) instanceof List<?> people) {
            for (Object each : people)
                if (each instanceof Map<?, ?> person)
                    ids.put(String.valueOf(person.get("first_name")), person.get("id"));
        }
        return ids;
    }

    private static Set<Long> ids(BoxApi api) {
        return api.events("n=200").stream().map(BoxApi::id).collect(Collectors.toSet());
    }

    /// Sends a person of this name; the answer is one of two, and each is kept for the check at the end.
    private static void add(String name, int wanted) {
        HttpResponse<String> answer = api.send(person(box, name));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(wanted);
        (wanted == 201 ? ACKNOWLEDGED : REFUSED).add(name);
        if (wanted == 201) assertThat(names(api)).contains(name);
    }

    /// Deletes a person who was added before.
    private static void delete(String name, int wanted) {
        HttpResponse<String> answer =
                api.send(HttpRequest.newBuilder(URI.create(box.url() + "/api/3/people/" + id(name)))
                        .DELETE());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(wanted);
        if (wanted != 503) {
            ACKNOWLEDGED.remove(name);
            REFUSED.add(name);
        }
    }

    private static String id(String name) {
        return String.valueOf(people(api).get(name));
    }

    private static CommandRun present(Box box, int card) {
        return box.lintel("present --channel 1 --card " + card + " --json");
    }

    @Test
    void oneFailedReadOfTheLogLeavesTheDatabaseInPlaceAndAdmitsTheCard() throws IOException {
        add("Acknowledged", 201);
        site.disk.fail(Operation.READ, Fault.EIO, "lintel.db-wal", 1);
        assertThat(present(box, 1001).json()).containsEntry("decision", "admitted");
        assertThat(site.disk.count(Operation.READ)).isEqualTo(1);
        assertThat(api.get("/api/3/people").body()).contains("Acknowledged");
        assertThat(site.aside()).isEmpty();
    }

    @Test
    void aFailedReadWhileAnEventIsWrittenKeepsTheEventAndTheDatabase(@TempDir Path folder)
            throws IOException, InterruptedException {
        Site own = Site.empty(folder);
        try (Box started = own.start()) {
            BoxApi client = started.api();
            long before = client.newest();
            own.disk.fail(Operation.READ, Fault.EIO, "lintel.db-wal", 4);
            own.disk.fail(Operation.SYNC, Fault.EIO, "lintel.db-wal", 2);
            assertThat(present(started, 1001).exit()).isZero();
            own.disk.awaitCount(Operation.READ, 1);
            own.disk.awaitCount(Operation.SYNC, 1);
            own.disk.heal(Operation.READ); // those of the API must not fail
            client.awaitEvent(10, 1, before);
            assertThat(present(started, 1001).json()).containsEntry("decision", "admitted");
        }
        assertThat(own.aside()).isEmpty();
    }

    @Test
    void failedReadsOfAStartLeaveTheDatabaseInPlace(@TempDir Path folder) throws IOException, InterruptedException {
        Site own = Site.in(folder);
        try (Box started = own.start()) {
            assertThat(started.lintel("present --channel 1 --card 1001 --json").exit())
                    .isZero();
        }
        for (int failures : new int[] {1, 4, 5}) {
            own.disk.fail(Operation.READ, Fault.EIO, "lintel.db", failures);
            try (Box started = own.start()) {
                assertThat(own.disk.count(Operation.READ)).isEqualTo(failures);
                assertThat(present(started, 1001).json()).containsEntry("decision", "admitted");
                assertThat(started.api().get("/health").body()).contains(READY);
            }
            assertThat(own.aside()).as("after %d failures", failures).isEmpty();
        }
    }

    /// A site with a snapshot, and a key that the snapshot has.
    private static String withSnapshot(Site own) {
        String key;
        try (Box started = own.start()) {
            CommandRun made = started.lintel("key create --email first@example.com --json");
            key = String.valueOf(made.json().get("api_key"));
            HttpResponse<String> created = new BoxApi(started, key).send(person(started, "First"));
            assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
        }
        try (var data = DataFolder.open(own.data)) {
            new Snapshots(data, new SystemTime()).take();
        }
        return key;
    }

    private static void assertRefused(Box started, BoxApi client) {
        assertThat(client.get("/health").body()).contains("in memory only").doesNotContain("damaged");
        HttpResponse<String> created = client.send(person(started, "Second"));
        assertThat(created.statusCode()).as(created.body()).isEqualTo(503);
        var delete = HttpRequest.newBuilder(URI.create(started.url() + "/api/3/people/1"));
        HttpResponse<String> deleted = client.send(delete.DELETE());
        assertThat(deleted.statusCode()).as(deleted.body()).isEqualTo(503);
        CommandRun key = started.lintel("key create --email other@example.com");
        assertThat(key.exit()).isNotZero();
        assertThat(key.err()).contains("changes are refused");
    }

    @Test
    void aStartThatCannotReadTheDatabase_decidesFromASnapshotAndRefusesChanges(@TempDir Path folder)
            throws IOException, InterruptedException {
        Site own = Site.in(folder);
        String key = withSnapshot(own);
        own.disk.fail(Operation.READ, Fault.EIO, "lintel.db");
        try (Box started = own.start()) {
            assertRefused(started, new BoxApi(started, key));
            assertThat(present(started, 1001).json()).containsEntry("decision", "admitted");
        }
        own.disk.heal();
        assertThat(own.aside()).isEmpty();
        try (Box started = own.start()) {
            assertThat(present(started, 1001).json()).containsEntry("decision", "admitted");
            var client = new BoxApi(started, key);
            assertThat(client.get("/health").body()).contains(READY);
            assertThat(client.get("/api/3/people").body()).contains("First").doesNotContain("Second");
        }
    }

    /// It looks each minute.
    @Test
    @Tag("slow")
    void aDiskThatFailedAtTheStartAndWorksAgain_isUsedWithTheEventsOfMeanwhile(@TempDir Path folder)
            throws IOException, InterruptedException {
        Site own = Site.in(folder);
        String key = withSnapshot(own);
        own.disk.fail(Operation.READ, Fault.EIO, "lintel.db");
        try (Box started = own.start()) {
            var client = new BoxApi(started, key);
            assertRefused(started, client);
            long before = client.newest();
            assertThat(present(started, 1001).json()).containsEntry("decision", "admitted");
            long admission = client.awaitEvent(10, 1, before);
            own.disk.heal();
            awaitRestart(client);
            assertThat(client.events("n=1&event_code=10&channel_id=1").getFirst())
                    .containsEntry("id", admission);
            assertThat(client.get("/api/3/people").body()).contains("First").doesNotContain("Second");
            assertThat(client.send(person(started, "Third")).statusCode()).isEqualTo(201);
        }
        assertThat(own.aside()).isEmpty();
    }

    @Test
    void aDiskThatIsGone_knownCardsAreDecidedFromMemoryAndHealthSaysDiskGone(@TempDir Path folder)
            throws IOException, InterruptedException {
        Site own = Site.in(folder);
        try (Box started = own.start()) {
            BoxApi client = started.api();
            long before = client.newest();
            assertThat(present(started, 1001).json()).containsEntry("decision", "admitted");
            long admission = client.awaitEvent(10, 1, before);
            own.disk.vanish();
            assertThat(present(started, 1001).json()).containsEntry("decision", "admitted");
            String health = awaitHealth(client, "the disk is gone");
            assertThat(health).doesNotContain("damaged", "malformed");
            assertThat(present(started, 1001).json()).containsEntry("decision", "admitted");
            assertThat(present(started, 31337).json()).containsEntry("decision", "rejected");
            assertThat(client.get("/sign-in").statusCode()).isEqualTo(200);
            assertThat(client.get("/api/3/people").statusCode()).isEqualTo(503);
            own.disk.heal();
            awaitHealth(client, READY);
            assertThat(client.awaitEvent(10, 1, admission)).isGreaterThan(admission);
        }
        assertThat(own.aside()).isEmpty();
    }

    @Test
    void presentOnADiskThatHangs_reportsTheDecisionThatWasMade() throws IOException {
        add("BeforeHang", 201);
        long before = api.newest();
        site.disk.hang(Operation.SYNC, "lintel.db-wal");
        assertThat(present(box, 1001).json())
                .containsEntry("decision", "admitted")
                .containsEntry("strike", "released")
                .containsEntry("event_id", null);
        assertThat(site.disk.count(Operation.SYNC)).isPositive();
        site.disk.heal();
        long admission = api.awaitEvent(10, 1, before);
        assertThat(admission).isGreaterThan(before);
        EVENTS.add(admission);
        add("AfterHang", 201);
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"EIO", "ENOSPC", "EROFS"})
    void writesOnADiskThatTakesNothing_answer503AndShowNoSql(Fault fault) throws IOException {
        add("Kept" + fault, 201);
        add("Deleted" + fault, 201);
        delete("Deleted" + fault, 200);
        String id = id("Kept" + fault);
        site.disk.fail(Operation.WRITE, fault, "");
        site.disk.fail(Operation.OPEN, fault, ".raw");
        add("Refused" + fault, 503);
        delete("Kept" + fault, 503);
        HttpResponse<String> picture = api.send(picture(box, id));
        assertThat(picture.statusCode()).as(picture.body()).isEqualTo(503);
        CommandRun key = box.lintel("key create --email other@example.com");
        assertThat(key.exit()).isNotZero();
        assertThat(key.err()).doesNotContain("INSERT", "SELECT", "BEGIN", "SAVEPOINT");
        site.disk.heal();
        awaitHealth(api, READY);
        add("Later" + fault, 201);
        assertThat(api.send(picture(box, id)).statusCode()).isEqualTo(200);
        assertThat(site.aside()).isEmpty();
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

    /// While the box restarts nothing listens.
    private static void awaitRestart(BoxApi api) {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
        String said = "";
        while (!said.contains(READY)) {
            assertThat(System.nanoTime() - endNs).as(said).isNegative();
            try {
                said = api.get("/health").body();
            } catch (UncheckedIOException e) {
                said = String.valueOf(e.getCause());
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
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
