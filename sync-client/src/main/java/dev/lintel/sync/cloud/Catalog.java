package dev.lintel.sync.cloud;

import dev.lintel.sync.wire.DownLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// People of the service as lines for the box: whole, or those that changed, or one. One thread.
final class Catalog {
    /// People whose credentials are asked for one by one; with more of them the whole list is cheaper.
    private static final int OWN_MAX = 50;
    private static final List<String> NAMES = List.of("people", "person");

    private final Service service;
    private final Views views;
    private final ServiceClock clock;
    private final Memberships memberships = new Memberships();
    private final Map<Long, String> cardless = new TreeMap<>(); // whose credentials it does not tell singly, and why

    Catalog(Service service, Views views, ServiceClock clock) {
        this.service = service;
        this.views = views;
        this.clock = clock;
    }

    /// Takes a line of a list.
    interface Taker {
        void line(DownLine line, long id);
    }

    /// All people, page by page, those that are deleted not.
    Pages.Walked all(Pages pages, View view, Cuts cuts, Taker taker) throws InterruptedException {
        var mapper = new Mapper(view, memberships, cuts, clock.nowMs());
        long startNs = clock.nowNs();
        Pages.Walked walked = pages.walk(new Pages.Wanted("/api/3/people", "", NAMES), (row, id) -> {
            seen(view, row);
            if (!Mapper.isDeleted(row)) taker.line(mapper.line(row, person(id, row)), id);
        });
        return new Pages.Walked(walked.ids(), date(walked, startNs));
    }

    private void seen(View view, Map<String, @Nullable Object> row) {
        Long changed = Times.ms(Json.text(row, "updated_at"), view.facts().zone());
        if (changed != null) clock.seen(changed);
    }

    /// The service's clock when a list began; without a `Date`, at least there it was.
    private @Nullable Long date(Pages.Walked walked, long startNs) {
        return walked.dateMs() != null ? walked.dateMs() : clock.atLeast(startNs);
    }

    /// Those who changed.
    ///
    /// @param dateMs the service's clock when it was asked, Unix milliseconds; null: it does not say
    record Newer(List<DownLine> lines, @Nullable Long dateMs) {}

    /// Those who changed since `sinceS`, Unix seconds of the service's clock.
    Newer since(Pages pages, View view, long sinceS) throws InterruptedException {
        long startNs = clock.nowNs();
        var rows = new ArrayList<Map<String, @Nullable Object>>();
        String query = "since_utc=" + Times.utc(sinceS) + "&";
        Pages.Walked walked = pages.walk(new Pages.Wanted("/api/3/people", query, NAMES), (row, id) -> {
            person(id, row);
            seen(view, row);
            rows.add(row);
        });
        refresh(view, rows);
        var lines = new ArrayList<DownLine>();
        for (Map<String, @Nullable Object> row : rows) lines.add(line(view, row));
        return new Newer(lines, date(walked, startNs));
    }

    /// One; gone where the service does not have them.
    DownLine one(View view, long id) throws InterruptedException {
        Http.Reply reply;
        try {
            reply = service.get("/api/3/people/" + id);
        } catch (CloudException e) {
            if (!e.isMissing() || e.status() == 405) throw e;
            return new DownLine.Gone(id, 0);
        }
        Map<String, @Nullable Object> row = Json.object(Json.parse(reply.body()), "person", "people");
        Long found = Json.id(row.get("id"));
        if (found == null || found != id) throw odd("it answers for person " + id + " with somebody else");
        refresh(view, List.<Map<String, @Nullable Object>>of(row));
        return line(view, row);
    }

    private DownLine line(View view, Map<String, @Nullable Object> row) {
        Long id = Json.id(row.get("id"));
        if (id == null) throw odd("a person has no id");
        if (Mapper.isDeleted(row)) return new DownLine.Gone(id, 0);
        return new Mapper(view, memberships, new Cuts(), clock.nowMs()).line(row, id);
    }

    /// Brings the credentials of people who do not carry theirs.
    private void refresh(View view, List<Map<String, @Nullable Object>> people) throws InterruptedException {
        Map<Long, List<Told>> known = view.cards().listed();
        if (known == null) return;
        var bare = new ArrayList<Map<String, @Nullable Object>>();
        for (Map<String, @Nullable Object> row : people) {
            if (!(row.get("credentials") instanceof List<?>) && !Mapper.isDeleted(row)) bare.add(row);
        }
        if (bare.size() > OWN_MAX) refreshAll(known);
        else for (Map<String, @Nullable Object> row : bare) refresh(known, Json.id(row.get("id")));
    }

    private void refreshAll(Map<Long, List<Told>> known) throws InterruptedException {
        try {
            Map<Long, List<Told>> all = views.allCredentials();
            known.clear();
            known.putAll(all);
        } catch (CloudException e) {
            if (!e.isRefusal()) throw e; // else they stay as they are: the next full listing tells of it
        }
    }

    /// Whose cards are refused keeps them, and is brought up to date in all else.
    private void refresh(Map<Long, List<Told>> known, @Nullable Long id) throws InterruptedException {
        if (id == null) return;
        try {
            Http.Reply reply = service.get("/api/3/people/" + id + "/credentials?page=1&per_page=" + Limits.PER_PAGE);
            known.put(id, Told.readAll(Json.parse(reply.body())));
            cardless.remove(id);
        } catch (CloudException e) {
            if (!e.isRefusal()) throw e;
            if (cardless.size() < Limits.SINGLES_MAX) cardless.put(id, String.valueOf(e.getMessage()));
        }
    }

    /// Whose cards could not be fetched since the last full listing, in words.
    List<String> notes() {
        return cardless.entrySet().stream()
                .map(one -> "Person " + one.getKey() + " cannot be fetched whole (" + one.getValue()
                        + "): their cards stay as they are until the next full listing")
                .toList();
    }

    /// A full listing has come to its end.
    void listed() {
        cardless.clear();
    }

    /// A person's id is a number: events and webhooks refer to it.
    private static long person(long id, Map<String, @Nullable Object> row) {
        if (Json.id(row.get("id")) == null) throw odd("a person's id is no number");
        return id;
    }

    private static CloudException odd(String why) {
        return new CloudException(CloudException.Kind.ODD, why);
    }
}
