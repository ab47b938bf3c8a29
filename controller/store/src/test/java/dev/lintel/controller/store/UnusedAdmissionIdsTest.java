package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.time.HandTime;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who is in, where people were admitted and did not open the door. Times are milliseconds.
class UnusedAdmissionIdsTest {
    private static final long ADA = 1;
    private static final long BEN = 2;

    @TempDir
    Path folder;

    private DataFolder data;
    private Database database;
    private int lastId;

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

    private void event(EventKind kind, long person, String side, long atMs, @Nullable Long sinceMs) {
        String since = sinceMs == null ? "" : ", \"admitted_at\": \"" + Instant.ofEpochMilli(sinceMs) + "\"";
        String facts = "{\"reader\": \"" + side + "\"" + since + "}";
        int id = ++lastId;
        database.write(sql -> sql.run("""
                INSERT INTO event (id, kind, channel_id, person_id, pin, occurred_at, boot_id, monotonic_ns,
                                   additional, created_at, hash)
                VALUES (?, ?, 1, ?, 0, ?, 'b', 0, ?, 0, x'00')""", id, kind.number(), person, atMs, facts));
    }

    private void admitted(long person, String side, long atMs) {
        event(EventKind.ADMITTED_CARD, person, side, atMs, null);
    }

    private void notUsed(long person, String side, long atMs, @Nullable Long sinceMs) {
        event(EventKind.ADMITTED_NOT_USED, person, side, atMs, sinceMs);
    }

    private LastMoves moves() {
        var queries = new ReportQueries(database);
        return queries.lastMoves(queries.span(0, 1_000_000, lastId), 1_000);
    }

    @Test
    void personWhoDidNotEnter_isNotIn() {
        admitted(ADA, "entry", 10_000);
        admitted(BEN, "entry", 11_000);
        notUsed(ADA, "entry", 15_300, 10_000L);
        LastMoves moves = moves();
        assertThat(moves.people()).isEqualTo(1);
        assertThat(moves.in(0)).as("Ben's").isEqualTo(2);
    }

    @Test
    void personWhoDidNotLeave_isStillIn() {
        admitted(ADA, "entry", 10_000);
        admitted(ADA, "exit", 60_000);
        notUsed(ADA, "exit", 65_300, 60_000L);
        LastMoves moves = moves();
        assertThat(moves.isIn(0)).isTrue();
        assertThat(moves.out(0)).isZero();
    }

    @Test
    void admissionsThatRenewEachOther_areAllUnused() {
        admitted(ADA, "entry", 10_000);
        admitted(ADA, "exit", 60_000);
        admitted(ADA, "entry", 100_000);
        admitted(ADA, "entry", 103_000);
        notUsed(ADA, "entry", 108_300, 100_000L);
        LastMoves moves = moves();
        assertThat(moves.isIn(0)).isFalse();
        assertThat(moves.in(0)).isEqualTo(1);
    }

    @Test
    void admissionBeforeThem_wasUsed() {
        admitted(ADA, "entry", 10_000);
        admitted(ADA, "entry", 20_000);
        notUsed(ADA, "entry", 25_300, 20_000L);
        assertThat(moves().in(0)).isEqualTo(1);
    }

    /// A card at the exit while the time of the entry still runs.
    @Test
    void admissionAtTheOtherReaderMeanwhile_changesNothing() {
        admitted(ADA, "entry", 10_000);
        admitted(ADA, "exit", 12_000);
        notUsed(ADA, "entry", 15_300, 10_000L);
        LastMoves moves = moves();
        assertThat(moves.in(0)).isZero();
        assertThat(moves.out(0)).isEqualTo(2);
    }

    @Test
    void admissionFromBeforeTheClockWasSetBack_wasUsed() {
        admitted(ADA, "entry", 700_000);
        admitted(ADA, "entry", 100_000);
        admitted(ADA, "entry", 103_000);
        notUsed(ADA, "entry", 108_300, 100_000L);
        assertThat(moves().in(0)).isEqualTo(1);
    }

    /// A log from before the event had the time.
    @Test
    void withoutATime_theLastAdmissionIsTheUnusedOne() {
        admitted(ADA, "entry", 10_000);
        admitted(ADA, "entry", 20_000);
        notUsed(ADA, "entry", 25_300, null);
        assertThat(moves().in(0)).isEqualTo(1);
    }

    @Test
    void manyOfThem_areReadInParts() {
        for (int i = 0; i < 1_200; i++) {
            admitted(ADA, "entry", 10_000L + 100L * i);
            notUsed(ADA, "entry", 10_050L + 100L * i, 10_000L + 100L * i);
        }
        assertThat(moves().people()).isZero();
        admitted(ADA, "entry", 500_000);
        assertThat(moves().in(0)).isEqualTo(2_401);
    }

    @Test
    void questionsUseAnIndex() {
        String unused = database.read(
                sql -> sql.list("EXPLAIN QUERY PLAN " + UnusedAdmissionIds.UNUSED, row -> row.text(4), 0, 10)
                        .toString());
        assertThat(unused)
                .contains("event_kind (kind=? AND rowid>? AND rowid<?)")
                .doesNotContain("TEMP B-TREE");
        String before = database.read(
                sql -> sql.list("EXPLAIN QUERY PLAN " + UnusedAdmissionIds.BEFORE, row -> row.text(4), 1, 0, 10, 1, 0)
                        .toString());
        assertThat(before)
                .contains("event_person (person_id=? AND id>? AND id<?)")
                .doesNotContain("TEMP B-TREE");
    }
}
