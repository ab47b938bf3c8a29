package dev.lintel.tools.simulation;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.DoorRules.AutoUnlock;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.reader.ReaderEvent;
import dev.lintel.tools.simulation.Premises.Door;
import java.time.LocalDate;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/// What people, operators, wires and machines do next, by the seed: mostly visits, and now and then each of the
/// things that go wrong.
final class Deeds {
    private static final long MS = 1_000_000L;
    private static final long S = TimeUnit.SECONDS.toNanos(1);
    /// Of a hundred gaps between deeds so many are short: things go wrong when they meet.
    private static final int SHORT_GAPS = 70;

    private static final long SHORT_GAP_MS = 8_000;
    private static final long LONG_GAP_MS = 800_000;
    /// Visits after the threat level was raised: most people have a role that is valid at each level.
    private static final int THREAT_VISITS = 8;

    private final World world;
    private final Random random;
    private final Premises premises;
    private final Visits visits;

    Deeds(World world) {
        this.world = world;
        this.random = world.random;
        this.premises = world.premises;
        this.visits = new Visits(world, this::passThrough);
    }

    void begin() {
        world.after(S, this::next);
    }

    private void next() {
        long gapMs = random.nextInt(100) < SHORT_GAPS ? SHORT_GAP_MS : LONG_GAP_MS;
        world.after(5 * MS + random.nextLong(gapMs * MS), this::next);
        Door door = of(premises.doors());
        int dice = random.nextInt(1000);
        if (dice < 540) visits.anybody(door);
        else if (dice < 560) letIn(door);
        else if (dice < 660) leave(door);
        else if (dice < 700) force(door);
        else if (dice < 720) visits.stranger(door);
        else if (dice < 740) visits.wrongPins(door);
        else if (dice < 755) fire();
        else if (dice < 775) tamper(door);
        else if (dice < 795) cable(door);
        else if (dice < 875) command(door);
        else if (dice < 910) person();
        else if (dice < 918) retime(door);
        else if (dice < 923) replan();
        else if (dice < 926) forgive();
        else if (dice < 934) threat();
        else if (dice < 956) clock();
        else if (dice < 978) stall();
        else if (dice < 982) rebuild();
        else if (dice < 983) hang();
        else if (dice < 987) output(door);
        else if (dice < 990) disk();
        else if (dice < 994) world.restart(random.nextBoolean(), S + random.nextLong(40 * S));
        else power();
    }

