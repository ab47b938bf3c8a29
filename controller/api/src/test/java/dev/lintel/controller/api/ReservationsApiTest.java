package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.store.ReservationStore;
import dev.lintel.controller.store.ReservationStore.Span;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The box's clock stands at 2026-03-02T11:00:00.123+01:00 in the account's zone.
class ReservationsApiTest {
    private static final String RESERVATIONS = "/api/3/reservations";
    private static final String NOON = Reserving.noon("channel_ids");

    @TempDir
    Path folder;

    private ApiBox box;
    private ApiClient client;

    @BeforeEach
    void start() {
        box = new ApiBox(folder);
        client = box.client();
        Reserving.addPerson(box);
    }

    @AfterEach
    void stop() {
        box.close();
    }

    private long create(String body) {
        return client.create(RESERVATIONS, body);
    }

    private static String body(String channels, String start, String end) {
        return Reserving.body("channel_ids", channels, start, end);
    }

    private String decision(long channel, String at) {
        return Decided.of(client, channel, at);
    }

    @Test
    void aReservationIsMadeReadListedAndDeleted() {
        var made =
                client.post(RESERVATIONS, body("[2,\"1\",2]", "2026-03-02T12:00:00.500", "2026-03-02T11:30:00.250Z"));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(made.object())
                .isEqualTo(Map.of(
                        "id", 1L,
                        "person_id", 7L,
                        "start_time", "2026-03-02T12:00:00.500+01:00",
                        "end_time", "2026-03-02T12:30:00.250+01:00",
                        "channel_ids", List.of(1L, 2L),
                        "created_at", "2026-03-02T11:00:00.123+01:00",
                        "updated_at", "2026-03-02T11:00:00.123+01:00"));
        assertThat(client.get(RESERVATIONS + "/1").object()).isEqualTo(made.object());
        var list = client.get(RESERVATIONS);
        assertThat(list.array()).containsExactly(made.object());
        assertThat(list.header("Total")).isEqualTo("1");
        assertThat(list.header("Per-Page")).isEqualTo("500");
        var gone = client.delete(RESERVATIONS + "/1");
        assertThat(gone.status()).isEqualTo(200);
        assertThat(gone.object()).isEqualTo(Map.of("result", "ok"));
        assertThat(client.delete(RESERVATIONS + "/1").status()).isEqualTo(404);
        assertThat(client.get(RESERVATIONS + "/1").status()).isEqualTo(404);
        assertThat(client.get(RESERVATIONS).array()).isEmpty();
    }

    @Test
    void bothFormsOfTheBodyBothNamesOfTheChannelsAndBothShapesGiveTheSame() {
        Map<String, Object> flat = client.post(RESERVATIONS, NOON).object();
        for (String body : List.of(
                "{\"reservation\":" + NOON + "}",
                NOON.replace("channel_ids", "door_controller_ids"),
                NOON.replace("}", ",\"door_controller_ids\":[2],\"id\":99,\"state\":\"active\"}"),
                NOON.replace("[1]", "null,\"door_controller_ids\":[1]"))) {
            var answer = box.client(box.sdkKey).post(RESERVATIONS + ".json", body);
            assertThat(answer.status()).as(answer.text()).isEqualTo(201);
            assertThat(answer.object())
                    .usingRecursiveComparison()
                    .ignoringFields("id")
                    .isEqualTo(flat);
        }
        assertThat(box.client(box.sdkKey).get(RESERVATIONS + "/1.json").object())
                .isEqualTo(flat);
        assertThat(client.get(RESERVATIONS + ".json?per_page=2&page=3").column("id"))
                .containsExactly(5L);
        assertThat(box.client(box.sdkKey).delete(RESERVATIONS + "/2.json").object())
                .containsEntry("result", "ok");
    }

