package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.access.Limits;
import dev.lintel.controller.access.Limits.Entries;
import dev.lintel.controller.access.Uses.Use;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.time.HandTime;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UseStoreTest {
    private static final Instant BEGUN = Instant.ofEpochMilli(1_000);
    private static final Instant NOON = Instant.ofEpochMilli(50_000);
    private static final String CARD = """
            INSERT INTO account VALUES (1, 'Yard', 'UTC', 0, 0);
            INSERT INTO credential_type (id, account_id, label, slug, code) VALUES (1, 1, 'Card', 'card', 200);
            INSERT INTO person (id, account_id, first_name, last_name, enabled, created_at, updated_at)
              VALUES (1, 1, 'Ada', 'North', 1, 0, 0);
            INSERT INTO credential (id, account_id, person_id, credential_type_id, value, card_number, status,
                                    created_at, updated_at)
              VALUES (7, 1, 1, 1, '1001', 1001, 'active', 0, 0)""";

    @TempDir
    Path folder;

    private static Database open(DataFolder data) {
        return Database.open(data, new HandTime("2026-03-02T10:00:00Z"));
    }

    private static void card(Database database) {
        database.write(sql -> {
            sql.script(CARD);
            return true;
        });
    }

    private static Use use(long entries) {
        return new Use(BEGUN, entries, NOON);
    }

    private static EventDraft event() {
        return new EventDraft(EventKind.ADMITTED_CARD, 0, 0, EventDraft.Subject.channel(1), Map.of());
    }

    private static long rows(Database database) {
        return database.read(sql -> sql.get("SELECT count(*) FROM credential_use", row -> row.number(1)));
    }

    @Test
    void count_isSeenAtOnceAndARestartKeepsIt() throws Exception {
        try (var data = DataFolder.open(folder);
                var database = open(data)) {
            card(database);
            var store = new UseStore(database);
            assertThat(store.forDecisions().apply(7)).isEqualTo(Use.NEVER);
            store.changed(use(1), 7);
            store.changed(use(2), 7);
            store.changed(use(9), 8); // was deleted meanwhile
            assertThat(store.forDecisions().apply(7)).isEqualTo(use(2));
            assertThat(database.awaitDisk(10_000)).isTrue();
            assertThat(rows(database)).isOne();
        }
        try (var data = DataFolder.open(folder);
                var database = open(data)) {
            var store = new UseStore(database);
            assertThat(store.forDecisions().apply(7)).isEqualTo(use(2));
            assertThat(store.forQuestions().apply(7)).isEqualTo(use(2));
            assertThat(store.newest(5)).containsExactly(Map.entry(7L, use(2)));
            Credential shown = Objects.requireNonNull(database.read(sql -> CredentialStore.get(sql, 7)));
            assertThat(shown.use()).isEqualTo(use(2));
            database.write(sql -> {
                CredentialStore.delete(sql, 7);
                return true;
            });
            assertThat(rows(database)).isZero();
        }
    }

    @Test
    void countThatTheDiskRefused_goesThereWhenItCan() throws Exception {
        try (var data = DataFolder.open(folder);
                var database = open(data)) {
            card(database);
            var store = new UseStore(database);
            database.refuseWritesWhile(() -> "the disk is full");
            store.changed(use(3), 7);
            assertThatThrownBy(() -> database.write(_ -> true)).isInstanceOf(StoreException.class);
            assertThat(store.forDecisions().apply(7)).isEqualTo(use(3));
            database.refuseWritesWhile(() -> null);
            assertThat(database.awaitDisk(10_000)).isTrue();
            assertThat(rows(database)).isOne();
        }
    }

    /// A kill loses both or none.
    @Test
    void admissionAndItsCount_reachTheDiskInOnePiece() throws Exception {
        try (var data = DataFolder.open(folder);
                var database = open(data)) {
            card(database);
            var store = new UseStore(database);
            var counted = new CountDownLatch(1);
            var goOn = new CountDownLatch(1);
            var lane = CompletableFuture.runAsync(() -> database.doorStates().together(() -> {
                store.changed(use(1), 7);
                counted.countDown();
                await(goOn);
                database.events().append(event());
            }));
            await(counted);
            var written = CompletableFuture.supplyAsync(() -> database.write(_ -> 0));
            assertThatThrownBy(() -> written.get(200, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            assertThat(rows(database)).isZero();
            goOn.countDown();
            lane.join();
            written.join();
            assertThat(database.events().head()).isOne();
            assertThat(rows(database)).isOne();
        }
    }

    /// A count is no change of rights: memory of them need not be read again, and boxes that follow hear of nothing.
    @Test
    void count_isNoChangeOfRights() throws Exception {
        try (var data = DataFolder.open(folder);
                var database = open(data)) {
            card(database);
            long before = database.rightsGeneration();
            new UseStore(database).changed(use(1), 7);
            assertThat(database.awaitDisk(10_000)).isTrue();
            assertThat(database.rightsGeneration()).isEqualTo(before);
            var limits = new Limits(null, NOON, null, null, new Entries(5, BEGUN), null);
            database.write(sql -> {
                CredentialStore.limit(sql, 7, limits, 60_000);
                return true;
            });
            assertThat(database.rightsGeneration()).isGreaterThan(before);
            Credential limited = Objects.requireNonNull(database.read(sql -> CredentialStore.get(sql, 7)));
            assertThat(limited.limits()).isEqualTo(limits);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
