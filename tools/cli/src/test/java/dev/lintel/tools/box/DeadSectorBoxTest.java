package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.Snapshots;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.tools.box.FaultyDisk.Fault;
import dev.lintel.tools.box.FaultyDisk.Operation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A box with a sector that its disk does not give any more, under old events of its log.
@Timeout(240)
class DeadSectorBoxTest {
    private static final int PAGE_BYTES = 4096;
    private static final int EVENTS = 1_000;

    private final Path data;
    private final FaultyDisk disk;

    DeadSectorBoxTest(@TempDir Path folder) throws IOException, InterruptedException {
        Path root = Files.createDirectories(folder.resolve("disk"));
        data = root.resolve("data");
        disk = FaultyDisk.under(folder, root);
    }

    /// Old events, and a snapshot of after them.
    private void prepare() throws InterruptedException {
        Box.prepared(data);
        var time = new SystemTime();
        try (var folder = DataFolder.open(data);
                var database = Database.open(folder, time)) {
            for (int i = 0; i < EVENTS; i++) {
                database.events()
                        .append(new EventDraft(
                                EventKind.REX_PRESSED,
                                time.nowMs(),
                                time.nowNs(),
                                EventDraft.Subject.channel(1),
                                Map.of()));
            }
            assertThat(database.awaitDisk(30_000)).isTrue();
            new Snapshots(folder, time).take();
        }
    }

    private Box start() {
        var environment = new HashMap<>(disk.environment());
        environment.put("LINTEL_SERVICE", "1");
        return Box.start(data, environment);
    }

    private List<Long> pages(String name) throws SQLException {
        var pages = new ArrayList<Long>();
        try (var sqlite = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("lintel.db"));
                var rows = sqlite.createStatement()
                        .executeQuery("SELECT pageno FROM dbstat WHERE name = '" + name + "' AND pagetype = 'leaf'"
                                + " ORDER BY path")) {
            while (rows.next()) pages.add(rows.getLong(1));
        }
        return pages;
    }

    private static int send(Box box, BoxApi api, String method, String path, String body) {
        var request = HttpRequest.newBuilder(URI.create(box.url() + path))
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body));
        return api.send(request).statusCode();
    }

    private static String decision(Box box, int card) {
        return String.valueOf(box.lintel("present --channel 1 --card " + card + " --json")
                .json()
                .get("decision"));
    }

    /// A person is added whose card opens the door, and another one is deleted.
    private static void change(Box box) {
        BoxApi api = box.api();
        assertThat(decision(box, 1001)).isEqualTo("admitted");
        String una = "{\"first_name\":\"Una\",\"last_name\":\"Late\",\"card\":\"8008\",\"group_ids\":[1]}";
        assertThat(send(box, api, "POST", "/api/3/people", una)).isEqualTo(201);
        assertThat(send(box, api, "DELETE", "/api/3/people/1", "")).isBetween(200, 204);
        assertThat(decision(box, 8008)).isEqualTo("admitted");
        assertThat(decision(box, 1001)).isEqualTo("rejected");
    }

    private void killSector() throws SQLException, IOException {
        killSector(pages("event").get(3));
    }

    private void killSector(long page) throws IOException {
        disk.failSector(data.resolve("lintel.db"), (page - 1) * PAGE_BYTES, page * PAGE_BYTES);
    }

    private boolean isReplaced() {
        try (Stream<Path> files = Files.list(data)) {
            return files.anyMatch(file -> file.getFileName().toString().startsWith("lintel.db.damaged-"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void sectorOfOldEventsIsDeadAtTheStart_whatWasAcknowledgedDecidesFromMemory() throws Exception {
        prepare();
        try (Box box = start()) {
            change(box);
        }
        killSector();
        try (Box box = start()) {
            assertThat(decision(box, 8008)).as(box.welcome()).isEqualTo("admitted");
            assertThat(decision(box, 1001)).isEqualTo("rejected");
            assertThat(box.lintel("key create --email late@example.com").err()).contains("changes are refused");
        }
        assertThat(isReplaced()).isFalse();
    }

    /// A disk is given a minute before it counts as damage.
    @Test
    @Tag("slow")
    void sectorOfOldEventsStaysDead_theDatabaseIsReplacedAfterAMinuteByItsOwnContent() throws Exception {
        prepare();
        try (Box box = start()) {
            change(box);
        }
        killSector();
        try (Box box = start()) {
            awaitReplaced(box);
            assertThat(decision(box, 1001)).isEqualTo("rejected");
            assertThat(box.api().get("/health").body())
                    .contains("only events are damaged")
                    .containsPattern("events \\d+ to \\d+ cannot be read")
                    .doesNotContain("in memory only");
        }
    }

    /// Presents a card that only changes since the snapshot admit, until the box has restarted.
    private void awaitReplaced(Box box) {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(150);
        while (!isReplaced()) {
            assertThat(System.nanoTime() - endNs).as(box.said()).isNegative();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
        }
        while (!box.lintel("present --channel 1 --card 8008 --json").out().contains("admitted")) {
            assertThat(System.nanoTime() - endNs).as(box.said()).isNegative(); // it restarts
        }
    }

    @Test
    void sectorOfAnIndexIsDead_whatWasAcknowledgedSinceTheSnapshotDecides() throws Exception {
        prepare();
        try (Box box = start()) {
            change(box);
        }
        killSector(pages("credential_card").getFirst());
        try (Box box = start()) {
            long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(150);
            while (!isReplaced()) {
                box.lintel("present --channel 1 --card 8008 --json"); // needs that sector
                assertThat(System.nanoTime() - endNs).as(box.said()).isNegative();
            }
            while (!box.lintel("present --channel 1 --card 8008 --json").out().contains("admitted")) {
                assertThat(System.nanoTime() - endNs).as(box.said()).isNegative(); // it restarts
            }
            assertThat(decision(box, 1001)).isEqualTo("rejected");
            assertThat(box.api().get("/health").body())
                    .contains("only indexes are damaged", "built again: credential_card");
        }
    }

    /// A disk is given a minute before it counts as damage.
    @Test
    @Tag("slow")
    void sectorDiesWhileTheBoxRuns_whatWasAcknowledgedDecides() throws Exception {
        prepare();
        try (Box box = start()) {
            change(box);
            killSector();
            disk.fail(Operation.SYNC, Fault.EIO, "lintel.db-wal", 2);
            assertThat(decision(box, 8008))
                    .as("the event of it cannot be written")
                    .isEqualTo("admitted");
            awaitReplaced(box);
            assertThat(decision(box, 1001)).isEqualTo("rejected");
            assertThat(box.said()).contains("only events are damaged");
        }
    }
}
