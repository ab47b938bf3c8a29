package dev.lintel.controller.console;

import dev.lintel.controller.console.DeliveryWords.EndpointView;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Handler;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.oauth.Applications;
import dev.lintel.controller.oauth.Applications.By;
import dev.lintel.controller.oauth.Applications.RefusedException;
import dev.lintel.controller.oauth.OAuth;
import dev.lintel.controller.store.ApplicationStore.Application;
import dev.lintel.controller.store.ApplicationStore.State;
import dev.lintel.controller.store.EndpointStore;
import dev.lintel.controller.store.SessionStore.Session;
import dev.lintel.controller.store.UserStore;
import dev.lintel.controller.store.UserStore.User;
import dev.lintel.controller.webhook.DeliveryDesk;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// `/applications`: operators see who wants in, link the test account, approve sensitive scopes, let applications go
/// live, and switch them off.
final class ApplicationsPages {
    private static final String PATH = "/applications";
    private static final String ONE = PATH + "/:id";

    private final AppPages pages;
    private final OAuth oauth;
    private final Applications applications;
    private final UserStore users;
    private final TestDoors testDoors;
    private final DeliveryDesk desk;
    private final DeliveryPages log;

    /// What the pages work with.
    record Parts(
            AppPages pages, OAuth oauth, UserStore users, TestDoors testDoors, DeliveryDesk desk, DeliveryPages log) {}

    ApplicationsPages(Parts parts) {
        this.pages = parts.pages;
        this.oauth = parts.oauth;
        this.applications = parts.oauth.applications();
        this.users = parts.users;
        this.testDoors = parts.testDoors;
        this.desk = parts.desk;
        this.log = parts.log;
    }

    void mount(Endpoints endpoints, Gate gate) {
        endpoints.on(Method.GET, PATH, gate.page(Gate.Who.OPERATOR, (_, session) -> list(session)));
        endpoints.on(Method.POST, PATH + "/test-events", gate.page(Gate.Who.OPERATOR, this::switchEvents));
        endpoints.on(Method.GET, ONE, one(gate, this::show));
        endpoints.on(Method.POST, ONE + "/state", one(gate, this::setState));
        endpoints.on(Method.POST, ONE + "/scopes", one(gate, this::approve));
        endpoints.on(Method.GET, ONE + "/delete", one(gate, this::askDelete));
        endpoints.on(Method.POST, ONE + "/delete", one(gate, this::delete));
    }

    /// A row of the list.
    ///
    /// @param paused nothing is sent to its webhook address any more
    /// @param news why it waits for an operator, in a word or two; null: it does not
    record Row(
            long id,
            String name,
            State state,
            String developer,
            long users,
            boolean paused,
            @Nullable String news,
            String made) {}

    /// An application's page.
    ///
    /// @param developer who made it, in words
    /// @param reviewAsked when its developer asked for a review, in words; null: not
    /// @param endpoints whose events it hears of, and how it hears them
    /// @param fault why the last thing that was asked for cannot be; null: nothing was wrong
    record View(
            Application application,
            String developer,
            long users,
            @Nullable String reviewAsked,
            List<EndpointView> endpoints,
            @Nullable String fault) {}

    /// Answers for an application that is there.
    private interface Chosen {
        Reply handle(Request request, Session session, Application application);
    }

    private Handler one(Gate gate, Chosen chosen) {
        return gate.page(Gate.Who.OPERATOR, (request, session) -> {
            Application application = applications.get(request.id());
            if (application == null) {
                return pages.note(404, session, "There is no such application", "It may have been deleted.");
            }
            try {
                return chosen.handle(request, session, application);
            } catch (RefusedException e) { // somebody else was quicker
                return pages.note(409, session, "That did not work", e.reason());
            }
        });
    }

    private Reply list(Session session) {
        ZoneId zone = log.words().zone();
        Set<Long> paused = desk.pausedApplications();
        List<Row> rows = applications.list().stream()
                .map(one -> row(one, paused.contains(one.id()), zone))
                .toList();
        return pages.applications(session, rows, testDoors.eventsOn());
    }

    private Row row(Application one, boolean paused, ZoneId zone) {
        String news = one.seenAtMs() != null ? null : one.state() == State.INACTIVE ? "New" : "Changed";
        if (one.reviewAskedAtMs() != null) news = "Asks to go live";
        return new Row(
                one.id(),
                one.details().name(),
                one.state(),
                developer(one),
                oauth.usersOf(one.id()),
                paused,
                news,
                Moments.words(one.createdAtMs(), zone));
    }

    private String developer(Application application) {
        Long owner = application.ownerId();
        User user = owner == null ? null : users.get(owner);
        return user == null ? "the command line, or somebody who is gone" : user.email();
    }

    private Reply switchEvents(Request request, Session session) {
        testDoors.events("on".equals(request.form("events")));
        return pages.redirect(PATH);
    }

    private Reply show(Request request, Session session, Application application) {
        if (application.seenAtMs() == null) applications.seen(application.id());
        return shown(200, session, application, null);
    }

    private Reply shown(int status, Session session, Application application, @Nullable String fault) {
        Long asked = application.reviewAskedAtMs();
        DeliveryWords words = log.words();
        List<EndpointView> endpoints = desk.of(EndpointStore.Kind.APPLICATION, application.id()).stream()
                .map(one -> words.endpoint(
                        one, DeliveryWords.account(one.endpoint().key().accountId()), ""))
                .toList();
        var view = new View(
                application,
                developer(application),
                oauth.usersOf(application.id()),
                asked == null ? null : Moments.words(asked, words.zone()),
                endpoints,
                fault);
        return pages.application(status, session, view);
    }

    private Reply setState(Request request, Session session, Application application) {
        String wanted = request.form("state");
        State state = wanted == null ? null : State.of(wanted);
        if (state == null) return shown(422, session, application, "There is no such state.");
        if (state == State.TESTING) {
            String fault = testDoors.open();
            if (fault != null) return shown(503, session, application, "The test account is not ready: " + fault);
        }
        applications.setState(application.id(), state, by(session));
        return pages.redirect(PATH + "/" + application.id());
    }

    private Reply approve(Request request, Session session, Application application) {
        var scopes = new HashSet<>(request.form().getOrDefault("scope", List.of()));
        applications.approve(application.id(), scopes, by(session));
        return pages.redirect(PATH + "/" + application.id());
    }

    private Reply askDelete(Request request, Session session, Application application) {
        String path = PATH + "/" + application.id();
        return pages.delete(session, application, oauth.usersOf(application.id()), path);
    }

    private Reply delete(Request request, Session session, Application application) {
        applications.delete(application.id(), by(session));
        return pages.redirect(PATH);
    }

    private static By by(Session session) {
        return new By(session.email(), session.userId());
    }
}
