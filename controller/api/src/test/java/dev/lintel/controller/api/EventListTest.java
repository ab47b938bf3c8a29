package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.contract.Spec;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the specification says of events, sentence by sentence, where [EventsApiTest] does not.
class EventListTest {
    private static final String EVENTS = "/api/3/events";
    private static final Subject ADA = new Subject(1L, 1L, "Ada Demo", 3L, "1001", false);
    private static final Subject NOBODY = new Subject(null, null, null, null, null, false);

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

    private long append(String at, EventKind kind, Subject subject, Map<String, Object> additional) throws Exception {
        return box.append(new EventDraft(kind, Instant.parse(at).toEpochMilli(), 1, subject, additional));
    }

    private long admitted(String at) throws Exception {
        return append(at, EventKind.ADMITTED_CARD, ADA, Map.of());
    }

    private void admitted(int count) throws Exception {
        var drafts = new ArrayList<EventDraft>();
        for (int i = 0; i < count; i++) drafts.add(box.event(EventKind.ADMITTED_CARD, ADA));
        box.append(drafts.toArray(EventDraft[]::new));
    }

    private List<Object> ids(String query) {
        return client.get(EVENTS + query).column("id");
    }

    @Test
    @Spec({"2.7-3", "2.7-4"})
    void theExtendedFormHasNoPersonAndNoChannelWhereThereIsNone() throws Exception {
        long clock = append(
                "2026-03-02T10:00:00Z",
                EventKind.CONFIGURATION_CHANGED,
                NOBODY,
                Map.of("what", "person", "changes", Map.of("enabled", List.of(true, false))));
        assertThat(client.get(EVENTS + "/" + clock + "?form=extended").object())
                .containsEntry("person_id", null)
                .containsEntry("person_name", null)
                .containsEntry("channel_id", null)
                .containsEntry("channel_name", null)
                .containsEntry("credential_id", null)
                .containsEntry("description", "Configuration change")
                .containsEntry(
                        "additional_data",
                        Map.of("what", "person", "changes", Map.of("enabled", List.of(true, false))));
        long forced =
                append("2026-03-02T10:00:01Z", EventKind.FORCED_OPEN, Subject.channel(2), Map.of("by", "tailgating"));
        assertThat(client.get(EVENTS + "/" + forced + "?form=extended").object())
                .containsEntry("person_id", null)
                .containsEntry("channel_id", 2L)
                .containsEntry("channel_name", "Back Door")
                .containsEntry("occurred_at", "2026-03-02T10:00:01.000Z")
                .containsEntry("additional_data", Map.of("by", "tailgating"));
    }

    @Test
    void pagesAreOfFiftyAndOfFiveHundredAtMost() throws Exception {
        admitted(520);
        var first = client.get(EVENTS + "?page=1");
        assertThat((List<?>) first.object().get("events")).hasSize(50);
        assertThat(first.object().get("pagination"))
                .isEqualTo(Map.of("page", 1L, "per_page", 50L, "total_pages", 11L, "total_count", 520L));
        var sized = client.get(EVENTS + "?per_page=40").object();
        assertThat(sized.get("pagination"))
                .isEqualTo(Map.of("page", 1L, "per_page", 40L, "total_pages", 13L, "total_count", 520L));
        var most = client.get(EVENTS + "?per_page=501");
        assertThat((List<?>) most.object().get("events")).hasSize(500);
        assertThat(most.header("Per-Page")).isEqualTo("500");
        var beyond = client.get(EVENTS + "?page=99");
        assertThat((List<?>) beyond.object().get("events")).isEmpty();
        assertThat(beyond.object()).containsOnlyKeys("events", "pagination");
        var all = client.get(EVENTS + "?skip_pagination=true").object();
        assertThat((List<?>) all.get("events")).hasSize(520);
        assertThat(all.get("pagination"))
                .isEqualTo(Map.of("page", 1L, "per_page", 520L, "total_pages", 1L, "total_count", 520L));
    }

