package dev.lintel.tools.simulation;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.door.Standing;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.Time;
import dev.lintel.tools.simulation.Premises.Door;
import dev.lintel.tools.simulation.Presentations.Approval;
import dev.lintel.tools.simulation.Presentations.One;
import dev.lintel.tools.simulation.Truth.At;
import dev.lintel.tools.simulation.Verdicts.Certainty;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Judges how people enter: alone, with a person who waits at the reader, or with the approval of an operator; and
/// double taps. Predicts for each decision what the door lane receives. Shares no rules with the box.
final class Entering {
    /// How long an operator has.
    static final long OPERATOR_NS = TimeUnit.SECONDS.toNanos(30);

    private static final long TAP_NS = TimeUnit.SECONDS.toNanos(3);
    private static final String REJECTS = "rejects";

    private final Judge judge;
    private final Time time;
    private final Map<String, Wait> waiting = new HashMap<>(); // by reader
    private final Map<String, Tapped> taps = new HashMap<>(); // by reader
    private final Map<Long, One> asked = new HashMap<>(); // by the request's id
    private final List<LaneInput> handed = new ArrayList<>(); // by the decision under way
    private long newestId;

    /// How a person enters.
    enum Way {
        ALONE,
        TOGETHER,
        /// Another person is awaited.
        WAITS,
        /// An operator is asked.
        ASKS
    }

    /// @param level the threat level at which it was decided
    private record Wait(One one, int level) {
        long untilNs() {
            return one.atNs + Presentations.WINDOW_NS;
        }
    }

    /// The person who was admitted last at a reader, by a card.
    private record Tapped(Somebody who, long atNs) {}

    Entering(Judge judge, Time time) {
        this.judge = judge;
        this.time = time;
    }

    /// A process begins.
    void begins() {
        waiting.clear();
        taps.clear();
        asked.clear();
        handed.clear();
        newestId = 0;
    }

    /// The decision under way hands this to the door lane.
    void hands(LaneInput input) {
        handed.add(input);
    }

    /// A presentation was decided on. Throws [Violation] where the decision has handed on something else than it ought
    /// to.
    void decided(One one, @Nullable At at, DoorView view) {
        Verdict verdict = one.verdict;
        var due = new ArrayList<String>();
        boolean refused = one.answer != null && one.answer.kind().isRejected(); // the log's answer is looked at
        boolean passes = verdict != null && verdict.passes();
        if (verdict != null && at != null && passes && !refused) due.addAll(enters(one, verdict, at, view));
        if (verdict != null && at != null && passes && refused) crowded(one, verdict, at);
        boolean decides = passes && at != null && (refused || one.way == Way.ALONE || one.way == Way.TOGETHER);
        if (verdict != null && decides) judge.passing.decided(one, verdict, one.atNs);
        compare(one, due, verdict != null && verdict.awaits());
    }

    private List<String> enters(One one, Verdict verdict, At at, DoorView view) {
        Somebody who = Objects.requireNonNull(verdict.who());
        String reader = one.channelId + one.side;
        int level = judge.verdicts.threatLevel();
        Wait other = waiting.get(reader);
        if (other != null && one.atNs > other.untilNs()) {
            waiting.remove(reader);
            other = null;
        }
        if (other != null && suits(other, verdict, level) && fits(other.one, who, verdict, at, view)) {
            other = decidedAgain(other, at, view);
            if (other == null) waiting.remove(reader);
            if (other != null && suits(other, verdict, level)) {
                waiting.remove(reader);
                return together(other.one, one, who);
            }
        }
        Truth.Company company = verdict.company();
        if (company.need().equals("none") || stands(view.standing())) {
            one.way = Way.ALONE;
            var due = new ArrayList<>(List.of("admits " + who.id));
            Wait own = waiting.get(reader);
            if (own != null && Objects.requireNonNull(own.one.verdict).who() == who) {
                waiting.remove(reader);
                due.addAll(ends(own.one, one, verdict));
            }
            String tap = tapped(one, verdict, at);
            if (tap != null) due.add(tap);
            if (tap != null) judge.shows("double tap");
            if (!company.need().equals("none")) judge.shows("alone where the door is unlocked");
            return due;
        }
        if (company.need().equals("operator")) {
            one.way = Way.ASKS;
            return List.of(waits(who.id, "operator", one.atNs + OPERATOR_NS));
        }
        one.way = Way.WAITS;
        judge.shows("waits for " + company.need());
        var due = new ArrayList<>(List.of(waits(who.id, company.need(), one.atNs + Presentations.WINDOW_NS)));
        Wait before = waiting.put(reader, new Wait(one, level));
        if (before != null) due.addAll(ends(before.one, one, verdict));
        return due;
    }

