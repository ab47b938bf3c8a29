package dev.lintel.controller.console;

import dev.lintel.controller.action.OutputDesk;
import dev.lintel.controller.action.OutputView;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Reply.Sink;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.ConsoleStore;
import dev.lintel.controller.store.ConsoleStore.ChannelName;
import dev.lintel.controller.store.EventStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// What the live page listens to. One virtual thread a browser, woken by [Changes].
///
/// ```
///   event: backlog  the newest 50 events, oldest first (a browser that comes without a cursor, or with one too old)
///   event: happened one event           id: the event's id; comes back as Last-Event-ID
///   event: doors    every door's picture, at first and at each change
///   event: outputs  the named outputs of the box, together with the doors
///   event: beat     every 15 s, so that the page knows a dead connection from a quiet building
/// ```
final class LiveStream {
    /// Browsers that watch at once: each holds a connection and three virtual threads.
    static final int STREAMS_MAX = 32;
    static final int BACKLOG = 50;
    /// A browser that was away for more events than this starts over with the newest.
    private static final int CATCH_UP_MAX = EventStore.BATCH_MAX;

    private static final long BEAT_MS = 15_000;
    private static final int RETRY_S = 10;

    private final EventLog log;
    private final EventFeed events;
    private final DoorViews doors;
    private final OutputDesk outputs;
    private final ConsoleStore names;
    private final LongSupplier nowNs;
    private final Semaphore places = new Semaphore(STREAMS_MAX);

    /// The parts of the page other than events.
    record Shown(DoorViews doors, OutputDesk outputs) {}

    LiveStream(EventLog log, EventFeed events, Shown shown, ConsoleStore names, LongSupplier nowNs) {
        this.nowNs = nowNs;
        this.outputs = shown.outputs;
        this.log = log;
        this.events = events;
        this.doors = shown.doors;
        this.names = names;
    }

    /// `allowed` is asked every 15 s, whatever happens in the building: a stream must not outlive its session.
    Reply open(Request request, BooleanSupplier allowed) {
        if (places.availablePermits() == 0) return new Reply.Unavailable("too many pages are watching", RETRY_S);
        long cursor = cursor(request);
        return new Reply.EventStream(sink -> {
            if (!places.tryAcquire()) return; // taken here, for a stream that never starts must not keep its place
            try {
                run(sink, cursor, new Permission(allowed));
            } finally {
                places.release();
            }
        });
    }

    /// Whether the stream may go on; asked again when the last answer is [#BEAT_MS] old.
    private final class Permission {
        private final BooleanSupplier allowed;
        private long askedNs = nowNs.getAsLong();
        private boolean holds = true;

        Permission(BooleanSupplier allowed) {
            this.allowed = allowed;
        }

        boolean holds() {
            long now = nowNs.getAsLong();
            if (holds && now - askedNs >= TimeUnit.MILLISECONDS.toNanos(BEAT_MS)) {
                holds = allowed.getAsBoolean();
                askedNs = now;
            }
            return holds;
        }

        /// Until it is to be asked again.
        long leftMs() {
            return Math.clamp(BEAT_MS - TimeUnit.NANOSECONDS.toMillis(nowNs.getAsLong() - askedNs), 1, BEAT_MS);
        }
    }

    private void run(Sink sink, long after, Permission permission) throws InterruptedException {
        long revision = doors.revision();
        sendDoors(sink);
        long cursor = begin(sink, after, permission);
        try (var changes = new Changes(log, cursor, doors, revision)) {
            while (permission.holds()) {
                boolean changed = changes.await(permission.leftMs());
                if (!permission.holds()) return;
                if (!changed) sink.send("beat", null, "{}");
                long now = doors.revision();
                if (now != revision) {
                    revision = now;
                    sendDoors(sink);
                }
                cursor = sendNew(sink, cursor, permission);
            }
        }
    }

    /// Brings the browser up to now; returns the cursor it then stands at.
    private long begin(Sink sink, long after, Permission permission) throws InterruptedException {
        boolean goesOn = after >= 0 && after <= log.head() && log.head() - after <= CATCH_UP_MAX;
        if (goesOn) return sendNew(sink, after, permission);
        return events.newest(sink, BACKLOG);
    }

    private long sendNew(Sink sink, long after, Permission permission) throws InterruptedException {
        long cursor = after;
        while (log.head() > cursor && permission.holds()) {
            long last = events.after(sink, cursor);
            if (last == cursor) return cursor;
            cursor = last;
        }
        return cursor;
    }

    private void sendDoors(Sink sink) throws InterruptedException {
        Map<Long, ChannelName> channels = names.channels();
        var json = new ArrayList<Map<String, @Nullable Object>>();
        for (DoorView view : doors.all()) {
            ChannelName channel = channels.get(view.channelId());
            json.add(DoorJson.of(view, channel == null ? "Door " + view.channelId() : channel.name()));
        }
        sink.send("doors", null, Json.write(json));
        List<OutputView> named = outputs.outputs();
        if (!named.isEmpty())
            sink.send(
                    "outputs",
                    null,
                    Json.write(named.stream().map(LiveStream::output).toList()));
    }

    private static Map<String, @Nullable Object> output(OutputView output) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("name", output.name());
        json.put("on", output.on());
        json.put("fault", output.fault());
        return json;
    }

    /// The last event the browser has: from the header after a lost connection, from the address when the page
    /// itself starts again; below 0 when it has none.
    private static long cursor(Request request) {
        String held = request.header("Last-Event-ID");
        if (held == null || held.isBlank()) held = request.query("after");
        if (held == null || !held.matches("[0-9]{1,18}")) return -1;
        return Long.parseLong(held);
    }
}
