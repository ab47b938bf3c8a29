package dev.lintel.tools.simulation;

import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.door.Standing;
import dev.lintel.controller.event.EventDraft;
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

/// Judges how people enter: alone, with persons who wait at the reader ([Gathering]), or with the approval of an
/// operator; and what their taps may do ([Taps]). Predicts for each decision what the door lane receives. Shares no
/// rules with the box.
final class Entering {
    /// How long an operator has.
    static final long OPERATOR_NS = TimeUnit.SECONDS.toNanos(30);

    private final Judge judge;
    private final Time time;
    private final Gathering gathering;
    private final Map<Long, One> asked = new HashMap<>(); // by the request's id
    private final List<LaneInput> handed = new ArrayList<>(); // by the decision under way
    private Gathering.@Nullable Turn approving;
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

    Entering(Judge judge, Time time) {
        this.judge = judge;
        this.time = time;
        this.gathering = new Gathering(judge);
    }

    /// A process begins.
    void begins() {
        gathering.begins();
        asked.clear();
        handed.clear();
        newestId = 0;
    }

    /// A decision hands this to the door lane; `decides`: the one under way. Apart from decisions, the box ends the
    /// request of a person who has passed the door.
    void hands(LaneInput input, boolean decides) {
        if (decides) handed.add(input);
        else if (input instanceof LaneInput.Answered answered) ends(answered);
    }

    /// A presentation was decided on. Throws [Violation] where the decision has handed on something else than it ought
    /// to.
    void decided(One one, @Nullable At at, DoorView view) {
        Verdict verdict = one.verdict;
        var due = new ArrayList<String>();
        // Where the box refuses the person alone, the log's answer is looked at.
        boolean refused = one.answer != null && one.answer.kind().isRejected();
        if (one.isTurnedAway()) {
            late(one);
            return;
        }
        boolean passes = verdict != null && verdict.passes();
        boolean joins = passes && (!refused || Handed.isTooMany(one.answer));
        if (verdict != null && verdict.awaits()) due.addAll(gathering.awaitsFactor(one, verdict, handed));
        if (verdict != null && at != null && joins) due.addAll(enters(one, verdict, at, view));
        if (one.way == Way.ALONE || one.way == Way.TOGETHER) due.addAll(elsewhere(one, one.atNs));
        boolean decides = passes && at != null && (refused || one.way == Way.ALONE || one.way == Way.TOGETHER);
        if (verdict != null && decides) judge.passing.decided(one, verdict, one.atNs);
        compare(one, due, verdict != null && verdict.awaits());
        if (verdict != null && verdict.repeats() && one.stay.since != null) {
            judge.door(one.channelId).orders.taps.held(one);
            if (verdict.first() == null) judge.shows("a card that stays has no other answer");
        }
        if (one.failed || time.nowNs() - one.atNs > Judge.DECISION_NS) judge.verdicts.held.undecided(one);
        if (verdict != null && verdict.repeats() && !one.what.card()) judge.shows("PIN ignored");
    }

    /// The lane has turned the person away before the decision, which changes nothing.
    private void late(One one) {
        compare(one, List.of(), false);
        judge.verdicts.late(one);
        judge.verdicts.held.undecided(one);
        judge.shows("decided on after the person was turned away");
    }

    private List<String> enters(One one, Verdict verdict, At at, DoorView view) {
        Somebody who = Objects.requireNonNull(verdict.who());
        boolean isUnlocked = stands(view.standing());
        boolean again = !isUnlocked && isAgain(one, who);
        var turn = new Gathering.Turn(one, at, view, isUnlocked, again, handed);
        List<String> joined = gathering.joins(turn);
        boolean asks = one.need.equals("operator") && !isUnlocked && !again;
        if (asks) return asks(one, verdict, who);
        var due = new ArrayList<>(endsRequest(one, who));
        due.addAll(joined);
        if (!joined.isEmpty()) return due;
        if (one.need.equals("none") || isUnlocked || again) {
            one.way = Way.ALONE;
            due.add(again ? admitsAgain(one, who) : Handed.admits(who.id, List.of()));
            due.addAll(gathering.ownWait(turn));
            boolean group = again && verdict.company().few() == Certainty.PERHAPS && !handsTap();
            one.tap = group || (again && !one.need.equals("none")) ? null : tap(one, verdict, at);
            if (one.tap != null) due.add(Handed.taps(one.tap.relockAtMs(), one.tap.unlocks()));
            boolean open = !verdict.company().need().equals("none");
            if (again && open) judge.shows("admitted again without " + one.need);
            else if (open) judge.shows("alone where the door is unlocked");
            return due;
        }
        due.addAll(gathering.waits(turn));
        return due;
    }

