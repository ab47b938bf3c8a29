package dev.lintel.controller.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EventCodesTest {
    @Test
    void everyKindComesUnderEachCodeThatItMayShow() {
        for (Listing listing : Listing.values()) {
            for (EventKind kind : EventKind.values()) {
                for (boolean pin : new boolean[] {false, true}) {
                    Integer code = kind.code(listing, pin);
                    if (code == null) continue;
                    assertThat(EventCodes.of(listing)).contains(code);
                    assertThat(EventCodes.kinds(listing, code)).contains(kind);
                    assertThat(EventCodes.label(listing, code)).isEqualTo(kind.label(listing, pin));
                }
            }
        }
    }

    @Test
    void anAdmissionByAReservationHasACodeInListingBAlone() {
        assertThat(EventCodes.label(Listing.B, 13)).isEqualTo("Access granted (reservation)");
        assertThat(EventCodes.kinds(Listing.B, 13))
                .contains(EventKind.ADMITTED_CARD, EventKind.ADMITTED_PIN)
                .doesNotContain(EventKind.ADMITTED_REQUEST_EXIT);
        assertThat(EventCodes.kinds(Listing.A, 13)).containsExactly(EventKind.ADMITTED_REQUEST_EXIT);
    }

    private static EventDraft unlocked(String by) {
        var subject = new EventDraft.Subject(1L, 7L, "Ada Demo", 3L, "1001", false);
        Map<String, Object> trace = by.isEmpty() ? Map.of() : Map.of("unlocked_by", by);
        return new EventDraft(EventKind.ADMITTED_UNLOCKED, 1, 1, subject, trace);
    }

    @Test
    void admissionAtAnUnlockedDoor_isOfAScheduleOnlyWhereItsHoursUnlockedIt() {
        for (String by : List.of("hours", "")) { // an older version did not say by what
            assertThat(unlocked(by).code(Listing.B)).as(by).isEqualTo(12);
            assertThat(unlocked(by).label(Listing.B)).isEqualTo("Access granted (schedule)");
        }
        for (String by : List.of("fire", "mode")) {
            assertThat(unlocked(by).code(Listing.B)).as(by).isEqualTo(10);
            assertThat(unlocked(by).label(Listing.B)).isEqualTo("Access granted");
            assertThat(unlocked(by).code(Listing.A)).isEqualTo(16);
        }
        assertThat(EventCodes.kinds(Listing.B, 12)).containsExactly(EventKind.ADMITTED_UNLOCKED);
        assertThat(EventCodes.kinds(Listing.B, 10)).contains(EventKind.ADMITTED_UNLOCKED);
        var reserved = new EventDraft(
                EventKind.ADMITTED_UNLOCKED,
                1,
                1,
                unlocked("fire").subject(),
                Map.of("unlocked_by", "fire", "reservation_id", 5L));
        assertThat(reserved.code(Listing.B)).isEqualTo(13);
    }

    @Test
    void duress_isNoTamperAlert() {
        assertThat(EventKind.DURESS.code(Listing.A, true)).isEqualTo(335);
        assertThat(EventKind.DURESS.code(Listing.B, true)).isNull();
        assertThat(EventCodes.kinds(Listing.B, 45)).containsExactly(EventKind.TAMPER);
    }

    @Test
    void whatAListingDoesNotHaveIsNothing() {
        for (Listing listing : Listing.values()) {
            for (int code : new int[] {0, -1, 9_999}) {
                assertThat(EventCodes.of(listing)).doesNotContain(code);
                assertThat(EventCodes.label(listing, code)).isNull();
                assertThat(EventCodes.kinds(listing, code)).isEmpty();
            }
        }
        assertThat(EventCodes.of(Listing.B)).doesNotContain(11, 33).hasSizeLessThan(200);
        assertThat(EventCodes.of(Listing.A)).contains(11, 20, 33).hasSizeLessThan(200);
    }
}
