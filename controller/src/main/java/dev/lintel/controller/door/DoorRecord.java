package dev.lintel.controller.door;

import dev.lintel.controller.door.DoorMemory.Kept;
import dev.lintel.controller.door.DoorMemory.OpenLeaf;
import dev.lintel.controller.door.DoorMemory.RaisedAlarm;
import dev.lintel.controller.time.Time;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What of one door outlasts the process, handed over whenever it changes. The door lane only.
final class DoorRecord {
    private final DoorMemory memory;
    private final Time time;
    private final long channelId;
    private Kept kept;
    private @Nullable String by;
    private boolean removed;

    /// `before`: what was kept of the door, or null.
    DoorRecord(DoorMemory memory, Time time, long channelId, @Nullable Kept before) {
        this.memory = memory;
        this.time = time;
        this.channelId = channelId;
        this.kept = before == null ? new Kept(Standing.NORMAL, null, Set.of(), false, null, null, 0) : before;
        this.by = kept.by();
    }

    Kept kept() {
        return kept;
    }

    /// Who changes it from now on.
    void by(@Nullable String who) {
        by = who;
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
        boolean same = kept.standing().equals(standing)
                && Objects.equals(kept.alarm(), alarm)
                && kept.tampers().equals(tampers)
                && kept.exitHeld() == exitHeld
                && (leaf == null ? kept.leaf() == null : leaf.agrees(kept.leaf()));
        if (same) return;
        boolean changed = !kept.standing().told().equals(standing.told());
        kept = new Kept(standing, alarm, tampers, exitHeld, leaf, by, changed ? time.nowMs() : kept.changedAtMs());
        if (!removed) memory.keep(channelId, kept);
    }
}
