package dev.lintel.controller.event;

import static org.assertj.core.api.Assertions.assertThat;

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
