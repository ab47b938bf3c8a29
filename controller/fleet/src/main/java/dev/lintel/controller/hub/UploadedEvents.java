package dev.lintel.controller.hub;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.fleet.BoxLogStore;
import dev.lintel.controller.fleet.BoxLogStore.Unknown;
import dev.lintel.controller.fleet.BoxStore;
import dev.lintel.controller.fleet.BoxStore.Box;
import dev.lintel.controller.store.AdmissionQueries;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.Sql;
import dev.lintel.controller.time.Time;
import dev.lintel.sync.wire.EventRow;
import dev.lintel.sync.wire.UpLine;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Takes events of boxes into the hub's own log, within the transaction that notes them. On the writer thread.
final class UploadedEvents {
    /// In `additional` of an event of a box: the box's name, its id of the event, and what orders it there.
    static final String BOX = "box";

    static final String BOX_EVENT_ID = "box_event_id";
    private static final String BOX_BOOT = "box_boot";
    private static final String BOX_NS = "box_monotonic_ns";
    /// A channel that it names and that is none of its own.
    private static final String BOX_CHANNEL = "box_channel_id";
    /// When it happened by a clock that was ahead.
    private static final String BOX_OCCURRED = "box_occurred_at";
    /// An admission's request: the box's number of it, and the hub's.
    private static final String REQUEST_ID = "admission_request_id";

    private static final String BOX_REQUEST_ID = "box_admission_request_id";
    private static final String HUB_REQUEST_ID = "hub_request_id";

    /// Events that became known, in one transaction: some 2 MB in memory where all are as long as may be.
    private static final int UNKNOWN_AT_ONCE = 100;

    private final Database database;
    private final Time time;

    UploadedEvents(Database database, Time time) {
        this.database = database;
        this.time = time;
    }

    /// Who tells, and of which channels that is believed: those that it has, and those that it had, of that
    /// time. It goes by the box's name; what a box of that name had before this one joined is none of its own.
    ///
    /// @param had until when, Unix milliseconds
    record Teller(Box box, Set<Long> has, Map<Long, Long> had) {
        Teller {
            has = Set.copyOf(has);
            had = Map.copyOf(had);
        }

        static Teller of(Sql sql, Box box) {
            Set<Long> has = Set.copyOf(BoxStore.channels(sql, box.name()));
            return new Teller(box, has, BoxStore.had(sql, box.name()));
        }

        private boolean isOwn(long channel, long occurredAtMs) {
            if (has.contains(channel)) return true;
            Long end = had.get(channel);
            return end != null && occurredAtMs <= end && box.joined().atMs() <= end;
        }
    }

    /// Appends it, or keeps its line until a version that knows its kind.
    void take(Sql sql, Teller teller, long branch, EventRow row) {
        Box box = teller.box;
        EventKind kind = known(row.kind());
        if (kind != null) {
            database.events().append(draft(sql, teller, kind, row));
        } else {
            BoxLogStore.keepUnknown(sql, new Unknown(box.id(), branch, row.id(), new UpLine.Event(row).toJson()));
        }
    }

    /// Appends those whose kind this version knows and an earlier one did not. Any thread that may block.
    /// Returns how many there were.
    int takeUnknown() {
        int taken = 0;
        Unknown last = null;
        while (true) {
            Unknown after = last;
            List<Unknown> some = database.read(sql -> BoxLogStore.unknown(sql, after, UNKNOWN_AT_ONCE));
            if (some.isEmpty()) return taken;
            taken += database.write(sql -> takeKnown(sql, some));
            last = some.getLast();
        }
    }

    private int takeKnown(Sql sql, List<Unknown> some) {
        int taken = 0;
        for (Unknown one : some) {
            if (!(UpLine.parse(one.line()) instanceof UpLine.Event(EventRow row))) continue;
            EventKind kind = known(row.kind());
            Box box = BoxStore.get(sql, one.boxId());
            if (kind == null || box == null) continue;
            database.events().append(draft(sql, Teller.of(sql, box), kind, row));
            BoxLogStore.dropUnknown(sql, one);
            taken++;
        }
        return taken;
    }

    private EventDraft draft(Sql sql, Teller teller, EventKind kind, EventRow row) {
        Long named = row.channelId();
        boolean own = named == null || teller.isOwn(named, row.occurredAtMs());
        var subject = new EventDraft.Subject(
                own ? named : null,
                row.personId(),
                row.personName(),
                row.credentialId(),
                row.credentialsNumber(),
                row.pin());
        long nowMs = time.nowMs();
        // The newest event of the log tells this Lintel whether its own clock is behind: a box's clock must not say so.
        boolean ahead = row.occurredAtMs() > nowMs;
        Map<String, Object> additional = additional(sql, teller, row);
        if (!own) additional.put(BOX_CHANNEL, named);
        additional.put(BOX, teller.box.name());
        additional.put(BOX_EVENT_ID, row.id());
        additional.put(BOX_BOOT, row.bootId());
        additional.put(BOX_NS, row.monotonicNs());
        if (ahead) additional.put(BOX_OCCURRED, row.occurredAtMs());
        return new EventDraft(kind, ahead ? nowMs : row.occurredAtMs(), time.nowNs(), subject, additional);
    }

    private static Map<String, Object> additional(Sql sql, Teller teller, EventRow row) {
        var additional = new LinkedHashMap<String, Object>();
        row.additional().forEach((name, value) -> {
            if (value != null) additional.put(name, value);
        });
        Object own = additional.remove(REQUEST_ID);
        if (own != null) additional.put(BOX_REQUEST_ID, own);
        Object ours = additional.get(HUB_REQUEST_ID);
        if (ours instanceof Long request && isAsked(sql, teller, row.channelId(), request))
            additional.put(REQUEST_ID, ours);
        return additional;
    }

    /// Whether this hub asked for that admission at that channel, which the box has: it asks no former box.
    private static boolean isAsked(Sql sql, Teller teller, @Nullable Long channel, long request) {
        return channel != null
                && teller.has.contains(channel)
                && channel.equals(AdmissionQueries.askedAt(sql, request));
    }

    private static @Nullable EventKind known(int number) {
        for (EventKind kind : EventKind.values()) if (kind.number() == number) return kind;
        return null;
    }
}
