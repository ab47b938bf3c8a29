package dev.lintel.controller.console;

import dev.lintel.controller.console.BoxWords.BoxView;
import dev.lintel.controller.console.Gate.Who;
import dev.lintel.controller.console.Pages.Place;
import dev.lintel.controller.console.PlanPage.Act;
import dev.lintel.controller.console.PlanPage.Plan;
import dev.lintel.controller.console.SyncWords.Fact;
import dev.lintel.controller.fleet.BoxStore.Terms;
import dev.lintel.controller.fleet.HeldQueries.Taken;
import dev.lintel.controller.fleet.HeldQueries.Told;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Handler;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.hub.BoxWriting.Writes;
import dev.lintel.controller.hub.HubDesk;
import dev.lintel.controller.hub.HubDesk.Code;
import dev.lintel.controller.hub.HubDesk.Expected;
import dev.lintel.controller.hub.HubDesk.HeldBack;
import dev.lintel.controller.hub.HubDesk.RefusedException;
import dev.lintel.controller.hub.HubDesk.View;
import dev.lintel.controller.store.ConsoleStore;
import dev.lintel.controller.store.SessionStore.Session;
import dev.lintel.controller.time.Time;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// `/boxes`: the boxes that follow this hub, for operators. A join code is on the answer to the POST that made it,
/// once.
///
/// ```
///   GET  /boxes                    all of them, and a form to add one
///   POST /boxes/code               {name, everything: on, may_write: on, days}: a join code; no days: 15 min
///   POST /boxes/withdraw           {name}: its code, and who has used it and not come
///   GET  /boxes/publish            what is held back, and of whom
///   POST /boxes/publish            {from, to, people}: as the page showed it
///   GET  /boxes/:id/approve        what the snapshot would do that the box holds back
///   POST /boxes/:id/approve        {held}
///   GET  /boxes/:id/turn-away      what that does
///   POST /boxes/:id/turn-away
/// ```
final class BoxesPages {
    static final String PATH = "/boxes";
    private static final String ONE = PATH + "/:id";

    private static final int FORM_BYTES_MAX = 16 * 1024;
    /// Names on the page of what is held back: enough to see whether it was meant.
    private static final int NAMES_MAX = 20;

    private static final Map<String, String> DONE = Map.of(
            "published", "The changes are on their way to the boxes.",
            "approved", "The box takes its snapshot now, or as soon as it is back.",
            "turned-away", "The box is turned away.",
            "kept", "The box stays. The other one has to join again.",
            "withdrawn", "Nobody joins by that code.");

    private final Parts parts;

    /// What the pages show and act on.
    ///
    /// @param elsewhere the hub that this Lintel itself follows, in a sentence; null: none
    record Parts(
            Pages pages,
            HubDesk desk,
            ConsoleStore names,
            Moments moments,
            Time time,
            Supplier<@Nullable String> elsewhere) {}

    BoxesPages(Parts parts) {
        this.parts = parts;
    }

    void mount(Endpoints endpoints, Gate gate) {
        endpoints.bodyMax(PATH, FORM_BYTES_MAX);
        endpoints.on(Method.GET, PATH, hub(gate, (request, session) -> list(session, 200, Shown.of(done(request)))));
        endpoints.on(Method.POST, PATH + "/code", hub(gate, this::code));
        endpoints.on(Method.POST, PATH + "/withdraw", hub(gate, this::withdraw));
        endpoints.on(Method.GET, PATH + "/publish", hub(gate, (_, session) -> askPublish(session)));
        endpoints.on(Method.POST, PATH + "/publish", hub(gate, this::publish));
        endpoints.on(Method.GET, ONE + "/approve", one(gate, this::askApprove));
        endpoints.on(Method.POST, ONE + "/approve", one(gate, this::approve));
        endpoints.on(Method.GET, ONE + "/turn-away", one(gate, this::askTurnAway));
        endpoints.on(Method.POST, ONE + "/turn-away", one(gate, this::turnAway));
        new BoxWritesPages(parts).mount(endpoints, gate);
        new RestoredPages(parts).mount(endpoints, gate);
        new BoxCopiesPages(parts).mount(endpoints, gate);
    }

