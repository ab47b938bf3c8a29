package dev.lintel.controller.console;

import dev.lintel.controller.console.DeliveryWords.EndpointView;
import dev.lintel.controller.console.DeliveryWords.Row;
import dev.lintel.controller.console.DeliveryWords.Sent;
import dev.lintel.controller.console.Pages.Place;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Handler;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.store.DeliveryLog.Line;
import dev.lintel.controller.store.DeliveryLog.Wanted;
import dev.lintel.controller.store.DeliveryStore.State;
import dev.lintel.controller.store.SessionStore.Session;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.webhook.DeliveryDesk;
import dev.lintel.controller.webhook.DeliveryDesk.Health;
import dev.lintel.controller.webhook.DeliveryDesk.Whole;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The log of what an endpoint was sent, each delivery with its attempts, and sending again. Mounted twice: for
/// developers under each of their applications, for operators under `/webhooks`.
///
/// ```
///   LOG                        what was sent, the newest first; a form to send a stretch of it again
///   BASE/deliveries/again      how many that would be (GET), and doing it (POST)
///   BASE/deliveries/:delivery_id         one with all its attempts   …/again
///   BASE/resume                asks an endpoint that is paused, or that nothing gets through to
/// ```
final class DeliveryPages {
    /// On one page of the log.
    private static final int ROWS_MAX = 50;

    private static final long SECOND_MS = 1_000;
    private static final long MINUTE_MS = 60_000;
    /// A field's text without seconds.
    private static final int MINUTES_CHARS = 16;

    private final AppPages pages;
    private final DeliveryDesk desk;
    private final Moments moments;
    private final Time time;

    DeliveryPages(AppPages pages, DeliveryDesk desk, Moments moments, Time time) {
        this.pages = pages;
        this.desk = desk;
        this.moments = moments;
        this.time = time;
    }

    /// A log as somebody may see it.
    ///
    /// @param title whose it is
    /// @param trail the way back, from the start of it
    /// @param base path of what its pages hang under, without a slash at its end
    /// @param path of the log itself
    /// @param home where its endpoints' health is shown
    /// @param endpoints whose deliveries are in it, as they stand; none: nothing was sent yet
    /// @param name says what pages call one of them
    record Log(
            String title,
            List<Link> trail,
            String base,
            String path,
            String home,
            Place place,
            List<Health> endpoints,
            Function<Health, String> name) {
        Log {
            trail = List.copyOf(trail);
            endpoints = List.copyOf(endpoints);
        }

        @Nullable
        Health find(long endpointId) {
            for (Health one : endpoints) if (one.endpoint().id() == endpointId) return one;
            return null;
        }
    }

    record Link(String href, String text) {}

    /// Answers for a log that the signed-in person may see.
    @FunctionalInterface
    interface Shown {
        Reply handle(Request request, Session session, Log log);
    }

    /// Finds out whose log a request is for and lets in who may see it.
    @FunctionalInterface
    interface Door {
        Handler open(Shown shown);
    }

    /// @param base pattern of what the pages hang under
    /// @param log pattern of the log itself
    void mount(Endpoints endpoints, String base, String log, Door door) {
        String deliveries = base + "/deliveries";
        String one = deliveries + "/:delivery_id";
        endpoints.on(Method.GET, log, door.open(this::list));
        endpoints.on(Method.GET, deliveries + "/again", door.open(this::plan));
        endpoints.on(Method.POST, deliveries + "/again", door.open(this::again));
        endpoints.on(Method.GET, one, door.open(this::show));
        endpoints.on(Method.POST, one + "/again", door.open(this::againOne));
        endpoints.on(Method.POST, base + "/resume", door.open(this::resume));
    }

    /// The log's page.
    ///
    /// @param endpoint whose deliveries are shown; null: nothing was sent yet
    /// @param state that is shown alone; null: all
    /// @param olderId the next page has those before it; null: there is none
    /// @param form to send a stretch again
    /// @param sent how many have just been sent again, in words; null: none were
    record LogView(
            Log log,
            @Nullable EndpointView endpoint,
            List<Row> rows,
            @Nullable State state,
            @Nullable Long olderId,
            Form form,
            @Nullable String sent) {
        /// The page with these deliveries alone.
        String href(@Nullable String wanted) {
            String of = endpoint == null ? "" : "endpoint=" + endpoint.id();
            return log.path() + "?" + of + (wanted == null ? "" : "&state=" + wanted);
        }
    }

    /// What is typed of a stretch.
    ///
    /// @param from as in the field
    /// @param zone that the fields are in
    /// @param fault why it cannot be; null: nothing is wrong
    record Form(
            String from,
            String to,
            boolean delivered,
            String zone,
            @Nullable String fault) {}

    /// What would be sent again.
    ///
    /// @param deliveries how many, in words
    /// @param tooMany more than can be at once
    record PlanView(
            Log log,
            long endpointId,
            Form form,
            String from,
            String to,
            String deliveries,
            boolean none,
            boolean tooMany) {
        String atMost() {
            return DeliveryWords.deliveries(DeliveryDesk.AGAIN_MAX);
        }
    }

    /// A delivery's page.
    record OneView(Log log, EndpointView endpoint, Sent sent) {}

    DeliveryWords words() {
        return new DeliveryWords(moments.zone(), time.nowMs());
    }

    private Reply list(Request request, Session session, Log log) {
        DeliveryWords words = words();
        String to = Moments.field(words.nowMs(), words.zone());
        String from = Moments.field(words.nowMs() - Duration.ofDays(1).toMillis(), words.zone());
        return listed(
                200,
                request,
                session,
                log,
                new Form(from, to, false, words.zone().getId(), null));
    }

