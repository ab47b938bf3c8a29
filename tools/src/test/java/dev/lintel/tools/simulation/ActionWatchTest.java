package dev.lintel.tools.simulation;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// The judge of outputs sees each output that is not as it should be.
class ActionWatchTest {
    private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);

    private final ActionWatch watch = new ActionWatch(new VirtualTime(Stage.START), new Random(1));

    private void leaf(boolean open, long atMs) {
        watch.looks(_ -> new DoorView(1, 1, open ? "open" : "secure", "normal", false, open, Map.of()), atMs * MS);
    }

    private void admitted(long channel, long atMs) {
        watch.event(
                new EventDraft(EventKind.ADMITTED_CARD, 0, 0, EventDraft.Subject.channel(channel), Map.of()),
                atMs * MS);
    }

    private void fine(long atMs) {
        assertThatCode(() -> watch.settled(atMs * MS)).doesNotThrowAnyException();
    }

    private void wrong(long atMs, String what) {
        assertThatThrownBy(() -> watch.settled(atMs * MS)).hasMessage(what + ", and its action says otherwise");
    }

    @Test
    void anOutputThatStaysOff() {
        leaf(true, 0);
        fine(1_900);
        wrong(2_100, "output open is off");
        watch.output(900, true);
        fine(2_100);
        leaf(false, 3_000);
        wrong(3_100, "output open is on");
    }

    @Test
    void aPulseThatIsTooLongTooShortOrForgotten() {
        admitted(1, 0);
        admitted(2, 0); // another door
        fine(400);
        wrong(600, "output admitted is off");
        watch.output(901, true);
        fine(3_400);
        wrong(3_600, "output admitted is on");
        watch.output(901, false);
        fine(3_600);
    }

    @Test
    void anEventInTheDelayOfAnotherChangesNothing() {
        admitted(1, 0);
        admitted(1, 300);
        watch.output(901, true);
        fine(3_400);
        wrong(3_600, "output admitted is on");
    }

    @Test
    void anotherProcessBeginsWithoutOutputs() {
        watch.bell(0);
        watch.output(902, true);
        fine(1_000);
        watch.begins();
        fine(1_100);
        watch.output(902, true);
        wrong(1_100, "output bell is on");
    }
}
