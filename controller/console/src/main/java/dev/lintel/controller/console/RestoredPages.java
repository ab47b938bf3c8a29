package dev.lintel.controller.console;

import dev.lintel.controller.console.Gate.Who;
import dev.lintel.controller.console.Pages.Place;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.hub.HubDesk.RefusedException;
import dev.lintel.controller.hub.Restored;
import dev.lintel.controller.store.SessionStore.Session;
import org.jspecify.annotations.Nullable;

/// `/boxes/restored`: what boxes do not take since this hub was restored from a backup, for operators.
///
/// ```
///   GET  /boxes/restored     the people, by name
///   POST /boxes/restored     {person}: boxes take them as they are here; without: everybody, and the policy
///                            {accept}: the held report of the box of that name counts
/// ```
final class RestoredPages {
    static final String PATH = BoxesPages.PATH + "/restored";

    private final BoxesPages.Parts parts;

    RestoredPages(BoxesPages.Parts parts) {
        this.parts = parts;
    }

    void mount(Endpoints endpoints, Gate gate) {
        endpoints.on(Method.GET, PATH, gate.page(Who.OPERATOR, (_, session) -> show(session, 200, null)));
        endpoints.on(Method.POST, PATH, gate.page(Who.OPERATOR, this::give));
    }

    /// What the page shows.
    ///
    /// @param more people of whom boxes report only the number
    /// @param fault why the last thing was not done; null: nothing
    record RestoredView(
            Restored.View view, long more, @Nullable String fault) {}

    private Reply show(Session session, int status, @Nullable String fault) {
        Restored.View view = parts.desk().restored().view();
        long more = Math.max(0, view.count() - view.people().size());
        var shown = new RestoredView(view, more, fault);
        return parts.pages()
                .draw(
                        status,
                        Place.BOXES,
                        "Restored hub",
                        session,
                        (out, tags, frame) -> JterestoredGenerated.render(out, tags, frame, shown));
    }

    private Reply give(Request request, Session session) {
        String person = request.form("person");
        String accept = request.form("accept");
        try {
            if (accept != null) parts.desk().restored().accept(accept, session.email());
            else if (person == null) parts.desk().restored().giveBackAll(session.email());
            else parts.desk().restored().giveBack(number(person), session.email());
        } catch (RefusedException e) { // somebody else was quicker
            return show(session, 409, SyncWords.sentence(String.valueOf(e.getMessage())));
        }
        return parts.pages().redirect(PATH);
    }

    /// 0, which nobody has, where it is no number.
    private static long number(String text) {
        return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : 0;
    }
}