    @Test
    void thePersonPassesItsChannelsFromTheStartUpToTheEndWhateverTheRolesSay() {
        create(body("[1]", "2026-03-02T12:00:00.500+01:00", "2026-03-02T13:00:00.250+01:00"));
        assertThat(decision(1, "2026-03-02T12:00:00.499+01:00")).isEqualTo("no_permission");
        assertThat(decision(1, "2026-03-02T12:00:00.500+01:00")).isEqualTo("admitted");
        assertThat(decision(1, "2026-03-02T13:00:00.249+01:00")).isEqualTo("admitted");
        assertThat(decision(1, "2026-03-02T13:00:00.250+01:00")).isEqualTo("reservation_expired");
        assertThat(decision(2, "2026-03-02T12:30:00+01:00")).isEqualTo("no_permission");
        client.delete(RESERVATIONS + "/1");
        assertThat(decision(1, "2026-03-02T12:30:00+01:00")).isEqualTo("no_permission");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            2026-03-02T10:00:00.124Z, 2026-03-02T10:01:00.124Z
            2026-03-02T23:59:00+01:00, 2026-03-03T00:00:00+01:00
            2026-03-03,               2026-03-04
            2026-03-29,               2026-03-30
            2026-10-25,               2026-10-26
            """)
    void atTheVeryEdgeOfEachRuleAReservationIsTaken(String start, String end) {
        create(body("[1]", start, end));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            2026-03-02T10:00:00.123Z,      2026-03-02T12:00:00Z,          start_time
            2026-03-01,                    2026-03-01T12:00:00Z,          start_time
            2026-03-02T12:00:00Z,          2026-03-02T12:00:59.999Z,      end_time
            2026-03-02T12:00:00Z,          2026-03-02T12:00:00Z,          end_time
            2026-03-02T12:00:00Z,          2026-03-02T11:00:00Z,          end_time
            2026-03-02T23:00:00+01:00,     2026-03-03T00:00:00.001+01:00, end_time
            2026-03-02T23:30:00Z,          2026-03-03T23:15:00Z,          end_time
            2026-03-03T12:00:00Z,          9999-12-30T12:00:00Z,          end_time
            """)
    void oneStepBeyondTheEdgeItIsInvalid(String start, String end, String field) {
        var answer = client.post(RESERVATIONS, body("[1]", start, end));
        assertThat(answer.status()).as(answer.text()).isEqualTo(422);
        assertThat(answer.object())
                .containsEntry("error", "validation_failed")
                .containsEntry("errors", Map.of(field, List.of("is invalid")));
        assertThat(client.get(RESERVATIONS).array()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                                                          | channel_ids
            {"reservation":{}}                                                          | channel_ids
            {"reservation":7}                                                           | channel_ids
            {"person_id":"","channel_ids":[],"start_time":" ","end_time":null}          | channel_ids
            {"person_id":null,"door_controller_ids":[""],"start_time":"","end_time":""} | door_controller_ids
            """)
    void whatIsMissingCannotBeBlank(String body, String channels) {
        var answer = client.post(RESERVATIONS, body);
        assertThat(answer.status()).isEqualTo(422);
        List<String> blank = List.of("can't be blank");
        assertThat(answer.object())
                .containsEntry(
                        "errors", Map.of("person_id", blank, channels, blank, "start_time", blank, "end_time", blank));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[9]", "[1,9]", "[0]", "[-1]", "[999999999999999999]"})
    void aChannelThatThereIsNotIsInvalid(String channels) {
        var answer = client.post(RESERVATIONS, NOON.replace("[1]", channels));
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.object()).containsEntry("errors", Map.of("channel_ids", List.of("is invalid")));
        var other =
                client.post(RESERVATIONS, NOON.replace("\"channel_ids\":[1]", "\"door_controller_ids\":" + channels));
        assertThat(other.object()).containsEntry("errors", Map.of("door_controller_ids", List.of("is invalid")));
        assertThat(client.get(RESERVATIONS).array()).isEmpty();
    }

    @Test
    void anybodyWhoIsNotThereCannotHaveOne() {
        for (String person : List.of("8", "0", "-7", "\"8\"", "999999999999999999")) {
            var answer = client.post(RESERVATIONS, NOON.replace("\"person_id\":7", "\"person_id\":" + person));
            assertThat(answer.status()).isEqualTo(422);
            assertThat(answer.object()).containsEntry("errors", Map.of("person_id", List.of("is invalid")));
        }
        client.delete("/api/3/people/7");
        assertThat(client.post(RESERVATIONS, NOON).object())
                .containsEntry("errors", Map.of("person_id", List.of("is invalid")));
    }

    private void reserved(int count, long endMs) {
        box.database.write(sql -> {
            for (int i = 0; i < count; i++) {
                ReservationStore.insert(sql, 7, List.of(1L), new Span(endMs - 60_000, endMs), 0);
            }
            return true;
        });
    }

    @Test
    void aThousandThatHaveNotEndedAreAsManyAsOneMayHave() {
        reserved(1_001, 1_000_000); // long over
        reserved(999, 4_000_000_000_000L);
        assertThat(client.post(RESERVATIONS, NOON).status()).isEqualTo(201);
        var refused = client.post(RESERVATIONS, NOON);
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.object())
                .containsEntry(
                        "errors",
                        Map.of("person_id", List.of("has too many of them that have not ended (maximum is 1000)")));
    }

    @Test
    void whateverABodyHoldsIsRefusedByNameAndLeavesNothing() {
        HostileBodies.tryAll(client, RESERVATIONS, NOON, List.of("person_id", "channel_ids", "start_time", "end_time"));
        assertThat(client.get(RESERVATIONS).array()).isEmpty();
        assertThat(new EventStore(box.database).newest(10)).isEmpty();
    }

    @Test
    void theListIsOfThoseThatHaveNotEnded() {
        long first = create(NOON);
        long second = create(NOON.replace("T13", "T14"));
        box.time.setWall("2026-03-02T11:59:59.999Z");
        assertThat(client.get(RESERVATIONS).column("id")).containsExactly(first, second);
        box.time.setWall("2026-03-02T12:00:00Z");
        assertThat(client.get(RESERVATIONS).column("id")).containsExactly(second);
        assertThat(client.get(RESERVATIONS + "?skip_pagination=true").column("id"))
                .containsExactly(second);
        assertThat(client.get(RESERVATIONS + "/" + first).object()).containsEntry("id", first);
        assertThat(client.delete(RESERVATIONS + "/" + first).object()).containsEntry("result", "ok");
        assertThat(client.get(RESERVATIONS + "/" + first).status()).isEqualTo(404);
    }

    @Test
    void theWholeListIsStreamedAndPagesAreByIdWithTheirHeaders() {
        long day = Duration.ofDays(1).toMillis();
        long now = box.time.nowMs();
        box.database.write(sql -> {
            for (int i = 1; i <= 1_203; i++) { // ends fall as ids rise, and each third has ended
                long start = i % 3 == 0 ? now - day : now + (2_000 - i) * 60_000L;
                ReservationStore.insert(sql, 7, List.of(1L, 2L), new Span(start, start + 60_000), now);
            }
            return true;
        });
        var all = client.get(RESERVATIONS + "?skip_pagination=true");
        assertThat(all.column("id")).hasSize(802).doesNotHaveDuplicates().isSorted();
        assertThat(all.column("channel_ids")).containsOnly(List.of(1L, 2L));
        assertThat(all.header("Total")).isEqualTo("802");
        var page = client.get(RESERVATIONS + "?page=2&per_page=100000");
        assertThat(page.header("Per-Page")).isEqualTo("1000");
        assertThat(page.array()).isEmpty();
        assertThat(client.get(RESERVATIONS + "?page=401&per_page=2").column("id"))
                .containsExactly(1_201L, 1_202L);
        assertThat(client.get(RESERVATIONS + "?page=0").status()).isEqualTo(400);
    }

    @Test
    void anIdempotencyKeyMakesOneReservation() {
        var first = client.post(RESERVATIONS, NOON, "Idempotency-Key", "k1");
        var again = client.post(RESERVATIONS, NOON, "Idempotency-Key", "k1");
        assertThat(again.status()).isEqualTo(201);
        assertThat(again.object()).isEqualTo(first.object());
        var other = client.post(RESERVATIONS, NOON.replace("[1]", "[2]"), "Idempotency-Key", "k1");
        assertThat(other.status()).isEqualTo(422);
        assertThat(other.object())
                .containsEntry("errors", Map.of("Idempotency-Key", List.of("has already been taken")));
        assertThat(client.get(RESERVATIONS).array()).hasSize(1);
        var refused = client.post(RESERVATIONS, "{}", "Idempotency-Key", "k2");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(client.post(RESERVATIONS, NOON, "Idempotency-Key", "k2").status())
                .isEqualTo(201);
    }

    @Test
    void aReservationCannotBeChanged() {
        create(NOON);
        for (String method : List.of("PUT", "PATCH")) {
            var answer = client.send(method, RESERVATIONS + "/1", NOON);
            assertThat(answer.status()).isEqualTo(405);
            assertThat(answer.header("Allow")).isEqualTo("GET, HEAD, DELETE");
        }
        assertThat(client.delete(RESERVATIONS).status()).isEqualTo(405);
        assertThat(client.delete(RESERVATIONS + "/x").status()).isEqualTo(404);
        assertThat(client.get(RESERVATIONS + "/99999999999999999999").status()).isEqualTo(404);
        assertThat(box.client("wrong").post(RESERVATIONS, NOON).status()).isEqualTo(401);
    }

    @Test
    void whoeverIsDeletedHasNoneLeft() {
        create(NOON);
        assertThat(client.delete("/api/3/people/7").status()).isEqualTo(200);
        assertThat(client.get(RESERVATIONS).array()).isEmpty();
        assertThat(client.get(RESERVATIONS + "/1").status()).isEqualTo(404);
        assertThat(new EventStore(box.database).newest(1).getFirst().draft().additional())
                .containsEntry("what", "person")
                .containsEntry("reservations", List.of(1L))
                .doesNotContainKey("group_reservations");
    }

    @Test
    void aChannelThatGoesLeavesTheReservationWithoutIt() {
        create(NOON.replace("[1]", "[1,2]"));
        box.database.write(sql -> sql.run("DELETE FROM channel WHERE id = 1"));
        assertThat(client.get(RESERVATIONS + "/1").object()).containsEntry("channel_ids", List.of(2L));
        box.database.write(sql -> sql.run("DELETE FROM channel WHERE id = 2"));
        assertThat(client.get(RESERVATIONS).column("channel_ids")).containsExactly(List.of());
        assertThat(client.delete(RESERVATIONS + "/1").status()).isEqualTo(200);
    }

    @Test
    void whoMadeAndDeletedItIsInTheLog() {
        create(NOON);
        client.delete(RESERVATIONS + "/1");
        client.delete(RESERVATIONS + "/1");
        var log = new EventStore(box.database).newest(10);
        assertThat(log).hasSize(2).allMatch(event -> event.kind() == EventKind.CONFIGURATION_CHANGED);
        assertThat(log)
                .extracting(event -> event.draft().additional().get("action"))
                .containsExactly("create", "delete");
        assertThat(log)
                .allSatisfy(event -> assertThat(event.draft().additional())
                        .containsEntry("what", "reservation")
                        .containsEntry("id", 1L)
                        .containsEntry("by", "ops@example.com")
                        .containsEntry("person_id", 7L)
                        .containsEntry("channel_ids", List.of(1L))
                        .containsEntry("start_time", "2026-03-02T11:00:00.000Z")
                        .containsEntry("end_time", "2026-03-02T12:00:00.000Z"));
    }
}