    private <T> T of(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private boolean one(int in) {
        return random.nextInt(in) == 0;
    }

    private long between(long fromNs, long toNs) {
        return random.nextLong(fromNs, toNs);
    }

    // ---- at the leaf

    /// Opens the leaf if it can be opened, and closes it after a while.
    private void passThrough(Door door) {
        if (!door.hasLeaf() || !world.judge.door(door.id()).released()) return;
        leaf(door, true);
        world.after(one(6) ? between(5 * S, 90 * S) : between(500 * MS, 9 * S), () -> leaf(door, false));
    }

    /// By the handle from inside, or by a crowbar.
    private void force(Door door) {
        if (!door.hasLeaf()) return;
        leaf(door, true);
        world.after(between(500 * MS, 60 * S), () -> leaf(door, false));
    }

    private void leaf(Door door, boolean open) {
        DoorWatch watch = world.judge.door(door.id());
        if (watch.leafOpen() == open) return;
        world.tell(() -> "leaf of " + door.id() + (open ? " opens" : " closes"));
        watch.leaf(open, world.laneStuck(), world.time.nowNs());
        world.drive(door.contactLine(), !open);
    }

    private void leave(Door door) {
        if (!door.hasLeaf()) return;
        boolean rex = !one(4);
        int line = rex ? door.rexLine() : door.auxLine();
        if (world.active(line)) return;
        exit(door, rex, true);
        long heldNs = one(50) ? between(60 * S, 1200 * S) : one(5) ? between(S, 25 * S) : between(50 * MS, S);
        world.after(heldNs, () -> exit(door, rex, false));
        world.after(between(60 * MS, 4 * S), () -> passThrough(door));
    }

    private void exit(Door door, boolean rex, boolean pressed) {
        world.tell(() -> (rex ? "REX of " : "auxiliary input of ") + door.id() + (pressed ? " pressed" : " let go"));
        Exits exits = world.judge.door(door.id()).exits;
        exits.moves(rex, pressed, world.time.nowNs());
        world.drive(rex ? door.rexLine() : door.auxLine(), pressed);
        if (pressed) exits.pressed(rex, world.time.nowNs());
    }

    // ---- the other wires

    private void fire() {
        if (premises.doors().stream().noneMatch(Door::fire)) return;
        boolean on = !world.active(Premises.FIRE_LINE);
        world.tell(() -> "fire " + (on ? "on" : "off"));
        for (Door door : premises.doors()) world.judge.door(door.id()).burns(on);
        world.drive(Premises.FIRE_LINE, on);
        for (Door door : premises.doors()) {
            DoorWatch watch = world.judge.door(door.id());
            if (on && door.fire() && !watch.released() && !watch.faulty(world.time.nowNs())) {
                throw new Violation("channel " + door.id() + ": fire, and the strike holds");
            }
        }
        if (on) world.after(between(S, 900 * S), this::fireOff);
    }

    private void fireOff() {
        if (world.active(Premises.FIRE_LINE)) fire();
    }

    private void tamper(Door door) {
        if (!door.hasLeaf()) return;
        if (one(2)) {
            String side = of(door.readers());
            world.tell(() -> side + " reader of " + door.id() + " tampered with");
            world.box().reader(door.id(), side).on(new ReaderEvent.Tamper(true, world.time.nowNs()));
            world.after(
                    between(S, 600 * S),
                    () -> world.box().reader(door.id(), side).on(new ReaderEvent.Tamper(false, world.time.nowNs())));
            return;
        }
        boolean on = !world.active(door.tamperLine());
        world.tell(() -> "housing of " + door.id() + (on ? " opened" : " closed"));
        world.drive(door.tamperLine(), on);
        if (on) world.after(between(S, 600 * S), () -> world.drive(door.tamperLine(), false));
    }

    private void cable(Door door) {
        if (door.readers().isEmpty()) return;
        String side = of(door.readers());
        world.tell(() -> "cable of the " + side + " reader of " + door.id() + " pulled");
        world.box().reader(door.id(), side).on(new ReaderEvent.Offline(world.time.nowNs()));
        world.after(
                between(S, 60 * S),
                () -> world.box().reader(door.id(), side).on(new ReaderEvent.Online(world.time.nowNs())));
    }

    // ---- operators

    private void command(Door door) {
        DoorCommand command = switch (random.nextInt(9)) {
            case 0, 1 -> new DoorCommand.LockDown(new Lockdown(!one(4), one(2), one(3)));
            case 2, 3 -> new DoorCommand.Unlockdown();
            case 4 -> new DoorCommand.Unlock(null);
            case 5 -> new DoorCommand.Unlock(world.time.nowMs() + 1 + random.nextInt(1_800_000));
            case 6, 7 -> new DoorCommand.Normal();
            default ->
                new DoorCommand.SetAutoUnlock(
                        one(3)
                                ? null
                                : new AutoUnlock(
                                        1 + random.nextInt(premises.shifts().size()), one(2)));
        };
        command(door, command);
        if (command instanceof DoorCommand.LockDown) {
            if (one(2)) world.after(between(S, 30 * S), () -> visits.responder(door));
            world.after(between(S, 1200 * S), () -> command(door, new DoorCommand.Unlockdown()));
        }
    }

    private void command(Door door, DoorCommand command) {
        world.tell(() -> door.id() + ": " + command);
        world.judge.asked(door.id(), command);
        world.box().offer(new LaneInput.Commanded(door.id(), world.time.nowNs(), command, "somebody", refusal -> {
            world.judge.commanded(door.id(), command, refusal);
            if (refusal != null) world.tell(() -> door.id() + " refuses: " + refusal);
        }));
    }

    /// By hand, from a desk: a person, or whoever rings.
    private void letIn(Door door) {
        Somebody who = one(3) ? null : of(premises.people());
        world.tell(() -> door.id() + ": " + (who == null ? "anybody" : "person " + who.id) + " is to be let in");
        world.box().admit(door.id(), who);
        world.after(between(100 * MS, 6 * S), () -> passThrough(door));
    }

    private void person() {
        if (world.box().diskStalls()) return; // they wait for the disk, and so would we
        Somebody who = of(premises.people());
        switch (random.nextInt(4)) {
            case 0 -> who.enabled = !who.enabled;
            case 1 -> who.cardActive = !who.cardActive;
            case 2 -> {
                int role = 1 + random.nextInt(premises.roles().size());
                if (!who.roles.remove(role)) who.roles.add(role);
            }
            default -> {
                LocalDate today =
                        world.time.now().atZone(premises.accountZone()).toLocalDate();
                who.validFrom = one(2) ? null : today.minusDays(random.nextInt(4) - 1L);
                who.validTo = one(2) ? null : today.plusDays(random.nextInt(4) - 1L);
                if (who.validFrom != null && who.validTo != null && who.validTo.isBefore(who.validFrom)) {
                    who.validTo = who.validFrom;
                }
            }
        }
        world.tell(() -> "person " + who.id + ": enabled " + who.enabled + ", card " + who.cardActive + ", "
                + who.validFrom + " to " + who.validTo + ", roles " + who.roles);
        PeopleTable.update(world.box().database(), who);
    }

    private void forgive() {
        if (world.box().diskStalls()) return;
        Somebody who = of(premises.people());
        world.tell(() -> "passback of person " + who.id + " is forgiven");
        world.box().forgive(who.id);
    }

    /// Mostly it is lowered again soon.
    private void threat() {
        if (world.box().diskStalls()) return;
        int level = one(2) ? 0 : random.nextInt(6);
        threat(level);
        if (level == 0) return;
        for (int i = 0; i < THREAT_VISITS; i++) {
            world.after(between(S, 600 * S), () -> visits.anybody(of(premises.doors())));
        }
        world.after(between(S, 3600 * S), () -> threat(0));
    }

    private void threat(int level) {
        if (world.box().diskStalls()) return;
        world.tell(() -> "threat level " + level);
        world.box().threatLevel(level);
    }

    private void replan() {
        if (world.box().diskStalls()) return;
        world.tell(() -> "a role or a shift is another");
        world.replan();
    }

    private void retime(Door door) {
        if (world.box().diskStalls()) return;
        int unlock = 2 + random.nextInt(10);
        world.tell(() -> "unlock time of " + door.id() + " is " + unlock + " s");
        world.retime(door.id(), unlock);
    }

    // ---- machines

    private void clock() {
        switch (random.nextInt(4)) {
            case 0 -> world.synchronised(true);
            case 1 -> step(between(-3_600_000, 3_600_000));
            case 2 -> step(between(-3_000, 3_000));
            default -> step(one(4) ? between(-172_800_000, 86_400_000) : between(-300_000, 300_000));
        }
    }

    private void step(long byMs) {
        world.tell(() -> "wall clock stepped by " + byMs + " ms");
        world.time.stepWall(byMs);
    }

    private void stall() {
        long ns = between(50 * MS, 5 * S);
        boolean lane = one(2);
        world.tell(() -> (lane ? "the lane" : "the decision thread") + " is stuck for " + ns / MS + " ms");
        if (lane) world.stallLane(ns);
        else world.stallDecisions(ns);
        if (lane && one(3)) burglary(ns);
    }

    /// Somebody forces a door while nobody looks, and then something else releases it.
    private void burglary(long withinNs) {
        Door door = of(premises.doors());
        long forcedNs = between(MS, withinNs);
        world.after(forcedNs, () -> force(door));
        world.after(between(forcedNs, withinNs + S), () -> {
            switch (random.nextInt(4)) {
                case 0 -> visits.anybody(door);
                case 1 -> fire();
                case 2 -> command(door, new DoorCommand.Unlock(null));
                default -> leave(door);
            }
        });
    }

    /// The lane breaks down and begins anew with every door.
    private void rebuild() {
        world.tell(() -> "the lane begins anew");
        world.rebuild();
    }

    private void hang() {
        long ns = between(5 * S, 28 * S);
        world.tell(() -> "the lane hangs for " + ns / MS + " ms");
        world.hang(ns);
        if (one(2)) burglary(ns);
        Door rung = of(premises.doors());
        world.after(between(MS, ns / 2), () -> letIn(rung)); // who rings meanwhile may have gone by its end
    }

    /// A strike's line stays as it is for a while.
    private void output(Door door) {
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
    private void disk() {
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
    private void power() {
        world.synchronised(false);
        long downNs = between(5 * S, 600 * S);
        world.tell(() -> "power cut for " + downNs / S + " s");
        world.restart(false, downNs);
        if (one(2)) step(-downNs / MS);
        world.after(between(S, 1200 * S), () -> world.synchronised(true));
    }
}
