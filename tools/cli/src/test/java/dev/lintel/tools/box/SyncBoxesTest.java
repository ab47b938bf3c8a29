package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.json.Json;
import dev.lintel.tools.CommandRun;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A hub and its boxes as separate processes: they join by code, get who may pass, tell what happened, and do as they
/// are told; one that is turned away follows no more, and its doors go on.
class SyncBoxesTest {
    private static final long AT_ONCE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(10);

    @TempDir
    Path folder;

    @Test
    void twoBoxesFollowAHub() throws Exception {
        follow(2, 200);
    }

    /// Minutes: run by `./lintel test --slow`.
    @Tag("slow")
    @Test
    void tenBoxesFollowAHub() throws Exception {
        follow(10, 5_000);
    }

    private void follow(int boxes, int people) throws Exception {
        try (SyncSite site = SyncSite.begin(folder, boxes)) {
            BoxApi api = site.hub.api();
            site.addPeople(card(0), people);
            for (int number = 1; number <= boxes; number++) site.join(number);
            site.awaitAgreement();

            for (int number = 1; number <= boxes; number++) {
                Box box = site.running.get(number - 1);
                assertThat(SyncSite.present(box, 2 * number, card(number))).containsEntry("decision", "admitted");
            }
            site.awaitEvents();
            changeReachesAllAtOnce(site, api, boxes);
            hubOpensADoor(site, api);
            aBoxWritesAtTheHub(site);
            revokedFollowsNoMore(site, api, boxes);
        }
    }

    private static int card(int i) {
        return 700_000 + i;
    }

    private static void make(SyncSite site, BoxApi api, int i) {
        var made = site.atHub(
                api,
                "POST",
                "/api/3/people",
                Map.of("first_name", "P" + i, "last_name", "Campus", "group_ids", List.of(1), "card", card(i)));
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    }

    /// Within a second each door knows.
    private static void changeReachesAllAtOnce(SyncSite site, BoxApi api, int boxes) throws SQLException {
        var files = new SyncFiles(site.folder.resolve("hub"));
        long person = files.number("SELECT person_id FROM credential WHERE card_number = " + card(1));
        assertThat(site.atHub(api, "PUT", "/api/3/people/" + person, Map.of("enabled", false))
                        .statusCode())
                .isEqualTo(200);
        long changedNs = System.nanoTime();
        for (int number = 1; number <= boxes; number++) {
            var box = new SyncFiles(site.boxFolder(number));
            while (box.number("SELECT enabled FROM person WHERE id = " + person) != 0) {
                assertThat(System.nanoTime() - changedNs).as("box " + number).isLessThan(AT_ONCE_NS);
                LockSupport.parkNanos(LOOK_NS);
            }
        }
        assertThat(SyncSite.present(site.running.getFirst(), 1, card(1))).containsEntry("decision", "rejected");
    }

    private static void hubOpensADoor(SyncSite site, BoxApi api) throws SQLException {
        var admitted = site.atHub(api, "POST", "/api/3/channels/2/admit", Map.of());
        assertThat(admitted.statusCode()).as(admitted.body()).isEqualTo(202);
        assertThat(admitted.body()).contains("\"admitted\"");
        assertThat(new SyncFiles(site.boxFolder(1))
                        .number("SELECT count(*) FROM event WHERE kind = 12 AND channel_id = 2"))
                .isEqualTo(1);
        var locked = site.atHub(api, "POST", "/api/3/channels/1/lockdown", Map.of());
        assertThat(locked.statusCode()).as(locked.body()).isEqualTo(200);
        assertThat(locked.body()).contains("\"card_lockdown\":{\"state\":true}");
        assertThat(SyncSite.present(site.running.getFirst(), 1, card(3))).containsEntry("decision", "rejected");
    }

    /// Whoever writes at a box has it answered once it is at the hub and at the box.
    private static void aBoxWritesAtTheHub(SyncSite site) throws SQLException {
        Box box = site.running.getFirst();
        var beyond = write(box, 1);
        assertThat(beyond.statusCode()).as(beyond.body()).isEqualTo(403);
        assertThat(beyond.body()).contains("beyond_box");
        var made = write(box, SyncSite.groupOf(1));
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        String query = "SELECT count(*) FROM credential WHERE card_number = " + card(8_000);
        assertThat(new SyncFiles(site.boxFolder(1)).number(query)).isEqualTo(1);
        assertThat(new SyncFiles(site.folder.resolve("hub")).number(query)).isEqualTo(1);
    }

    private static HttpResponse<String> write(Box box, int group) {
        var person = Map.of("first_name", "By", "last_name", "Box", "group_ids", List.of(group), "card", card(8_000));
        return box.api()
                .send(HttpRequest.newBuilder(URI.create(box.url() + "/api/3/people"))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(Json.write(person))));
    }

    private static void revokedFollowsNoMore(SyncSite site, BoxApi api, int boxes) throws SQLException {
        Box last = site.running.removeLast();
        try (last) {
            CommandRun revoked = site.hub.lintel("hub revoke Box-" + boxes + " --yes");
            assertThat(revoked.exit()).as(revoked.err()).isZero();
            make(site, api, 9_000);
            site.awaitAgreement();
            var file = new SyncFiles(site.boxFolder(boxes));
            assertThat(file.number("SELECT count(*) FROM credential WHERE card_number = " + card(9_000)))
                    .isZero();
            CommandRun shown = last.lintel("present --channel " + 2 * boxes + " --card " + card(4) + " --json");
            assertThat(shown.json()).as("its doors go on").containsEntry("decision", "admitted");
        }
    }
}
