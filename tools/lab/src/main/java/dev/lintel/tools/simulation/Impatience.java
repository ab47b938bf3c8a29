package dev.lintel.tools.simulation;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.tools.simulation.Premises.Door;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/// People who wait at a reader for other people or an operator, and go to another reader meanwhile. They have a random
/// stream of their own, so that the other deeds of a seed depend little on them.
final class Impatience {
    private static final long MS = 1_000_000L;
    private static final long S = TimeUnit.SECONDS.toNanos(1);
    /// One of so many people who wait goes to another reader.
    private static final int IMPATIENT = 4;

    private final World world;
    private final Deeds deeds;
    private final Random random;
    private final Visits visits;

    Impatience(World world, Deeds deeds) {
        this.world = world;
        this.deeds = deeds;
        this.random = new Random(world.time.nowMs() + 2);
        this.visits = new Visits(world, random, deeds::passThrough);
    }

    /// The log has this event.
    void told(EventDraft event) {
        boolean waits = event.kind() == EventKind.MFA_STARTED || event.kind() == EventKind.APPROVAL_REQUESTED;
        boolean others = event.additional().containsKey("awaits");
        if (!waits || !others || random.nextInt(IMPATIENT) > 0) return;
        Somebody who = world.premises.people().get((int)
                (Objects.requireNonNull(event.subject().personId()) - 1));
        Door first = world.premises.door(Objects.requireNonNull(event.subject().channelId()));
        Object side = event.additional().get("reader");
        Door other = of(world.premises.doors());
        if (other.readers().isEmpty()) return;
        String otherSide = of(other.readers());
        if (other.equals(first) && otherSide.equals(side)) return;
        long leavesNs = between(200 * MS, 7 * S);
        world.after(leavesNs, () -> visits.shows(other, otherSide, who));
        if (random.nextBoolean()) world.after(leavesNs + between(200 * MS, 3 * S), () -> deeds.passThrough(other));
        // Another person comes too late.
        if (random.nextBoolean()) {
            Somebody next = of(world.premises.people());
            world.after(leavesNs + between(200 * MS, 3 * S), () -> visits.shows(first, String.valueOf(side), next));
        }
    }

    private <T> T of(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private long between(long fromNs, long toNs) {
        return random.nextLong(fromNs, toNs);
    }
}
