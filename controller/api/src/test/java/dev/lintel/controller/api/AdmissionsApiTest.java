package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.contract.Spec;
import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.Lane;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.controller.door.Strike;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.store.EventStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Letting somebody in over TLS by real doors: 1 and 2, and a channel 3 without a door. Person 7 may pass door 1.
class AdmissionsApiTest {
    private static final String ADMIT = "/api/3/channels/1/admit";
    private static final String ADMIT_PERSON = "/api/3/channels/1/admit_person";
    private static final String ADA = "{\"person_id\":7}";

    @TempDir
    Path folder;

    private ApiBox box;
    private ApiClient client;
    private Strike front;

    @BeforeEach
    void start() {
        box = new ApiBox(folder);
        client = box.client();
        front = RealDoors.hangInto(box).front();
        Reserving.addPerson(box);
        box.database.write(sql -> {
            sql.run("INSERT INTO person_role VALUES (7, 2)");
            sql.run("INSERT INTO channel (id, account_id, site_id, unit, name, kind, unlock_ms, extended_unlock_ms,"
                    + " extended_open_ms, warning_ms, relock, forced, created_at, updated_at) VALUES"
                    + " (3, 1, 1, 3, 'Shed', 'door', 5000, 10000, 30000, 20000, 'open', 1, 0, 0),"
                    + " (4, 1, 1, 4, 'Lift', 'elevator', 5000, 10000, 30000, 20000, 'open', 1, 0, 0)");
            return true;
        });
    }

    @AfterEach
    void stop() {
        box.close();
    }

    private static long admitted(ApiClient.Answer answer) {
        return asked(answer, "admitted");
    }

