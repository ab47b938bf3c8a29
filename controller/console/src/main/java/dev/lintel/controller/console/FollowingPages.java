package dev.lintel.controller.console;

import dev.lintel.controller.console.Gate.Who;
import dev.lintel.controller.console.Pages.Place;
import dev.lintel.controller.console.PlanPage.Act;
import dev.lintel.controller.console.PlanPage.Plan;
import dev.lintel.controller.console.SyncWords.Chip;
import dev.lintel.controller.console.SyncWords.Fact;
import dev.lintel.controller.fleet.HeldQueries;
import dev.lintel.controller.fleet.HeldQueries.Told;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.RateLimit;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.SessionStore.Session;
import dev.lintel.controller.sync.HubAddress;
import dev.lintel.controller.sync.Membership;
import dev.lintel.controller.sync.SyncDesk;
import dev.lintel.controller.sync.UplineException;
import dev.lintel.controller.time.Time;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// `/following`: the hub that this box follows, for operators; on a box that stands alone, a form to follow one.
///
/// ```
///   GET  /following            how it goes, or the form
///   POST /following/plan       {url, code}: the hub takes the box in; what joining replaces
///   POST /following/join       {url, fingerprint, box}: as the page showed it
///   POST /following/drop       does not join after all
///   POST /following/sync       asks for all there is
///   GET  /following/accept     what the snapshot would do that is held back
///   POST /following/accept     {held}
///   GET  /following/leave      what that does
///   POST /following/leave
/// ```
final class FollowingPages {
    static final String PATH = "/following";

    private static final int FORM_BYTES_MAX = 16 * 1024;
    /// A minute, of one operator: each goes out to an address that somebody typed.
    private static final int PLANS_MAX = 10;

    private static final Map<String, String> DONE = Map.of(
            "joined",
            "This box follows the hub now. What was here is kept in lintel.db.before-join beside the database.",
            "dropped",
            "Nothing was changed.",
            "asked",
            "The hub is asked for all there is.",
            "asked-service",
            "The service is asked for all there is.",
            "accepted",
            "The snapshot is let through.",
            "left",
            "This box follows no hub any more. Everything stays as it is.",
            "left-untold",
            "This box follows no hub any more, and the hub could not be told: turn this box away there. Everything"
                    + " stays as it is here.",
            "left-service",
            "This box follows no service any more. Everything stays as it is.",
            "left-service-untold",
            "This box follows no service any more, and the service could not be told: take this box's permission back"
                    + " there. Everything stays as it is here.");

    private final Parts parts;
    private final FollowingWords words;
    private final RateLimit plans;

    /// What the pages show and act on.
    ///
    /// @param elsewhere the hub that is followed, in a sentence; null: none
    record Parts(
            Pages pages,
            Membership membership,
            Supplier<@Nullable String> elsewhere,
            Database database,
            Moments moments,
            Time time) {}

    FollowingPages(Parts parts) {
        this.parts = parts;
        this.words = new FollowingWords();
        this.plans = new RateLimit(PLANS_MAX, parts.time);
    }

    void mount(Endpoints endpoints, Gate gate) {
        endpoints.bodyMax(PATH, FORM_BYTES_MAX);
        endpoints.on(Method.GET, PATH, gate.page(Who.OPERATOR, this::show));
        endpoints.on(Method.POST, PATH + "/plan", gate.page(Who.OPERATOR, this::plan));
        endpoints.on(Method.POST, PATH + "/join", gate.page(Who.OPERATOR, this::join));
        endpoints.on(Method.POST, PATH + "/drop", gate.page(Who.OPERATOR, (request, _) -> drop(request)));
        endpoints.on(Method.POST, PATH + "/sync", gate.page(Who.OPERATOR, (_, session) -> sync(session)));
        endpoints.on(Method.GET, PATH + "/accept", gate.page(Who.OPERATOR, (_, session) -> askAccept(session)));
        endpoints.on(Method.POST, PATH + "/accept", gate.page(Who.OPERATOR, this::accept));
        endpoints.on(Method.GET, PATH + "/leave", gate.page(Who.OPERATOR, (_, session) -> askLeave(session)));
        endpoints.on(Method.POST, PATH + "/leave", gate.page(Who.OPERATOR, (_, session) -> leave(session)));
    }

