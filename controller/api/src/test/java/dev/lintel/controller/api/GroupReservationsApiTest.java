package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.contract.Spec;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.store.GroupReservationStore;
import dev.lintel.controller.store.ReservationStore.Span;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The box's clock stands at 2026-03-02T11:00:00.123+01:00 in the account's zone. Group 1 opens channel 1, group 2
/// channel 2.
class GroupReservationsApiTest {
    private static final String RESERVATIONS = "/api/3/group_reservations";
    private static final String PERSON = "/api/3/people/7";
    private static final String NOON = Reserving.noon("group_ids");
    private static final String AT_NOON = "2026-03-02T11:00:00Z";
    private static final String AT_ONE = "2026-03-02T12:00:00Z";

    @TempDir
    Path folder;

    private ApiBox box;
    private ApiClient client;

    @BeforeEach
    void start() {
        box = new ApiBox(folder);
        client = box.client();
        box.database.write(sql -> {
            sql.run("INSERT INTO role_channel VALUES (2, 1), (1, 2)");
            sql.run("INSERT INTO people_group (id, account_id, name, created_at, updated_at)"
                    + " VALUES (2, 1, 'Night', 0, 0)");
            return sql.run("INSERT INTO group_role VALUES (2, 1)");
        });
        Reserving.addPerson(box);
    }

    @AfterEach
    void stop() {
        box.close();
    }

    private long create(String body) {
        return client.create(RESERVATIONS, body);
    }

    private static String body(String groups, String start, String end) {
        return Reserving.body("group_ids", groups, start, end);
    }

    private @Nullable Object state(long id) {
        return client.get(RESERVATIONS + "/" + id).object().get("state");
    }

    private @Nullable Object groups() {
        return client.get(PERSON).array().getFirst().get("groups");
    }

