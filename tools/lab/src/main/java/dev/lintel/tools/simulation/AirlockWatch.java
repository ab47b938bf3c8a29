package dev.lintel.tools.simulation;

import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.Time;
import dev.lintel.tools.simulation.Premises.Door;
import dev.lintel.tools.simulation.Premises.Lock;
import dev.lintel.tools.simulation.Presentations.One;
import dev.lintel.tools.simulation.Presentations.What;
import dev.lintel.tools.simulation.Verdicts.Certainty;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Whether the second door of an airlock follows the first one when it should, and never else. By the wires and the
/// log alone.
final class AirlockWatch {
    /// From the admission at the first door.
    private static final long WAY_NS = TimeUnit.SECONDS.toNanos(60);
    /// The lane goes round at least so often.
    private static final long LATE_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long NEVER = Long.MIN_VALUE;
    /// In events of a second door: the first one.
    static final String FROM = "airlock_from";
    /// A contact reports an opening at most so long after the strike has relocked.
    private static final long UNOPENED_NS = TimeUnit.MILLISECONDS.toNanos(300);

    private final Judge judge;
    private final Premises premises;
    private final Time time;
    private final List<Way> ways = new ArrayList<>();
    private final Map<Long, Long> followed = new HashMap<>(); // the first door, by when it was shown at the second one
    private final Map<DoorWatch, Long> openedNs = new HashMap<>(); // the last opening of each first door
    private long stalledUntilNs = NEVER;

    /// A passage of the first door, from its reader of that side.
    ///
    /// @param one null: REX was pressed
    private record Passage(
            DoorWatch first, String side, @Nullable One one) {}

    /// One person between two doors.
    private static final class Way {
        private final DoorWatch first;
        private final String side;
        private final Door second;
        private final long delayNs;
        private final long fromNs;
        private final @Nullable Long person;
        private final @Nullable What what; // null: REX was pressed
        private boolean opened;
        private boolean doubtful; // the box may have looked at another time, or not at all
        private boolean faulty; // nobody can say when the first door is locked
        private long lockedNs = NEVER; // the first door is closed and locked since then

        Way(Passage passage, Door second, long delayNs, long fromNs) {
            this.first = passage.first;
            this.side = passage.side;
            this.second = second;
            this.delayNs = delayNs;
            this.fromNs = fromNs;
            One one = passage.one;
            Verdict verdict = one == null ? null : one.verdict;
            One factor = verdict == null || verdict.first() == null ? one : verdict.first();
            this.what = factor == null ? null : factor.what;
            this.person = verdict == null || verdict.who() == null ? null : (Long) verdict.who().id;
        }

        @Override
        public String toString() {
            return (what == null ? "REX" : what) + " at " + fromNs + ", locked since " + lockedNs + ", delay "
                    + delayNs;
        }

        /// The first door relocked so long ago, and nobody has opened it.
        boolean isUnopened(long nowNs, long slackNs) {
            return lockedNs != NEVER && nowNs - lockedNs > UNOPENED_NS + slackNs;
        }

        boolean isDue(long nowNs) {
            boolean perhaps = faulty || (doubtful && opened); // the box may have taken the door for locked before
            boolean locked = perhaps || (opened && lockedNs != NEVER && nowNs - lockedNs >= delayNs);
            return locked && nowNs - fromNs < WAY_NS;
        }
    }

    AirlockWatch(Judge judge, Premises premises, Time time) {
        this.judge = judge;
        this.premises = premises;
        this.time = time;
    }

    void begins() {
        ways.clear();
        followed.clear();
        stalledUntilNs = NEVER;
    }

    /// The lane hangs, restarts, or is stuck until then.
    void stalls(long untilNs) {
        stalledUntilNs = Math.max(stalledUntilNs, untilNs);
        for (Way way : ways) way.doubtful = true;
    }

    /// The lane continues.
    void goesOn() {
        stalledUntilNs = Math.min(stalledUntilNs, time.nowNs());
    }

    /// Whether an exit of the door waits for another one that can be passed now, and not by fire.
    boolean bars(DoorWatch door) {
        if (door.door.byBox()) return false;
        for (DoorWatch other : judge.doors()) {
            boolean one = obeys(door.door, other.door) || obeys(other.door, door.door);
            if (one && !other.burns() && !other.told().isReleased() && (other.released() || other.leafOpen()))
                return true;
        }
        return false;
    }

    private static boolean obeys(Door outer, Door inner) {
        Lock lock = outer.lock();
        return lock != null && lock.obey() && lock.inner() == inner.id();
    }

    /// A person was admitted. One who was admitted twice passes the second door once. At a door that is unlocked
    /// nothing begins, and what has begun there goes on.
    void admitted(One one) {
        if (judge.door(one.channelId).told().stands()) return;
        Verdict verdict = one.verdict;
        Long person = verdict == null || verdict.who() == null ? null : (Long) verdict.who().id;
        DoorWatch first = judge.door(one.channelId);
        List<Way> same = ways.stream()
                .filter(way -> way.first == first
                        && way.side.equals(one.side)
                        && way.what != null
                        && Objects.equals(way.person, person))
                .toList();
        // Who shows the card again at the leaf that is open is on the same way.
        if (first.leafOpen() && same.stream().anyMatch(way -> way.opened && !way.doubtful)) return;
        begins(first, one.side, one, first.leafOpen() ? replaces(same) : removes(same));
    }

