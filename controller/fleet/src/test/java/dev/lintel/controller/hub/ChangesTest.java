package dev.lintel.controller.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.fleet.HubSite;
import dev.lintel.controller.store.GroupReservationStore;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.ReservationStore;
import dev.lintel.controller.store.ReservationStore.Span;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.DownLine.Begin;
import dev.lintel.sync.wire.DownLine.Gone;
import dev.lintel.sync.wire.DownLine.Head;
import dev.lintel.sync.wire.DownLine.Part;
import dev.lintel.sync.wire.DownLine.PersonLine;
import dev.lintel.sync.wire.DownLine.PolicyLine;
import dev.lintel.sync.wire.LinkMessage;
import dev.lintel.sync.wire.PersonRow.ReservationRow;
import dev.lintel.sync.wire.StateHash;
import dev.lintel.sync.wire.Wire;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a box follows.
class ChangesTest {
    @TempDir
    Path path;

    /// A box that keeps what it is told.
    private static final class Follows {
        final TestBoxClient box;
        final TreeMap<Long, PersonLine> people = new TreeMap<>();
        String policy = "";
        Cursor cursor = new Cursor("none", 0);
        int chunks;

        Follows(TestBoxClient box) {
            this.box = box;
        }

        /// What happens at the hub between two answers.
        Runnable meanwhile = () -> {};

        /// Takes all there is; returns the last line.
        Head follow(String query) {
            while (true) {
                String after = cursor.era().equals("none") ? "" : "after=" + cursor;
                Head head = take(TestBoxClient.lines(box.get("/sync/1/changes?" + after + query)));
                chunks++;
                if (!head.more()) return head;
                meanwhile.run();
            }
        }

        private Head take(List<DownLine> lines) {
            assertThat(lines.getFirst()).isInstanceOf(Begin.class);
            for (DownLine line : lines) {
                if (line instanceof PersonLine person) people.put(person.row().id(), person);
                if (line instanceof Gone gone) people.remove(gone.id());
                if (line instanceof PolicyLine(String text, long _, long _)) policy = text;
            }
            Head head = (Head) lines.getLast();
            cursor = head.cursor();
            return head;
        }

        StateHash hash() {
            var hash = new StateHash();
            people.values().forEach(line -> hash.add(line.row().id(), line.revision()));
            return hash;
        }
    }

    @Test
    void aBoxGetsItsOwnPolicyAndPeopleAndThenWhatChanges() {
        try (var rig = new HubRig(path)) {
            var gate = new Follows(rig.join("Gate"));
            Head head = gate.follow("&check=1");
            assertThat(gate.people.keySet()).containsExactly(1L, 2L, 6L);
            assertThat(head.check()).isEqualTo(gate.hash().check());
            assertThat(gate.policy)
                    .contains("Gate in", "unit: 2", "Two", "Three")
                    .doesNotContain("Office", "Four");
            Head same = gate.follow("");
            assertThat(same.cursor()).isEqualTo(head.cursor());
            assertThat(same.check()).isNull();

            rig.database.write(sql -> {
                PersonStore.replaceRoles(sql, 1, List.of(1L)); // out of scope
                PersonStore.replaceRoles(sql, 4, List.of(2L)); // into it
                return PersonStore.delete(sql, 2, 5000);
            });
            head = gate.follow("&check=1");
            assertThat(gate.people.keySet()).containsExactly(4L, 6L);
            assertThat(head.check()).isEqualTo(gate.hash().check());
        }
    }

