package dev.lintel.controller.control;

import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.sync.HookResource;
import dev.lintel.controller.sync.ServiceDesk;
import dev.lintel.controller.sync.UplineException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// `service begin`, `service plan` (fields `refresh_token` or `address`, and `client_secret`), `service confirm`,
/// `service drop` and `service webhook` (fields `secret`, `remove`). Secrets are in no answer, no event and no log.
public final class ServiceCommands {
    private static final String BY = "command line";
    /// Longer than any token, secret or address that a service gives.
    private static final int GIVEN_CHARS_MAX = 8_192;

    private final ServiceDesk desk;
    private final Supplier<@Nullable String> url;

    /// `url`: the address the box is known by, or null while nothing is served.
    public ServiceCommands(ServiceDesk desk, Supplier<@Nullable String> url) {
        this.desk = desk;
        this.url = url;
    }

    public void begin(Request request, Responses out) {
        ServiceDesk.Begun begun = words(desk::begin);
        var json = new LinkedHashMap<String, Object>();
        json.put("url", begun.service().toString());
        json.put("client_id", begun.clientId());
        json.put("address", begun.address().toString());
        json.put("redirect", begun.redirect());
        json.put("needs_secret", begun.needsSecret());
        out.send(json);
    }

    public void plan(Request request, Responses out) {
        var given = new ServiceDesk.Given(
                given(request, "refresh_token"), given(request, "address"), given(request, "client_secret"));
        ServiceDesk.Plan plan = words(() -> desk.plan(given));
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("service", plan.name());
        json.put("url", plan.service().toString());
        json.put("people_there", plan.peopleThere());
        json.put("people", plan.people());
        json.put("again", plan.again());
        out.send(json);
    }

    private static @Nullable String given(Request request, String field) {
        String text = request.nullableText(field);
        if (text == null || text.isBlank()) return null;
        if (text.length() > GIVEN_CHARS_MAX) throw new Refused(field + " is longer than " + GIVEN_CHARS_MAX);
        return text.strip();
    }

    public void confirm(Request request, Responses out) {
        Path copy = words(() -> desk.confirm(BY));
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("follows", true);
        json.put("copy", copy == null ? null : copy.toString());
        out.send(json);
    }

    public void drop(Request request, Responses out) {
        words(() -> {
            desk.drop();
            return true;
        });
    }

    public void webhook(Request request, Responses out) {
        String secret = given(request, "secret");
        if (secret != null || request.flag("remove")) {
            words(() -> {
                desk.webhookSecret(secret);
                return true;
            });
        }
        String box = url.get();
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("url", box == null ? null : box + HookResource.PATH);
        json.put("stored", secret != null);
        out.send(json);
    }

    private static <T extends @Nullable Object> T words(Supplier<T> work) {
        try {
            return work.get();
        } catch (UplineException | StoreException e) {
            throw new Refused(String.valueOf(e.getMessage()));
        }
    }
}
