package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.store.PersonStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Events 1 to 8 are fixed; from 9 on come admissions at channel 2, so many that pages and chunks are needed.
class EventsApiTest {
    private static final String EVENTS = "/api/3/events";
    private static final int MORE = 1_100;

    @TempDir
    static Path folder;

    private static ApiBox box;
    private static ApiClient client;

    @BeforeAll
    static void start() throws Exception {
        box = new ApiBox(folder);
        client = box.client();
        box.database.write(sql -> {
            sql.run("INSERT INTO person (id, account_id, first_name, last_name, email, enabled, created_at, updated_at)"
                    + " VALUES (7, 1, 'Ada', 'Demo', 'ada@example.com', 1, 0, 0)");
            PersonStore.update(sql, 7, Map.of("last_name", "Demo"), 0); // as whoever writes people does
            return true;
        });
        Subject card = new Subject(1L, 7L, "Ada Demo", 3L, "1001", false);
        Subject pin = new Subject(1L, 7L, "Ada Demo", 4L, "****", true);
        box.append(
                box.event(EventKind.CHANNEL_STARTED, Subject.channel(1)),
                box.event(EventKind.ADMITTED_CARD, card),
                box.event(EventKind.REJECTED_NO_PERMISSION, card),
                box.event(EventKind.REJECTED_NO_PERMISSION, pin),
                box.event(EventKind.REJECTED_UNKNOWN_PIN, new Subject(2L, null, null, null, "****", true)),
                box.event(EventKind.REX_PRESSED, Subject.channel(1)),
                box.event(EventKind.FORCED_OPEN, Subject.channel(1)),
                box.event(EventKind.REJECTED_UNKNOWN_CARD, new Subject(2L, null, null, null, "99", false)));
        box.time.advance(Duration.ofHours(1));
        var more = new ArrayList<EventDraft>();
        for (int i = 0; i < MORE; i++)
            more.add(box.event(EventKind.ADMITTED_CARD, new Subject(2L, 8L, "B", 5L, "7", false)));
        box.append(more.toArray(EventDraft[]::new));
    }

    @AfterAll
    static void stop() {
        box.close();
    }

    private static List<Object> ids(String query) {
        return client.get(EVENTS + query).column("id");
    }

    @Test
    void thePlainListIsTheLatestFiftyActivityEventsNewestFirst() {
        var list = client.get(EVENTS);
        assertThat(list.column("id")).hasSize(50).startsWith(8L + MORE, 7L + MORE);
        assertThat(list.header("Total")).isEqualTo("" + (MORE + 5));
        assertThat(ids("?n=1000")).hasSize(1000);
        assertThat(ids("?n=1000000")).hasSize(1000);
        assertThat(client.get(EVENTS + "?n=0").status()).isEqualTo(400);
        assertThat(ids("?before_id=9&n=10")).containsExactly(8L, 5L, 4L, 3L, 2L);
        assertThat(ids("?before_id=9&level=debug")).containsExactly(8L, 7L, 6L, 5L, 4L, 3L, 2L, 1L);
        assertThat(ids("?before_id=9&sort=ASC&n=2")).containsExactly(2L, 3L);
        assertThat(ids("?after_id=3&before_id=6")).containsExactly(5L, 4L);
    }

    @Test
    void shortAndExtendedFormHaveTheirFields() {
        assertThat(client.get(EVENTS + "/2").object())
                .isEqualTo(Map.of(
                        "id", 2L,
                        "event_code", 10L,
                        "event_label", "Admitted (card/fob)",
                        "channel_id", 1L,
                        "channel_name", "Front Door",
                        "credentials_number", "1001",
                        "person_id", 7L,
                        "person_name", "Ada Demo",
                        "created_at", "2026-03-02T11:00:00.123+01:00",
                        "updated_at", "2026-03-02T11:00:00.123+01:00"));
        assertThat(client.get(EVENTS + "/2?form=extended&ack_token=x").object())
                .isEqualTo(Map.of(
                        "id",
                        2L,
                        "event_code",
                        10L,
                        "person_id",
                        7L,
                        "person_name",
                        "Ada Demo",
                        "channel_id",
                        1L,
                        "channel_name",
                        "Front Door",
                        "credential_id",
                        "3",
                        "occurred_at",
                        "2026-03-02T10:00:00.123Z",
                        "description",
                        "Admitted (card/fob): Ada Demo at Front Door",
                        "additional_data",
                        Map.of()));
        assertThat(client.get(EVENTS + "/999999").status()).isEqualTo(404);
        assertThat(client.get(EVENTS + "/x").status()).isEqualTo(404);
    }

