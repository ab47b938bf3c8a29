package dev.lintel.tools.simulation;

import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.tools.simulation.Presentations.One;
import dev.lintel.tools.simulation.Truth.At;
import dev.lintel.tools.simulation.Truth.Company;
import dev.lintel.tools.simulation.Verdicts.Certainty;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// Judges persons who wait at a reader for other people, and who of them passes together: two persons, a visitor and a
/// host, or as many as the minimum of an area takes. Shares no rules with the box.
///
/// ```
///   a card   others wait, and all suit   room, and enough    all pass
///                                        no room             all are refused, unless this person may pass alone
///                                        not enough          as without the others
///            this person needs others    waits; the others wait longer at the reader of an area with a minimum
/// ```
final class Gathering {
    /// From a person's card to the last one of the group.
    private static final long LONGEST_NS = TimeUnit.SECONDS.toNanos(60);
    /// As many as a group has at most.
    private static final int GROUP_MAX = 10;

    private final Judge judge;
    private final Map<String, List<Wait>> waiting = new HashMap<>(); // by reader, in the order of arrival

    /// @param level the threat level at which it was decided
    private record Wait(One one, int level) {
        Somebody who() {
            return Gathering.who(one);
        }

        Company company() {
            return Objects.requireNonNull(one.verdict).company();
        }
    }

    /// The decision to admit a person.
    ///
    /// @param view the door
    /// @param isUnlocked whether the door is: it needs no room and no other people
    /// @param again whether the person has an unused unlock at the reader, and needs no other people either
    /// @param handed what the box makes of it; where the judge cannot know a number of people, this says it
    record Turn(One one, At at, DoorView view, boolean isUnlocked, boolean again, List<LaneInput> handed) {
        Verdict verdict() {
            return Objects.requireNonNull(one.verdict);
        }

        String reader() {
            return one.channelId + one.side;
        }
    }

    private enum Outcome {
        TOGETHER,
        REFUSED,
        APART
    }

    Gathering(Judge judge) {
        this.judge = judge;
    }

    /// A process begins.
    void begins() {
        waiting.clear();
    }

    private static Somebody who(One one) {
        return Objects.requireNonNull(Objects.requireNonNull(one.verdict).who());
    }

    /// What the person needs, and what the lane is to receive if this person passes, or is refused, with those who
    /// wait; empty where they do not matter.
    List<String> joins(Turn turn) {
        List<Wait> here = waiting.getOrDefault(turn.reader(), new ArrayList<>());
        here.removeIf(wait -> turn.one.atNs > wait.one.untilNs || wait.one.isTurnedAway());
        turn.one.need = need(turn, turn.one);
        List<Wait> others = suiting(here, turn);
        if (!isAnswered(turn, others)) return List.of();
        others = suiting(decidedAgain(here, others, turn), turn);
        Outcome outcome = outcome(turn, others);
        if (outcome == Outcome.APART) return List.of();
        List<One> all = all(others, turn);
        here.removeAll(others);
        List<String> due = outcome == Outcome.TOGETHER ? together(all) : refused(all);
        due.addAll(ownWait(turn));
        return due;
    }

    private static List<One> all(List<Wait> others, Turn turn) {
        var all = new ArrayList<One>();
        for (Wait wait : others) all.add(wait.one);
        all.add(turn.one);
        return all;
    }

    /// Before persons pass together, the box decides again on those who wait. Returns those who may still enter.
    private List<Wait> decidedAgain(List<Wait> here, List<Wait> others, Turn turn) {
        var still = new ArrayList<Wait>();
        for (Wait wait : others) {
            One one = wait.one;
            Somebody who = wait.who();
            Verdict again = judge.verdicts.again(one, turn.at, turn.view);
            one.verdict = again;
            boolean perhaps = !again.perhaps().isEmpty();
            if (again.passes() && !(perhaps && isRejected(turn, who))) {
                one.need = need(turn, one);
                still.add(wait);
                continue;
            }
            here.remove(wait);
            one.givenUp |= again.awaits();
            judge.shows("refused when the other person came");
        }
        return still;
    }

    private static boolean isRejected(Turn turn, Somebody who) {
        return turn.handed.stream()
                .anyMatch(input -> input instanceof LaneInput.Answered answer
                        && answer.event().kind().isRejected()
                        && Objects.equals(answer.event().subject().personId(), who.id)
                        && Handed.words(answer).contains(Handed.REJECTS));
    }

