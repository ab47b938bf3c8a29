package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.time.HandTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotsTest {
    private static final String PERSON = """
            INSERT INTO person (id, account_id, first_name, last_name, enabled, created_at, updated_at)
            VALUES (7, 1, 'Ada', 'Byron', 1, 0, 0)""";

    @TempDir
    Path folder;

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private DataFolder data;
    private Snapshots snapshots;

    @BeforeEach
    void open() {
        data = DataFolder.open(folder);
        snapshots = new Snapshots(data, time);
    }

    @AfterEach
    void close() {
        data.close();
    }

    private void fill() {
        try (var database = Database.open(data, time)) {
            database.write(sql -> sql.run("INSERT INTO account VALUES (1, 'One', 'UTC', 0, 0)"));
            database.write(sql -> sql.run(PERSON));
        }
    }

    private void lose() throws Exception {
        Files.delete(data.database());
        Database.open(data, time).close();
    }

    private Path takeAfter(Duration pause) {
        time.advance(pause);
        return snapshots.take();
    }

    @Test
    void ofOneDayTheNewestIsKept() {
        fill();
        Path first = snapshots.take();
        Path second = takeAfter(Duration.ofMinutes(6));
        Path next = takeAfter(Duration.ofDays(1));
        Path again = takeAfter(Duration.ofMinutes(6));
        assertThat(first).doesNotExist();
        assertThat(next).doesNotExist();
        assertThat(snapshots.newestFirst()).containsExactly(again, second);
    }

    @Test
    void manyStartsOfAnEmptyBoxLeaveTheLastThatHoldsPeople() throws Exception {
        fill();
        takeAfter(Duration.ofMinutes(6));
        Path good = takeAfter(Duration.ofMinutes(6));
        lose();
        for (int start = 0; start < 4; start++) takeAfter(Duration.ofMinutes(6));
        assertThat(good).exists();
        for (int day = 0; day < 5; day++) takeAfter(Duration.ofDays(1));
        assertThat(good).exists();
        assertThat(snapshots.newestFirst()).hasSize(Snapshots.DAYS_MAX + 1).endsWith(good);
    }

    @Test
    void aSnapshotThatIsDamagedIsNotTheLastThatHoldsPeople() throws Exception {
        fill();
        Path good = snapshots.take();
        Path damaged = takeAfter(Duration.ofDays(1));
        Files.write(damaged, new byte[4096]);
        lose();
        for (int day = 0; day < 5; day++) takeAfter(Duration.ofDays(1));
        assertThat(good).exists();
        assertThat(damaged).doesNotExist();
    }

    /// Its name says next year, and the box has lived on since.
    @Test
    void oneThatAWrongYearDatedIsOlderThanWhatCameAfterIt() throws Exception {
        fill();
        Path wrong = takeAfter(Duration.ofDays(365));
        time.advance(Duration.ofDays(-365));
        try (var database = Database.open(data, time)) {
            var nobody = EventDraft.Subject.NOBODY;
            var draft = new EventDraft(EventKind.CHANNEL_STARTED, time.nowMs(), time.nowNs(), nobody, Map.of());
            database.events().append(draft);
            assertThat(database.awaitDisk(10_000)).isTrue();
        }
        Path right = takeAfter(Duration.ofDays(1));
        assertThat(snapshots.newestFirst()).containsExactly(right, wrong);
        Path[] last = new Path[Snapshots.DAYS_MAX];
        for (int day = 0; day < last.length; day++) last[day] = takeAfter(Duration.ofDays(1));
        assertThat(wrong).doesNotExist();
        assertThat(last).allSatisfy(each -> assertThat(each).exists());
    }

    @Test
    void whatIsTakenStaysThoughTheClockWentBack() {
        fill();
        for (int day = 0; day < 4; day++) takeAfter(Duration.ofDays(1));
        assertThat(takeAfter(Duration.ofDays(-30))).exists();
    }

    /// An empty database that a snapshot makes would be the box's own at the next start.
    @Test
    void ofADatabaseThatIsNotThereNoneIsTakenAndNothingIsMade() {
        assertThatThrownBy(snapshots::take)
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("lintel.db is not there");
        assertThat(data.database()).doesNotExist();
        assertThat(snapshots.newestFirst()).isEmpty();
        assertThat(folder.resolve("snapshots")).isEmptyDirectory();
    }
}