    /// What the list shows.
    ///
    /// @param expected who may follow soon
    /// @param held what is held back from all boxes; null: nothing
    /// @param trouble why boxes get nothing; null: they do
    /// @param restored boxes do not take everything since a restore
    /// @param hub boxes may follow already
    /// @param alone this Lintel follows no hub itself
    /// @param refused why boxes are refused; null: none was of late
    record ListView(
            List<BoxView> boxes,
            List<ExpectedView> expected,
            @Nullable Banner held,
            @Nullable String trouble,
            boolean restored,
            Shown shown,
            boolean hub,
            boolean alone,
            @Nullable String refused) {}

    /// Who may follow soon.
    record ExpectedView(String name, String words) {}

    /// What is held back.
    record Banner(String people, String since) {}

    /// What came of the last thing that was asked for, and the form as it was sent.
    ///
    /// @param days that the code is good for; empty: 15 minutes
    record Shown(@Nullable String done, @Nullable String fault, String name, Terms terms, String days) {
        static Shown of(@Nullable String done) {
            return new Shown(done, null, "", new Terms(false, true), "");
        }
    }

    /// What the page with a join code shows.
    ///
    /// @param command for the box, but for the code at its end
    /// @param fingerprint of this hub's authority, as the box shows it
    /// @param replaces a box of that name follows already
    record CodeView(Code code, String command, Fact fingerprint, boolean replaces) {}

    /// Answers about one box.
    private interface About {
        Reply handle(Request request, Session session, View view);
    }

    /// A Lintel that follows another one and that nobody follows has no boxes to show.
    private Handler hub(Gate gate, Gate.Operated handler) {
        return gate.page(Who.OPERATOR, (request, session) -> {
            String elsewhere = parts.elsewhere.get();
            if (!parts.desk.isHub() && elsewhere != null) {
                return note(404, session, "Boxes are added at the hub", SyncWords.sentence(elsewhere));
            }
            return handler.handle(request, session);
        });
    }

    private Handler one(Gate gate, About handler) {
        return hub(gate, (request, session) -> {
            long id = request.id();
            View view = parts.desk.boxes().stream()
                    .filter(one -> one.box().id() == id)
                    .findFirst()
                    .orElse(null);
            if (view == null) {
                return note(404, session, "That box follows no more", "It has left, or somebody turned it away.");
            }
            try {
                return handler.handle(request, session, view);
            } catch (RefusedException e) { // somebody else was quicker
                return note(409, session, "That did not work", SyncWords.sentence(String.valueOf(e.getMessage())));
            }
        });
    }

    private Reply note(int status, Session session, String title, String text) {
        return parts.pages.draw(
                status,
                Place.BOXES,
                title,
                session,
                (out, tags, frame) -> JtemessageGenerated.render(out, tags, frame, text, "/", "Back to the start"));
    }

    private static @Nullable String done(Request request) {
        String word = request.query("done");
        return word == null ? null : DONE.get(word);
    }

    private Reply list(Session session, int status, Shown shown) {
        ZoneId zone = parts.moments.zone();
        var words = new BoxWords(parts.names.channels(), zone, parts.time.nowMs());
        List<BoxView> boxes = parts.desk.boxes().stream()
                .map(view -> words.view(view, told(view), parts.desk.copies(view)))
                .toList();
        HeldBack held = parts.desk.heldBack(0);
        Banner banner = held == null
                ? null
                : new Banner(
                        people(held.held().people()), Moments.words(held.held().atMs(), zone));
        boolean restored = !parts.desk.restored().view().isNothing();
        String trouble = held == null && !restored ? parts.desk.held() : null;
        var view = new ListView(
                boxes,
                expected(),
                banner,
                trouble,
                restored,
                shown,
                parts.desk.isHub(),
                parts.elsewhere.get() == null,
                parts.desk.refused());
        return parts.pages.draw(
                status,
                Place.BOXES,
                "Boxes",
                session,
                (out, tags, frame) -> JteboxesGenerated.render(out, tags, frame, view));
    }