    static String need(Turn turn, One one) {
        Company company = Objects.requireNonNull(one.verdict).company();
        if (!company.need().equals("none") || turn.isUnlocked) return company.need();
        boolean few = company.few() == Certainty.YES || (company.few() == Certainty.PERHAPS && saysGroup(turn, one));
        return few ? "group" : "none";
    }

    private static boolean saysGroup(Turn turn, One one) {
        for (LaneInput input : turn.handed) {
            List<EventDraft> events = switch (input) {
                case LaneInput.SecondAwaited wait -> List.of(wait.started());
                case LaneInput.Together group ->
                    group.parts().stream().map(LaneInput.Part::alone).toList();
                case LaneInput.Answered answer -> List.of(answer.event());
                default -> List.of();
            };
            for (EventDraft event : events) {
                boolean theirs =
                        isHere(input, turn) && Objects.equals(event.subject().personId(), who(one).id);
                if (theirs && "group".equals(event.additional().get("awaits"))) return true;
            }
        }
        return false;
    }

    /// Not the answer to a wait of the same person at another reader.
    private static boolean isHere(LaneInput input, Turn turn) {
        if (!(input instanceof LaneInput.Answered answer)) return true;
        return answer.channelId() == turn.one.channelId && answer.side().equals(turn.one.side);
    }

    /// Those who pass with the person as far as company goes: a visitor does where a host is among them.
    private List<Wait> suiting(List<Wait> here, Turn turn) {
        Somebody who = who(turn.one);
        int level = judge.verdicts.threatLevel();
        List<Wait> same = here.stream()
                .filter(wait -> wait.who() != who && wait.level == level)
                .toList();
        boolean led = turn.verdict().company().host()
                || same.stream().anyMatch(wait -> wait.company().host());
        List<Wait> others = same.stream()
                .filter(wait -> led || !wait.company().need().equals("host"))
                .toList();
        var companies = new ArrayList<Company>();
        for (Wait wait : others) companies.add(wait.company());
        companies.add(turn.verdict().company());
        return Company.suit(companies) ? others : List.of();
    }

    /// Whether the box decides again on those who wait. Where the judge cannot know a number of people, the answers
    /// of the box say it.
    private boolean isAnswered(Turn turn, List<Wait> others) {
        Set<Outcome> possible = possible(turn, others);
        if (!possible.contains(Outcome.APART)) return true;
        boolean isRefused = others.stream().anyMatch(wait -> isRejected(turn, wait.who()));
        return possible.size() > 1 && (isRefused || said(turn) != Outcome.APART);
    }

    private Outcome outcome(Turn turn, List<Wait> others) {
        Set<Outcome> possible = possible(turn, others);
        Outcome said = said(turn);
        if (possible.contains(said)) return said;
        if (possible.size() == 1) return possible.iterator().next();
        throw new Violation("channel " + turn.one.channelId + ": the box decides " + said + " for "
                + (others.size() + 1) + " persons, and should: " + possible);
    }

    private Set<Outcome> possible(Turn turn, List<Wait> others) {
        if (others.isEmpty()) return EnumSet.of(Outcome.APART);
        if (turn.isUnlocked) return EnumSet.of(Outcome.TOGETHER);
        List<Somebody> group = all(others, turn).stream().map(Gathering::who).toList();
        Certainty full = judge.crowding.full(group, turn.at);
        Certainty few = judge.crowding.few(group, turn.at);
        boolean alone = turn.again || turn.one.need.equals("none");
        Set<Outcome> possible = EnumSet.noneOf(Outcome.class);
        if (full != Certainty.YES && few != Certainty.YES) possible.add(Outcome.TOGETHER);
        if (full != Certainty.NO) possible.add(alone ? Outcome.APART : Outcome.REFUSED);
        if (full != Certainty.YES && few != Certainty.NO) possible.add(Outcome.APART);
        return possible;
    }

    private static Outcome said(Turn turn) {
        if (turn.handed.stream().anyMatch(LaneInput.Together.class::isInstance)) return Outcome.TOGETHER;
        return Handed.isTooMany(turn.one.answer) ? Outcome.REFUSED : Outcome.APART;
    }

    private List<String> together(List<One> all) {
        var party = new Party(all);
        One last = all.getLast();
        var due = new ArrayList<String>();
        for (One one : all) {
            one.way = Entering.Way.TOGETHER;
            one.party = party;
            List<Long> others = all.stream()
                    .filter(other -> other != one)
                    .map(other -> who(other).id)
                    .sorted()
                    .toList();
            due.add(Handed.admits(who(one).id, others));
            due.add(Handed.without(who(one).id, one.need));
            if (one != last) judge.passing.decided(one, Objects.requireNonNull(one.verdict), last.atNs);
        }
        judge.presentations.together(party);
        return due;
    }

