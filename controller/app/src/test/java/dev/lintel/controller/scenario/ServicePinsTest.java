package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.ApiClient;
import dev.lintel.controller.http.HourlyRefusals;
import dev.lintel.controller.time.Await;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// PINs where a box and the service that it follows mask them or show them.
class ServicePinsTest {
    private static final String PEOPLE = "/api/3/people";
    private static final String MASKED =
            ServicePair.SITE.replace("time_zone: UTC}\nsites", "time_zone: UTC, pins: masked}\nsites");

    private static final String BODY = "{\"person\":{\"first_name\":\"%s\",\"last_name\":\"N\",\"pin\":\"%s\"}}";

    @TempDir
    Path folder;

    private static long id(ApiClient.Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        return Long.parseLong(answer.text().replaceFirst("(?s)^[^0-9]*\"id\":\"?([0-9]+).*", "$1"));
    }

    private static String pinHere(ServicePair pair, long person) {
        return Objects.requireNonNull(pair.box
                .database()
                .read(sql -> sql.get(
                        "SELECT coalesce(max(pin_number), 'none') FROM credential WHERE person_id = ?",
                        row -> row.text(1),
                        person)));
    }

    /// The service shows PINs to the box; the box shows them to nobody.
    @ParameterizedTest
    @ValueSource(strings = {"documented", "sdk"})
    void answersOfAServiceShowOnlyPinsThatTheRequestSets(String shape) {
        try (var pair = ServicePair.following(folder, shape)) {
            pair.site(pair.box, MASKED);
            var client = pair.boxClient();
            long id = id(pair.service
                    .client()
                    .post(PEOPLE, "{\"first_name\":\"Pia\",\"last_name\":\"N\",\"pin\":\"4711\",\"card\":\"20001\"}"));
            pair.sync();
            ApiClient.Answer renamed = client.put(PEOPLE + "/" + id, "{\"person\":{\"last_name\":\"North\"}}");
            assertThat(renamed.status()).as(renamed.text()).isBetween(200, 201);
            assertThat(renamed.text()).contains("North", "20001", "******").doesNotContain("4711");

            ApiClient.Answer set = client.put(PEOPLE + "/" + id, "{\"person\":{\"pin\":\"4712\"}}");
            assertThat(set.text()).contains("4712").doesNotContain("4711");
            assertThat(pinHere(pair, id)).isEqualTo("4712");

            String body = "{\"person\":{\"first_name\":\"Ray\",\"last_name\":\"N\",\"pin\":\"******\"}}";
            ApiClient.Answer made = client.post(PEOPLE, body, "Idempotency-Key", "once");
            String chosen = pinHere(pair, id(made));
            assertThat(chosen).matches("[0-9]{4,5}");
            assertThat(made.text()).as("the answer that creates the PIN").contains("\"" + chosen + "\"");
            assertThat(client.post(PEOPLE, body, "Idempotency-Key", "once").text())
                    .as("repeated")
                    .doesNotContain("\"" + chosen + "\"");

            pair.site(pair.box, ServicePair.SITE);
            assertThat(client.put(PEOPLE + "/" + id, "{\"person\":{\"last_name\":\"South\"}}")
                            .text())
                    .as("shown")
                    .contains("4712");
        }
    }

    /// Each request changes nothing and leaves no event: an answer that shows the PIN would confirm a guess.
    @ParameterizedTest
    @ValueSource(strings = {"documented", "sdk"})
    void anAnswerConfirmsNoGuess(String shape) {
        try (var pair = ServicePair.following(folder, shape)) {
            pair.site(pair.box, MASKED);
            var client = pair.boxClient();
            String body = "{\"first_name\":\"Pia\",\"last_name\":\"N\",\"pin\":\"4711\",\"card\":\"20001\"}";
            long id = id(pair.service.client().post(PEOPLE, body));
            Await.until("the PIN is here", () -> pinHere(pair, id).equals("4711"));
            long[] row = Objects.requireNonNull(pair.box
                    .database()
                    .read(sql -> sql.get("SELECT id, credential_type_id FROM credential WHERE pin_number = 4711", one ->
                            new long[] {one.number(1), one.number(2)})));
            String person = PEOPLE + "/" + id;
            for (String guess : List.of("4710", "4711")) {
                String value = "{\"value\":\"" + guess + "\"}";
                String credential =
                        "{\"person_id\":" + id + ",\"credential_type_id\":" + row[1] + ",\"value\":\"" + guess + "\"}";
                assertThat(List.of(
                                client.post("/api/3/credentials", credential).text(),
                                client.post(person + "/credentials", credential).text(),
                                client.put(person, value).text(),
                                client.put(person, "{\"person\":" + value + "}").text()))
                        .allSatisfy(text -> assertThat(text).contains("******").doesNotContain(guess));
            }
            assertThat(client.put(person, "{\"pin\":\"4711\"}").text())
                    .as("its own PIN")
                    .doesNotContain("4711");
            String own = "/api/3/credentials/" + row[0];
            assertThat(client.put(own, "{\"value\":\"4711\"}").text()).doesNotContain("4711");
            assertThat(client.put(own, "{\"value\":\"4712\"}").text())
                    .as("a change")
                    .contains("4712");
        }
    }