    private List<ExpectedView> expected() {
        return parts.desk.expected().stream()
                .map(one -> new ExpectedView(one.box(), words(one)))
                .toList();
    }

    private static String words(Expected one) {
        String what = one.code()
                ? "A code stands for " + one.life() + " more"
                : "It has joined by a code and has not come yet";
        String still = one.code() || one.minutes() == 0
                ? ""
                : " Until it comes its code lets in whoever has it, for " + one.life() + " more.";
        return what + ", made by " + one.by() + "." + still + (one.terms().everything() ? " It gets all people." : "");
    }

    private @Nullable Told told(View view) {
        return parts.desk.heldOf(view);
    }

    private static String people(long number) {
        return SyncWords.count(number, "person", "people");
    }

    private Reply code(Request request, Session session) {
        String name = Objects.requireNonNullElse(request.form("name"), "").strip();
        var terms = new Terms(request.form("everything") != null, request.form("may_write") == null);
        String days = Objects.requireNonNullElse(request.form("days"), "").strip();
        boolean replaces =
                parts.desk.boxes().stream().anyMatch(view -> view.box().name().equals(name));
        Code made;
        try {
            made = days.isEmpty()
                    ? parts.desk.code(name, terms, session.email())
                    : parts.desk.code(name, terms, session.email(), days(days));
        } catch (RefusedException e) {
            String why = SyncWords.sentence(String.valueOf(e.getMessage()));
            return list(session, 422, new Shown(null, why, name, terms, days));
        }
        String command = "lintel join " + request.base() + " ";
        var view = new CodeView(made, command, Fact.of("Fingerprint", parts.desk.fingerprint()), replaces);
        return parts.pages.draw(
                200,
                Place.BOXES,
                "A join code",
                session,
                (out, tags, frame) -> JteboxcodeGenerated.render(out, tags, frame, view));
    }

    /// 0, which no code is good for, where it is no number.
    private static long days(String text) {
        return text.matches("[0-9]{1,9}") ? Long.parseLong(text) : 0;
    }

    private Reply withdraw(Request request, Session session) {
        try {
            parts.desk.withdraw(Objects.requireNonNullElse(request.form("name"), ""), session.email());
        } catch (RefusedException e) { // it was used, or has ended
            return note(409, session, "That did not work", SyncWords.sentence(String.valueOf(e.getMessage())));
        }
        return parts.pages.redirect(PATH + "?done=withdrawn");
    }

    private Reply askPublish(Session session) {
        HeldBack back = parts.desk.heldBack(NAMES_MAX);
        if (back == null) return parts.pages.redirect(PATH);
        var names = new ArrayList<String>();
        for (Taken one : back.first()) {
            String name = one.name().isEmpty() ? "Person " + one.id() : one.name();
            names.add(name + (one.deleted() ? ", deleted" : ", disabled"));
        }
        long more = back.people() - names.size();
        if (more > 0) names.add("and " + String.format(Locale.ROOT, "%,d", more) + " more");
        var held = back.held();
        String when = Moments.words(held.atMs(), parts.moments.zone());
        String lead = back.people() == 0
                ? "All of them are back: nobody is taken away. The other changes since then go out."
                : "From then on no door of a box opens for " + people(back.people())
                        + " who were deleted or disabled, and all other changes since " + when + " go out, too.";
        var act = new Act(
                "Publish",
                PATH + "/publish",
                back.people() > 0,
                Map.of("from", "" + held.from(), "to", "" + held.to(), "people", "" + held.people()),
                PATH,
                "");
        return PlanPage.draw(
                parts.pages,
                Place.BOXES,
                session,
                new Plan("Publish what is held back?", lead, List.of(), UNDO, names, null, act));
    }

