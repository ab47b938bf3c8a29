package dev.lintel.controller.hub;

import dev.lintel.controller.fleet.BoxLogStore;
import dev.lintel.controller.fleet.BoxLogStore.Branch;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.hub.BoxDoor.Caller;
import dev.lintel.controller.hub.UploadedEvents.Teller;
import dev.lintel.controller.store.Sql;
import dev.lintel.reader.Bytes;
import dev.lintel.sync.wire.EventRow;
import dev.lintel.sync.wire.LogMark;
import dev.lintel.sync.wire.UpLine;
import dev.lintel.sync.wire.Wire;
import dev.lintel.sync.wire.WireException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `GET` and `POST /sync/1/events`, `POST /sync/1/branch`: a box's log, each event once. An upload says after
/// which event it goes on; when that is not the newest that is here, nothing of it is taken (409), and the box
/// goes on from the newest.
final class LogResource {
    static final String BRANCH = "/sync/1/branch";

    /// Of events, with a line feed after each, and the head, which is some 300.
    private static final int TEXT_CHARS_MAX = Wire.EVENTS_CHARS_MAX + Wire.EVENTS_MAX + 4096;
    /// In UTF-8 a character has three bytes at most. A body is read as it comes, a line at a time.
    private static final int BODY_MAX = 3 * TEXT_CHARS_MAX;
    /// Of one event as it comes. Boxes send [Wire#EVENT_CHARS_MAX] at most; of a longer one the columns are taken, and
    /// one that is longer than this comes from no box of ours: their API takes bodies of a megabyte.
    private static final int LINE_CHARS_MAX = 1 << 20;
    /// SHA-256.
    private static final int HASH_BYTES = 32;

    private final Hub hub;
    private final UploadedEvents events;

    LogResource(Hub hub, UploadedEvents events) {
        this.hub = hub;
        this.events = events;
    }

    void mount(Endpoints endpoints) {
        endpoints.bodyMax(Wire.EVENTS, BODY_MAX);
        endpoints.on(Method.GET, Wire.EVENTS, hub.door().in(this::mark));
        endpoints.on(Method.POST, Wire.EVENTS, hub.door().in(this::upload));
        endpoints.on(Method.POST, BRANCH, hub.door().in(this::branch));
    }

    private Reply mark(Caller caller, Request request) {
        Long at = request.number("at");
        long box = caller.box().id();
        LogMark mark = hub.database().read(sql -> {
            Branch branch = branch(sql, caller);
            if (at == null) return BoxLogStore.newest(sql, box, branch);
            LogMark found = BoxLogStore.at(sql, box, branch, at);
            return found == null ? LogMark.NONE : found;
        });
        return Ndjson.json(200, mark.toJson());
    }

    /// The one that the box continues in: its own, where two boxes have this identity.
    private Branch branch(Sql sql, Caller caller) {
        long box = caller.box().id();
        Long own = hub.cloned().branch(box, caller.run());
        return own == null ? BoxLogStore.current(sql, box) : BoxLogStore.branch(sql, box, own);
    }

    private static LogMark asked(Request request) {
        Long id = request.number("after");
        String hash = request.query("hash");
        if (id == null || id < 0) throw new WireException("after is missing");
        if (id == 0) return LogMark.NONE;
        if (hash == null) throw new WireException("hash is missing");
        return new LogMark(id, checked(hash));
    }

    private static String checked(String hash) {
        if (JoinResource.hex("hash", hash).length != HASH_BYTES) throw new WireException("hash is no SHA-256");
        return hash.toLowerCase(Locale.ROOT);
    }

    /// What came in one body.
    private record Upload(List<EventRow> rows, UpLine.Head head) {}

    private Reply upload(Caller caller, Request request) {
        LogMark after = asked(request);
        Upload upload = read(after, request);
        byte[] signature = check(upload.head, caller.certificate());
        long box = caller.box().id();
        record Taken(LogMark newest, Branch branch, boolean returned) {}
        Taken taken = hub.database().write(sql -> {
            Branch branch = branch(sql, caller);
            requireNewest(sql, box, branch, after);
            boolean returned = take(sql, caller, branch, upload.rows);
            if (upload.head.id() > 0) {
                var head = new BoxLogStore.Head(
                        upload.head.id(),
                        Bytes.copyOf(JoinResource.hex("hash", upload.head.hash())),
                        upload.head.atMs(),
                        caller.fingerprint(),
                        Bytes.copyOf(signature));
                BoxLogStore.keep(sql, box, branch.number(), head);
            }
            return new Taken(BoxLogStore.newest(sql, box, branch), branch, returned);
        });
        if (taken.returned) hub.cloned().returned(caller.box(), caller.run(), taken.branch.number());
        hub.cloned().branch(caller.box(), caller.run(), taken.branch.number());
        return Ndjson.json(200, taken.newest.toJson());
    }

