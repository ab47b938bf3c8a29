package dev.lintel.controller.contract;

import static dev.lintel.controller.contract.Client.PEOPLE;
import static dev.lintel.controller.contract.Client.number;
import static dev.lintel.controller.contract.Client.one;
import static dev.lintel.controller.contract.Client.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.ApiClient.Answer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// 4.2 People, and what section 4 says of all endpoints.
@ParameterizedClass
@EnumSource(Variant.class)
class Section42PeopleTest {
    private final Client client;

    Section42PeopleTest(Variant variant) {
        this.client = Contract.client(variant);
    }

    private List<Object> ids(String query) {
        return client.get(PEOPLE + query).column("id");
    }

    @Test
    @Spec({"4.0-1", "4.0-2", "7.1-7", "7.2-3"})
    void everythingIsUnderTheBaseAndNeedsAKey() {
        List<String> paths = List.of(
                "people",
                "people/1",
                "people/1/credentials",
                "credentials/1",
                "credential_types",
                "roles",
                "groups",
                "shifts",
                "sites",
                "channels",
                "channel/1",
                "account",
                "events",
                "events/1",
                "reservations",
                "group_reservations",
                "reports",
                "openapi.yaml");
        for (String key : List.of("", "no-such-key")) {
            var stranger = client.box().stranger(key, client.variant().shape());
            for (String path : paths) {
                Answer refused = stranger.get("/api/3/" + path);
                status(refused, 401);
                assertThat(refused.object())
                        .containsEntry("error", "invalid_token")
                        .containsKey("error_description");
                assertThat(refused.header("WWW-Authenticate")).startsWith("Bearer");
            }
        }
        for (String path : List.of("roles", "channels")) {
            status(client.get("/api/3/" + path), 200);
            status(client.box().unjudged("").get("/" + path), 404);
        }
    }

    @Test
    @Spec({"4.0-4", "4.2-1", "4.2-6"})
    void peopleAreAListInPages() {
        for (int i = 0; i < 3; i++) client.person();
        Answer whole = client.get(PEOPLE + "?per_page=2");
        assertThat(whole.array()).hasSize(2);
        long total = Long.parseLong(whole.header("Total"));
        long pages = (total + 1) / 2;
        assertThat(whole.header("Link")).contains("page=2").contains("rel=\"last\"");
        Answer last = client.get(PEOPLE + ".json?per_page=2&page=" + pages);
        assertThat(last.array()).hasSize((int) (total - (pages - 1) * 2));
        assertThat(client.get(PEOPLE + ".json?per_page=2").json()).isEqualTo(whole.json());
        assertThat(client.get(PEOPLE + "?per_page=2&page=" + (pages + 1)).array())
                .isEmpty();
        assertThat(client.get(PEOPLE + "?per_page=1000").header("Per-Page")).isEqualTo("500");
        assertThat(client.get(PEOPLE + "?skip_pagination=true").array()).hasSize((int) total);
    }

    @Test
    @Spec({"4.2-2", "4.2-3"})
    void whoWasChangedSinceATimeIsFound() {
        long before = client.person();
        long after = client.person();
        String local = String.valueOf(client.read(after).get("updated_at"));
        String utc = OffsetDateTime.parse(local).toInstant().toString();
        assertThat(ids("?since_utc=" + utc)).contains(after);
        assertThat(ids("?since=" + local.substring(0, 23)))
                .as("in the account's zone")
                .contains(after);
        String later =
                OffsetDateTime.parse(local).plusNanos(1_000_000).toInstant().toString();
        assertThat(ids("?since_utc=" + later)).doesNotContain(after, before);
        client.change(before, Map.of("notes", "touched"));
        assertThat(ids("?since_utc=" + later)).contains(before).doesNotContain(after);
        status(client.get(PEOPLE + "?since=soon"), 400);
        status(client.get(PEOPLE + "?since_utc=2026-02-30T00:00:00Z"), 400);
    }

    @Test
    @Spec({"4.2-7", "4.2-8", "7.1-1", "7.1-2", "7.1-9", "7.2-5"})
    void onePersonIsAnArrayOfOneForTheDocumentedShape() {
        Answer made = client.post(PEOPLE, Map.of("first_name", "Ada", "last_name", "Demo"));
        status(made, 201);
        Answer read = client.get(PEOPLE + "/" + made.id());
        status(read, 200);
        assertThat(read.json() instanceof List<?>).isEqualTo(!client.variant().isSdk());
        assertThat(one(read)).isEqualTo(made.object());
        assertThat(client.get(PEOPLE + "/" + made.id() + ".json").json()).isEqualTo(read.json());
        for (String path : List.of(PEOPLE + "/999999999", PEOPLE + "/x", "/api/3/channel/99", "/api/3/events/0")) {
            Answer missing = client.get(path);
            status(missing, 404);
            assertThat(missing.object()).containsEntry("error", "not_found").containsKey("error_description");
        }
    }

