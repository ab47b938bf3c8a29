package dev.lintel.controller.door;

import dev.lintel.controller.door.DoorMemory.Kept;
import dev.lintel.controller.door.DoorMemory.OpenLeaf;
import dev.lintel.controller.door.DoorMemory.RaisedAlarm;
import dev.lintel.controller.time.Time;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What of one door outlasts the process, handed over whenever it changes. The door lane only.
final class DoorRecord {
    private static final String UNKNOWN = "unknown";

    private final DoorMemory memory;
    private final Time time;
    private final long channelId;
    private Kept kept;
    private @Nullable String by;
    private final Set<String> lockedBy = new TreeSet<>();
    private boolean removed;

    /// `before`: what was kept of the door, or null.
    DoorRecord(DoorMemory memory, Time time, long channelId, @Nullable Kept before) {
        this.memory = memory;
        this.time = time;
        this.channelId = channelId;
        this.kept = before == null ? new Kept(Standing.NORMAL, null, Set.of(), false, null, null, 0) : before;
        this.by = kept.by();
        lockedBy.addAll(kept.lockedBy());
        // By whom an older version did not keep: only an operator ends it.
        if (kept.standing().lockdown().any() && lockedBy.isEmpty()) lockedBy.add(UNKNOWN);
    }

    Kept kept() {
        return kept;
    }

    /// Who changes it from now on.
    void by(@Nullable String who) {
        by = who;
    }

    /// Notes whose command this is, where `stood` was locked down before. Returns whether it changes anything: the
    /// release of a lockdown switch does not where another has ordered the lockdown, too.
    boolean takes(LaneInput.Commanded asked, Lockdown stood) {
        if (asked.command() instanceof DoorCommand.SwitchReleased) {
            boolean ordered = lockedBy.remove(asked.by());
            if (!ordered || !lockedBy.isEmpty()) return false;
        }
        by = asked.by();
        if (asked.command() instanceof DoorCommand.LockDown lock
                && lock.after(stood).any()) lockedBy.add(by);
        return true;
    }

    /// Whether the channel has left the site: then nothing is kept until it is there again.
    boolean removed() {
        return removed;
    }

    void removed(boolean gone) {
        removed = gone;
    }

    /// Keeps what stands now, unless it stood before.
    void settle(
            Standing standing,
            @Nullable RaisedAlarm alarm,
            Set<String> tampers,
            boolean exitHeld,
            @Nullable OpenLeaf leaf) {
        if (!standing.lockdown().any()) lockedBy.clear();
        boolean same = kept.lockedBy().equals(lockedBy)
                && kept.standing().equals(standing)
                && Objects.equals(kept.alarm(), alarm)
                && kept.tampers().equals(tampers)
                && kept.exitHeld() == exitHeld
                && (leaf == null ? kept.leaf() == null : leaf.agrees(kept.leaf()));
        if (same) return;
        boolean changed = !kept.standing().told().equals(standing.told());
        long changedAtMs = changed ? time.nowMs() : kept.changedAtMs();
        kept = new Kept(standing, alarm, tampers, exitHeld, leaf, by, changedAtMs, lockedBy);
        if (!removed) memory.keep(channelId, kept);
    }
}
