package dev.lintel.controller.contract;

import static dev.lintel.controller.contract.Client.number;
import static dev.lintel.controller.contract.Client.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.ApiClient.Answer;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// 2.7 Event and 4.8, its endpoints; 8's limits of lists. Before each test somebody of a name of their own is admitted
/// three times at the gate, and once rejected at the store.
@ParameterizedClass
@EnumSource(Variant.class)
class Section27EventTest {
    private static final String EVENTS = "/api/3/events";

    private final Client client;
    private final String card = Long.toString(number());
    private final String lastName = "Demo" + number();
    private final String email = "e" + number() + "@example.com";
    private long person;
    /// Their events, oldest first: admitted at channel 1 three times, rejected at channel 2.
    private final List<Long> ids = new ArrayList<>();

    Section27EventTest(Variant variant) {
        this.client = Contract.client(variant);
    }

    @BeforeEach
    void present() {
        person = client.person(Map.of(
                "last_name", lastName, "email", email, "card", card, "role_ids", List.of(1), "group_ids", List.of()));
        present(3);
        client.change(person, Map.of("role_ids", List.of()));
        ids.add(id(client.box().card(2, card)));
    }

    /// Cards of one number, each of its own length: the same one again has to be away for 0.7 s.
    private void present(int times) {
        for (int i = 0; i < times; i++) ids.add(id(client.box().card(1, card, 32 + i)));
    }

    private static long id(Map<String, @Nullable Object> decided) {
        return Client.whole(decided.get("event_id"));
    }

    private int admitted() {
        return 10;
    }

    private int rejected() {
        return client.variant().isA() ? 20 : 23;
    }

    private List<Map<String, Object>> list(String query) {
        Answer answer = client.get(EVENTS + query);
        status(answer, 200);
        return answer.array();
    }

    private List<Object> idsOf(String query) {
        return list(query).stream().map(event -> event.get("id")).toList();
    }

    private List<Long> newestFirst() {
        return ids.reversed();
    }

    /// Clients of the SDK know channels by their older name as well.
    private String[] keys(String... documented) {
        if (!client.variant().isSdk()) return documented;
        var keys = new ArrayList<>(List.of(documented));
        keys.addAll(List.of("door_controller_id", "door_controller_name"));
        return keys.toArray(String[]::new);
    }

    @Test
    @Spec({"2.7-1", "4.8-2"})
    void theShortFormHasItsFields() {
        Map<String, Object> event = client.get(EVENTS + "/" + ids.getFirst()).object();
        assertThat(event)
                .containsOnlyKeys(keys(
                        "id",
                        "event_code",
                        "event_label",
                        "channel_id",
                        "channel_name",
                        "credentials_number",
                        "person_id",
                        "person_name",
                        "created_at",
                        "updated_at"))
                .containsEntry("id", ids.getFirst())
                .containsEntry("event_code", (long) admitted())
                .containsEntry("event_label", client.variant().isA() ? "Admitted (card/fob)" : "Access granted")
                .containsEntry("channel_id", 1L)
                .containsEntry("channel_name", "Gate")
                .containsEntry("credentials_number", card)
                .containsEntry("person_id", person)
                .containsEntry("person_name", "Ada " + lastName)
                .containsEntry("updated_at", event.get("created_at"));
        OffsetDateTime at = OffsetDateTime.parse(String.valueOf(event.get("created_at")));
        assertThat(Duration.between(at.toInstant(), Instant.now()))
                .isBetween(Duration.ofSeconds(-1), Duration.ofMinutes(5));
        status(client.get(EVENTS + "/999999999"), 404);
    }

    @Test
    @Spec({"2.7-2", "2.7-5"})
    void theExtendedFormHasItsFields() {
        Map<String, Object> event =
                client.get(EVENTS + "/" + ids.getLast() + "?form=extended").object();
        assertThat(event)
                .containsOnlyKeys(keys(
                        "id",
                        "event_code",
                        "person_id",
                        "person_name",
                        "channel_id",
                        "channel_name",
                        "credential_id",
                        "occurred_at",
                        "description",
                        "additional_data"))
                .containsEntry("event_code", (long) rejected())
                .containsEntry("channel_name", "Store");
        assertThat(event.get("credential_id")).isInstanceOf(String.class);
        assertThat(event.get("occurred_at")).asString().matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
        assertThat(event.get("description"))
                .asString()
                .contains("Ada " + lastName)
                .contains("Store");
        assertThat(Client.object(event.get("additional_data"))).asString().contains("reason=no_permission");
        Map<?, ?> other = Client.object(client.get(EVENTS + "/" + ids.getFirst() + "?form=extended")
                .object()
                .get("additional_data"));
        assertThat(other.containsKey("reason")).as("content varies").isFalse();
    }

