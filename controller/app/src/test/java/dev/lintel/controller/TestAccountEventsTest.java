package dev.lintel.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.contract.Spec;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.time.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What happens at the test account's doors by itself, on a clock moved by hand.
class TestAccountEventsTest {
    private static final long WAIT_MS = 20_000;

    @TempDir
    Path folder;

    private static void letSecondsPass(TwoAccounts box, TestEvents events, int seconds) {
        for (int second = 0; second < seconds; second++) {
            box.time.advance(Duration.ofSeconds(1));
            events.step();
        }
    }

    @Test
    @Spec("3.1-6")
    void somethingHappensEachMinuteAndNotWhenItIsOff() throws Exception {
        try (var box = new TwoAccounts(folder)) {
            long customers = box.database.events().head();
            // A scene's last events can arrive while the next one is awaited; they are at another door.
            for (long door : List.of(9001L, 9002L, 9002L)) {
                long before = eventsAt(box, door);
                box.time.advance(TestEvents.EVERY);
                Await.until("an event at " + door, () -> eventsAt(box, door) > before);
                box.time.advance(Duration.ofSeconds(5)); // whoever passed is through
            }
            assertThat(box.developer().get("/api/3/events").column("channel_id"))
                    .containsOnly(9001L, 9002L);
            assertThat(box.database.events().head()).isEqualTo(customers);
            assertThat(box.customer().get("/api/3/events").text()).doesNotContain("9001", "9002");

            box.account.events(false);
            assertThat(box.account.eventsOn()).isFalse();
            var events = new TestEvents(box.account.opened().doorways(), box.time, box.account::eventsOn);
            box.time.advance(Duration.ofSeconds(10)); // what had begun is over
            long quiet = settled(box);
            letSecondsPass(box, events, 180);
            assertThat(settled(box)).isEqualTo(quiet);
        }
        try (var box = new TwoAccounts(folder)) { // it is kept
            assertThat(box.account.eventsOn()).isFalse();
            box.account.events(true);
            EventLog log = box.account.opened().database().events();
            long before = settled(box);
            box.time.advance(TestEvents.EVERY);
            assertThat(log.awaitHeadAbove(before, WAIT_MS)).isGreaterThan(before);
        }
    }

    private static long eventsAt(TwoAccounts box, long channel) {
        return box.developer().get("/api/3/events").column("channel_id").stream()
                .filter(id -> id.equals(channel))
                .count();
    }

    /// The newest event once all that was told before is on disk.
    private static long settled(TwoAccounts box) throws InterruptedException {
        Database database = box.account.opened().database();
        assertThat(box.developer().get("/api/3/channels").status()).isEqualTo(200); // its lane works
        assertThat(database.awaitDisk(WAIT_MS)).isTrue();
        return database.events().head();
    }

    @Test
    void aRoundOfScenesShowsWhatDoorsCanTell() throws Exception {
        try (var box = new TwoAccounts(folder)) {
            TestBox open = box.account.opened();
            box.account.events(false); // housekeeping's own scenes
            var events = new TestEvents(open.doorways(), box.time, () -> true);
            var wanted = Set.of(
                    EventKind.ADMITTED_CARD,
                    EventKind.REJECTED_UNKNOWN_CARD,
                    EventKind.REJECTED_PERSON_DISABLED,
                    EventKind.ADMITTED_PIN,
                    EventKind.ADMITTED_REQUEST_EXIT,
                    EventKind.FORCED_OPEN,
                    EventKind.EXTENDED_OPEN);
            EventLog log = open.database().events();
            for (int scene = 0; scene < 12; scene++) {
                long before = log.head();
                box.time.advance(TestEvents.EVERY);
                events.step();
                // The door waits for its exit switch before it reports a forced opening.
                if (scene == 8) letSecondsPass(box, events, 5);
                awaitScene(open, before);
                letSecondsPass(box, events, 5);
                if (scene < 11) continue;
                box.time.advance(Duration.ofSeconds(30)); // the leaf stands open still
                awaitKind(open, EventKind.EXTENDED_OPEN);
                letSecondsPass(box, events, 15);
            }
            assertThat(kinds(open)).containsAll(wanted);
        }
    }

    /// Until somebody was answered, or nobody was asked; else the leaf moves before the strike.
    private static void awaitScene(TestBox open, long before) throws InterruptedException {
        EventLog log = open.database().events();
        var store = new EventStore(open.database());
        for (long cursor = before; ; ) {
            assertThat(log.awaitHeadAbove(cursor, WAIT_MS)).isGreaterThan(cursor);
            for (Event event : store.after(cursor, EventStore.BATCH_MAX)) {
                EventKind kind = event.draft().kind();
                if (kind.isActivity() || kind == EventKind.FORCED_OPEN) return;
                cursor = event.id();
            }
        }
    }

    private static void awaitKind(TestBox open, EventKind kind) throws InterruptedException {
        EventLog log = open.database().events();
        for (long head = log.head(); !kinds(open).contains(kind); ) {
            long moved = log.awaitHeadAbove(head, WAIT_MS);
            assertThat(moved).as(kind + " is not told").isGreaterThan(head);
            head = moved;
        }
    }

    private static Set<EventKind> kinds(TestBox open) {
        return new EventStore(open.database())
                .after(0, EventStore.BATCH_MAX).stream()
                        .map(event -> event.draft().kind())
                        .collect(Collectors.toSet());
    }
}