    /// Before two persons pass, the one who waits is decided again. Null where that person is refused now.
    private @Nullable Wait decidedAgain(Wait other, At at, DoorView view) {
        One one = other.one;
        Verdict again = judge.verdicts.again(one, at, view);
        one.verdict = again;
        boolean perhaps = !again.perhaps().isEmpty();
        boolean together = handed.stream().anyMatch(LaneInput.Together.class::isInstance);
        if (again.passes() && (together || !perhaps)) return other;
        one.givenUp |= again.awaits();
        judge.shows("refused when the other person came");
        return null;
    }

    /// Whether there is room for both. A door that is unlocked needs none.
    private boolean fits(One earlier, Somebody who, Verdict verdict, At at, DoorView view) {
        if (stands(view.standing())) return true;
        Somebody other =
                Objects.requireNonNull(Objects.requireNonNull(earlier.verdict).who());
        return switch (judge.crowding.noRoom(other, who, at)) {
            case NO, SUSPENDED -> true;
            case PERHAPS -> handed.stream().anyMatch(LaneInput.Together.class::isInstance);
            case YES -> {
                boolean alone = verdict.company().need().equals("none");
                if (!alone) throw new Violation("channel " + at.door().id() + ": there is no room for both");
                yield false;
            }
        };
    }

    /// There is no room for this person and the one who waits: both are refused.
    private void crowded(One one, Verdict verdict, At at) {
        EventDraft answer = one.answer;
        Wait other = waiting.get(one.channelId + one.side);
        boolean occupancy = answer != null && answer.kind() == EventKind.REJECTED_OCCUPANCY;
        if (!occupancy || other == null || verdict.company().need().equals("none")) return;
        if (one.atNs > other.untilNs() || !suits(other, verdict, judge.verdicts.threatLevel())) return;
        Somebody earlier =
                Objects.requireNonNull(Objects.requireNonNull(other.one.verdict).who());
        if (judge.crowding.noRoom(earlier, Objects.requireNonNull(verdict.who()), at) == Certainty.NO) return;
        waiting.remove(one.channelId + one.side);
        one.crowded = true;
        other.one.crowded = true;
        judge.shows("no room for both");
    }

    private static boolean suits(Wait other, Verdict verdict, int level) {
        Verdict waits = Objects.requireNonNull(other.one.verdict);
        return waits.who() != verdict.who()
                && other.level == level
                && waits.company().suits(verdict.company());
    }

    private List<String> together(One earlier, One later, Somebody who) {
        Verdict first = Objects.requireNonNull(earlier.verdict);
        Somebody other = Objects.requireNonNull(first.who());
        earlier.way = Way.TOGETHER;
        later.way = Way.TOGETHER;
        earlier.with = later;
        later.with = earlier;
        judge.passing.decided(earlier, first, later.atNs);
        judge.presentations.pairs(earlier, later);
        return List.of("admits " + other.id + " with " + who.id, "admits " + who.id + " with " + other.id);
    }

    /// Another wait begins at the reader: the same person's takes the place of the one before.
    private List<String> ends(One before, One one, Verdict verdict) {
        Somebody who = Objects.requireNonNull(before.verdict).who();
        before.replaced = true;
        if (who == verdict.who() && verdict.first() == null) {
            one.replaces = before;
            judge.shows("waits again");
            return List.of();
        }
        return List.of("refuses " + Objects.requireNonNull(who).id + " alone");
    }

    private static boolean stands(Standing standing) {
        boolean hours = standing.hours().on() && standing.secure() == null;
        return standing.isReleased() || (!standing.lockdown().card() && (standing.unlock() || hours));
    }

    /// The command of a double tap, or null.
    private @Nullable String tapped(One one, Verdict verdict, At at) {
        if (judge.airlocks.isFollowed(one.atNs)) return null;
        String reader = one.channelId + one.side;
        Somebody who = Objects.requireNonNull(verdict.who());
        Tapped before = taps.remove(reader);
        if (!one.what.card() || !one.side.equals("entry") || !verdict.company().tap()) return null;
        if (before == null || before.who != who || one.atNs - before.atNs > TAP_NS) {
            taps.put(reader, new Tapped(who, one.atNs));
            return null;
        }
        Door door = at.door();
        Entry.Tap tap = Objects.requireNonNull(door.entry().tap());
        return toggles(tap.relockAtMs(at.clock().now(), door.zone()), by(who));
    }

    private static String by(Somebody who) {
        return "card of Person " + who.id + " Simulated";
    }

    /// The input for the lane. Only the judge receives the result of a double tap.
    LaneInput heard(LaneInput input) {
        if (!(input instanceof LaneInput.Commanded asked) || !(asked.command() instanceof DoorCommand.Toggle))
            return input;
        long channel = asked.channelId();
        return new LaneInput.Commanded(
                channel,
                asked.atNs(),
                asked.command(),
                asked.by(),
                refusal -> judge.commanded(channel, asked.command(), refusal));
    }

