package dev.lintel.tools.simulation;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.ReaderEvent;
import dev.lintel.tools.simulation.Premises.Door;
import dev.lintel.tools.simulation.Presentations.What;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What people show at the readers, by the seed: mostly what is asked for there, and then they pass.
final class Visits {
    private static final long MS = 1_000_000L;
    private static final long S = TimeUnit.SECONDS.toNanos(1);
    private static final int CARD_BITS = 32;

    private final World world;
    private final Random random;
    private final Premises premises;
    private final Consumer<Door> passThrough;

    /// `passThrough` opens the leaf, if it can be opened.
    Visits(World world, Random random, Consumer<Door> passThrough) {
        this.world = world;
        this.random = random;
        this.premises = world.premises;
        this.passThrough = passThrough;
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

    void anybody(Door door) {
        if (!door.readers().isEmpty()) visit(door, of(premises.people()));
    }

    /// Somebody of those who pass a lockdown, if there is anybody.
    void responder(Door door) {
        List<Somebody> all =
                premises.people().stream().filter(who -> who.responder).toList();
        if (!door.readers().isEmpty() && !all.isEmpty()) visit(door, of(all));
    }

    private void visit(Door door, Somebody who) {
        String side = of(door.readers());
        shows(door, side, who);
        Entry entry = door.entry();
        boolean enters = side.equals("entry");
        if (enters && (entry.twoPerson() || isVisitor(who)) && !one(4)) second(door, who);
        if (enters && entry.tap() != null && (one(5) || mayNotUnlock(door))) {
            world.after(between(200 * MS, 4 * S), () -> card(door, side, who));
            if (one(4)) world.after(between(4 * S, 8 * S), () -> card(door, side, who));
            if (one(4)) stays(door, side, who);
        }
        if (one(12)) stays(door, side, who);
        if (one(24)) wallet(door, side, who);
        if (enters && entry.approval() != null) asks(door, who);
        world.after(between(100 * MS, 6 * S), () -> passThrough.accept(door));
    }

    /// The card is held to the reader, which reads it again and again; at times for long.
    private void stays(Door door, String side, Somebody who) {
        long everyNs = between(100 * MS, 1200 * MS);
        long reads = one(3) ? between(5 * S, 16 * S) / everyNs : 1L + random.nextInt(9);
        for (long i = reads; i > 0; i--) world.after(i * everyNs, () -> card(door, side, who));
    }

    /// Two cards in a wallet, which the reader reads in turn, while the person types the PIN.
    private void wallet(Door door, String side, Somebody who) {
        if (door.accept().contains("pin+card")) {
            world.after(between(500 * MS, 4 * S), () -> type(door, side, firstPin(who)));
        } else if (door.accept().contains("card+pin")) {
            world.after(between(S, 8 * S), () -> type(door, side, secondPin(who)));
        }
        Somebody other = of(premises.people());
        long number = one(2) ? unknownNumber() : 0;
        Runnable second = number == 0
                ? () -> card(door, side, other)
                : () -> present(door, side, new What(null, null, number), number);
        long everyNs = between(100 * MS, 500 * MS);
        for (long i = between(S, 12 * S) / everyNs; i > 0; i--) {
            Runnable next = i % 2 == 0 ? () -> card(door, side, who) : second;
            world.after(i * everyNs, next);
        }
    }

    /// Persons between the doors of an airlock: some use the reader there before the box shows their card again.
    void walkOn(Door first) {
        for (AirlockWatch.Arrival one : world.judge.airlocks.arrivals(world.judge.door(first.id()))) {
            Door second = one.second();
            Somebody who = premises.people().get((int) one.person() - 1);
            boolean shows = second.readers().contains(one.side()) && one(3);
            if (shows) world.after(between(MS, 3 * S), () -> shows(second, one.side(), who));
            world.after(between(S, 8 * S), () -> passThrough.accept(second));
        }
    }

    /// People who wait for an operator present their cards again, and type PINs that nobody asks for.
    private void asks(Door door, Somebody who) {
        if (one(3)) world.after(between(200 * MS, 32 * S), () -> shows(door, "entry", who));
        if (one(4)) world.after(between(200 * MS, 32 * S), () -> type(door, "entry", one(2) ? who.factor() : "9876"));
    }

    /// Whether taps do nothing at the door now, or are refused there: people tap twice where it matters.
    private boolean mayNotUnlock(Door door) {
        DoorWatch watch = world.judge.door(door.id());
        return watch.burns() || world.judge.passing.interlocked(watch, true);
    }

    private boolean isVisitor(Somebody who) {
        return who.roles.stream().anyMatch(id -> premises.roles().get(id - 1).needsHost());
    }

    private boolean isHost(Somebody who) {
        return who.roles.stream().anyMatch(id -> premises.roles().get(id - 1).isHost());
    }

    /// Another person comes with this one, at times a third or the same one again; who goes through waits for that.
    private void second(Door door, Somebody who) {
        List<Somebody> hosts = premises.people().stream().filter(this::isHost).toList();
        for (int i = one(4) ? 2 : 1; i > 0; i--) {
            Somebody other = one(8) ? who : hosts.isEmpty() || one(2) ? of(premises.people()) : of(hosts);
            world.after(between(200 * MS, 11 * S), () -> shows(door, "entry", other));
        }
        if (one(3)) world.after(between(S, 14 * S), () -> shows(door, "entry", who)); // not quick enough
        world.after(between(S, 14 * S), () -> passThrough.accept(door));
    }

    /// What the reader asks for.
    void shows(Door door, String side, Somebody who) {
        if (door.accept().contains("pin+card")) {
            type(door, side, firstPin(who));
            world.after(between(200 * MS, 11 * S), () -> card(door, side, one(12) ? of(premises.people()) : who));
        } else if (door.accept().contains("pin") && one(3)) {
            type(door, side, firstPin(who));
        } else {
            card(door, side, who);
            if (who.limits.usesMax() > 0 && one(4)) world.after(between(MS, 400 * MS), () -> copied(who));
            if (door.accept().contains("card+pin")) {
                if (one(8)) world.after(between(100 * MS, 11 * S), () -> card(door, side, who));
                world.after(between(200 * MS, 11 * S), () -> type(door, side, secondPin(who)));
            }
        }
    }

    /// Mostly right, at times under duress or wrong.
    private @Nullable String secondPin(Somebody who) {
        String pin = who.factor();
        if (pin == null || one(10)) return "9876";
        return one(8) ? Verdicts.underDuress(pin) : pin;
    }

    private @Nullable String firstPin(Somebody who) {
        return who.pin != null && one(6) ? Verdicts.underDuress(who.pin) : who.pin;
    }

    private void card(Door door, String side, Somebody who) {
        world.tell(() -> "card of person " + who.id + " at the " + side + " reader of " + door.id());
        present(door, side, new What(who, null), who.card);
    }

    /// A copy of the card at another reader, while the first decision may be under way.
    private void copied(Somebody who) {
        Door door = of(premises.doors());
        if (!door.readers().isEmpty()) card(door, of(door.readers()), who);
    }

    void stranger(Door door) {
        if (!door.readers().isEmpty()) unknown(door, of(door.readers()));
    }

    private void unknown(Door door, String side) {
        world.tell(() -> "an unknown card at " + door.id());
        long number = unknownNumber();
        present(door, side, new What(null, null, number), number);
    }

    private long unknownNumber() {
        return 77_777L + random.nextInt(1000);
    }

    private void present(Door door, String side, What what, long number) {
        var bits = CardBits.ofNumber(BigInteger.valueOf(number), CARD_BITS);
        shows(door, side, what, new ReaderEvent.Card(bits, world.time.nowNs()));
    }

    private void type(Door door, String side, @Nullable String pin) {
        String keys = pin == null ? "1234" : pin;
        world.tell(() -> keys + " is typed at the " + side + " reader of " + door.id());
        shows(door, side, new What(null, keys), new ReaderEvent.Keys(keys + "#", world.time.nowNs()));
    }

    void wrongPins(Door door) {
        if (door.readers().isEmpty()) return;
        String side = of(door.readers());
        for (int i = 0; i < 7; i++) world.after(i * S, () -> type(door, side, "4321"));
    }

    /// Tries PINs at both readers, fast or with patience.
    void guesser(Door door) {
        if (door.readers().isEmpty()) return;
        long gapNs = between(2 * S, 240 * S);
        long atNs = 0;
        for (int i = 0; i < 60; i++) {
            world.after(atNs, () -> type(door, of(door.readers()), Integer.toString(random.nextInt(1000, 10_000))));
            atNs += between(S, gapNs);
        }
    }

    /// Has somebody's card and tries PINs with it, here and elsewhere.
    void thief() {
        Somebody who = of(premises.people());
        List<Door> doors = premises.doors().stream()
                .filter(door -> door.accept().contains("card+pin"))
                .toList();
        if (doors.isEmpty()) return;
        long gapNs = between(6 * S, 600 * S);
        long atNs = 0;
        for (int i = 0; i < 20; i++) {
            world.after(atNs, () -> {
                Door door = of(doors);
                String side = of(door.readers());
                card(door, side, who);
                world.after(between(200 * MS, 4 * S), () -> type(door, side, one(6) ? who.factor() : "9876"));
            });
            atNs += between(5 * S, gapNs);
        }
    }

    /// Emulates one card after the other, while people come and go.
    void cloner(Door door) {
        if (door.readers().isEmpty()) return;
        String side = of(door.readers());
        long atNs = 0;
        for (int i = 0; i < 80; i++) {
            boolean known = one(10);
            world.after(atNs, () -> {
                if (known) card(door, side, of(premises.people()));
                else unknown(door, side);
            });
            atNs += one(30) ? between(20 * S, 90 * S) : between(50 * MS, 2 * S);
        }
    }

    /// Whatever is shown whole is taken note of, once.
    private void shows(Door door, String side, What what, ReaderEvent event) {
        long before = world.judge.presentations.total();
        world.box().showing(what);
        world.box().reader(door.id(), side).on(event);
        world.box().showing(null);
        if (world.judge.presentations.total() != before + 1) {
            throw new Violation("channel " + door.id() + ": nobody took note of " + what);
        }
    }
}
