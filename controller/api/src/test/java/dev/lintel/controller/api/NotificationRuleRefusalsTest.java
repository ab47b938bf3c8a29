package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.http.Scope;
import dev.lintel.controller.store.NotificationRuleStore;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Notification rules that are refused, and for whom.
class NotificationRuleRefusalsTest {
    private static final String RULES = NotificationRulesApiTest.RULES;
    private static final String RULE = NotificationRulesApiTest.RULE;
    private static final String BLANK = "can't be blank";

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

    private static String body(String codes) {
        return RULE.replace("[10,33]", codes);
    }

    private static void assertInvalid(ApiClient.Answer answer, String field, String message) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(422);
        assertThat(answer.object()).containsEntry("errors", Map.of(field, List.of(message)));
    }

    private static void assertOutOfReach(ApiClient.Answer answer, String codes) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(403);
        assertThat(answer.object())
                .containsEntry("error", "insufficient_scope")
                .containsEntry(
                        "error_description",
                        "for event codes " + codes + " the token needs the scope account.event.readonly");
        assertThat(answer.header("WWW-Authenticate")).endsWith(", scope=\"account.event.readonly\"");
    }

    @Test
    void everythingThatIsMissingIsSaidAtOnce() {
        for (String body : List.of("{}", "{\"notification_rule\":{\"name\":\" \",\"match_event_codes\":[null]}}")) {
            var answer = client.post(RULES, body);
            assertThat(answer.status()).isEqualTo(422);
            assertThat(answer.object())
                    .containsEntry(
                            "errors",
                            Map.of(
                                    "name",
                                    List.of(BLANK),
                                    "match_event_codes",
                                    List.of(BLANK),
                                    "call_back_url",
                                    List.of(BLANK)));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            name                 | " "                          | can't be blank
            name                 | "a\\tb"                      | is invalid
            match_event_codes    | []                           | can't be blank
            match_event_codes    | [10,999,"998",-1]            | is invalid: listing A has no event codes -1, 998, 999
            match_event_codes    | [99999999999]                | is invalid: listing A has no event codes 99999999999
            match_event_codes    | [46]                         | is invalid: listing A has no event codes 46
            match_controller_ids | [1,77]                       | is invalid
            call_back_url        | null                         | can't be blank
            call_back_url        | "https://unwanted.example/"  | This address is on a private network.
            match_action         | "dashboard"                  | is invalid
            """)
    void whatMayNotBeIsRefusedByNameOnCreateAndOnUpdate(String field, String value, String message) {
        long id = client.create(RULES, RULE);
        Object before = client.get(RULES + "/" + id).json();
        String wrong = RULE.replaceAll("\"" + field + "\":(\\[[^\\]]*]|\"[^\"]*\"),?", "")
                .replaceFirst(",?}$", ",\"" + field + "\":" + value.replace("\\", "\\\\") + "}");
        assertInvalid(client.post(RULES, wrong), field, message);
        assertInvalid(client.put(RULES + "/" + id, "{\"" + field + "\":" + value + "}"), field, message);
        assertThat(client.get(RULES).array()).containsExactly(OpenApi.map(before));
    }

    @Test
    void nothingIsLongerThanItMayBe() {
        client.create(RULES, RULE.replace("Doors", "x".repeat(255)));
        assertInvalid(
                client.post(RULES, RULE.replace("Doors", "x".repeat(256))),
                "name",
                "is too long (maximum is 255 characters)");
        assertInvalid(
                client.post(RULES, body(oneTo(201))), "match_event_codes", "is too long (maximum is 200 entries)");
        assertInvalid(
                client.post(RULES, RULE.replace("[2,1]", oneTo(501))),
                "match_controller_ids",
                "is too long (maximum is 500 entries)");
        assertThat(client.post(RULES, body("[1001,1002,1003,1004,1005,1006,1007,1008,1009,1010,1011]"))
                        .text())
                .contains("1010 …")
                .doesNotContain("1011");
    }

    private static String oneTo(int last) {
        return LongStream.rangeClosed(1, last).mapToObj(Long::toString).collect(Collectors.joining(",", "[", "]"));
    }

    @Test
    void anAccountHasAHundredRulesAtMost() {
        for (int i = 0; i < 100; i++) client.create(RULES, RULE);
        assertInvalid(client.post(RULES, RULE), "notification_rule", "there are 100 already: delete one first");
        client.delete(RULES + "/1");
        client.create(RULES, RULE);
        assertThat(client.get(RULES).header("Total")).isEqualTo("100");
    }

    @Test
    void applicationsHaveAShareAndLeaveRoomForOperatorsAndKeys() {
        for (String name : List.of("a", "b", "c", "d")) {
            ApiClient application = box.bearer(box.token("application " + name, Scope.NOTIFICATION_RULE));
            for (int i = 0; i < 20; i++) application.create(RULES, RULE);
            assertInvalid(
                    application.post(RULES, RULE),
                    "notification_rule",
                    "this application has 20 already: delete one first");
        }
        ApiClient fifth = box.bearer(box.token("application e", Scope.NOTIFICATION_RULE));
        assertInvalid(
                fifth.post(RULES, RULE),
                "notification_rule",
                "applications have 80 already, the others are for operators and API keys: delete one first");
        client.create(RULES, RULE);
        client.delete(RULES + "/1");
        fifth.create(RULES, RULE);
    }

    @Test
    void aRuleThatIsOnlySwitchedOnOrOffKeepsItsMaker() {
        ApiClient maker = box.bearer(box.token("application mine", Scope.NOTIFICATION_RULE));
        String path = RULES + "/" + maker.create(RULES, RULE);
        for (String active : List.of("false", "true")) {
            assertThat(client.put(path, "{\"active\":" + active + "}").status()).isEqualTo(200);
            assertThat(box.database.read(NotificationRuleStore::list).getFirst().maker())
                    .isEqualTo("application mine");
        }
        client.put(path, "{\"active\":false}");
        client.put(path, "{\"active\":true,\"match_event_codes\":[10]}");
        assertThat(box.database.read(NotificationRuleStore::list).getFirst().maker())
                .startsWith("api_key ");
    }

    @Test
    void aChannelThatWentLeavesTheRuleForItAndForNoOther() {
        long id = client.create(RULES, RULE.replace("[2,1]", "[2]"));
        box.database.write(sql -> sql.run("DELETE FROM channel WHERE id = 2"));
        client.put(RULES + "/" + id, "{\"name\":\"x\"}");
        assertThat(box.database
                        .read(sql -> NotificationRuleStore.list(sql))
                        .getFirst()
                        .channels())
                .containsExactly(2L);
    }

    private ApiClient writer(Scope... more) {
        var scopes = new HashSet<>(List.of(more));
        scopes.add(Scope.NOTIFICATION_RULE);
        return box.bearer(scopes.toArray(Scope[]::new));
    }

    @Test
    void codesAreLimitedToTheEventScopesOfTheToken() {
        ApiClient access = writer(Scope.EVENT_ACCESS_READONLY);
        ApiClient perimeter = writer(Scope.EVENT_PERIMETERS_READONLY);
        access.create(RULES, body("[10,11,20]"));
        perimeter.create(RULES, body("[30,32,33]"));
        writer(Scope.EVENT_PERIMETERS_READONLY_ALIAS).create(RULES, body("[33]"));
        assertOutOfReach(access.post(RULES, body("[10,33,350]")), "33, 350 of listing A");
        assertOutOfReach(perimeter.post(RULES, body("[10,33]")), "10 of listing A");
        writer(Scope.EVENT_ACCESS_READONLY, Scope.EVENT_PERIMETERS_READONLY).create(RULES, body("[10,33]"));
        writer(Scope.EVENT_READONLY).create(RULES, body("[10,33,350]"));
        writer(Scope.EVENT_GUARDING_READONLY).create(RULES, body("[10,33,350]"));
        writer().create(RULES, body("[10,33,350]"));
        assertThat(box.announcements.changed).hasSize(7);
    }

    @Test
    void aChangeIsLimitedToTheEventScopesOfTheToken() {
        String path = RULES + "/" + writer().create(RULES, RULE);
        ApiClient access = writer(Scope.EVENT_ACCESS_READONLY);
        assertOutOfReach(access.put(path, "{\"call_back_url\":\"https://mine.example/\"}"), "33 of listing A");
        assertOutOfReach(access.put(path, "{\"match_controller_ids\":[]}"), "33 of listing A");
        assertOutOfReach(access.put(path, "{\"match_event_codes\":[33]}"), "33 of listing A");
        for (String harmless : List.of("{\"name\":\"x\"}", RULE, "{\"active\":false}")) {
            assertThat(access.put(path, harmless).status()).as(harmless).isEqualTo(200);
        }
        assertOutOfReach(access.put(path, "{\"active\":true}"), "33 of listing A");
        assertThat(access.put(path, "{\"match_event_codes\":[10],\"active\":true}")
                        .status())
                .isEqualTo(200);
        assertThat(access.delete(path).status()).isEqualTo(200);
    }

    /// In listing B one code stands for the end of a fire alarm and for the normal mode.
    @Test
    void aCodeOfSeveralKindsNeedsTheScopesOfAll() {
        String token = box.token("api_key 3", Scope.NOTIFICATION_RULE, Scope.EVENT_PERIMETERS_READONLY);
        String path = RULES + "/" + box.client(box.listingBKey).create(RULES, body("[42]"));
        assertOutOfReach(box.bearer(token).put(path, "{\"match_controller_ids\":[1]}"), "42 of listing B");
    }

    private void assertNotOwn(ApiClient.Answer answer, long id) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(403);
        assertThat(answer.object())
                .containsEntry("error", "insufficient_scope")
                .containsEntry(
                        "error_description",
                        "notification rule " + id + " was made by another client: only that client, operators and API"
                                + " keys may change or delete it");
    }

    @Test
    void anApplicationChangesNoRuleOfAnother() {
        ApiClient mine = box.bearer(box.token("application mine", Scope.NOTIFICATION_RULE));
        ApiClient theirs = box.bearer(box.token("application theirs", Scope.NOTIFICATION_RULE));
        List<Long> ids = List.of(mine.create(RULES, RULE), client.create(RULES, RULE));
        List<Map<String, Object>> before = client.get(RULES).array();
        for (long id : ids) {
            String path = RULES + "/" + id;
            for (String change : List.of("{}", "{\"active\":false}", "{\"name\":\"x\"}", RULE)) {
                assertNotOwn(theirs.put(path, change), id);
                assertNotOwn(theirs.send("PATCH", path, change), id);
            }
            assertNotOwn(theirs.delete(path), id);
        }
        assertThat(client.get(RULES).array()).isEqualTo(before);
        assertThat(mine.put(RULES + "/" + ids.getFirst(), "{\"active\":false}").status())
                .isEqualTo(200);
        assertThat(client.delete(RULES + "/" + ids.getFirst()).status())
                .as("a key has full access")
                .isEqualTo(200);
    }

    private static String address(Map<String, Object> rule) {
        return String.valueOf(OpenApi.map(((List<?>) Objects.requireNonNull(rule.get("actions"))).getFirst())
                .get("data"));
    }

    @Test
    void anAddressIsMaskedUnlessTheAskingApplicationMadeTheRule() {
        ApiClient maker = box.bearer(box.token("application mine", Scope.NOTIFICATION_RULE));
        long id = maker.create(RULES, RULE);
        String whole = "https://shop.example:444/hook?key=hidden";
        for (ApiClient reader : List.of(
                box.bearer(box.token("application theirs", Scope.NOTIFICATION_RULE)),
                box.bearer(Scope.NOTIFICATION_RULE_READONLY),
                box.bearer(Scope.EVENT_READONLY))) {
            assertThat(address(reader.get(RULES + "/" + id).object())).isEqualTo("https://shop.example/…");
            assertThat(address(reader.get(RULES).array().getFirst())).isEqualTo("https://shop.example/…");
            assertThat(reader.get(RULES + "?skip_pagination=true").text()).doesNotContain("hidden");
        }
        for (ApiClient reader : List.of(maker, client)) {
            assertThat(address(reader.get(RULES + "/" + id).object())).isEqualTo(whole);
            assertThat(address(reader.get(RULES).array().getFirst())).isEqualTo(whole);
        }
    }

    /// The first application repeats its POST after a key has taken the rule over.
    @Test
    void aRepeatedPostShowsNothingOfARuleThatAnotherClientTookOver() {
        ApiClient mine = box.bearer(box.token("application mine", Scope.NOTIFICATION_RULE));
        var made = mine.post(RULES, RULE, "Idempotency-Key", "k");
        client.put(RULES + "/" + made.id(), "{\"call_back_url\":\"https://shop.example/hook?key=other\"}");
        assertNotOwn(mine.post(RULES, RULE, "Idempotency-Key", "k"), made.id());
        assertNotOwn(mine.delete(RULES + "/" + made.id()), made.id());
    }
}
