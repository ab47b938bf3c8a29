package dev.lintel.controller.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.EventHeadStore;
import dev.lintel.controller.store.EventHeadStore.Head;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.time.Await;
import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.time.Time;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class HeadSignerTest {
    @TempDir
    Path folder;

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");

    /// A clock that fails, as a fault of the program would.
    private static final class FaultyTime implements Time {
        private final Time sound;
        private volatile boolean isFaulty = true;

        FaultyTime(Time sound) {
            this.sound = sound;
        }

        @Override
        public long nowNs() {
            return sound.nowNs();
        }

        @Override
        public Instant now() {
            if (isFaulty) throw new IllegalArgumentException("no time today");
            return sound.now();
        }

        @Override
        public void pause(long ns) {
            sound.pause(ns);
        }
    }

    @Test
    @Timeout(60)
    void anUnexpectedFaultIsReportedAndTheHeadIsSignedLater() throws Exception {
        var faulty = new FaultyTime(time);
        try (var data = DataFolder.open(folder.resolve("data"));
                var database = TestDatabase.open(data, time);
                var unlucky = new HeadSigner(database, LogKey.open(data, null), faulty)) {
            database.events()
                    .append(new EventDraft(EventKind.REX_PRESSED, 1, 1, EventDraft.Subject.NOBODY, Map.of("n", 1L)));
            assertThat(database.awaitDisk(60_000)).isTrue();
            unlucky.start();
            Await.until("the fault", () -> unlucky.fault() != null);
            assertThat(unlucky.fault()).contains("are not signed", "no time today");
            faulty.isFaulty = false;
            Await.until("no fault", () -> unlucky.fault() == null);
            Head newest = database.read(EventHeadStore::newest);
            assertThat(Objects.requireNonNull(newest).eventId()).isEqualTo(1);
        }
    }
}
