package dev.lintel.tools.simulation;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.tools.simulation.Presentations.One;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Judges the double taps at one door by the log: a card changes the mode only when the door has admitted its holder
/// twice in a row, and then it must. Taps count for nothing while the door ignores them. Shares no rules with the box.
final class Taps {
    private static final long WITHIN_NS = TimeUnit.SECONDS.toNanos(3);

    private final DoorWatch watch;
    private @Nullable Last last;
    private @Nullable Answer answer;

    /// What the second of two taps is to do.
    ///
    /// @param relockAtMs when the door locks again that it unlocks, or null
    /// @param unlocks whether it unlocks a door at all
    /// @param by whose it is, in the words of the log
    record Wanted(@Nullable Long relockAtMs, boolean unlocks, String by) {}

    /// The newest admission at the entry reader.
    ///
    /// @param isSure whether the tap counts; if not, it may
    private record Last(@Nullable Somebody who, long atNs, boolean isSure) {}

    /// The lane answers a tap now.
    private static final class Answer {
        private final Last tap;
        private final Wanted wanted;
        private final @Nullable Last before; // the first tap, where this may be the second one
        private boolean done;

        Answer(Last tap, Wanted wanted, @Nullable Last before) {
            this.tap = tap;
            this.wanted = wanted;
            this.before = before;
        }
    }

    Taps(DoorWatch watch) {
        this.watch = watch;
    }

    /// A process begins: no tap of the last one counts.
    void begins() {
        last = null;
        answer = null;
    }

    /// The log has the answer to a person whom the decision admits at the entry reader. Returns whether it is the
    /// second tap of two.
    boolean answered(One one, boolean admitted) {
        settled();
        Last before = last;
        last = null;
        Wanted wanted = one.tap;
        if (wanted == null) return false;
        Somebody who = one.verdict == null ? null : one.verdict.who();
        boolean second = before != null && Objects.equals(before.who, who) && one.atNs - before.atNs <= WITHIN_NS;
        if (admitted) answer = new Answer(new Last(who, one.atNs, !ignores()), wanted, second ? before : null);
        return second;
    }

    /// Whether the tap that is answered now asks for what the log reports.
    boolean asks(DoorCommand command, @Nullable Object by) {
        Answer now = answer;
        if (now == null || now.before == null || now.done || ignores()) return false;
        if (!now.wanted.by.equals(by) || !command.equals(due(now))) return false;
        now.done = true;
        return true;
    }

    private @Nullable DoorCommand due(Answer now) {
        if (watch.told().unlock()) return new DoorCommand.Normal();
        return now.wanted.unlocks ? new DoorCommand.Unlock(now.wanted.relockAtMs) : null;
    }

    /// The lane has done what it was told.
    void settled() {
        Answer now = answer;
        if (now == null) return;
        answer = null;
        boolean isSure = now.tap.isSure && !ignores(); // else it depends on when that began
        if (now.before == null) {
            if (now.tap.isSure || !ignores()) last = new Last(now.tap.who, now.tap.atNs, isSure);
            return;
        }
        if (now.done) return;
        if (!isSure || !now.before.isSure) {
            if (now.tap.isSure || !ignores()) last = new Last(now.tap.who, now.tap.atNs, false);
            return;
        }
        if (due(now) != null)
            throw watch.violation("the door has admitted the " + now.wanted.by + " twice, and keeps its mode");
    }

    private boolean ignores() {
        Told told = watch.told();
        boolean isReleased = told.fire() || watch.burns() || told.evacuated();
        boolean hours = told.hoursOn() && !told.unlock();
        return isReleased || hours || told.lockdown().card() || told.secured() != null;
    }
}
