package dev.lintel.sim.world;

import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.hardware.HardwarePlan.Doorway;
import dev.lintel.sim.pd.SimOsdpBus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// One doorway: a leaf, a strike, a contact, two buttons, and its readers. Callable from any thread; its monitor
/// guards the leaf's moves and the set of faults.
///
/// The leaf goes where it is pushed, whatever the strike does: opening a secured door is forcing it.
public final class SimDoorway {
    private static final long MS = 1_000_000;

    private final Doorway plan;
    private final SimGpioChip chip;
    private final LongSupplier nowNs;
    private final Map<String, SimReader> readers;
    private final TreeSet<String> faults = new TreeSet<>();
    private final Button rex;
    private final Button aux;
    private volatile boolean open;
    private volatile boolean released;
    private volatile boolean tampered;
    private volatile boolean sounding;

    /// Wires the doorway to `chip`: the leaf closed, nothing pressed.
    SimDoorway(Doorway plan, SimGpioChip chip, Map<String, SimReader> readers, LongSupplier nowNs) {
        this.plan = plan;
        this.chip = chip;
        this.nowNs = nowNs;
        this.readers = Map.copyOf(readers);
        chip.watch(plan.strike(), (active, _) -> released = active);
        if (plan.alarm() != null) chip.watch(plan.alarm(), (active, _) -> sounding = active);
        if (plan.tamper() != null) chip.preset(plan.tamper(), false);
        rex = new Button(plan.rex());
        aux = new Button(plan.aux());
        if (plan.contact() != null) chip.preset(plan.contact(), true);
    }

    /// Hears of every change of the strike output (active = released) on the thread that drives it, with its time.
    /// For tests and benches; a listener stays for the doorway's life.
    public void onStrike(OutputListener listener) {
        chip.watch(plan.strike(), listener);
    }

    /// The reader on that side. Throws `IllegalArgumentException` in words when there is none.
    public SimReader reader(String side) {
        SimReader reader = readers.get(side);
        if (reader == null) {
            throw new IllegalArgumentException("door " + plan.unit() + " has no " + side + " reader");
        }
        return reader;
    }

    synchronized void moveLeaf(boolean toOpen) {
        open = toOpen;
        if (plan.contact() != null) chip.drive(plan.contact(), !toOpen);
    }

    synchronized void tamper(boolean on) {
        LineSpec line = plan.tamper();
        if (line == null) throw new IllegalArgumentException("door " + plan.unit() + " has no tamper switch");
        tampered = on;
        chip.drive(line, on);
    }

    void pressRex(int holdMs) {
        rex.press("REX button", holdMs);
    }

    void pressAux(int holdMs) {
        aux.press("auxiliary input", holdMs);
    }

    synchronized void fault(String name, boolean on) {
        // A restart is over as soon as it is asked for: nothing stays switched on.
        if (on && !name.equals(SimOsdpBus.REBOOT)) faults.add(name);
        else faults.remove(name);
        for (SimReader reader : readers.values()) reader.fault(name, on);
    }

    /// As the package's page says.
    synchronized Map<String, Object> state() {
        Map<String, Object> state = new LinkedHashMap<>();
        state.put("unit", plan.unit());
        state.put("strike", released ? "released" : "secured");
        state.put("leaf", leaf());
        state.put("contact", plan.contact() == null ? "none" : leaf());
        state.put("rex", rex.pressed);
        state.put("aux", aux.pressed);
        state.put("tamper", tampered);
        state.put("sounder", sounding);
        Map<String, Object> sides = new LinkedHashMap<>();
        for (String side : new TreeSet<>(readers.keySet()))
            sides.put(side, reader(side).state());
        state.put("readers", sides);
        state.put("faults", List.copyOf(faults));
        state.put("wired", wired());
        return state;
    }

    private List<String> wired() {
        var wired = new ArrayList<String>();
        if (plan.rex() != null) wired.add("rex");
        if (plan.aux() != null) wired.add("aux");
        if (plan.tamper() != null) wired.add("tamper");
        if (plan.alarm() != null) wired.add("sounder");
        return wired;
    }

    private String leaf() {
        return open ? "open" : "closed";
    }

    /// A button on an input line. Pressed again while held, it is held for the longer of the two.
    private final class Button {
        private final @Nullable LineSpec line;
        private final AtomicLong holds = new AtomicLong();
        private volatile boolean pressed;

        Button(@Nullable LineSpec line) {
            this.line = line;
            if (line != null) chip.preset(line, false);
        }

        void press(String what, int holdMs) {
            if (line == null) throw new IllegalArgumentException("door " + plan.unit() + " has no " + what);
            if (holdMs < 1) throw new IllegalArgumentException("a " + what + " is pressed for 1 ms or longer");
            LineSpec wire = line;
            chip.later(nowNs.getAsLong() + holdMs * MS, () -> {
                if (holds.decrementAndGet() > 0) return;
                pressed = false;
                chip.change(wire, false);
            });
            holds.incrementAndGet();
            pressed = true;
            chip.drive(wire, true);
        }
    }
}