    @Test
    void aBoxOfEverythingGetsEverybody() {
        try (var rig = new HubRig(path)) {
            var all = new Follows(rig.join("Gate", true));
            all.follow("");
            assertThat(all.people.keySet()).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 10L);
            assertThat(all.policy).contains("Four", "Drivers");
        }
    }

    @Test
    void manyComeInChunksWhileOthersChange() {
        try (var rig = new HubRig(path)) {
            HubSite.guests(rig.database, 100, 5_000);
            var gate = new Follows(rig.join("Gate"));
            gate.meanwhile = () -> changeSome(rig, gate);
            Head head = gate.follow("&check=1");
            assertThat(gate.chunks).isGreaterThanOrEqualTo(3);
            // ten of those who were told already went, and 20 came: each time, and each once
            int times = gate.chunks - 1;
            assertThat(gate.people.keySet()).hasSize(5_003 + 10 * times);
            assertThat(head.check()).isEqualTo(gate.hash().check());
            assertThat(gate.people.values())
                    .filteredOn(line -> "Changed".equals(line.row().texts().get("first_name")))
                    .as("told already, or not yet")
                    .hasSize(40 * times);
            assertThat(gate.people.values()).extracting(PersonLine::revision).doesNotHaveDuplicates();
        }
    }

    /// Of those who were told and of those who come later some change and some go, and others come.
    private static void changeSome(HubRig rig, Follows gate) {
        int time = gate.chunks;
        List<Long> told = gate.people.keySet().stream()
                .filter(id -> id >= 100 + 40L * time && id < 5_100)
                .limit(40)
                .toList();
        rig.database.write(sql -> {
            for (long id : told.subList(0, 5)) PersonStore.delete(sql, id, rig.time.nowMs());
            for (long id : told.subList(5, 10)) PersonStore.replaceRoles(sql, id, List.of(1L));
            Map<String, @Nullable Object> changed = Map.of("first_name", "Changed");
            for (long id : told.subList(10, 30)) PersonStore.update(sql, id, changed, rig.time.nowMs());
            long last = 5_099 - 20L * time; // they have not been told of yet
            for (long id = last; id > last - 20; id--) PersonStore.update(sql, id, changed, rig.time.nowMs());
            return true;
        });
        HubSite.guests(rig.database, 10_000 + 100L * time, 20);
    }

    private static void reserve(HubRig rig, int count) {
        rig.database.write(sql -> {
            long nowMs = rig.time.nowMs();
            for (int i = 0; i < count; i++) {
                long startMs = nowMs + (count - i) * 3_600_000L; // the first one begins last
                ReservationStore.insert(sql, 1, List.of(2L, 3L), new Span(startMs, startMs + 3_600_000), nowMs);
                GroupReservationStore.insert(sql, 1, List.of(2L), new Span(startMs, startMs + 60_000), nowMs);
            }
            return true;
        });
    }

    @Test
    void whoHasThousandsOfReservationsIsToldOfWithTheNextOnesAndStopsNobody() {
        try (var rig = new HubRig(path)) {
            var gate = new Follows(rig.join("Gate"));
            rig.database.write(sql -> {
                Map<String, @Nullable Object> texts =
                        Map.of("notes", "\"é".repeat(5_000), "first_name", "\"".repeat(255));
                PersonStore.update(sql, 1, texts, rig.time.nowMs());
                return true;
            });
            reserve(rig, 3_000);
            HubSite.guests(rig.database, 100, 3);
            gate.follow("");
            assertThat(gate.people.keySet()).contains(1L, 100L, 101L, 102L);
            PersonLine line = Objects.requireNonNull(gate.people.get(1L));
            assertThat(line.toJson().getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(Wire.PERSON_BYTES_MAX + 1);
            assertThat(new LinkMessage.Urgent(line).toJson()).hasSizeLessThan(Wire.FRAME_CHARS_MAX);
            long lastMs = line.row().reservations().stream()
                    .mapToLong(ReservationRow::startMs)
                    .max()
                    .orElseThrow();
            int told = line.row().reservations().size();
            assertThat(told).isGreaterThan(400);
            assertThat(lastMs).isEqualTo(rig.time.nowMs() + told * 3_600_000L); // none of the next is missing
            assertThat(rig.hub.fault()).startsWith("person 1: so many reservations");

            rig.database.write(sql -> sql.run("DELETE FROM reservation WHERE person_id = 1"));
            rig.database.write(sql -> sql.run("DELETE FROM group_reservation WHERE person_id = 1"));
            gate.follow("");
            assertThat(rig.hub.fault()).isNull();
        }
    }

    @Test
    void peopleWithLongNotesComeInChunksToo() {
        try (var rig = new HubRig(path)) {
            var gate = new Follows(rig.join("Gate"));
            HubSite.guests(rig.database, 1000, 1_000);
            rig.database.write(sql -> sql.run("UPDATE person SET notes = ? WHERE id >= 1000", "x".repeat(9_000)));
            Head head = gate.follow("&check=1");
            assertThat(gate.people).hasSize(1_003);
            assertThat(gate.chunks).isEqualTo(3);
            assertThat(head.check()).isEqualTo(gate.hash().check());
        }
    }

    @Test
    void aSnapshotComesInPartsThatProveThemselves() throws Exception {
        try (var rig = new HubRig(path)) {
            HubSite.guests(rig.database, 100, 2_500);
            TestBoxClient box = rig.join("Gate");
            var people = new ArrayList<Long>();
            String query = "";
            while (true) {
                HttpResponse<String> answer = box.get("/sync/1/snapshot" + query);
                List<DownLine> lines = TestBoxClient.lines(answer);
                var begin = (Begin) lines.getFirst();
                assertThat(lines.get(1)).isInstanceOf(PolicyLine.class);
                var part = (Part) lines.getLast();
                MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
                answer.body()
                        .lines()
                        .filter(line -> line.startsWith("{\"person\""))
                        .forEach(line -> {
                            sha256.update((line + "\n").getBytes(StandardCharsets.UTF_8));
                        });
                assertThat(part.sha256()).isEqualTo(HexFormat.of().formatHex(sha256.digest()));
                for (DownLine line : lines)
                    if (line instanceof PersonLine one) people.add(one.row().id());
                assertThat(part.count()).isEqualTo(lines.size() - 3L);
                query = "?from=" + begin.from() + "&after=" + part.upTo();
                if (part.last()) break;
            }
            assertThat(people).hasSize(2_503).isSorted().doesNotHaveDuplicates();
        }
    }

    @Test
    void answersAreCompressedAndWhoDoesNotTakeThatGetsNone() throws IOException {
        try (var rig = new HubRig(path)) {
            TestBoxClient box = rig.join("Gate");
            HttpResponse<byte[]> answer = box.bytes("/sync/1/changes", "Accept-Encoding", "gzip");
            assertThat(answer.headers().firstValue("Content-Encoding")).contains("gzip");
            var plain = new String(
                    new GZIPInputStream(new ByteArrayInputStream(answer.body())).readAllBytes(),
                    StandardCharsets.UTF_8);
            assertThat(plain).startsWith("{\"begin\"");
            HttpResponse<String> refused = box.get("/sync/1/changes", "Accept-Encoding", "identity");
            assertThat(refused.statusCode()).isEqualTo(406);
            assertThat(refused.body()).contains("Accept-Encoding: gzip");
        }
    }

    @Test
    void aHubThatWasRestoredSendsBoxesFromLaterToASnapshot() throws IOException {
        Path copy = path.resolve("copy.db");
        Cursor later;
        TestBoxClient box;
        Path data = path.resolve("data");
        try (var rig = new HubRig(data)) {
            box = rig.join("Gate");
        }
        Files.copy(data.resolve("lintel.db"), copy);
        try (var rig = new HubRig(data)) {
            var gate = new Follows(box.at(rig.server.publicUrl()));
            HubSite.guests(rig.database, 100, 3);
            gate.follow("");
            later = gate.cursor;
        }
        Files.copy(copy, data.resolve("lintel.db"), StandardCopyOption.REPLACE_EXISTING);
        try (var rig = new HubRig(data)) {
            HttpResponse<String> answer = box.at(rig.server.publicUrl()).get("/sync/1/changes?after=" + later);
            assertThat(answer.statusCode()).isEqualTo(410);
            assertThat(answer.body()).contains("cursor_unknown");
            // What changes from now on is newer than all that the box knows.
            assertThat(rig.hub.latest().revision()).isEqualTo(later.revision());
            HubSite.guests(rig.database, 500, 30);
            assertThat(rig.hub.latest().revision()).isGreaterThan(later.revision());
            String far = later.era() + "." + (later.revision() + Restored.AHEAD_MAX + 1_000);
            assertThat(box.get("/sync/1/changes?after=" + far).statusCode()).isEqualTo(410);
            assertThat(rig.hub.latest().revision()).isLessThan(later.revision() + 1_000);
            assertThat(box.get("/sync/1/changes?after=nonsense").statusCode()).isEqualTo(400);
        }
    }
}
