package dev.lintel.tools.simulation;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.tools.simulation.Premises.Door;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/// What goes wrong with the box itself, by the seed: threads that are stuck or hang, lines, the disk, and power.
final class Faults {
    private static final long MS = 1_000_000L;
    private static final long S = TimeUnit.SECONDS.toNanos(1);

    private final World world;
    private final Random random;
    private final Deeds deeds;

    Faults(World world, Deeds deeds) {
        this.world = world;
        this.random = world.random;
        this.deeds = deeds;
    }

    private boolean one(int in) {
        return random.nextInt(in) == 0;
    }

    private long between(long fromNs, long toNs) {
        return random.nextLong(fromNs, toNs);
    }

    void stall() {
        long ns = between(50 * MS, 5 * S);
        boolean lane = one(2);
        world.tell(() -> (lane ? "the lane" : "the decision thread") + " is stuck for " + ns / MS + " ms");
        if (lane) world.stallLane(ns);
        else world.stallDecisions(ns);
        if (lane && one(3)) burglary(ns);
    }

    /// Somebody forces a door while nobody looks, and then something else releases it.
    private void burglary(long withinNs) {
        Door door = deeds.door();
        long forcedNs = between(MS, withinNs);
        world.after(forcedNs, () -> deeds.force(door));
        world.after(between(forcedNs, withinNs + S), () -> {
            switch (random.nextInt(4)) {
                case 0 -> deeds.visit(door);
                case 1 -> deeds.fire();
                case 2 -> deeds.command(door, new DoorCommand.Unlock(null));
                default -> deeds.leave(door);
            }
        });
    }

    /// The lane breaks down and begins anew with every door.
    void rebuild() {
        world.tell(() -> "the lane begins anew");
        world.rebuild();
    }

    void hang() {
        long ns = between(5 * S, 28 * S);
        world.tell(() -> "the lane hangs for " + ns / MS + " ms");
        world.hang(ns);
        if (one(2)) burglary(ns);
        Door rung = deeds.door();
        world.after(between(MS, ns / 2), () -> deeds.letIn(rung)); // who rings meanwhile may have gone by its end
    }

    /// A strike's line stays as it is for a while.
    void output(Door door) {
        Box box = world.box();
        DoorWatch watch = world.judge.door(door.id());
        if (watch.faulty(world.time.nowNs())) return;
        world.tell(() -> "the strike's line of " + door.id() + " works no more");
        watch.faulty(true, world.time.nowNs());
        box.gpio().breaks(door.strikeLine(), true);
        world.after(between(20 * MS, 90 * S), () -> {
            if (world.box() != box) return; // another process has begun
            world.tell(() -> "the strike's line of " + door.id() + " works again");
            watch.faulty(false, world.time.nowNs());
            box.gpio().breaks(door.strikeLine(), false);
        });
    }

    /// The disk takes nothing for a while, which the power may not outlast.
    void disk() {
        Box box = world.box();
        if (box.diskStalls()) return;
        world.tell(() -> "the disk takes nothing");
        box.stallDisk();
        boolean kill = one(2);
        world.after(between(50 * MS, 120 * S), () -> {
            if (world.box() != box || !box.diskStalls()) return;
            world.tell(() -> kill ? "killed" : "the disk works again");
            if (kill) world.restart(false, S + random.nextLong(40 * S));
            else box.endStall();
        });
    }

    /// A power cut: the clock is not kept, or not confirmed, when the box comes back.
    void power() {
        world.synchronised(false);
        long downNs = between(5 * S, 600 * S);
        world.tell(() -> "power cut for " + downNs / S + " s");
        world.restart(false, downNs);
        if (one(2)) deeds.step(-downNs / MS);
        world.after(between(S, 1200 * S), () -> world.synchronised(true));
    }
}
