package dev.lintel.controller.console;

import dev.lintel.controller.console.Gate.Who;
import dev.lintel.controller.files.DataFolderException;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.push.Notifications;
import dev.lintel.controller.push.Notifications.Offered;
import dev.lintel.controller.secret.Tokens;
import dev.lintel.controller.store.PushStore.Subscription;
import dev.lintel.controller.store.SessionStore.Session;
import dev.lintel.reader.Bytes;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Notifications of a user's browsers, for the page Account and its script.
///
/// ```
///   GET  /account/notifications/key                                  --> {key}, for PushManager.subscribe
///   POST /account/notifications         {endpoint, p256dh, auth}     notifies this browser from now on
///   POST /account/notifications/renew   {endpoint}                   404: off in this browser, for this user
///   POST /account/notifications/remove  {endpoint}
///   POST /account/notifications/test    {endpoint}                   502: the push service did not take it
///   POST /account/notifications/end     form: browser                ends those of another browser
///   GET  /live/worker.js                                             shows them
///   GET  /manifest.json                                              makes the console an app of a phone
/// ```
final class NotificationPages {
    private static final String PATH = "/account/notifications";

    private final Notifications notifications;
    private final Pages pages;
    private final Reply worker;
    private final Reply manifest;

    NotificationPages(Notifications notifications, Pages pages, String boxName) {
        this.notifications = notifications;
        this.pages = pages;
        this.worker = Assets.reply("notify-worker.js", Assets.load("notify-worker.js"));
        this.manifest = AppManifest.of(boxName, "/");
    }

    /// A browser in the list.
    ///
    /// @param handle names it in a form: a hash of its address
    /// @param state whether it was notified, in words
    record BrowserRow(String handle, String browser, String since, String state) {}

    void mount(Endpoints endpoints, Gate gate) {
        endpoints.on(Method.GET, "/live/worker.js", _ -> pages.guarded(worker));
        endpoints.on(Method.GET, "/manifest.json", _ -> pages.guarded(manifest));
        endpoints.on(Method.GET, PATH + "/key", gate.call(Who.HOUSE, (_, _) -> key()));
        endpoints.on(Method.POST, PATH, gate.call(Who.HOUSE, this::add));
        endpoints.on(Method.POST, PATH + "/renew", gate.call(Who.HOUSE, this::renew));
        endpoints.on(Method.POST, PATH + "/remove", gate.call(Who.HOUSE, this::remove));
        endpoints.on(Method.POST, PATH + "/test", gate.call(Who.HOUSE, this::test));
        endpoints.on(Method.POST, PATH + "/end", gate.page(Who.HOUSE, this::end));
    }

    /// The browsers of that user.
    List<BrowserRow> rows(long userId, ZoneId zone) {
        return notifications.ofUser(userId).stream()
                .map(one -> new BrowserRow(
                        handle(one),
                        AgentNames.of(one.agent()),
                        Moments.words(one.createdAtMs(), zone),
                        state(one, zone)))
                .toList();
    }

    private static String handle(Subscription one) {
        return Tokens.hash(one.endpoint()).hex();
    }

    private static String state(Subscription one, ZoneId zone) {
        Long sentAtMs = one.sentAtMs();
        if (sentAtMs == null) return "no notification yet";
        String fault = one.fault();
        if (fault == null) return "last notification " + Moments.words(sentAtMs, zone);
        return "last notification " + Moments.words(sentAtMs, zone) + " not sent: " + fault;
    }

    private Reply key() {
        try {
            return new Reply.Ok(Map.of("key", notifications.publicKey()));
        } catch (DataFolderException e) {
            return refused(503, String.valueOf(e.getMessage()));
        }
    }

    private Reply add(Request request, Session session) {
        String agent = Sessions.agent(request);
        try {
            Map<String, @Nullable Object> body = request.json();
            var offered = new Offered(text(body, "endpoint"), text(body, "p256dh"), text(body, "auth"), agent);
            notifications.add(offered, session.userId(), sessionHash(request));
            return new Reply.Ok(Map.of("ok", true));
        } catch (IllegalArgumentException e) {
            return refused(400, String.valueOf(e.getMessage()));
        }
    }

    private Reply renew(Request request, Session session) {
        return ofEndpoint(
                request,
                endpoint -> notifications.renew(endpoint, session.userId(), sessionHash(request))
                        ? new Reply.Ok(Map.of("ok", true))
                        : refused(404, "notifications of this user are off in this browser"));
    }

    private Reply remove(Request request, Session session) {
        return ofEndpoint(request, endpoint -> {
            notifications.remove(endpoint, session.userId());
            return new Reply.Ok(Map.of("ok", true));
        });
    }

    private Reply test(Request request, Session session) {
        return ofEndpoint(request, endpoint -> {
            String fault = notifications.test(endpoint, session.userId());
            return fault == null ? new Reply.Ok(Map.of("ok", true)) : refused(502, fault);
        });
    }

    private interface Answer {
        Reply of(String endpoint);
    }

    private static Reply ofEndpoint(Request request, Answer answer) {
        try {
            return answer.of(text(request.json(), "endpoint"));
        } catch (IllegalArgumentException e) {
            return refused(400, String.valueOf(e.getMessage()));
        }
    }

    private Reply end(Request request, Session session) {
        String handle = Objects.requireNonNullElse(request.form("browser"), "");
        for (Subscription one : notifications.ofUser(session.userId())) {
            if (handle(one).equals(handle)) notifications.remove(one.endpoint(), session.userId());
        }
        return pages.redirect("/account?done=notifications");
    }

    private static Bytes sessionHash(Request request) {
        return Objects.requireNonNull(Sessions.hash(request), "no session");
    }

    private static String text(Map<String, @Nullable Object> body, String name) {
        if (body.get(name) instanceof String text) return text;
        throw new IllegalArgumentException(name + " must be a text");
    }

    private static Reply refused(int status, String why) {
        return new Reply.Json(status, Map.of("error", why));
    }
}
