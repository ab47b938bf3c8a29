package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.ReportQueries.Span;
import dev.lintel.controller.store.ReportQueries.Wanted;
import dev.lintel.controller.time.HandTime;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Holds the plans and the parts: a report over millions of events must never sort or walk what it does not show.
class ReportQueriesTest {
    private static final Span WHOLE = new Span(0, 5_000_000, true, 0, 1);

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

    private String explain(String query, @Nullable Object... arguments) {
        List<String> steps =
                database.read(sql -> sql.list("EXPLAIN QUERY PLAN " + query, row -> row.text(4), arguments));
        return String.join("\n", steps);
    }

    private String explain(EventSql.Query query) {
        return explain(query.sql(), query.values());
    }

    private static Wanted wanted(Span span, @Nullable Long person, Long... channels) {
        var denied = EnumSet.allOf(EventKind.class);
        denied.removeIf(kind -> !kind.isRejected());
        return new Wanted(denied, List.of(channels), person, span);
    }

    /// Events of one kind, `stepMs` from each other; ids and times begin at the given ones.
    private void insert(int firstId, int count, long firstMs, long stepMs) {
        database.write(sql -> sql.run("""
                WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?2)
                INSERT INTO event (id, kind, channel_id, person_id, pin, occurred_at, boot_id, monotonic_ns, additional,
                                   created_at, hash)
                SELECT ?1 + i, 20, 1 + i % 2, 1 + i % 1000, 0, ?3 + i * ?4, 'b', 0, '{"reader":"entry"}', 0, x'00'
                  FROM n""", firstId, count, firstMs, stepMs));
    }

    @Test
    void countsNeverTouchTheRows() {
        assertThat(explain(EventSql.count(wanted(WHOLE, null).filter(), 0, 25_000)))
                .contains("USING COVERING INDEX event_kind (kind=? AND rowid>? AND rowid<?)");
        assertThat(explain(EventSql.count(wanted(WHOLE, null, 1L, 2L).filter(), 0, 25_000)))
                .contains("USING COVERING INDEX event_channel (channel_id=? AND kind=? AND rowid>? AND rowid<?)");
        assertThat(explain(EventSql.count(wanted(WHOLE, 7L).filter(), 0, 25_000)))
                .contains("event_person (person_id=? AND id>? AND id<?)");
        assertThat(explain(EventSpans.ENDS, 0, 1, 1)).contains("USING COVERING INDEX event_occurred_at (occurred_at>?");
        assertThat(explain(EventSpans.SLICE_END, 0, 1, 1))
                .contains("USING COVERING INDEX event_occurred_at (occurred_at>?")
                .doesNotContain("TEMP B-TREE");
    }

    @Test
    void hoursAndMovesReadTheirPartOfTheLogAlone() {
        assertThat(explain(ReportQueries.USE, 0, 1, 1))
                .contains("SEARCH event USING INDEX event_occurred_at (occurred_at>? AND occurred_at<?)");
        assertThat(explain(ReportQueries.MOVES, "[]", 0, 25_000, 0))
                .contains("SEARCH event USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)");
        assertThat(explain(ReportQueries.CHANNELS_OF_LOG))
                .contains("USING COVERING INDEX event_channel (channel_id>?)")
                .doesNotContain("SCAN event");
        assertThat(explain(ReportQueries.CHANNEL_USED, 9, 0, 1))
                .contains("event_channel (channel_id=? AND kind=? AND rowid>? AND rowid<?)");
    }

    @Test
    void credentialsAreReadByIdAndSoughtInTheirPersonsEvents() {
        var unused = new CredentialQueries.Unused(new Span(4_000_000, 5_000_000, true, 0, 1));
        var query = CredentialQueries.list(new CredentialQueries.Wanted(null, null, unused), 0, 2_000);
        query.arguments().addAll(List.of(500, 0));
        assertThat(explain(query))
                .contains("SEARCH c USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)")
                .contains("SEARCH e USING INDEX event_person (person_id=? AND id>?)")
                .contains("SEARCH e USING INDEX event_person (person_id=?)")
                .doesNotContain("SCAN")
                .doesNotContain("TEMP B-TREE");
        assertThat(explain(CredentialQueries.BLOCK_END, 0, 1, 1)).contains("INTEGER PRIMARY KEY (rowid>? AND rowid<?)");
    }

    @Test
    void aSpanKnowsWhetherItsIdsAreItsOwn() {
        insert(1, 10, 1_000, 10); // 1000 .. 1090
        var queries = new ReportQueries(database);
        assertThat(queries.span(1_020, 1_060, 10)).isEqualTo(new Span(2, 6, true, 1_020, 1_060));
        assertThat(queries.span(1_020, 1_060, 4)).isEqualTo(new Span(2, 4, true, 1_020, 1_060));
        assertThat(queries.span(2_000, 3_000, 10)).isEqualTo(new Span(10, 10, true, 2_000, 3_000));
        insert(11, 1, 1_030, 0); // the clock was set back
        assertThat(queries.span(1_020, 1_060, 11)).isEqualTo(new Span(2, 11, false, 1_020, 1_060));
        assertThat(queries.count(wanted(queries.span(1_020, 1_060, 11), null))).isEqualTo(5);
    }

