package dev.lintel.tools.simulation;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.tools.simulation.Premises.Door;
import dev.lintel.tools.simulation.Premises.Switch;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/// Evacuations that operators order, of one door or of all, and mostly end soon. They have a random stream of their
/// own, so that the other deeds of a seed do not depend on them.
final class Drills {
    private static final long S = TimeUnit.SECONDS.toNanos(1);
    private static final long H = TimeUnit.HOURS.toNanos(1);
    /// Some each week: an evacuation hides what lockdowns and modes do.
    private static final long GAP_NS_MAX = 20 * H;
    private static final int VISITS = 6;

    private final World world;
    private final Deeds deeds;
    private final Random random = new Random(0);

    Drills(World world, Deeds deeds) {
        this.world = world;
        this.deeds = deeds;
    }

    void begin() {
        world.after(between(S, GAP_NS_MAX), this::next);
    }

    private void next() {
        world.after(between(S, GAP_NS_MAX), this::next);
        Switch wired = world.premises.evacuationSwitch();
        if (wired != null && one(3)) {
            turn(wired);
            return;
        }
        List<Door> all = world.premises.doors();
        List<Door> some = one(2) ? all : List.of(all.get(random.nextInt(all.size())));
        String note = one(2) ? null : "drill " + random.nextInt(1_000);
        for (Door door : some) {
            if (one(4)) deeds.command(door, new DoorCommand.LockDown(new Lockdown(true, !door.byBox(), false)));
            deeds.command(door, new DoorCommand.Evacuate(note));
            if (one(4)) world.after(between(S, 60 * S), () -> deeds.command(door, new DoorCommand.Normal()));
        }
        for (int i = 0; i < VISITS; i++) {
            Door door = some.get(random.nextInt(some.size()));
            world.after(between(S, 300 * S), () -> deeds.visit(door));
            if (one(3)) world.after(between(S, 300 * S), () -> deeds.leave(door));
        }
        if (one(5)) world.after(between(S, 60 * S), deeds::fire);
        if (one(5)) world.after(between(S, 300 * S), () -> world.restart(one(2), S + random.nextLong(40 * S)));
        if (one(6)) return; // the next one ends it
        for (Door door : some) {
            world.after(between(60 * S, 900 * S), () -> {
                deeds.command(door, new DoorCommand.EndEvacuation(one(2) ? null : "over"));
                if (one(2)) world.after(between(S, 60 * S), () -> deeds.command(door, new DoorCommand.Unlockdown()));
            });
        }
    }

    /// The switch is turned, or its wires break for a while. A button's evacuation is ended by operators.
    private void turn(Switch each) {
        boolean on = !world.active(each.line());
        if (each.key() && one(5)) {
            deeds.wire(each, each.line(), false);
            deeds.wire(each, each.checkLine(), false);
            world.after(between(S / 10, 60 * S), () -> deeds.contact(each, on));
            return;
        }
        deeds.contact(each, on);
        if (on) world.after(each.key() ? between(S, 600 * S) : S, () -> deeds.contact(each, false));
        for (Door door : world.premises.doors()) {
            if (each.key() && !one(8)) continue;
            world.after(between(60 * S, 900 * S), () -> deeds.command(door, new DoorCommand.EndEvacuation(null)));
        }
    }

    private boolean one(int in) {
        return random.nextInt(in) == 0;
    }

    private long between(long fromNs, long toNs) {
        return random.nextLong(fromNs, toNs);
    }
}