    @Test
    @Spec({"4.2-9", "4.2-10"})
    void anUpdateChangesWhatItNamesAlone() {
        String card = Long.toString(number());
        long person = client.person(Map.of(
                "salutation",
                "Dr",
                "notes",
                "n",
                "email",
                "u" + number() + "@example.com",
                "valid_from",
                "2026-01-01",
                "group_ids",
                List.of(1),
                "role_ids",
                List.of(2),
                "card",
                card));
        Map<String, Object> before = client.read(person);
        Map<String, Object> after = client.change(person, Map.of("job_title", "Locksmith"));
        for (var field : before.entrySet()) {
            if (List.of("job_title", "updated_at").contains(field.getKey())) continue;
            assertThat(after).containsEntry(field.getKey(), field.getValue());
        }
        assertThat(after).containsEntry("job_title", "Locksmith");
        assertThat(client.change(person, Map.of("person", Map.of("job_title", "Smith"))))
                .as("the wrapped form")
                .containsEntry("job_title", "Smith")
                .containsEntry("salutation", "Dr");
        client.change(person, Map.of());
        assertThat(client.read(person)).containsEntry("card", card);
    }

    @Test
    @Spec({"4.2-12", "4.11-3"})
    void aDeletedPersonIsGoneAndTheirCardsAreFree() {
        String card = Long.toString(number());
        long person = client.person(Map.of("card", card, "group_ids", List.of(1)));
        Answer deleted = client.delete(PEOPLE + "/" + person);
        status(deleted, 200);
        assertThat(deleted.object()).isEqualTo(Map.of("result", "ok"));
        status(client.get(PEOPLE + "/" + person), 404);
        status(client.put(PEOPLE + "/" + person, Map.of("notes", "n")), 404);
        status(client.delete(PEOPLE + "/" + person), 404);
        assertThat(client.box().rejectedCard(1, card)).containsEntry("reason", "unknown_card");
        client.person(Map.of("card", card));
    }

    @Test
    void twoWritersOfOnePersonNeverMixHalves() throws InterruptedException, ExecutionException {
        long person = client.person();
        Map<Long, String> cards = Map.of(1L, Long.toString(number()), 2L, Long.toString(number()));
        try (var writers = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("writer").factory())) {
            var done = new ArrayList<Future<?>>();
            for (long writer : List.of(1L, 2L)) {
                Callable<Object> write = () -> {
                    for (int i = 0; i < 30; i++) client.change(person, halves(writer, i, cards));
                    return writer;
                };
                done.add(writers.submit(write));
            }
            for (int i = 0; i < 30; i++) {
                Map<String, Object> seen = client.read(person);
                if (!"Demo".equals(seen.get("last_name"))) assertOneWriters(seen, cards); // else nobody has written yet
            }
            for (Future<?> writer : done) writer.get();
        }
        assertOneWriters(client.read(person), cards);
    }

    /// What is in one row, and what is in rows of its own.
    private static Map<String, Object> halves(long writer, int i, Map<Long, String> cards) {
        String text = writer + " " + i;
        return Map.of(
                "first_name",
                text,
                "last_name",
                text,
                "notes",
                text,
                "group_ids",
                List.of(writer),
                "role_ids",
                List.of(writer),
                "card",
                Objects.requireNonNull(cards.get(writer)));
    }

    private static void assertOneWriters(Map<String, Object> seen, Map<Long, String> cards) {
        String text = String.valueOf(seen.get("first_name"));
        long writer = Long.parseLong(text.substring(0, 1));
        assertThat(seen)
                .containsEntry("last_name", text)
                .containsEntry("notes", text)
                .containsEntry("groups", List.of(writer))
                .containsEntry("roles", List.of(writer))
                .containsEntry("card", cards.get(writer));
    }

    @Test
    void aFilterIsOnlyAText() {
        String evil = URLEncoder.encode("' OR 1=1 --", StandardCharsets.UTF_8);
        assertThat(ids("?email=" + evil)).isEmpty();
        assertThat(ids("?system_id=" + evil)).isEmpty();
    }
}
