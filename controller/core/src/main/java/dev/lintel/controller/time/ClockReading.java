package dev.lintel.controller.time;

import java.time.Instant;

/// The wall clock, and how far it is to be believed. Immutable.
///
/// @param now what the wall clock shows
/// @param newest when the newest event happened that is known of: it is later than that for certain
public record ClockReading(Instant now, ClockTrust trust, Instant newest) {
    /// A clock that is right.
    public static ClockReading trusted(Instant now) {
        return new ClockReading(now, ClockTrust.TRUSTED, now);
    }

    /// Whether an event was logged under a time that has not come yet: one of the two is wrong.
    public boolean isEventAhead() {
        return newest.isAfter(now.plus(WrongTime.SLACK));
    }

    /// By what validity and reservations are judged: the clock, or the newest event where that is later and the
    /// clock may be behind.
    public Instant bound() {
        return trust == ClockTrust.TRUSTED || now.isAfter(newest) ? now : newest;
    }
}
