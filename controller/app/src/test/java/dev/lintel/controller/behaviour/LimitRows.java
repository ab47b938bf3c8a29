package dev.lintel.controller.behaviour;

import static dev.lintel.controller.behaviour.Row.row;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Limits of credentials. It is 2026-03-02, 10:00 UTC.
final class LimitRows {
    private static final String REJECTED = "REJECTED_CREDENTIAL_DISABLED";

    static final List<Row> CREDENTIALS = List.of(
            row(
                    "`uses_max: 2`: the person enters twice, then comes a third time",
                    s -> s.limit(Who.ADA, "uses_max = 2")
                            .card(Who.ADA)
                            .after(1)
                            .open()
                            .after(2)
                            .close()
                            .after(6)
                            .card(Who.ADA)
                            .after(1)
                            .open()
                            .after(2)
                            .close()
                            .after(6)
                            .card(Who.ADA)
                            .after(2),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    REJECTED),
            row(
                    "`uses_max: 1`: the person does not open the door, and comes again",
                    s -> s.limit(Who.ADA, "uses_max = 1")
                            .card(Who.ADA)
                            .after(8)
                            .card(Who.ADA)
                            .after(1)
                            .open()
                            .after(2)
                            .close(),
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED",
                    "ADMITTED_CARD"),
            row(
                    "`uses_max: 1`: the same card twice while the strike is released",
                    s -> s.limit(Who.ADA, "uses_max = 1")
                            .card(Who.ADA)
                            .after(2)
                            .card(Who.ADA)
                            .after(1)
                            .open()
                            .after(2)
                            .close(),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`uses_max: 1`, used up: the person leaves",
                    s -> s.limit(Who.ADA, "uses_max = 1")
                            .card(Who.ADA)
                            .after(1)
                            .open()
                            .after(2)
                            .close()
                            .after(6)
                            .cardAtExit(Who.ADA)
                            .after(1)
                            .open(),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`uses_max: 1`, used up, and the box starts again",
                    s -> s.limit(Who.ADA, "uses_max = 1")
                            .card(Who.ADA)
                            .after(1)
                            .open()
                            .after(2)
                            .close()
                            .after(6)
                            .restart(5)
                            .card(Who.ADA)
                            .after(2),
                    "ADMITTED_CARD",
                    "CHANNEL_STOPPED",
                    "CHANNEL_STOPPED",
                    "CHANNEL_STARTED",
                    "CHANNEL_STARTED",
                    REJECTED),
            row(
                    "A card that is valid from 10:05 on, at 10:00 and at 10:06",
                    s -> s.limit(Who.ADA, "valid_from_at = " + at("10:05"))
                            .card(Who.ADA)
                            .after(360)
                            .card(Who.ADA)
                            .after(1)
                            .open(),
                    REJECTED,
                    "ADMITTED_CARD"),
            row(
                    "A card that is valid to 10:05, at 10:00 and at 10:06",
                    s -> s.limit(Who.ADA, "valid_to_at = " + at("10:05"))
                            .card(Who.ADA)
                            .after(1)
                            .open()
                            .after(2)
                            .close()
                            .after(360)
                            .card(Who.ADA)
                            .after(2),
                    "ADMITTED_CARD",
                    REJECTED),
            row(
                    "A card that is suspended from yesterday to today",
                    s -> s.limit(Who.ADA, "suspended_from = '2026-03-01', suspended_to = '2026-03-02'")
                            .card(Who.ADA)
                            .after(2),
                    REJECTED),
            row(
                    "A card that was suspended to yesterday",
                    s -> s.limit(Who.ADA, "suspended_from = '2026-02-20', suspended_to = '2026-03-01'")
                            .card(Who.ADA)
                            .after(1)
                            .open(),
                    "ADMITTED_CARD"),
            row(
                    "`unused_days: 30`: the card was last used 40 days ago",
                    s -> s.limit(Who.ADA, "unused_days = 30, unused_from = " + daysAgo(40))
                            .card(Who.ADA)
                            .after(2),
                    REJECTED),
            row(
                    "`unused_days: 30`: the card was last used 20 days ago",
                    s -> s.limit(Who.ADA, "unused_days = 30, unused_from = " + daysAgo(20))
                            .card(Who.ADA)
                            .after(1)
                            .open(),
                    "ADMITTED_CARD"));

    private LimitRows() {}

    private static long at(String clock) {
        return Instant.parse("2026-03-02T" + clock + ":00Z").toEpochMilli();
    }

    private static long daysAgo(int days) {
        return at("10:00") - TimeUnit.DAYS.toMillis(days);
    }
}
