package dev.lintel.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.proof.LogKey;
import dev.lintel.controller.store.EventHeadStore;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.time.SystemTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A box whose event log gets another key.
class EventLogKeyTest {
    private static final long SIGNED_NS_MAX = TimeUnit.SECONDS.toNanos(30);

    @TempDir
    Path folder;

    @TempDir
    Path home;

    /// Starts the box, waits until its log is signed, and ends it. Returns the details of its events about the key.
    private List<Map<String, Object>> start() throws InterruptedException {
        var options = new RunOptions(folder, null, null, true, null, 0, 0);
        try (Lintel lintel =
                Lintel.start(options, new Surroundings(null, null, null, null, false, home), new SystemTime())) {
            awaitSigned(lintel);
            lintel.database().awaitDisk(10_000);
            return new EventStore(lintel.database())
                    .newest(500).stream()
                            .filter(event -> event.kind() == EventKind.CONFIGURATION_CHANGED)
                            .map(event -> event.draft().additional())
                            .filter(facts -> "event_log_key".equals(facts.get("what")))
                            .toList();
        }
    }

    private String fingerprint() {
        return LogKey.fingerprint(LogKey.publicOf(folder)).hex();
    }

    private void awaitSigned(Lintel lintel) {
        var key = LogKey.fingerprint(LogKey.publicOf(folder));
        long endNs = System.nanoTime() + SIGNED_NS_MAX;
        while (lintel.database().read(sql -> EventHeadStore.unsigned(sql, key)) != null) {
            assertThat(System.nanoTime() - endNs).as("the log is signed").isNegative();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    @Test
    void anotherKeyIsRecordedOnce() throws Exception {
        assertThat(start()).as("the first key").isEmpty();
        String before = fingerprint();
        assertThat(start()).as("the same key").isEmpty();
        Files.delete(folder.resolve("keys/event-log.pem"));
        var replaced = Map.of("what", "event_log_key", "action", "replaced", "old", before);
        assertThat(start())
                .singleElement()
                .satisfies(facts ->
                        assertThat(facts).containsAllEntriesOf(replaced).containsEntry("new", fingerprint()));
        assertThat(start()).as("recorded once").hasSize(1);
    }
}