    @Test
    @Spec({"2.7-3", "2.7-4"})
    void whatIsOfNoPersonOrChannelSaysNull() {
        client.box().door(1, Map.of("tamper", "on"));
        client.box().door(1, Map.of("tamper", "off"));
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        Map<String, Object> tamper;
        do { // others' doors tell of theirs meanwhile
            assertThat(System.nanoTime()).as("it is told").isLessThan(deadlineNs);
            tamper = extended(client.variant().isA() ? 90 : 45);
        } while (!Long.valueOf(1).equals(tamper.get("channel_id")));
        assertThat(tamper).containsEntry("person_id", null).containsEntry("channel_id", 1L);
        Client b = Contract.client(client.variant().isSdk() ? Variant.SDK_B : Variant.DOCUMENTED_B);
        Answer changed = b.get(EVENTS + "?event_code=70&n=1&form=extended");
        assertThat(changed.array().getFirst()).containsEntry("channel_id", null).containsEntry("person_id", null);
    }

    /// The newest event of that code; empty: none is in the log yet.
    private Map<String, Object> extended(int code) {
        List<Map<String, Object>> newest = list("?event_code=" + code + "&n=1&form=extended");
        return newest.isEmpty() ? Map.of() : newest.getFirst();
    }

    @Test
    @Spec({"4.8-1", "4.8-15", "6.3-5"})
    void thePlainListIsOfActivityNewestFirst() {
        client.box().door(2, Map.of("contact", "open"));
        client.box().door(2, Map.of("contact", "closed"));
        assertThat(idsOf("?n=4")).isEqualTo(List.copyOf(newestFirst()));
        List<Long> codes = list("?n=1000").stream()
                .map(event -> Client.whole(event.get("event_code")))
                .toList();
        assertThat(codes).allMatch(code -> code >= 10 && code <= 29);
        assertThat(list("?n=100&level=debug").stream().map(event -> Client.whole(event.get("event_code"))))
                .as("others are there when asked for")
                .anyMatch(code -> code > 29);
    }

    @Test
    @Spec({"4.8-4", "8-5"})
    void nIsHowManyAnd50IsUsual() {
        present(60);
        assertThat(list("")).hasSize(50);
        assertThat(idsOf("?n=3")).isEqualTo(List.copyOf(newestFirst().subList(0, 3)));
        assertThat(list("?person_id=" + person)).hasSize(50);
        assertThat(list("?n=64&person_id=" + person)).hasSize(64);
        for (String wrong : List.of("0", "-1", "x", "1.5")) status(client.get(EVENTS + "?n=" + wrong), 400);
    }

    @Test
    @Spec({"4.8-5", "4.8-6"})
    void timesBoundTheList() {
        Map<String, Object> second = client.get(EVENTS + "/" + ids.get(1)).object();
        String local = String.valueOf(second.get("created_at"));
        String utc = OffsetDateTime.parse(local).toInstant().toString();
        String wall = local.substring(0, 23); // in the account's zone
        String mine = "&person_id=" + person;
        assertThat(idsOf("?since_utc=" + utc + mine))
                .contains(ids.get(1), ids.get(3))
                .doesNotContain(ids.getFirst());
        assertThat(idsOf("?since=" + wall + mine)).isEqualTo(idsOf("?since_utc=" + utc + mine));
        assertThat(idsOf("?since=" + local.replace("+", "%2B") + mine)).isEqualTo(idsOf("?since_utc=" + utc + mine));
        assertThat(idsOf("?until_utc=" + utc + mine)).contains(ids.getFirst()).doesNotContain(ids.get(3));
        assertThat(idsOf("?since_utc=2100-01-01T00:00:00Z")).isEmpty();
        for (String wrong : List.of("since=yesterday", "since_utc=2026-13-01T00:00:00Z", "until_utc=1")) {
            Answer answer = client.get(EVENTS + "?" + wrong);
            status(answer, 400);
            assertThat(answer.text()).contains(wrong.substring(0, wrong.indexOf('=')));
        }
    }

    @Test
    @Spec({"4.8-7", "4.8-8"})
    void aPersonsEventsAreFoundByIdNameAndEmail() {
        List<Object> all = List.copyOf(newestFirst());
        assertThat(idsOf("?person_id=" + person)).isEqualTo(all);
        assertThat(idsOf("?last_name=" + lastName.toUpperCase(Locale.ROOT))).isEqualTo(all);
        assertThat(idsOf("?last_name=" + lastName + "&first_name=ada")).isEqualTo(all);
        assertThat(idsOf("?email=" + email)).isEqualTo(all);
        assertThat(idsOf("?person_id=99999999")).isEmpty();
        assertThat(idsOf("?last_name=Nobody-" + lastName)).isEmpty();
        assertThat(idsOf("?email=x" + email)).isEmpty();
    }

