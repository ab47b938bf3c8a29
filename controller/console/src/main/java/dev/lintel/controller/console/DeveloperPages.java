package dev.lintel.controller.console;

import dev.lintel.controller.api.Accounts;
import dev.lintel.controller.console.DeliveryPages.Link;
import dev.lintel.controller.console.DeliveryPages.Log;
import dev.lintel.controller.console.DeliveryWords.EndpointView;
import dev.lintel.controller.console.Pages.Place;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Handler;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.RateLimit;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.oauth.Applications;
import dev.lintel.controller.oauth.Applications.By;
import dev.lintel.controller.oauth.Applications.RefusedException;
import dev.lintel.controller.oauth.Applications.Registered;
import dev.lintel.controller.oauth.OAuth;
import dev.lintel.controller.store.ApplicationStore.Application;
import dev.lintel.controller.store.ApplicationStore.Rotation;
import dev.lintel.controller.store.ApplicationStore.State;
import dev.lintel.controller.store.EndpointStore;
import dev.lintel.controller.store.SessionStore.Session;
import dev.lintel.controller.store.UserStore.Kind;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.webhook.DeliveryDesk;
import dev.lintel.controller.webhook.DeliveryDesk.Health;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
///             …/test                     posts something to its webhook address
///             …/webhook-secret           another one; …/done ends the time in which both sign
///             …/deliveries               what was sent: [DeliveryPages]
/// ```
final class DeveloperPages {
    static final String PATH = "/developer";
    private static final String ONE = PATH + "/applications/:id";
    /// Ten redirect addresses and the rest, percent-encoded at worst.
    private static final int FORM_BYTES_MAX = 128 * 1024;
    /// A minute, of one developer: people click slower.
    static final int CHANGES_MAX = 30;

    private final AppPages pages;
    private final OAuth oauth;
    private final Applications applications;
    private final DeliveryDesk desk;
    private final DeliveryPages log;
    private final Moments moments;
    private final RateLimit changes;

    /// What the pages work with.
    record Parts(AppPages pages, OAuth oauth, DeliveryDesk desk, DeliveryPages log, Moments moments) {}

    DeveloperPages(Parts parts, Time time) {
        this.changes = new RateLimit(CHANGES_MAX, time);
        this.pages = parts.pages;
        this.oauth = parts.oauth;
        this.applications = parts.oauth.applications();
        this.desk = parts.desk;
        this.log = parts.log;
        this.moments = parts.moments;
    }

    void mount(Endpoints endpoints, Gate gate) {
        endpoints.bodyMax(PATH, FORM_BYTES_MAX);
        endpoints.on(Method.GET, PATH, gate.page(Gate.Who.DEVELOPER, (_, session) -> list(session)));
        endpoints.on(
                Method.GET,
                PATH + "/new",
                gate.page(Gate.Who.DEVELOPER, (_, session) -> pages.developerForm(200, session, DeveloperForm.EMPTY)));
        endpoints.on(Method.POST, PATH + "/new", gate.page(Gate.Who.DEVELOPER, this::register));
        endpoints.on(
                Method.GET, ONE, own(gate, (_, session, application) -> shown(200, session, application, Extra.NONE)));
        endpoints.on(Method.GET, ONE + "/edit", own(gate, this::edit));
        endpoints.on(Method.POST, ONE + "/edit", own(gate, this::change));
        endpoints.on(Method.POST, ONE + "/secret", own(gate, this::rotate));
        endpoints.on(Method.POST, ONE + "/review", own(gate, this::askReview));
        endpoints.on(Method.GET, ONE + "/delete", own(gate, this::askDelete));
        endpoints.on(Method.POST, ONE + "/delete", own(gate, this::delete));
        endpoints.on(Method.GET, ONE + "/try", own(gate, this::tryOut));
        endpoints.on(Method.POST, ONE + "/test", own(gate, this::test));
        endpoints.on(Method.POST, ONE + "/webhook-secret", own(gate, this::rotateWebhook));
        endpoints.on(Method.POST, ONE + "/webhook-secret/done", own(gate, this::endRotation));
        log.mount(
                endpoints,
                ONE,
                ONE + "/deliveries",
                shown ->
                        own(gate, (request, session, application) -> shown.handle(request, session, log(application))));
    }

    /// A row of the list.
    ///
    /// @param paused nothing is sent to its webhook address any more
    record Row(long id, String name, State state, boolean open, boolean paused, String made) {}

    /// An application's page.
    ///
    /// @param reviewAsked when its developer asked for a review, in words; null: not
    /// @param bothUntil until when both webhook secrets sign, in words; null: there is one
    /// @param endpoints whose events it hears of, and how it hears them
    record View(
            Application application,
            Extra extra,
            @Nullable String reviewAsked,
            @Nullable String bothUntil,
            List<EndpointView> endpoints) {}

