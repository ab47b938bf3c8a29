package dev.lintel.controller.api;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.http.Access;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Principal;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.http.Scope;
import dev.lintel.controller.http.UpstreamDesk;
import dev.lintel.controller.store.ChannelStore;
import dev.lintel.controller.store.Sql;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// `POST /api/3/sync`: has changes sent to the channels. A box that follows a hub asks it for all there is; the
/// log tells of each channel what comes of it. Any other decides from its own database, so each channel has every
/// change once it is on disk: an event says so of each (`SYNC_NOT_REQUIRED`), and nothing else is to be done. A
/// body is ignored.
///
/// ```
///   first call    answered once its events are on disk
///   within 60 s   of it, whoever asks: one and the same sync, no event; Shapes says how that is answered
/// ```
final class SyncResource {
    private static final Access ACCESS = Access.anyOf(Scope.SYNC, Scope.PERSON);

    private static final long TOGETHER_NS = TimeUnit.MINUTES.toNanos(1);
    private static final Map<String, Object> OK = Map.of("result", "ok");
    /// A sync makes no resource.
    private static final Once.Outcome DONE = new Once.Outcome(200, 0);

    private final ApiParts parts;
    private final Supplier<@Nullable UpstreamDesk> following;

    /// Monotonic time of the last one that was told; null before the first. Belongs to the store's writer
    /// thread, so of requests at the same moment one is the first. It stays when the disk refuses the
    /// transaction: the events go once the disk takes some again.
    private @Nullable Long toldNs;

    SyncResource(ApiParts parts, Supplier<@Nullable UpstreamDesk> following) {
        this.parts = parts;
        this.following = following;
    }

    void mount(Endpoints endpoints) {
        endpoints.on(Method.POST, "/api/3/sync", ACCESS, this::sync);
    }

    private Reply sync(Request request) {
        var _ = request.body(); // a client that sends slowly has sent it all before it is answered
        Once.Use use = parts.once().use(request);
        UpstreamDesk desk = following.get();
        var asks = new AtomicBoolean();
        long againInS = parts.database().write(sql -> tell(sql, request, use, desk == null ? null : asks));
        Principal by = request.signedIn();
        if (desk != null && asks.get()) desk.syncNow(by.email(), by.credential());
        return againInS == 0 ? new Reply.Ok(OK) : Shapes.of(request).syncAgain(againInS);
    }

    /// Tells of each channel, or notes that the hub is to be asked, unless that was done within a minute. Returns 0
    /// when this request's sync is done, else
    /// the seconds until the next can be asked for. On the writer thread.
    private long tell(Sql sql, Request request, Once.Use use, @Nullable AtomicBoolean asks) {
        if (use.before(sql) != null) return 0;
        long nowNs = parts.time().nowNs();
        Long before = toldNs;
        if (before != null && nowNs - before < TOGETHER_NS) return secondsUp(before + TOGETHER_NS - nowNs);
        use.made(sql, DONE);
        toldNs = nowNs;
        if (asks != null) asks.set(true);
        else notRequired(sql, request);
        return 0;
    }

    private void notRequired(Sql sql, Request request) {
        long nowNs = parts.time().nowNs();
        Principal by = request.signedIn();
        Map<String, Object> additional = Map.of("by", by.email(), "credential", by.credential());
        long nowMs = parts.time().nowMs();
        for (long id : ChannelStore.own(sql)) { // boxes that follow tell of their own
            Subject channel = Subject.channel(id);
            var told = new EventDraft(EventKind.SYNC_NOT_REQUIRED, nowMs, nowNs, channel, additional);
            parts.database().events().appendRegardless(told); // as [#toldNs]
        }
    }

    private static long secondsUp(long ns) {
        return Math.ceilDiv(ns, TimeUnit.SECONDS.toNanos(1));
    }
}
