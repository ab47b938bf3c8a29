package dev.lintel.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.time.Time;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How what the hub has of boxes is counted.
class EventsUpTest {
    private final Time time = new SystemTime();

    @TempDir
    Path folder;

    /// The hub has these: `box:id`.
    private void stored(String... events) throws InterruptedException {
        try (DataFolder data = DataFolder.open(folder);
                Database database = Database.open(data, time)) {
            for (String event : events) {
                int colon = event.indexOf(':');
                long id = Long.parseLong(event.substring(colon + 1));
                Map<String, Object> additional =
                        Map.of("box", Fleet.NAME + event.substring(0, colon), "box_event_id", id);
                database.events()
                        .append(new EventDraft(
                                EventKind.ADMITTED_CARD, time.nowMs(), time.nowNs(), Subject.NOBODY, additional));
            }
            assertThat(database.awaitDisk(10_000)).isTrue();
        }
    }

    @Test
    void allThatWereSentAndEachOnceIsRight() throws InterruptedException {
        stored("0:1", "0:2", "1:1", "11:1");
        assertThat(EventsUp.lostOrDoubled(folder, time, 4)).isZero();
    }

    @Test
    void oneThatIsLostAndOneThatIsDoubledDoNotMakeUpForEachOther() throws InterruptedException {
        stored("0:1", "0:2", "1:1", "1:1");
        assertThat(EventsUp.lostOrDoubled(folder, time, 4)).isEqualTo(2);
        assertThat(EventsUp.lostOrDoubled(folder, time, 5)).isEqualTo(3);
    }
}
