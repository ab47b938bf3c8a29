package dev.lintel.tools.simulation;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.DoorRules.AutoUnlock;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.reader.ReaderEvent;
import dev.lintel.tools.simulation.Premises.Door;
import dev.lintel.tools.simulation.Premises.Switch;
import java.time.LocalDate;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// What people, operators, wires and machines do next, by the seed: mostly visits, and now and then each of the
/// things that go wrong.
final class Deeds {
    private static final long MS = 1_000_000L;
    private static final long S = TimeUnit.SECONDS.toNanos(1);
    /// Of a hundred gaps between deeds so many are short: things go wrong when they meet.
    private static final int SHORT_GAPS = 70;

    private static final long SHORT_GAP_MS = 8_000;
    private static final long LONG_GAP_MS = 800_000;
    /// Who gives the commands.
    static final String OPERATOR = "somebody";
    /// Visits after the threat level was raised: most people have a role that is valid at each level.
    private static final int THREAT_VISITS = 8;

    private final World world;
    private final Random random;
    private final Premises premises;
    private final Visits visits;
    private final Faults faults;
    private final Leaving leaving;

    Deeds(World world) {
        this.world = world;
        this.random = world.random;
        this.premises = world.premises;
        this.visits = new Visits(world, random, this::passThrough);
        this.faults = new Faults(world, this);
        this.leaving = new Leaving(world, this);
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
        else if (dice < 736) visits.wrongPins(door);
        else if (dice < 737) visits.guesser(door);
        else if (dice < 739) visits.thief();
        else if (dice < 740) visits.cloner(door);
        else if (dice < 755) fire();
        else if (dice < 775) tamper(door);
        else if (dice < 795) cable(door);
        else if (dice < 875) command(door);
        else if (dice < 910) person();
        else if (dice < 918) retime(door);
        else if (dice < 923) replan();
        else if (dice < 926) forgive();
        else if (dice < 934) threat();
        else if (dice < 950) clock();
        else if (dice < 953) supply();
        else if (dice < 956) turn();
        else if (dice < 978) faults.stall();
        else if (dice < 982) faults.rebuild();
        else if (dice < 983) faults.hang();
        else if (dice < 987) faults.output(door);
        else if (dice < 990) faults.disk();
        else if (dice < 994) world.restart(random.nextBoolean(), S + random.nextLong(40 * S));
        else faults.power();
    }

    /// One of the doors.
    Door door() {
        return of(premises.doors());
    }

    /// The person shows what the entry reader asks for.
    void shows(Door door, Somebody who) {
        visits.shows(door, "entry", who);
    }

