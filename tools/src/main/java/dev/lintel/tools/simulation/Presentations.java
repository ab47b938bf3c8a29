package dev.lintel.tools.simulation;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Every presentation that was completed and what became of it: each gets exactly one answer, or is the first of two
/// factors and shares the second's.
///
/// ```
///   shown --> undecided --decideNext--> decided --its event--> answered
///                                          '--- MFA_STARTED --> awaits: answered by the next at that reader, by its
///                                                               own event, or by its time
///                                          '--- folded: the same card while its PIN is awaited, or one of many
///                                                               unknown ones; it has no answer, or is not ready
/// ```
final class Presentations {
    /// From the first factor to the last moment of the second.
    static final long WINDOW_NS = TimeUnit.SECONDS.toNanos(10);

    private final Map<Long, One> open = new HashMap<>(); // by their time, which no two share
    private final ArrayDeque<One> undecided = new ArrayDeque<>();
    private final List<One> interrupted = new ArrayList<>();
    private long total;

    /// One of them.
    static final class One {
        final long channelId;
        final String side;
        final long atNs;
        final What what;

        /// What the decision ought to be; null before it.
        @Nullable
        Verdict verdict;

        /// Something else was shown in place of the second factor.
        boolean givenUp;

        /// The decision broke down: nobody may pass for it.
        boolean failed;

        /// What the box makes of it, before the door has its say; null: it awaits a second factor, or nothing.
        @Nullable
        EventDraft answer;

        /// The box gives it no answer of its own.
        boolean folded;

        /// What it ought to do about an unknown card; null for others.
        Strangers.@Nullable Due stranger;

        /// What the log was told apart from the answer.
        final List<EventDraft> beside = new ArrayList<>();

        boolean awaitsSecond;
        boolean answered;

        One(long channelId, String side, long atNs, What what) {
            this.channelId = channelId;
            this.side = side;
            this.atNs = atNs;
            this.what = what;
        }
    }

    /// What was shown: a card, or a PIN.
    ///
    /// @param who whose card it is; null for nobody's
    /// @param pin what was typed; null for a card
    record What(@Nullable Somebody who, @Nullable String pin) {
        boolean card() {
            return pin == null;
        }
    }

    long total() {
        return total;
    }

    boolean none() {
        return open.isEmpty();
    }

    boolean undecided() {
        return !undecided.isEmpty();
    }

    void shown(One one) {
        total++;
        if (open.put(one.atNs, one) != null) throw new IllegalStateException("two presentations at one time");
        undecided.addLast(one);
    }

    /// The one that is decided next: the box decides in the order of reading, and those too that were turned away
    /// meanwhile.
    One deciding() {
        return undecided.removeFirst();
    }

    /// Takes the presentation that `event` answers; throws [Violation] when there is none. `undone` takes what brings
    /// back the first of two factors that this answers, should the answer be lost.
    One answered(EventDraft event, long channelId, Consumer<Runnable> undone) {
        boolean timedOut = event.kind() == EventKind.REJECTED_TIMEOUT;
        long atNs = timedOut ? event.monotonicNs() - WINDOW_NS : event.monotonicNs();
        One one = open.remove(atNs);
        if (one == null || one.channelId != channelId) {
            throw new Violation("an answer to nobody, or a second one to the same: " + event);
        }
        if (timedOut && !one.awaitsSecond) throw new Violation("no second factor was awaited: " + event);
        one.answered = true;
        if (one.awaitsSecond) undone.accept(() -> interrupted.add(one));
        else shareWithFirst(one, undone);
        return one;
    }

    /// A start answers a first factor that a process before it was killed with.
    void answeredAtStart(EventDraft event, Consumer<Runnable> undone) {
        Object side = event.additional().get("reader");
        for (One one : interrupted) {
            if (one.channelId != Objects.requireNonNull(event.subject().channelId()) || !one.side.equals(side))
                continue;
            interrupted.remove(one);
            undone.accept(() -> interrupted.add(one));
            return;
        }
        throw new Violation("no second factor was awaited as the process ended, or it has its answer: " + event);
    }

    /// Who stands there since `atNs` without an answer, or null.
    @Nullable
    One open(long atNs) {
        return open.get(atNs);
    }

    /// Whoever awaited a second factor at that reader has their answer too, if it was shown in time.
    private void shareWithFirst(One second, Consumer<Runnable> undone) {
        for (Iterator<One> all = open.values().iterator(); all.hasNext(); ) {
            One first = all.next();
            boolean theirs = first.awaitsSecond
                    && first.channelId == second.channelId
                    && first.side.equals(second.side)
                    && first.atNs < second.atNs
                    && second.atNs - first.atNs <= WINDOW_NS;
            if (!theirs) continue;
            first.answered = true;
            undone.accept(() -> interrupted.add(first));
            all.remove();
        }
    }

    /// A second factor is awaited from the one shown at `atNs`.
    void awaits(long atNs, long channelId, Consumer<Runnable> undone) {
        One one = open.get(atNs);
        if (one == null || one.channelId != channelId) throw new Violation("a second factor is awaited from nobody");
        if (one.verdict == null || !one.verdict.awaits()) {
            throw new Violation(
                    "a second factor is awaited at channel " + channelId + ", and should be: " + one.verdict);
        }
        one.awaitsSecond = true;
        undone.accept(() -> interrupted.remove(one)); // the log knows nothing of it
    }

    /// None may be without an answer now.
    void mustBeAnswered() {
        for (One one : interrupted) throw new Violation("no answer at the start to who stood at " + one.channelId);
        for (One one : open.values()) {
            if (one.folded) continue;
            throw new Violation("no answer to who stood at the " + one.side + " reader of channel " + one.channelId
                    + " at " + one.atNs + " ns");
        }
    }

    /// The lane has done all it was told: what has no answer of its own will have none.
    void settled() {
        open.values().removeIf(one -> one.folded);
    }

    /// None may be without an answer for longer than decisions and second factors take at most.
    void mustBeAnsweredInTime(long nowNs, long slackNs) {
        if (!interrupted.isEmpty()) mustBeAnswered();
        for (One one : open.values()) {
            long limitNs = one.awaitsSecond ? WINDOW_NS + slackNs : slackNs;
            if (nowNs - one.atNs > limitNs && !one.folded) mustBeAnswered();
        }
    }

    /// The process has ended: it answers no more. The next one answers who was to give a second factor.
    void forget() {
        for (One one : open.values()) if (one.awaitsSecond) interrupted.add(one);
        open.clear();
        undecided.clear();
    }

    /// An answer to a presentation: not to a button.
    static boolean isAnswer(EventDraft event) {
        return switch (event.kind()) {
            case ADMITTED_REQUEST_EXIT, ADMITTED_AUXILIARY -> false;
            default ->
                event.kind().isAdmitted()
                        || (event.kind().isRejected() && !event.additional().containsKey("input"));
        };
    }
}
