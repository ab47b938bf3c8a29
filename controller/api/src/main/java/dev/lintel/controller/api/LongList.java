package dev.lintel.controller.api;

import dev.lintel.controller.http.Paging;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.Sql;
import java.util.List;

/// Answers for a list that may be too long for memory. On the request's virtual thread.
///
/// ```
///   a page               counted and read in one transaction: both are of one moment
///   skip_pagination      counted at the start, then read in chunks by id, a read transaction each, up to the highest
///                        id there was: rows that are added meanwhile are not in it, and none comes twice
/// ```
///
/// Both are written while they are made, a page of few rows excepted. One transaction for the whole would be open as
/// long as the slowest client reads, and the write-ahead log could not shrink.
record LongList(Database database, Source source) {
    /// Rows in one read transaction: some tens of milliseconds on a board.
    private static final int CHUNK = 500;
    /// A page of up to this many rows goes out as one text; as many of the longest rows are some 200 kB.
    private static final int AT_ONCE_MAX = 50;

    /// One row.
    ///
    /// @param id by which the list is ordered
    record Row(long id, Object json) {}

    /// The rows of one list, filters included, ascending by id. Called inside a read transaction.
    interface Source {
        long count(Sql sql);

        /// At least that of the last row; 0 when there is none.
        long highestId(Sql sql);

        List<Row> page(Sql sql, int limit, long offset);

        /// The first `limit` rows after `afterId` up to `lastId`.
        List<Row> chunk(Sql sql, long afterId, long lastId, int limit);
    }

    /// A page read, and where it stands.
    private record Page(Paging.Position position, List<Row> rows) {}

    Reply answer(Request request, Paging.Limits limits) {
        Paging.Wanted wanted = Paging.wanted(request, limits);
        if (wanted.all()) return whole(request, wanted);
        Page page = database.read(sql -> new Page(
                new Paging.Position(wanted, source.count(sql), request.listUrl()),
                source.page(sql, wanted.perPage(), wanted.offset())));
        if (page.rows.size() <= AT_ONCE_MAX) {
            return new Reply.Listed(page.rows.stream().map(Row::json).toList(), page.position);
        }
        return new Reply.Streamed(out -> {
                    out.writeStartArray();
                    for (Row row : page.rows) Json.write(out, row.json);
                    out.writeEndArray();
                })
                .with(Paging.headers(page.position));
    }

    private Reply whole(Request request, Paging.Wanted wanted) {
        long[] ends = database.read(sql -> new long[] {source.count(sql), source.highestId(sql)});
        var position = new Paging.Position(wanted, ends[0], request.listUrl());
        return new Reply.Streamed(out -> {
                    out.writeStartArray();
                    List<Row> rows;
                    long after = 0;
                    do {
                        long from = after;
                        rows = database.read(sql -> source.chunk(sql, from, ends[1], CHUNK));
                        for (Row row : rows) Json.write(out, row.json);
                        if (!rows.isEmpty()) after = rows.getLast().id;
                    } while (rows.size() == CHUNK);
                    out.writeEndArray();
                })
                .with(Paging.headers(position));
    }
}