    /// Persons who are admitted, by what was shown at `atNs`, wait at no other reader any more: neither for other
    /// people nor for an operator.
    private List<String> elsewhere(One one, long atNs) {
        var due = new ArrayList<String>();
        for (One admitted : one.party == null ? List.of(one) : one.party.all()) {
            due.addAll(gathering.elsewhere(admitted, atNs));
            Somebody who = who(admitted);
            for (One before : List.copyOf(asked.values())) {
                boolean here = before.channelId == one.channelId && before.side.equals(one.side);
                if (here || who(before) != who) continue;
                asked.remove(before.approvalId);
                if (atNs > before.untilNs || before.isTurnedAway()) continue;
                before.replaced = true;
                due.add(Handed.unapproved(who.id));
                judge.shows("a request ends by an admission elsewhere");
            }
        }
        return due;
    }

    private static Somebody who(One one) {
        return Objects.requireNonNull(Objects.requireNonNull(one.verdict).who());
    }

    /// Whether the person has an unused unlock at the reader. Where the judge cannot know, the box says it.
    private boolean isAgain(One one, Somebody who) {
        Certainty waits = judge.whereabouts.readmissions.waits(who.id, one.channelId, one.side);
        return waits == Certainty.YES || (waits == Certainty.PERHAPS && handedAdmission(who) != null);
    }

    /// Whether the box takes it for a tap: where it needs a group, it does not.
    private boolean handsTap() {
        return handed.stream()
                .anyMatch(input -> input instanceof LaneInput.Answered answer
                        && answer.passage().tap() != null);
    }

    private @Nullable EventDraft handedAdmission(Somebody who) {
        for (LaneInput input : handed) {
            if (!(input instanceof LaneInput.Answered answer)) continue;
            EventDraft event = answer.event();
            if (event.kind().isAdmitted() && Objects.equals(event.subject().personId(), who.id)) return event;
        }
        return null;
    }

    /// The admission of a person who has an unused unlock: it names the persons of the one before and the operator.
    private String admitsAgain(One one, Somebody who) {
        var readmissions = judge.whereabouts.readmissions;
        var before = readmissions.before(who.id, one.channelId);
        EventDraft said = handedAdmission(who);
        boolean sure = readmissions.waits(who.id, one.channelId, one.side) == Certainty.YES;
        Certainty named = sure ? readmissions.named(who.id, one.channelId) : Certainty.PERHAPS;
        boolean saysOthers = said != null && !Handed.companions(said).isEmpty();
        boolean others = named == Certainty.YES || (named == Certainty.PERHAPS && saysOthers);
        boolean by = before.by() != null
                && (sure || (said != null && said.additional().containsKey("decided_by")));
        one.again = new Readmissions.Before(one.side, others ? before.others() : List.of(), by ? before.by() : null);
        if (!one.again.others().isEmpty()) judge.shows("admitted again with the others");
        return Handed.admits(who.id, one.again.others()) + (by ? ", decided by " + before.by() + " null" : "");
    }

    private static boolean stands(Standing standing) {
        boolean hours = standing.hours().on() && standing.secure() == null;
        return standing.isReleased() || (!standing.lockdown().card() && (standing.unlock() || hours));
    }

    /// What the second of two taps of the person does, or null where this is no tap: nobody has tapped where an airlock
    /// shows a card again.
    private Taps.@Nullable Wanted tap(One one, Verdict verdict, At at) {
        boolean card = one.what.card() && one.side.equals("entry");
        if (!card || !verdict.company().tap() || one.passedBy != null) return null;
        Door door = at.door();
        Entry.Tap tap = Objects.requireNonNull(door.entry().tap());
        var now = at.clock().now();
        String by = "card of Person " + Objects.requireNonNull(verdict.who()).id + " Simulated";
        return new Taps.Wanted(tap.relockAtMs(now, door.zone()), tap.unlocks(now, door.zone()), by);
    }

    /// The lane takes its next input: it has done the one before.
    void taken() {
        for (DoorWatch door : judge.doors()) door.orders.taps.settled();
    }

    // ---- operators

    /// A person has one request at a reader: the same again changes nothing, and takes none of the operator's time.
    private List<String> asks(One one, Verdict verdict, Somebody who) {
        One before = request(one, who);
        if (before != null && verdict.first() == null) {
            one.joins = true;
            judge.shows("asks again");
            return List.of();
        }
        one.way = Way.ASKS;
        one.untilNs = before == null ? one.atNs + OPERATOR_NS : before.untilNs;
        one.replaces = before;
        if (before != null) judge.shows("asks again by two factors");
        return List.of(Handed.waits(who.id, "operator", one.untilNs));
    }