    void visit(Door door) {
        visits.anybody(door);
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
    void passThrough(Door door) {
        if (!door.hasLeaf() || !world.judge.door(door.id()).released()) return;
        leaf(door, true);
        world.after(one(6) ? between(5 * S, 90 * S) : between(500 * MS, 9 * S), () -> {
            leaf(door, false);
            visits.walkOn(door);
            if (one(6)) world.after(between(5 * MS, 3 * S), () -> passThrough(door)); // again, while it is released
        });
    }

    /// By the handle from inside, or by a crowbar.
    void force(Door door) {
        if (!door.hasLeaf()) return;
        leaf(door, true);
        world.after(one(8) ? between(60 * S, 900 * S) : between(500 * MS, 60 * S), () -> {
            leaf(door, false);
            if (one(3)) world.after(between(5 * MS, 900 * MS), () -> force(door)); // it bounces, or is pulled again
        });
        if (one(2)) world.after(between(S, 300 * S), () -> command(door, acknowledgement()));
    }

    void leaf(Door door, boolean open) {
        DoorWatch watch = world.judge.door(door.id());
        if (watch.leafOpen() == open) return;
        world.tell(() -> "leaf of " + door.id() + (open ? " opens" : " closes"));
        watch.leaf(open, world.laneStuck(), world.time.nowNs());
        world.judge.airlocks.moved(watch);
        world.drive(door.contactLine(), !open);
    }

    void leave(Door door) {
        leaving.leave(door);
    }

    void press(Door door, boolean rex) {
        leaving.press(door, rex);
    }

    // ---- the other wires

    void fire() {
        if (!premises.zones().isEmpty()) fire(of(premises.zones()));
    }

    private void fire(int zone) {
        boolean on = !world.active(Premises.fireLine(zone));
        world.tell(() -> "fire in zone " + zone + (on ? " on" : " off"));
        for (Door door : premises.doors()) world.judge.door(door.id()).burns(zone, on);
        world.drive(Premises.fireLine(zone), on);
        for (Door door : premises.doors()) {
            DoorWatch watch = world.judge.door(door.id());
            if (watch.burns() && !watch.released() && !watch.faulty(world.time.nowNs())) {
                throw new Violation("channel " + door.id() + ": fire, and the strike holds");
            }
        }
        if (on) world.after(between(S, 900 * S), () -> fireOff(zone));
    }

    private void fireOff(int zone) {
        if (world.active(Premises.fireLine(zone))) fire(zone);
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

    /// A lockdown switch is turned, or one of its wires breaks for a while.
    private void turn() {
        if (premises.switches().isEmpty()) return;
        Switch each = of(premises.switches());
        boolean on = !world.active(each.line());
        if (each.key() && one(5)) {
            wire(each, each.line(), false);
            wire(each, each.checkLine(), false);
            world.after(between(100 * MS, 60 * S), () -> contact(each, on));
            return;
        }
        contact(each, on);
        if (on) world.after(each.key() ? between(S, 600 * S) : between(60 * MS, 2 * S), () -> contact(each, false));
    }

    void contact(Switch each, boolean on) {
        world.tell(() -> each.by() + (on ? " on" : " off"));
        if (each.key() && on) wire(each, each.checkLine(), false);
        wire(each, each.line(), on);
        if (each.key() && !on) wire(each, each.checkLine(), true);
    }

    void wire(Switch each, int line, boolean active) {
        world.drive(line, active);
        world.judge.switches.moved(each, world::active, world.time.nowNs());
    }

    private void supply() {
        Supply.Input input = one(2) ? Supply.Input.MAINS : Supply.Input.BATTERY;
        boolean on = !world.active(input.line);
        world.tell(() -> input + (on ? " fails" : " is back"));
        world.judge.supply.moves(input, on);
        world.drive(input.line, on);
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
        DoorCommand command = switch (random.nextInt(13)) {
            case 0, 1 -> new DoorCommand.LockDown(new Lockdown(!one(4), one(2), one(3)));
            case 2, 3 -> new DoorCommand.Unlockdown();
            case 4 -> new DoorCommand.Unlock(null);
            case 5 -> new DoorCommand.Unlock(world.time.nowMs() + 1 + random.nextInt(1_800_000));
            case 6, 7 -> new DoorCommand.Normal();
            case 8 -> new DoorCommand.Secure(null);
            case 9 -> new DoorCommand.Secure(world.time.nowMs() + 1 + random.nextInt(1_800_000));
            case 10, 11 -> acknowledgement();
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

    private DoorCommand acknowledgement() {
        return new DoorCommand.Acknowledge(one(3) ? null : "note " + random.nextInt(1_000));
    }

    void command(Door door, DoorCommand command) {
        world.tell(() -> door.id() + ": " + command);
        world.judge.asked(door.id(), command);
        world.box().offer(new LaneInput.Commanded(door.id(), world.time.nowNs(), command, OPERATOR, refusal -> {
            world.judge.commanded(door.id(), command, refusal);
            if (refusal != null) world.tell(() -> door.id() + " refuses: " + refusal);
        }));
    }

    /// By hand, from a desk: a person, or whoever rings.
    void letIn(Door door) {
        letIn(door, one(3) ? null : of(premises.people()));
    }

    void letIn(Door door, @Nullable Somebody who) {
        world.tell(() -> door.id() + ": " + (who == null ? "anybody" : "person " + who.id) + " is to be let in");
        world.box().admit(door.id(), who);
        world.after(between(100 * MS, 6 * S), () -> passThrough(door));
    }

    private void person() {
        if (world.box().diskStalls()) return; // they wait for the disk, and so would we
        Somebody who = of(premises.people());
        switch (random.nextInt(5)) {
            case 4 -> limit(who);
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
        changed(who);
    }

    /// The box has this person from now on as the simulation does.
    void changed(Somebody who) {
        world.tell(() -> "person " + who.id + ": enabled " + who.enabled + ", card " + who.cardActive + ", "
                + who.validFrom + " to " + who.validTo + ", roles " + who.roles + ", " + who.limits);
        PeopleTable.update(world.box().database(), who);
    }

    /// The count starts again with new limits.
    private void limit(Somebody who) {
        var maker = new PremisesMaker(random, world.time.now());
        who.limits = one(4) ? CardLimits.NONE : maker.limits(world.time.now(), premises.accountZone());
        world.judge.uses.reset(who);
    }

    private void forgive() {
        if (world.box().diskStalls()) return;
        Somebody who = of(premises.people());
        world.tell(() -> "passback of person " + who.id + " is forgiven");
        world.box().forgive(who.id);
    }

    /// Mostly it is lowered again soon.
    void threat() {
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
        if (one(3)) {
            world.tell(() -> "the alarms of " + door.id() + " are others");
            world.realarm(door.id());
            return;
        }
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

    void step(long byMs) {
        world.tell(() -> "wall clock stepped by " + byMs + " ms");
        world.time.stepWall(byMs);
    }
}
