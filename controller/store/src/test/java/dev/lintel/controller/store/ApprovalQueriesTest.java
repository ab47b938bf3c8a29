package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.ApprovalQueries.Open;
import dev.lintel.controller.time.HandTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApprovalQueriesTest {
    private static final long ADA = 7;
    private static final long BEN = 8;

    @TempDir
    Path temp;

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private DataFolder folder;
    private Database database;

    @BeforeEach
    void open() {
        folder = DataFolder.open(temp.resolve("data"));
        database = TestDatabase.open(folder, time);
    }

    @AfterEach
    void close() {
        database.close();
        folder.close();
    }

    private void log(EventKind kind, long channel, long person, Map<String, Object> more) {
        var facts = new HashMap<String, Object>(Map.of("reader", "entry"));
        facts.putAll(more);
        var subject = new Subject(channel, person, "Person " + person, null, null, false);
        database.events().append(new EventDraft(kind, time.nowMs(), time.nowNs(), subject, facts));
        database.write(_ -> true);
        time.advance(Duration.ofSeconds(1));
    }

    private void asks(long channel, long person, long id) {
        log(EventKind.APPROVAL_REQUESTED, channel, person, Map.of("approval_id", id));
    }

    private List<Open> since(Duration ago) {
        long sinceMs = time.nowMs() - ago.toMillis();
        return database.read(sql -> ApprovalQueries.since(sql, sinceMs));
    }

    @Test
    void aRequestIsOpenUntilAnEventEndsIt() {
        asks(1, ADA, 41);
        asks(2, BEN, 42);
        asks(1, ADA, 41); // both factors again: the same request
        assertThat(since(Duration.ofSeconds(30))).extracting(Open::id).containsExactly(41L, 42L);
        Open first = since(Duration.ofSeconds(30)).getFirst();
        assertThat(first).isEqualTo(new Open(41, 1, "entry", ADA, "Person 7", first.occurredAtMs(), false));
        assertThat(time.nowMs() - first.occurredAtMs()).isEqualTo(3_000);
        log(EventKind.ADMITTED_CARD, 1, ADA, Map.of("approval_id", 41L));
        log(EventKind.REJECTED_NOT_APPROVED, 2, BEN, Map.of("approval_id", 42L));
        assertThat(since(Duration.ofSeconds(30))).isEmpty();
    }

    @Test
    void requestsOfBeforeAreNotListed() {
        asks(1, ADA, 41);
        time.advance(Duration.ofSeconds(40));
        asks(1, ADA, 42);
        assertThat(since(Duration.ofSeconds(40))).extracting(Open::id).containsExactly(42L);
    }

    /// Two boxes may ask in the same millisecond: what ends the one request does not end the other.
    @Test
    void requestsOfTwoBoxesAreTwo() {
        asks(1, ADA, 41);
        asks(2, BEN, 41);
        log(EventKind.REJECTED_NOT_APPROVED, 1, ADA, Map.of("approval_id", 41L));
        assertThat(since(Duration.ofSeconds(30))).extracting(Open::channelId).containsExactly(2L);
    }

    @Test
    void aPinUnderDuressIsThePersonsAtThatDoor() {
        log(EventKind.DURESS, 1, ADA, Map.of());
        asks(1, ADA, 41);
        asks(2, ADA, 42);
        asks(1, BEN, 43);
        assertThat(since(Duration.ofSeconds(30))).extracting(Open::duress).containsExactly(true, false, false);
    }
}