    @Test
    void codesAreThoseOfTheListing() {
        assertThat(ids("?event_code=20")).containsExactly(8L, 3L);
        assertThat(ids("?event_code=24")).containsExactly(5L, 4L);
        assertThat(ids("?event_code=20&event_code=24")).containsExactly(8L, 5L, 4L, 3L);
        assertThat(ids("?event_code[]=32&event_code[]=30")).containsExactly(7L, 6L);
        assertThat(ids("?event_codes=32,1")).containsExactly(7L, 1L);
        ApiClient b = box.client(box.listingBKey);
        assertThat(b.get(EVENTS + "?event_codes=46,25,23").column("event_code"))
                .containsExactly(25L, 46L, 25L, 23L, 23L);
        assertThat(b.get(EVENTS + "?before_id=9&level=debug").column("id")).doesNotContain(6L); // REX has no code in B
        var unknown = client.get(EVENTS + "?event_codes=10,99,98");
        assertThat(unknown.status()).isEqualTo(400);
        assertThat(unknown.object())
                .containsEntry("error_description", "The following event codes are not valid for this method: 98, 99");
    }

    @Test
    void filtersNarrow() {
        assertThat(ids("?channel_id=1")).containsExactly(4L, 3L, 2L);
        assertThat(ids("?channel_id=1&channel_id=2&before_id=9")).containsExactly(8L, 5L, 4L, 3L, 2L);
        assertThat(ids("?channels=1,2&before_id=9&event_code=24")).containsExactly(5L, 4L);
        assertThat(ids("?person_id=7")).containsExactly(4L, 3L, 2L);
        assertThat(ids("?last_name=demo&first_name=ADA")).containsExactly(4L, 3L, 2L);
        assertThat(ids("?email=ada@example.com&event_code=10")).containsExactly(2L);
        assertThat(ids("?last_name=Nobody")).isEmpty();
        assertThat(ids("?until_utc=2026-03-02T10:30:00Z")).containsExactly(8L, 5L, 4L, 3L, 2L);
        assertThat(ids("?since=2026-03-02T11:30:00")).hasSize(50);
        assertThat(ids("?since_utc=2026-03-02T12:00:00")).isEmpty();
        assertThat(client.get(EVENTS + "?channel_id=abc").status()).isEqualTo(400);
        assertThat(client.get(EVENTS + "?level=all").status()).isEqualTo(400);
        assertThat(client.get(EVENTS + "?channel_id=1%20OR%201=1").status()).isEqualTo(400);
    }

    @Test
    void pagesAreAnObjectInExtendedFormForTheSpecificationAndAnArrayForTheSdk() {
        var page = client.get(EVENTS + "?page=2&per_page=500");
        assertThat(page.object().get("pagination"))
                .isEqualTo(Map.of("page", 2L, "per_page", 500L, "total_pages", 3L, "total_count", MORE + 5L));
        assertThat((List<?>) page.object().get("events")).hasSize(500);
        assertThat(page.text()).contains("occurred_at").doesNotContain("event_label");
        var sdk = box.client(box.sdkKey).get(EVENTS + "?page=3&per_page=500");
        assertThat(sdk.array()).hasSize(105).allMatch(event -> event.containsKey("event_label"));
        assertThat(sdk.header("Link")).contains("rel=\"prev\"").doesNotContain("rel=\"next\"");
    }

    @Test
    void everythingAtOnceIsStreamed() {
        var all = client.get(EVENTS + "?skip_pagination=true&form=short");
        assertThat((List<?>) all.object().get("events")).hasSize(MORE + 5).doesNotHaveDuplicates();
        var sdk = box.client(box.sdkKey).get(EVENTS + "?skip_pagination=1&level=debug&sort=ASC");
        assertThat(sdk.column("id")).hasSize(MORE + 8).startsWith(1L, 2L).doesNotHaveDuplicates();
    }

    @Test
    void eventsCannotBeWritten() {
        var answer = client.delete(EVENTS + "/2");
        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.header("Allow")).isEqualTo("GET, HEAD");
    }

    @Test
    void anAdmissionByAReservationHasACodeOfItsOwnInListingB() throws Exception {
        try (var other = new ApiBox(folder.resolve("reserved"))) {
            Subject ada = new Subject(1L, 7L, "Ada Demo", 3L, "1001", false);
            var reserved = new EventDraft(EventKind.ADMITTED_CARD, 1, 1, ada, Map.of("reservation_id", 5L));
            other.append(other.event(EventKind.ADMITTED_CARD, ada), reserved);
            ApiClient b = other.client(other.listingBKey);
            assertThat(b.get(EVENTS).column("event_code")).containsExactly(13L, 10L);
            assertThat(b.get(EVENTS).column("event_label")).first().isEqualTo("Access granted (reservation)");
            assertThat(b.get(EVENTS + "?event_code=13").column("id")).containsExactly(2L);
            assertThat(b.get(EVENTS + "?event_code=10").column("id")).containsExactly(1L);
            assertThat(b.get(EVENTS + "?event_codes=10,13").column("id")).containsExactly(2L, 1L);
            assertThat(other.client().get(EVENTS + "?event_code=10").column("id"))
                    .containsExactly(2L, 1L);
            assertThat(other.client().get(EVENTS + "?event_code=13").column("id"))
                    .isEmpty();
        }
    }
}