    private static final List<String> UNDO = List.of(
            "Was it not meant? Put it right first: enable the people again, or bring in a file that has them as they"
                    + " were. Who was deleted is brought in anew, with cards and codes.",
            "Boxes go on with what they have meanwhile. Somebody who is taken away singly is taken away there at once.",
            "Come back here then: this list is shorter by everybody who is back, and publishing takes nothing from"
                    + " them.");

    private Reply publish(Request request, Session session) {
        HeldBack back = parts.desk.heldBack(0);
        if (back == null) return parts.pages.redirect(PATH);
        var held = back.held();
        boolean seen = ("" + held.from()).equals(request.form("from"))
                && ("" + held.to()).equals(request.form("to"))
                && ("" + held.people()).equals(request.form("people"));
        if (!seen) return askPublish(session); // more were taken away since: they are looked at, too
        try {
            parts.desk.publish(held, session.email());
        } catch (RefusedException _) { // somebody else was quicker, or more were taken away at this moment
            return askPublish(session);
        }
        return parts.pages.redirect(PATH + "?done=published");
    }

    private Reply askApprove(Request request, Session session, View view) {
        String held = view.told().held();
        if (held == null) return parts.pages.redirect(PATH);
        String name = view.box().name();
        ZoneId zone = parts.moments.zone();
        var told = told(view);
        var plan = new Plan(
                "Let the snapshot through at " + name + "?",
                SyncWords.taken(told, zone),
                List.of(),
                List.of(
                        "Those people are let in at no door of " + name + " any more.",
                        "Exactly those: if they are others by the time the box takes it, it holds back again."),
                List.of(),
                "Was it not meant? Put the people right here at the hub; the box then takes a snapshot without being"
                        + " asked. Until then it goes on with what it has.",
                new Act("Let it through", one(view, "approve"), true, Map.of("held", held), PATH, ""));
        return PlanPage.draw(parts.pages, Place.BOXES, session, plan);
    }

    private static String one(View view, String what) {
        return PATH + "/" + view.box().id() + "/" + what;
    }

    private Reply approve(Request request, Session session, View view) {
        String held = view.told().held();
        if (held == null) return parts.pages.redirect(PATH);
        if (!held.equals(request.form("held"))) return askApprove(request, session, view); // others by now
        parts.desk.approve(view.box().name(), held, session.email());
        return parts.pages.redirect(PATH + "?done=approved");
    }

    private Reply askTurnAway(Request request, Session session, View view) {
        String name = view.box().name();
        Writes written = parts.desk.writing().of(view.box().id(), 0);
        long writes = written.count();
        String begins = BoxWritesPages.begins(written.begins(), parts.moments.zone());
        var plan = new Plan(
                "Turn " + name + " away?",
                "It follows this hub no more, from now on.",
                List.of(),
                List.of(
                        "Its certificate is good for nothing any more, and no code for its name lets anybody in. To"
                                + " follow again it needs a new join code.",
                        "Its doors go on with the people and rights that they have: nobody who is taken away here"
                                + " later is taken away there.",
                        "If it was stolen, count the PINs and card numbers on it as known.",
                        "Its events come here no more. Those that are here stay.",
                        "Its doors cannot be opened or locked down from here."),
                List.of(),
                writes == 0
                        ? "This box has written nothing here." + (begins == null ? "" : " " + begins)
                        : "This box has written " + SyncWords.count(writes, "time", "times")
                                + " here. The next page lists what it wrote.",
                new Act("Turn away", one(view, "turn-away"), true, Map.of(), PATH, ""));
        return PlanPage.draw(parts.pages, Place.BOXES, session, plan);
    }

    private Reply turnAway(Request request, Session session, View view) {
        parts.desk.revoke(view.box().id(), session.email());
        Writes written = parts.desk.writing().of(view.box().id(), 0);
        boolean wrote = written.count() > 0 || written.begins() != null;
        return parts.pages.redirect(wrote ? one(view, "writes") : PATH + "?done=turned-away");
    }
}