    @Test
    void aLongListComesWholeInParts() throws IOException {
        int events = 130_000;
        insert(1, events, 0, 1);
        insert(events + 1, 10, 1_000, 0); // and what no longer counts
        var queries = new ReportQueries(database);
        var all = wanted(queries.span(0, events, events), null);
        assertThat(all.span()).isEqualTo(new Span(0, events, true, 0, events));
        assertThat(queries.count(all)).isEqualTo(events);
        assertThat(ids(queries, all, 0, Long.MAX_VALUE)).isEqualTo(range(1, events));
        assertThat(ids(queries, all, 24_990, 700)).isEqualTo(range(24_991, 25_690));
        assertThat(ids(queries, all, 129_999, 500)).isEqualTo(range(130_000, 130_000));
        assertThat(ids(queries, all, 130_000, 500)).isEmpty();
        var person = wanted(all.span(), 7L);
        assertThat(queries.count(person)).isEqualTo(130);
        assertThat(ids(queries, person, 128, 500)).containsExactly(128_007L, 129_007L);
        var door = wanted(all.span(), null, 2L);
        assertThat(queries.count(door)).isEqualTo(65_000);
        assertThat(ids(queries, door, 64_999, 500)).containsExactly(130_000L);
        assertThat(queries.use(0, events, events))
                .isEqualTo(Map.of(
                        1L, new ReportQueries.Use(0, 65_000),
                        2L, new ReportQueries.Use(0, 65_000)));
    }

    private static List<Long> ids(ReportQueries queries, Wanted wanted, long offset, long limit) throws IOException {
        var ids = new ArrayList<Long>();
        queries.each(wanted, offset, limit, event -> ids.add(event.id()));
        return ids;
    }

    private static List<Long> range(long first, long last) {
        return LongStream.rangeClosed(first, last).boxed().toList();
    }

    @Test
    void moreEventsThanASliceHasInOneMillisecondAreCountedOnce() {
        insert(1, 60_000, 500, 0);
        insert(60_001, 1, 501, 0);
        assertThat(new ReportQueries(database).use(0, 1_000, 60_001).get(1L))
                .isEqualTo(new ReportQueries.Use(0, 30_001));
    }

    /// A box that was away tells late of what happened before.
    @Test
    void theLastMoveIsTheOneThatOccurredLast() {
        insert(1, 10, 8_000, 0);
        insert(11, 1, 5_000, 0); // told later, in the same part of the log
        insert(30_000, 10, 4_000, 0); // and in another one
        database.write(sql -> {
            sql.script("DROP TRIGGER event_never_changes");
            sql.run("UPDATE event SET kind = 10, person_id = 1 WHERE id IN (1, 11, 30000)"); // in at 8, out at 5 and 4
            sql.run("UPDATE event SET kind = 10, person_id = 2 WHERE id IN (2, 3, 4)"); // in, out, in, at once
            return sql.run("UPDATE event SET additional = '{\"reader\":\"exit\"}' WHERE id IN (3, 11, 30000)");
        });
        var queries = new ReportQueries(database);
        LastMoves moves = queries.lastMoves(queries.span(0, 60_000, 60_000), 1_000);
        assertThat(List.of(moves.in(0), moves.out(0))).containsExactly(1L, 11L);
        assertThat(moves.isIn(0)).isTrue();
        assertThat(List.of(moves.in(1), moves.out(1))).containsExactly(4L, 3L);
        assertThat(moves.isIn(1)).isTrue();
    }

    @Test
    void movesAreThoseOfTheLastPart() {
        insert(1, 60_000, 0, 1);
        database.write(sql -> {
            sql.script("DROP TRIGGER event_never_changes");
            sql.run("UPDATE event SET kind = 10");
            return sql.run("UPDATE event SET additional = '{\"reader\":\"exit\"}' WHERE id IN (7, 30008, 59009)");
        });
        var queries = new ReportQueries(database);
        LastMoves moves = queries.lastMoves(queries.span(0, 60_000, 60_000), 1_000);
        assertThat(moves.people()).isEqualTo(1_000);
        assertThat(List.of(moves.in(6), moves.out(6))).containsExactly(59_007L, 7L); // person 7
        assertThat(List.of(moves.in(7), moves.out(7))).containsExactly(59_008L, 30_008L);
        assertThat(List.of(moves.in(8), moves.out(8))).containsExactly(58_009L, 59_009L);
        assertThat(moves.isIn(7)).isTrue();
        assertThat(moves.isIn(8)).isFalse();
        assertThat(Set.of(moves.out(9))).containsExactly(0L);
        assertThatThrownBy(() -> queries.lastMoves(queries.span(0, 60_000, 60_000), 999))
                .isInstanceOf(ReportQueries.TooManyException.class);
    }
}
