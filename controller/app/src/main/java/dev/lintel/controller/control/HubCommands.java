package dev.lintel.controller.control;

import dev.lintel.controller.fleet.BoxLogStore.Witnessed;
import dev.lintel.controller.fleet.BoxStore.Terms;
import dev.lintel.controller.fleet.BoxStore.Told;
import dev.lintel.controller.fleet.BoxWrites.Beginning;
import dev.lintel.controller.fleet.BoxWrites.Written;
import dev.lintel.controller.fleet.HeldQueries;
import dev.lintel.controller.fleet.PublishedStore.Held;
import dev.lintel.controller.hub.BoxWriting.Writes;
import dev.lintel.controller.hub.ClonedBoxes;
import dev.lintel.controller.hub.HubDesk;
import dev.lintel.controller.hub.HubDesk.Expected;
import dev.lintel.controller.hub.HubDesk.HeldBack;
import dev.lintel.controller.hub.HubDesk.RefusedException;
import dev.lintel.controller.hub.HubDesk.View;
import dev.lintel.controller.hub.Restored;
import dev.lintel.controller.store.StoreException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// `hub code` (fields `box`, `everything`, `may_write`, and `days` that it is good for, else 15 minutes),
/// `hub boxes`, `hub held` (`name` of a box, or nothing), `hub publish` (what `hub held` gave, or nothing),
/// and of the box with this `name`: `hub revoke`, `hub writes` (what it wrote; with `allow` or `refuse` whether
/// it may from now on), `hub withdraw` (its code) and `hub approve` (`held`). `hub restored` is about what
/// boxes do not take since a restore. `hub heads` (`name`) gives what the hub has of the log of a box. `hub keep`
/// (`name`, `run`) keeps one of the boxes that share an identity. A code is answered once and is in no event.
public final class HubCommands {
    private static final String BY = "the command line";
    /// Names of what is held back: enough to see whether it was meant.
    private static final int NAMES_MAX = 20;

    /// Writes of a box that are listed: the log has all.
    private static final int WRITES_MAX = 1_000;

    private final HubDesk desk;
    private final Supplier<@Nullable String> url;

    /// `url`: the address the box is known by, or null while nothing is served.
    public HubCommands(HubDesk desk, Supplier<@Nullable String> url) {
        this.desk = desk;
        this.url = url;
    }

    public void code(Request request, Responses out) {
        HubDesk.Code made = tried(() -> {
            var terms = new Terms(request.flag("everything"), !request.flag("may_write"));
            Long days = request.nullableNumber("days");
            String box = request.text("box");
            return days == null ? desk.code(box, terms, BY) : desk.code(box, terms, BY, days);
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
        for (View view : tried(desk::boxes)) {
            Map<String, @Nullable Object> json = json(view);
            var copies = desk.copies(view).stream().map(HubCommands::json).toList();
            if (!copies.isEmpty()) json.put("copies", copies);
            out.send(json);
        }
        for (Expected one : tried(desk::expected)) out.send(json(one));
        String refused = desk.refused();
        if (refused != null) out.send(Map.of("refused", refused));
        String held = desk.held();
        if (held != null) out.send(Map.of("held", held));
    }

    /// Keeps one of the boxes that share an identity.
    public void keep(Request request, Responses out) {
        String name = request.text("name");
        ClonedBoxes.Copy kept = tried(() -> desk.keep(name, request.text("run"), BY));
        Map<String, @Nullable Object> json = json(kept);
        json.put("name", name);
        out.send(json);
    }

    /// What the hub has of a box's log: a line for each thousand events, as `events verify --heads` reads it.
    public void heads(Request request, Responses out) {
        String name = request.text("name");
        for (Witnessed one : tried(() -> desk.witnessed(name))) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("event_id", one.event().id());
            json.put("hash", one.event().hash());
            json.put("box", name);
            json.put("branch", one.branch());
            out.send(json);
        }
    }

    private static Map<String, @Nullable Object> json(ClonedBoxes.Copy copy) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("run", copy.shown());
        json.put("address", copy.address());
        json.put("version", copy.version());
        json.put("since", instant(copy.sinceMs()));
        json.put("last_contact_at", instant(copy.heardMs()));
        return json;
    }

    /// Answers with what the box wrote here, as [#writes].
    public void revoke(Request request, Responses out) {
        String name = request.text("name");
        tried(() -> {
            desk.revoke(name, BY);
            return true;
        });
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("name", name);
        put(json, tried(() -> writesOf(name)));
        out.send(json);
    }

    public void writes(Request request, Responses out) {
        String name = request.text("name");
        boolean allow = request.flag("allow");
        boolean changed = allow || request.flag("refuse");
        if (changed) {
            tried(() -> {
                desk.writing().allow(name, allow, BY);
                return true;
            });
        }
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("name", name);
        if (changed) json.put("may_write", allow);
        put(json, tried(() -> desk.writing().of(name, WRITES_MAX)));
        out.send(json);
    }