    @Test
    void theFormIsTheShapesUnlessItIsAskedFor() throws Exception {
        admitted(1);
        for (String list : List.of("", "?page=1", "?per_page=5", "?skip_pagination=true")) {
            boolean extended = !list.isEmpty();
            assertThat(client.get(EVENTS + list).text().contains("occurred_at"))
                    .as(list)
                    .isEqualTo(extended);
            assertThat(client.get(EVENTS + list).text().startsWith("{"))
                    .as(list)
                    .isEqualTo(extended);
            ApiClient sdk = box.client(box.sdkKey);
            assertThat(sdk.get(EVENTS + list).text()).startsWith("[").contains("event_label");
            String and = list.isEmpty() ? "?" : list + "&";
            for (ApiClient either : List.of(client, sdk)) {
                assertThat(either.get(EVENTS + and + "form=short").text())
                        .contains("event_label")
                        .doesNotContain("occurred_at");
                assertThat(either.get(EVENTS + and + "form=extended").text())
                        .contains("occurred_at")
                        .doesNotContain("event_label");
            }
        }
        assertThat(client.get(EVENTS + ".json").column("id")).containsExactly(1L);
    }

    @Test
    void boundsOfTimeAreWithinTheList() throws Exception {
        long first = admitted("2026-03-02T09:59:59.999Z");
        long second = admitted("2026-03-02T10:00:00.000Z");
        long third = admitted("2026-03-02T10:00:00.001Z");
        assertThat(ids("?since_utc=2026-03-02T10:00:00Z")).containsExactly(third, second);
        assertThat(ids("?since=2026-03-02T11:00:00")).containsExactly(third, second); // the account's zone
        assertThat(ids("?since=2026-03-02T10:00:00Z")).containsExactly(third, second);
        assertThat(ids("?until_utc=2026-03-02T10:00:00.000")).containsExactly(second, first);
        assertThat(ids("?until_utc=2026-03-02T11:00:00%2B01:00")).containsExactly(second, first);
        assertThat(ids("?since_utc=2026-03-02T10:00:00Z&until_utc=2026-03-02T10:00:00Z"))
                .containsExactly(second);
        assertThat(ids("?since_utc=2026-03-02T10:00:01Z&until_utc=2026-03-02T10:00:00Z"))
                .isEmpty();
        assertThat(ids("?since=2026-03-01T00:00:00&since_utc=2026-03-02T10:00:00.001"))
                .containsExactly(third);
        assertThat(ids("?since_utc=2026-03-01T00:00:00&since=2026-03-02T11:00:00.001"))
                .containsExactly(third);
        assertThat(ids("?since=&since_utc=&until_utc=")).hasSize(3);
    }

    @Test
    void newestMeansLastWrittenWhateverTheClockSaid() throws Exception {
        long later = admitted("2026-03-02T12:00:00Z");
        long setBack = admitted("2026-03-02T08:00:00Z");
        assertThat(ids("")).containsExactly(setBack, later);
        assertThat(ids("?since_utc=2026-03-02T10:00:00Z")).containsExactly(later);
        assertThat(ids("?until_utc=2026-03-02T10:00:00Z")).containsExactly(setBack);
    }

    @Test
    void noSpanOfTimeIsTooLong() throws Exception {
        long oldest = admitted("1970-01-01T00:00:00Z");
        long newest = admitted("9999-12-31T22:59:59.999Z");
        assertThat(ids("?since_utc=0001-01-01T00:00:00Z&until_utc=9999-12-31T23:59:59Z"))
                .containsExactly(newest, oldest);
        assertThat(ids("?since_utc=1970-01-01&until_utc=2000-01-01")).containsExactly(oldest);
        assertThat(client.get(EVENTS + "?since_utc=10000-01-01T00:00:00Z").status())
                .isEqualTo(400);
    }