    /// What an application's page shows this once.
    ///
    /// @param secrets just made; null otherwise
    /// @param nextWebhookSecret just made; null otherwise
    /// @param fault why what was asked for cannot be; null: nothing was wrong
    record Extra(
            @Nullable Registered secrets,
            @Nullable String nextWebhookSecret,
            @Nullable String fault) {
        private static final Extra NONE = new Extra(null, null, null);
    }

    /// Answers for an application that the signed-in person may see.
    private interface Owned {
        Reply handle(Request request, Session session, Application application);
    }

    /// Another developer's application is as good as none.
    private Handler own(Gate gate, Owned owned) {
        return gate.page(Gate.Who.DEVELOPER, (request, session) -> {
            Application application = applications.get(request.id());
            if (application == null || !mayShow(session, application)) return missing(session);
            if (request.method() == Method.POST && isTooMuch(session)) return pages.tooMuch(session);
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
        Set<Long> paused = desk.pausedApplications();
        for (Application one : operator ? applications.list() : applications.listOf(session.userId())) {
            if (!mayShow(session, one)) continue;
            String made = Moments.words(one.createdAtMs(), zone);
            boolean isPaused = paused.contains(one.id());
            rows.add(new Row(one.id(), one.details().name(), one.state(), one.isPublic(), isPaused, made));
        }
        return pages.developer(session, List.copyOf(rows));
    }

    private Reply register(Request request, Session session) {
        if (isTooMuch(session)) return pages.tooMuch(session);
        DeveloperForm form = DeveloperForm.read(request, 0);
        Map<String, String> faults = Applications.faults(form.details());
        if (!faults.isEmpty()) return pages.developerForm(422, session, form.with(faults));
        try {
            Registered made = applications.register(form.details(), form.open(), State.INACTIVE, by(session));
            return shown(201, session, made.application(), new Extra(made, null, null));
        } catch (RefusedException e) {
            return pages.developerForm(422, session, form.with(Map.of(e.field(), e.reason())));
        }
    }

    private Reply shown(int status, Session session, Application application, Extra extra) {
        DeliveryWords words = log.words();
        Long asked = application.reviewAskedAtMs();
        Rotation rotation = application.secrets().rotation();
        String bothUntil = rotation == null
                ? null
                : Moments.words(rotation.sinceMs() + Applications.ROTATION.toMillis(), words.zone());
        List<EndpointView> endpoints = desk.of(EndpointStore.Kind.APPLICATION, application.id()).stream()
                .map(one -> words.endpoint(one, account(one), ""))
                .toList();
        String askedWords = asked == null ? null : Moments.words(asked, words.zone());
        return pages.developerApplication(
                status, session, new View(application, extra, askedWords, bothUntil, endpoints));
    }

    private static String account(Health health) {
        return DeliveryWords.account(health.endpoint().key().accountId());
    }

    private Log log(Application application) {
        String path = path(application);
        return new Log(
                application.details().name(),
                List.of(
                        new Link(PATH, "Your applications"),
                        new Link(path, application.details().name())),
                path,
                path + "/deliveries",
                path,
                Place.DEVELOPER,
                desk.of(EndpointStore.Kind.APPLICATION, application.id()),
                DeveloperPages::account);
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
        return shown(200, session, made.application(), new Extra(made, null, null));
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

    /// For who has users already it goes the way of what they do.
    private Reply test(Request request, Session session, Application application) {
        long account = application.state() == State.LIVE ? Accounts.CUSTOMER : Accounts.TEST;
        Long delivery = application.details().webhookUrl() == null ? null : desk.test(application.id(), account);
        if (delivery != null) return pages.redirect(path(application) + "/deliveries/" + delivery);
        String fault = "A test needs a webhook address to go to: give it one under Change… first.";
        return shown(409, session, application, new Extra(null, null, fault));
    }

    private Reply rotateWebhook(Request request, Session session, Application application) {
        boolean underWay = application.secrets().rotation() != null;
        // A second click, or the page drawn again, must not end the secret that the receiver knows.
        if (underWay && request.form("lost") == null) return pages.redirect(path(application));
        Application changed = applications.rotateWebhook(application.id(), by(session));
        Rotation rotation = changed.secrets().rotation();
        String next = rotation == null ? changed.secrets().webhook() : rotation.next();
        return shown(200, session, changed, new Extra(null, next, null));
    }

    private Reply endRotation(Request request, Session session, Application application) {
        applications.endRotation(application.id(), by(session));
        return pages.redirect(path(application));
    }

    private static String path(Application application) {
        return PATH + "/applications/" + application.id();
    }
}