    /// The request of the same person at the same reader, or null.
    private @Nullable One request(One one, Somebody who) {
        for (One before : asked.values()) {
            boolean theirs = isAt(before, one) && who(before) == who;
            if (theirs) return before;
        }
        return null;
    }

    private static boolean isAt(One before, One one) {
        boolean here = before.channelId == one.channelId && before.side.equals(one.side);
        return here && one.atNs <= before.untilNs && !before.isTurnedAway();
    }

    /// Whether an operator is asked about somebody at the reader where that is shown.
    boolean isAskedAt(One one) {
        return asked.values().stream().anyMatch(before -> isAt(before, one));
    }

    /// The person enters without an operator.
    private List<String> endsRequest(One one, Somebody who) {
        One before = request(one, who);
        if (before == null) return List.of();
        asked.remove(before.approvalId);
        before.replaced = true;
        judge.shows("needs no operator any more");
        return List.of(Handed.unapproved(who.id));
    }

    private void ends(LaneInput.Answered answered) {
        if (!(answered.event().additional().get("approval_id") instanceof Long id)) return;
        One one = asked.remove(id);
        Somebody who = one == null ? null : Objects.requireNonNull(one.verdict).who();
        boolean may = who != null && judge.whereabouts.readmissions.mayHavePassed(who.id, answered.channelId());
        if (one == null || !may) throw Judge.wrong("a request ends, and the person has not passed", answered.event());
        one.replaced = true;
        judge.shows("a request ends as the person passes");
    }

    /// The person has passed that door.
    void passed(long person, long channelId) {
        asked.values().removeIf(One::isTurnedAway);
        for (One one : asked.values()) {
            boolean theirs = who(one).id == person;
            if (theirs && one.channelId == channelId && time.nowNs() <= one.untilNs)
                throw new Violation(
                        "person " + person + " has passed channel " + channelId + ", and the request waits");
        }
    }

    /// Whether a request waits for an operator.
    boolean isAsked(long id) {
        One one = asked.get(id);
        return one != null && time.nowNs() <= one.untilNs && !one.isTurnedAway();
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
        approving = new Gathering.Turn(one, at, view, stands(view.standing()), false, handed);
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
        boolean refused =
                handed.stream().flatMap(input -> Handed.words(input).stream()).anyMatch(Handed.REJECTS::equals);
        if (one.denied) due.add("denies " + who + by);
        else if (one.approvedNs == time.nowNs() && verdict.passes()) {
            String need = Gathering.need(Objects.requireNonNull(approving), one);
            if (!approving.isUnlocked() && !need.equals("none") && !need.equals("operator")) {
                judge.shows("approved, and others are needed");
                one.need = need;
                compare(one, List.of(Handed.refuses(who, need)), false);
                return;
            }
            if (!refused) {
                due.add(Handed.admits(who, List.of()) + by);
                due.addAll(elsewhere(one, one.approvedNs));
            }
            judge.passing.decided(one, verdict, one.approvedNs);
        }
        compare(one, due, false);
    }

    /// The person who asks for that, or null.
    @Nullable
    One asking(long id) {
        return asked.get(id);
    }

    private void compare(@Nullable One one, List<String> due, boolean awaits) {
        var words = new ArrayList<String>();
        for (LaneInput input : handed) {
            if (input instanceof LaneInput.SecondAwaited wait) asks(one, wait);
            words.addAll(Handed.words(input));
        }
        handed.clear();
        words.removeIf(word -> word.equals(Handed.REJECTS) || (awaits && word.equals(Handed.AWAITS_FACTOR)));
        var all = new ArrayList<>(due);
        Collections.sort(words);
        Collections.sort(all);
        if (words.equals(all)) return;
        String where = one == null ? "nobody" : "channel " + one.channelId;
        throw new Violation(where + ": the box " + words + ", and should: " + all);
    }

    private void asks(@Nullable One one, LaneInput.SecondAwaited wait) {
        if (one != null) one.presentation = wait.presentation();
        if (!(wait.started().additional().get("approval_id") instanceof Long id)) return;
        boolean again = one != null && one.replaces != null && one.replaces.approvalId == id;
        if (id <= newestId && !again) throw Judge.wrong("a request's id again", wait.started());
        newestId = Math.max(newestId, id);
        if (one == null) return;
        one.approvalId = id;
        asked.put(id, one);
    }
}
