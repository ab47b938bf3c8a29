package dev.lintel.controller.console;

import dev.lintel.controller.console.Gate.Who;
import dev.lintel.controller.console.Pages.Place;
import dev.lintel.controller.console.PlanPage.Act;
import dev.lintel.controller.console.PlanPage.Plan;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.hub.HubDesk.RefusedException;
import dev.lintel.controller.store.SessionStore.Session;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// `/boxes/keep`: which one stays of two boxes that have one identity, for operators.
///
/// ```
///   GET  /boxes/keep?name=&run=     what that does
///   POST /boxes/keep                {name, run}
/// ```
final class BoxCopiesPages {
    private static final String PATH = BoxesPages.PATH + "/keep";

    private final BoxesPages.Parts parts;

    BoxCopiesPages(BoxesPages.Parts parts) {
        this.parts = parts;
    }

    void mount(Endpoints endpoints, Gate gate) {
        endpoints.on(
                Method.GET,
                PATH,
                gate.page(
                        Who.OPERATOR,
                        (request, session) ->
                                ask(session, text(request.query("name")), text(request.query("run")), null)));
        endpoints.on(Method.POST, PATH, gate.page(Who.OPERATOR, this::keep));
    }

    private static String text(@Nullable String given) {
        return Objects.requireNonNullElse(given, "");
    }

    private Reply ask(Session session, String name, String run, @Nullable String fault) {
        var plan = new Plan(
                "Keep the box " + run + " as " + name + "?",
                fault == null ? "It stays, and makes a new key." : fault,
                List.of(),
                List.of(
                        "The other box of this identity is turned away. Its doors keep the people that they have.",
                        "To follow again, the other box leaves the hub and joins with a new code.",
                        "The events of both boxes are kept."),
                List.of(),
                "Is one of them stolen? Keep the one that you can see, and count its PINs and cards as known.",
                new Act("Keep it", PATH, true, Map.of("name", name, "run", run), BoxesPages.PATH, ""));
        return PlanPage.draw(parts.pages(), Place.BOXES, session, plan);
    }

    private Reply keep(Request request, Session session) {
        String name = text(request.form("name"));
        String run = text(request.form("run"));
        try {
            parts.desk().keep(name, run, session.email());
        } catch (RefusedException e) { // it went out of contact, or somebody else was quicker
            return ask(session, name, run, SyncWords.sentence(String.valueOf(e.getMessage())));
        }
        return parts.pages().redirect(BoxesPages.PATH + "?done=kept");
    }
}