    @Test
    @Spec("4.8-9")
    void channelsNarrowAndMayBeSeveral() {
        String mine = "&person_id=" + person;
        assertThat(idsOf("?channel_id=2" + mine)).containsExactly(ids.getLast());
        assertThat(idsOf("?channel_id=1" + mine)).hasSize(3);
        assertThat(idsOf("?channel_id=1&channel_id=2" + mine)).hasSize(4);
        assertThat(idsOf("?channel_id[]=1&channel_id[]=2" + mine)).hasSize(4);
        assertThat(idsOf("?channels=1,2" + mine)).hasSize(4);
        status(client.get(EVENTS + "?channel_id=one"), 400);
    }

    @Test
    @Spec({"4.8-10", "6.2-2"})
    void codesNarrowAndMayBeSeveral() {
        String mine = "&person_id=" + person;
        assertThat(idsOf("?event_code=" + rejected() + mine)).containsExactly(ids.getLast());
        assertThat(idsOf("?event_code=" + admitted() + mine)).hasSize(3);
        assertThat(idsOf("?event_code=" + admitted() + "&event_code=" + rejected() + mine))
                .hasSize(4);
        assertThat(idsOf("?event_codes=" + admitted() + "," + rejected() + mine))
                .hasSize(4);
        Answer unknown = client.get(EVENTS + "?event_code=9999");
        status(unknown, 400);
        assertThat(unknown.text()).contains("The following event codes are not valid for this method: 9999");
    }

    @Test
    @Spec({"4.8-11", "4.8-12", "4.8-13", "4.8-16", "8-6", "8-7", "6.3-7"})
    void pagesAreNumberedFromOneOf50And500AtMost() {
        String mine = "person_id=" + person;
        Answer first = client.get(EVENTS + "?per_page=3&" + mine);
        Answer second = client.get(EVENTS + "?page=2&per_page=3&" + mine);
        assertThat(events(first))
                .extracting(event -> event.get("id"))
                .isEqualTo(List.copyOf(newestFirst().subList(0, 3)));
        assertThat(events(second)).extracting(event -> event.get("id")).containsExactly(ids.getFirst());
        page(second, 2, 3, 2, 4);
        page(client.get(EVENTS + "?page=1&" + mine), 1, 50, 1, 4);
        page(client.get(EVENTS + "?page=1&per_page=501&" + mine), 1, 500, 1, 4);
        page(client.get(EVENTS + "?per_page=500&" + mine), 1, 500, 1, 4);
        assertThat(events(client.get(EVENTS + "?page=9&" + mine))).isEmpty();
        for (String wrong : List.of("page=0", "page=x", "per_page=0", "per_page=-1")) {
            status(client.get(EVENTS + "?" + wrong), 400);
        }
    }

    private void page(Answer answer, long page, long perPage, long pages, long total) {
        status(answer, 200);
        if (client.variant().isSdk()) {
            assertThat(answer.header("Page")).isEqualTo("" + page);
            assertThat(answer.header("Per-Page")).isEqualTo("" + perPage);
            assertThat(answer.header("Total")).isEqualTo("" + total);
            return;
        }
        assertThat(answer.object()).containsOnlyKeys("events", "pagination");
        assertThat(answer.object().get("pagination"))
                .isEqualTo(Map.of("page", page, "per_page", perPage, "total_pages", pages, "total_count", total));
    }

    @SuppressWarnings("unchecked") // the documented shape: an object with an array of events
    private static List<Map<String, Object>> events(Answer answer) {
        status(answer, 200);
        if (answer.json() instanceof List<?>) return answer.array();
        return (List<Map<String, Object>>)
                Objects.requireNonNull(answer.object().get("events"));
    }

    @Test
    @Spec("4.8-14")
    void skipPaginationIsEverything() {
        present(60);
        Answer all = client.get(EVENTS + "?skip_pagination=true&last_name=" + lastName);
        assertThat(events(all)).hasSize(64);
        assertThat(events(client.get(EVENTS + "?skip_pagination=false&last_name=" + lastName)))
                .hasSize(50);
    }

    @Test
    @Spec("4.8-3")
    void anAckTokenIsTaken() {
        Answer plain = client.get(EVENTS + "/" + ids.getFirst());
        Answer acknowledged = client.get(EVENTS + "/" + ids.getFirst() + "?ack_token=abc.def-123");
        status(acknowledged, 200);
        assertThat(acknowledged.json()).isEqualTo(plain.json());
    }
}
