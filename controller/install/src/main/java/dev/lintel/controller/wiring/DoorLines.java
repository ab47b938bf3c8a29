package dev.lintel.controller.wiring;

import dev.lintel.controller.config.ChannelWiring;
import dev.lintel.controller.config.Debounce;
import dev.lintel.controller.door.ActInput;
import dev.lintel.controller.door.DoorParts;
import dev.lintel.controller.door.DoorTimes;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.ExitLocks;
import dev.lintel.controller.door.Lane;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.door.ReleasingExit;
import dev.lintel.controller.door.Strike;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.Reader;
import dev.lintel.reader.gpio.GpioChip;
import dev.lintel.reader.gpio.GpioException;
import dev.lintel.reader.gpio.InputPoint;
import dev.lintel.reader.gpio.LineListener;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.gpio.OutputPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// One door's lines: opens them once, at start. Afterwards the inputs' own thread acts: an exit asks its flag and
/// releases the strike right there, everything else goes to the door lane.
final class DoorLines {
    /// A press is handled within a millisecond; later than this, whoever pressed has found the door shut.
    private static final long LATE_NS = 100_000_000;

    private final GpioChip gpio;
    private final Time time;
    private final Lane lane;
    private final long channelId;
    private final AtomicReference<DoorTimes> times;
    private final ExitLocks locks = new ExitLocks();
    private final List<Runnable> atStart = new ArrayList<>();
    private Consumer<GpioException> onFault = _ -> {};
    private final List<ActInput> acts = new ArrayList<>();
    private boolean egressByBox;
    private boolean exitMissing;

    /// `times` may change while the door works.
    DoorLines(GpioChip gpio, Time time, Lane lane, long channelId, AtomicReference<DoorTimes> times) {
        this.gpio = gpio;
        this.time = time;
        this.lane = lane;
        this.channelId = channelId;
        this.times = times;
    }

    /// Throws [GpioException] when a line does not open.
    DoorParts open(ChannelWiring wiring, Map<String, Reader> readers) {
        return open(wiring, readers, e -> {
            throw e;
        });
    }

    /// As [#open], for a unit that no channel has: where a line does not open, which `faults` hears of, the others work
    /// all the same. Throws [GpioException] for the strike's: then nothing is open.
    DoorParts openSpare(ChannelWiring wiring, Consumer<GpioException> faults) {
        return open(wiring, Map.of(), faults);
    }

    /// The inputs that only somebody at the door can hold: its exit button and its housing. Not what only tells that
    /// somebody leaves, for that is a detector.
    List<ActInput> acts() {
        return List.copyOf(acts);
    }

    /// Whether an exit's line did not open.
    boolean exitMissing() {
        return exitMissing;
    }

    private DoorParts open(ChannelWiring wiring, Map<String, Reader> readers, Consumer<GpioException> faults) {
        boolean failSafe = wiring.strike().fail() == ChannelWiring.Fail.SAFE;
        var strike = new Strike(gpio.output(wiring.strike().released()), failSafe, time);
        this.onFault = faults;
        this.egressByBox = wiring.egress() == ChannelWiring.Egress.CONTROLLER;
        Debounce debounce = wiring.debounce();
        Wired rexLine = wired(wiring.rex(), debounce.rexMs());
        ReleasingExit rex = ReleasingExit.NONE;
        BooleanSupplier leaving = DoorLines::no;
        if (rexLine != null && wiring.rexReleases()) {
            rex = exit(rexLine, strike, new Lock(locks::rex, locks::onRexLifted), LaneInput.RexPressed::new);
            acts.add(new ActInput("the exit button of " + name(), rex.held()));
        } else if (rexLine != null) {
            leaving = input(rexLine, DoorLines::no, (active, atNs) -> {
                if (active) lane.offer(new LaneInput.RexPressed(channelId, atNs, false));
            });
        }
        Wired auxLine = wired(wiring.aux(), debounce.auxMs());
        ReleasingExit aux = auxLine == null
                ? ReleasingExit.NONE
                : exit(auxLine, strike, new Lock(locks::aux, locks::onAuxLifted), LaneInput.AuxClosed::new);
        Wired contact = wired(wiring.contact(), debounce.contactMs());
        BooleanSupplier closed = contact == null
                ? DoorLines::yes
                : input(
                        contact,
                        DoorLines::yes,
                        (active, atNs) -> lane.offer(new LaneInput.LeafMoved(channelId, atNs, !active)));
        Wired housing = wired(wiring.tamper(), debounce.tamperMs());
        BooleanSupplier tamper = housing == null
                ? DoorLines::no
                : input(
                        housing,
                        DoorLines::no,
                        (active, atNs) ->
                                lane.offer(new LaneInput.TamperMoved(channelId, atNs, DoorView.DOOR, active)));
        if (housing != null) acts.add(new ActInput("the opened housing of " + name(), tamper));
        var inputs = new DoorParts.Inputs(() -> !closed.getAsBoolean(), rex, aux, leaving, tamper, strike::fire);
        return new DoorParts(strike, readers, inputs, sounder(wiring.alarm()), locks);
    }