    /// The service shows PINs and names each that is in use, beside whatever else is wrong.
    @ParameterizedTest
    @ValueSource(strings = {"documented", "sdk"})
    void aRefusedRequestConfirmsNoGuess_andRefusalsOfAPinAloneEndAfterThirtyInAnHour(String shape) {
        try (var pair = ServicePair.following(folder, shape)) {
            pair.site(pair.box, MASKED);
            var client = pair.boxClient();
            long pia = id(pair.service.client().post(PEOPLE, BODY.formatted("Pia", "4711")));
            long ray = id(pair.service.client().post(PEOPLE, BODY.formatted("Ray", "5822")));
            Await.until("the PINs are here", () -> pinHere(pair, ray).equals("5822"));
            String wrong = "{\"person\":{\"first_name\":\"\",\"last_name\":\"N\",\"pin\":\"%s\"}}";
            for (String path : List.of(PEOPLE, PEOPLE + "/" + pia, PEOPLE + "/" + ray)) {
                ApiClient.Answer guessed = sent(client, path, wrong.formatted("4711"));
                assertThat(guessed.status()).isEqualTo(422);
                assertThat(guessed.text())
                        .as(path)
                        .contains("first_name")
                        .doesNotContain("pin")
                        .isEqualTo(sent(client, path, wrong.formatted("4710")).text());
            }
            long before = pair.box.database().events().head();
            for (int i = 0; i < HourlyRefusals.MAX; i++) {
                ApiClient.Answer refused = client.post(PEOPLE, BODY.formatted("Eve", "4711"));
                assertThat(refused.status()).isEqualTo(422);
                assertThat(refused.text()).contains("pin");
            }
            Await.until(
                    "an event of each refusal",
                    () -> pair.box.database().events().head() == before + HourlyRefusals.MAX);
            assertThat(client.post(PEOPLE, BODY.formatted("Eve", "4711")).status())
                    .isEqualTo(429);
            assertThat(client.put(PEOPLE + "/" + ray, "{\"person\":{\"last_name\":\"North\"}}")
                            .status())
                    .as("no PIN")
                    .isBetween(200, 201);
        }
    }

    @Test
    void aCredentialWithoutATypeIsAnsweredByTheService() {
        try (var pair = ServicePair.following(folder, "documented")) {
            pair.site(pair.box, MASKED);
            String body = "{\"credential\":{\"person_id\":1,\"value\":\"4711\"}}";
            ApiClient.Answer answer = pair.boxClient().post("/api/3/credentials", body);
            assertThat(answer.status()).as(answer.text()).isEqualTo(422);
        }
    }

    private static ApiClient.Answer sent(ApiClient client, String path, String body) {
        return path.equals(PEOPLE) ? client.post(path, body) : client.put(path, body);
    }

    /// The service masks PINs, and the box learns only those of before.
    @Test
    void aServiceThatMasksPinsIsFollowedAndReported() {
        try (var pair = ServicePair.following(folder, "documented")) {
            var service = pair.service.client();
            long known = id(service.post(PEOPLE, "{\"first_name\":\"Pia\",\"last_name\":\"N\",\"pin\":\"4711\"}"));
            Await.until("the PIN is here", () -> pinHere(pair, known).equals("4711"));
            pair.site(
                    pair.service,
                    MASKED.replace(
                            "[2], max_stale: 7d}\n",
                            "[2], max_stale: 7d}\n  - {id: 9, name: Archive, channels: [1]}\n"));
            long unknown = id(service.post(
                    PEOPLE,
                    "{\"first_name\":\"Ray\",\"last_name\":\"N\",\"pin\":\"5811\",\"card\":\"20002\","
                            + "\"role_ids\":[1]}"));
            Await.until("all else works", () -> pair.door(1, 20_002).equals("admitted"));
            pair.sync();
            assertThat(List.of(pinHere(pair, known), pinHere(pair, unknown))).containsExactly("4711", "none");
            Await.until(
                    "a full listing",
                    () -> pair.box.ask("sync status").contains("some of them are not known here and open no door"));
            assertThat(pair.box.ask("sync status")).contains("The service masks PINs: PINs stay as this box has them");
        }
    }
}
