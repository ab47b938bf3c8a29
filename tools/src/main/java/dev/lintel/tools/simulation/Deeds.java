package dev.lintel.tools.simulation;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.DoorRules.AutoUnlock;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.ReaderEvent;
import dev.lintel.tools.simulation.Premises.Door;
import dev.lintel.tools.simulation.Presentations.What;
import java.math.BigInteger;
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
    private static final int CARD_BITS = 32;
    /// Of a hundred gaps between deeds so many are short: things go wrong when they meet.
    private static final int SHORT_GAPS = 70;

    private static final long SHORT_GAP_MS = 8_000;
    private static final long LONG_GAP_MS = 800_000;

    private final World world;
    private final Random random;
    private final Premises premises;

    Deeds(World world) {
        this.world = world;
        this.random = world.random;
        this.premises = world.premises;
    }

    void begin() {
        world.after(S, this::next);
    }

    private void next() {
        long gapMs = random.nextInt(100) < SHORT_GAPS ? SHORT_GAP_MS : LONG_GAP_MS;
        world.after(5 * MS + random.nextLong(gapMs * MS), this::next);
        Door door = of(premises.doors());
        int dice = random.nextInt(1000);
        if (dice < 560) visit(door);
        else if (dice < 660) leave(door);
        else if (dice < 700) force(door);
        else if (dice < 720) stranger(door);
        else if (dice < 740) wrongPins(door);
        else if (dice < 755) fire();
        else if (dice < 775) tamper(door);
        else if (dice < 795) cable(door);
        else if (dice < 875) command(door);
        else if (dice < 915) person();
        else if (dice < 925) retime(door);
        else if (dice < 962) clock();
        else if (dice < 990) stall();
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

    // ---- at the readers

    private void visit(Door door) {
        if (door.readers().isEmpty()) return;
        String side = of(door.readers());
        Somebody who = of(premises.people());
        if (door.accept().contains("pin+card")) {
            type(door, side, who, who.pin);
            world.after(between(200 * MS, 11 * S), () -> card(door, side, one(12) ? of(premises.people()) : who));
        } else if (door.accept().contains("pin") && one(3)) {
            type(door, side, who, who.pin);
        } else {
            card(door, side, who);
            if (door.accept().contains("card+pin")) {
                world.after(between(200 * MS, 11 * S), () -> type(door, side, who, secondPin(who)));
            }
        }
        world.after(between(100 * MS, 6 * S), () -> passThrough(door));
    }

    /// Mostly right, at times under duress or wrong.
    private @Nullable String secondPin(Somebody who) {
        String pin = who.secondPin != null ? who.secondPin : who.pin;
        if (pin == null || one(10)) return "9876";
        if (!one(8)) return pin;
        int last = pin.length() - 1;
        return pin.substring(0, last) + (char) ('0' + (pin.charAt(last) - '0' + 1) % 10);
    }

    private void card(Door door, String side, Somebody who) {
        world.tell(() -> "card of person " + who.id + " at the " + side + " reader of " + door.id());
        present(door, side, new What(who, true), who.card);
    }

    private void stranger(Door door) {
        if (door.readers().isEmpty()) return;
        world.tell(() -> "an unknown card at " + door.id());
        present(door, of(door.readers()), new What(null, true), 77_777L + random.nextInt(1000));
    }

    private void present(Door door, String side, What what, long number) {
        world.box().showing(what);
        var bits = CardBits.ofNumber(BigInteger.valueOf(number), CARD_BITS);
        world.box().reader(door.id(), side).on(new ReaderEvent.Card(bits, world.time.nowNs()));
    }

    private void type(Door door, String side, Somebody who, @Nullable String pin) {
        String keys = pin == null ? "1234" : pin;
        world.tell(() -> "person " + who.id + " types " + keys + " at the " + side + " reader of " + door.id());
        world.box().showing(new What(who, false));
        world.box().reader(door.id(), side).on(new ReaderEvent.Keys(keys + "#", world.time.nowNs()));
    }

    private void wrongPins(Door door) {
        if (door.readers().isEmpty()) return;
        String side = of(door.readers());
        for (int i = 0; i < 7; i++) {
            world.after(i * S, () -> {
                world.box().showing(new What(null, false));
                world.box().reader(door.id(), side).on(new ReaderEvent.Keys("4321#", world.time.nowNs()));
            });
        }
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
        world.after(one(5) ? between(S, 25 * S) : between(50 * MS, S), () -> exit(door, rex, false));
        world.after(between(60 * MS, 4 * S), () -> passThrough(door));
    }

    private void exit(Door door, boolean rex, boolean pressed) {
        boolean releases = !rex || door.rexReleases();
        Lockdown lockdown = world.judge.door(door.id()).lockdown();
        world.tell(() -> (rex ? "REX of " : "auxiliary input of ") + door.id() + (pressed ? " pressed" : " let go"));
        world.drive(rex ? door.rexLine() : door.auxLine(), pressed);
        DoorWatch watch = world.judge.door(door.id());
        watch.exitActive((world.active(door.rexLine()) && door.rexReleases()) || world.active(door.auxLine()));
        if (pressed && releases) watch.exitPressed(rex ? lockdown.rex() : lockdown.aux(), world.time.nowNs());
    }

    // ---- the other wires

    private void fire() {
        if (premises.doors().stream().noneMatch(Door::fire)) return;
        boolean on = !world.active(Premises.FIRE_LINE);
        world.tell(() -> "fire " + (on ? "on" : "off"));
        for (Door door : premises.doors()) world.judge.door(door.id()).burns(on);
        world.drive(Premises.FIRE_LINE, on);
        for (Door door : premises.doors()) {
            if (on && door.fire() && !world.judge.door(door.id()).released()) {
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
            case 0, 1 -> new DoorCommand.LockDown(new Lockdown(true, one(2) && !door.byBox(), one(3)));
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
        world.tell(() -> door.id() + ": " + command);
        world.box().offer(new LaneInput.Commanded(door.id(), world.time.nowNs(), command, "somebody", refusal -> {
            if (refusal == null) world.judge.commanded(door.id(), command);
            else world.tell(() -> door.id() + " refuses: " + refusal);
        }));
        if (command instanceof DoorCommand.LockDown) {
            world.after(
                    between(S, 1200 * S),
                    () -> world.box()
                            .offer(new LaneInput.Commanded(
                                    door.id(), world.time.nowNs(), new DoorCommand.Unlockdown(), "somebody", _ -> {})));
        }
    }

    private void person() {
        Somebody who = of(premises.people());
        switch (random.nextInt(3)) {
            case 0 -> who.enabled = !who.enabled;
            case 1 -> who.cardActive = !who.cardActive;
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
        who.changedNs = world.time.nowNs();
        world.tell(() -> "person " + who.id + ": enabled " + who.enabled + ", card " + who.cardActive + ", "
                + who.validFrom + " to " + who.validTo);
        PeopleTable.update(world.box().database(), who);
    }

    private void retime(Door door) {
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
