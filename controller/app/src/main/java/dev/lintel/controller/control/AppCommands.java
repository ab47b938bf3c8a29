package dev.lintel.controller.control;

import dev.lintel.controller.event.Listing;
import dev.lintel.controller.http.Scope;
import dev.lintel.controller.oauth.Applications;
import dev.lintel.controller.oauth.Applications.By;
import dev.lintel.controller.oauth.Applications.RefusedException;
import dev.lintel.controller.oauth.Applications.Registered;
import dev.lintel.controller.store.ApplicationStore.Application;
import dev.lintel.controller.store.ApplicationStore.Details;
import dev.lintel.controller.store.ApplicationStore.Rotation;
import dev.lintel.controller.store.ApplicationStore.State;
import dev.lintel.controller.store.StoreException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// `app create` (fields `name`, `redirect_uris`, `webhook_url`, `state`, `shape`, `listing`, `public`), `app
/// list`, and `app set-state` (`state`), `app rotate-secret` (`webhook`, `now`) and `app delete` of the
/// application with this `client_id`. Secrets are answered once and are in no event. Who has a shell on the box is
/// an operator: what is made here may ask for every scope.
public final class AppCommands {
    private final Applications applications;

    public AppCommands(Applications applications) {
        this.applications = applications;
    }

    public void create(Request request, Responses out) {
        String name = request.text("name").strip();
        String shape = request.nullableText("shape");
        String listing = request.nullableText("listing");
        var sensitive =
                Scope.ALL.stream().filter(Scope::sensitive).map(Scope::text).collect(Collectors.toSet());
        var details = new Details(
                name,
                shape == null ? "documented" : shape,
                listing == null ? Listing.A : listing(listing),
                request.nullableText("webhook_url"),
                request.texts("redirect_uris"),
                sensitive);
        String wanted = request.nullableText("state");
        State state = wanted == null ? State.INACTIVE : state(wanted);
        Registered made = tried(() -> applications.register(details, request.flag("public"), state, By.COMMAND_LINE));
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("client_id", made.application().clientId());
        json.put("client_secret", made.clientSecret());
        json.put("webhook_secret", made.webhookSecret());
        out.send(json);
    }

    public void list(Request request, Responses out) {
        for (Application application : tried(applications::list)) out.send(json(application));
    }

    public void setState(Request request, Responses out) {
        State state = state(request.text("state"));
        long id = find(request).id();
        out.send(json(tried(() -> applications.setState(id, state, By.COMMAND_LINE))));
    }

    public void rotateSecret(Request request, Responses out) {
        long id = find(request).id();
        if (request.flag("webhook")) {
            out.send(rotateWebhook(id, request.flag("now")));
            return;
        }
        Registered made = tried(() -> applications.rotate(id, By.COMMAND_LINE));
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("client_id", made.application().clientId());
        json.put("client_secret", made.clientSecret());
        out.send(json);
    }

    /// @param now the new one alone signs from now on
    private Map<String, @Nullable Object> rotateWebhook(long id, boolean now) {
        Application changed = tried(() -> {
            Application both = applications.rotateWebhook(id, By.COMMAND_LINE);
            return now ? applications.endRotation(id, By.COMMAND_LINE) : both;
        });
        Rotation rotation = changed.secrets().rotation();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("client_id", changed.clientId());
        json.put("webhook_secret", rotation == null ? changed.secrets().webhook() : rotation.next());
        json.put(
                "until",
                rotation == null
                        ? null
                        : Instant.ofEpochMilli(rotation.sinceMs())
                                .plus(Applications.ROTATION)
                                .toString());
        return json;
    }

    public void delete(Request request, Responses out) {
        Application application = find(request);
        tried(() -> {
            applications.delete(application.id(), By.COMMAND_LINE);
            return true;
        });
        out.send(json(application));
    }

    private Application find(Request request) {
        String clientId = request.text("client_id");
        Application application = tried(() -> applications.find(clientId));
        if (application == null) throw new Refused("there is no application with the client id " + clientId);
        return application;
    }

    private static <T extends @Nullable Object> T tried(Supplier<T> work) {
        try {
            return work.get();
        } catch (RefusedException e) {
            throw new Refused(e.field() + ": " + e.reason());
        } catch (StoreException e) {
            throw new Refused("applications cannot be kept now: " + e.getMessage());
        }
    }

    private static State state(String name) {
        State state = State.of(name);
        if (state == null) throw new Refused("state is inactive, testing or live, not " + name);
        return state;
    }

    private static Listing listing(String name) {
        if (name.equals("A") || name.equals("B")) return Listing.valueOf(name);
        throw new Refused("listing is A or B, not " + name);
    }

    private static Map<String, @Nullable Object> json(Application application) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        Details details = application.details();
        json.put("client_id", application.clientId());
        json.put("name", details.name());
        json.put("state", application.state().id());
        json.put("public", application.isPublic());
        json.put("shape", details.shape());
        json.put("listing", details.listing().name());
        json.put("redirect_uris", details.redirects());
        json.put("webhook_url", details.webhookUrl());
        json.put("created_at", Instant.ofEpochMilli(application.createdAtMs()).toString());
        return json;
    }
}
