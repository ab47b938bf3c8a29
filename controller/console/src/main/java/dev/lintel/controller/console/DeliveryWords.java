package dev.lintel.controller.console;

import dev.lintel.controller.api.Accounts;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.json.JsonException;
import dev.lintel.controller.store.DeliveryLog.Given;
import dev.lintel.controller.store.DeliveryLog.Line;
import dev.lintel.controller.store.DeliveryLog.Recent;
import dev.lintel.controller.store.DeliveryStore;
import dev.lintel.controller.store.DeliveryStore.Attempt;
import dev.lintel.controller.store.DeliveryStore.State;
import dev.lintel.controller.store.EndpointStore.Standing;
import dev.lintel.controller.webhook.DeliveryDesk;
import dev.lintel.controller.webhook.DeliveryDesk.Health;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What pages say of endpoints and deliveries, at one moment and in one time zone. Whatever a receiver sent is
/// [Visible].
record DeliveryWords(ZoneId zone, long nowMs) {
    private static final int PERCENT = 100;
    private static final String NOW = "now";

    /// An endpoint as it stands.
    ///
    /// @param name whose events it hears of, or whose it is
    /// @param about more of that; empty: nothing
    /// @param tone of the state: `good`, `warn`, `bad` or empty
    /// @param state such as `Works`
    /// @param since when the state began, as a moment; null: it is not known or of no matter
    /// @param next when it is asked again, as a moment; null: at once
    /// @param fault why the last attempt failed; null: it did not
    record EndpointView(
            long id,
            String name,
            String about,
            boolean paused,
            boolean out,
            String tone,
            String state,
            @Nullable String since,
            @Nullable String next,
            @Nullable String fault,
            Figures figures,
            List<Lost> lost) {}

    /// Its last 24 hours, in words.
    ///
    /// @param rate such as `98 %`
    /// @param age of what waits longest; empty: nothing waits
    record Figures(int arrived, int failed, String rate, String usual, String slow, long waiting, String age) {
        /// All of it on one line.
        String line() {
            int attempts = arrived + failed;
            String recent = attempts == 0
                    ? "nothing sent in 24 hours"
                    : rate + " of " + attempts + (attempts == 1 ? " attempt" : " attempts") + " arrived in 24 hours";
            String took = arrived == 0 ? "" : ", usually in " + usual;
            String waits = waiting == 0 ? "nothing waits" : items(waiting) + (waiting == 1 ? " waits" : " wait");
            return recent + took + " · " + waits + (age.isEmpty() ? "" : ", " + age);
        }
    }

    /// Items that were given up.
    record Lost(String at, String items, String why, String from, String to) {}

    /// A delivery in a list.
    ///
    /// @param last what came of the newest attempt; empty: there was none
    /// @param next when it is tried next; null: it is not
    record Row(
            long id,
            String at,
            String items,
            State state,
            String attempts,
            String last,
            @Nullable String next,
            String acknowledged) {}

    /// A delivery, whole.
    ///
    /// @param body laid out for reading
    /// @param exact as it was posted
    /// @param underWay it is being sent, or is about to be
    record Sent(Row row, String body, String exact, List<Try> tries, boolean underWay) {}

    /// An attempt.
    ///
    /// @param outcome such as `500 in 20 ms`
    /// @param fault why it does not end the delivery; null: it does
    record Try(String at, String outcome, @Nullable String fault, String answer) {}

    /// Whose users and doors it hears of.
    static String account(long accountId) {
        return accountId == Accounts.TEST ? "The test account" : "The customer's account";
    }

    EndpointView endpoint(Health health, String name, String about) {
        Standing standing = health.endpoint().standing();
        Long paused = standing.pausedAtMs();
        Long failing = standing.failingAtMs();
        Long since = paused != null ? paused : health.isOut() ? failing : null;
        Long held = paused == null ? standing.heldUntilMs() : null;
        return new EndpointView(
                health.endpoint().id(),
                Visible.line(name),
                Visible.line(about),
                paused != null,
                health.isOut(),
                tone(health),
                state(health),
                since == null ? null : Moments.words(since, zone),
                held == null || held <= nowMs ? null : Moments.exact(held, zone),
                health.lastFault() == null ? null : Visible.line(health.lastFault()),
                figures(health),
                health.given().stream().map(this::lost).toList());
    }

    private static String tone(Health health) {
        if (health.isPaused() || health.isOut()) return "bad";
        if (health.endpoint().standing().failures() > 0) return "warn";
        return health.endpoint().standing().succeededAtMs() == null ? "" : "good";
    }

