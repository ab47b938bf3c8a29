package dev.lintel.tools.simulation;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.time.Time;
import dev.lintel.tools.simulation.Premises.Door;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// How often cards with limits were used: an admission counts from the decision on, and is given back where the log
/// says that the person did not pass. A second admission of a person at a door takes the place of the first, as long
/// as the leaf has not opened. Where the box may know less than this both counts are possible.
final class CardUses {
    /// A lane that does not answer for so long has forgotten the presentation.
    private static final long UNANSWERED_NS = TimeUnit.SECONDS.toNanos(10);

    private final Map<Long, Count> counts = new HashMap<>();
    private final Map<Key, Undecided> undecided = new HashMap<>();
    private final List<Waiting> waiting = new ArrayList<>();
    private final Time time;
    private final Consumer<Runnable> undone;

    /// @param undone takes what restores the counts of before, for a kill that loses the present event
    CardUses(Time time, Consumer<Runnable> undone) {
        this.time = time;
        this.undone = undone;
    }

    /// A decision: two persons may enter by one.
    ///
    /// @param atNs of the presentation, or of an operator's approval
    private record Key(long atNs, long person) {}

    /// @param least entries that the box has counted at least
    /// @param most and at most
    /// @param lastMs when the card was used last; `Long.MIN_VALUE` for never
    record Count(long least, long most, long lastMs) {
        static final Count NOTHING = new Count(0, 0, Long.MIN_VALUE);

        private Count plus(long toLeast, long toMost) {
            return new Count(least + toLeast, most + toMost, lastMs);
        }
    }

    /// A decision admits the person, and the lane has yet to answer.
    ///
    /// @param enters whether it counts as an entry
    /// @param fromMs the count that it belongs to
    private record Undecided(Somebody who, boolean enters, long fromMs, long atNs) {}

    /// A person who was admitted at a door by their card, and has not passed.
    private static final class Waiting {
        private final long person;
        private final long channel;
        private final boolean enters;
        private final long fromMs;
        /// The leaf has opened since, and the lane may not have heard of it.
        private boolean opened;
        /// The leaf was forced when it opened: they may have passed or not.
        private boolean doubtful;
        /// The leaf has opened for another person: they pass once their time is over.
        private boolean shared;
        private long untilNs = Long.MAX_VALUE;
        private final Object side;

        private Waiting(long person, long channel, Undecided by, Object side) {
            this.side = side;
            this.person = person;
            this.channel = channel;
            this.enters = by.enters;
            this.fromMs = by.fromMs;
        }
    }

    /// A process begins, with no person waiting at a door.
    void begins() {
        undecided.clear();
        waiting.clear();
    }

    /// An operator has the count start again.
    void reset(Somebody who) {
        counts.computeIfPresent(who.id, (_, count) -> new Count(0, 0, count.lastMs));
    }

    /// What the box may have counted of the person's card, as a decision at that door takes it.
    Count seen(Somebody who, Door door) {
        Count seen = counts.getOrDefault(who.id, Count.NOTHING);
        for (Undecided one : undecided.values()) {
            boolean counts = one.who.id == who.id && one.enters && one.fromMs == who.limits.countedFromMs();
            if (counts && time.nowNs() - one.atNs <= UNANSWERED_NS) seen = seen.plus(1, 1);
        }
        Waiting here = waiting(who.id, door.id());
        if (here == null || !isCounted(here, who)) return seen;
        return here.opened || here.doubtful || isOver(here) ? seen.plus(-1, 0) : seen.plus(-1, -1);
    }

    private static boolean isCounted(Waiting one, Somebody who) {
        return one.enters && one.fromMs == who.limits.countedFromMs();
    }

    private @Nullable Waiting waiting(long person, long channel) {
        for (Waiting one : waiting) if (one.person == person && one.channel == channel) return one;
        return null;
    }

    /// A decision admits a person by their card.
    ///
    /// @param isEntry whether it is the first or the only door of an entry
    void decided(Somebody who, boolean isEntry, long atNs) {
        boolean late = time.nowNs() - atNs > Judge.DECISION_NS; // the lane has turned them away
        if (late || !who.limits.counted()) return;
        boolean enters = isEntry && who.limits.usesMax() > 0;
        undecided.put(new Key(atNs, who.id), new Undecided(who, enters, who.limits.countedFromMs(), atNs));
    }