    /// Somebody has pressed REX, which has released the door. At a door that is unlocked as in [#admitted].
    ///
    /// @param explains whether the press explains an opening from before it
    void left(DoorWatch first, long pressedNs, Certainty explains) {
        if (first.told().stands()) return;
        List<Way> same = ways.stream()
                .filter(way -> way.first == first && way.what == null)
                .toList();
        // A sensor sees the person again.
        if (same.stream().anyMatch(way -> way.opened && !way.doubtful)) return;
        Way way = begins(first, "exit", null, replaces(same));
        boolean since = openedNs.getOrDefault(first, NEVER) >= pressedNs; // the lane hears of it now
        if (way == null || !(since || explains != Certainty.NO)) return;
        way.opened = true;
        way.doubtful |= since || explains == Certainty.PERHAPS || pressedNs <= stalledUntilNs;
    }

    /// Ends these, but for those that the box may take for passed. Returns whether there is one.
    private boolean replaces(List<Way> same) {
        for (Way way : same) if (!way.opened) ways.remove(way);
        return same.stream().anyMatch(way -> way.opened);
    }

    private boolean removes(List<Way> same) {
        ways.removeAll(same);
        return false;
    }

    private @Nullable Way begins(DoorWatch first, String side, @Nullable One one, boolean doubtful) {
        if (first.told().stands()) return null;
        Way begun = null;
        for (Door outer : premises.doors()) {
            Lock lock = outer.lock();
            if (lock == null) continue;
            boolean enters = side.equals("entry") && lock.entering() && outer.id() == first.door.id();
            boolean leaves = side.equals("exit") && lock.leaving() && lock.inner() == first.door.id();
            if (!enters && !leaves) continue;
            Door second = enters ? premises.door(lock.inner()) : outer;
            long delayNs = TimeUnit.SECONDS.toNanos(lock.delay());
            var way = new Way(new Passage(first, side, one), second, delayNs, time.nowNs());
            way.doubtful = doubtful || time.nowNs() <= stalledUntilNs;
            // A lane that hears of REX late finds that the time of that press is over.
            if (one == null && !first.leafOpen() && !first.released()) way.lockedNs = time.nowNs();
            ways.add(way);
            begun = way;
        }
        return begun;
    }

    /// A strike or a leaf has moved.
    void moved(DoorWatch door) {
        for (Way way : ways) {
            if (way.first != door) continue;
            if (!way.opened) way.doubtful |= way.isUnopened(time.nowNs(), 0); // the box may have given up waiting
            boolean passable = door.leafOpen() || door.released();
            way.lockedNs = passable ? NEVER : way.lockedNs == NEVER ? time.nowNs() : way.lockedNs;
        }
    }

    /// The leaf of a first door has opened, other than by springing open again. The second door follows for persons
    /// who are certainly between the doors: another exit than the own one lets people out of there.
    void opened(DoorWatch first, Turns.Taken taken) {
        openedNs.put(first, time.nowNs());
        for (Way way : List.copyOf(ways)) {
            if (way.first != first) continue;
            if (!taken.sure()) {
                way.doubtful = true;
                way.opened = true;
                continue;
            }
            boolean anonymous = taken.turn() && taken.exit() && taken.own().isEmpty();
            boolean ownExit = way.what == null && anonymous;
            boolean admitted = taken.turn() && !taken.own().isEmpty();
            way.opened |=
                    ownExit || (admitted && way.person != null && taken.own().contains(way.person));
            if (ownExit || admitted) continue;
            ways.remove(way);
            judge.shows(way.opened ? "airlock: an exit lets people out" : "airlock: nobody knows who has opened");
        }
    }

    /// The box shows by itself what somebody has shown at the first door.
    One shown(LaneInput.Presented presented) {
        String number = presented.notReady().subject().credentialsNumber();
        Way way = take(presented.channelId(), presented.side(), false, number);
        if (way == null) throw new Violation("nobody has passed the first door of an airlock: " + presented);
        followed.put(presented.atNs(), (long) way.first.door.id());
        What what = Objects.requireNonNull(way.what, "it was no exit");
        return new One(presented.channelId(), presented.side(), presented.atNs(), what, way.person);
    }

    /// @param number of the card that is shown, or null
    private @Nullable Way take(long second, String side, boolean exit, @Nullable String number) {
        for (Way way : ways) {
            boolean theirs = way.second.id() == second && way.side.equals(side) && (way.what == null) == exit;
            What what = way.what;
            boolean other = number != null && what != null && !isOf(what, number);
            if (!theirs || other || !way.isDue(time.nowNs())) continue;
            ways.remove(way);
            return way;
        }
        return null;
    }