    private static String state(Health health) {
        if (health.isPaused()) return "Paused";
        if (health.isOut()) return "Nothing gets through";
        if (health.endpoint().standing().failures() > 0) return "The last attempt failed";
        return health.endpoint().standing().succeededAtMs() == null ? "Nothing arrived yet" : "Works";
    }

    private Figures figures(Health health) {
        Recent recent = health.recent();
        int attempts = recent.arrived() + recent.failed();
        String rate = attempts == 0 ? "–" : rate(recent.arrived(), attempts);
        return new Figures(
                recent.arrived(),
                recent.failed(),
                rate,
                took(recent.medianMs()),
                took(recent.slowestMs()),
                health.waiting(),
                age(health));
    }

    /// Never 100 % where something failed, nor 0 % where something arrived.
    private static String rate(int arrived, int attempts) {
        int percent = Math.round((float) PERCENT * arrived / attempts);
        if (arrived < attempts) percent = Math.min(percent, PERCENT - 1);
        if (arrived > 0) percent = Math.max(percent, 1);
        return percent + " %";
    }

    private static String took(@Nullable Long ms) {
        return ms == null ? "–" : String.format(Locale.ENGLISH, "%,d ms", ms);
    }

    private String age(Health health) {
        Long oldest = health.oldestMs();
        return health.waiting() == 0 || oldest == null ? "" : "the oldest for " + span(nowMs - oldest);
    }

    /// How long that is, in its largest unit.
    private static String span(long ms) {
        Duration span = Duration.ofMillis(Math.max(0, ms));
        if (span.toMinutes() < 1) return "less than a minute";
        if (span.toHours() < 1) return count(span.toMinutes(), "minute");
        if (span.toDays() < 1) return count(span.toHours(), "hour");
        return count(span.toDays(), "day");
    }

    private static String count(long number, String thing) {
        return String.format(Locale.ENGLISH, "%,d %s", number, number == 1 ? thing : thing + "s");
    }

    static String items(long number) {
        return count(number, "item");
    }

    static String deliveries(long number) {
        return number == 1 ? "1 delivery" : String.format(Locale.ENGLISH, "%,d deliveries", number);
    }

    private Lost lost(Given given) {
        return new Lost(
                Moments.words(given.atMs(), zone),
                items(given.items()),
                Visible.line(given.why()),
                Moments.words(given.fromMs(), zone),
                Moments.words(given.toMs(), zone));
    }

    private static String tried(Line line) {
        if (line.attempts() > 0) return count(line.attempts(), "attempt");
        return line.state() == State.WAITING ? "not tried yet" : "never tried";
    }

    /// @param standing of its endpoint
    Row row(Line line, Standing standing) {
        Attempt last = line.last();
        String fault = last == null ? null : last.fault();
        return new Row(
                line.id(),
                Moments.exact(line.createdAtMs(), zone),
                items(line.items()),
                line.state(),
                tried(line),
                last == null ? "" : outcome(last) + (fault == null ? "" : ": " + Visible.line(fault)),
                next(line, standing),
                line.acknowledged() + " of " + line.items() + " acknowledged");
    }

    private @Nullable String next(Line line, Standing standing) {
        Long next = line.nextAtMs();
        if (line.state() != State.WAITING || next == null) return null;
        if (next == DeliveryStore.BY_HAND) return NOW;
        if (standing.pausedAtMs() != null) return null;
        Long held = standing.heldUntilMs();
        long at = held == null ? next : Math.max(next, held);
        return at <= nowMs ? NOW : Moments.exact(at, zone);
    }

    private static String outcome(Attempt attempt) {
        String answer = attempt.status() == null ? "no answer" : String.valueOf(attempt.status());
        return answer + " in " + took(attempt.tookMs());
    }

    /// @param standing of its endpoint
    Sent sent(DeliveryDesk.Whole whole, Standing standing) {
        Row row = row(whole.line(), standing);
        return new Sent(
                row,
                Visible.text(laidOut(whole.body())),
                Visible.text(whole.body()),
                whole.attempts().stream().map(this::attempt).toList(),
                NOW.equals(row.next()));
    }

    private static String laidOut(String body) {
        try {
            return Json.pretty(Json.parse(body));
        } catch (JsonException e) { // one that was cut short
            return body;
        }
    }

    private Try attempt(Attempt attempt) {
        String fault = attempt.fault();
        return new Try(
                Moments.exact(attempt.atMs(), zone),
                outcome(attempt),
                fault == null ? null : Visible.line(fault),
                Visible.text(attempt.answer()));
    }
}
