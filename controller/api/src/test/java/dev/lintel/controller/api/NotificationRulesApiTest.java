package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.store.NotificationRuleStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What becomes of notification rules that are made, read, changed and deleted. The box's clock stands at
/// 2026-03-02T10:00:00.123Z.
class NotificationRulesApiTest {
    static final String RULES = "/api/3/notification_rules";
    static final String RULE = """
            {"name":"Doors","match_event_codes":[10,33],"match_controller_ids":[2,1],\
            "call_back_url":"https://shop.example:444/hook?key=hidden"}""";

    @TempDir
    Path folder;

    private ApiBox box;
    private ApiClient client;

    @BeforeEach
    void start() {
        box = new ApiBox(folder);
        client = box.client();
    }

    @AfterEach
    void stop() {
        box.close();
    }

    private static Map<String, Object> channel(String id) {
        return Map.of("type", "door_controller_id", "type_description", "Channel", "value", id);
    }

    private static Map<String, Object> event(long code, String name) {
        return Map.of("code", code, "name", name);
    }

    private static String secret(ApiClient.Answer made) {
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return String.valueOf(Objects.requireNonNull(made.object().get("secret")));
    }

    private String details() {
        return String.valueOf(
                new EventStore(box.database).newest(1).getFirst().draft().additional());
    }

    @Test
    void aRuleIsShownAsItWasMade() {
        var made = client.post(RULES, RULE);
        assertThat(secret(made)).hasSize(43);
        assertThat(made.object())
                .containsEntry("name", "Doors")
                .containsEntry("active", true)
                .containsEntry("conditions", List.of(channel("1"), channel("2")))
                .containsEntry(
                        "events",
                        List.of(event(10, "Admitted (card/fob)"), event(33, "Channel/door state extended-open")))
                .containsEntry(
                        "actions",
                        List.of(Map.of(
                                "type",
                                0L,
                                "type_description",
                                "POST to URL",
                                "data",
                                "https://shop.example:444/hook?key=hidden")))
                .containsEntry("created_at", "2026-03-02T11:00:00.123+01:00");
        var shown = client.get(RULES + "/" + made.id());
        assertThat(shown.object()).doesNotContainKey("secret");
        var without = new java.util.LinkedHashMap<>(made.object());
        without.remove("secret");
        assertThat(shown.object()).isEqualTo(without);
        assertThat(client.get(RULES + ".json").array()).containsExactly(without);
    }

    @Test
    void numbersMayComeAsTexts() {
        long id = client.create(RULES, RULE.replace("[10,33]", "[\"33\",10,33]").replace("[2,1]", "[\"2\",\"1\"]"));
        assertThat(box.database.read(sql -> NotificationRuleStore.list(sql)).getFirst())
                .satisfies(rule -> assertThat(rule.id()).isEqualTo(id))
                .satisfies(rule -> assertThat(rule.codes()).containsExactly(10, 33))
                .satisfies(rule -> assertThat(rule.channels()).containsExactly(1L, 2L));
    }

    @Test
    void aRuleWithoutChannelsIsForAll() {
        String body = "{\"notification_rule\":{\"name\":\"All\",\"active\":\"false\",\"match_event_codes\":[10],"
                + "\"match_action\":\"post_to_callback_url\",\"call_back_url\":\"http://127.0.0.1:9/x\"}}";
        var made = client.post(RULES, body);
        assertThat(secret(made)).isNotEmpty();
        assertThat(made.object()).containsEntry("conditions", List.of()).containsEntry("active", false);
    }

    @Test
    void codesAndNamesAreOfTheListingOfWhoWroteThem() {
        var listingB = box.client(box.listingBKey);
        String inB = RULE.replace("10,33", "10,13,47");
        long id = listingB.create(RULES, inB);
        List<Map<String, Object>> events = List.of(
                event(10, "Access granted"), event(13, "Access granted (reservation)"), event(47, "Door held open"));
        assertThat(listingB.get(RULES + "/" + id).object()).containsEntry("events", events);
        assertThat(client.get(RULES + "/" + id).object()).containsEntry("events", events);
        client.put(RULES + "/" + id, "{\"name\":\"Other\",\"active\":false}");
        assertThat(client.get(RULES + "/" + id).object()).containsEntry("events", events);
        client.put(RULES + "/" + id, "{\"match_event_codes\":[10]}");
        assertThat(listingB.get(RULES + "/" + id).object())
                .containsEntry("events", List.of(event(10, "Admitted (card/fob)")));
        assertThat(details()).contains("listing={").contains("old=B").contains("new=A");
    }

    @Test
    void aChangeTouchesWhatItNamesAndNothingElse() {
        var made = client.post(RULES, RULE);
        String path = RULES + "/" + made.id();
        box.time.advance(Duration.ofMinutes(1));
        var changed = client.put(path, "{\"name\":\"Night\",\"secret\":\"mine\",\"maker\":\"x\"}");
        assertThat(changed.array()).hasSize(1);
        Map<String, Object> rule = changed.array().getFirst();
        assertThat(rule)
                .containsEntry("name", "Night")
                .containsEntry("created_at", "2026-03-02T11:00:00.123+01:00")
                .containsEntry("updated_at", "2026-03-02T11:01:00.123+01:00");
        for (String field : List.of("id", "active", "conditions", "events", "actions")) {
            assertThat(rule).containsEntry(field, made.object().get(field));
        }
        var sdk = box.client(box.sdkKey).send("PATCH", path, "{\"match_controller_ids\":null}");
        assertThat(sdk.status()).isEqualTo(200);
        assertThat(sdk.object()).containsEntry("conditions", List.of()).containsEntry("name", "Night");
        var stored = box.database.read(sql -> NotificationRuleStore.list(sql)).getFirst();
        assertThat(stored.secret()).isEqualTo(secret(made));
        assertThat(stored.maker()).as("who says where events go answers for it").isEqualTo("api_key 2");
        client.put(path, "{\"name\":\"Day\",\"active\":false}");
        assertThat(box.database.read(NotificationRuleStore::list).getFirst().maker())
                .as("a name, or an end, says nothing of where they go")
                .isEqualTo("api_key 2");
        assertThat(stored.toString()).doesNotContain(stored.secret());
    }