    private static long asked(ApiClient.Answer answer, String status) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(202);
        assertThat(answer.object()).containsEntry("status", status).containsOnlyKeys("admission_request_id", "status");
        return (Long) Objects.requireNonNull(answer.object().get("admission_request_id"));
    }

    private List<Event> byHand() {
        return new EventStore(box.database)
                .newest(100).stream()
                        .filter(event -> switch (event.kind()) {
                            case ADMITTED_MANUAL, ADMISSION_REQUESTED, ADMISSION_DENIED, ADMISSION_OFFLINE -> true;
                            default -> false;
                        })
                        .toList();
    }

    private static List<EventKind> kinds(List<Event> events) {
        return events.stream().map(Event::kind).toList();
    }

    private static Map<String, Object> told(Event event) {
        return event.draft().additional();
    }

    /// The time of an admission is over.
    private void secure() {
        box.time.advance(Duration.ofSeconds(16));
        client.post("/api/3/channels/1/normal", ""); // the lane goes round
        assertThat(front.released()).isFalse();
    }

    private Map<String, Object> request(long id) {
        return client.get("/api/3/admission_requests/" + id).object();
    }

    @Test
    @Spec({"4.11-1", "6.2-8", "6.2-32"})
    void anybodyIsLetInAtOnceAndTheRequestTellsSo() {
        for (String path : List.of(ADMIT, "/api/3/channel/1/admit", ADMIT + ".json")) {
            long id = admitted(client.post(path, ""));
            assertThat(front.released()).isTrue();
            assertThat(request(id))
                    .containsOnlyKeys(
                            "id",
                            "status",
                            "channel_id",
                            "person_id",
                            "requested_at",
                            "completed_at",
                            "door_controller",
                            "person")
                    .containsEntry("id", id)
                    .containsEntry("status", "admitted")
                    .containsEntry("channel_id", 1L)
                    .containsEntry("person_id", null)
                    .containsEntry("person", null)
                    .containsEntry("door_controller", Map.of("id", 1L, "name", "Front Door"));
            List<Event> events = byHand();
            assertThat(kinds(events)).endsWith(EventKind.ADMISSION_REQUESTED, EventKind.ADMITTED_MANUAL);
            assertThat(events.get(events.size() - 2).id()).isEqualTo(id);
            assertThat(told(events.get(events.size() - 2))).containsOnlyKeys("by", "credential");
            assertThat(events.getLast().subject()).isEqualTo(Subject.channel(1));
            assertThat(told(events.getLast()))
                    .containsEntry("admission_request_id", id)
                    .containsEntry("by", "ops@example.com")
                    .containsEntry("credential", "api_key 1");
            secure();
        }
        assertThat(client.get("/api/3/events?event_code=12").column("event_label"))
                .isEqualTo(List.of("Admitted (manual)", "Admitted (manual)", "Admitted (manual)"));
        assertThat(box.client(box.listingBKey)
                        .get("/api/3/events?event_code=14")
                        .column("event_label"))
                .isEqualTo(List.of("Access granted (remote)", "Access granted (remote)", "Access granted (remote)"));
        assertThat(client.get("/api/3/events?event_code=50").array()).hasSize(3);
    }

    @Test
    void timesOfARequestAreInTheAccountsZone() {
        long id = admitted(client.post(ADMIT, ""));
        assertThat(request(id))
                .containsEntry("requested_at", "2026-03-02T11:00:00.123+01:00")
                .containsEntry("completed_at", "2026-03-02T11:00:00.123+01:00");
    }

    @Test
    void aPersonIsLetInByTheirRights() {
        for (String path : List.of(ADMIT_PERSON, "/api/3/channel/1/admit_person")) {
            long id = admitted(client.post(path, path.equals(ADMIT_PERSON) ? ADA : "{\"channel\":" + ADA + "}"));
            assertThat(front.released()).isTrue();
            assertThat(request(id))
                    .containsEntry("person_id", 7L)
                    .containsEntry("person", Map.of("id", 7L, "name", "Ada Demo"));
            Event told = byHand().getLast();
            assertThat(told.subject().personId()).isEqualTo(7);
            assertThat(told.subject().personName()).isEqualTo("Ada Demo");
            assertThat(told(told))
                    .containsEntry("role_id", 2L)
                    .containsEntry("person_id", 7L)
                    .containsEntry("admission_request_id", id)
                    .doesNotContainKey("credential_type");
            secure();
        }
    }

    @Test
    void whoMayNotPassIsRefusedInBothShapesAndTheRequestIsDenied() {
        var refused = client.post("/api/3/channels/2/admit_person", ADA);
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.object()).isEqualTo(Map.of("error", "access_denied", "error_description", "no_permission"));
        var sdk = box.client(box.sdkKey).post("/api/3/channels/2/admit_person", ADA);
        assertThat(sdk.status()).isEqualTo(403);
        assertThat(sdk.object()).isEqualTo(Map.of("error", "Access denied", "reason", "no_permission"));
        List<Event> events = byHand();
        assertThat(kinds(events))
                .containsExactly(
                        EventKind.ADMISSION_REQUESTED,
                        EventKind.ADMISSION_DENIED,
                        EventKind.ADMISSION_REQUESTED,
                        EventKind.ADMISSION_DENIED);
        assertThat(told(events.getLast()))
                .containsEntry("reason", "no_permission")
                .containsEntry("admission_request_id", events.get(2).id());
        assertThat(events.getLast().subject().personId()).isEqualTo(7);
        assertThat(request(events.getFirst().id()))
                .containsEntry("status", "denied")
                .containsEntry("person", Map.of("id", 7L, "name", "Ada Demo"));
    }

    @Test
    void aPersonWhoIsDisabledOrDeletedIsNotLetIn() {
        client.put("/api/3/people/7", "{\"enabled\":false}");
        assertThat(client.post(ADMIT_PERSON, ADA).text()).contains("person_disabled");
        client.delete("/api/3/people/7");
        assertThat(client.post(ADMIT_PERSON, ADA).object())
                .containsEntry("errors", Map.of("person_id", List.of("is invalid")));
        assertThat(front.released()).isFalse();
    }

    @Test
    void nobodyIsLetInUnnamedUnlessTheChannelIsInItsNormalMode() {
        ApiClient sdk = box.client(box.sdkKey);
        for (String command : List.of("unlock", "lockdown")) {
            client.post("/api/3/channels/1/" + command, "");
            var documented = client.post(ADMIT, "");
            assertThat(documented.status()).isEqualTo(400);
            assertThat(documented.object()).containsEntry("error", "bad_request");
            var published = sdk.post(ADMIT, "");
            assertThat(published.status()).isEqualTo(400);
            assertThat(published.json()).isEqualTo(sdk.get("/api/3/channels/1").json());
        }
        assertThat(byHand()).as("nothing was asked of the door").isEmpty();
        assertThat(client.post(ADMIT_PERSON, ADA).object()).containsEntry("error_description", "lockdown");
        client.post("/api/3/channels/1/unlockdown", ""); // mode unlock is left
        long id = admitted(client.post(ADMIT_PERSON, ADA));
        assertThat(told(byHand().getLast()))
                .containsEntry("unlocked_by", "mode")
                .containsEntry("admission_request_id", id);
    }

    @Test
    void aFirstResponderIsLetInThroughALockdownAndTheLogSaysSo() {
        client.put("/api/3/people/7", "{\"first_responder\":true}");
        client.post("/api/3/channels/1/lockdown", "");
        admitted(client.post(ADMIT_PERSON, ADA));
        assertThat(front.released()).isTrue();
        assertThat(client.get("/api/3/events?event_code=336").array()).hasSize(1);
    }

    /// The look before is the API's; the door's own comes last.
    @Test
    void aLockdownThatComesInBetweenKeepsThemOut() {
        Lane doors = box.lane.get();
        box.lane.set(input -> {
            if (input instanceof LaneInput.ByHand) {
                var lock = new DoorCommand.LockDown(new Lockdown(true, false, false));
                doors.offer(new LaneInput.Commanded(1, box.time.nowNs(), lock, "ada", _ -> {}));
            }
            return doors.offer(input);
        });
        assertThat(client.post(ADMIT, "").object()).containsEntry("error", "bad_request");
        assertThat(front.released()).isFalse();
        assertThat(told(byHand().getLast())).containsEntry("reason", "lockdown");
        client.post("/api/3/channels/1/unlockdown", "");
        assertThat(client.post(ADMIT_PERSON, ADA).object()).containsEntry("error_description", "lockdown");
    }

    @Test
    void whatIsWrongIsSaid() {
        assertThat(client.post("/api/3/channels/99/admit", "{").status()).isEqualTo(404);
        assertThat(client.post("/api/3/channels/99/admit_person", "{").status()).isEqualTo(404);
        for (String blank : List.of("", "{}", "{\"person_id\":null}", "{\"person_id\":\"\"}")) {
            assertThat(client.post(ADMIT_PERSON, blank).object())
                    .as(blank)
                    .containsEntry("errors", Map.of("person_id", List.of("can't be blank")));
        }
        for (String unknown : List.of("99", "-7", "0", "\"99\"")) {
            assertThat(client.post(ADMIT_PERSON, "{\"person_id\":" + unknown + "}")
                            .object())
                    .as(unknown)
                    .containsEntry("errors", Map.of("person_id", List.of("is invalid")));
        }
        for (String wrong : List.of("[7]", "true", "7.5", "\"x\"", "{}", "99999999999999999999")) {
            var answer = client.post(ADMIT_PERSON, "{\"person_id\":" + wrong + "}");
            assertThat(answer.status()).as(wrong + answer.text()).isEqualTo(400);
            assertThat(answer.text()).contains("person_id");
        }
        assertThat(client.post(ADMIT_PERSON, "{\"person_id\":7,\"person\":8}").text())
                .contains("person is not known");
        assertThat(client.post(ADMIT, "{\"channel\":" + ADA + "}").text()).contains("person_id is not known");
        // Else the person would be let in without a look at their rights.
        assertThat(client.post(ADMIT, ADA).text()).contains("bad_request", "person_id is not known");
        assertThat(client.post("/api/3/channels/4/admit", "").text()).contains("admit_person");
        assertThat(byHand()).isEmpty();
        assertThat(front.released()).isFalse();
    }

    @Test
    void onlyARequestHasItsId() {
        long id = admitted(client.post(ADMIT, ""));
        for (Object other : List.of(id + 1, id - 1, 0, 999_999, "x", "-1")) {
            assertThat(client.get("/api/3/admission_requests/" + other).status())
                    .as("" + other)
                    .isEqualTo(404);
        }
        assertThat(client.delete("/api/3/admission_requests/" + id).status()).isEqualTo(405);
    }

    @Test
    void whereNoDoorCanBeToldItIsOffline() {
        long shed = asked(client.post("/api/3/channels/3/admit", ""), "offline");
        assertThat(request(shed))
                .containsEntry("status", "offline")
                .containsEntry("door_controller", Map.of("id", 3L, "name", "Shed"));
        assertThat(told(byHand().getLast())).containsEntry("reason", "no_door");
        box.lane.set(_ -> false);
        long busy = asked(client.post(ADMIT_PERSON, ADA), "offline");
        assertThat(told(byHand().getLast()))
                .containsEntry("reason", "busy")
                .containsEntry("admission_request_id", busy);
        assertThat(byHand().getLast().subject().personId()).isEqualTo(7);
        assertThat(front.released()).isFalse();
    }

    @Test
    void whatNobodyHeardOfForTwoMinutesIsATimeOut() {
        box.lane.set(_ -> true); // takes it and hangs
        long id = asked(client.post(ADMIT, ""), "pending");
        box.time.advance(Duration.ofMillis(119_999));
        assertThat(request(id)).containsEntry("status", "pending").containsEntry("completed_at", null);
        box.time.advance(Duration.ofMillis(1));
        assertThat(request(id)).containsEntry("status", "timeout").containsEntry("completed_at", null);
    }

    @Test
    void oneRequestsResultIsNotAnothers() {
        Lane doors = box.lane.get();
        box.lane.set(_ -> true);
        long lost = asked(client.post(ADMIT, ""), "pending");
        box.lane.set(doors);
        long found = admitted(client.post(ADMIT, ""));
        assertThat(request(lost)).containsEntry("status", "pending");
        assertThat(request(found)).containsEntry("status", "admitted");
    }

    @Test
    void aPersonWhoIsLetInIsInside() {
        box.database.write(sql -> sql.run("UPDATE channel SET passback_mode = 'hard', passback_from = 'outside',"
                + " passback_to = 'inside' WHERE id = 1"));
        admitted(client.post(ADMIT, ""));
        leafMoves(true);
        leafMoves(false);
        assertThat(box.placeOf(7)).isNull();
        admitted(client.post(ADMIT_PERSON, ADA));
        assertThat(told(byHand().getLast())).containsEntry("area", "inside");
        assertThat(box.placeOf(7)).as("the door is shut still").isNull();
        leafMoves(true);
        assertThat(box.placeOf(7)).isNotNull().matches(place -> "inside".equals(place.area()));
        assertThat(client.post(ADMIT_PERSON, ADA).object()).containsEntry("error_description", "passback");
        client.post("/api/3/people/7/forgive_passback", "");
        admitted(client.post(ADMIT_PERSON, ADA));
    }

    /// A second later.
    private void leafMoves(boolean open) {
        box.time.advance(Duration.ofSeconds(1));
        assertThat(box.lane.get().offer(new LaneInput.LeafMoved(1, box.time.nowNs(), open)))
                .isTrue();
    }
}
