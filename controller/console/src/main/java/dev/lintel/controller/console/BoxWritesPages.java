package dev.lintel.controller.console;

import dev.lintel.controller.console.Gate.Who;
import dev.lintel.controller.console.Pages.Place;
import dev.lintel.controller.fleet.BoxWrites.Beginning;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.hub.BoxWriting.Writes;
import dev.lintel.controller.hub.HubDesk.RefusedException;
import dev.lintel.controller.hub.HubDesk.View;
import dev.lintel.controller.store.SessionStore.Session;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a box wrote at this hub, and whether it may write, for operators.
///
/// ```
///   GET  /boxes/:id/writes     the newest, also of a box that follows no more
///   POST /boxes/:id/writes     {allow: on}: the box may write from now on; without: it may not
/// ```
final class BoxWritesPages {
    private static final String PATH = BoxesPages.PATH + "/:id/writes";
    /// On the page: the log has all.
    private static final int SHOWN_MAX = 200;

    private final BoxesPages.Parts parts;

    BoxWritesPages(BoxesPages.Parts parts) {
        this.parts = parts;
    }

    void mount(Endpoints endpoints, Gate gate) {
        endpoints.on(Method.GET, PATH, gate.page(Who.OPERATOR, this::show));
        endpoints.on(Method.POST, PATH, gate.page(Who.OPERATOR, this::change));
    }

    /// What the page shows.
    ///
    /// @param box that follows; null: it follows no more
    /// @param count of all writes
    /// @param lines the newest, one each
    /// @param begins where the event log begins, in a sentence; null: it has all
    record WritesView(
            @Nullable View box,
            long id,
            long count,
            List<String> lines,
            @Nullable String begins) {
        WritesView {
            lines = List.copyOf(lines);
        }
    }

    private Reply show(Request request, Session session) {
        return page(request, session, 200);
    }

    private Reply page(Request request, Session session, int status) {
        long id = request.id();
        Writes writes = parts.desk().writing().of(id, SHOWN_MAX);
        var zone = parts.moments().zone();
        List<String> lines = writes.newest().stream()
                .map(one -> Moments.words(one.atMs(), zone) + ": " + Visible.line(one.words()))
                .toList();
        var view = new WritesView(box(id), id, writes.count(), lines, begins(writes.begins(), zone));
        return parts.pages()
                .draw(
                        status,
                        Place.BOXES,
                        "Writes of a box",
                        session,
                        (out, tags, frame) -> JteboxwritesGenerated.render(out, tags, frame, view));
    }

    static @Nullable String begins(@Nullable Beginning begins, ZoneId zone) {
        return begins == null
                ? null
                : "The event log begins with event " + begins.eventId() + " of " + Moments.words(begins.atMs(), zone)
                        + ". Earlier writes are not listed.";
    }

    private @Nullable View box(long id) {
        return parts.desk().boxes().stream()
                .filter(one -> one.box().id() == id)
                .findFirst()
                .orElse(null);
    }

    private Reply change(Request request, Session session) {
        View box = box(request.id());
        if (box == null) return page(request, session, 409);
        try {
            parts.desk().writing().allow(box.box().name(), request.form("allow") != null, session.email());
        } catch (RefusedException _) { // somebody has turned it away meanwhile
            return page(request, session, 409);
        }
        return parts.pages().redirect(BoxesPages.PATH + "/" + request.id() + "/writes");
    }
}
