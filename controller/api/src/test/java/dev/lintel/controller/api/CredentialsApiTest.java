package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CredentialsApiTest {
    private static final String CREDENTIALS = "/api/3/credentials";
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
        person = newPerson();
    }

    private static long newPerson() {
        var made = client.post("/api/3/people", "{\"first_name\":\"C\",\"last_name\":\"H\"}");
        return made.id();
    }

    private static String body(long person, int type, Object value) {
        return "{\"person_id\":" + person + ",\"credential_type_id\":" + type + ",\"value\":\"" + value + "\"}";
    }

    @Test
    void aPinWithAZeroBeforeItIsRefusedForItCannotBeTyped() {
        var refused = client.post(CREDENTIALS, body(person, 3, "04711"));
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text()).contains("is invalid");
    }

    @Test
    void aCredentialIsMadeReadChangedAndDeletedOnBothPaths() {
        long number = NUMBERS.incrementAndGet();
        var made = client.post(CREDENTIALS, body(person, 1, number));
        assertThat(made.status()).isEqualTo(201);
        String id = (String) made.array().getFirst().get("id");
        Map<String, Object> expected =
                Map.of("id", id, "person_id", person, "credential_type_id", 1L, "label", "Card", "value", "" + number);
        assertThat(made.array()).containsExactly(expected);
        String nested = "/api/3/people/" + person + "/credentials";
        assertThat(client.get(CREDENTIALS + "/" + id).object()).isEqualTo(expected);
        assertThat(client.get(nested + "/" + id).object()).isEqualTo(expected);
        assertThat(client.get(nested).array()).containsExactly(expected);
        assertThat(client.get("/api/3/people/" + newPerson() + "/credentials/" + id)
                        .status())
                .isEqualTo(404);
        long other = NUMBERS.incrementAndGet();
        var changed = client.put(nested + "/" + id, "{\"person_credential\":{\"value\":" + other + "}}");
        assertThat(changed.status()).isEqualTo(200);
        assertThat(changed.object()).containsEntry("value", "" + other);
        assertThat(client.delete(CREDENTIALS + "/" + id).status()).isEqualTo(204);
        assertThat(client.delete(nested + "/" + id).status()).isEqualTo(404);
        assertThat(client.get(nested).array()).isEmpty();
    }

    @Test
    void aSecondOfOneTypeReturnsTheFirst() {
        long number = NUMBERS.incrementAndGet();
        var first = client.post(CREDENTIALS, body(person, 2, number)).array().getFirst();
        var second = client.post("/api/3/people/" + person + "/credentials", body(person, 2, 77));
        assertThat(second.status()).isEqualTo(200);
        assertThat(second.array()).containsExactly(first);
        var sdk = box.client(box.sdkKey).post(CREDENTIALS, body(person, 2, 78));
        assertThat(sdk.status()).isEqualTo(409);
        assertThat(sdk.object()).isEqualTo(first);
    }

    @Test
    void theSdkGetsObjects() {
        ApiClient sdk = box.client(box.sdkKey);
        var made = sdk.post(CREDENTIALS, body(person, 1, NUMBERS.incrementAndGet()));
        assertThat(made.status()).isEqualTo(201);
        var changed = sdk.put(CREDENTIALS + "/" + made.object().get("id"), "{}");
        assertThat(changed.status()).isEqualTo(201);
        assertThat(changed.object()).isEqualTo(made.object());
    }

    @Test
    void cardNumbersAreUniqueAcrossTypesAndMultiFactorPinsMayRepeat() {
        long number = NUMBERS.incrementAndGet();
        client.post(CREDENTIALS, body(person, 1, number));
        long other = newPerson();
        var clash = client.post(CREDENTIALS, body(other, 2, "00" + number));
        assertThat(clash.status()).isEqualTo(422);
        assertThat(clash.object().get("errors")).isEqualTo(Map.of("value", List.of("has already been taken")));
        assertThat(client.post(CREDENTIALS, body(person, 4, 2580)).status()).isEqualTo(201);
        assertThat(client.post(CREDENTIALS, body(other, 4, 2580)).status()).isEqualTo(201);
    }

    @Test
    void whatIsMissingOrWrongIsSaidByField() {
        refused("{}", Map.of("person_id", List.of("can't be blank"), "credential_type_id", List.of("can't be blank")));
        refused(body(999_999, 1, 1), Map.of("person_id", List.of("is invalid")));
        refused(body(person, 99, 1), Map.of("credential_type_id", List.of("is invalid")));
        refused(body(person, 1, ""), Map.of("value", List.of("can't be blank")));
        refused(body(person, 1, "-1"), Map.of("value", List.of("is invalid")));
        refused(body(person, 1, "9".repeat(300)), Map.of("value", List.of("must be between 1 and 4294967295")));
        refused(body(person, 2, "0"), Map.of("value", List.of("must be between 1 and 1099511627775")));
        assertThat(client.post(CREDENTIALS, "{\"person_id\":{},\"credential_type_id\":1}")
                        .status())
                .isEqualTo(400);
        assertThat(client.post("/api/3/people/999999/credentials", "{}").status())
                .isEqualTo(404);
    }

    private static void refused(String body, Map<String, List<String>> errors) {
        var answer = client.post(CREDENTIALS, body);
        assertThat(answer.status()).as(answer.text()).isEqualTo(422);
        assertThat(answer.object().get("errors")).isEqualTo(errors);
    }

    @Test
    void theWholeListCanBeStreamed() {
        client.post(CREDENTIALS, body(person, 1, NUMBERS.incrementAndGet()));
        var all = client.get(CREDENTIALS + "?skip_pagination=true");
        assertThat(all.array()).hasSize(Integer.parseInt(all.header("Total"))).isNotEmpty();
    }
}