    /// Whether it may be what the box shows: a card of that number, or a PIN, whose digits it masks.
    private static boolean isOf(What what, String number) {
        boolean card = number.chars().allMatch(Character::isDigit);
        return what.card() ? number.equals(String.valueOf(what.number())) : !card;
    }

    /// An answer to `one`: it names the first door where that is why it was shown.
    void answered(EventDraft event, One one) {
        Object named = event.additional().get(FROM);
        if (named == null) return;
        One first = one.verdict == null ? null : one.verdict.first();
        Long from = followed.get(one.atNs);
        if (from == null && first != null) from = followed.get(first.atNs);
        if (!named.equals(from)) throw Judge.wrong("nobody came from there", event);
        judge.shows("airlock: " + (event.kind().isAdmitted() ? "second door follows" : "second door refuses"));
        Somebody who = one.verdict == null ? null : one.verdict.who();
        boolean limited = who != null && one.passedBy != null && who.limits.usesMax() > 0;
        if (limited && event.kind().isAdmitted()) judge.shows("airlock: second door counts no entry");
        if (one.passedBy != null && one.verdict != null && one.verdict.duress()) judge.shows("airlock: duress");
    }

    /// An event of a person, after the answer to what was shown.
    void event(EventDraft event, DoorWatch door) {
        long atNs = event.monotonicNs();
        boolean forced =
                event.kind() == EventKind.FORCED_OPEN && ways.removeIf(way -> way.first == door && way.fromNs <= atNs);
        if (forced) judge.shows("airlock: the first door is forced");
        boolean unlocked = door.told().stands() && ways.removeIf(way -> way.first == door);
        if (unlocked) judge.shows("airlock: the first door is unlocked");
        if (event.kind() == EventKind.ADMITTED_NOT_USED) unused(event, door);
        else arrived(event, door);
    }

    /// The log says that a person waits at a door, or was admitted there by an operator: the box shows nothing for this
    /// person there. Who is admitted at a reader is on no other way.
    private void arrived(EventDraft event, DoorWatch second) {
        boolean waits = event.kind() == EventKind.MFA_STARTED || event.kind() == EventKind.APPROVAL_REQUESTED;
        Long person = event.subject().personId();
        if (person == null || !(waits || event.kind().isAdmitted())) return;
        boolean own = ways.removeIf(way -> way.second.id() == second.door.id() && person.equals(way.person));
        if (own && !event.additional().containsKey(FROM)) judge.shows("airlock: own card at the second door");
        Object side = event.additional().get("reader");
        if (waits || event.kind() == EventKind.ADMITTED_MANUAL || side == null) return;
        boolean elsewhere =
                ways.removeIf(way -> person.equals(way.person) && (way.first != second || !way.side.equals(side)));
        if (elsewhere) judge.shows("airlock: admitted elsewhere");
    }

    /// The persons who have passed that door, for whom the second door has yet to follow.
    List<Arrival> arrivals(DoorWatch first) {
        return ways.stream()
                .filter(way -> way.first == first && way.person != null)
                .map(way -> new Arrival(Objects.requireNonNull(way.person), way.second, way.side))
                .toList();
    }

    /// A person between two doors, and the reader at which the box shows the card next.
    record Arrival(long person, Door second, String side) {}

    /// An event of the second door after REX of the first one. Returns whether that door was passed.
    boolean follows(DoorWatch second, EventDraft event) {
        Way way = take(second.door.id(), "exit", true, null);
        Object from = event.additional().get(FROM);
        if (way == null || !Long.valueOf(way.first.door.id()).equals(from)) return false;
        judge.shows("airlock: exit " + (event.kind().isAdmitted() ? "follows" : "locked down"));
        return true;
    }

    /// The log says that the leaf did not open for this person.
    private void unused(EventDraft event, DoorWatch first) {
        Long person = event.subject().personId();
        Object side = event.additional().get("reader");
        ways.removeIf(way -> way.first == first && way.side.equals(side) && Objects.equals(way.person, person));
    }

    /// Whether somebody is between two doors.
    boolean awaits() {
        return !ways.isEmpty();
    }

    @Override
    public String toString() {
        return ways.toString();
    }

    /// The lane has no input left.
    void settled() {
        long nowNs = time.nowNs();
        ways.removeIf(way -> nowNs - way.fromNs >= WAY_NS);
        for (Way way : ways) way.faulty |= way.first.faulty(nowNs);
        ways.removeIf(way -> !way.opened && !way.doubtful && !way.faulty && way.isUnopened(nowNs, LATE_NS));
        if (nowNs <= stalledUntilNs) return;
        for (Way way : ways) {
            DoorWatch second = judge.door(way.second.id());
            boolean late = way.lockedNs != NEVER && nowNs - way.lockedNs >= way.delayNs + LATE_NS;
            boolean third = judge.passing.interlocked(second, true)
                    || judge.presentations.awaitsFactorAt(way.second.id(), way.side)
                    || judge.presentations.isDeciding(way.second.id());
            if (way.isDue(nowNs) && late && !way.doubtful && !way.faulty && !third)
                throw second.violation(
                        "the first door of the airlock was passed, and this one does not follow: " + way);
        }
    }
}
