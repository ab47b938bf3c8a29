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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Notifies browsers when a person waits at a door for an operator's approval, and when that request ends. It reads the
/// event log, so no door waits for it. At a hub the log has the requests of the boxes that follow.
///
/// ```
///   APPROVAL_REQUESTED ─► log ─► here ─► "Ada Demo waits at Front Door"          stays on the screen, with a sound
///   the event that ends it ────► here ─► "Approved by olga@example.com"          replaces it, without a sound
/// ```
///
/// [#run] runs on one thread of its own.
final class ApprovalNotifications implements Runnable {
    /// The end of a request is of use to an operator who has just seen its begin.
    private static final int END_LIFE_S = 60;
    /// A request ends by an event within this time after its window: a hub receives it later than the box writes it.
    private static final long END_WITHIN_NS = TimeUnit.SECONDS.toNanos(3);
    /// Events that are read at a start, for requests of the minute before: more than a box writes in a minute.
    private static final int RESUMED_EVENTS = EventStore.BATCH_MAX;

    private static final long RESUMED_MS = 60_000;
    private static final long LOOK_MS = 60_000;
    private static final long LOOK_OPEN_MS = 1_000;
    private static final long AGAIN_NS = TimeUnit.SECONDS.toNanos(5);
    private static final String PATH = "/";
    private static final String APPROVAL_ID = "approval_id";
    private static final int TAG_RADIX = Character.MAX_RADIX; // a tag has at most 32 characters

    private static final Logger LOG = System.getLogger(ApprovalNotifications.class.getName());

    private final Parts parts;
    private final long startHead;
    /// The requests that have not ended.
    private final Map<Key, Open> open = new HashMap<>();

    private long cursor;
    private boolean resumed;
    private boolean warned;

    /// The dependencies of the watcher.
    record Parts(
            EventLog log,
            EventStore events,
            ConsoleStore names,
            ApprovalDesk approvals,
            Notifications notifications,
            Time time) {}

    /// Two boxes of a hub may give the same id.
    private record Key(long channelId, long id) {
        String tag() {
            return "approval-" + Long.toString(channelId, TAG_RADIX) + "-" + Long.toString(id, TAG_RADIX);
        }
    }

    /// @param words who waits where
    private record Open(String words, long untilNs) {}

    ApprovalNotifications(Parts parts) {
        this.parts = parts;
        this.startHead = parts.log.head();
        this.cursor = startHead;
    }

    @Override
    public void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                turn();
                parts.log.awaitHeadAbove(cursor, open.isEmpty() ? LOOK_MS : LOOK_OPEN_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // it is closed, or the store is
        }
    }

    private void turn() {
        try {
            long head = parts.log.head();
            if (parts.notifications.hasBrowsers()) {
                if (!resumed) resume();
                resumed = true;
                read(head);
            }
            resumed = true;
            cursor = Math.max(cursor, head);
            endOverdue();
            warned = false;
        } catch (RuntimeException e) { // the disk cannot be read; the doors work
            if (!warned) LOG.log(Level.WARNING, "requests for approval are not notified: " + e.getMessage());
            warned = true;
            parts.time.pause(AGAIN_NS);
        }
    }

    /// Ends the requests of before the start, whose notifications would stay on the screen. At a hub those of other
    /// boxes may still wait.
    private void resume() {
        var before = new HashMap<Key, String>();
        for (Event event : parts.events.newest(RESUMED_EVENTS)) {
            Key key = key(event);
            boolean old = event.draft().occurredAtMs() < parts.time.nowMs() - RESUMED_MS;
            if (key == null || event.id() > startHead || old) continue;
            if (event.kind() == EventKind.APPROVAL_REQUESTED)
                before.put(key, words(event.subject().personName(), key));
            else before.remove(key);
        }
        for (Asked asked : before.isEmpty() ? List.<Asked>of() : parts.approvals.asked()) {
            var key = new Key(asked.channelId(), asked.id());
            String words = before.remove(key);
            if (words != null) open.put(key, new Open(words, asked.untilNs()));
        }
        before.forEach((key, words) -> end(key, words, "This request is over."));
    }

    private void read(long head) {
        while (cursor < head) {
            List<Event> events = parts.events.after(cursor, EventStore.BATCH_MAX);
            if (events.isEmpty()) return; // they were removed meanwhile
            for (Event event : events) {
                take(event);
                cursor = event.id(); // one that could not be read whole is read again
            }
        }
    }

    private void take(Event event) {
        Key key = key(event);
        if (key == null) return;
        if (event.kind() == EventKind.APPROVAL_REQUESTED) {
            if (!open.containsKey(key)) begin(key); // else the person presented a factor again
            return;
        }
        Open ended = open.get(key);
        if (ended == null) return;
        end(key, ended.words, result(event));
        open.remove(key); // last: where the browsers cannot be read, the event is read again
    }

    private static @Nullable Key key(Event event) {
        Long channelId = event.subject().channelId();
        if (channelId == null || !(event.draft().additional().get(APPROVAL_ID) instanceof Number id)) return null;
        return new Key(channelId, id.longValue());
    }

    private void begin(Key key) {
        for (Asked asked : parts.approvals.asked()) {
            if (asked.id() != key.id || asked.channelId() != key.channelId) continue;
            int leftS = (int) TimeUnit.NANOSECONDS.toSeconds(asked.untilNs() - parts.time.nowNs());
            if (leftS <= 0) return;
            String words = words(asked.personName(), key);
            String body = "Approve or deny it on the page Live.";
            parts.notifications.notifyAll(new Notification(key.tag(), words, body, true, PATH, leftS));
            open.put(key, new Open(words, asked.untilNs()));
            return;
        }
    }

    private String words(@Nullable String person, Key key) {
        ChannelName channel = parts.names.channels().get(key.channelId);
        String door = channel == null ? "door " + key.channelId : channel.name();
        return (person == null ? "A person" : person) + " waits at " + door;
    }

    /// The result of the request that the event ends.
    private static String result(Event event) {
        Object by = event.draft().additional().get(TraceWords.DECIDED_BY);
        if (by == null) return "No decision in time, or the person left.";
        if (event.kind().isAdmitted()) return "Approved by " + by + ".";
        if (event.kind() == EventKind.REJECTED_NOT_APPROVED) return "Denied by " + by + ".";
        return "Approved by " + by + ", but not admitted. The event says why.";
    }

    private void end(Key key, String words, String body) {
        parts.notifications.notifyAll(new Notification(key.tag(), words, body, false, PATH, END_LIFE_S));
    }

    /// A request may end without an event: the door has turned its person away.
    private void endOverdue() {
        long nowNs = parts.time.nowNs();
        for (Key key : new ArrayList<>(open.keySet())) {
            Open one = open.get(key);
            if (one == null || one.untilNs + END_WITHIN_NS - nowNs > 0) continue;
            end(key, one.words, "This request is over.");
            open.remove(key);
        }
    }
}
