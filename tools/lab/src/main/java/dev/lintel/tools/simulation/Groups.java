package dev.lintel.tools.simulation;

import dev.lintel.tools.simulation.Premises.Door;
import dev.lintel.tools.simulation.Verdicts.Certainty;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// People who enter and leave areas with a minimum as groups: mostly enough, and mostly one shortly after the other.
/// They have a random stream of their own, so that the other deeds of a seed depend little on them.
final class Groups {
    private static final long MS = 1_000_000L;
    private static final long S = TimeUnit.SECONDS.toNanos(1);
    private static final long GAP_NS_MAX = TimeUnit.MINUTES.toNanos(30);
    /// Between two of them, mostly. Some come too late.
    private static final long NEXT_NS_MAX = 5 * S;

    private static final long LATE_NS_MAX = 13 * S;

    private final World world;
    private final Deeds deeds;
    private final Random random;
    private final Random later; // what it chooses changes nothing else
    private final Visits visits;
    private final List<Way> ways = new ArrayList<>();

    /// A reader at which people gather.
    ///
    /// @param area the one with the minimum
    private record Way(Door door, String side, String area, int min) {
        boolean enters() {
            return door.entered(side).equals(area);
        }
    }

    Groups(World world, Deeds deeds) {
        this.world = world;
        this.deeds = deeds;
        this.random = new Random(world.time.nowMs());
        this.later = new Random(world.time.nowMs() + 1);
        this.visits = new Visits(world, random, deeds::passThrough);
        for (Door door : world.premises.doors()) {
            for (String side : door.readers()) {
                for (String area : List.of(door.from(), door.to())) {
                    AreaLimits limits = world.premises.areas().get(area);
                    if (limits != null && limits.min() != null) ways.add(new Way(door, side, area, limits.min()));
                }
            }
        }
    }

    void begin() {
        if (!ways.isEmpty()) world.after(between(S, GAP_NS_MAX), this::next);
    }

    private void next() {
        world.after(between(S, GAP_NS_MAX), this::next);
        Way way = ways.get(random.nextInt(ways.size()));
        come(way);
        if (!way.enters() || one(3)) return;
        List<Way> out = ways.stream()
                .filter(other -> other.area.equals(way.area) && !other.enters())
                .toList();
        if (out.isEmpty()) return;
        Way back = out.get(random.nextInt(out.size()));
        world.after(between(60 * S, 600 * S), () -> come(back));
    }

    private void come(Way way) {
        List<Somebody> inside = people(who -> isIn(who, way.area));
        int size = way.min + (one(8) ? 1 : one(6) ? -1 : 0);
        if (way.enters() && !inside.isEmpty() && one(2)) size = Math.max(1, way.min - inside.size());
        if (!way.enters() && one(2)) size = inside.size();
        List<Somebody> group = people(who -> isIn(who, way.area) != way.enters() && (passes(who) || one(8)));
        if (group.isEmpty()) group = people(this::passes);
        List<Somebody> present = group;
        long atNs = 0;
        long lastNs = 0;
        for (Somebody who : group.subList(0, Math.min(size, group.size()))) {
            world.after(atNs, () -> visits.shows(way.door, way.side, who));
            if (one(12)) world.after(atNs + between(S, 9 * S), () -> visits.shows(way.door, way.side, who));
            lastNs = atNs;
            atNs += between(300 * MS, one(8) ? LATE_NS_MAX : NEXT_NS_MAX);
        }
        for (int i = one(2) ? 2 : 1; i > 0; i--) {
            world.after(atNs + between(-S, 6 * S), () -> deeds.passThrough(way.door));
        }
        if (later.nextInt(3) == 0) world.after(lastNs + later.nextLong(300 * MS, 3 * S), () -> another(way, present));
        disturb(atNs + S);
        if (group.isEmpty() || !one(6)) return;
        Somebody first = group.getFirst();
        world.after(between(S / 2, atNs + S), () -> disable(first));
    }

    /// Another person enters or leaves the area before the group has passed: until then the group does not count.
    private void another(Way way, List<Somebody> group) {
        List<Way> all =
                ways.stream().filter(other -> other.area.equals(way.area)).toList();
        Way other = all.get(later.nextInt(all.size()));
        List<Somebody> others = world.premises.people().stream()
                .filter(who -> passes(who) && !group.contains(who) && isIn(who, way.area) != other.enters())
                .toList();
        if (!others.isEmpty()) visits.shows(other.door, other.side, others.get(later.nextInt(others.size())));
    }

    /// Somebody loses the right to enter while waiting, and has it back later.
    private void disable(Somebody who) {
        if (world.box().diskStalls() || !who.enabled) return;
        enable(who, false);
        world.after(between(20 * S, 120 * S), () -> {
            if (!world.box().diskStalls()) enable(who, true);
        });
    }

    private void enable(Somebody who, boolean enabled) {
        who.enabled = enabled;
        deeds.changed(who);
    }

    /// At times something goes wrong meanwhile.
    private void disturb(long withinNs) {
        switch (random.nextInt(40)) {
            case 0, 1 ->
                world.after(between(1, withinNs), () -> {
                    long ns = between(S, 5 * S);
                    world.tell(() -> "the lane is stuck for " + ns / MS + " ms");
                    world.stallLane(ns);
                });
            case 2, 3 -> world.after(between(1, withinNs), () -> world.stallDecisions(between(S, 5 * S)));
            case 4 -> world.after(between(1, withinNs), world::rebuild);
            case 5 -> world.after(between(1, withinNs), () -> world.restart(one(3), S + between(1, 20 * S)));
            case 6 -> world.after(between(1, withinNs), this::killOnStalledDisk);
            default -> {
                // Mostly nothing.
            }
        }
    }

    /// What the disk has not taken is lost.
    private void killOnStalledDisk() {
        Box box = world.box();
        if (box.diskStalls()) return;
        world.tell(() -> "the disk takes nothing");
        box.stallDisk();
        world.after(between(S, 15 * S), () -> {
            if (world.box() == box && box.diskStalls()) world.restart(false, S);
        });
    }

    /// Those whom the predicate takes, in any order.
    private List<Somebody> people(Predicate<Somebody> which) {
        var people =
                new ArrayList<>(world.premises.people().stream().filter(which).toList());
        Collections.shuffle(people, random);
        return people;
    }

    private boolean isIn(Somebody who, String area) {
        return world.judge.whereabouts.seenIn(who.id, area, _ -> true) != Certainty.NO;
    }

    private boolean passes(Somebody who) {
        return who.enabled && who.cardActive && who.roles.contains(1);
    }

    private boolean one(int in) {
        return random.nextInt(in) == 0;
    }

    private long between(long fromNs, long toNs) {
        return random.nextLong(fromNs, toNs);
    }
}
