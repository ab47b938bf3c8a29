package dev.lintel.tools.simulation;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.tools.simulation.Presentations.One;
import dev.lintel.tools.simulation.Verdicts.Certainty;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Judges the double taps at one door by the log: a card changes the mode only when the door has admitted its holder
/// twice in a row, and then it must. A card that is read again within 0.7 s has stayed at the reader, and after a
/// double tap a person makes no tap before 3 s without a read. Taps count for nothing while the door ignores them.
/// Shares no rules with the box.
final class Taps {
    private static final long WITHIN_NS = TimeUnit.SECONDS.toNanos(3);
    private static final long HELD_NS = TimeUnit.MILLISECONDS.toNanos(700);

    private final DoorWatch watch;
    private final Map<Somebody, Recent> recent = new HashMap<>();
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
    private record Last(Somebody who, long atNs, boolean isSure) {}

    /// The newest read of a person who may tap.
    ///
    /// @param one to which it belongs
    /// @param spent whether it is of a double tap, or has followed one without a pause
    private record Recent(One one, long atNs, Certainty spent) {}

    /// The lane answers a tap now.
    private static final class Answer {
        private final Last tap;
        private final Wanted wanted;
        private final @Nullable Last before; // the first tap, where this may be the second one
        private final boolean taken; // the door takes taps as it answers
        private boolean done;

        Answer(Last tap, Wanted wanted, @Nullable Last before, boolean taken) {
            this.tap = tap;
            this.wanted = wanted;
            this.before = before;
            this.taken = taken;
        }
    }

    Taps(DoorWatch watch) {
        this.watch = watch;
    }

    /// A process begins: no tap of the last one counts.
    void begins() {
        last = null;
        answer = null;
        recent.clear();
    }

    /// The log has the answer to a person whom the decision admits at the entry reader.
    Seen answered(One one, boolean admitted) {
        settled();
        Last before = last;
        last = null;
        Wanted wanted = one.tap;
        if (wanted == null) return Seen.NO_TAP;
        Somebody who =
                Objects.requireNonNull(Objects.requireNonNull(one.verdict).who());
        Recent read = recent.get(who);
        boolean isNew = read == null || one.atNs - read.atNs > WITHIN_NS;
        Certainty spent = isNew ? Certainty.NO : Objects.requireNonNull(read).spent;
        boolean held = one.stay.before || (read != null && one.atNs - read.atNs < HELD_NS);
        recent.put(who, new Recent(one, Math.max(one.atNs, one.stay.lastNs), spent));
        Last first = before != null && before.who == who ? before : null;
        if (held || spent == Certainty.YES) {
            // The tap before it counts still, unless the door ignores taps.
            if (admitted && first != null) answer = new Answer(first, wanted, null, !ignores());
            return held ? Seen.HELD : Seen.AFTER_TWO;
        }
        boolean second = first != null && one.atNs - first.atNs <= WITHIN_NS;
        var tap = new Last(who, one.atNs, spent == Certainty.NO);
        if (admitted) answer = new Answer(tap, wanted, second ? first : null, !ignores());
        return second ? Seen.SECOND : Seen.FIRST;
    }

    /// What the read of a card was.
    enum Seen {
        NO_TAP,
        FIRST,
        SECOND,
        HELD,
        AFTER_TWO
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
        boolean isSure = now.tap.isSure && now.taken && !ignores(); // else it depends on when that began
        boolean counts = now.taken || !ignores();
        if (now.before == null) {
            if (counts) last = new Last(now.tap.who, now.tap.atNs, isSure);
            return;
        }
        if (now.done) {
            spends(now, Certainty.YES);
            return;
        }
        if (!isSure || !now.before.isSure) {
            if (counts) last = new Last(now.tap.who, now.tap.atNs, false);
            spends(now, Certainty.PERHAPS);
            return;
        }
        spends(now, Certainty.YES);
        if (due(now) != null)
            throw watch.violation("the door has admitted the " + now.wanted.by + " twice, and keeps its mode");
    }

    private void spends(Answer second, Certainty surely) {
        recent.computeIfPresent(second.tap.who, (_, read) -> new Recent(read.one, read.atNs, surely));
    }

    /// A card stays at the reader.
    void held(One read) {
        One since = Objects.requireNonNull(read.stay.since);
        since.stay.lastNs = read.atNs;
        recent.replaceAll((_, before) -> before.one == since ? new Recent(since, read.atNs, before.spent) : before);
    }

    private boolean ignores() {
        Told told = watch.told();
        boolean isReleased = told.fire() || watch.burns() || told.evacuated();
        boolean hours = told.hoursOn() && !told.unlock();
        return isReleased || hours || told.lockdown().card() || told.secured() != null;
    }
}
