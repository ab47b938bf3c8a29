package dev.lintel.controller.time;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Decides when a clock that is earlier than the newest event has the last word: that event was logged under a wrong
/// time, which is over. The box shows it each look at its clock, one at a time.
///
/// ```
///   wall          ,-------- wrong --------.
///   ------------ /                         \ -------------
///     believed   ahead by more than FAR      back, to no less than it would show without that step --> over
///                '--------- BACK_WITHIN ---------'
/// ```
///
/// A person's word ends a wrong time however far back it leads. A time service's, which anybody in the network
/// may forge, and a hub's, which has its time from one, only take back a step that was seen here: so neither leads
/// to a time that was past already when the clock was believed.
public final class WrongTime {
    /// How far a clock is stepped before somebody is asked, and before a way back is kept: no quartz drifts a day in
    /// years, and no wrong time zone is off by one.
    public static final Duration FAR = Duration.ofDays(1);

    /// For so long a step ahead may be taken back without a person: one that stands longer was meant.
    static final Duration BACK_WITHIN = Duration.ofDays(1);

    /// What setting a clock by hand takes, and what two time services differ by.
    static final Duration SLACK = Duration.ofMinutes(1);

    private @Nullable Seen last;
    private @Nullable Seen beforeStep;

    /// The clocks at one moment.
    ///
    /// @param newestMs when the newest event happened
    public record Seen(long wallMs, long monotonicNs, long newestMs) {
        /// What the wall clock shows at `ns` when nobody steps it.
        private long goesOnTo(long ns) {
            return wallMs + TimeUnit.NANOSECONDS.toMillis(ns - monotonicNs);
        }

        private boolean isAhead() {
            return newestMs > wallMs + SLACK.toMillis();
        }
    }

    /// A person has said what time it was, at a moment of the machine's monotonic clock.
    public record Word(Instant time, long monotonicNs) {
        /// Null: it is none.
        public static @Nullable Word parse(String text) {
            String[] parts = text.strip().split(" ", -1);
            if (parts.length != 2) return null;
            try {
                return new Word(Instant.parse(parts[0]), Long.parseLong(parts[1]));
            } catch (DateTimeException | NumberFormatException e) {
                return null;
            }
        }

        public String text() {
            return time + " " + monotonicNs;
        }

        /// Whether the clock shows it still: nobody has stepped it since.
        private boolean stands(Seen now) {
            long said = time.toEpochMilli() + TimeUnit.NANOSECONDS.toMillis(now.monotonicNs - monotonicNs);
            return Math.abs(now.wallMs - said) <= SLACK.toMillis();
        }
    }

    /// A look at a clock that is believed. Returns whether a wrong time is over: events of before
    /// count no more for what time it is at least.
    ///
    /// @param said the last word of a person; null: there is none. May read a file, and is rarely asked
    public boolean isOver(Seen now, Supplier<@Nullable Word> said) {
        noteStep(now);
        if (!now.isAhead()) return false;
        Word word = said.get();
        boolean over = (word != null && word.stands(now)) || isTakenBack(now);
        if (over) beforeStep = null;
        return over;
    }

    /// The clock is not believed now: what it shows later is no step of one that was.
    public void unbelieved() {
        last = null;
    }

    private void noteStep(Seen now) {
        Seen was = last;
        last = now;
        Seen before = beforeStep;
        if (before != null && now.monotonicNs - before.monotonicNs > BACK_WITHIN.toNanos()) beforeStep = null;
        if (was == null || beforeStep != null) return;
        if (now.wallMs - was.goesOnTo(now.monotonicNs) > FAR.toMillis()) beforeStep = was;
    }

    private boolean isTakenBack(Seen now) {
        Seen before = beforeStep;
        if (before == null) return false;
        long least = Math.max(before.newestMs, before.goesOnTo(now.monotonicNs));
        return now.wallMs + SLACK.toMillis() >= least;
    }
}
