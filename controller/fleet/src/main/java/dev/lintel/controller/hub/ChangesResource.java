package dev.lintel.controller.hub;

import dev.lintel.controller.fleet.BoxStore.Box;
import dev.lintel.controller.fleet.EraStore;
import dev.lintel.controller.fleet.ScopeCheck;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.store.BoxScope;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.store.RevisionQueries;
import dev.lintel.controller.store.RevisionQueries.Changed;
import dev.lintel.controller.store.Sql;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.DownLine.Begin;
import dev.lintel.sync.wire.DownLine.Check;
import dev.lintel.sync.wire.DownLine.Head;
import dev.lintel.sync.wire.DownLine.Part;
import dev.lintel.sync.wire.DownLine.PersonLine;
import dev.lintel.sync.wire.DownLine.PolicyLine;
import dev.lintel.sync.wire.PersonRow;
import dev.lintel.sync.wire.Wire;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// `GET /sync/1/changes` and `GET /sync/1/snapshot`: what a box follows, a chunk a request. A chunk is read in
/// one transaction and is whole in memory before any of it is sent, so that no slow box keeps a transaction
/// open.
final class ChangesResource {
    /// Lines in one chunk: a request of a second or so on a small hub.
    static final int LINES_MAX = 2_000;
    /// People who are read at once: a chunk is full long before 2,000 of them where they have long notes.
    private static final int PEOPLE_AT_ONCE = 200;
    /// Characters in one chunk, whatever people's notes hold.
    static final int CHARS_MAX = 4 << 20;
    /// Chunks that are made at once. The database has two readers: the other one is for news, doors and pages.
    private static final int AT_ONCE = 1;
    /// How long a box waits for its turn before it is asked to come again: as long as all who may wait at once take,
    /// a second or two each on a small hub. With the waits for a place (package `server`) that
    /// may be as long as a box waits for an answer: it comes again then.
    private static final long TURN_S = 30;

    private static final int AGAIN_S = 2;
    private static final String UNVERIFIED =
            "this hub cannot read the key of its authority, and so not verify what the box knows";
    /// While something is held back there is no snapshot; an operator has to look at it first.
    private static final int HELD_AGAIN_S = 60;

    private final Hub hub;
    private final Semaphore turns = new Semaphore(AT_ONCE, true);

    ChangesResource(Hub hub) {
        this.hub = hub;
    }

    void mount(Endpoints endpoints) {
        endpoints.on(Method.GET, Wire.CHANGES, hub.door().in((caller, request) -> changes(caller.box(), request)));
        endpoints.on(Method.GET, Wire.SNAPSHOT, hub.door().in((caller, request) -> snapshot(caller.box(), request)));
    }

    private Reply changes(Box box, Request request) {
        String text = request.query("after");
        Cursor after = text == null || text.isEmpty() ? null : Cursor.parse(text);
        boolean check = request.flag("check", false);
        Cursor shown = shown(after, request);
        if (hub.restored().mustWait(shown)) return new Reply.Unavailable(UNVERIFIED, HELD_AGAIN_S);
        hub.restored().look(box, shown);
        return inTurn(request, sql -> changes(sql, box, after, check));
    }

    private Reply snapshot(Box box, Request request) {
        String text = request.query("from");
        Cursor from = text == null || text.isEmpty() ? null : Cursor.parse(text);
        Long after = request.number("after");
        String last = request.query("known");
        Cursor known = last == null || last.isEmpty() ? null : Cursor.parse(last);
        Cursor shown = from == null ? shown(known, request) : null;
        if (hub.restored().mustWait(shown)) return new Reply.Unavailable(UNVERIFIED, HELD_AGAIN_S);
        hub.restored().look(box, shown);
        return inTurn(request, sql -> part(sql, box, new Asked(from, known), after == null ? 0 : after));
    }

    private static @Nullable Cursor shown(@Nullable Cursor cursor, Request request) {
        return cursor == null ? null : cursor.with(request.query("proof"));
    }

    /// @param from where the snapshot began of which another part is asked for; null: it begins
    /// @param known where the box was last, if anywhere
    private record Asked(@Nullable Cursor from, @Nullable Cursor known) {}

