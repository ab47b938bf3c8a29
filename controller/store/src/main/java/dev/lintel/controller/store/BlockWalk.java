package dev.lintel.controller.store;

import java.io.IOException;
import java.util.List;

/// A long table read in parts, a short read transaction each: between them the write-ahead log can shrink, and nothing
/// of what was read stays in memory. On the caller's thread.
///
/// ```
///   ids   |----- block -----|----- block -----|--- .. up to the last id of the start
///   page          count, is it here? -- no --> count, is it here? -- yes --> rows, 500 at a time
/// ```
///
/// The rows between two ids must stay the same, or only go: what is added meanwhile lies beyond the last id.
final class BlockWalk<T> {
    /// Rows in one read transaction, as they wait in memory.
    private static final int CHUNK = 500;

    private final Source<T> source;
    private final long afterId;
    private final long lastId;

    /// @param afterId the walk begins behind it
    /// @param lastId the last that may be read
    BlockWalk(Source<T> source, long afterId, long lastId) {
        this.source = source;
        this.afterId = afterId;
        this.lastId = lastId;
    }

    /// The rows, ascending by id. Each call is a read transaction of its own.
    interface Source<T> {
        /// The last id of the block behind `afterId`, of as many rows as may be looked at in one transaction.
        long blockEnd(long afterId, long lastId);

        /// How many rows are wanted within (`afterId`, `upToId`].
        long count(long afterId, long upToId);

        /// The wanted rows there, `offset` left out, `limit` at most.
        List<T> rows(long afterId, long upToId, int limit, long offset);

        long id(T row);
    }

    long total() {
        long total = 0;
        for (long after = afterId; after < lastId; ) {
            long end = source.blockEnd(after, lastId);
            total += source.count(after, end);
            after = end;
        }
        return total;
    }

    /// Hands on `limit` rows at most, of those behind the first `offset`.
    void each(long offset, long limit, ReportQueries.Sink<T> sink) throws IOException {
        long skip = offset;
        long left = limit;
        for (long after = afterId; after < lastId && left > 0; ) {
            long end = source.blockEnd(after, lastId);
            long here = skip == 0 ? Long.MAX_VALUE : source.count(after, end);
            if (here <= skip) {
                skip -= here;
            } else {
                left = block(after, end, new Rest(skip, left), sink);
                skip = 0;
            }
            after = end;
        }
    }

    /// What is left to leave out and to hand on.
    private record Rest(long skip, long left) {}

    private long block(long afterId, long end, Rest rest, ReportQueries.Sink<T> sink) throws IOException {
        long after = afterId;
        long skip = rest.skip;
        long left = rest.left;
        while (left > 0) {
            int limit = (int) Math.min(CHUNK, left);
            List<T> rows = source.rows(after, end, limit, skip);
            for (T row : rows) sink.take(row);
            left -= rows.size();
            if (rows.size() < limit) return left;
            after = source.id(rows.getLast());
            skip = 0;
        }
        return left;
    }
}
