package dev.lintel.sim.pd;

import dev.lintel.reader.osdp.Reply;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// Cards and keys that wait for a POLL, one each. What nobody has fetched in time is forgotten, as a person would
/// have walked away: a card of minutes ago must not open a door when a cable is mended.
final class PdQueue {
    /// More than a person can present or type before the next poll.
    static final int QUEUE_MAX = 32;

    private record Waiting(Reply reply, long sinceNs) {}

    private final Deque<Waiting> queue = new ArrayDeque<>();
    private final PdLog log;

    PdQueue(PdLog log) {
        this.log = log;
    }

    /// Returns whether there was room.
    boolean add(Reply reply, long nowNs) {
        dropOld(nowNs);
        return queue.size() < QUEUE_MAX && queue.add(new Waiting(reply, nowNs));
    }

    /// What has waited longest; null when nothing waits.
    @Nullable
    Reply next(long nowNs) {
        dropOld(nowNs);
        Waiting next = queue.poll();
        return next == null ? null : next.reply;
    }

    boolean isEmpty() {
        return queue.isEmpty();
    }

    void clear() {
        queue.clear();
    }

    private void dropOld(long nowNs) {
        for (Waiting first = queue.peek(); first != null && isOld(first, nowNs); first = queue.peek()) {
            queue.remove();
            log.tell("forgotten");
        }
    }

    private static boolean isOld(Waiting waiting, long nowNs) {
        return nowNs - waiting.sinceNs >= OsdpPd.OFFLINE_NS;
    }
}