    @Test
    void filtersThatRepeatAreAnyOfThemAndSeveralAreAllOfThem() throws Exception {
        long ada = admitted("2026-03-02T10:00:00Z");
        long back = append(
                "2026-03-02T10:00:01Z",
                EventKind.REJECTED_UNKNOWN_CARD,
                new Subject(2L, null, null, null, "9", false),
                Map.of());
        long box3 = append("2026-03-02T10:00:02Z", EventKind.FORCED_OPEN, Subject.channel(2), Map.of());
        assertThat(ids("?channel_id=1&channel_id=2")).containsExactly(back, ada);
        assertThat(ids("?channel_id[]=2&channel_id[]=1&event_code[]=20&event_code[]=32"))
                .containsExactly(box3, back);
        assertThat(ids("?door_controllers=2,1&event_codes=10,32")).containsExactly(box3, ada);
        assertThat(ids("?channel_id=2&level=debug")).containsExactly(box3, back);
        assertThat(ids("?level=debug&event_code=32")).containsExactly(box3); // a code says which kinds by itself
        assertThat(ids("?person_id=1&channel_id=2")).isEmpty();
        assertThat(ids("?person_id=&channel_id=&event_code=&last_name=&email=&level="))
                .containsExactly(back, ada);
        var counted = client.get(EVENTS + "?channel_id=2&level=debug&n=1");
        assertThat(counted.header("Total")).isEqualTo("2");
        assertThat(counted.header("Per-Page")).isEqualTo("1");
    }

    @Test
    void whatCannotBeReadIsNamed() {
        for (String wrong : List.of(
                "since=soon",
                "since_utc=2026-13-01",
                "until_utc=7",
                "n=x",
                "n=0",
                "n=-1",
                "page=0",
                "page=one",
                "per_page=-5",
                "per_page=1.5",
                "skip_pagination=maybe",
                "before_id=x",
                "after_id=1e3",
                "sort=UP",
                "level=info",
                "form=long",
                "person_id=ada",
                "channel_id=-1",
                "channels=1,x",
                "event_code=0x10",
                "event_codes=10;11")) {
            for (ApiClient either : List.of(client, box.client(box.sdkKey))) {
                var answer = either.get(EVENTS + "?" + wrong);
                assertThat(answer.status()).as(wrong).isEqualTo(400);
                assertThat(answer.object()).as(wrong).containsEntry("error", "bad_request");
                assertThat((String) answer.object().get("error_description"))
                        .as(wrong)
                        .contains(wrong.substring(0, wrong.indexOf('=')));
            }
        }
    }

    @Test
    void clientsNeitherMakeNorChangeNorDeleteEvents() throws Exception {
        long id = admitted("2026-03-02T10:00:00Z");
        String before = client.get(EVENTS + "/" + id + "?form=extended").text();
        String body = "{\"event_code\":32,\"person_name\":\"Eve\"}";
        for (String path : List.of(EVENTS, EVENTS + "/" + id, EVENTS + ".json")) {
            for (String method : List.of("POST", "PUT", "PATCH", "DELETE")) {
                var answer = client.send(method, path, method.equals("DELETE") ? null : body);
                assertThat(answer.status()).as("%s %s", method, path).isEqualTo(405);
                assertThat(answer.header("Allow")).isEqualTo("GET, HEAD");
                assertThat(answer.object()).containsEntry("error", "method_not_allowed");
            }
        }
        assertThat(client.get(EVENTS + "/" + id + "?form=extended").text()).isEqualTo(before);
        assertThat(ids("?level=debug")).containsExactly(id);
    }

    @Test
    void eventsOutlastThePersonAndTheChannel() throws Exception {
        long person = client.post("/api/3/people", "{\"first_name\":\"Ada\",\"last_name\":\"Demo\"}")
                .id();
        assertThat(person).isEqualTo(1);
        long made = (Long) ids("?level=debug").getFirst();
        admitted(1);
        client.delete("/api/3/people/" + person);
        box.database.write(sql -> sql.run("DELETE FROM channel WHERE id = 1"));
        assertThat(client.get("/api/3/people/" + person).status()).isEqualTo(404);
        assertThat(client.get(EVENTS + "?person_id=" + person).array())
                .singleElement()
                .satisfies(event -> assertThat(event)
                        .containsEntry("id", made + 1)
                        .containsEntry("person_name", "Ada Demo")
                        .containsEntry("channel_id", 1L)
                        .containsEntry("channel_name", null));
        assertThat(ids("?last_name=demo")).containsExactly(made + 1);
    }
}
