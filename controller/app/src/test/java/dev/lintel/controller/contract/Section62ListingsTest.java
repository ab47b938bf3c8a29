package dev.lintel.controller.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.ApiClient;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.Listing;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// 6.2 The two listings of codes, word by word, on a box whose log has an event of each kind, by card and by PIN, by a
/// reservation and without: kinds that a box by itself never tells of are among them.
class Section62ListingsTest {
    private static final String EVENTS = "/api/3/events";
    private static final String EMAIL = "listings@example.com";

    private static final String LISTING_A = """
            1 Channel started
            2 Channel stopped
            3 Channel contact lost
            10 Admitted (card/fob)
            11 Admitted (PIN)
            12 Admitted (manual)
            13 Admitted (request exit)
            14 Admitted (auxiliary)
            20 Rejected (unauthorised card/fob)
            21 Rejected (out of hours)
            22 Rejected (lock down)
            23 Rejected (tamper)
            24 Rejected (unauthorised PIN)
            28 Rejected (passback detected)
            30 Request exit button pressed
            31 Channel/door state normal
            32 Channel/door state forced-open
            33 Channel/door state extended-open
            40 Automatic unlock shift started
            41 Automatic unlock shift ended
            90 Tamper detected
            100 Channel sync started
            101 Channel sync not required
            105 Channel sync completed
            106 Channel sync failed
            107 Channel sync timing out""";

    private static final String LISTING_B = """
            10 Access granted
            12 Access granted (schedule)
            13 Access granted (reservation)
            14 Access granted (remote)
            15 Access granted (PIN)
            16 Access granted (mobile)
            20 Access denied (generic)
            21 Denied: disabled person
            22 Denied: disabled credential
            23 Denied: no permission
            24 Denied: outside schedule
            25 Denied: invalid credential
            26 Denied: expired reservation
            40 Channel online
            41 Channel offline
            42 Channel mode normal
            43 Channel mode unlock
            44 Channel mode lockdown
            45 Channel tamper alert
            46 Door forced open
            47 Door held open
            60 Sync started
            61 Sync completed
            62 Sync failed
            70 Configuration change""";

    @TempDir
    static Path folder;

    private static final List<EventDraft> PAST = oneOfEach();

    private static RunningBox box;

    @BeforeAll
    static void start() {
        box = RunningBox.start(folder, 0, database -> PAST.forEach(database.events()::append));
    }

    private static List<EventDraft> oneOfEach() {
        var drafts = new ArrayList<EventDraft>();
        for (EventKind kind : EventKind.values()) {
            for (boolean pin : new boolean[] {false, true}) {
                var subject = new Subject(1L, 7L, "Ada Demo", 3L, pin ? "****" : "1001", pin);
                drafts.add(new EventDraft(kind, 1, 1, subject, Map.of()));
                if (kind == EventKind.ADMITTED_UNLOCKED) {
                    for (String by : List.of("fire", "mode", "hours")) {
                        drafts.add(new EventDraft(kind, 1, 1, subject, Map.of("unlocked_by", by)));
                    }
                }
                if (!kind.mayBeReserved()) continue;
                drafts.add(new EventDraft(kind, 1, 1, subject, Map.of("reservation_id", 5L)));
            }
        }
        return drafts;
    }

    @AfterAll
    static void stop() {
        box.close();
    }

    private static Map<Long, String> listing(String text) {
        var meanings = new TreeMap<Long, String>();
        for (String line : text.split("\n", -1)) {
            int space = line.indexOf(' ');
            meanings.put(Long.valueOf(line.substring(0, space)), line.substring(space + 1));
        }
        return meanings;
    }

    private static ApiClient client(Variant variant) {
        return box.client(variant, EMAIL).http();
    }

    /// Of what stood in the log when the box began: what it tells of itself comes later.
    private static List<Object> past(List<?> ids) {
        return ids.stream()
                .filter(id -> id instanceof Long number && number <= PAST.size())
                .<Object>map(id -> id)
                .toList();
    }

    /// Each code with its meaning, and as a filter: just the events that bear it.
    private static void bears(ApiClient client, Map<Long, String> meanings) {
        List<Map<String, Object>> all =
                client.get(EVENTS + "?level=debug&n=1000").array();
        meanings.forEach((code, meaning) -> {
            List<Object> bearers = past(all.stream()
                    .filter(event -> code.equals(event.get("event_code")))
                    .map(event -> event.get("id"))
                    .toList());
            var found = client.get(EVENTS + "?n=1000&event_code=" + code);
            assertThat(past(found.column("id")))
                    .as("code %d", code)
                    .isNotEmpty()
                    .isEqualTo(bearers);
            assertThat(found.column("event_label")).as("code %d", code).containsOnly(meaning);
            var extended = client.get(EVENTS + "?n=1000&form=extended&event_code=" + code);
            assertThat(extended.column("event_code")).containsOnly(code);
            assertThat(extended.column("description")).contains(meaning + ": Ada Demo at Gate");
            var one = client.get(EVENTS + "/" + bearers.getFirst()).object();
            assertThat(one).containsEntry("event_code", code).containsEntry("event_label", meaning);
        });
    }

    @Test
    @Spec({"6.2-2", "6.2-3 to 6.2-28"})
    void listingAIsTheSpecificationsInBothShapes() {
        bears(client(Variant.DOCUMENTED_A), listing(LISTING_A));
        bears(client(Variant.SDK_A), listing(LISTING_A));
    }

    @Test
    @Spec({"6.2-2", "6.2-29 to 6.2-53"})
    void listingBIsTheSpecificationsInBothShapes() {
        bears(client(Variant.DOCUMENTED_B), listing(LISTING_B));
        bears(client(Variant.SDK_B), listing(LISTING_B));
    }

    @Test
    @Spec("6.2-1")
    void aCodeOfTheOtherListingAloneIsRefused() {
        for (long code : listing(LISTING_A).keySet()) {
            int status = client(Variant.DOCUMENTED_B)
                    .get(EVENTS + "?event_code=" + code)
                    .status();
            assertThat(status).as("code %d", code).isEqualTo(listing(LISTING_B).containsKey(code) ? 200 : 400);
        }
        var refused = client(Variant.DOCUMENTED_A).get(EVENTS + "?event_code=60&event_code=62");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.object())
                .containsEntry("error", "bad_request")
                .containsEntry("error_description", "The following event codes are not valid for this method: 60, 62");
    }

    @Test
    @Spec("6.2-54")
    void listingBsCodesAreInTheirRanges() {
        for (EventKind kind : EventKind.values()) {
            for (boolean pin : new boolean[] {false, true}) {
                Integer code = kind.code(Listing.B, pin);
                if (code == null) continue;
                switch (kind.eventClass()) {
                    case ACCESS -> assertThat(code).as("%s", kind).isBetween(10, 29);
                    case PERIMETER, STATUS -> assertThat(code).as("%s", kind).isBetween(40, 49);
                    case SYNC, SYSTEM -> assertThat(code).as("%s", kind).isBetween(60, 99);
                }
            }
        }
    }

    @Test
    void aKindThatAListingLacksHasNoCodeAndIsInNoListOfIts() {
        ApiClient b = client(Variant.DOCUMENTED_B);
        Object rex = client(Variant.DOCUMENTED_A)
                .get(EVENTS + "?event_code=30")
                .column("id")
                .getFirst();
        var shown = b.get(EVENTS + "/" + rex);
        assertThat(shown.status()).isEqualTo(200);
        assertThat(shown.object()).containsEntry("event_code", null);
        assertThat(b.get(EVENTS + "?level=debug&n=1000").column("id")).doesNotContain(rex);
    }
}