    @Test
    void aGroupReservationIsMadeReadListedAndDeleted() {
        var made = client.post(RESERVATIONS, body("[2,\"1\",2]", "2026-03-02T12:00:00.500", "2026-04-02T10:30:00.25Z"));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(made.object())
                .isEqualTo(Map.of(
                        "id", 1L,
                        "person_id", 7L,
                        "start_time", "2026-03-02T12:00:00.500+01:00",
                        "end_time", "2026-04-02T12:30:00.250+02:00",
                        "state", "pending",
                        "group_ids", List.of(1L, 2L),
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
    void bothFormsOfTheBodyAndBothShapesGiveTheSame() {
        Map<String, Object> flat = client.post(RESERVATIONS, NOON).object();
        var wrapped = box.client(box.sdkKey)
                .post(RESERVATIONS + ".json", "{\"group_reservation\":" + NOON.replace("}", ",\"state\":\"active\"}}"));
        assertThat(wrapped.status()).isEqualTo(201);
        assertThat(wrapped.object())
                .usingRecursiveComparison()
                .ignoringFields("id")
                .isEqualTo(flat);
        assertThat(box.client(box.sdkKey).get(RESERVATIONS + "/1.json").object())
                .isEqualTo(flat);
        assertThat(box.client(box.sdkKey).get(RESERVATIONS + ".json").array()).containsExactly(flat, wrapped.object());
        assertThat(box.client(box.sdkKey).delete(RESERVATIONS + "/2.json").object())
                .containsEntry("result", "ok");
    }

    @Test
    @Spec("2.8-1")
    void itIsPendingThenActiveThenDeactivated() {
        long id = create(NOON);
        box.time.setWall("2026-03-02T10:59:59.999Z");
        assertThat(state(id)).isEqualTo("pending");
        assertThat(groups()).isEqualTo(List.of());
        box.time.setWall(AT_NOON);
        assertThat(state(id)).isEqualTo("active");
        assertThat(groups()).isEqualTo(List.of(1L));
        box.time.setWall("2026-03-02T11:59:59.999Z");
        assertThat(client.get(RESERVATIONS).column("state")).containsExactly("active");
        assertThat(client.get("/api/3/people").column("groups")).containsExactly(List.of(1L));
        assertThat(client.get("/api/3/people?skip_pagination=true").column("groups"))
                .containsExactly(List.of(1L));
        box.time.setWall(AT_ONE);
        assertThat(state(id)).isEqualTo("deactivated");
        assertThat(groups()).isEqualTo(List.of());
        assertThat(client.get(RESERVATIONS).array()).isEmpty();
    }

    @Test
    @Spec({"4.9-4", "4.9-5"})
    void deletingEndsWhatIsActiveRemovesWhatIsPendingAndLeavesWhatIsOver() {
        long pending = create(NOON);
        client.delete(RESERVATIONS + "/" + pending);
        assertThat(client.get(RESERVATIONS + "/" + pending).status()).isEqualTo(404);

        long active = create(NOON);
        box.time.setWall("2026-03-02T11:30:00.250Z");
        assertThat(client.delete(RESERVATIONS + "/" + active).object()).isEqualTo(Map.of("result", "ok"));
        assertThat(state(active)).isEqualTo("deactivated");
        assertThat(client.get(RESERVATIONS + "/" + active).object())
                .containsEntry("end_time", "2026-03-02T13:00:00.000+01:00")
                .containsEntry("updated_at", "2026-03-02T12:30:00.250+01:00");
        assertThat(client.get(RESERVATIONS).array()).isEmpty();
        assertThat(groups()).isEqualTo(List.of());
        assertThat(client.get("/api/3/people?since_utc=2026-03-02T11:30:00").column("id"))
                .containsExactly(7L);

        box.time.setWall("2026-03-02T11:40:00Z");
        Map<String, Object> over = client.get(RESERVATIONS + "/" + active).object();
        assertThat(client.delete(RESERVATIONS + "/" + active).object()).isEqualTo(Map.of("result", "ok"));
        assertThat(client.get(RESERVATIONS + "/" + active).object()).isEqualTo(over);
    }

    @Test
    void thePersonHasTheGroupsRightsFromTheStartUpToTheEnd() {
        create(body("[1]", "2026-03-02T12:00:00.500+01:00", "2026-03-04T13:00:00.250+01:00"));
        assertThat(Decided.of(client, 1, "2026-03-02T12:00:00.499+01:00")).isEqualTo("no_permission");
        assertThat(Decided.of(client, 1, "2026-03-02T12:00:00.500+01:00")).isEqualTo("admitted");
        assertThat(Decided.of(client, 2, "2026-03-02T12:00:00.500+01:00")).isEqualTo("no_permission");
        assertThat(Decided.of(client, 1, "2026-03-04T13:00:00.249+01:00")).isEqualTo("admitted");
        assertThat(Decided.of(client, 1, "2026-03-04T13:00:00.250+01:00")).isEqualTo("reservation_expired");
    }

    @Test
    void oneThatIsDeletedGivesNoRightAnyMore() {
        long id = create(NOON);
        client.delete(RESERVATIONS + "/" + id);
        assertThat(Decided.of(client, 1, AT_NOON)).isEqualTo("no_permission");
        long active = create(NOON);
        box.time.setWall(AT_NOON);
        assertThat(Decided.of(client, 1, "2026-03-02T11:30:00Z")).isEqualTo("admitted");
        client.delete(RESERVATIONS + "/" + active);
        assertThat(Decided.of(client, 1, AT_NOON)).isEqualTo("reservation_expired");
        assertThat(Decided.of(client, 1, "2026-03-02T11:30:00Z")).isEqualTo("reservation_expired");
    }

    @Test
    void aMembershipGivenThroughThePersonStaysWhateverBecomesOfTheReservation() {
        client.put(PERSON, "{\"group_ids\":[1]}");
        long id = create(NOON.replace("[1]", "[1,2]"));
        assertThat(groups()).isEqualTo(List.of(1L));
        box.time.setWall(AT_NOON);
        assertThat(groups()).isEqualTo(List.of(1L, 2L));
        client.put(PERSON, "{\"group_ids\":[]}");
        assertThat(groups()).isEqualTo(List.of(1L, 2L));
        client.put(PERSON, "{\"group_ids\":[1]}");
        client.delete(RESERVATIONS + "/" + id);
        assertThat(groups()).isEqualTo(List.of(1L));
        assertThat(Decided.of(client, 1, AT_NOON)).isEqualTo("admitted");
        assertThat(Decided.of(client, 2, AT_NOON)).isEqualTo("reservation_expired");
    }

    @Test
    void periodsThatOverlapAndThoseThatDoNotAreReservationsOfTheirOwn() {
        create(NOON);
        long second = create(body("[1,2]", "2026-03-02T11:30:00Z", "2026-03-02T13:00:00Z"));
        create(body("[2]", "2026-03-05", "2026-03-12"));
        assertThat(client.get(RESERVATIONS).array()).hasSize(3);
        box.time.setWall("2026-03-02T11:45:00Z");
        assertThat(groups()).isEqualTo(List.of(1L, 2L));
        client.delete(RESERVATIONS + "/" + second);
        assertThat(groups()).isEqualTo(List.of(1L));
        assertThat(Decided.of(client, 2, "2026-03-11T23:59:59.999+01:00")).isEqualTo("admitted");
    }

    @Test
    void theWholeListIsStreamedAndPagesAreByIdWithTheirHeaders() {
        long now = box.time.nowMs();
        box.database.write(sql -> {
            for (int i = 1; i <= 1_203; i++) { // ends fall as ids rise; of three one has ended and one was deleted
                long start = i % 3 == 0 ? now - 600_000 : now + (2_000 - i) * 60_000L;
                long id = GroupReservationStore.insert(sql, 7, List.of(1L, 2L), new Span(start, start + 60_000), now);
                if (i % 3 == 1) sql.run("UPDATE group_reservation SET ended_at = ? WHERE id = ?", now, id);
            }
            return true;
        });
        var all = client.get(RESERVATIONS + "?skip_pagination=true");
        assertThat(all.column("id"))
                .hasSize(401)
                .doesNotHaveDuplicates()
                .isSorted()
                .contains(1_202L);
        assertThat(all.column("group_ids")).containsOnly(List.of(1L, 2L));
        assertThat(all.column("state")).containsOnly("pending");
        assertThat(all.header("Total")).isEqualTo("401");
        assertThat(client.get(RESERVATIONS + "?page=201&per_page=2").column("id"))
                .containsExactly(1_202L);
        assertThat(client.get(RESERVATIONS + "?per_page=100000").header("Per-Page"))
                .isEqualTo("1000");
        assertThat(client.get(RESERVATIONS + "?per_page=x").status()).isEqualTo(400);
    }

    @Test
    void anIdempotencyKeyMakesOneEvenOfManyAtOnce() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var answers = new ArrayList<Future<ApiClient.Answer>>();
            for (int i = 0; i < 10; i++) {
                answers.add(threads.submit(() -> client.post(RESERVATIONS, NOON, "Idempotency-Key", "k1")));
            }
            for (var answer : answers) {
                assertThat(answer.get().status()).isEqualTo(201);
                assertThat(answer.get().id()).isEqualTo(1);
            }
        }
        assertThat(client.get(RESERVATIONS).array()).hasSize(1);
        box.time.setWall("2026-03-02T11:30:00Z"); // the answer is rendered anew: it tells how it stands now
        var later = client.post(RESERVATIONS, NOON, "Idempotency-Key", "k1");
        assertThat(later.status()).isEqualTo(201);
        assertThat(later.object()).containsEntry("state", "active");
        assertThat(client.post(RESERVATIONS, NOON.replace("[1]", "[2]"), "Idempotency-Key", "k1")
                        .object())
                .containsEntry("errors", Map.of("Idempotency-Key", List.of("has already been taken")));
    }

    @Test
    void aGroupReservationCannotBeChanged() {
        create(NOON);
        for (String method : List.of("PUT", "PATCH")) {
            var answer = client.send(method, RESERVATIONS + "/1", NOON);
            assertThat(answer.status()).isEqualTo(405);
            assertThat(answer.header("Allow")).isEqualTo("GET, HEAD, DELETE");
        }
        assertThat(client.delete(RESERVATIONS + "/x").status()).isEqualTo(404);
        assertThat(client.delete(RESERVATIONS + "/-1").status()).isEqualTo(404);
        assertThat(client.get(RESERVATIONS + "/99999999999999999999").status()).isEqualTo(404);
        assertThat(box.client("wrong").delete(RESERVATIONS + "/1").status()).isEqualTo(401);
    }

    @Test
    void whoeverIsDeletedHasTheirsEnded() {
        long over = create(body("[1]", "2026-03-02T10:30:00Z", "2026-03-02T10:31:00Z"));
        long active = create(NOON);
        long pending = create(NOON.replace("2026-03-02", "2026-03-03"));
        box.time.setWall("2026-03-02T11:30:00Z");
        Map<String, Object> before = client.get(RESERVATIONS + "/" + over).object();
        assertThat(client.delete(PERSON).status()).isEqualTo(200);
        assertThat(client.get(RESERVATIONS).array()).isEmpty();
        assertThat(client.get(RESERVATIONS + "/" + over).object()).isEqualTo(before);
        assertThat(client.get(RESERVATIONS + "/" + active).object())
                .containsEntry("state", "deactivated")
                .containsEntry("updated_at", "2026-03-02T12:30:00.000+01:00");
        assertThat(client.get(RESERVATIONS + "/" + pending).status()).isEqualTo(404);
        assertThat(new EventStore(box.database).newest(1).getFirst().draft().additional())
                .containsEntry("what", "person")
                .containsEntry("action", "delete")
                .containsEntry("group_reservations", List.of(active, pending))
                .doesNotContainKey("reservations");
    }

    @Test
    void aGroupThatGoesLeavesTheReservationWithoutIt() {
        create(NOON.replace("[1]", "[1,2]"));
        box.time.setWall(AT_NOON);
        box.database.write(sql -> sql.run("DELETE FROM people_group WHERE id = 1"));
        assertThat(groups()).isEqualTo(List.of(2L));
        box.database.write(sql -> sql.run("DELETE FROM people_group WHERE id = 2"));
        assertThat(groups()).isEqualTo(List.of());
        assertThat(client.get(RESERVATIONS).column("group_ids")).containsExactly(List.of());
        assertThat(client.delete(RESERVATIONS + "/1").status()).isEqualTo(200);
    }

    @Test
    void whoMadeAndDeletedItIsInTheLog() {
        create(NOON);
        box.time.setWall(AT_NOON);
        client.delete(RESERVATIONS + "/1");
        client.delete(RESERVATIONS + "/1");
        create(NOON.replace("2026-03-02", "2026-03-03"));
        client.delete(RESERVATIONS + "/2");
        var log = new EventStore(box.database).newest(10);
        assertThat(log).hasSize(4).allMatch(event -> event.kind() == EventKind.CONFIGURATION_CHANGED);
        assertThat(log)
                .extracting(event -> event.draft().additional().get("action") + " "
                        + event.draft().additional().get("state"))
                .containsExactly("create null", "delete active", "create null", "delete pending");
        assertThat(log)
                .allSatisfy(event -> assertThat(event.draft().additional())
                        .containsEntry("what", "group_reservation")
                        .containsEntry("by", "ops@example.com")
                        .containsEntry("person_id", 7L)
                        .containsEntry("group_ids", List.of(1L)));
        assertThat(log.getFirst().draft().additional())
                .containsEntry("id", 1L)
                .containsEntry("start_time", "2026-03-02T11:00:00.000Z")
                .containsEntry("end_time", "2026-03-02T12:00:00.000Z");
    }
}
