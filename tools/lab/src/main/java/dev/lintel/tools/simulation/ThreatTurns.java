package dev.lintel.tools.simulation;

import dev.lintel.tools.simulation.Premises.Switch;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/// Turns of the threat switches, and their broken wires. They have a random stream of their own, so that other deeds
/// of a seed do not depend on them.
final class ThreatTurns {
    private static final long S = TimeUnit.SECONDS.toNanos(1);
    private static final long H = TimeUnit.HOURS.toNanos(1);
    private static final long GAP_NS_MAX = 20 * H;
    private static final int VISITS = 5;

    private final World world;
    private final Deeds deeds;
    private final List<Switch> switches;
    private final Random random = new Random(0);

    ThreatTurns(World world, Deeds deeds) {
        this.world = world;
        this.deeds = deeds;
        this.switches = ThreatWatch.of(world.premises);
    }

    void begin() {
        world.after(between(S, GAP_NS_MAX), this::next);
    }

    private void next() {
        world.after(between(S, GAP_NS_MAX), this::next);
        for (int i = random.nextInt(3); i >= 0; i--) world.after(between(0, 60 * S), this::turn);
        for (int i = 0; i < VISITS; i++) world.after(between(S, 300 * S), () -> deeds.visit(deeds.door()));
        if (one(4)) world.after(between(S, 300 * S), () -> world.restart(one(2), S + random.nextLong(40 * S)));
        if (one(2)) world.after(between(S, 900 * S), deeds::threat);
    }

    private void turn() {
        Switch each = switches.get(random.nextInt(switches.size()));
        boolean on = !world.active(each.line());
        if (each.key() && one(5)) {
            deeds.wire(each, each.line(), false);
            deeds.wire(each, each.checkLine(), false);
            world.after(between(S / 10, 60 * S), () -> deeds.contact(each, on));
            return;
        }
        deeds.contact(each, on);
        boolean latched = one(4);
        long onNs = each.key() || latched ? between(S, 900 * S) : between(S / 10, S);
        if (on) world.after(onNs, () -> deeds.contact(each, false));
    }

    private boolean one(int in) {
        return random.nextInt(in) == 0;
    }

    private long between(long fromNs, long toNs) {
        return random.nextLong(fromNs, toNs);
    }
}
