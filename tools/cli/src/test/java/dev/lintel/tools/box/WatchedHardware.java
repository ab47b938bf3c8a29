package dev.lintel.tools.box;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.gpio.GpioChip;
import dev.lintel.reader.hardware.Hardware;
import dev.lintel.reader.hardware.HardwarePlan;
import dev.lintel.reader.hardware.HardwareProvider;
import dev.lintel.reader.hardware.Simulator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The simulated doorways of a box in another process, whose strikes this test process can see: each change is written
/// to a [StrikeFile]. Where asked for, somebody passes whenever a strike is released, so that it is secured again.
public final class WatchedHardware implements HardwareProvider {
    private static final String FILE = "lintel.test.strikes";
    private static final String PASSES = "lintel.test.passes";
    private static final String SIMULATED = "simulated";

    /// Made by `ServiceLoader`: the class path of tests has this provider before the usual one.
    public WatchedHardware() {}

    /// The command line of a box with this hardware.
    ///
    /// @param command of a box with the usual hardware
    /// @param folder for the file
    /// @param passes whether somebody passes at each released door
    static List<String> command(List<String> command, Path folder, boolean passes) {
        var watched = new ArrayList<>(command);
        watched.addAll(1, List.of("-D" + FILE + "=" + strikes(folder), "-D" + PASSES + "=" + passes));
        return watched;
    }

    /// Where its strikes are seen.
    static Path strikes(Path folder) {
        return folder.resolve("strikes");
    }

    /// In place of the usual hardware where strikes are to be watched; otherwise no configuration names it.
    @Override
    public String name() {
        return System.getProperty(FILE) == null ? "watched" : SIMULATED;
    }

    @Override
    public Hardware open(HardwarePlan plan, LongSupplier nowNs) {
        for (HardwareProvider provider : ServiceLoader.load(HardwareProvider.class)) {
            if (provider.name().equals(SIMULATED) && !(provider instanceof WatchedHardware)) {
                return watched(provider.open(plan, nowNs), nowNs);
            }
        }
        throw new IllegalStateException("there is no simulated hardware");
    }

    private static Hardware watched(Hardware hardware, LongSupplier nowNs) {
        Simulator simulator = hardware.simulator();
        if (simulator == null) throw new IllegalStateException("it is simulated");
        var file = new StrikeFile.Writer(Path.of(System.getProperty(FILE)));
        var released = new LinkedBlockingQueue<Integer>();
        boolean passes = Boolean.getBoolean(PASSES);
        for (int unit : simulator.units()) {
            simulator.onStrike(unit, (isReleased, atNs) -> {
                file.strike(unit, isReleased, atNs);
                if (passes && isReleased) released.add(unit);
            });
        }
        if (passes) Thread.ofPlatform().name("passer").daemon(true).start(() -> pass(simulator, released));
        return new Watched(hardware, new Presented(simulator, file, nowNs));
    }

    private static void pass(Simulator simulator, LinkedBlockingQueue<Integer> released) {
        try {
            while (true) {
                int unit = released.take();
                simulator.moveLeaf(unit, true);
                simulator.moveLeaf(unit, false);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private record Watched(Hardware hardware, Simulator simulator) implements Hardware {
        @Override
        public GpioChip gpio() {
            return hardware.gpio();
        }

        @Override
        public String serialPort(String configured) {
            return hardware.serialPort(configured);
        }

        @Override
        public @Nullable String fault() {
            return hardware.fault();
        }

        @Override
        public void close() {
            hardware.close();
        }
    }

    /// Writes down when a card is presented.
    private record Presented(Simulator simulator, StrikeFile.Writer file, LongSupplier nowNs) implements Simulator {
        @Override
        public Set<Integer> units() {
            return simulator.units();
        }

        @Override
        public void presentCard(int unit, String reader, CardBits bits) {
            file.presented(unit, nowNs.getAsLong());
            simulator.presentCard(unit, reader, bits);
        }

        @Override
        public void presentCode(int unit, String reader, String text) {
            simulator.presentCode(unit, reader, text);
        }

        @Override
        public void pressKeys(int unit, String reader, String keys) {
            simulator.pressKeys(unit, reader, keys);
        }

        @Override
        public void moveLeaf(int unit, boolean open) {
            simulator.moveLeaf(unit, open);
        }

        @Override
        public void pressRex(int unit, int holdMs) {
            simulator.pressRex(unit, holdMs);
        }

        @Override
        public void pressAux(int unit, int holdMs) {
            simulator.pressAux(unit, holdMs);
        }

        @Override
        public void tamper(int unit, boolean on) {
            simulator.tamper(unit, on);
        }

        @Override
        public void fire(boolean on) {
            simulator.fire(on);
        }

        @Override
        public void fire(String zone, boolean on) {
            simulator.fire(zone, on);
        }

        @Override
        public void lockdownSwitch(String name, boolean on) {
            simulator.lockdownSwitch(name, on);
        }

        @Override
        public void evacuationSwitch(String name, boolean on) {
            simulator.evacuationSwitch(name, on);
        }

        @Override
        public void threatSwitch(String name, boolean on) {
            simulator.threatSwitch(name, on);
        }

        @Override
        public void input(String name, boolean on) {
            simulator.input(name, on);
        }

        @Override
        public void fault(int unit, String fault, boolean on) {
            simulator.fault(unit, fault, on);
        }

        @Override
        public Map<String, String> faults() {
            return simulator.faults();
        }

        @Override
        public Map<String, Object> state(int unit) {
            return simulator.state(unit);
        }

        @Override
        public void onStrike(int unit, StrikeListener listener) {
            simulator.onStrike(unit, listener);
        }

        @Override
        public byte @Nullable [] asset(String name) {
            return simulator.asset(name);
        }
    }
}