    private String name() {
        return channelId > 0 ? "channel " + channelId : "unit " + -channelId;
    }

    /// Releases a door with `egress: controller` whose exit is pressed already. Other doors have a handle, and a stuck
    /// exit must not release them at each start. Call it after the lane runs.
    void start() {
        atStart.forEach(Runnable::run);
    }

    private @Nullable OutputPoint sounder(@Nullable LineSpec line) {
        try {
            return line == null ? null : gpio.output(line);
        } catch (GpioException e) {
            onFault.accept(e);
            return null;
        }
    }

    /// An input's line, and for how long it must be steady.
    private record Wired(LineSpec line, int debounceMs) {}

    private static @Nullable Wired wired(@Nullable LineSpec line, int debounceMs) {
        return line == null ? null : new Wired(line, debounceMs);
    }

    /// `otherwise` is what a line says that does not open.
    private BooleanSupplier input(Wired line, BooleanSupplier otherwise, LineListener listener) {
        try {
            return gpio.input(line.line, line.debounceMs, listener)::active;
        } catch (GpioException e) {
            onFault.accept(e);
            return otherwise;
        }
    }

    /// What a line says that is not there, where that is so.
    private static boolean yes() {
        return true;
    }

    private static boolean no() {
        return false;
    }

    /// Whether one exit is locked down, and who is to hear that it is so no more.
    private record Lock(BooleanSupplier locked, Consumer<Runnable> onLifted) {}

    /// What the lane hears of a press.
    @FunctionalInterface
    private interface Press {
        LaneInput of(long channelId, long atNs);
    }

    /// Opens an input that lets people out.
    private ReleasingExit exit(Wired line, Strike strike, Lock lock, Press press) {
        try {
            return opened(line, strike, lock, press);
        } catch (GpioException e) {
            onFault.accept(e);
            exitMissing = true;
            return ReleasingExit.NONE;
        }
    }

    private ReleasingExit opened(Wired line, Strike strike, Lock lock, Press press) {
        var waits = new AtomicBoolean(); // the press was refused because of another door of an airlock
        LongConsumer pressed = atNs -> {
            LaneInput input = press.of(channelId, atNs);
            LaneInput.Why refused = released(strike, lock, atNs);
            waits.set(refused == LaneInput.Why.INTERLOCK); // first: the lane may look as soon as it hears of it
            boolean rex = input instanceof LaneInput.RexPressed;
            lane.offer(refused == null ? input : new LaneInput.ExitRefused(channelId, atNs, rex, refused));
        };
        var usedUp = new AtomicBoolean();
        InputPoint point = gpio.input(line.line, line.debounceMs, (active, atNs) -> {
            if (active) {
                usedUp.set(false);
                pressed.accept(atNs);
            } else {
                waits.set(false);
            }
        });
        boolean leans = point.active() && egressByBox;
        if (leans) atStart.add(() -> pressed.accept(time.nowNs())); // somebody leans on it already
        // Who leans on it as a lockdown ends has pressed it, but for one that was used up before.
        lock.onLifted.accept(() -> {
            if (point.active() && !usedUp.get()) pressed.accept(time.nowNs());
        });
        locks.onFree(() -> {
            boolean counts = !lock.locked.getAsBoolean() && waits.getAndSet(false);
            if (counts && point.active()) pressed.accept(time.nowNs());
        });
        BooleanSupplier held = () -> point.active() && !lock.locked.getAsBoolean();
        return new ReleasingExit(point::active, held, () -> held.getAsBoolean() && !waits.get(), usedUp);
    }

    /// First of all, and waiting on nothing: the exit releases the strike. Returns why not, or null.
    private LaneInput.@Nullable Why released(Strike strike, Lock lock, long atNs) {
        if (lock.locked.getAsBoolean() && !strike.fire()) return LaneInput.Why.LOCKDOWN;
        strike.claim();
        try {
            if (locks.barredFrom() && !strike.released()) return LaneInput.Why.INTERLOCK;
            // After a pause of the whole process the unlock time runs from now.
            long nowNs = time.nowNs();
            long fromNs = nowNs - atNs > LATE_NS ? nowNs : atNs;
            strike.releaseForExit(atNs, fromNs + times.get().unlock().toNanos());
            return null;
        } finally {
            strike.unclaim();
        }
    }
}
