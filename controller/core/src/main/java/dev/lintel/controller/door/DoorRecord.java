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
    private final Set<String> evacuatedBy = new TreeSet<>();
    private boolean removed;

    /// `before`: what was kept of the door, or null.
    DoorRecord(DoorMemory memory, Time time, long channelId, @Nullable Kept before) {
        this.memory = memory;
        this.time = time;
        this.channelId = channelId;
        this.kept = before == null ? new Kept(Standing.NORMAL, null, Set.of(), false, null, null, 0) : before;
        this.by = kept.by();
        lockedBy.addAll(kept.lockedBy());
        evacuatedBy.addAll(kept.evacuatedBy());
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

    /// Notes whose command this is, at a door that `stood` so before. Returns whether it changes anything: the
    /// release of a switch does not where another has ordered the lockdown or the evacuation, too.
    boolean takes(LaneInput.Commanded asked, Standing stood) {
        switch (asked.command()) {
            case DoorCommand.SwitchReleased _ -> {
                if (!isLast(lockedBy, asked.by())) return false;
            }
            case DoorCommand.EvacuationReleased _ -> {
                if (!isLast(evacuatedBy, asked.by())) return false;
            }
            case DoorCommand.LockDown lock -> {
                if (lock.after(stood.lockdown()).any()) lockedBy.add(asked.by());
            }
            case DoorCommand.Evacuate _ -> {
                evacuatedBy.add(asked.by());
                if (stood.evacuated()) return false; // who started it stays the one who changed the door
            }
            default -> {
                // The command ends or sets what has one owner.
            }
        }
        by = asked.by();
        return true;
    }

    private static boolean isLast(Set<String> orderedBy, String who) {
        return orderedBy.remove(who) && orderedBy.isEmpty();
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
        if (!standing.evacuated()) evacuatedBy.clear();
        boolean same = kept.lockedBy().equals(lockedBy)
                && kept.evacuatedBy().equals(evacuatedBy)
                && kept.standing().equals(standing)
                && Objects.equals(kept.alarm(), alarm)
                && kept.tampers().equals(tampers)
                && kept.exitHeld() == exitHeld
                && (leaf == null ? kept.leaf() == null : leaf.agrees(kept.leaf()));
        if (same) return;
        boolean changed = !kept.standing().told().equals(standing.told());
        long changedAtMs = changed ? time.nowMs() : kept.changedAtMs();
        kept = new Kept(standing, alarm, tampers, exitHeld, leaf, by, changedAtMs, lockedBy, evacuatedBy);
        if (!removed) memory.keep(channelId, kept);
    }
}