    private Reply inTurn(Request request, Making work) {
        Ndjson.requireGzip(request);
        try {
            if (!turns.tryAcquire(TURN_S, TimeUnit.SECONDS)) {
                return new Reply.Unavailable("too many boxes ask at once", AGAIN_S);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Reply.Unavailable("closing", AGAIN_S);
        }
        try {
            String chunk = hub.database().read(work::run);
            return Ndjson.reply(chunk);
        } finally {
            turns.release();
        }
    }

    /// Makes a chunk.
    @FunctionalInterface
    private interface Making {
        String run(Sql sql);
    }

    private String changes(Sql sql, Box box, @Nullable Cursor after, boolean check) {
        if (after != null && !EraStore.knows(sql, after)) throw cursorUnknown();
        long from = after == null ? 0 : after.revision();
        long limit = hub.publication().limit(sql);
        var out = new Chunk();
        out.line(new Begin(hub.id(), new Cursor(hub.era(), from), hub.version()));
        long policy = RevisionQueries.policy(sql);
        if (policy > from && policy <= limit)
            out.line(new PolicyLine(policy(sql, box), policy, RevisionQueries.policyGiven(sql)));
        List<Changed> changed = RevisionQueries.changed(sql, from, limit, LINES_MAX);
        boolean few = !check && changed.size() <= Wire.FEW_MAX;
        BoxScope scope = few
                ? BoxScope.of(sql, box.name(), box.everything(), people(changed))
                : BoxScope.of(sql, box.name(), box.everything());
        out.people();
        int told = 0;
        while (told < changed.size() && !out.isFull()) {
            List<Changed> some = changed.subList(told, Math.min(told + PEOPLE_AT_ONCE, changed.size()));
            told += lines(sql, box, scope, some, out);
        }
        boolean more = changed.size() == LINES_MAX || out.isFull();
        long upTo = more && told > 0 ? changed.get(told - 1).revision() : Math.max(from, limit);
        boolean all = !more && limit >= RevisionQueries.head(sql);
        Check state = check && all ? ScopeCheck.of(sql, scope) : null;
        out.line(new Head(
                hub.restored().proofs().prove(new Cursor(hub.era(), upTo)),
                more,
                hub.time().nowMs(),
                state));
        return out.text();
    }

    /// Tells of those until the chunk is full; of how many.
    private int lines(Sql sql, Box box, BoxScope scope, List<Changed> some, Chunk out) {
        Map<Long, PersonRow> concerned = concerned(sql, box, scope, some);
        int told = 0;
        for (Changed one : some) {
            PersonRow row = concerned.get(one.personId());
            out.line(FewChanges.line(one, row));
            told++;
            if (out.isFull()) break;
        }
        return told;
    }

    private Map<Long, PersonRow> concerned(Sql sql, Box box, BoxScope scope, List<Changed> changed) {
        List<Long> ids = scope.among(sql, people(changed));
        var rows = new HashMap<Long, PersonRow>();
        for (PersonRow row : hub.overlong().read(sql, box, scope, ids)) rows.put(row.id(), row);
        return rows;
    }

    private static List<Long> people(List<Changed> changed) {
        return changed.stream().map(Changed::personId).toList();
    }

    private String part(Sql sql, Box box, Asked asked, long after) {
        Cursor begun = asked.from;
        if (begun != null && !EraStore.knows(sql, begun)) throw cursorUnknown();
        boolean restored = asked.known != null && !EraStore.knows(sql, asked.known);
        long limit = hub.publication().limit(sql);
        if (limit < RevisionQueries.head(sql)) {
            throw new RefusedException(new Reply.Unavailable(
                    "this hub holds back a change that takes too many people away: 'lintel hub publish' there",
                    HELD_AGAIN_S));
        }
        Cursor from = begun == null ? new Cursor(hub.era(), limit) : begun;
        var out = new Chunk();
        out.line(new Begin(hub.id(), from, hub.version(), restored));
        out.line(new PolicyLine(policy(sql, box), RevisionQueries.policy(sql), RevisionQueries.policyGiven(sql)));
        BoxScope scope = BoxScope.of(sql, box.name(), box.everything());
        List<Long> ids = scope.after(sql, after, LINES_MAX);
        out.people();
        long count = 0;
        long upTo = after;
        for (int at = 0; at < ids.size() && !out.isFull(); at += PEOPLE_AT_ONCE) {
            List<Long> some = ids.subList(at, Math.min(at + PEOPLE_AT_ONCE, ids.size()));
            Map<Long, Long> revisions = RevisionQueries.of(sql, some);
            Map<Long, Long> given = RevisionQueries.given(sql, some);
            for (PersonRow row : hub.overlong().read(sql, box, scope, some)) {
                long revision = revisions.getOrDefault(row.id(), 0L);
                out.hashed(new PersonLine(row, revision, given.getOrDefault(row.id(), 0L)));
                count++;
                upTo = row.id();
                if (out.isFull()) break;
            }
        }
        boolean last = ids.size() < LINES_MAX && (ids.isEmpty() || upTo == ids.getLast());
        out.line(new Part(upTo, last, count, out.hash()));
        return out.text();
    }

    private String policy(Sql sql, Box box) {
        Policy standing = PolicyStore.policy(sql);
        return (box.everything() ? standing.everythingFor(box.name(), hub.name()) : standing.forBox(box.name()))
                .toText();
    }

    private static RefusedException cursorUnknown() {
        return new RefusedException(new Reply.Json(
                410, BoxDoor.error("cursor_unknown", "this hub has not been where the box is: take a snapshot")));
    }
}
