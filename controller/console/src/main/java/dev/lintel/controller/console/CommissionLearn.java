package dev.lintel.controller.console;

import dev.lintel.controller.commission.CommissionException;
import dev.lintel.controller.commission.Commissioning;
import dev.lintel.controller.commission.DoorSheet;
import dev.lintel.controller.commission.LearnDesk;
import dev.lintel.controller.commission.LearnSession;
import dev.lintel.controller.commission.LearnState;
import dev.lintel.controller.console.Gate.Who;
import dev.lintel.controller.console.Pages.Place;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.store.SessionStore.Session;
import dev.lintel.reader.learn.Explanation;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// `/commission/learn`: what a card's bits have to do with the number printed on it, from a few cards, at a reader that
/// goes on working for its door.
///
/// ```
///   POST /commission/learn              {unit, side}: begins
///   GET  /commission/learn/:id          cards so far, and what is to be done next; looks again by itself
///   POST /commission/learn/:id          {bits, printed}: what is printed on the newest card
///   POST /commission/learn/:id/use      {way}: the mark of the shown format, which is written
///   POST /commission/learn/:id/end
/// ```
final class CommissionLearn {
    static final String PATH = CommissionPages.PATH + "/learn";
    private static final String ONE = PATH + "/:id";

    private static final int FORM_BYTES_MAX = 4 * 1024; // three short fields

    private final Parts parts;

    /// What the pages show and act on.
    record Parts(Pages pages, Commissioning commissioning, LearnDesk learning) {}

    CommissionLearn(Parts parts) {
        this.parts = parts;
    }

    void mount(Endpoints endpoints, Gate gate) {
        endpoints.bodyMax(PATH, FORM_BYTES_MAX);
        endpoints.on(Method.POST, PATH, gate.page(Who.OPERATOR, this::begin));
        endpoints.on(Method.GET, ONE, gate.page(Who.OPERATOR, (request, session) -> show(request, session, 200, null)));
        endpoints.on(Method.POST, ONE, gate.page(Who.OPERATOR, this::printed));
        endpoints.on(Method.POST, ONE + "/use", gate.page(Who.OPERATOR, this::use));
        endpoints.on(Method.POST, ONE + "/end", gate.page(Who.OPERATOR, this::end));
    }

    /// A session.
    ///
    /// @param unit whose reader it is at
    record LearnView(
            LearnState state,
            List<Way> ways,
            int unit,
            String side,
            @Nullable String fault) {}

    /// One way in which bits and numbers go together.
    ///
    /// @param usable whether the form can write it: not where wires are to be exchanged first
    /// @param mark names it ([LearnState#mark])
    record Way(String mark, String words, String yaml, boolean usable) {}

    private Reply begin(Request request, Session session) {
        int unit = CommissionDoors.number(request.form("unit"));
        String side = Objects.requireNonNullElse(request.form("side"), "");
        DoorSheet door = parts.commissioning.door(unit);
        Long channel = door == null ? null : door.channelId();
        if (channel == null) return new Reply.NotFound("door");
        try {
            LearnSession learning = parts.learning.begin(channel, side);
            return parts.pages.redirect(PATH + "/" + learning.state().id() + at(unit, side));
        } catch (CommissionException e) {
            return refused(session, String.valueOf(e.getMessage()), unit);
        }
    }

    private Reply refused(Session session, String why, int unit) {
        String back = CommissionDoors.PATH + "/" + unit;
        return parts.pages.draw(
                409,
                Place.COMMISSION,
                "Not now",
                session,
                (out, tags, frame) -> JtemessageGenerated.render(out, tags, frame, why, back, "Back to the door"));
    }

    private Reply show(Request request, Session session, int status, @Nullable String fault) {
        LearnSession learning = parts.learning.session(request.id("id"));
        if (learning == null) {
            int unit = CommissionDoors.number(request.query("unit"));
            return refused(session, "This session has ended: nobody looked at it for a while. Begin another.", unit);
        }
        LearnState state = learning.state();
        var ways = new java.util.ArrayList<Way>();
        for (Explanation way : state.explanations()) {
            ways.add(new Way(LearnState.mark(way), way.sentence(), String.join("\n", way.yaml()), !way.exchanged()));
        }
        var view = new LearnView(state, ways, unit(learning), side(learning), fault);
        return parts.pages.draw(
                status,
                Place.COMMISSION,
                "What cards say",
                session,
                (out, tags, frame) -> JtecommissionlearnGenerated.render(out, tags, frame, view));
    }

    private Reply printed(Request request, Session session) {
        LearnSession learning = parts.learning.session(request.id("id"));
        if (learning == null) return show(request, session, 410, null);
        try {
            String bits = Objects.requireNonNullElse(request.form("bits"), "");
            learning.printed(bits, Objects.requireNonNullElse(request.form("printed"), ""));
        } catch (CommissionException e) {
            return show(request, session, 422, e.getMessage());
        }
        return parts.pages.redirect(PATH + "/" + request.id("id") + at(unit(learning), side(learning)));
    }

    private Reply use(Request request, Session session) {
        LearnSession learning = parts.learning.session(request.id("id"));
        if (learning == null) return show(request, session, 410, null);
        if (unit(learning) == 0)
            return show(request, session, 409, "The reader of these cards belongs to no door here.");
        Explanation way;
        try {
            way = learning.state().explanation(Objects.requireNonNullElse(request.form("way"), ""));
        } catch (CommissionException e) {
            return show(request, session, 409, e.getMessage());
        }
        try {
            parts.commissioning.useFormat(unit(learning), side(learning), way, session.email());
        } catch (CommissionException e) {
            return show(request, session, 422, e.getMessage());
        }
        learning.close();
        return parts.pages.redirect(CommissionPages.PATH + "?done=saved");
    }

    private Reply end(Request request, Session session) {
        LearnSession learning = parts.learning.session(request.id("id"));
        int unit = learning == null ? CommissionDoors.number(request.query("unit")) : unit(learning);
        if (learning != null) learning.close();
        return parts.pages.redirect(CommissionDoors.PATH + "/" + unit);
    }

    /// The unit of the door whose reader the session is at, whatever the address of the page says; 0: none.
    private int unit(LearnSession learning) {
        LearnSession.At at = learning.at();
        if (at == null) return 0;
        for (DoorSheet door : parts.commissioning.doors()) {
            if (Long.valueOf(at.channelId()).equals(door.channelId())) return door.unit();
        }
        return 0;
    }

    private static String at(int unit, String side) {
        return "?unit=" + unit + "&side=" + side;
    }

    private static String side(LearnSession learning) {
        LearnSession.At at = learning.at();
        return at == null ? "entry" : at.side();
    }
}