    private List<String> refused(List<One> all) {
        judge.shows(all.size() > 2 ? "no room for a group" : "no room for both");
        var due = new ArrayList<String>();
        for (One one : all) {
            one.crowded = true;
            due.add(Handed.tooMany(who(one).id));
        }
        return due;
    }

    /// The person's own wait at the reader ends. Returns the answer that this takes, if the wait has no part in the
    /// new one.
    List<String> ownWait(Turn turn) {
        List<Wait> here = waiting.getOrDefault(turn.reader(), List.of());
        for (Wait wait : List.copyOf(here)) {
            if (wait.who() != who(turn.one)) continue;
            here.remove(wait);
            if (turn.verdict().first() != null) return ends(wait);
            wait.one.replaced = true;
            turn.one.replaces = wait.one;
            judge.shows("waits again");
        }
        return List.of();
    }

    /// The person of that presentation is admitted, by what was shown at `atNs`, and waits nowhere else.
    List<String> elsewhere(One admitted, long atNs) {
        var due = new ArrayList<String>();
        String reader = admitted.channelId + admitted.side;
        for (Map.Entry<String, List<Wait>> there : waiting.entrySet()) {
            if (there.getKey().equals(reader)) continue;
            for (Wait wait : List.copyOf(there.getValue())) {
                if (wait.who() != who(admitted)) continue;
                there.getValue().remove(wait);
                if (atNs > wait.one.untilNs || wait.one.isTurnedAway()) continue;
                due.addAll(ends(wait));
                judge.shows("a wait ends by an admission elsewhere");
            }
        }
        return due;
    }

    private static List<String> ends(Wait wait) {
        wait.one.replaced = true;
        return List.of(Handed.refuses(wait.who().id, wait.one.need));
    }

    /// A person is to give a second factor: the others who wait at the reader wait until its time is over.
    List<String> awaitsFactor(One one, Verdict verdict, List<LaneInput> handed) {
        boolean awaits = handed.stream()
                .anyMatch(input -> Handed.words(input).contains(Handed.AWAITS_FACTOR) && input.atNs() == one.atNs);
        if (!awaits) return List.of(); // refused for a reason that the judge cannot know
        var due = new ArrayList<String>();
        for (Wait wait : waiting.getOrDefault(one.channelId + one.side, List.of())) {
            if (one.atNs > wait.one.untilNs || wait.who() == verdict.who() || wait.one.isTurnedAway()) continue;
            long untilNs = Math.min(one.atNs + Presentations.WINDOW_NS, wait.one.atNs + LONGEST_NS);
            wait.one.waitsLonger(one, untilNs);
            judge.shows("waits for another person's second factor");
            due.add(Handed.longer(wait.one.presentation, untilNs));
        }
        return due;
    }

    /// The person waits for others from now on.
    List<String> waits(Turn turn) {
        One one = turn.one;
        List<Wait> here = waiting.computeIfAbsent(turn.reader(), _ -> new ArrayList<>());
        boolean again = here.stream().anyMatch(wait -> wait.who() == who(one));
        var due = new ArrayList<>(ownWait(turn));
        one.way = Entering.Way.WAITS;
        one.untilNs = one.atNs + Presentations.WINDOW_NS;
        judge.shows("waits for " + one.need);
        boolean passing = one.need.equals("group") && judge.crowding.isFewUntilOthersPass(List.of(who(one)), turn.at);
        if (passing) judge.shows("waits for a group, as others have not passed yet");
        due.add(Handed.waits(who(one).id, one.need, one.untilNs));
        int room = judge.crowding.gathers(turn.at.door()) ? GROUP_MAX - 1 : 0;
        while (here.size() > room) due.addAll(ends(here.removeFirst()));
        for (Wait wait : here) {
            if (again) break;
            long untilNs = Math.min(one.untilNs, wait.one.atNs + LONGEST_NS);
            if (untilNs < one.untilNs) judge.shows("waits for no more than a minute");
            wait.one.waitsLonger(one, untilNs);
            due.add(Handed.longer(wait.one.presentation, untilNs));
        }
        here.add(new Wait(one, judge.verdicts.threatLevel()));
        return due;
    }
}
