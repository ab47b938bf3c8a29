package dev.lintel.controller.control;

import dev.lintel.controller.fleet.HeldQueries;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.sync.HubAddress;
import dev.lintel.controller.sync.Membership;
import dev.lintel.controller.sync.SyncDesk;
import dev.lintel.controller.sync.SyncState;
import dev.lintel.controller.sync.Upline;
import dev.lintel.controller.sync.UplineException;
import dev.lintel.controller.sync.Upstream;
import dev.lintel.controller.tls.BoxKey;
import java.net.URI;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// `join plan` (fields `url`, `code`), `join confirm` and `join drop` (fields `url`, `fingerprint`, `box`, as the plan
/// has them), `leave`; `sync status`, `sync now` (field
/// `wait`), `sync held`, and `sync accept` (`held`, as that gave it, or nothing). A code is in no event and no
/// log.
public final class SyncCommands {
    private static final String BY = "command line";
    /// How often somebody who waits is told how far it is.
    private static final long TOLD_EVERY_MS = 1_000;

    private final Membership membership;
    private final Database database;

    public SyncCommands(Membership membership, Database database) {
        this.membership = membership;
        this.database = database;
    }

    public void plan(Request request, Responses out) {
        URI url = words(() -> HubAddress.of(request.text("url")));
        Membership.Plan plan = words(() -> membership.plan(url, request.text("code")));
        var json = new LinkedHashMap<String, Object>();
        json.put("hub", plan.hubName());
        json.put("url", plan.hub().toString());
        json.put("fingerprint", plan.fingerprint());
        json.put("box", plan.boxName());
        json.put("people", plan.people());
        json.put("roles", plan.roles());
        out.send(json);
    }

    public void confirm(Request request, Responses out) {
        out.send(Map.of(
                "copy", words(() -> membership.confirm(seen(request), BY)).toString()));
    }

    public void drop(Request request, Responses out) {
        membership.drop(seen(request));
    }

    private static Membership.Seen seen(Request request) {
        return new Membership.Seen(request.text("url"), request.text("fingerprint"), request.text("box"));
    }

    public void leave(Request request, Responses out) {
        String untold = words(() -> membership.leave(BY));
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("left", true);
        json.put("untold", untold);
        out.send(json);
    }

    public void status(Request request, Responses out) {
        SyncDesk desk = membership.desk();
        if (desk == null) {
            var none = new LinkedHashMap<String, @Nullable Object>();
            none.put("follows", false);
            none.put("problem", membership.waiting());
            out.send(none);
            return;
        }
        SyncState.View view = desk.state().view();
        Upline.Status line = desk.line();
        Upstream.Joined joined = desk.whom().joined();
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("follows", true);
        json.put(desk.whom().kind(), desk.whom().name());
        json.put("url", desk.whom().url().toString());
        if (joined != null) {
            json.put("box", joined.boxName());
            json.put("fingerprint", BoxKey.fingerprint(joined.authority()));
            json.put(
                    "certificate_ends",
                    joined.chain().getFirst().getNotAfter().toInstant().toString());
        }
        json.put("online", line.online());
        json.put("last_contact_at", desk.contact().lastAt().toString());
        json.put("last_contact_s", desk.contact().age().toSeconds());
        json.put("phase", word(view.phase()));
        json.put("doing", line.doing());
        Long completedMs = view.completedMs();
        json.put(
                "completed_at",
                completedMs == null ? null : Instant.ofEpochMilli(completedMs).toString());
        if (desk.whom().isHub()) json.put("events_waiting", line.waiting());
        json.put("clock_skew_ms", line.skewMs());
        json.put("held", view.held());
        String problem = desk.problem();
        json.put("problem", problem == null ? line.problem() : problem);
        List<String> notices = desk.notices();
        if (!notices.isEmpty()) json.put("notices", notices);
        out.send(json);
    }

    /// With `wait`, answers how it goes until it has come to an end; else at once.
    public void now(Request request, Responses out) throws InterruptedException {
        SyncDesk desk = followed();
        SyncState.View before = desk.state().view();
        if (before.phase() == SyncState.Phase.DISMISSED) { // nobody is asked any more
            throw new Refused("the hub has turned this box away; what stands goes on: " + before.problem());
        }
        desk.syncNow(BY, null);
        if (!request.flag("wait")) {
            out.send(Map.of("asked", true));
            return;
        }
        SyncState.View view = before;
        while (view.endings() == before.endings() && out.open()) {
            out.send(Map.of("doing", desk.line().doing()));
            view = desk.state().awaitOther(view, TOLD_EVERY_MS);
        }
        if (view.phase() != SyncState.Phase.OK) throw new Refused(String.valueOf(view.problem()));
        out.send(Map.of("completed", true));
    }

    /// What is held back: the snapshot's name, and how many people it would take away, where the log has that.
    public void held(Request request, Responses out) {
        String held = required(followed());
        HeldQueries.Told told = words(() -> database.read(sql -> HeldQueries.told(sql, held, null)));
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("held", held);
        json.put("people", told == null ? null : told.people());
        json.put("of", told == null ? null : told.of());
        json.put(
                "since", told == null ? null : Instant.ofEpochMilli(told.atMs()).toString());
        out.send(json);
    }

    /// With the name that `sync held` gave: exactly that; without one whatever is held.
    public void accept(Request request, Responses out) {
        SyncDesk desk = followed();
        required(desk);
        String shown = request.nullableText("held");
        String name = words(() -> desk.accept(shown, BY));
        if (name == null) throw new Refused("others would be taken away by now: look at it again");
        out.send(Map.of("accepted", name));
    }

    private static String required(SyncDesk desk) {
        String held = desk.state().view().held();
        if (held == null) throw new Refused("nothing is held back");
        return held;
    }

    private SyncDesk followed() {
        SyncDesk desk = membership.desk();
        if (desk == null) throw new Refused("this box follows no hub and no service");
        return desk;
    }

    private static String word(SyncState.Phase phase) {
        return phase.name().toLowerCase(Locale.ROOT);
    }

    private static <T extends @Nullable Object> T words(Supplier<T> work) {
        try {
            return work.get();
        } catch (UplineException e) {
            String why = String.valueOf(e.getMessage());
            throw e.isForNow() ? Refused.forNow(why) : new Refused(why);
        } catch (StoreException e) {
            throw new Refused(String.valueOf(e.getMessage()));
        }
    }
}