    /// Whoever had a code and never came wrote nothing.
    private Writes writesOf(String name) {
        try {
            return desk.writing().of(name, WRITES_MAX);
        } catch (RefusedException _) {
            return new Writes(0, List.of(), null);
        }
    }

    private static void put(Map<String, @Nullable Object> json, Writes writes) {
        json.put("writes", writes.count());
        json.put("newest", writes.newest().stream().map(HubCommands::json).toList());
        Beginning begins = writes.begins();
        if (begins == null) return;
        json.put("log_begins_with", begins.eventId());
        json.put("log_begins_at", instant(begins.atMs()));
    }

    private static Map<String, @Nullable Object> json(Written one) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("at", instant(one.atMs()));
        json.put("words", one.words());
        json.put("what", one.what());
        json.put("action", one.action());
        json.put("id", one.id());
        json.put("person", one.person());
        json.put("claimed_by", one.claims());
        return json;
    }

    public void withdraw(Request request, Responses out) {
        String name = request.text("name");
        tried(() -> {
            desk.withdraw(name, BY);
            return true;
        });
        out.send(Map.of("name", name));
    }

    /// What is held back: at the hub, or at the box with that `name`.
    public void held(Request request, Responses out) {
        String name = request.nullableText("name");
        out.send(name == null ? tried(this::heldHere) : tried(() -> heldAt(name)));
    }

    private Map<String, @Nullable Object> heldHere() {
        HeldBack back = desk.heldBack(NAMES_MAX);
        if (back == null) throw new Refused("nothing is held back");
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("from", back.held().from());
        json.put("to", back.held().to());
        json.put("people", back.held().people());
        json.put("at", back.held().atMs());
        json.put("since", instant(back.held().atMs()));
        json.put("still", back.people());
        json.put(
                "first",
                back.first().stream()
                        .map(one -> (one.name().isEmpty() ? "person " + one.id() : one.name() + " (" + one.id() + ")")
                                + (one.deleted() ? ", deleted" : ", disabled"))
                        .toList());
        return json;
    }

    private Map<String, @Nullable Object> heldAt(String name) {
        View view = desk.holding(name);
        HeldQueries.Told told = desk.heldOf(view);
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("name", name);
        json.put("held", view.told().held());
        json.put("people", told == null ? null : told.people());
        json.put("of", told == null ? null : told.of());
        json.put("since", told == null ? null : instant(told.atMs()));
        return json;
    }

    /// With the numbers that `hub held` gave: exactly that; without them whatever is held.
    public void publish(Request request, Responses out) {
        Long to = request.nullableNumber("to");
        Held shown = to == null
                ? null
                : new Held(request.number("from"), to, request.number("people"), request.number("at"));
        out.send(Map.of("people", tried(() -> desk.publish(shown, BY))));
    }

    public void approve(Request request, Responses out) {
        String name = request.text("name");
        tried(() -> {
            desk.approve(name, request.nullableText("held"), BY);
            return true;
        });
        out.send(Map.of("name", name));
    }

    /// What boxes do not take since this hub was restored; `person` or `all` gives it back, `accept` takes the held
    /// report of the box of that name, `checked` ends the report of boxes of an earlier version.
    public void restored(Request request, Responses out) {
        Long person = request.nullableNumber("person");
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        String accept = request.nullableText("accept");
        if (accept != null) {
            tried(() -> {
                desk.restored().accept(accept, BY);
                return true;
            });
            json.put("accepted", accept);
        } else if (request.flag("checked")) {
            tried(() -> {
                desk.restored().checked(BY);
                return true;
            });
            json.put("checked", true);
        } else if (person != null) {
            tried(() -> {
                desk.restored().giveBack(person, BY);
                return true;
            });
            json.put("given_back", 1);
        } else if (request.flag("all")) {
            long all = tried(() -> desk.restored().view()).count();
            int given = tried(() -> desk.restored().giveBackAll(BY));
            json.put("given_back", given);
            json.put("left", Math.max(0, all - given));
        } else {
            var view = tried(() -> desk.restored().view());
            json.put("withheld", view.count());
            json.put("policy", view.policy());
            json.put("people", view.people().stream().map(Restored.Kept::words).toList());
            json.put(
                    "held",
                    view.held().stream()
                            .map(one -> Map.of("box", one.box(), "people", one.people(), "of", one.enabled()))
                            .toList());
        }
        out.send(json);
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

    private static Map<String, @Nullable Object> json(Expected one) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("expected", one.box());
        json.put("by", one.code() ? "code" : "certificate");
        if (one.minutes() > 0) json.put("minutes", one.minutes());
        json.put("let_in_by", one.by());
        json.put("everything", one.terms().everything());
        json.put("read_only", one.terms().readOnly());
        return json;
    }

    private static Map<String, @Nullable Object> json(View view) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        Told told = view.told();
        json.put("name", view.box().name());
        json.put("online", view.online());
        json.put("lost", view.lost());
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
