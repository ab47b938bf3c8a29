package dev.lintel.controller.contract;

import static dev.lintel.controller.contract.Client.CREDENTIALS;
import static dev.lintel.controller.contract.Client.PEOPLE;
import static dev.lintel.controller.contract.Client.number;
import static dev.lintel.controller.contract.Client.refused;
import static dev.lintel.controller.contract.Client.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.ApiClient.Answer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// 7 Errors. Server errors (5xx) are shown where a test can make them: `FaultsTest`, `WebServerTest`.
@ParameterizedClass
@EnumSource(Variant.class)
class Section7ErrorsTest {
    private final Client client;

    Section7ErrorsTest(Variant variant) {
        this.client = Contract.client(variant);
    }

    private Answer send(String method, String path, String body) {
        return client.http().send(method, path, body, "Content-Type", "application/json");
    }

    @Test
    @Spec({"7.1-5", "7.2-1"})
    void whatCannotBeReadIs400InAnErrorObject() {
        List<String> malformed = List.of("{", "[]", "\"x\"", "7", "{\"a\":1,\"a\":2}", "{\"first_name\":[]}", "nul");
        for (String body : malformed) {
            Answer answer = send("POST", PEOPLE, body);
            status(answer, 400);
            assertThat(answer.object())
                    .containsOnlyKeys("error", "error_description")
                    .containsEntry("error", "bad_request");
            assertThat(answer.object().get("error_description")).asString().isNotBlank();
            assertThat(answer.header("Content-Type")).startsWith("application/json");
        }
        assertThat(send("POST", PEOPLE, "{\"first_name\":[]}").text()).contains("first_name");
    }

    @Test
    @Spec({"7.2-1", "7.2-5"})
    void everyErrorIsAnObjectOfCodeAndDescription() {
        var found = new HashMap<Integer, Object>();
        for (Answer answer : List.of(
                client.get("/api/3/no_such_thing"),
                client.delete("/api/3/roles/1"),
                client.post(PEOPLE, Map.of()),
                client.get(PEOPLE + "?page=x"),
                client.box().stranger("wrong", client.variant().shape()).get(PEOPLE))) {
            assertThat(answer.object().get("error_description")).asString().isNotBlank();
            assertThat(answer.header("X-Request-Id")).isNotBlank();
            assertThat(answer.text()).doesNotContain("Exception").doesNotContain("\tat ");
            found.put(answer.status(), answer.object().get("error"));
        }
        assertThat(found)
                .isEqualTo(Map.of(
                        404,
                        "not_found",
                        405,
                        "method_not_allowed",
                        422,
                        "validation_failed",
                        400,
                        "bad_request",
                        401,
                        "invalid_token"));
    }

    @Test
    @Spec({"7.1-10", "7.2-2", "7.2-6", "7.2-10", "7.2-11", "7.2-12", "7.2-13"})
    void validationNamesEachFieldWithItsMessages() {
        String email = "v" + number() + "@example.com";
        String card = Long.toString(number());
        client.person(Map.of("email", email, "card", card));
        Answer several = client.post(
                PEOPLE,
                Map.of(
                        "last_name",
                        " ",
                        "email",
                        email,
                        "valid_from",
                        "soon",
                        "card",
                        card,
                        "pin",
                        "12",
                        "group_ids",
                        List.of(88)));
        status(several, 422);
        assertThat(several.object())
                .containsOnlyKeys("error", "error_description", "errors")
                .containsEntry("error", "validation_failed");
        assertThat(several.object().get("errors"))
                .isEqualTo(Map.of(
                        "first_name", List.of(Client.BLANK),
                        "last_name", List.of(Client.BLANK),
                        "email", List.of(Client.TAKEN),
                        "valid_from", List.of(Client.INVALID),
                        "card", List.of(Client.TAKEN),
                        "pin", List.of("must be between 1000 and 32767"),
                        "group_ids", List.of(Client.INVALID)));
        long type = client.type("credentials_number");
        long person = client.person();
        refused(
                client.post(CREDENTIALS, Map.of("person_id", person, "credential_type_id", type, "value", card)),
                "value",
                Client.TAKEN);
        refused(
                client.post(CREDENTIALS, Map.of("person_id", person, "credential_type_id", type)),
                "value",
                Client.BLANK);
    }

    @Test
    void aCardIsRefusedUnderTheNameItWasSentBy() {
        String card = Long.toString(number());
        client.person(Map.of("card", card));
        for (String name : List.of("card", "credentials_number", "key_fob_number")) {
            var body = new HashMap<String, @Nullable Object>(Map.of("first_name", "A", "last_name", "B"));
            body.put(name, card);
            refused(client.post(PEOPLE, body), name, Client.TAKEN);
        }
    }

    @Test
    @Spec("7.1-13")
    void aRetryUnderAKeyMakesNoSecond() {
        String body = "{\"first_name\":\"Once\",\"last_name\":\"Demo" + number() + "\"}";
        String key = "key-" + number();
        Answer first = client.http().post(PEOPLE, body, "Idempotency-Key", key);
        Answer again = client.http().post(PEOPLE, body, "Idempotency-Key", key);
        status(again, 201);
        assertThat(again.json()).isEqualTo(first.json());
        Answer other = client.http().post(PEOPLE, body.replace("Once", "Twice"), "Idempotency-Key", key);
        refused(other, "Idempotency-Key", Client.TAKEN);
    }

    @Test
    @Spec("7.1-13")
    void whatIsRefusedChangesNothing() {
        long person = client.person(Map.of("group_ids", List.of(1), "card", Long.toString(number())));
        Map<String, Object> before = client.read(person);
        Answer answer = client.put(
                PEOPLE + "/" + person,
                Map.of("first_name", "New", "group_ids", List.of(2), "card", Long.toString(number()), "pin", "1"));
        status(answer, 422);
        assertThat(client.read(person)).isEqualTo(before);
        status(send("PUT", PEOPLE + "/" + person, "{\"first_name\":\"New\",\"enabled\":[]}"), 400);
        assertThat(client.read(person)).isEqualTo(before);
    }

    @Test
    void longAndDeepBodiesAreRefused() {
        status(send("POST", CREDENTIALS, "{\"value\":\"" + "x".repeat(1 << 20) + "\"}"), 413);
        status(send("POST", PEOPLE, "{\"a\":".repeat(40) + "1" + "}".repeat(40)), 400);
    }
}
