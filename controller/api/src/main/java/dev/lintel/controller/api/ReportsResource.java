package dev.lintel.controller.api;

import dev.lintel.controller.csv.CsvWriter;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.http.Access;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Paging;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.http.Scope;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.ChannelStore;
import dev.lintel.controller.store.CredentialQueries;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.ReportQueries;
import dev.lintel.controller.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/// `/api/3/reports`: what can be told of doors, people and credentials in one table. Read only; nothing is kept of who
/// read what.
///
/// `GET /reports` lists [Report]s: id, name, description, parameters. `GET /reports/:id` answers the table: in JSON an
/// array of one object a row, in CSV a header and one line a row, as [ReportFormat] decides. Without `page` and
/// `per_page` it is whole; every answer has the headers of paging, and is written while it is made.
///
/// No report shows a PIN, nor more of a card's number than its last four digits.
final class ReportsResource {
    private static final Access READ = Access.anyOf(Scope.REPORTS_READONLY);

    private static final Duration EVENTS_USUAL = Duration.ofDays(30);
    private static final Duration HOURS_USUAL = Duration.ofDays(7);
    /// A year: 8,784 hours, each counted in a read transaction of its own.
    private static final Duration HOURS_LONGEST = Duration.ofDays(366);

    private static final Duration PRESENCE_USUAL = Duration.ofHours(24);
    /// Whoever came in a month ago and was not seen since is not in.
    private static final Duration PRESENCE_LONGEST = Duration.ofDays(31);

    private static final int DORMANT_DAYS = 90;
    private static final int DORMANT_DAYS_MAX = 3_650;
    /// Reports of who is in that are in memory at once.
    private static final int PRESENCES_MAX = 4;

    private final Database database;
    private final Time time;
    private final ReportQueries events;
    private final CredentialQueries credentials;
    private final Semaphore presences = new Semaphore(PRESENCES_MAX, true);

    ReportsResource(ApiParts parts) {
        this.database = parts.database();
        this.time = parts.time();
        this.events = new ReportQueries(database);
        this.credentials = new CredentialQueries(database);
    }

    void mount(Endpoints endpoints) {
        endpoints.on(Method.GET, "/api/3/reports", READ, this::list);
        endpoints.on(Method.GET, "/api/3/reports/:id", READ, this::show);
    }

    private Reply list(Request request) {
        Paging.Wanted wanted = Paging.wanted(request, Paging.SHORT_ROWS);
        List<Report> all = List.of(Report.values());
        List<Map<String, Object>> page = all.stream()
                .skip(wanted.offset())
                .limit(wanted.limit(all.size()))
                .map(ReportsResource::json)
                .toList();
        return new Reply.Listed(page, new Paging.Position(wanted, all.size(), request.listUrl()));
    }

    private static Map<String, Object> json(Report report) {
        var json = new LinkedHashMap<String, Object>();
        json.put("id", report.id());
        json.put("name", report.title());
        json.put("description", report.description());
        json.put(
                "parameters",
                report.parameters().stream().map(ReportsResource::json).toList());
        return json;
    }

    private static Map<String, Object> json(Report.Parameter parameter) {
        var json = new LinkedHashMap<String, Object>();
        json.put("name", parameter.name());
        json.put("description", parameter.description());
        json.put("type", parameter.type());
        json.put("required", parameter.required());
        return json;
    }

    private Reply show(Request request) {
        Report report = Report.of(request.id());
        if (report == null) return new Reply.NotFound("report");
        ReportFormat format = ReportFormat.of(request);
        Paging.Wanted wanted = wanted(request);
        EventReport.Words words = database.read(sql ->
                new EventReport.Words(request.signedIn().listing(), AccountTimes.of(sql), ChannelStore.names(sql)));
        long now = time.nowMs();
        ReportRows rows = rows(report, new ReportParameters(request, words.times(), now), words);
        long total = rows.total();
        var position = new Paging.Position(wanted, total, request.listUrl());
        Reply reply = switch (format) {
            case JSON -> json(report, rows, position);
            case CSV -> csv(report, rows, position).with("Content-Disposition", attachment(report, words.times(), now));
        };
        return reply.with(Paging.headers(position)).with("Vary", "Accept");
    }