    /// Takes each event once, whatever box and whatever branch it came by before. Returns whether another branch of
    /// this box has some of them.
    private boolean take(Sql sql, Caller caller, Branch branch, List<EventRow> rows) {
        if (rows.isEmpty()) return false;
        long box = caller.box().id();
        Teller teller = Teller.of(sql, caller.box());
        LogMark first = mark(rows.getFirst());
        boolean returned = !BoxLogStore.branches(sql, box, first).isEmpty();
        var known = new ArrayList<>(BoxLogStore.former(sql, box, first));
        if (returned) known.add(box);
        for (EventRow row : rows) {
            LogMark event = mark(row);
            known.removeIf(other -> BoxLogStore.branches(sql, other, event).isEmpty()); // nor has it any later one
            BoxLogStore.note(sql, box, branch.number(), event);
            if (known.isEmpty()) events.take(sql, teller, branch.number(), row);
        }
        return returned;
    }

    private static LogMark mark(EventRow row) {
        return new LogMark(row.id(), row.hash().toLowerCase(Locale.ROOT));
    }

    private static void requireNewest(Sql sql, long box, Branch branch, LogMark after) {
        LogMark newest = BoxLogStore.newest(sql, box, branch);
        if (newest.equals(after)) return;
        throw new RefusedException(new Reply.Conflict(Map.of(
                "error",
                "mark",
                "error_description",
                "this is not the newest event that the hub has of the box",
                "mark",
                Map.of("id", newest.id(), "hash", newest.hash()))));
    }

    /// Begins a branch after an event that both have. One that has just begun there is not begun again: the
    /// answer to it was lost. Where a branch has the box's `next` event, the box continues in that one.
    private Reply branch(Caller caller, Request request) {
        LogMark after = asked(request);
        String next = request.query("next");
        LogMark following = next == null ? null : new LogMark(after.id() + 1, checked(next));
        long box = caller.box().id();
        record Begun(LogMark newest, Branch branch, boolean returned) {}
        Begun begun = hub.database().write(sql -> {
            Branch standing = branch(sql, caller);
            LogMark newest = BoxLogStore.newest(sql, box, standing);
            if (newest.equals(after)) return new Begun(newest, standing, false);
            List<Long> lines = following == null ? List.of() : BoxLogStore.branches(sql, box, following);
            if (!lines.isEmpty()) {
                Branch line = BoxLogStore.branch(sql, box, lines.getLast());
                return new Begun(BoxLogStore.newest(sql, box, line), line, true);
            }
            LogMark shared = after.id() == 0 ? LogMark.NONE : BoxLogStore.at(sql, box, standing, after.id());
            if (!after.equals(shared)) throw new RefusedException(noSuchEvent(newest));
            Branch fresh = BoxLogStore.begin(sql, box, after, hub.time().nowMs());
            String name = caller.box().name();
            hub.log().tell(name, "its log goes on in another branch after its event " + after.id(), "box " + name);
            return new Begun(BoxLogStore.newest(sql, box, fresh), fresh, false);
        });
        if (begun.returned) hub.cloned().returned(caller.box(), caller.run(), begun.branch.number());
        hub.cloned().branch(caller.box(), caller.run(), begun.branch.number());
        return Ndjson.json(200, begun.newest.toJson());
    }

    private static Reply noSuchEvent(LogMark newest) {
        return new Reply.Conflict(Map.of(
                "error",
                "mark",
                "error_description",
                "the hub does not have that event of the box's log",
                "mark",
                Map.of("id", newest.id(), "hash", newest.hash())));
    }

    private static Upload read(LogMark after, Request request) {
        var reading = new Reading(after);
        Ndjson.lines(request, LINE_CHARS_MAX, TEXT_CHARS_MAX, reading::take);
        return reading.whole();
    }

    /// An upload as it comes.
    private static final class Reading {
        private final List<EventRow> rows = new ArrayList<>();
        private UpLine.@Nullable Head head;
        private LogMark last;

        Reading(LogMark after) {
            last = after;
        }

        void take(String line) {
            if (head != null) throw new WireException("something follows the head");
            switch (UpLine.parse(line)) {
                case UpLine.Event(EventRow row) -> {
                    if (row.id() <= last.id()) throw new WireException("event " + row.id() + " is out of order");
                    if (rows.size() == Wire.EVENTS_MAX) throw new WireException("an upload has 500 events at most");
                    last = new LogMark(row.id(), checked(row.hash()));
                    rows.add(row);
                }
                case UpLine.Head found -> head = found;
            }
        }

        Upload whole() {
            UpLine.Head signed = head;
            if (signed == null) throw new WireException("the upload has no head");
            if (!last.equals(new LogMark(signed.id(), signed.hash().toLowerCase(Locale.ROOT)))) {
                throw new WireException("the head is not that of the last event");
            }
            return new Upload(rows, signed);
        }
    }

    private static byte[] check(UpLine.Head head, X509Certificate certificate) {
        byte[] given = JoinResource.hex("signature", head.signature());
        try {
            var signature = Signature.getInstance("SHA256withECDSA");
            signature.initVerify(certificate.getPublicKey());
            signature.update(head.signed().getBytes(StandardCharsets.UTF_8));
            if (signature.verify(given)) return given;
        } catch (GeneralSecurityException e) {
            throw new WireException("the head's signature cannot be read", e);
        }
        throw new WireException("the head is not signed by the box's key");
    }
}