    /// The lane does this now.
    void taken(LaneInput input) {
        if (!(input instanceof LaneInput.Commanded asked) || !(asked.command() instanceof DoorCommand.Toggle)) return;
        judge.door(asked.channelId()).orders.taps(asked);
    }

    // ---- operators

    /// Whether a request waits for an operator.
    boolean isAsked(long id) {
        One one = asked.get(id);
        return one != null && time.nowNs() <= one.atNs + OPERATOR_NS;
    }

    /// The box processes the answer of an operator now. `fails`: the decision is made to fail.
    void approving(Approval approval, boolean fails, At at, DoorView view) {
        boolean waits = isAsked(approval.id());
        One one = asked.remove(approval.id());
        if (one == null || !waits || fails) return;
        if (!approval.approved()) {
            one.denied = true;
            return;
        }
        one.verdict = judge.verdicts.again(one, at, view);
        one.approvedNs = time.nowNs();
    }

    /// The decision on it is made.
    void approved(Approval approval, @Nullable One one) {
        var due = new ArrayList<String>();
        Verdict verdict = one == null ? null : one.verdict;
        if (one == null || verdict == null) {
            compare(null, due, false);
            return;
        }
        long who = Objects.requireNonNull(verdict.who()).id;
        String by = ", decided by " + Deeds.OPERATOR + " " + approval.id();
        boolean refused = handed.stream().map(this::word).anyMatch(REJECTS::equals);
        if (one.denied) due.add("denies " + who + by);
        else if (one.approvedNs == time.nowNs() && verdict.passes()) {
            if (!refused) due.add("admits " + who + by);
            judge.passing.decided(one, verdict, one.approvedNs);
        }
        compare(one, due, false);
    }

    /// The person who asks for that, or null.
    @Nullable
    One asking(long id) {
        return asked.get(id);
    }

    // ---- words

    private void compare(@Nullable One one, List<String> due, boolean awaits) {
        var words = new ArrayList<String>();
        for (LaneInput input : handed) {
            if (input instanceof LaneInput.SecondAwaited wait) asks(one, wait);
            if (input instanceof LaneInput.Together group) {
                for (LaneInput.Part part : group.parts())
                    words.add(answer(part.answer().event()));
            } else {
                words.add(word(input));
            }
        }
        handed.clear();
        words.removeIf(word -> word == null || word.equals(REJECTS) || (awaits && word.equals("awaits a factor")));
        var all = new ArrayList<>(due);
        Collections.sort(words);
        Collections.sort(all);
        if (words.equals(all)) return;
        String where = one == null ? "nobody" : "channel " + one.channelId;
        throw new Violation(where + ": the box " + words + ", and should: " + all);
    }

    private void asks(@Nullable One one, LaneInput.SecondAwaited wait) {
        if (!(wait.started().additional().get("approval_id") instanceof Long id)) return;
        if (id <= newestId) throw Judge.wrong("a request's id again", wait.started());
        newestId = id;
        if (one == null) return;
        one.approvalId = id;
        asked.put(id, one);
    }

    private @Nullable String word(LaneInput input) {
        return switch (input) {
            case LaneInput.Answered answered -> answer(answered.event());
            case LaneInput.SecondAwaited wait -> waits(wait);
            case LaneInput.Commanded command
            when command.command() instanceof DoorCommand.Toggle toggle -> toggles(toggle.relockAtMs(), command.by());
            default -> null;
        };
    }

    private static @Nullable String answer(EventDraft event) {
        Map<String, Object> facts = event.additional();
        if (facts.containsKey("given_up")) return null;
        Object by = facts.get("decided_by");
        String decided = by == null ? "" : ", decided by " + by + " " + facts.get("approval_id");
        Long who = event.subject().personId();
        if (event.kind().isAdmitted()) {
            Object with = facts.get("companion_id");
            return "admits " + who + (with == null ? "" : " with " + with) + decided;
        }
        if (event.kind() == EventKind.REJECTED_ALONE) return "refuses " + who + " alone";
        return "approval_denied".equals(facts.get("reason")) ? "denies " + who + decided : REJECTS;
    }

    private static String waits(LaneInput.SecondAwaited wait) {
        EventDraft started = wait.started();
        Object awaits = started.additional().get("awaits");
        if (awaits == null) return "awaits a factor";
        long who = Objects.requireNonNull(started.subject().personId());
        return waits(who, awaits, wait.untilNs());
    }

    private static String waits(long who, Object awaits, long untilNs) {
        return who + " waits for " + awaits + " until " + untilNs;
    }

    private static String toggles(@Nullable Long relockAtMs, String by) {
        return "double tap until " + relockAtMs + " by " + by;
    }
}