    /// The lane has turned a person away.
    void rejected(EventDraft event, Somebody who) {
        undecided.remove(new Key(event.monotonicNs(), who.id));
    }

    /// The log says that the person was admitted, by whatever.
    ///
    /// @param isUnseen nothing tells when they pass
    void admitted(EventDraft event, Somebody who, long channel, boolean isUnseen) {
        Undecided by = undecided.remove(new Key(event.monotonicNs(), who.id));
        Count before = counts.getOrDefault(who.id, Count.NOTHING);
        Count now = before;
        Waiting replaced = waiting(who.id, channel);
        Object side = event.additional().getOrDefault("reader", "");
        if (replaced != null) {
            waiting.remove(replaced);
            boolean perhaps = replaced.opened || replaced.doubtful || isOver(replaced);
            boolean passed = replaced.shared && !replaced.side.equals(side); // they are at the other reader by now
            if (isCounted(replaced, who)) now = now.plus(passed && !perhaps ? 0 : -1, perhaps || passed ? 0 : -1);
        }
        if (by != null) {
            if (by.enters && by.fromMs == who.limits.countedFromMs()) now = now.plus(1, 1);
            now = new Count(now.least, now.most, Math.max(now.lastMs, event.occurredAtMs()));
            if (!isUnseen) waiting.add(new Waiting(who.id, channel, by, side));
        }
        change(who.id, before, now);
    }

    /// The log says that the person did not pass.
    void unused(EventDraft event, List<Somebody> people) {
        Long person = event.subject().personId();
        Long channel = event.subject().channelId();
        Waiting one = person == null || channel == null ? null : waiting(person, channel);
        if (one == null) return;
        Somebody who = people.get((int) one.person - 1);
        waiting.remove(one);
        Count before = counts.getOrDefault(who.id, Count.NOTHING);
        if (isCounted(one, who)) change(who.id, before, before.plus(-1, -1));
    }

    private void change(long person, Count before, Count now) {
        if (now.equals(before)) return;
        counts.put(person, now);
        undone.accept(() -> counts.put(person, before));
    }

    private boolean isOver(Waiting one) {
        return one.shared && time.nowNs() > one.untilNs;
    }

    long nowNs() {
        return time.nowNs();
    }

    /// All who wait at a door have passed.
    void opens(long channel) {
        for (Waiting one : waiting) if (one.channel == channel) one.opened = true;
    }

    /// The leaf of a door opens, unless it is forced.
    void opens(long channel, Turns.Taken taken) {
        for (Waiting one : waiting) {
            if (one.channel != channel) continue;
            if (taken.sure() && time.nowNs() - Turns.LAG_NS > one.untilNs) continue; // the time is over
            if (taken.persons().contains(one.person)) one.opened = true;
            else if (!taken.sure()) one.doubtful = true;
            one.shared = true;
        }
    }

    /// Persons may pass until then.
    void given(long channel, Set<Long> persons, long untilNs) {
        for (Waiting one : waiting) {
            if (one.channel != channel || !persons.contains(one.person)) continue;
            one.untilNs = one.untilNs == Long.MAX_VALUE ? untilNs : Math.max(one.untilNs, untilNs);
        }
    }

    /// The time of all who wait at a door ends.
    void ends(long channel, long nowNs, boolean butExits) {
        for (Waiting one : waiting) {
            if (one.channel != channel || (butExits && one.side.equals("exit"))) continue;
            one.untilNs = Math.min(one.untilNs, nowNs);
        }
    }

    /// The log says that the leaf was forced: those who wait may wait still.
    void forced(long channel) {
        for (Waiting one : waiting) {
            if (one.channel != channel || !(one.opened || one.shared)) continue;
            one.opened = false;
            one.shared = false;
            one.doubtful = true;
        }
    }

    /// The lane has heard of all moves.
    void settled(long channel) {
        for (Iterator<Waiting> all = waiting.iterator(); all.hasNext(); ) {
            Waiting one = all.next();
            boolean passed = one.opened || (one.shared && time.nowNs() > one.untilNs + ConnectedPlaces.ENDED_NS);
            if (one.channel == channel && passed) all.remove();
        }
    }
}