    @Test
    void aChangeThatChangesNothingLeavesNoTrace() {
        long id = client.create(RULES, RULE);
        long head = box.database.events().head();
        box.time.advance(Duration.ofMinutes(1));
        assertThat(client.put(RULES + "/" + id, RULE).status()).isEqualTo(200);
        assertThat(client.put(RULES + "/" + id, "").array().getFirst())
                .containsEntry("updated_at", "2026-03-02T11:00:00.123+01:00");
        assertThat(box.database.events().head()).isEqualTo(head);
    }

    @Test
    void whoLostTheFirstAnswerGetsTheSecretAgainAndNobodyElseDoes() {
        var first = client.post(RULES, RULE, "Idempotency-Key", "k");
        var again = client.post(RULES, RULE, "Idempotency-Key", "k");
        assertThat(again.status()).isEqualTo(201);
        assertThat(again.object()).isEqualTo(first.object()).containsKey("secret");
        var other = box.client(box.sdkKey).post(RULES, RULE, "Idempotency-Key", "k");
        assertThat(other.id()).isNotEqualTo(first.id());
        assertThat(secret(other)).isNotEqualTo(secret(first));
        box.time.advance(Duration.ofHours(25));
        assertThat(client.post(RULES, RULE, "Idempotency-Key", "k").id()).isNotEqualTo(first.id());
    }

    @Test
    void theSecretIsInNoOtherAnswerAndInNoEvent() {
        var made = client.post(RULES, RULE);
        String secret = secret(made);
        String path = RULES + "/" + made.id();
        var answers = List.of(
                client.get(RULES),
                client.get(RULES + "?skip_pagination=true"),
                client.get(path),
                client.put(path, "{\"name\":\"x\"}"),
                box.client(box.sdkKey).put(path, "{\"name\":\"y\"}"),
                client.delete(path),
                client.get("/api/3/events?level=debug&form=extended"));
        for (var answer : answers) {
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.text()).doesNotContain(secret).doesNotContain("\"secret\"");
        }
        assertThat(answers.getLast().text()).contains("notification_rule").doesNotContain("hidden");
    }

    @Test
    void theLogTellsWhoDidWhatButOfAnAddressItsOriginAlone() {
        long id = client.create(RULES, RULE);
        assertThat(details())
                .contains("what=notification_rule")
                .contains("action=create")
                .contains("by=ops@example.com")
                .contains("match_event_codes=[10, 33]")
                .contains("match_controller_ids=[1, 2]")
                .contains("call_back_url=https://shop.example:444")
                .doesNotContain("hook");
        client.put(RULES + "/" + id, "{\"call_back_url\":\"https://shop.example/other?key=secret\"}");
        assertThat(details())
                .contains("action=update")
                .contains("old=https://shop.example:444")
                .doesNotContain("other")
                .doesNotContain("name=");
        client.put(RULES + "/" + id, "{\"call_back_url\":\"https://shop.example/third\"}");
        assertThat(details()).contains("new=https://shop.example").doesNotContain("third");
        client.delete(RULES + "/" + id);
        assertThat(details()).contains("action=delete").contains("call_back_url=https://shop.example");
    }

    @Test
    void aDeletedRuleIsGoneAndItsIdIsNeverGivenAgain() {
        var made = client.post(RULES, RULE, "Idempotency-Key", "k");
        String path = RULES + "/" + made.id();
        assertThat(client.delete(path).object()).isEqualTo(Map.of("result", "ok"));
        assertThat(client.get(path).status()).isEqualTo(404);
        assertThat(client.put(path, RULE).status()).isEqualTo(404);
        assertThat(client.delete(path).status()).isEqualTo(404);
        assertThat(client.post(RULES, RULE, "Idempotency-Key", "k").status()).isEqualTo(404);
        assertThat(client.get(RULES).array()).isEmpty();
        assertThat(client.create(RULES, RULE)).isGreaterThan(made.id());
        assertThat(client.get(RULES + "/x").status()).isEqualTo(404);
    }

    @Test
    void thePagesOfTheListAreByIdAndTellHowManyThereAre() {
        for (int i = 0; i < 3; i++) client.create(RULES, RULE);
        var second = client.get(RULES + "?page=2&per_page=2");
        assertThat(second.column("id")).containsExactly(3L);
        assertThat(second.header("Total")).isEqualTo("3");
        assertThat(client.get(RULES + "?skip_pagination=true").column("id")).containsExactly(1L, 2L, 3L);
    }

    @Test
    void whoPostsIsToldOfEachChangeAndOfNoRefusal() {
        long id = client.create(RULES, RULE);
        client.put(RULES + "/" + id, "{\"active\":false}");
        assertThat(client.put(RULES + "/" + id, "{\"name\":\"\"}").status()).isEqualTo(422);
        assertThat(client.put(RULES + "/99", "{}").status()).isEqualTo(404);
        assertThat(client.post(RULES, "{}").status()).isEqualTo(422);
        client.delete(RULES + "/" + id);
        assertThat(client.delete(RULES + "/" + id).status()).isEqualTo(404);
        assertThat(box.announcements.changed).containsExactly(1L, 1L, 1L);
    }
}
