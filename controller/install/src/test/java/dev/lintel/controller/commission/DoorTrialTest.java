package dev.lintel.controller.commission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DoorTrialTest {
    private final DoorTrial trial = new DoorTrial(1);

    private static DoorView leaf(boolean open) {
        return new DoorView(1, 1, open ? "open" : "secure", "normal", false, open, Map.of());
    }

    private static Event event(long channel, EventKind kind, Map<String, Object> additional) {
        return new Event(1, new EventDraft(kind, 0, 0, Subject.channel(channel), additional), 0);
    }

    private Set<DoorTest> look(boolean open) {
        return trial.look(leaf(open), null);
    }

    @Test
    void aLeafCountsOnceItWasClosedAndOpenAndClosedAgain() {
        assertThat(look(false)).isEmpty();
        assertThat(trial.halfSeen(DoorTest.CONTACT)).isFalse();
        assertThat(look(true)).isEmpty();
        assertThat(trial.halfSeen(DoorTest.CONTACT)).isTrue();
        assertThat(look(false)).containsExactly(DoorTest.CONTACT);
        assertThat(trial.halfSeen(DoorTest.CONTACT)).isFalse();
        assertThat(look(true)).isEmpty();
        assertThat(look(false)).containsExactly(DoorTest.CONTACT);
    }

    @Test
    void whatIsNotAtRestIsSaid() {
        var held =
                new Inputs(1, 1, Map.of(Point.Name.AUX, new Point(true, true), Point.Name.REX, new Point(true, true)));
        assertThat(DoorTrial.on(tampered(true), held))
                .containsExactlyInAnyOrder(DoorTest.TAMPER, DoorTest.REX, DoorTest.AUX);
        assertThat(DoorTrial.on(leaf(true), null)).containsExactly(DoorTest.CONTACT);
        assertThat(DoorTrial.on(tampered(false), null)).isEmpty();
    }

    @Test
    void aHousingCountsOnceItWasOpenedAndShut() {
        assertThat(trial.look(tampered(false), null)).isEmpty();
        assertThat(trial.look(tampered(true), null)).isEmpty();
        assertThat(trial.look(tampered(false), null)).containsExactly(DoorTest.TAMPER);
    }

    private static DoorView tampered(boolean on) {
        DoorView door = leaf(false);
        return new DoorView(
                1,
                1,
                door.state(),
                door.standing(),
                false,
                false,
                Map.of(),
                on ? Set.of(DoorView.DOOR) : Set.of(),
                false,
                false,
                false,
                0,
                List.of());
    }

    @Test
    void readersAreToldApartByTheirSide() {
        assertThat(trial.happened(event(1, EventKind.REJECTED_UNKNOWN_CARD, Map.of("reader", "exit"))))
                .containsExactly(DoorTest.EXIT_READER);
        assertThat(trial.happened(event(1, EventKind.ADMITTED_CARD, Map.of("reader", "entry"))))
                .containsExactly(DoorTest.ENTRY_READER);
    }

    @Test
    void aReaderThatOnlyGoesOfflineWasNotTried() {
        assertThat(trial.happened(event(1, EventKind.READER_ONLINE, Map.of("reader", "entry"))))
                .isEmpty();
    }

    /// It asks as if it was held to one, from wherever it is.
    @Test
    void aPhoneTriesNoReader() {
        var phone = Map.<String, Object>of("reader", "entry", EventDraft.PHONE_REQUEST, "0a1b");
        assertThat(trial.happened(event(1, EventKind.ADMITTED_MOBILE, phone))).isEmpty();
        assertThat(trial.happened(event(1, EventKind.ADMITTED_MOBILE, Map.of("reader", "entry"))))
                .as("one that is known by its number was held to it")
                .containsExactly(DoorTest.ENTRY_READER);
    }

    @Test
    void buttonsCountByTheirEvents() {
        assertThat(trial.happened(event(1, EventKind.ADMITTED_REQUEST_EXIT, Map.of())))
                .containsExactly(DoorTest.REX);
        assertThat(trial.happened(event(1, EventKind.REX_PRESSED, Map.of()))).containsExactly(DoorTest.REX);
        assertThat(trial.happened(event(1, EventKind.ADMITTED_AUXILIARY, Map.of())))
                .containsExactly(DoorTest.AUX);
    }

    @Test
    void anotherDoorsEventsAreNotThisOnes() {
        assertThat(trial.happened(event(2, EventKind.ADMITTED_REQUEST_EXIT, Map.of())))
                .isEmpty();
    }
}
