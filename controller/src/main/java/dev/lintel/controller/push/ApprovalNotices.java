package dev.lintel.controller.push;

import dev.lintel.controller.access.ApprovalDesk;
import dev.lintel.controller.access.Approvals.Asked;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.event.TraceWords;
import dev.lintel.controller.store.ConsoleStore;
import dev.lintel.controller.store.ConsoleStore.ChannelName;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/// Notifies browsers when a person waits at a door for an operator's approval, and when that is over. It reads the
/// event log and is waited for by no door. At a hub the log has the requests of the boxes that follow.
///
/// ```
///   APPROVAL_REQUESTED ─► log ─► here ─► "Ada Demo waits at Front Door"          stays on the screen, with a sound
///   the event that ends it ────► here ─► "Approved by olga@example.com"          replaces it, without a sound
/// ```
///
/// [#run] runs on one thread of its own.
final class ApprovalNotices implements Runnable {
    /// A notice of the end is of use to somebody who has just seen the request.
    private static final int END_LIFE_S = 60;
    /// A request ends by an event within this time after its window: a hub hears of it later than the box.
    private static final long END_WITHIN_NS = TimeUnit.SECONDS.toNanos(3);

    private static final long LOOK_MS = 60_000; // a hint that was missed is made good
    private static final long LOOK_OPEN_MS = 1_000;
    private static final long AGAIN_NS = TimeUnit.SECONDS.toNanos(5);
    private static final String PATH = "/";
    private static final String APPROVAL_ID = "approval_id";

    private static final Logger LOG = System.getLogger(ApprovalNotices.class.getName());

    private final Parts parts;
    /// The requests that browsers were notified of.
    private final Map<Long, Open> open = new HashMap<>();
    /// Of those that are not over, for threads that send.
    private final Set<Long> waiting = ConcurrentHashMap.newKeySet();

    private long cursor;
    private boolean warned;

    /// What it works with.
    record Parts(
            EventLog log, EventStore events, ConsoleStore names, ApprovalDesk approvals, PushDesk desk, Time time) {}

    /// @param words who waits where
    private record Open(String words, long untilNs) {}

    ApprovalNotices(Parts parts) {
        this.parts = parts;
        this.cursor = parts.log.head(); // a person who waited before the start does not wait any more
    }

    @Override
    public void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                parts.log.awaitHeadAbove(cursor, open.isEmpty() ? LOOK_MS : LOOK_OPEN_MS);
                turn();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // it is closed, or the store is
        }
    }

    private void turn() {
        try {
            long head = parts.log.head();
            if (parts.desk.hasBrowsers()) read(head);
            cursor = Math.max(cursor, head);
            endOverdue();
            warned = false;
        } catch (RuntimeException e) { // a disk that cannot be read: the doors work, and this goes on when it can
            if (!warned) LOG.log(Level.WARNING, "nobody is notified of requests for approval: " + e.getMessage());
            warned = true;
            parts.time.pause(AGAIN_NS);
        }
    }

    private void read(long head) {
        while (cursor < head) {
            List<Event> events = parts.events.after(cursor, EventStore.BATCH_MAX);
            if (events.isEmpty()) return; // they were removed meanwhile
            for (Event event : events) {
                cursor = event.id();
                take(event);
            }
        }
    }

    private void take(Event event) {
        if (!(event.draft().additional().get(APPROVAL_ID) instanceof Number number)) return;
        long id = number.longValue();
        if (event.kind() == EventKind.APPROVAL_REQUESTED) begin(id);
        else end(id, ending(event));
    }

    private void begin(long id) {
        if (open.containsKey(id)) return; // the person presented a factor again
        for (Asked asked : parts.approvals.asked()) {
            if (asked.id() != id) continue;
            long leftNs = asked.untilNs() - parts.time.nowNs();
            int leftS = (int) TimeUnit.NANOSECONDS.toSeconds(leftNs);
            if (leftS <= 0) return;
            String words = asked.personName() + " waits at " + door(asked.channelId());
            open.put(id, new Open(words, asked.untilNs()));
            waiting.add(id);
            String body = "Approve or deny within " + leftS + " s.";
            parts.desk.notifyAll(new Notice(tag(id), words, body, true, PATH, leftS), () -> waiting.contains(id));
        }
    }

    private String door(long channelId) {
        ChannelName channel = parts.names.channels().get(channelId);
        return channel == null ? "door " + channelId : channel.name();
    }

    private static String tag(long id) {
        return "approval-" + id;
    }

    /// What became of the request that the event ends.
    private static String ending(Event event) {
        Object by = event.draft().additional().get(TraceWords.DECIDED_BY);
        if (by == null) return "Nobody decided in time, or the person went on.";
        if (event.kind().isAdmitted()) return "Approved by " + by + ".";
        if (event.kind() == EventKind.REJECTED_NOT_APPROVED) return "Denied by " + by + ".";
        return "Approved by " + by + ", and not admitted: see the event.";
    }

    private void end(long id, String body) {
        Open ended = open.remove(id);
        if (ended == null) return;
        waiting.remove(id);
        parts.desk.notifyAll(new Notice(tag(id), ended.words, body, false, PATH, END_LIFE_S), () -> true);
    }

    /// A request may end without an event: its person was turned away by the door.
    private void endOverdue() {
        long nowNs = parts.time.nowNs();
        for (Iterator<Map.Entry<Long, Open>> all = open.entrySet().iterator(); all.hasNext(); ) {
            Map.Entry<Long, Open> one = all.next();
            if (one.getValue().untilNs + END_WITHIN_NS - nowNs > 0) continue;
            all.remove();
            waiting.remove(one.getKey());
            String words = one.getValue().words;
            parts.desk.notifyAll(
                    new Notice(tag(one.getKey()), words, "This request is over.", false, PATH, END_LIFE_S), () -> true);
        }
    }
}
