package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.time.HandTime;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Holds to what says that a reader reads: nothing that goes past it.
class LastReadsTest {
    @TempDir
    Path folder;

    private DataFolder data;
    private Database database;

    @BeforeEach
    void open() {
        data = DataFolder.open(folder);
        database = TestDatabase.open(data, new HandTime("2026-03-02T10:00:00Z"));
    }

    @AfterEach
    void close() {
        database.close();
        data.close();
    }

    private void event(long id, EventKind kind, long channelId) {
        event(id, kind, channelId, "{\"reader\":\"entry\"}");
    }

    private void byPhone(long id, EventKind kind) {
        event(id, kind, 1, "{\"reader\":\"entry\",\"phone_request\":\"a-b\"}");
    }

    private void event(long id, EventKind kind, long channelId, String additional) {
        database.write(sql -> sql.run("""
                INSERT INTO event (id, kind, channel_id, pin, occurred_at, boot_id, monotonic_ns, additional,
                                   created_at, hash)
                VALUES (?, ?, ?, 0, ?, 'b', 0, ?, 0, x'00')""", id, kind.number(), channelId, id * 1_000, additional));
    }

    private @Nullable Long last(long channelId) {
        return database.read(sql -> LastReads.at(sql, channelId));
    }

    @Test
    void cardsCodesAndWhoIsRefusedWereReadAtTheDoor() {
        event(1, EventKind.ADMITTED_CARD, 1);
        assertThat(last(1)).isEqualTo(1_000);
        event(2, EventKind.ADMITTED_APPLE, 1);
        assertThat(last(1)).isEqualTo(2_000);
        event(3, EventKind.REJECTED_UNKNOWN_CARD, 1);
        assertThat(last(1)).isEqualTo(3_000);
        assertThat(last(2)).as("another door").isNull();
    }

    @Test
    void buttonsOperatorsAndPhonesGoPastTheReader() {
        event(1, EventKind.ADMITTED_REQUEST_EXIT, 1);
        event(2, EventKind.ADMITTED_AUXILIARY, 1);
        event(3, EventKind.ADMITTED_MANUAL, 1);
        byPhone(4, EventKind.ADMITTED_MOBILE);
        byPhone(5, EventKind.REJECTED_PASSBACK);
        byPhone(6, EventKind.ADMITTED_UNLOCKED);
        assertThat(last(1)).isNull();
        event(7, EventKind.ADMITTED_PIN, 1);
        byPhone(8, EventKind.ADMITTED_MOBILE);
        assertThat(last(1)).isEqualTo(7_000);
        event(9, EventKind.ADMITTED_MOBILE, 1);
        byPhone(10, EventKind.ADMITTED_MOBILE);
        assertThat(last(1)).as("a phone that shows its number to the reader").isEqualTo(9_000);
        event(11, EventKind.REJECTED_PASSBACK, 1);
        byPhone(12, EventKind.REJECTED_PASSBACK);
        assertThat(last(1)).isEqualTo(11_000);
    }

    /// How long the log is does not matter.
    @Test
    void phonesByTheHundredsHideWhatWasReadBeforeThem() {
        event(1, EventKind.ADMITTED_MOBILE, 1);
        for (int id = 2; id < 200; id++) byPhone(id, EventKind.ADMITTED_MOBILE);
        assertThat(last(1)).isEqualTo(1_000);
        byPhone(200, EventKind.ADMITTED_MOBILE);
        byPhone(201, EventKind.ADMITTED_MOBILE);
        assertThat(last(1)).isNull();
    }
}