    /// A report without its end would be a wrong one: it is whole unless a page is asked for.
    private static Paging.Wanted wanted(Request request) {
        Paging.Wanted wanted = Paging.wanted(request, Paging.SHORT_ROWS);
        boolean paged =
                request.queryNames().contains("page") || request.queryNames().contains("per_page");
        return paged ? wanted : new Paging.Wanted(1, wanted.perPage(), true);
    }

    private ReportRows rows(Report report, ReportParameters asked, EventReport.Words words) {
        return switch (report) {
            case ACTIVITY -> events(asked, words, false);
            case DENIED -> events(asked, words, true);
            case WHO_IS_IN -> presence(asked, words);
            case DOOR_USE -> hours(asked, words);
            case CREDENTIALS -> credentials(asked, asked.text("status"), null, words);
            case DORMANT -> credentials(asked, null, unused(asked), words);
        };
    }

    private ReportRows events(ReportParameters asked, EventReport.Words words, boolean denied) {
        var kinds = EnumSet.allOf(EventKind.class);
        kinds.removeIf(kind -> denied ? !kind.isRejected() : !kind.isActivity());
        var between = asked.between(EVENTS_USUAL, null);
        List<Long> channels = asked.channelIds();
        Long person = asked.id("person_id");
        var span = events.span(between.fromMs(), between.beforeMs(), head());
        return new EventReport(events, new ReportQueries.Wanted(kinds, channels, person, span), words, denied);
    }

    private ReportRows presence(ReportParameters asked, EventReport.Words words) {
        String status = asked.word("status", List.of("in", "out", "all"));
        var between = asked.since(PRESENCE_USUAL, PRESENCE_LONGEST);
        var span = events.span(between.fromMs(), between.beforeMs(), head());
        return new PresenceReport(events, span, words, status, presences);
    }

    private ReportRows hours(ReportParameters asked, EventReport.Words words) {
        var between = asked.between(HOURS_USUAL, HOURS_LONGEST);
        List<Long> channels = asked.channelIds();
        long head = head();
        if (channels.isEmpty()) channels = events.channels(between.fromMs(), between.beforeMs(), head);
        var hours = new LocalHours(words.times().zone(), between.fromMs(), between.beforeMs());
        return new HoursReport(events, hours, channels, words, head);
    }

    private CredentialQueries.Unused unused(ReportParameters asked) {
        int days = asked.number("days", 1, DORMANT_DAYS_MAX, DORMANT_DAYS);
        long since = asked.nowMs() - Duration.ofDays(days).toMillis();
        return new CredentialQueries.Unused(events.span(since, Long.MAX_VALUE, head()));
    }

    private ReportRows credentials(
            ReportParameters asked,
            @Nullable String status,
            CredentialQueries.@Nullable Unused unused,
            EventReport.Words words) {
        var wanted = new CredentialQueries.Wanted(asked.id("credential_type_id"), status, unused);
        return new CredentialReport(credentials, wanted, words.times(), credentials.highestId());
    }

    private long head() {
        return database.events().head();
    }

    private static Reply json(Report report, ReportRows rows, Paging.Position position) {
        List<String> names = report.columns().stream().map(Report.Column::name).toList();
        return new Reply.Streamed(out -> {
            out.writeStartArray();
            each(rows, position, values -> {
                out.writeStartObject();
                for (int i = 0; i < names.size(); i++) {
                    out.writeFieldName(names.get(i));
                    Json.write(out, values.get(i));
                }
                out.writeEndObject();
            });
            out.writeEndArray();
        });
    }

    private static Reply csv(Report report, ReportRows rows, Paging.Position position) {
        return new Reply.StreamedText("text/csv; charset=utf-8; header=present", out -> {
            var csv = new CsvWriter(out);
            csv.line(report.columns().stream().map(Report.Column::name).toList());
            each(rows, position, csv::line);
        });
    }

    private static void each(ReportRows rows, Paging.Position position, ReportRows.Sink sink) throws IOException {
        var wanted = position.wanted();
        rows.each(wanted.offset(), wanted.all() ? position.total() : wanted.perPage(), sink);
    }

    /// A name for the file, with the day of the account's zone.
    private static String attachment(Report report, AccountTimes times, long nowMs) {
        var day = Instant.ofEpochMilli(nowMs).atZone(times.zone()).toLocalDate();
        return "attachment; filename=\"lintel-" + report.fileName() + "-" + day + ".csv\"";
    }
}
