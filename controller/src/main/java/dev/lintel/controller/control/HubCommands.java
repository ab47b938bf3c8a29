package dev.lintel.controller.control;

import dev.lintel.controller.hub.HubDesk;
import dev.lintel.controller.hub.HubDesk.RefusedException;
import dev.lintel.controller.hub.HubDesk.View;
import dev.lintel.controller.store.BoxStore.Terms;
import dev.lintel.controller.store.BoxStore.Told;
import dev.lintel.controller.store.StoreException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// `hub code` (fields `box`, `everything`, `read_only`), `hub boxes`, `hub publish`, and `hub revoke` and `hub approve`
/// of
/// the box with this `name`. A code is answered once and is in no event.
public final class HubCommands {
    private static final String BY = "the command line";

    private final HubDesk desk;
    private final Supplier<@Nullable String> url;

    /// `url`: the address the box is known by, or null while nothing is served.
    public HubCommands(HubDesk desk, Supplier<@Nullable String> url) {
        this.desk = desk;
        this.url = url;
    }

    public void code(Request request, Responses out) {
        HubDesk.Code made = tried(() -> {
            var terms = new Terms(request.flag("everything"), request.flag("read_only"));
            return desk.code(request.text("box"), terms, BY);
        });
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("code", made.code());
        json.put("box", made.box());
        json.put("everything", made.everything());
        json.put("read_only", made.readOnly());
        json.put("channels", made.channels());
        json.put("minutes", made.minutes());
        json.put("url", url.get());
        out.send(json);
    }

    public void boxes(Request request, Responses out) {
        for (View view : tried(desk::boxes)) out.send(json(view));
        String held = desk.held();
        if (held != null) out.send(Map.of("held", held));
    }

    public void revoke(Request request, Responses out) {
        String name = request.text("name");
        tried(() -> {
            desk.revoke(name, BY);
            return true;
        });
        out.send(Map.of("name", name));
    }

    public void publish(Request request, Responses out) {
        out.send(Map.of("people", tried(() -> desk.publish(BY))));
    }

    public void approve(Request request, Responses out) {
        String name = request.text("name");
        tried(() -> {
            desk.approve(name, BY);
            return true;
        });
        out.send(Map.of("name", name));
    }

    private static <T> T tried(Supplier<T> work) {
        try {
            return work.get();
        } catch (RefusedException e) {
            throw new Refused(String.valueOf(e.getMessage()));
        } catch (StoreException e) {
            throw new Refused("boxes cannot be kept now: " + e.getMessage());
        }
    }

    private static Map<String, @Nullable Object> json(View view) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        Told told = view.told();
        json.put("name", view.box().name());
        json.put("online", view.online());
        json.put("last_contact_at", instant(told.contactAtMs()));
        json.put("cursor", told.cursor() == null ? null : told.cursor().toString());
        json.put("lag", view.lag());
        json.put("version", told.version());
        json.put("skew_ms", told.skewMs());
        json.put("everything", view.box().everything());
        json.put("read_only", view.box().readOnly());
        json.put("channels", view.channels());
        json.put("units", told.units());
        json.put("certificate_ends_at", instant(view.certificateEndsMs()));
        json.put("problem", told.problem());
        json.put("held", told.held());
        json.put("joined_at", instant(view.box().joined().atMs()));
        json.put("joined_by", view.box().joined().by());
        return json;
    }

    private static @Nullable String instant(@Nullable Long ms) {
        return ms == null ? null : Instant.ofEpochMilli(ms).toString();
    }
}