    /// How following goes.
    ///
    /// @param hub it is a hub; else a service
    /// @param state null: this program cannot follow
    /// @param held what the snapshot would do that is held back; null: none is
    /// @param mayAsk there is a line to ask over
    /// @param everyS after how many seconds the page looks again; 0: it does not
    record HubView(
            String title,
            boolean hub,
            @Nullable Chip state,
            @Nullable String problem,
            @Nullable String held,
            List<Fact> facts,
            @Nullable String done,
            boolean mayAsk,
            int everyS) {
        HubView {
            facts = List.copyOf(facts);
        }
    }

    /// The form to follow a hub, as it was sent.
    ///
    /// @param waiting why there is none: controller.yaml names a service that is not followed yet
    record FormView(
            String url,
            @Nullable String done,
            @Nullable String fault,
            @Nullable String waiting) {}

    private Reply show(Request request, Session session) {
        String word = request.query("done");
        String done = word == null ? null : DONE.get(word);
        return shown(200, session, done, null);
    }

    /// `fault`: why the last thing that was asked for cannot be; null: nothing was wrong.
    private Reply shown(int status, Session session, @Nullable String done, @Nullable String fault) {
        SyncDesk desk = parts.membership.desk();
        String elsewhere = parts.elsewhere.get();
        if (desk == null && elsewhere == null) {
            return form(status, session, new FormView("", done, fault, parts.membership.waiting()));
        }
        HubView view = desk == null
                ? words.without(String.valueOf(elsewhere), done)
                : words.view(desk, told(desk), parts.moments.zone(), done);
        if (fault != null) view = words.with(view, fault);
        HubView now = view;
        return parts.pages.draw(
                status,
                Place.FOLLOWING,
                now.title(),
                session,
                (out, tags, frame) -> JtefollowingGenerated.render(out, tags, frame, now));
    }

    private Reply form(int status, Session session, FormView view) {
        return parts.pages.draw(
                status,
                Place.BOXES,
                "Follow a hub",
                session,
                (out, tags, frame) -> JtefollowGenerated.render(out, tags, frame, view));
    }

    private @Nullable Told told(SyncDesk desk) {
        String held = desk.state().view().held();
        return held == null ? null : parts.database.read(sql -> HeldQueries.told(sql, held, null));
    }

    private Reply plan(Request request, Session session) {
        String url = text(request, "url").strip();
        if (plans.count("user " + session.userId()).over()) {
            return form(
                    429, session, new FormView(url, null, "That is a lot of attempts. Try again in a minute.", null));
        }
        try {
            URI hub = HubAddress.of(url);
            return confirm(
                    session, parts.membership.plan(hub, text(request, "code").strip()));
        } catch (UplineException e) {
            return form(422, session, new FormView(url, null, reason(e), null));
        }
    }

    private Reply confirm(Session session, Membership.Plan plan) {
        var act = new Act(
                "Follow this hub",
                PATH + "/join",
                true,
                Map.of(
                        "url", plan.hub().toString(),
                        "fingerprint", plan.fingerprint(),
                        "box", plan.boxName()),
                PATH,
                PATH + "/drop");
        String people = SyncWords.count(plan.people(), "person", "people");
        String roles = SyncWords.count(plan.roles(), "role", "roles");
        var page = new Plan(
                "Follow " + Visible.line(plan.hubName()) + "?",
                people + " and " + roles + " of this box are replaced by the hub's.",
                List.of(
                        Fact.of("Address", plan.hub().toString()),
                        Fact.of("Fingerprint of the hub", plan.fingerprint()),
                        Fact.of("This box's name there", Visible.line(plan.boxName()))),
                List.of(
                        "From then on the hub says who may open these doors. Compare the fingerprint with the one that"
                                + " the hub shows beside the code.",
                        "A copy of the people, rights and settings that are here now is kept in lintel.db.before-join,"
                                + " beside the database.",
                        "Nothing is replaced before all of the hub's people are here. Doors work all the while, but for"
                                + " a second or two where the hub gives them other rules: then lintel starts anew.",
                        "Operators, API keys, applications and webhooks of this box stay."),
                List.of(),
                "The code is used up. When you cancel, the hub lets go of this box, and you need another code.",
                act);
        return PlanPage.draw(parts.pages, Place.BOXES, session, page);
    }