    private Reply listed(int status, Request request, Session session, Log log, Form form) {
        DeliveryWords words = words();
        Health chosen = chosen(request.query("endpoint"), log);
        State state = state(request.query("state"));
        Long before = number(request.query("before_id"));
        List<Line> lines = chosen == null
                ? List.of()
                : desk.list(
                        chosen.endpoint().id(),
                        new Wanted(state, before == null ? Long.MAX_VALUE : before, ROWS_MAX + 1));
        boolean more = lines.size() > ROWS_MAX;
        List<Line> page = more ? lines.subList(0, ROWS_MAX) : lines;
        List<Row> rows = chosen == null
                ? List.of()
                : page.stream()
                        .map(line -> words.row(line, chosen.endpoint().standing()))
                        .toList();
        Long sent = number(request.query("sent"));
        var view = new LogView(
                log,
                chosen == null ? null : view(words, log, chosen),
                rows,
                state,
                more ? page.getLast().id() : null,
                form,
                sent == null ? null : DeliveryWords.deliveries(sent));
        return pages.deliveries(status, session, view);
    }

    private static EndpointView view(DeliveryWords words, Log log, Health health) {
        return words.endpoint(health, log.name.apply(health), "");
    }

    /// The one that is asked for, or else the first; null where there is none.
    private static @Nullable Health chosen(@Nullable String text, Log log) {
        Long id = number(text);
        Health found = id == null ? null : log.find(id);
        return found != null || log.endpoints.isEmpty() ? found : log.endpoints.getFirst();
    }

    private static @Nullable State state(@Nullable String word) {
        for (State state : State.values()) if (state.word().equals(word)) return state;
        return null;
    }

    /// A number that cannot be one is as none: it was not the page that asked for it.
    private static @Nullable Long number(@Nullable String text) {
        if (text == null || !text.matches("[0-9]{1,18}")) return null;
        return Long.valueOf(text);
    }

    /// A stretch of time as it was typed; null: it is none.
    private record Stretch(long fromMs, long toMs) {
        /// With all of the minute, or second, that it ends in.
        static @Nullable Stretch of(@Nullable String from, @Nullable String to, ZoneId zone) {
            Long fromMs = Moments.read(from, zone);
            Long toMs = Moments.read(to, zone);
            if (fromMs == null || toMs == null || to == null) return null;
            long unit = to.strip().length() <= MINUTES_CHARS ? MINUTE_MS : SECOND_MS;
            return fromMs > toMs ? null : new Stretch(fromMs, toMs + unit - 1);
        }
    }

    private static final String NO_STRETCH = "Give two times of which the first is not after the other.";

    private Reply plan(Request request, Session session, Log log) {
        DeliveryWords words = words();
        Health chosen = chosen(request.query("endpoint"), log);
        if (chosen == null) return pages.redirect(log.path);
        String from = text(request.query("from"));
        String to = text(request.query("to"));
        boolean delivered = request.query("delivered") != null;
        Stretch stretch = Stretch.of(from, to, words.zone());
        var form = new Form(from, to, delivered, words.zone().getId(), stretch == null ? NO_STRETCH : null);
        if (stretch == null) return listed(422, request, session, log, form);
        long count = desk.count(chosen.endpoint().id(), stretch.fromMs, stretch.toMs, delivered);
        var view = new PlanView(
                log,
                chosen.endpoint().id(),
                form,
                Moments.words(stretch.fromMs, words.zone()),
                Moments.words(stretch.toMs, words.zone()),
                DeliveryWords.deliveries(count),
                count == 0,
                count > DeliveryDesk.AGAIN_MAX);
        return pages.again(session, view);
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }

    private Reply again(Request request, Session session, Log log) {
        Long wanted = number(request.form("endpoint"));
        Health chosen = wanted == null ? null : log.find(wanted);
        Stretch stretch = Stretch.of(request.form("from"), request.form("to"), moments.zone());
        if (chosen == null || stretch == null) return pages.redirect(log.path);
        boolean delivered = request.form("delivered") != null;
        long id = chosen.endpoint().id();
        int sent = desk.again(id, stretch.fromMs, stretch.toMs, delivered);
        return pages.redirect(log.path + "?endpoint=" + id + "&sent=" + sent);
    }

    /// Null for one of somebody else, which is as good as none.
    private @Nullable Whole whole(Request request, Log log) {
        Whole whole = desk.get(request.id("delivery_id"));
        return whole == null || log.find(whole.line().endpointId()) == null ? null : whole;
    }

    private Reply missing(Session session) {
        String text = "What has ended is kept for two weeks.";
        return pages.note(404, session, "There is no such delivery", text);
    }

    private Reply show(Request request, Session session, Log log) {
        Whole whole = whole(request, log);
        Health health = whole == null ? null : log.find(whole.line().endpointId());
        if (whole == null || health == null) return missing(session);
        DeliveryWords words = words();
        return pages.delivery(
                session,
                new OneView(
                        log,
                        view(words, log, health),
                        words.sent(whole, health.endpoint().standing())));
    }

    private Reply againOne(Request request, Session session, Log log) {
        Whole whole = whole(request, log);
        if (whole == null) return missing(session);
        desk.again(whole.line().endpointId(), whole.line().id());
        return pages.redirect(log.base + "/deliveries/" + whole.line().id());
    }

    private Reply resume(Request request, Session session, Log log) {
        Health chosen = chosen(request.form("endpoint"), log);
        if (chosen != null) desk.resume(chosen.endpoint().id());
        return pages.redirect(log.home);
    }
}
