package dev.lintel.tools.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// One action at one of its doors, or at its input: when its output is on and when its commands are due, by all
/// triggers so far. The box notices within a second that a shift begins or ends: until then both are right.
final class ActionTimer {
    static final long NEVER = Long.MAX_VALUE;
    /// How late the box may be.
    static final long NEAR_NS = TimeUnit.MILLISECONDS.toNanos(5);
    /// How late the box may notice a shift.
    static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1_100);

    private static final long LONG_AGO = Long.MIN_VALUE;

    final SiteAction action;
    final @Nullable Integer door;
    private final List<Due> dues = new ArrayList<>();
    private final ArrayDeque<Count> counted = new ArrayDeque<>(); // triggers without an end
    private boolean level; // of the state or the input
    private boolean covered;
    private long sinceNs = NEVER; // when a trigger began that lasts
    private long shiftNs = LONG_AGO; // until then the box may not have noticed the shift
    private long freeNs = LONG_AGO; // until then the output may be on or off
    private long blindNs = LONG_AGO; // until then a command may come or not

    /// `sure`: the box must have noticed it.
    private record Count(long atNs, boolean sure) {}

    /// A command that is due.
    static final class Due {
        private final long fromNs;
        private final long byNs;
        private final Set<Integer> left;
        private boolean must;

        private Due(long fromNs, long byNs, boolean must, List<Integer> doors) {
            this.fromNs = fromNs;
            this.byNs = byNs;
            this.must = must;
            this.left = new TreeSet<>(doors);
        }
    }

    /// @param level whether the trigger is there already: it gives no command
    ActionTimer(SiteAction action, @Nullable Integer door, boolean level, boolean covered) {
        this.action = action;
        this.door = door;
        this.level = level;
        this.covered = covered;
    }

    /// The box carries the action out from now on.
    void begins(long atNs) {
        if (level && covered && action.lasts()) sinceNs = atNs;
    }

    boolean isOf(SiteAction other, @Nullable Integer otherDoor) {
        return action.equals(other) && Objects.equals(door, otherDoor);
    }

    // ---- triggers

    /// The state or the input is like this now.
    void level(boolean now, long atNs) {
        if (now == level) return;
        level = now;
        boolean noticed = atNs >= shiftNs;
        if (!now) {
            if (action.lasts()) ends(atNs);
        } else if (action.lasts()) {
            if (covered || !noticed) lasts(atNs, Math.max(atNs, shiftNs), noticed);
        } else if (covered || !noticed) {
            counts(atNs, noticed);
        }
    }

    /// An event that the action waits for.
    void happens(long atNs, boolean sure) {
        if (covered) counts(atNs, sure);
    }

    /// The shift begins or ends.
    void covers(boolean now, long atNs) {
        if (now == covered) return;
        covered = now;
        boolean again = atNs < shiftNs;
        shiftNs = atNs + LOOK_NS;
        freeNs = Math.max(freeNs, shiftNs);
        if (again) {
            blindNs = Math.max(blindNs, shiftNs + action.delayNs() + NEAR_NS);
            freeNs = Math.max(freeNs, shiftNs + action.delayNs() + lengthNs());
            dues.forEach(due -> due.must = false);
        }
        if (!now) {
            stops(atNs);
        } else if (level && action.lasts()) {
            lasts(atNs, shiftNs, !again);
        }
    }

    private long lengthNs() {
        return action.pulseMs() == 0 ? 0 : action.pulseNs();
    }

    private void lasts(long fromNs, long byNs, boolean sure) {
        if (covered) sinceNs = fromNs;
        if (byNs > fromNs) freeNs = Math.max(freeNs, byNs + action.delayNs() + lengthNs() + NEAR_NS);
        due(fromNs, byNs, sure && covered);
    }

    private void ends(long atNs) {
        sinceNs = NEVER;
        cut(atNs, atNs);
    }

    /// The shift is over: a delay that runs is, too.
    private void stops(long atNs) {
        sinceNs = NEVER;
        counted.clear();
        cut(atNs, shiftNs);
    }

    /// Commands that are due after this period are not due any more. One of the period may come.
    private void cut(long fromNs, long untilNs) {
        dues.removeIf(due -> due.fromNs > untilNs);
        for (Due due : dues) {
            boolean done = due.fromNs <= fromNs && due.byNs - due.fromNs <= NEAR_NS;
            if (!done) due.must = false;
        }
    }

    /// While the delay of another one runs it changes nothing.
    private void counts(long atNs, boolean sure) {
        Count last = counted.peekLast();
        boolean delays = last != null && last.atNs + action.delayNs() > atNs;
        if (delays && last.sure) return;
        boolean surely = sure && !delays;
        counted.addLast(new Count(atNs, surely));
        if (!surely) freeNs = Math.max(freeNs, atNs + action.delayNs() + lengthNs() + NEAR_NS);
        due(atNs, atNs, surely);
    }

    private void due(long fromNs, long byNs, boolean must) {
        SiteAction.Order order = action.order();
        if (order == null) return;
        long delayNs = action.delayNs();
        dues.add(new Due(fromNs + delayNs, byNs + delayNs + NEAR_NS, must, order.doors()));
    }

    // ---- what comes of them

    /// Whether the output is on for it.
    boolean on(long nowNs) {
        if (sinceNs != NEVER && spans(sinceNs, nowNs)) return true;
        for (Count count : counted) if (count.sure && spans(count.atNs, nowNs)) return true;
        return false;
    }

    private boolean spans(long atNs, long nowNs) {
        long fromNs = atNs + action.delayNs();
        return fromNs <= nowNs && nowNs - fromNs < action.pulseNs();
    }

    /// Whether the output may be on or off.
    boolean isFree(long nowNs) {
        return nowNs < freeNs;
    }

    /// The command comes to that door. Returns whether it has to.
    boolean takesDue(int ordered, long nowNs) {
        return takes(ordered, nowNs, true);
    }

    /// The same; returns whether it may come.
    boolean takesPossible(int ordered, long nowNs) {
        return takes(ordered, nowNs, false) || nowNs < blindNs;
    }

    private boolean takes(int ordered, long nowNs, boolean must) {
        for (Iterator<Due> all = dues.iterator(); all.hasNext(); ) {
            Due due = all.next();
            boolean now = due.must == must && nowNs >= due.fromNs && nowNs <= due.byNs;
            if (!now || !due.left.remove(ordered)) continue;
            if (due.left.isEmpty()) all.remove();
            return true;
        }
        return false;
    }

    /// Removes a command that has not come in time, and returns whether it had to.
    boolean misses(long nowNs) {
        for (Iterator<Due> all = dues.iterator(); all.hasNext(); ) {
            Due due = all.next();
            if (nowNs <= due.byNs) continue;
            all.remove();
            if (due.must) return true;
        }
        return false;
    }

    /// When it is to be looked at next.
    long nextNs(long nowNs) {
        while (!counted.isEmpty() && isOver(counted.getFirst(), nowNs)) counted.removeFirst();
        long next = sinceNs == NEVER ? NEVER : edge(sinceNs, nowNs);
        for (Count count : counted) next = Math.min(next, edge(count.atNs, nowNs));
        if (nowNs < freeNs) next = Math.min(next, freeNs);
        for (Due due : dues) next = Math.min(next, due.fromNs > nowNs ? due.fromNs : due.byNs + 1);
        return next;
    }

    private boolean isOver(Count count, long nowNs) {
        return nowNs - count.atNs > action.delayNs() + lengthNs();
    }

    private long edge(long atNs, long nowNs) {
        if (action.output() == null) return NEVER;
        long fromNs = atNs + action.delayNs();
        if (nowNs < fromNs) return fromNs;
        return action.pulseMs() > 0 && nowNs - fromNs < action.pulseNs() ? fromNs + action.pulseNs() : NEVER;
    }
}
