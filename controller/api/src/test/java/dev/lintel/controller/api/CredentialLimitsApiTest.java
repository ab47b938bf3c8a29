package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.Uses.Use;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.CredentialStore;
import dev.lintel.controller.store.UseStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CredentialLimitsApiTest {
    private static final String CREDENTIALS = "/api/3/credentials";
    private static final String CARD = "1";
    private static final String MF_PIN = "4";
    private static final AtomicLong NUMBERS = new AtomicLong(5_000);

    @TempDir
    static Path folder;

    private static ApiBox box;
    private static ApiClient client;
    private long person;

    @BeforeAll
    static void start() {
        box = new ApiBox(folder);
        client = box.client();
    }

    @AfterAll
    static void stop() {
        box.close();
    }

    @BeforeEach
    void makePerson() {
        person = client.post("/api/3/people", "{\"first_name\":\"C\",\"last_name\":\"H\"}")
                .id();
    }

    private ApiClient.Answer make(String type, String limits) {
        long number = NUMBERS.incrementAndGet();
        return client.post(
                CREDENTIALS,
                "{\"person_id\":" + person + ",\"credential_type_id\":" + type + ",\"value\":\"" + number + "\""
                        + limits + "}");
    }

    private String card(String limits) {
        return String.valueOf(make(CARD, limits).array().getFirst().get("id"));
    }

    private static ApiClient.Answer change(String id, String fields) {
        return client.put(CREDENTIALS + "/" + id, "{" + fields + "}");
    }

    private static Map<String, Object> show(String id) {
        return client.get(CREDENTIALS + "/" + id).object();
    }

    private static Instant countedFrom(String id) {
        var credential = box.database.read(sql -> CredentialStore.get(sql, Long.parseLong(id)));
        return Objects.requireNonNull(
                        Objects.requireNonNull(credential).limits().entries())
                .from();
    }

    @Test
    void credentialWithoutLimits_looksAsBefore() {
        assertThat(make(CARD, "").array().getFirst())
                .containsOnlyKeys("id", "person_id", "credential_type_id", "label", "value");
        String id = card(",\"uses_max\":3");
        assertThat(change(id, "\"uses_max\":null").object())
                .containsOnlyKeys("id", "person_id", "credential_type_id", "label", "value");
    }

    @Test
    void limits_areShownInAllAnswersWhereOneIsSet() {
        String id = card(",\"valid_from_at\":\"2026-03-02T10:00:00Z\",\"valid_to_at\":\"2026-03-09T18:00:00+01:00\","
                + "\"suspended_from\":\"2026-03-04\",\"suspended_to\":\"2026-03-05\","
                + "\"uses_max\":3,\"unused_days\":30");
        var expected = new LinkedHashMap<String, Object>();
        expected.put("valid_from_at", "2026-03-02T11:00:00.000+01:00");
        expected.put("valid_to_at", "2026-03-09T18:00:00.000+01:00");
        expected.put("suspended_from", "2026-03-04");
        expected.put("suspended_to", "2026-03-05");
        expected.put("uses_max", 3L);
        expected.put("unused_days", 30L);
        expected.put("uses", 0L);
        assertThat(show(id)).containsAllEntriesOf(expected).containsEntry("last_used_at", null);
        assertThat(client.get("/api/3/people/" + person + "/credentials").array())
                .containsExactly(show(id));
        assertThat(String.valueOf(client.get("/api/3/people/" + person).text())).contains("\"uses_max\":3");
        assertThat(client.get(CREDENTIALS + "?per_page=1000").array()).contains(show(id));
    }

    @Test
    void fieldThatIsNotSent_stays() {
        String id = card(",\"valid_to_at\":\"2026-03-09T18:00:00Z\",\"uses_max\":3");
        assertThat(change(id, "\"suspended_from\":\"2026-03-04\"").status()).isEqualTo(200);
        assertThat(show(id))
                .containsEntry("uses_max", 3L)
                .containsEntry("suspended_from", "2026-03-04")
                .containsEntry("valid_to_at", "2026-03-09T19:00:00.000+01:00");
        String value = String.valueOf(NUMBERS.incrementAndGet());
        change(id, "\"value\":\"" + value + "\",\"valid_to_at\":null");
        assertThat(show(id))
                .containsEntry("value", value)
                .containsEntry("uses_max", 3L)
                .containsEntry("valid_to_at", null);
    }

    @Test
    void usesOfThisBox_areShownUntilTheCountStartsAgain() throws Exception {
        String id = card(",\"uses_max\":3");
        Instant used = Instant.parse("2026-03-02T10:05:00Z");
        new UseStore(box.database).changed(new Use(countedFrom(id), 2, used), Long.parseLong(id));
        assertThat(box.database.awaitDisk(10_000)).isTrue();
        assertThat(show(id)).containsEntry("uses", 2L).containsEntry("last_used_at", "2026-03-02T11:05:00.000+01:00");
        assertThat(change(id, "\"uses_max\":9").object()).containsEntry("uses", 2L);
        box.time.advance(Duration.ofSeconds(1));
        assertThat(change(id, "\"uses\":0").object()).containsEntry("uses", 0L).containsEntry("uses_max", 9L);
        assertThat(change(id, "\"uses_max\":null").object()).doesNotContainKey("uses");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"valid_from_at\":\"soon\" | valid_from_at | must be an ISO 8601 time",
                "\"valid_from_at\":\"2026-03-02T10:00:00Z\",\"valid_to_at\":\"2026-03-02T10:00:00Z\" | valid_to_at"
                        + " | must be after valid_from_at",
                "\"suspended_from\":\"2026-02-30\" | suspended_from | must be a date",
                "\"suspended_to\":\"2026-03-02T10:00:00Z\" | suspended_to | must be a date",
                "\"suspended_from\":\"2026-03-02\",\"suspended_to\":\"2026-03-01\" | suspended_to"
                        + " | must not be before suspended_from",
                "\"uses_max\":0 | uses_max | must be between 1 and 1000000",
                "\"uses_max\":5,\"uses\":3 | uses | must be 0: the count starts again",
                "\"unused_days\":3651 | unused_days | must be between 1 and 3650"
            })
    void limitThatIsWrong_isNamed(String fields, String field, String message) {
        var refused = make(CARD, "," + fields);
        assertThat(refused.status()).isEqualTo(422);
        assertThat(String.valueOf(Json.parse(refused.text()))).contains(field + "=[" + message);
        String id = card("");
        assertThat(change(id, fields).status()).isEqualTo(422);
        assertThat(show(id)).hasSize(5);
    }

    @Test
    void limitOfAWrongType_isNamedAsAnyField() {
        var refused = make(CARD, ",\"uses_max\":\"many\"");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text()).contains("uses_max must be a whole number");
    }

    /// It is shown after a card, whose uses are counted.
    @Test
    void multiFactorPin_hasLimitsOfTimesAlone() {
        var refused = make(MF_PIN, ",\"uses_max\":5,\"unused_days\":5");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text()).contains("uses_max", "unused_days", "multi-factor PIN");
        assertThat(make(MF_PIN, ",\"valid_to_at\":\"2026-03-09T18:00:00Z\"").status())
                .isEqualTo(201);
    }

    @Test
    void phone_hasLimitsAndNoValue() {
        box.database.write(
                sql -> sql.run("UPDATE person SET email = ? WHERE id = ?", "c" + person + "@x.example", person));
        var made = client.post(
                CREDENTIALS, "{\"person_id\":" + person + ",\"credential_type_id\":5,\"valid_to_at\":\"2026-03-09\"}");
        assertThat(made.status()).isEqualTo(201);
        String id = String.valueOf(made.object().get("id"));
        assertThat(show(id)).containsEntry("valid_to_at", "2026-03-09T00:00:00.000+01:00");
        assertThat(change(id, "\"uses_max\":2").status()).isEqualTo(200);
        assertThat(show(id)).containsEntry("uses_max", 2L);
        assertThat(change(id, "\"uses_max\":2,\"value\":\"7\"").status()).isEqualTo(422);
        assertThat(change(id, "").status()).isEqualTo(422);
    }

    @Test
    void change_isInTheLogWithBothStates() {
        String id = card("");
        change(id, "\"uses_max\":2");
        List<?> changes = box.database.read(sql -> sql.list(
                "SELECT additional FROM event WHERE json_extract(additional, '$.action') = 'limit' ORDER BY id",
                row -> row.text(1)));
        assertThat(changes.toString()).contains("\"uses_max\":2", "\"old\":{}", "\"id\":" + id);
    }
}
