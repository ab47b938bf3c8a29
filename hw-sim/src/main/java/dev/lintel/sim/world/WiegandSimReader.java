package dev.lintel.sim.world;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.hardware.HardwarePlan.ReaderWiring;
import dev.lintel.reader.keypad.Keypad;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// A Wiegand reader with a keypad: sends cards and keys as pulses, one after another with a pause between, and shows
/// what its LED and buzzer lines carry. Pulses fall in real time, 2 ms apart. Its keypad speaks `burst4`, the
/// default of most. Its monitor guards the time at which the wire is free, and the faults.
final class WiegandSimReader implements SimReader {
    static final String CABLE_PULLED = "cable-pulled";

    /// Between two messages: longer than the silence that ends one.
    private static final long PAUSE_NS = 50_000_000;

    /// Longer than any PIN that a keypad takes.
    private static final int ENTRY_KEYS_MAX = 32;

    private final SimGpioChip chip;
    private final ReaderWiring.Wiegand wiring;
    private final long intervalNs;
    private final LongSupplier nowNs;
    private final RandomGenerator random;
    private final Keypad keypad;
    private final StringBuilder typed = new StringBuilder();

    private volatile boolean green;
    private volatile boolean red;
    private volatile boolean buzzer;
    private boolean sentBefore;
    private long lastNs;
    private boolean pulled;
    private final EnumSet<WiegandFault> faults = EnumSet.noneOf(WiegandFault.class);

    /// `seed` decides where faults strike.
    WiegandSimReader(SimGpioChip chip, ReaderWiring.Wiegand wiring, LongSupplier nowNs, long seed) {
        this(chip, wiring, nowNs, PulseTrain.INTERVAL_NS, new SplittableRandom(seed));
    }

    WiegandSimReader(
            SimGpioChip chip,
            ReaderWiring.Wiegand wiring,
            LongSupplier nowNs,
            long intervalNs,
            RandomGenerator random) {
        this.chip = chip;
        this.wiring = wiring;
        this.keypad = wiring.keypad() == null ? Keypad.of("burst4") : wiring.keypad();
        this.nowNs = nowNs;
        this.intervalNs = intervalNs;
        this.random = random;
        watch(wiring.greenLed(), (active, _) -> green = active);
        watch(wiring.redLed(), (active, _) -> red = active);
        watch(wiring.buzzer(), (active, _) -> buzzer = active);
    }

    @Override
    public synchronized void presentCard(CardBits bits) {
        send(bits);
    }

    @Override
    public synchronized void pressKeys(String keys) {
        for (int i = 0; i < keys.length(); i++) press(keys.charAt(i));
    }

    @Override
    public synchronized Map<String, Object> state() {
        return Map.of("led", led(), "buzzer", buzzer && !pulled, "online", true, "driver", "wiegand");
    }

    @Override
    public synchronized void fault(String name, boolean on) {
        if (name.equals(CABLE_PULLED)) pulled = on;
        for (WiegandFault fault : WiegandFault.values()) { // none of them: another wire's fault
            if (!fault.word().equals(name)) continue;
            if (on) faults.add(fault);
            else faults.remove(fault);
        }
    }

    /// Its lines are the chip's: nothing to give back.
    @Override
    public void close() {}

    /// A buffering keypad keeps the keys until they make a frame.
    private void press(char key) {
        if (typed.length() == ENTRY_KEYS_MAX || key == '*') typed.setLength(0);
        typed.append(key);
        List<CardBits> frames = keypad.frames(typed.toString());
        for (CardBits frame : frames) send(frame);
        if (!keypad.buffered() || !frames.isEmpty()) typed.setLength(0);
    }

    private void send(CardBits bits) {
        if (pulled) return;
        List<Pulse> train = PulseTrain.of(bits, intervalNs);
        for (WiegandFault fault : faults) if (!train.isEmpty()) train = fault.on(train, random);
        if (train.isEmpty()) return;
        long startNs = nowNs.getAsLong();
        if (sentBefore && lastNs + PAUSE_NS - startNs > 0) startNs = lastNs + PAUSE_NS;
        chip.pulses(wiring.data().d0(), startNs, train);
        lastNs = startNs;
        for (Pulse pulse : train) lastNs = Math.max(lastNs, startNs + pulse.afterNs());
        sentBefore = true;
    }

    private String led() {
        if (pulled) return "off";
        if (green) return red ? "amber" : "green";
        return red ? "red" : "off";
    }

    private void watch(@Nullable LineSpec line, OutputListener listener) {
        if (line != null) chip.watch(line, listener);
    }
}
