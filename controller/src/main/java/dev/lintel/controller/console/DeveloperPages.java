package dev.lintel.controller.console;

import dev.lintel.controller.api.Endpoints;
import dev.lintel.controller.api.Handler;
import dev.lintel.controller.api.Method;
import dev.lintel.controller.api.RateLimit;
import dev.lintel.controller.api.Reply;
import dev.lintel.controller.api.Request;
import dev.lintel.controller.oauth.Applications;
import dev.lintel.controller.oauth.Applications.By;
import dev.lintel.controller.oauth.Applications.RefusedException;
import dev.lintel.controller.oauth.Applications.Registered;
import dev.lintel.controller.oauth.OAuth;
import dev.lintel.controller.store.ApplicationStore.Application;
import dev.lintel.controller.store.ApplicationStore.State;
import dev.lintel.controller.store.SessionStore.Session;
import dev.lintel.controller.store.UserStore.Kind;
import dev.lintel.controller.time.Time;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `/developer`: developers register applications, see how far they have come and try them. Each sees their own;
/// operators also see those that the command line made.
///
/// ```
///   /developer                           the list
///   /developer/new                       a new one; the answer to its form shows the secrets, this once
///   /developer/applications/:id          what it is and what comes next; its form changes it
///             …/secret  …/review  …/delete
///             …/try                      ready curl lines
/// ```
final class DeveloperPages {
    static final String PATH = "/developer";
    private static final String ONE = PATH + "/applications/:id";
    /// Ten redirect addresses and the rest, percent-encoded at worst.
    private static final int FORM_BYTES_MAX = 128 * 1024;
    /// A minute, of one developer: people click slower.
    private static final int CHANGES_MAX = 30;

    private final AppPages pages;
    private final OAuth oauth;
    private final Applications applications;
    private final Moments moments;
    private final RateLimit changes;

    DeveloperPages(AppPages pages, OAuth oauth, Moments moments, Time time) {
        this.changes = new RateLimit(CHANGES_MAX, time);
        this.pages = pages;
        this.oauth = oauth;
        this.applications = oauth.applications();
        this.moments = moments;
    }

    void mount(Endpoints endpoints, Gate gate) {
        endpoints.bodyMax(PATH, FORM_BYTES_MAX);
        endpoints.on(Method.GET, PATH, gate.page(Gate.Who.DEVELOPER, (_, session) -> list(session)));
        endpoints.on(
                Method.GET,
                PATH + "/new",
                gate.page(Gate.Who.DEVELOPER, (_, session) -> pages.developerForm(200, session, DeveloperForm.EMPTY)));
        endpoints.on(Method.POST, PATH + "/new", gate.page(Gate.Who.DEVELOPER, this::register));
        endpoints.on(Method.GET, ONE, own(gate, (_, session, application) -> shown(200, session, application, null)));
        endpoints.on(Method.GET, ONE + "/edit", own(gate, this::edit));
        endpoints.on(Method.POST, ONE + "/edit", own(gate, this::change));
        endpoints.on(Method.POST, ONE + "/secret", own(gate, this::rotate));
        endpoints.on(Method.POST, ONE + "/review", own(gate, this::askReview));
        endpoints.on(Method.GET, ONE + "/delete", own(gate, this::askDelete));
        endpoints.on(Method.POST, ONE + "/delete", own(gate, this::delete));
        endpoints.on(Method.GET, ONE + "/try", own(gate, this::tryOut));
    }

    /// A row of the list.
    record Row(long id, String name, State state, boolean open, String made) {}

    /// An application's page.
    ///
    /// @param secrets just made, shown this once; null otherwise
    /// @param reviewAsked when its developer asked for a review, in words; null: not
    record View(
            Application application,
            @Nullable Registered secrets,
            @Nullable String reviewAsked) {}

    /// Answers for an application that the signed-in person may see.
    private interface Owned {
        Reply handle(Request request, Session session, Application application);
    }

