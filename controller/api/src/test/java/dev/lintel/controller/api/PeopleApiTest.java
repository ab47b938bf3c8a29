package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.store.EventStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PeopleApiTest {
    private static final String PEOPLE = "/api/3/people";

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

    private long create(String fields) {
        return client.create(PEOPLE, "{\"first_name\":\"Ada\",\"last_name\":\"Demo\"" + fields + "}");
    }

    private Map<String, Object> read(long id) {
        return client.get(PEOPLE + "/" + id).array().getFirst();
    }

    /// A card and a fob share their numbers: within one request as well.
    @Test
    void oneNumberInTwoFieldsIsTakenInTheSecondAndTwoFieldsMayChangeTheirs() {
        var twice = client.post(
                PEOPLE, "{\"first_name\":\"A\",\"last_name\":\"B\",\"card\":\"777\",\"key_fob_number\":\"777\"}");
        assertThat(twice.status()).isEqualTo(422);
        assertThat(twice.object().get("errors")).isEqualTo(Map.of("key_fob_number", List.of("has already been taken")));
        assertThat(client.get(PEOPLE).array()).isEmpty();

        long id = create(",\"card\":\"777\",\"key_fob_number\":\"888\"");
        assertThat(put(id, "{\"card\":\"888\",\"key_fob_number\":\"777\"}"))
                .containsEntry("card", "888")
                .containsEntry("key_fob_number", "777");
        assertThat(put(id, "{\"card\":\"777\",\"key_fob_number\":\"\"}"))
                .as("moved in one request")
                .containsEntry("card", "777")
                .containsEntry("key_fob_number", null);
        assertThat(put(id, "{\"card\":\"\",\"key_fob_number\":\"777\"}"))
                .as("and back")
                .containsEntry("card", null)
                .containsEntry("key_fob_number", "777");
        var other = client.post(PEOPLE, "{\"first_name\":\"A\",\"last_name\":\"B\",\"card\":\"777\"}");
        assertThat(other.status()).isEqualTo(422);
        box.database.write(sql -> sql.run("UPDATE credential_type SET code = 10 WHERE slug = 'mf_pin'"));
        var pins =
                client.post(PEOPLE, "{\"first_name\":\"A\",\"last_name\":\"B\",\"pin\":\"4711\",\"mf_pin\":\"4711\"}");
        assertThat(pins.status()).as(pins.text()).isEqualTo(422);
    }

    private Map<String, Object> put(long id, String fields) {
        var answer = client.put(PEOPLE + "/" + id, fields);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.object();
    }

    /// Clients whose models write what is not set as null take nobody out of anything.
    @Test
    void groupsAndRolesThatAreNullStayAsTheyAre() {
        long id = create(",\"group_ids\":[1],\"role_ids\":[2]");
        put(id, "{\"group_ids\":null,\"role_ids\":null,\"notes\":\"n\"}");
        assertThat(read(id)).containsEntry("groups", List.of(1L)).containsEntry("roles", List.of(2L));
        put(id, "{\"group_ids\":[],\"role_ids\":[]}");
        assertThat(read(id)).containsEntry("groups", List.of()).containsEntry("roles", List.of());
    }

    @Test
    void aDayMayHaveATimeBehindItAndNothingElse() {
        long id = create(",\"valid_from\":\"2026-01-01T23:30:00Z\"");
        assertThat(read(id)).containsEntry("valid_from", "2026-01-01");
        for (String day : List.of("2026-01-01Tbanana", "2026-01-01T", "2026-01-01 10:00", "2026-02-30T10:00:00Z")) {
            var answer = client.put(PEOPLE + "/" + id, "{\"valid_from\":\"" + day + "\"}");
            assertThat(answer.status()).as(day).isEqualTo(422);
        }
        assertThat(read(id)).containsEntry("valid_from", "2026-01-01");
    }

    @Test
    void whatIsTooLargeForAPageIsClampedAndSwitchesMayBeCapital() {
        long id = create("");
        for (String query : List.of("per_page=3000000000", "per_page=99999999999999999999", "skip_pagination=True")) {
            assertThat(client.get(PEOPLE + "?" + query).column("id")).as(query).containsExactly(id);
        }
        assertThat(client.get(PEOPLE + "?per_page=3000000000").header("Per-Page"))
                .isEqualTo("500");
        assertThat(client.get("/api/3/events?n=3000000000").status()).isEqualTo(200);
        assertThat(client.get(PEOPLE + "?page=3000000000").array()).isEmpty();
    }

    @Test
    void aLongBodyWithoutAnImageIsTooLarge() {
        var answer = client.post(PEOPLE, "{\"notes\":\"" + "x".repeat(2 << 20) + "\"}");
        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.object()).containsEntry("error", "payload_too_large");
    }

    @Test
    void aFilterLeftBlankDoesNotNarrow() {
        long id = create("");
        for (String query : List.of("email=", "system_id=", "email=%20&system_id=")) {
            assertThat(client.get(PEOPLE + "?" + query).column("id")).as(query).containsExactly(id);
        }
    }

    @Test
    void aPersonIsMadeReadChangedAndDeleted() {
        long id = create(
                ",\"email\":\"ada@example.com\",\"group_ids\":[1],\"role_ids\":[\"2\"],\"valid_from\":\"2026-01-01\"");
        Map<String, Object> person = read(id);
        assertThat(person)
                .containsEntry("first_name", "Ada")
                .containsEntry("email", "ada@example.com")
                .containsEntry("enabled", true)
                .containsEntry("valid_from", "2026-01-01")
                .containsEntry("groups", List.of(1L))
                .containsEntry("roles", List.of(2L))
                .containsEntry("credentials", List.of())
                .containsEntry("created_at", "2026-03-02T11:00:00.123+01:00")
                .containsEntry("image_url", null)
                .containsEntry("card", null)
                .containsEntry("pin", null);
        box.time.advance(Duration.ofMinutes(1));
        var updated = client.put(PEOPLE + "/" + id, "{\"person\":{\"job_title\":\"Engineer\",\"enabled\":\"false\"}}");
        assertThat(updated.status()).isEqualTo(200);
        assertThat(updated.object())
                .containsEntry("first_name", "Ada")
                .containsEntry("job_title", "Engineer")
                .containsEntry("enabled", false)
                .containsEntry("groups", List.of(1L))
                .containsEntry("updated_at", "2026-03-02T11:01:00.123+01:00");
        assertThat(client.delete(PEOPLE + "/" + id).object()).isEqualTo(Map.of("result", "ok"));
        assertThat(client.get(PEOPLE + "/" + id).status()).isEqualTo(404);
        assertThat(client.delete(PEOPLE + "/" + id).status()).isEqualTo(404);
        assertThat(client.get(PEOPLE).array()).isEmpty();
    }

    @Test
    void theFlagsOfAPersonAreOffUntilTheyAreSet() {
        long id = create("");
        assertThat(read(id)).containsEntry("extended_unlock", false).containsEntry("first_responder", false);
        client.put(PEOPLE + "/" + id, "{\"first_responder\":true}");
        assertThat(read(id)).containsEntry("extended_unlock", false).containsEntry("first_responder", true);
        client.put(PEOPLE + "/" + id, "{\"extended_unlock\":\"true\",\"first_responder\":\"false\"}");
        assertThat(read(id)).containsEntry("extended_unlock", true).containsEntry("first_responder", false);
        assertThat(read(create(",\"first_responder\":true"))).containsEntry("first_responder", true);
    }

    @Test
    void theSdkGetsThePersonItselfAnd201ForAnUpdate() {
        long id = create("");
        ApiClient sdk = box.client(box.sdkKey);
        assertThat(sdk.get(PEOPLE + "/" + id).object()).containsEntry("id", id);
        assertThat(sdk.put(PEOPLE + "/" + id, "{\"notes\":\"n\"}").status()).isEqualTo(201);
    }

    @Test
    void hostileTextsAreOnlyTexts() {
        String evil = "Robert'); DROP TABLE person;--<script>alert(1)</script>";
        long id = create(",\"notes\":\"" + evil + "\",\"custom_1\":\"\\u202e\\ud83d\\ude00\"");
        assertThat(read(id)).containsEntry("notes", evil).containsEntry("custom_1", "\u202e\ud83d\ude00");
        assertThat(client.get(PEOPLE + "?email=%27%20OR%201%3D1--").status()).isEqualTo(400);
        assertThat(client.get(PEOPLE + "?email=%27/**/OR/**/1%3D1--").array()).isEmpty();
        assertThat(client.post(PEOPLE, "{\"first_name\":\"a\\u0000b\",\"last_name\":\"x\"}")
                        .status())
                .isEqualTo(400);
        String tooLong = "{\"first_name\":\"" + "x".repeat(256) + "\",\"last_name\":\"x\"}";
        assertThat(client.post(PEOPLE, tooLong).status()).isEqualTo(422);
        assertThat(client.get(PEOPLE + "/1%20OR%201=1").status()).isEqualTo(404);
        assertThat(client.get(PEOPLE + "/99999999999999999999").status()).isEqualTo(404);
        String deep = "[".repeat(10_000);
        assertThat(client.post(PEOPLE, "{\"a\":" + deep).status()).isEqualTo(400);
    }

    @Test
    void emailAndSystemIdAreUniqueAmongThoseNotDeletedAndBlankMayRepeat() {
        long first = create(",\"email\":\"a@example.com\",\"system_id\":\"s1\"");
        create(",\"email\":\"\",\"system_id\":\" \"");
        create(",\"email\":null");
        var clash = client.post(
                PEOPLE, "{\"first_name\":\"x\",\"last_name\":\"x\",\"email\":\"A@Example.com\",\"system_id\":\"s1\"}");
        assertThat(clash.status()).isEqualTo(422);
        assertThat(clash.object().get("errors"))
                .isEqualTo(Map.of(
                        "email", List.of("has already been taken"), "system_id", List.of("has already been taken")));
        assertThat(client.put(PEOPLE + "/" + first, "{\"email\":\"A@EXAMPLE.com\"}")
                        .status())
                .isEqualTo(200);
        client.delete(PEOPLE + "/" + first);
        create(",\"email\":\"a@example.com\",\"system_id\":\"s1\"");
    }

    /// Versions before the folding of texts took both.
    @Test
    void twoPeopleWhoseIdsDifferInCaseAloneStayEditableAndAreFoundByTheTextItself() {
        long upper = create(",\"email\":\"mü@example.com\",\"system_id\":\"AB1\"");
        long lower = create(",\"email\":\"two@example.com\",\"system_id\":\"other\"");
        box.database.write(sql -> {
            sql.run("UPDATE person SET email = 'MÜ@example.com', system_id = 'ab1' WHERE id = ?", lower);
            return sql.run(
                    "UPDATE person_key SET email = 'mü@example.com', system_id = 'ab1' WHERE person_id = ?", lower);
        });
        String whole = "{\"first_name\":\"Eva\",\"last_name\":\"Demo\",\"email\":\"MÜ@example.com\","
                + "\"system_id\":\"ab1\"}";
        assertThat(client.put(PEOPLE + "/" + lower, whole).status()).isEqualTo(200);
        assertThat(client.put(PEOPLE + "/" + lower, whole.replace("ab1", "Ab1")).status())
                .isEqualTo(422);
        assertThat(client.get(PEOPLE + "?system_id=AB1").array())
                .extracting(one -> one.get("id"))
                .containsExactly((Object) upper);
        assertThat(client.get(PEOPLE + "?email=M%C3%9C@example.com").array())
                .extracting(one -> one.get("first_name"))
                .containsExactly((Object) "Eva");
        assertThat(client.get(PEOPLE + "?system_id=aB1").array()).hasSize(2);
    }

    @Test
    void slugsMakeChangeAndRemoveCredentials() {
        long id = create(",\"card\":\"0001001\",\"pin\":4711");
        assertThat(read(id))
                .containsEntry("card", "1001")
                .containsEntry("credentials_number", "1001")
                .containsEntry("pin", "4711");
        client.put(PEOPLE + "/" + id, "{\"card\":\"1002\",\"credentials_number\":\"1001\",\"pin\":\"\"}");
        assertThat(read(id)).containsEntry("credentials_number", "1002").containsEntry("pin", null);
        var taken = client.post(PEOPLE, "{\"first_name\":\"x\",\"last_name\":\"x\",\"key_fob_number\":\"01002\"}");
        assertThat(taken.object().get("errors")).isEqualTo(Map.of("key_fob_number", List.of("has already been taken")));
        client.delete(PEOPLE + "/" + id);
        assertThat(read(create(",\"key_fob_number\":\"1002\""))).containsEntry("key_fob_number", "1002");
    }

    @Test
    void sixAsterisksGenerateAPinThatIsNotTrivial() {
        String pin = String.valueOf(read(create(",\"pin\":\"******\"")).get("pin"));
        assertThat(Integer.parseInt(pin)).isBetween(1000, 32767);
        assertThat(CredentialValues.trivial(pin)).isFalse();
        assertThat(List.of("1111", "1234", "4321", "23456", "1212")).allMatch(CredentialValues::trivial);
        assertThat(List.of("4711", "1357", "12346")).noneMatch(CredentialValues::trivial);
    }

    @Test
    void pagesTellWhereTheyAre() {
        for (int i = 0; i < 5; i++) create("");
        var page = client.get(PEOPLE + ".json?per_page=2&page=2&email=");
        assertThat(page.status()).isEqualTo(200);
        var second = client.get(PEOPLE + "?per_page=2&page=2");
        assertThat(second.column("id")).containsExactly(3L, 4L);
        assertThat(second.header("Total")).isEqualTo("5");
        assertThat(second.header("Per-Page")).isEqualTo("2");
        assertThat(second.header("Page")).isEqualTo("2");
        String url = box.server.publicUrl() + PEOPLE;
        assertThat(second.header("Link"))
                .isEqualTo("<" + url + "?page=1&per_page=2>; rel=\"first\", <" + url
                        + "?page=1&per_page=2>; rel=\"prev\", <" + url + "?page=3&per_page=2>; rel=\"next\", <" + url
                        + "?page=3&per_page=2>; rel=\"last\"");
        assertThat(client.get(PEOPLE + "?per_page=100000").header("Per-Page")).isEqualTo("500");
        assertThat(client.get(PEOPLE + "?page=99").array()).isEmpty();
        assertThat(client.get(PEOPLE + "?page=0").status()).isEqualTo(400);
        assertThat(client.get(PEOPLE + "?page=x").status()).isEqualTo(400);
    }

    @Test
    void sinceIsInTheAccountsZoneAndSinceUtcInUtc() {
        create("");
        box.time.advance(Duration.ofHours(1));
        long later = create("");
        assertThat(client.get(PEOPLE + "?since=2026-03-02T11:30:00").column("id"))
                .containsExactly(later);
        assertThat(client.get(PEOPLE + "?since=2026-03-02T11:30:00%2B02:00").array())
                .hasSize(2);
        assertThat(client.get(PEOPLE + "?since=2026-03-02T11:30:00+02:00").array())
                .hasSize(2);
        assertThat(client.get(PEOPLE + "?since_utc=2026-03-02T10:30:00").column("id"))
                .containsExactly(later);
        assertThat(client.get(PEOPLE + "?since=2026-03-02T10:00:00&since_utc=2026-03-02T10:30:00")
                        .column("id"))
                .containsExactly(later);
        assertThat(client.get(PEOPLE + "?since_utc=2026-03-02T08:00:00&since=2026-03-02T11:30:00")
                        .column("id"))
                .containsExactly(later);
        assertThat(client.get(PEOPLE + "?since=yesterday").status()).isEqualTo(400);
        assertThat(client.get(PEOPLE + "?since=%2B999999999-12-31T23:59:59-18:00")
                        .status())
                .isEqualTo(400);
        assertThat(client.get(PEOPLE + "?since_utc=-999999999-01-01T00:00:00%2B18:00")
                        .status())
                .isEqualTo(400);
        client.post("/api/3/credentials", "{\"person_id\":1,\"credential_type_id\":1,\"value\":\"7\"}");
        assertThat(client.get(PEOPLE + "?since_utc=2026-03-02T10:30:00").array())
                .hasSize(2);
    }

    @Test
    void twoWritersOfOnePersonBothLeaveTheirMark() throws Exception {
        long id = create("");
        var start = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Integer> notes = threads.submit(() -> repeat(start, id, "notes"));
            Future<Integer> title = threads.submit(() -> repeat(start, id, "job_title"));
            Future<Integer> pin = threads.submit(() -> repeat(start, id, "pin"));
            start.countDown();
            assertThat(notes.get() + title.get() + pin.get()).isEqualTo(60);
        }
        assertThat(read(id))
                .containsEntry("notes", "1019")
                .containsEntry("job_title", "1019")
                .containsEntry("pin", "1019");
    }

    private int repeat(CountDownLatch start, long id, String field) throws InterruptedException {
        start.await();
        int done = 0;
        for (int i = 1000; i < 1020; i++) {
            if (client.put(PEOPLE + "/" + id, "{\"" + field + "\":\"" + i + "\"}")
                            .status()
                    == 200) done++;
        }
        return done;
    }

    @Test
    void ofTwoThatWantOneEmailExactlyOneGetsIt() throws Exception {
        String body = "{\"first_name\":\"x\",\"last_name\":\"x\",\"email\":\"one@example.com\"}";
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Integer> one = threads.submit(() -> client.post(PEOPLE, body).status());
            Future<Integer> two = threads.submit(() -> client.post(PEOPLE, body).status());
            assertThat(List.of(one.get(), two.get())).containsExactlyInAnyOrder(201, 422);
        }
    }

    @Test
    void anIdempotencyKeyMakesOnePerson() {
        String body = "{\"first_name\":\"x\",\"last_name\":\"x\"}";
        var first = client.post(PEOPLE, body, "Idempotency-Key", "k1");
        var again = client.post(PEOPLE, body, "Idempotency-Key", "k1");
        assertThat(again.status()).isEqualTo(201);
        assertThat(again.object()).isEqualTo(first.object());
        assertThat(client.post(PEOPLE, body.replace("x", "y"), "Idempotency-Key", "k1")
                        .status())
                .isEqualTo(422);
        assertThat(box.client(box.sdkKey)
                        .post(PEOPLE, body, "Idempotency-Key", "k1")
                        .object())
                .doesNotContainEntry("id", first.object().get("id"));
        box.time.advance(Duration.ofHours(25));
        assertThat(client.post(PEOPLE, body, "Idempotency-Key", "k1").object())
                .doesNotContainEntry("id", first.object().get("id"));
    }

    @Test
    void everyChangeIsInTheLogWithoutSecrets() {
        long id = create(",\"pin\":\"4711\",\"email\":\"secret@example.com\",\"group_ids\":[1]");
        client.put(PEOPLE + "/" + id, "{\"pin\":\"4712\",\"enabled\":false,\"last_name\":\"New\"}");
        client.put(PEOPLE + "/" + id, "{\"enabled\":false}");
        client.delete(PEOPLE + "/" + id);
        var log = new EventStore(box.database).newest(10);
        assertThat(log).hasSize(3).allMatch(event -> event.kind() == EventKind.CONFIGURATION_CHANGED);
        assertThat(log.get(1).draft().additional())
                .containsEntry("what", "person")
                .containsEntry("action", "update")
                .containsEntry("by", "ops@example.com")
                .containsEntry("credential", "api_key 1")
                .containsEntry("enabled", Map.of("old", true, "new", false))
                .containsEntry("fields", List.of("last_name"))
                .containsEntry("pin", Map.of("old", "****", "new", "****"));
        assertThat(log.toString()).doesNotContain("4711").doesNotContain("4712").doesNotContain("secret@");
    }
}
