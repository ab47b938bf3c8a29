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
    private final ArrayDeque<Task> undecided = new ArrayDeque<>();
    private final Map<Long, Party> parties = new HashMap<>(); // by the time of the last one of each
    private final List<One> interrupted = new ArrayList<>();
    private long total;

    /// The input of one decision.
    sealed interface Task permits One, Approval {}

    /// An operator approves, or denies, what somebody asks for.
    record Approval(long id, boolean approved) implements Task {}

    /// One of them.
    static final class One implements Task {
        final long channelId;
        final String side;
        final long atNs;
        final What what;
        /// Whom the first door of an airlock has let in with it, where the box shows it at the second door; null:
        /// somebody shows it.
        final @Nullable Long passedBy;
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
        /// The moment of the decision.
        Truth.@Nullable At at;
        /// The box gives it no answer of its own.
        boolean folded;
        /// What it ought to do about an unknown card; null for others.
        Strangers.@Nullable Due stranger;
        /// What the log was told apart from the answer.
        final List<EventDraft> beside = new ArrayList<>();
        /// How the person enters; null where nobody enters.
        Entering.@Nullable Way way;
        /// Whom the person needs: `none`, `person`, `host`, `operator` or `group`.
        String need = "none";
        /// The box's number of it, where others are awaited.
        long presentation;

        /// When the wait for others or an operator ends.
        long untilNs;

        /// By whom it was made longer than it was before, and until then.
        private final List<Longer> longer = new ArrayList<>();

        /// Those who enter together, with this one.
        @Nullable
        Party party;

        /// The wait of the same person that this one takes the place of.
        @Nullable
        One replaces;

        /// Another wait has begun at the reader.
        boolean replaced;

        /// Whether the card stays at the reader.
        final HeldReads.Stay stay = new HeldReads.Stay();

        /// The admission that this one renews, or null.
        Readmissions.@Nullable Before again;

        /// What the second of two taps does, where this is one; else null.
        Taps.@Nullable Wanted tap;

        /// The request for an operator's approval; 0 for none.
        long approvalId;

        /// When an operator's approval was decided on; 0 for never.
        long approvedNs;

        /// The person waits for an operator already: it has no answer of its own.
        boolean joins;
        /// There is no room for the persons who pass together.
        boolean crowded;
        /// An operator has denied it.
        boolean denied;
        /// They passed a lockdown as first responder.
        boolean responds;
        /// The log says that another person or an operator is awaited.
        boolean waits;

        /// The answer in the log.
        @Nullable
        EventDraft told;

        boolean awaitsSecond;
        boolean answered;
        private boolean away; // with the second factor

        One(long channelId, String side, long atNs, What what) {
            this(channelId, side, atNs, what, null);
        }

        One(long channelId, String side, long atNs, What what, @Nullable Long passedBy) {
            this.channelId = channelId;
            this.side = side;
            this.atNs = atNs;
            this.what = what;
            this.passedBy = passedBy;
        }

        /// Another person waits at the reader too.
        void waitsLonger(One by, long otherNs) {
            longer.add(new Longer(untilNs, by));
            untilNs = otherNs;
        }

        /// When the wait is over at the earliest. The lane does not prolong a wait that has ended while the other
        /// person was decided on, nor for a person whom it has turned away.
        long earliestNs() {
            long earliestNs = longer.isEmpty() ? untilNs : longer.getFirst().beforeNs;
            for (int i = 0; i < longer.size(); i++) {
                One by = longer.get(i).by;
                boolean counts = by.atNs <= earliestNs && !by.isTurnedAway();
                if (counts) earliestNs = i + 1 < longer.size() ? longer.get(i + 1).beforeNs : untilNs;
            }
            return earliestNs;
        }

        /// Whether the lane has turned the person away: the box expects nothing more of them.
        boolean isTurnedAway() {
            EventDraft answer = told;
            if (answer == null || answer.kind() != EventKind.REJECTED_NOT_READY) return away;
            return away || answer.subject().personId() == null; // a decision names the person
        }
    }

    /// A wait that was to end at `beforeNs` and ends later because of `by`.
    private record Longer(long beforeNs, One by) {}

    /// What was shown: a card, or a PIN.
    ///
    /// @param who whose card it is; null for nobody's
    /// @param pin what was typed; null for a card
    /// @param number of the card
    record What(@Nullable Somebody who, @Nullable String pin, long number) {
        /// A person's card, an unknown one, or a PIN.
        What(@Nullable Somebody who, @Nullable String pin) {
            this(who, pin, who == null ? 0 : who.card);
        }

        boolean card() {
            return pin == null;
        }
    }

    long total() {
        return total;
    }

    /// Whether somebody at that reader is to give a second factor.
    boolean awaitsFactorAt(long channelId, String side) {
        return open.values().stream()
                .anyMatch(one -> one.awaitsSecond && one.channelId == channelId && one.side.equals(side));
    }

    /// Whether something that was shown at that door has yet to be decided on.
    boolean isDeciding(long channelId) {
        return open.values().stream()
                .anyMatch(one -> one.channelId == channelId && !one.awaitsSecond && !one.waits && !one.folded);
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
    Task deciding() {
        return undecided.removeFirst();
    }

    /// An operator has said something that the box will look at.
    void operator(Approval approval) {
        undecided.addLast(approval);
    }

    /// These enter together, by what was shown last.
    void together(Party party) {
        parties.put(party.last().atNs, party);
    }

    /// Takes the presentation that `event` answers; throws [Violation] when there is none. `undone` takes what brings
    /// back the first of two factors that this answers, should the answer be lost.
    One answered(EventDraft event, long channelId, Consumer<Runnable> undone) {
        boolean timedOut = event.kind() == EventKind.REJECTED_TIMEOUT;
        One one = asking(event);
        if (one == null || one.channelId != channelId) {
            throw new Violation("an answer to nobody, or a second one to the same: " + event);
        }
        open.remove(one.atNs);
        if (timedOut && !one.awaitsSecond) throw new Violation("no second factor was awaited: " + event);
        one.answered = true;
        one.told = event;
        if (one.awaitsSecond || one.waits) undone.accept(() -> interrupted.add(one));
        else shareWithFirst(one, undone);
        // One that was turned away in time ends no wait.
        if (event.kind() != EventKind.REJECTED_NOT_READY) replaces(one, undone);
        return one;
    }

    /// The presentation that the event answers, or null.
    private @Nullable One asking(EventDraft event) {
        long atNs = event.monotonicNs();
        if (event.kind() == EventKind.REJECTED_TIMEOUT) return open.get(atNs - WINDOW_NS);
        if (event.additional().get("approval_id") instanceof Long id) {
            return open.values().stream()
                    .filter(one -> one.approvalId == id && one.waits)
                    .findFirst()
                    .orElse(null);
        }
        if (isAlone(event) && open.get(atNs - WINDOW_NS) != null) return open.get(atNs - WINDOW_NS);
        Party party = parties.get(atNs);
        if (party == null) return open.get(atNs);
        for (One one : party.all())
            if (Objects.equals(event.subject().personId(), person(one))) return open.get(one.atNs);
        return open.get(atNs);
    }

    /// Whether it answers a person for whom the others have not come.
    static boolean isAlone(EventDraft event) {
        boolean few = "area_minimum".equals(event.additional().get("reason"));
        return event.kind() == EventKind.REJECTED_ALONE || (event.kind() == EventKind.REJECTED_OCCUPANCY && few);
    }

    private static @Nullable Long person(One one) {
        return one.verdict == null || one.verdict.who() == null ? null : (Long) one.verdict.who().id;
    }

    /// A start answers a first factor that a process before it was killed with.
    void answeredAtStart(EventDraft event, Consumer<Runnable> undone) {
        Object side = event.additional().get("reader");
        for (One one : interrupted) {
            if (one.channelId != Objects.requireNonNull(event.subject().channelId()) || !one.side.equals(side))
                continue;
            if (!interrupts(event, one)) continue;
            interrupted.remove(one);
            undone.accept(() -> interrupted.add(one));
            return;
        }
        throw new Violation("no second factor was awaited as the process ended, or it has its answer: " + event);
    }

    /// Whether the event is the answer to that person's wait.
    private static boolean interrupts(EventDraft event, One one) {
        if (one.awaitsSecond) return event.kind() == EventKind.REJECTED_TIMEOUT;
        if (!Objects.equals(event.subject().personId(), person(one))) return false;
        if (one.approvalId != 0) return event.kind() == EventKind.REJECTED_NOT_APPROVED;
        return isAlone(event) && one.need.equals("group") == (event.kind() == EventKind.REJECTED_OCCUPANCY);
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
            first.away |= second.isTurnedAway();
            undone.accept(() -> interrupted.add(first));
            all.remove();
        }
    }

    /// A second factor is awaited from the one shown at `atNs`.
    void awaits(long atNs, long channelId, Consumer<Runnable> undone) {
        One one = open.get(atNs);
        if (one == null || one.channelId != channelId) throw new Violation("a second factor is awaited from nobody");
        if (one.way == Entering.Way.WAITS || one.way == Entering.Way.TOGETHER || one.way == Entering.Way.ASKS) {
            waits(one, undone);
            return;
        }
        if (one.verdict == null || !one.verdict.awaits()) {
            throw new Violation(
                    "a second factor is awaited at channel " + channelId + ", and should be: " + one.verdict);
        }
        one.awaitsSecond = true;
        undone.accept(() -> interrupted.remove(one)); // the log knows nothing of it
    }

    /// Another person or an operator is awaited: a first factor, and an earlier wait of the same person, share the
    /// answer.
    private void waits(One one, Consumer<Runnable> undone) {
        if (one.waits) throw new Violation("somebody waits twice at channel " + one.channelId);
        one.waits = true;
        undone.accept(() -> interrupted.remove(one)); // the log knows nothing of it
        shareWithFirst(one, undone);
        replaces(one, undone);
    }

    private void replaces(One one, Consumer<Runnable> undone) {
        One before = one.replaces;
        if (before == null || open.remove(before.atNs) == null) return;
        before.answered = true;
        undone.accept(() -> interrupted.add(before));
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
        for (Party party : parties.values()) party.settled();
        parties.values().removeIf(Party::isAnswered);
    }

    /// None may be without an answer for longer than decisions and second factors take at most.
    void mustBeAnsweredInTime(long nowNs, long slackNs) {
        if (!interrupted.isEmpty()) mustBeAnswered();
        for (One one : open.values()) {
            long limitNs = one.awaitsSecond ? WINDOW_NS + slackNs : slackNs;
            if (one.waits) limitNs = one.untilNs - one.atNs + 2 * slackNs;
            if (nowNs - one.atNs > limitNs && !one.folded) mustBeAnswered();
        }
    }

    /// The process has ended: it answers no more. The next one answers who was to give a second factor.
    void forget() {
        for (One one : open.values()) if (one.awaitsSecond || one.waits) interrupted.add(one);
        open.clear();
        undecided.clear();
        parties.clear();
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
