package dev.lintel.controller.console;

import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.http.Scope;
import dev.lintel.controller.oauth.AuthorizeRequest;
import dev.lintel.controller.oauth.OAuth;
import dev.lintel.controller.store.PermissionStore.Connected;
import dev.lintel.controller.store.SessionStore.Session;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;

/// `/account/applications`: what whoever is signed in has connected, with a button that ends it at once.
final class ConnectedPage {
    private static final String PATH = "/account/applications";

    private final AppPages pages;
    private final OAuth oauth;
    private final Moments moments;

    ConnectedPage(AppPages pages, OAuth oauth, Moments moments) {
        this.pages = pages;
        this.oauth = oauth;
        this.moments = moments;
    }

    void mount(Endpoints endpoints, Gate gate) {
        endpoints.on(Method.GET, PATH, gate.page(Gate.Who.ANYONE, (_, session) -> show(session)));
        endpoints.on(Method.POST, PATH + "/:id/disconnect", gate.page(Gate.Who.ANYONE, this::disconnect));
    }

    /// A connected application.
    ///
    /// @param since when it was allowed first, in words
    /// @param renewed when it last got a token, in words
    record Item(long id, String name, List<Scope> scopes, String since, String renewed) {}

    /// One that was cut off because somebody else had its secrets.
    record Ended(String name, String why, String when) {}

    private Reply show(Session session) {
        ZoneId zone = moments.zone();
        List<Item> items = oauth.connected(session.userId()).stream()
                .map(one -> item(one, zone))
                .toList();
        List<Ended> ended = oauth.cutOff(session.userId()).stream()
                .map(one -> new Ended(one.name(), one.why(), Moments.words(one.atMs(), zone)))
                .toList();
        return pages.connected(session, items, ended);
    }

    private static Item item(Connected one, ZoneId zone) {
        return new Item(
                one.applicationId(),
                one.name(),
                AuthorizeRequest.inWords(Set.copyOf(one.scopes())),
                Moments.words(one.allowedAtMs(), zone),
                Moments.words(one.renewedAtMs(), zone));
    }

    private Reply disconnect(Request request, Session session) {
        oauth.disconnect(session.userId(), request.id(), session.email());
        return pages.redirect(PATH);
    }
}
