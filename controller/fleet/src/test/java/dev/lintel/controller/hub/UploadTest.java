package dev.lintel.controller.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.fleet.BoxLogStore;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.store.SiteSteps;
import dev.lintel.sync.wire.EventRow;
import dev.lintel.sync.wire.LogMark;
import dev.lintel.sync.wire.UpLine;
import dev.lintel.sync.wire.Wire;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A box's log at its hub: each event once, whatever is repeated.
class UploadTest {
    private static final int UNKNOWN_KIND = 9_999;

    @TempDir
    Path path;

    private HubRig rig;
    private TestBoxClient box;

    @BeforeEach
    void open() {
        rig = new HubRig(path);
        box = rig.join("Gate");
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private static String hash(String letter, long id) {
        return (letter + Long.toHexString(id) + "0".repeat(64)).substring(0, 64);
    }

    private EventRow row(String letter, long id, int kind, Map<String, ?> additional) {
        long at = rig.time.nowMs() - 1_000;
        return new EventRow(
                id, kind, at, at, "boot", id, 2L, 1L, "Ada", 1L, "4711", false, additional, hash(letter, id));
    }

    private HttpResponse<String> upload(LogMark after, String letter, long... ids) {
        List<EventRow> rows = LongStream.of(ids)
                .mapToObj(id -> row(letter, id, EventKind.ADMITTED_CARD.number(), Map.of("role_id", 2L)))
                .toList();
        return upload(after, rows);
    }

    private HttpResponse<String> upload(LogMark after, List<EventRow> rows) {
        LogMark last = rows.isEmpty()
                ? after
                : new LogMark(rows.getLast().id(), rows.getLast().hash());
        String signature = box.sign(UpLine.Head.signed(last.id(), last.hash(), 5));
        return box.post(query("events", after), body(rows, new UpLine.Head(last.id(), last.hash(), 5, signature)));
    }

    private static String query(String what, LogMark after) {
        return "/sync/1/" + what + "?after=" + after.id() + "&hash=" + after.hash();
    }

    private static String body(List<EventRow> rows, UpLine.Head head) {
        var lines = new ArrayList<String>();
        for (EventRow row : rows) lines.add(new UpLine.Event(row).toJson());
        lines.add(head.toJson());
        return String.join("\n", lines) + "\n";
    }

    private static LogMark mark(String letter, long id) {
        return new LogMark(id, hash(letter, id));
    }

    private static LogMark marked(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return LogMark.parse(answer.body());
    }

    private LogMark newest() {
        return marked(box.get("/sync/1/events"));
    }

    /// The box's events in the hub's log: letters and ids of what was sent.
    private List<Object> told() {
        return new EventStore(rig.database)
                .newest(500).stream()
                        .map(event -> event.draft().additional().get("box_event_id"))
                        .filter(Objects::nonNull)
                        .toList();
    }

    private Event last() {
        return new EventStore(rig.database).newest(1).getFirst();
    }

    @Test
    void whatIsRepeatedIsThereOnce() {
        assertThat(newest()).isEqualTo(LogMark.NONE);
        assertThat(marked(upload(LogMark.NONE, "a", 1, 2, 3))).isEqualTo(mark("a", 3));
        HttpResponse<String> again = upload(LogMark.NONE, "a", 1, 2, 3);
        assertThat(again.statusCode()).isEqualTo(409);
        assertThat(again.body()).contains("\"mark\"", hash("a", 3));
        assertThat(marked(upload(mark("a", 3), "a", 4, 5))).isEqualTo(mark("a", 5));
        assertThat(marked(upload(mark("a", 5), List.of()))).isEqualTo(mark("a", 5)); // a head alone
        assertThat(upload(mark("b", 5), "b", 6).statusCode()).isEqualTo(409);
        assertThat(told()).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(marked(box.get("/sync/1/events?at=2"))).isEqualTo(mark("a", 2));
        assertThat(marked(box.get("/sync/1/events?at=77"))).isEqualTo(LogMark.NONE);
    }

    @Test
    void anEventKeepsItsNumbersBesideTheHubs() {
        long asked = asked(2);
        Map<String, Object> additional = new HashMap<>();
        additional.put("admission_request_id", 12L);
        additional.put("hub_request_id", asked);
        additional.put("nothing", null);
        var row = row("a", 1, EventKind.ADMITTED_MANUAL.number(), additional);
        assertThat(upload(LogMark.NONE, List.of(row)).statusCode()).isEqualTo(200);
        Event event = last();
        assertThat(event.kind()).isEqualTo(EventKind.ADMITTED_MANUAL);
        assertThat(event.subject().channelId()).isEqualTo(2);
        assertThat(event.subject().personName()).isEqualTo("Ada");
        assertThat(event.draft().occurredAtMs()).isEqualTo(row.occurredAtMs());
        assertThat(event.draft().additional())
                .containsEntry("box", "Gate")
                .containsEntry("box_event_id", 1L)
                .containsEntry("box_boot", "boot")
                .containsEntry("box_admission_request_id", 12L)
                .containsEntry("admission_request_id", asked)
                .doesNotContainKey("nothing");
    }

    private EventRow at(long channel, long id, EventKind kind, Map<String, ?> additional) {
        EventRow row = row("a", id, kind.number(), additional);
        return new EventRow(
                row.id(),
                row.kind(),
                row.occurredAtMs(),
                row.createdAtMs(),
                row.bootId(),
                row.monotonicNs(),
                channel,
                row.personId(),
                row.personName(),
                row.credentialId(),
                row.credentialsNumber(),
                row.pin(),
                row.additional(),
                row.hash());
    }

    @Test
    void aBoxTellsOfItsOwnDoorsAndOfThoseItHadAndOfNoOthers() {
        upload(LogMark.NONE, List.of(at(4, 1, EventKind.ADMITTED_CARD, Map.of())));
        assertThat(last().subject().channelId()).isNull();
        assertThat(last().draft().additional())
                .containsEntry("box_channel_id", 4L)
                .containsEntry("box", "Gate");
        move(2, "Barn");
        upload(mark("a", 1), List.of(at(2, 2, EventKind.ADMITTED_CARD, Map.of()))); // of when it was there
        assertThat(last().subject().channelId()).isEqualTo(2);
        assertThat(last().draft().additional()).doesNotContainKey("box_channel_id");
        assertThat(told()).containsExactlyInAnyOrder(1L, 2L);
    }

    /// As `site apply` does.
    private void move(long channel, String box) {
        SiteSteps.hang(rig.database, channel, box, rig.time.nowMs());
    }

    @Test
    void aBoxThatHadADoorTellsOfNothingThatHappenedThereLater() {
        long asked = asked(2);
        rig.time.advance(Duration.ofMinutes(1)); // rows are of a second ago
        move(2, "Barn");
        rig.time.advance(Duration.ofMinutes(1));
        upload(
                LogMark.NONE,
                List.of(
                        at(2, 1, EventKind.ADMITTED_CARD, Map.of()),
                        at(2, 2, EventKind.ADMITTED_MANUAL, Map.of("hub_request_id", asked))));
        assertThat(last().subject().channelId()).isNull();
        assertThat(last().draft().additional())
                .containsEntry("box_channel_id", 2L)
                .doesNotContainKey("admission_request_id");
        move(2, "Gate"); // it has it again
        upload(mark("a", 2), List.of(at(2, 3, EventKind.ADMITTED_CARD, Map.of())));
        assertThat(last().subject().channelId()).isEqualTo(2);
    }

    /// Another machine that joins under a name has had none of the doors that hung on that name before.
    @Test
    void aNewBoxOfTheSameNameInheritsNoFormerDoor() {
        move(2, "Barn");
        rig.time.advance(Duration.ofMinutes(1));
        box = rig.join("Gate");
        EventRow now = at(2, 1, EventKind.ADMITTED_CARD, Map.of());
        long before = rig.time.nowMs() - Duration.ofHours(1).toMillis();
        upload(
                LogMark.NONE,
                List.of(new EventRow(
                        1,
                        now.kind(),
                        before,
                        before,
                        "boot",
                        1,
                        2L,
                        1L,
                        "Ada",
                        1L,
                        "4711",
                        false,
                        Map.of(),
                        now.hash())));
        assertThat(last().subject().channelId()).isNull();
    }

    private long asked(long channel) {
        rig.database
                .events()
                .append(new EventDraft(
                        EventKind.ADMISSION_REQUESTED,
                        rig.time.nowMs(),
                        rig.time.nowNs(),
                        EventDraft.Subject.channel(channel),
                        Map.of()));
        HubRig.await(() -> last().kind() == EventKind.ADMISSION_REQUESTED);
        return last().id();
    }

    @Test
    void whatTheHubAskedForIsBelievedAtTheDoorThatItAskedOnly() {
        long barn = asked(4);
        upload(LogMark.NONE, List.of(at(2, 1, EventKind.ADMITTED_MANUAL, Map.of("hub_request_id", barn))));
        assertThat(last().draft().additional()).doesNotContainKey("admission_request_id");
        long gate = asked(2);
        upload(mark("a", 1), List.of(at(2, 2, EventKind.ADMITTED_MANUAL, Map.of("hub_request_id", gate))));
        assertThat(last().draft().additional()).containsEntry("admission_request_id", gate);
    }

    @Test
    void aBoxWhoseClockIsAheadDoesNotMoveTheLogsTime() {
        long ahead = rig.time.nowMs() + 10_000_000_000L;
        var row = new EventRow(1, 10, ahead, ahead, "b", 1, 2L, null, null, null, null, false, Map.of(), hash("a", 1));
        assertThat(upload(LogMark.NONE, List.of(row)).statusCode()).isEqualTo(200);
        assertThat(last().draft().occurredAtMs()).isEqualTo(rig.time.nowMs());
        assertThat(last().draft().additional()).containsEntry("box_occurred_at", ahead);
        assertThat(rig.database.events().newestMs()).isLessThanOrEqualTo(rig.time.nowMs());
    }

    @Test
    void aRestoredBoxGoesOnInABranchAndNothingIsLostOrDoubled() {
        marked(upload(LogMark.NONE, "a", 1, 2, 3, 4, 5));
        assertThat(upload(mark("a", 3), "b", 4).statusCode()).isEqualTo(409);
        assertThat(box.post(query("branch", mark("b", 3)), "").statusCode()).isEqualTo(409);
        assertThat(marked(box.post(query("branch", mark("a", 3)), ""))).isEqualTo(mark("a", 3));
        assertThat(marked(box.post(query("branch", mark("a", 3)), ""))).isEqualTo(mark("a", 3)); // again
        assertThat(marked(upload(mark("a", 3), "b", 4, 5, 6))).isEqualTo(mark("b", 6));
        assertThat(told()).containsExactly(1L, 2L, 3L, 4L, 5L, 4L, 5L, 6L);
        long branch = rig.database.read(
                sql -> BoxLogStore.current(sql, box.joined().box()).number());
        assertThat(branch).isEqualTo(1);
    }

    @Test
    void whatIsWrongIsRefusedWhole() {
        marked(upload(LogMark.NONE, "a", 1));
        LogMark one = mark("a", 1);
        assertThat(upload(one, "a", 3, 2).statusCode()).isEqualTo(400);
        var row = row("a", 2, 10, Map.of());
        var head = new UpLine.Head(2, row.hash(), 5, box.sign("something else"));
        HttpResponse<String> unsigned = box.post(query("events", one), body(List.of(row), head));
        assertThat(unsigned.statusCode()).isEqualTo(400);
        assertThat(unsigned.body()).contains("not signed");
        String noHead = new UpLine.Event(row).toJson();
        assertThat(box.post(query("events", one), noHead).statusCode()).isEqualTo(400);
        assertThat(box.post(query("events", one), "{\"event\":7}").statusCode()).isEqualTo(400);
        assertThat(box.post("/sync/1/events", noHead).statusCode()).isEqualTo(400);
        assertThat(told()).containsExactly(1L);
        assertThat(newest()).isEqualTo(one);
    }

    @Test
    void anEventThatIsTooLongIsTakenWithoutWhatItCarriesAndHoldsNothingUp() {
        Map<String, Object> many = new HashMap<>();
        for (int i = 0; i <= Wire.EVENT_VALUES_MAX; i++) many.put("n" + i, List.of());
        List<EventRow> rows = List.of(
                row("a", 1, 10, Map.of("words", "x".repeat(900_000), "deep", Map.of("more", Map.of("a", 1)))),
                row("a", 2, 10, many),
                row("a", 3, UNKNOWN_KIND, Map.of("words", "x".repeat(100_000))),
                row("a", 4, 10, Map.of("words", "x".repeat(1_000))));
        assertThat(marked(upload(LogMark.NONE, rows))).isEqualTo(mark("a", 4));
        assertThat(marked(upload(mark("a", 4), "a", 5))).isEqualTo(mark("a", 5));
        List<Event> events = new EventStore(rig.database)
                .newest(10).stream()
                        .filter(event -> event.draft().additional().containsKey("box_event_id"))
                        .toList();
        assertThat(told()).containsExactlyInAnyOrder(1L, 2L, 4L, 5L);
        for (Event event : events) {
            Map<String, Object> more = event.draft().additional();
            boolean isLong = List.of(1L, 2L).contains(Objects.requireNonNull(more.get("box_event_id")));
            assertThat(more.containsKey("left_out_chars")).isEqualTo(isLong);
            assertThat(more).doesNotContainKeys("n1", "deep");
            assertThat(event.subject().personName()).isEqualTo("Ada");
        }
        assertThat(marked(box.get("/sync/1/events?at=1"))).isEqualTo(mark("a", 1));
        var waiting = rig.database.read(sql -> BoxLogStore.unknown(sql, null, 10));
        assertThat(waiting).hasSize(1);
        assertThat(waiting.getFirst().line()).hasSizeLessThan(1_000).contains("left_out_chars");
    }

    @Test
    void anUploadHasItsBounds() {
        var longest = row("a", 1, 10, Map.of("words", "x".repeat((1 << 20) + 100)));
        HttpResponse<String> line = upload(LogMark.NONE, List.of(longest));
        assertThat(line.statusCode()).isEqualTo(400);
        assertThat(line.body()).contains("1048576 characters");
        List<EventRow> much = new ArrayList<>();
        for (int id = 1; id <= 5; id++) much.add(row("a", id, 10, Map.of("words", "x".repeat(900_000))));
        HttpResponse<String> text = upload(LogMark.NONE, much);
        assertThat(text.statusCode()).isEqualTo(400);
        assertThat(text.body()).contains("characters");
        long[] ids = LongStream.rangeClosed(1, 501).toArray();
        assertThat(upload(LogMark.NONE, "a", ids).body()).contains("500 events");
        assertThat(newest()).isEqualTo(LogMark.NONE);
        assertThat(marked(
                        upload(LogMark.NONE, "a", LongStream.rangeClosed(1, 500).toArray())))
                .isEqualTo(mark("a", 500));
    }

    @Test
    void aHubThatDoesNotTrustItsClockSaysSoWhereItRefusesToo() {
        rig.clockTrusted = false;
        String noEvent = "?after=7&hash=" + "0".repeat(64);
        List<HttpResponse<String>> answers = List.of(
                box.post(Wire.EVENTS + noEvent, ""), // 400
                box.post("/sync/1/branch" + noEvent, ""), // 409
                box.get(Wire.CHANGES + "?after=elsewhere.9"), // 410
                box.post(Wire.RENEW, box.csr()),
                box.post(Wire.LEAVE, ""));
        assertThat(answers.stream().map(HttpResponse::statusCode)).containsExactly(400, 409, 410, 200, 200);
        for (HttpResponse<String> answer : answers) {
            assertThat(answer.headers().firstValue(Wire.CLOCK)).contains(Wire.UNCERTAIN);
        }
    }

    @Test
    void theSignedHeadIsKept() {
        marked(upload(LogMark.NONE, "a", 1, 2));
        marked(upload(mark("a", 2), "a", 3));
        BoxLogStore.Head head = Objects.requireNonNull(
                rig.database.read(sql -> BoxLogStore.head(sql, box.joined().box(), 0)));
        assertThat(head.id()).isEqualTo(3);
        assertThat(head.atMs()).isEqualTo(5);
    }

    @Test
    void anEventOfAnUnknownKindWaitsForAVersionThatKnowsIt() {
        marked(upload(LogMark.NONE, List.of(row("a", 1, UNKNOWN_KIND, Map.of()), row("a", 2, 10, Map.of()))));
        assertThat(told()).containsExactly(2L);
        assertThat(newest()).isEqualTo(mark("a", 2));
        var events = new UploadedEvents(rig.database, rig.time);
        assertThat(events.takeUnknown()).isZero();
        rig.database.write(sql -> sql.run(
                "UPDATE box_event_unknown SET line = replace(line, '\"kind\":" + UNKNOWN_KIND + "', '\"kind\":11')"));
        assertThat(events.takeUnknown()).isEqualTo(1);
        assertThat(events.takeUnknown()).isZero();
        assertThat(told()).containsExactly(2L, 1L);
        assertThat(last().kind()).isEqualTo(EventKind.ADMITTED_PIN);
    }
}
