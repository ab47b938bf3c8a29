package dev.lintel.controller.api;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.store.LastMoves;
import dev.lintel.controller.store.ReportQueries;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Who is in: a row a person, by id. Everybody's last moves are found in one walk over the span, which takes 40
/// bytes a person; so few of these are in memory at once, and none while a client waits for its turn. They are
/// found once more for the answer: events never change, so both are the same.
final class PresenceReport implements ReportRows {
    /// People who came or went in the span: their moves take 4 MB of the box's 64.
    static final int PEOPLE_MAX = 100_000;
    /// People whose events are read in one transaction.
    private static final int CHUNK = 250;
    /// How long a question waits for others.
    private static final long TURN_S = 10;

    private final ReportQueries queries;
    private final ReportQueries.Span span;
    private final EventReport.Words words;
    private final String status;
    private final Semaphore places;

    /// @param status `in`, `out` or `all`
    /// @param places how many may be in memory at once
    PresenceReport(
            ReportQueries queries, ReportQueries.Span span, EventReport.Words words, String status, Semaphore places) {
        this.queries = queries;
        this.span = span;
        this.words = words;
        this.status = status;
        this.places = places;
    }

    @Override
    public long total() {
        enter();
        try {
            LastMoves moves = moves();
            long total = 0;
            for (int place = 0; place < moves.people(); place++) if (wanted(moves, place)) total++;
            return total;
        } finally {
            places.release();
        }
    }

    private void enter() {
        boolean entered = false;
        try {
            entered = places.tryAcquire(TURN_S, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!entered) throw new RefusedException(new Reply.Unavailable("too many reports of who is in at once", 5));
    }

    private LastMoves moves() {
        try {
            return queries.lastMoves(span, PEOPLE_MAX);
        } catch (ReportQueries.TooManyException e) {
            throw RefusedException.badRequest(
                    "since is too early: more than " + PEOPLE_MAX + " people were admitted after it");
        }
    }

    private boolean wanted(LastMoves moves, int place) {
        return status.equals("all") || moves.isIn(place) == status.equals("in");
    }

    @Override
    public void each(long offset, long limit, Sink sink) throws IOException {
        places.acquireUninterruptibly(); // the answer has begun; whoever is before it is cut off when he takes nothing
        try {
            LastMoves moves = moves();
            var chunk = new ArrayList<Integer>();
            long skip = offset;
            long left = limit;
            for (int place = 0; place < moves.people() && left > 0; place++) {
                if (!wanted(moves, place) || skip-- > 0) continue;
                left--;
                chunk.add(place);
                if (chunk.size() == CHUNK) write(moves, chunk, sink);
            }
            write(moves, chunk, sink);
        } finally {
            places.release();
        }
    }

    private void write(LastMoves moves, List<Integer> chunk, Sink sink) throws IOException {
        var ids = new ArrayList<Long>();
        for (int place : chunk) {
            ids.add(moves.in(place));
            ids.add(moves.out(place));
        }
        Map<Long, Event> events = queries.events(ids);
        for (int place : chunk) sink.take(row(events.get(moves.in(place)), events.get(moves.out(place))));
        chunk.clear();
    }

    /// As [LastMoves] has it.
    private static boolean isLater(Event one, Event other) {
        long ms = one.draft().occurredAtMs();
        long otherMs = other.draft().occurredAtMs();
        return ms == otherMs ? one.id() > other.id() : ms > otherMs;
    }

    private List<@Nullable Object> row(@Nullable Event in, @Nullable Event out) {
        boolean isIn = out == null || (in != null && isLater(in, out));
        Event last = isIn ? in : out;
        if (last == null) throw new IllegalStateException("an event of the log is gone");
        var row = new ArrayList<@Nullable Object>();
        row.add(last.subject().personId());
        row.add(last.subject().personName());
        row.add(isIn ? "in" : "out");
        add(row, in);
        add(row, out);
        row.add(last.draft().additional().get("area") instanceof String area ? area : null);
        return row;
    }

    private void add(List<@Nullable Object> row, @Nullable Event event) {
        Long channelId = event == null ? null : event.subject().channelId();
        row.add(event == null ? null : words.times().local(event.draft().occurredAtMs()));
        row.add(channelId);
        row.add(channelId == null ? null : words.channelNames().get(channelId));
    }
}