    private Reply join(Request request, Session session) {
        try {
            parts.membership.confirm(seen(request), session.email());
        } catch (UplineException e) {
            return shown(409, session, null, reason(e));
        }
        return parts.pages.redirect(PATH + "?done=joined");
    }

    private Reply drop(Request request) {
        parts.membership.drop(request.form("url") == null ? null : seen(request));
        return parts.pages.redirect(PATH + "?done=dropped");
    }

    private Reply sync(Session session) {
        SyncDesk desk = parts.membership.desk();
        if (desk == null) return parts.pages.redirect(PATH);
        desk.syncNow(session.email(), null);
        return parts.pages.redirect(PATH + "?done=asked" + (desk.whom().isHub() ? "" : "-service"));
    }

    private Reply askAccept(Session session) {
        SyncDesk desk = parts.membership.desk();
        String held = desk == null ? null : desk.state().view().held();
        if (desk == null || held == null) return parts.pages.redirect(PATH);
        var plan = new Plan(
                "Let the snapshot through?",
                SyncWords.taken(told(desk), parts.moments.zone()),
                List.of(),
                List.of(
                        "Those people are let in at no door of this box any more.",
                        "Exactly those: if they are others by the time it is taken, it is held back again."),
                List.of(),
                "Is that not meant? Have the people put right at the "
                        + desk.whom().kind() + ": this box then takes them over without being asked.",
                new Act("Let it through", PATH + "/accept", true, Map.of("held", held), PATH, ""));
        return PlanPage.draw(parts.pages, Place.FOLLOWING, session, plan);
    }

    private Reply accept(Request request, Session session) {
        SyncDesk desk = parts.membership.desk();
        String held = desk == null ? null : desk.state().view().held();
        if (desk == null || held == null) return parts.pages.redirect(PATH);
        // Others by now?
        if (!held.equals(request.form("held")) || desk.accept(held, session.email()) == null) return askAccept(session);
        return parts.pages.redirect(PATH + "?done=accepted");
    }

    private Reply askLeave(Session session) {
        SyncDesk desk = parts.membership.desk();
        if (desk == null && parts.elsewhere.get() == null) return parts.pages.redirect(PATH);
        boolean isHub = desk == null || desk.whom().isHub();
        String who = isHub ? "hub" : "service";
        var plan = new Plan(
                "Leave the " + who + "?",
                "This box stands alone from then on.",
                List.of(),
                List.of(
                        "Everything stays as it is: the people, their cards and rights, and the doors' rules. They are"
                                + " changed here from then on, and changes at the " + who + " do not come any more.",
                        isHub ? waiting(desk) : "This box gives its permission at the service back.",
                        "To follow again it needs a new " + (isHub ? "code" : "permission")
                                + ", and what is here by then is replaced."),
                List.of(),
                null,
                new Act("Leave", PATH + "/leave", true, Map.of(), PATH, ""));
        return PlanPage.draw(parts.pages, Place.FOLLOWING, session, plan);
    }

    private static String waiting(@Nullable SyncDesk desk) {
        if (desk == null || desk.line().waiting() == 0) {
            return "Events stay here from then on; the hub keeps those it has.";
        }
        return "Events stay here from then on. "
                + SyncWords.count(desk.line().waiting(), "event is", "events are")
                + " not at the hub yet and will not get there.";
    }

    private Reply leave(Session session) {
        SyncDesk desk = parts.membership.desk();
        String whom = desk == null || desk.whom().isHub() ? "left" : "left-service";
        try {
            String untold = parts.membership.leave(session.email());
            return parts.pages.redirect(PATH + "?done=" + whom + (untold == null ? "" : "-untold"));
        } catch (UplineException e) {
            return shown(409, session, null, reason(e));
        }
    }

    private static Membership.Seen seen(Request request) {
        return new Membership.Seen(text(request, "url"), text(request, "fingerprint"), text(request, "box"));
    }

    private static String text(Request request, String field) {
        return Objects.requireNonNullElse(request.form(field), "");
    }

    private static String reason(UplineException e) {
        return SyncWords.sentence(Visible.line(String.valueOf(e.getMessage())));
    }
}
