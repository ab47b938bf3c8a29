package dev.lintel.controller.commission;

import dev.lintel.controller.commission.InputBoard.Place;
import dev.lintel.controller.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// Changes of channels' lines, in order. Inputs tell of theirs with the time of the edge, so that no press is too short
/// to be seen; outputs and readers are looked at. One thread takes them; to be closed.
public final class InputWatch implements AutoCloseable {
    /// A contact that bounces through its debouncing for a minute; what is lost beyond it is only told as it stands.
    static final int MOVES_MAX = 1_024;

    /// Soon enough for an eye.
    private static final long LOOK_MS = 50;

    private final InputBoard board;
    private final Time time;
    private final BlockingQueue<Move> moves = new ArrayBlockingQueue<>(MOVES_MAX);
    private final AtomicBoolean missed = new AtomicBoolean();
    private final Runnable leave;
    private final Map<Place, Point> last = new HashMap<>();
    private final Deque<Change> found = new ArrayDeque<>();

    /// A line is otherwise than before.
    ///
    /// @param at by the clock on the wall
    public record Change(long channelId, Point.Name name, Point now, Instant at) {}

    private record Move(int line, boolean active, long atNs) {}

    InputWatch(InputBoard board, PointTap tap, Time time) {
        this.board = board;
        this.time = time;
        leave = tap.watch((line, active, atNs) -> {
            if (!moves.offer(new Move(line, active, atNs))) missed.set(true);
        });
        for (Inputs inputs : board.all()) {
            inputs.points().forEach((name, point) -> last.put(new Place(inputs.channelId(), name), point));
        }
    }

    /// The next change, waited for for so long; null when there is none by then.
    public @Nullable Change next(Duration limit) throws InterruptedException {
        long untilNs = time.nowNs() + limit.toNanos();
        while (true) {
            Change first = found.poll();
            if (first != null) return first;
            long leftMs = TimeUnit.NANOSECONDS.toMillis(untilNs - time.nowNs());
            Move move = moves.poll(Math.clamp(leftMs, 0, LOOK_MS), TimeUnit.MILLISECONDS);
            if (move == null) look();
            else take(move);
            if (found.isEmpty() && time.nowNs() >= untilNs) return null;
        }
    }

    private void take(Move move) {
        Instant at = time.now().minusNanos(time.nowNs() - move.atNs);
        for (Place place : board.places(move.line)) {
            boolean active = move.active || (place.name() == Point.Name.FIRE && burns(place.channelId()));
            note(place, new Point(true, active), at);
        }
    }

    /// In another zone, perhaps.
    private boolean burns(long channelId) {
        Inputs inputs = board.of(channelId);
        return inputs != null && inputs.of(Point.Name.FIRE).active();
    }

    private void look() {
        boolean all = missed.getAndSet(false);
        for (Inputs inputs : board.all()) {
            inputs.points().forEach((name, point) -> {
                if (all || !name.input()) note(new Place(inputs.channelId(), name), point, time.now());
            });
        }
    }

    private void note(Place place, Point now, Instant at) {
        if (now.equals(last.put(place, now))) return;
        found.add(new Change(place.channelId(), place.name(), now, at));
    }

    @Override
    public void close() {
        leave.run();
    }
}