    /// Another developer's application is as good as none.
    private Handler own(Gate gate, Owned owned) {
        return gate.page(Gate.Who.DEVELOPER, (request, session) -> {
            Application application = applications.get(request.id());
            if (application == null || !mayShow(session, application)) return missing(session);
            if (request.method() == Method.POST && isTooMuch(session)) return tooMuch(session);
            try {
                return owned.handle(request, session, application);
            } catch (RefusedException e) { // it was deleted meanwhile, say
                return pages.note(409, session, "That did not work", e.reason());
            }
        });
    }

    /// Each change is told in the log, which keeps everything.
    private boolean isTooMuch(Session session) {
        return changes.count("user " + session.userId()).over();
    }

    private Reply tooMuch(Session session) {
        return pages.note(429, session, "That is a lot of changes", "Nothing was changed. Try again in a minute.");
    }

    private static boolean mayShow(Session session, Application application) {
        Long owner = application.ownerId();
        return owner == null ? session.kind() == Kind.OPERATOR : owner == session.userId();
    }

    private Reply missing(Session session) {
        return pages.note(
                404, session, "There is no such application", "It may have been deleted, or it is somebody else's.");
    }

    private static By by(Session session) {
        return new By(session.email(), session.userId());
    }

    private Reply list(Session session) {
        ZoneId zone = moments.zone();
        var rows = new ArrayList<Row>();
        boolean operator = session.kind() == Kind.OPERATOR;
        for (Application one : operator ? applications.list() : applications.listOf(session.userId())) {
            if (!mayShow(session, one)) continue;
            String made = Moments.words(one.createdAtMs(), zone);
            rows.add(new Row(one.id(), one.details().name(), one.state(), one.isPublic(), made));
        }
        return pages.developer(session, List.copyOf(rows));
    }

    private Reply register(Request request, Session session) {
        if (isTooMuch(session)) return tooMuch(session);
        DeveloperForm form = DeveloperForm.read(request, 0);
        Map<String, String> faults = Applications.faults(form.details());
        if (!faults.isEmpty()) return pages.developerForm(422, session, form.with(faults));
        try {
            Registered made = applications.register(form.details(), form.open(), State.INACTIVE, by(session));
            return shown(201, session, made.application(), made);
        } catch (RefusedException e) {
            return pages.developerForm(422, session, form.with(Map.of(e.field(), e.reason())));
        }
    }

    private Reply shown(int status, Session session, Application application, @Nullable Registered secrets) {
        Long asked = application.reviewAskedAtMs();
        String askedWords = asked == null ? null : Moments.words(asked, moments.zone());
        return pages.developerApplication(status, session, new View(application, secrets, askedWords));
    }

    private Reply edit(Request request, Session session, Application application) {
        return pages.developerForm(200, session, DeveloperForm.of(application));
    }

    private Reply change(Request request, Session session, Application application) {
        DeveloperForm form = DeveloperForm.read(request, application.id());
        Map<String, String> faults = Applications.faults(form.details());
        if (!faults.isEmpty()) return pages.developerForm(422, session, form.with(faults));
        applications.change(application.id(), form.details(), by(session));
        return pages.redirect(path(application));
    }

    private Reply rotate(Request request, Session session, Application application) {
        if (application.isPublic()) return pages.redirect(path(application));
        Registered made = applications.rotate(application.id(), by(session));
        return shown(200, session, made.application(), made);
    }

    private Reply askReview(Request request, Session session, Application application) {
        if (application.state() == State.TESTING) applications.askReview(application.id(), by(session));
        return pages.redirect(path(application));
    }

    private Reply askDelete(Request request, Session session, Application application) {
        return pages.delete(session, application, oauth.usersOf(application.id()), path(application));
    }

    private Reply delete(Request request, Session session, Application application) {
        applications.delete(application.id(), by(session));
        return pages.redirect(PATH);
    }

    private Reply tryOut(Request request, Session session, Application application) {
        return pages.tryOut(session, application, TryLines.of(application, request.base()));
    }

    private static String path(Application application) {
        return PATH + "/applications/" + application.id();
    }
}
