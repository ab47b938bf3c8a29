package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.event.Listing;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.StoreException.Reason;
import dev.lintel.controller.time.HandTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class DatabaseTest {
    /// In the same group as another one that is kept.
    @Test
    void aPieceOfWorkThatIsUndoneLeavesNoEvent() throws Exception {
        try (var data = DataFolder.open(folder);
                var database = Database.open(data, new HandTime("2026-03-02T10:00:00Z"))) {
            var heard = new CopyOnWriteArrayList<Long>();
            assertThatThrownBy(() -> database.write(sql -> {
                        database.events().append(told("undone"), heard::add);
                        throw new IllegalStateException("a rule of the caller's");
                    }))
                    .isInstanceOf(IllegalStateException.class);
            database.write(sql -> {
                database.events().append(told("kept"), heard::add);
                return true;
            });
            database.events().append(told("between"), heard::add);
            assertThat(database.awaitDisk(10_000)).isTrue();
            assertThat(heard).containsExactly(EventLog.NOT_STORED, 1L, 2L);
            assertThat(database.<List<String>>read(
                            sql -> sql.list("SELECT additional FROM event ORDER BY id", row -> row.text(1))))
                    .containsExactly("{\"by\":\"kept\"}", "{\"by\":\"between\"}");
        }
    }

    /// What has happened all the same is told all the same.
    @Test
    void anEventThatIsToldRegardlessStaysWhenItsPieceIsUndone() throws Exception {
        try (var data = DataFolder.open(folder);
                var database = Database.open(data, new HandTime("2026-03-02T10:00:00Z"))) {
            assertThatThrownBy(() -> database.write(sql -> {
                        database.events().appendRegardless(told("regardless"));
                        throw new IllegalStateException("a rule of the caller's");
                    }))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(database.awaitDisk(10_000)).isTrue();
            assertThat(database.events().head()).isOne();
        }
    }

    /// Rows that every request wants are read again once something was written, and not before.
    @Test
    void whatIsKeptIsNeverOlderThanTheLastWrite() {
        try (var data = DataFolder.open(folder);
                var database = Database.open(data, new HandTime("2026-03-02T10:00:00Z"))) {
            database.write(sql -> sql.run("INSERT INTO account VALUES (1, 'First', 'UTC', 0, 0)"));
            for (int i = 0; i < 6; i++) { // on both readers
                assertThat(database.<String>read(sql -> AccountStore.get(sql).name()))
                        .isEqualTo("First");
            }
            for (int i = 0; i < 6; i++)
                assertThat(database.<Long>read(DatabaseTest::questions)).isZero();
            for (int i = 0; i < 50; i++) {
                String name = "Name " + i;
                database.write(sql -> {
                    sql.run("UPDATE account SET name = ?", name);
                    assertThat(AccountStore.get(sql).name())
                            .as("within the same transaction")
                            .isEqualTo(name);
                    return true;
                });
                assertThat(database.<String>read(sql -> AccountStore.get(sql).name()))
                        .isEqualTo(name);
            }
        }
    }

    /// How many the account takes now.
    private static long questions(Sql sql) {
        long before = sql.asked();
        AccountStore.get(sql);
        return sql.asked() - before;
    }

    private static EventDraft told(String by) {
        return new EventDraft(EventKind.CONFIGURATION_CHANGED, 1_000, 0, EventDraft.Subject.NOBODY, Map.of("by", by));
    }

    private static final String ACCOUNT =
            "INSERT INTO account (id, name, time_zone, created_at, updated_at) VALUES (?, ?, 'UTC', 0, 0)";

    @TempDir
    Path folder;

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");

    @Test
    void aWriteIsThereAfterReopening() {
        try (var data = DataFolder.open(folder.resolve("d"));
                var database = Database.open(data, time)) {
            database.write(sql -> sql.run(ACCOUNT, 1, "One"));
        }
        try (var data = DataFolder.open(folder.resolve("d"));
                var database = Database.open(data, time)) {
            List<String> names = database.read(sql -> sql.list("SELECT name FROM account", row -> row.text(1)));
            assertThat(names).containsExactly("One");
            assertThat(database.integrityCheck()).isEqualTo("ok");
        }
    }

    @Test
    void whatARefusedWriteDidIsUndoneAndTheOthersStay() {
        try (var data = DataFolder.open(folder);
                var database = Database.open(data, time)) {
            database.write(sql -> sql.run(ACCOUNT, 1, "One"));
            assertThatThrownBy(() -> database.write(sql -> {
                        sql.run(ACCOUNT, 2, "Two");
                        return sql.run(ACCOUNT, 1, "One again");
                    }))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.reason()).isEqualTo(Reason.CONSTRAINT));
            long count = database.read(sql -> sql.get("SELECT count(*) FROM account", row -> row.number(1)));
            assertThat(count).isEqualTo(1);
        }
    }

    @Test
    void aReaderCannotWrite() {
        try (var data = DataFolder.open(folder);
                var database = Database.open(data, time)) {
            assertThatThrownBy(() -> database.read(sql -> sql.run(ACCOUNT, 1, "One")))
                    .isInstanceOf(StoreException.class);
        }
    }

    /// There are no more readers than threads here, and each thread holds one when it asks again.
    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void readsWithinReadsWaitForNobodyAndSeeTheSameState() throws Exception {
        try (var data = DataFolder.open(folder);
                var database = Database.open(data, time)) {
            database.write(sql -> sql.run(ACCOUNT, 1, "One"));
            var within = new CountDownLatch(2);
            Callable<Long> count = () -> database.read(outer -> {
                within.countDown();
                await(within);
                database.write(sql -> sql.run("UPDATE account SET name = name || '!'"));
                String before = AccountStore.get(outer).name();
                String seen = database.read(inner -> AccountStore.get(inner).name());
                return before.equals(seen) ? 1L : 0L;
            });
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (var answer : threads.invokeAll(List.of(count, count), 20, TimeUnit.SECONDS)) {
                    assertThat(answer.isCancelled())
                            .as("they wait for each other")
                            .isFalse();
                    assertThat(answer.get()).isOne();
                }
            }
            assertThat(database.<String>read(sql -> AccountStore.get(sql).name()))
                    .isEqualTo("One!!");
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aReadThatFailsShowsItsOwnFaultAndLeavesAReaderThatWorks() {
        try (var data = DataFolder.open(folder);
                var database = Database.open(data, time)) {
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> database.read(sql -> {
                            sql.run("COMMIT"); // as a failing disk ends a transaction under us
                            throw new IllegalStateException("the real fault");
                        }))
                        .hasMessage("the real fault")
                        .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
            }
            assertThat(database.integrityCheck()).isEqualTo("ok");
        }
    }

    @Test
    void theUseOfAKeyIsNotedWithoutWaitingForTheDisk() throws Exception {
        try (var data = DataFolder.open(folder);
                var database = Database.open(data, time)) {
            database.write(sql -> sql.run(ACCOUNT, 1, "One"));
            long user = new UserStore(database)
                    .create(UserStore.NewUser.of(UserStore.Kind.OPERATOR, "a@example.com", null, 0))
                    .id();
            var keys = database.apiKeys();
            String secret = keys.create(user, "documented", Listing.A);
            var busy = new CountDownLatch(1);
            var writing = Thread.ofVirtual()
                    .start(() -> database.write(sql -> {
                        try {
                            return busy.await(20, TimeUnit.SECONDS);
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    }));
            assertThat(keys.use(secret)).isNotNull();
            assertThat(busy.getCount()).isEqualTo(1);
            busy.countDown();
            assertThat(writing.join(Duration.ofSeconds(20))).isTrue();
            database.write(sql -> true); // the note went before it
            assertThat(keys.list().getFirst().lastUsedAtMs()).isEqualTo(time.nowMs());

            database.write(sql -> sql.run(
                    "CREATE TRIGGER no_room BEFORE UPDATE ON api_key BEGIN SELECT RAISE(ABORT, 'no room'); END"));
            time.advance(Duration.ofHours(1));
            assertThat(keys.use(secret)).isNotNull();
            database.write(sql -> true);
        }
    }

    @Test
    void eventIdsRiseByOneAndAreToldOnceDurable() throws InterruptedException {
        try (var data = DataFolder.open(folder);
                var database = Database.open(data, time)) {
            var last = new AtomicLong();
            var done = new CountDownLatch(1_000);
            for (int i = 0; i < 1_000; i++) {
                database.events().append(draft(EventKind.REX_PRESSED), id -> {
                    if (id == last.get() + 1) last.set(id);
                    done.countDown();
                });
            }
            assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(last).hasValue(1_000);
            assertThat(database.events().head()).isEqualTo(1_000);
            long stored = database.read(sql -> sql.get("SELECT count(*) FROM event", row -> row.number(1)));
            assertThat(stored).isEqualTo(1_000);
        }
    }

    @Test
    void whoeverIsAnsweredFindsItsEventsAtTheHeadOfTheLog() {
        try (var data = DataFolder.open(folder);
                var database = Database.open(data, time)) {
            for (int i = 1; i <= 100; i++) {
                database.write(_ -> {
                    database.events().append(draft(EventKind.REX_PRESSED));
                    return true;
                });
                assertThat(database.events().head()).isEqualTo(i);
            }
        }
    }

    @Test
    void anEventThatTheDatabaseRefusesDoesNotKeepTheOthersFromTheDisk() throws InterruptedException {
        try (var data = DataFolder.open(folder);
                var database = Database.open(data, time)) {
            database.write(sql -> {
                sql.script("CREATE TRIGGER refuses BEFORE INSERT ON event WHEN new.kind = 32 "
                        + "BEGIN SELECT RAISE(ABORT, 'not this one'); END");
                return true;
            });
            var answers = new LinkedBlockingQueue<Long>();
            for (int i = 0; i < 5; i++) database.events().append(draft(EventKind.REX_PRESSED), answers::add);
            database.events().append(draft(EventKind.FORCED_OPEN), answers::add);
            for (int i = 0; i < 5; i++) database.events().append(draft(EventKind.REX_PRESSED), answers::add);
            var seen = new ArrayList<Long>();
            for (int i = 0; i < 11; i++) seen.add(answers.poll(20, TimeUnit.SECONDS));
            assertThat(seen).containsOnlyOnce(EventLog.NOT_STORED);
            seen.remove(EventLog.NOT_STORED);
            assertThat(seen).isSorted().doesNotHaveDuplicates();
            assertThat(database.events().awaitHeadAbove(10, 20_000)).isEqualTo(11); // and a STORAGE_FAULT tells of it
            database.write(sql -> sql.run(ACCOUNT, 1, "One")); // writes of others go on
        }
    }

    @Test
    void anEventCanNeitherBeChangedNorDeleted() throws InterruptedException {
        try (var data = DataFolder.open(folder);
                var database = Database.open(data, time)) {
            database.events().append(draft(EventKind.FORCED_OPEN));
            assertThat(database.events().awaitHeadAbove(0, 10_000)).isEqualTo(1);
            assertThatThrownBy(() -> database.write(sql -> sql.run("UPDATE event SET kind = 10")))
                    .hasMessageContaining("never changed");
            assertThatThrownBy(() -> database.write(sql -> sql.run("DELETE FROM event")))
                    .hasMessageContaining("never deleted");
        }
    }

    @Test
    void aDatabaseOfANewerVersionIsRefusedAndLeftAlone() throws Exception {
        try (var data = DataFolder.open(folder)) {
            try (var database = Database.open(data, time)) {
                database.write(sql -> {
                    sql.script("PRAGMA user_version = 9999");
                    return true;
                });
            }
            byte[] before = Files.readAllBytes(data.database());
            assertThatThrownBy(() -> Database.open(data, time))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.reason()).isEqualTo(Reason.NEWER));
            assertThat(Files.readAllBytes(data.database())).isEqualTo(before);
        }
    }

    @Test
    void aDatabaseWithOtherTablesUnderTheSameNumberIsRefusedAndLeftAlone() throws Exception {
        try (var data = DataFolder.open(folder)) {
            try (var database = Database.open(data, time)) {
                database.write(sql -> {
                    sql.script("PRAGMA application_id = 0"); // as those before there was a checksum
                    return true;
                });
            }
            byte[] before = Files.readAllBytes(data.database());
            assertThatThrownBy(() -> Database.open(data, time))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.reason()).isEqualTo(Reason.NEWER))
                    .hasMessageContaining("whose tables are others (schema ");
            assertThat(Files.readAllBytes(data.database())).isEqualTo(before);
        }
    }

    @Test
    void aFileThatIsNoDatabaseIsCorrupt() throws Exception {
        try (var data = DataFolder.open(folder)) {
            Files.writeString(data.database(), "this is not a database, it is a text of some length ".repeat(100));
            assertThatThrownBy(() -> Database.open(data, time))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.reason()).isEqualTo(Reason.CORRUPT));
        }
    }

    @Test
    void nobodyButItsOwnerReadsTheDatabaseOrItsLog() throws Exception {
        try (var data = DataFolder.open(folder);
                var database = Database.open(data, time)) {
            database.write(sql -> sql.run(ACCOUNT, 1, "One"));
            for (String name : List.of("lintel.db", "lintel.db-wal")) {
                var permissions = Files.getPosixFilePermissions(folder.resolve(name));
                assertThat(PosixFilePermissions.toString(permissions)).as(name).isEqualTo("rw-------");
            }
        }
    }

    @Test
    void aFolderHeldByAnotherIsRefused() {
        try (var data = DataFolder.open(folder)) {
            assertThatThrownBy(() -> DataFolder.open(data.path())).hasMessageContaining("another Lintel process");
        }
    }

    @Test
    void secretsStayTheSameAndAreTheOwnersOnly() throws Exception {
        try (var data = DataFolder.open(folder)) {
            byte[] secret = data.secret("one", 32);
            assertThat(secret).hasSize(32).isEqualTo(data.secret("one", 32)).isNotEqualTo(data.secret("two", 32));
            var permissions = Files.getPosixFilePermissions(folder.resolve("keys/one"));
            assertThat(PosixFilePermissions.toString(permissions)).isEqualTo("rw-------");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                    .isEqualTo("rwx------");
        }
    }

    private EventDraft draft(EventKind kind) {
        return new EventDraft(kind, time.nowMs(), time.nowNs(), EventDraft.Subject.channel(1), Map.of());
    }
}
