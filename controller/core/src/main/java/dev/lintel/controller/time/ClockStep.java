package dev.lintel.controller.time;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// A clock that is to be set by hand: what it shows, and what it is to show. Says so before it is done.
public record ClockStep(Instant from, Instant to) {
    /// What follows when it is done and was wrong.
    public static final String RISK = "By a wrong time the wrong people are let in and locked out, and the box's"
            + " certificates begin and end at the wrong time.";

    /// Whether somebody is to be asked first.
    public boolean isFar() {
        return Duration.between(from, to).abs().compareTo(WrongTime.FAR) > 0;
    }

    public boolean isAhead() {
        return to.isAfter(from);
    }

    /// Such as `363 days ahead`.
    public String words() {
        Duration by = Duration.between(from, to).abs();
        String way = isAhead() ? " ahead" : " back";
        if (by.toDays() > 0) return count(by.toDays(), "day") + way;
        if (by.toHours() > 0) return count(by.toHours(), "hour") + way;
        if (by.toMinutes() > 0) return count(by.toMinutes(), "minute") + way;
        return count(by.toSeconds(), "second") + way;
    }

    /// Such as `from 2026-11-26T15:03:21Z to 2027-11-24T09:30:00Z, 362 days ahead`.
    public String exactly() {
        return "from " + from.truncatedTo(ChronoUnit.SECONDS) + " to " + to + ", " + words();
    }

    private static String count(long number, String unit) {
        return number + " " + unit + (number == 1 ? "" : "s");
    }
}
