package dev.lintel.tools.simulation;

import dev.lintel.tools.simulation.Premises.Door;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/// People who come to one door at the same time, from one side or from both, and pass one after the other or together.
/// They have a random stream of their own, so that the other deeds of a seed depend little on them.
final class Pairs {
    private static final long MS = 1_000_000L;
    private static final long S = TimeUnit.SECONDS.toNanos(1);
    private static final long GAP_NS_MAX = TimeUnit.MINUTES.toNanos(30);

    private final World world;
    private final Deeds deeds;
    private final Random random;
    private final Visits visits;
    private final List<Door> doors;

    Pairs(World world, Deeds deeds) {
        this.world = world;
        this.deeds = deeds;
        this.random = new Random(world.time.nowMs() + 1);
        this.visits = new Visits(world, random, deeds::passThrough);
        this.doors = world.premises.doors().stream().filter(Pairs::suits).toList();
    }

    /// Doors that admit one person after the other by a card.
    private static boolean suits(Door door) {
        boolean alone = !door.entry().twoPerson() && door.entry().approval() == null;
        return door.hasLeaf() && !door.readers().isEmpty() && door.accept().contains("card") && alone;
    }

    void begin() {
        if (!doors.isEmpty()) world.after(between(S, GAP_NS_MAX), this::next);
    }

    private void next() {
        world.after(between(S, GAP_NS_MAX), this::next);
        Door door = doors.get(random.nextInt(doors.size()));
        long atNs = 0;
        for (int i = one(4) ? 3 : 2; i > 0; i--) {
            long comesNs = atNs;
            if (one(4)) world.after(comesNs, () -> deeds.press(door, !one(4)));
            else world.after(comesNs, () -> comes(door));
            atNs += between(MS, 1_500 * MS);
        }
        for (int i = one(3) ? 1 : 2; i > 0; i--) {
            atNs += between(10 * MS, 800 * MS);
            long heldNs = between(100 * MS, 900 * MS);
            world.after(atNs, () -> passes(door, heldNs));
            atNs += heldNs + between(10 * MS, 700 * MS);
        }
    }

    private void passes(Door door, long heldNs) {
        if (!world.judge.door(door.id()).released()) return;
        deeds.leaf(door, true);
        world.after(heldNs, () -> deeds.leaf(door, false));
    }

    private void comes(Door door) {
        List<Somebody> people = world.premises.people();
        List<Somebody> may = people.stream()
                .filter(who -> who.enabled && who.cardActive && who.roles.contains(1))
                .toList();
        List<Somebody> come = may.isEmpty() || one(6) ? people : may;
        Somebody who = come.get(random.nextInt(come.size()));
        String side = door.readers().get(random.nextInt(door.readers().size()));
        visits.shows(door, side, who);
        // Who was not quick enough shows the card again, or is through and shows it at the other reader.
        String again = door.readers().get(random.nextInt(door.readers().size()));
        if (one(4)) world.after(between(S, 7 * S), () -> visits.shows(door, again, who));
    }

    private boolean one(int in) {
        return random.nextInt(in) == 0;
    }

    private long between(long fromNs, long toNs) {
        return random.nextLong(fromNs, toNs);
    }
}
