package dev.lintel.tools.simulation;

import dev.lintel.tools.simulation.Premises.Door;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/// People who leave: by REX, by the auxiliary input and by the handle.
final class Leaving {
    private static final long MS = 1_000_000L;
    private static final long S = TimeUnit.SECONDS.toNanos(1);

    private final World world;
    private final Deeds deeds;
    private final Random random;

    Leaving(World world, Deeds deeds) {
        this.world = world;
        this.deeds = deeds;
        this.random = world.random;
    }

    private boolean one(int in) {
        return random.nextInt(in) == 0;
    }

    private long between(long fromNs, long toNs) {
        return random.nextLong(fromNs, toNs);
    }

    void leave(Door door) {
        if (!door.hasLeaf()) return;
        boolean rex = !one(4);
        int line = rex ? door.rexLine() : door.auxLine();
        if (world.active(line)) return;
        if (one(4)) {
            deeds.force(door); // the contact is before the handle
            world.after(between(MS, one(3) ? 3 * S : 500 * MS), () -> press(door, rex));
            return;
        }
        press(door, rex);
        boolean handle = !door.byBox() && one(2);
        world.after(between(60 * MS, 4 * S), () -> {
            if (handle) byHandle(door);
            else deeds.passThrough(door);
        });
    }

    /// One person after another, whatever the strike does.
    private void byHandle(Door door) {
        deeds.leaf(door, true);
        if (one(3)) world.after(between(MS, 5 * S), () -> press(door, !one(4)));
        world.after(between(300 * MS, 5 * S), () -> {
            deeds.leaf(door, false);
            if (!one(3)) world.after(between(5 * MS, 12 * S), () -> byHandle(door));
        });
    }

    void press(Door door, boolean rex) {
        if (world.active(rex ? door.rexLine() : door.auxLine())) return;
        exit(door, rex, true);
        long shortNs = one(5) ? between(S, one(2) ? 60 * S : 25 * S) : between(50 * MS, S);
        long heldNs = one(50) ? between(60 * S, 1200 * S) : shortNs;
        world.after(heldNs, () -> exit(door, rex, false));
    }

    private void exit(Door door, boolean rex, boolean pressed) {
        world.tell(() -> (rex ? "REX of " : "auxiliary input of ") + door.id() + (pressed ? " pressed" : " let go"));
        Exits exits = world.judge.door(door.id()).exits;
        exits.moves(rex, pressed, world.time.nowNs());
        world.drive(rex ? door.rexLine() : door.auxLine(), pressed);
        if (pressed) exits.pressed(rex, world.time.nowNs());
    }
}
