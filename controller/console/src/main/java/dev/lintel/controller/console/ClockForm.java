package dev.lintel.controller.console;

import dev.lintel.controller.console.Pages.Place;
import dev.lintel.controller.console.PlanPage.Act;
import dev.lintel.controller.console.PlanPage.Plan;
import dev.lintel.controller.console.SyncWords.Fact;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.store.SessionStore.Session;
import dev.lintel.controller.system.SystemException;
import dev.lintel.controller.time.ClockStep;
import dev.lintel.controller.time.Time;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What somebody wants the machine's clock to show: as the page's form has it, and as the question has it that
/// [SystemPages] asks before a long step. It goes on while they read.
final class ClockForm {
    /// Nobody reads for longer.
    private static final Duration READ_MAX = Duration.ofHours(1);

    /// No clock goes further, and no page can show it.
    private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

    private static final String TO = "to";
    private static final String ASKED_NS = "asked_ns";

    private final Pages pages;
    private final Moments moments;
    private final Time time;

    ClockForm(Pages pages, Moments moments, Time time) {
        this.pages = pages;
        this.moments = moments;
        this.time = time;
    }

    /// Whether the form is that of the question: they have agreed.
    static boolean isAgreed(Request request) {
        return request.form(TO) != null;
    }

    /// Null: it is no time. Throws [SystemException] for a question of long ago, or of before the box's last start.
    @Nullable
    Instant read(Request request) {
        String agreed = request.form(TO);
        Instant to = agreed == null ? given(request) : sinceAsked(agreed, request.form(ASKED_NS));
        return to == null || to.isBefore(Instant.EPOCH) || to.isAfter(LATEST) ? null : to;
    }

    private @Nullable Instant sinceAsked(String to, @Nullable String askedNs) {
        try {
            Duration passed = Duration.ofNanos(time.nowNs() - Long.parseLong(String.valueOf(askedNs)));
            if (passed.isNegative() || passed.compareTo(READ_MAX) > 0) {
                throw new SystemException("the clock is not set: that was asked too long ago, give the time again");
            }
            return Instant.parse(to).plus(passed);
        } catch (DateTimeException | NumberFormatException e) {
            return null;
        }
    }

    /// What a browser's own clock says goes before what somebody has typed.
    private @Nullable Instant given(Request request) {
        try {
            String utc = request.form("utc");
            if (utc != null && !utc.isEmpty()) return Instant.parse(utc);
        } catch (DateTimeException e) {
            return null;
        }
        Long ms = Moments.read(request.form("at"), moments.zone());
        return ms == null ? null : Instant.ofEpochMilli(ms);
    }

    Reply ask(Session session, ClockStep step) {
        ZoneId zone = moments.zone();
        String events = step.isAhead()
                ? "Events have the new time from now on. Where it turns out to be wrong, set the clock right here:"
                        + " events of a wrong time stay where they are, and no longer count for what time it is."
                : "Events of a later time stay where they are, and no longer count for what time it is. What has ended"
                        + " in between holds again.";
        return PlanPage.draw(
                pages,
                Place.SYSTEM,
                session,
                new Plan(
                        "Set the clock " + step.words() + "?",
                        "Compare it with another clock, the year too.",
                        List.of(
                                Fact.of("It shows", words(step.from(), zone)),
                                Fact.of("It is to show", words(step.to(), zone))),
                        List.of(
                                "Hours, validity and reservations are judged by the new time at once: who passes, and"
                                        + " which doors unlock by themselves.",
                                "Certificates are, too: the box makes its own anew where they would have ended or not"
                                        + " have begun. Browsers and boxes that follow refuse them where their clock"
                                        + " says otherwise.",
                                events),
                        List.of(),
                        null,
                        new Act(
                                "Set it",
                                SystemPages.PATH + "/clock",
                                true,
                                Map.of(TO, step.to().toString(), ASKED_NS, Long.toString(time.nowNs())),
                                SystemPages.PATH,
                                "")));
    }

    private static String words(Instant at, ZoneId zone) {
        return Moments.exact(at.toEpochMilli(), zone) + " (" + zone + ")";
    }
}
