package dev.lintel.sim.world;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.gpio.GpioChip;
import dev.lintel.reader.hardware.Hardware;
import dev.lintel.reader.hardware.HardwareException;
import dev.lintel.reader.hardware.HardwarePlan;
import dev.lintel.reader.hardware.HardwarePlan.BoxInput;
import dev.lintel.reader.hardware.HardwarePlan.Doorway;
import dev.lintel.reader.hardware.HardwarePlan.ReaderWiring;
import dev.lintel.reader.hardware.Simulator;
import dev.lintel.reader.linux.LinuxException;
import dev.lintel.reader.osdp.Scbk;
import dev.lintel.sim.fault.Fault;
import dev.lintel.sim.pd.PdSpec;
import dev.lintel.sim.pd.SimOsdpBus;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Every doorway of a plan, simulated: the chip, the buses with their PDs, and what a person can do there. Made
/// by [SimulatedHardwareProvider]; callable from any thread.
public final class SimulatedHardware implements Hardware, Simulator {
    /// More keys than anyone presses in one go; the longest PIN and its `#` fit twice.
    public static final int KEYS_MAX = 32;

    private static final Map<String, String> FAULTS = faultTable();

    private final SimGpioChip chip;
    private final SimBoxInputs inputs;
    private final SimBoxOutputs outputs;
    private final Map<String, SimOsdpBus> buses = new LinkedHashMap<>();
    private final Map<String, String> ports = new LinkedHashMap<>(); // as configured -> pseudo terminal
    private final Map<String, SerialSimReader> serials = new LinkedHashMap<>(); // by port, as configured
    private final TreeMap<Integer, SimDoorway> doorways = new TreeMap<>();

    /// Throws [HardwareException] when the plan contradicts itself or no pseudo terminal can be had.
    SimulatedHardware(HardwarePlan plan, LongSupplier nowNs) {
        chip = new SimGpioChip(nowNs);
        inputs = new SimBoxInputs(chip, plan.inputs());
        outputs = new SimBoxOutputs(chip, plan.outputs());
        try {
            plan.buses().forEach((name, bus) -> buses.put(name, openBus(name, bus.baud(), plan, nowNs)));
            plan.buses().forEach((name, bus) -> {
                if (ports.put(bus.port(), path(name)) != null) {
                    throw new HardwareException("two buses use port " + bus.port(), null);
                }
            });
            for (Doorway door : plan.doors()) addDoorway(door, nowNs);
        } catch (HardwareException fault) {
            close();
            throw fault;
        }
    }

    @Override
    public GpioChip gpio() {
        return chip;
    }

    @Override
    public String serialPort(String configured) {
        SerialSimReader serial = serials.get(configured);
        if (serial != null) return serial.portPath();
        String path = ports.get(configured);
        if (path == null) throw new HardwareException("nothing simulated is wired to port " + configured, null);
        return path;
    }

    @Override
    public Simulator simulator() {
        return this;
    }

    /// Nothing here breaks by itself.
    @Override
    public @Nullable String fault() {
        return null;
    }

    @Override
    public void close() {
        chip.close();
        for (SimOsdpBus bus : buses.values()) bus.close();
        for (SerialSimReader serial : serials.values()) serial.close();
    }

    /// The doorway of a unit, for tests and benches. Throws `IllegalArgumentException` in words when there is
    /// none.
    public SimDoorway doorway(int unit) {
        SimDoorway doorway = doorways.get(unit);
        if (doorway == null) throw new IllegalArgumentException("there is no door with unit " + unit);
        return doorway;
    }

    @Override
    public Set<Integer> units() {
        return Collections.unmodifiableSet(doorways.navigableKeySet());
    }

    @Override
    public void presentCard(int unit, String reader, CardBits bits) {
        doorway(unit).reader(reader).presentCard(bits);
    }

    @Override
    public void presentCode(int unit, String reader, String text) {
        doorway(unit).reader(reader).presentCode(text);
    }

    @Override
    public void pressKeys(int unit, String reader, String keys) {
        if (!keys.matches("[0-9*#]{1," + KEYS_MAX + "}")) {
            throw new IllegalArgumentException("keys are 1 to " + KEYS_MAX + " of 0-9, * and #");
        }
        doorway(unit).reader(reader).pressKeys(keys);
    }

    @Override
    public void moveLeaf(int unit, boolean open) {
        doorway(unit).moveLeaf(open);
    }

    @Override
    public void pressRex(int unit, int holdMs) {
        doorway(unit).pressRex(holdMs);
    }

    @Override
    public void pressAux(int unit, int holdMs) {
        doorway(unit).pressAux(holdMs);
    }

    @Override
    public void tamper(int unit, boolean on) {
        doorway(unit).tamper(on);
    }

    @Override
    public void fire(boolean on) {
        inputs.driveAll(BoxInput.Kind.FIRE, on);
    }

    @Override
    public void fire(String zone, boolean on) {
        inputs.drive(BoxInput.Kind.FIRE, zone, on);
    }

    @Override
    public void lockdownSwitch(String name, boolean on) {
        inputs.drive(BoxInput.Kind.LOCKDOWN, name, on);
    }

    @Override
    public void evacuationSwitch(String name, boolean on) {
        inputs.drive(BoxInput.Kind.EVACUATION, name, on);
    }

    @Override
    public void threatSwitch(String name, boolean on) {
        inputs.drive(BoxInput.Kind.THREAT, name, on);
    }

    @Override
    public void input(String name, boolean on) {
        inputs.drivePoint(name, on);
    }

    @Override
    public void fault(int unit, String fault, boolean on) {
        if (!FAULTS.containsKey(fault)) {
            throw new IllegalArgumentException(
                    "unknown fault '" + fault + "'; known are " + String.join(", ", FAULTS.keySet()));
        }
        doorway(unit).fault(fault, on);
    }

    @Override
    public Map<String, String> faults() {
        return FAULTS;
    }

    @Override
    public Map<String, Object> state(int unit) {
        Map<String, Object> state = doorway(unit).state();
        state.put("fire", inputs.any(BoxInput.Kind.FIRE));
        state.put("fire_wired", inputs.wired(BoxInput.Kind.FIRE));
        Map<String, Boolean> zones = inputs.named(BoxInput.Kind.FIRE);
        if (!zones.isEmpty()) state.put("fire_zones", zones);
        Map<String, Boolean> switches = inputs.named(BoxInput.Kind.LOCKDOWN);
        if (!switches.isEmpty()) state.put("lockdown_switches", switches);
        Map<String, Boolean> evacuation = inputs.named(BoxInput.Kind.EVACUATION);
        if (!evacuation.isEmpty()) state.put("evacuation_switches", evacuation);
        Map<String, Boolean> threat = inputs.named(BoxInput.Kind.THREAT);
        if (!threat.isEmpty()) state.put("threat_switches", threat);
        if (!inputs.points().isEmpty()) state.put("inputs", inputs.points());
        if (!outputs.all().isEmpty()) state.put("outputs", outputs.all());
        return state;
    }

    @Override
    public void onStrike(int unit, StrikeListener listener) {
        doorway(unit).onStrike(listener::on);
    }

    @Override
    public byte @Nullable [] asset(String name) {
        // Names of files only: no way up, no way down.
        if (!name.matches("[a-z0-9-]{1,40}\\.[a-z]{1,5}")) return null;
        try (InputStream in = SimulatedHardware.class.getResourceAsStream("/dev/lintel/sim/page/" + name)) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException unreadableJar) {
            throw new UncheckedIOException(unreadableJar);
        }
    }

    private void addDoorway(Doorway door, LongSupplier nowNs) {
        Map<String, SimReader> readers = new LinkedHashMap<>();
        door.readers().forEach((side, wiring) -> readers.put(side, reader(wiring, door.unit(), nowNs)));
        if (doorways.put(door.unit(), new SimDoorway(door, chip, readers, nowNs)) != null) {
            throw new HardwareException("unit " + door.unit() + " is wired twice", null);
        }
    }

    /// A bus with a PD for each reader that the plan wires to it.
    private static SimOsdpBus openBus(String name, int baud, HardwarePlan plan, LongSupplier nowNs) {
        List<PdSpec> pds = new ArrayList<>();
        Set<Integer> addresses = new HashSet<>();
        for (Doorway door : plan.doors()) {
            for (ReaderWiring wiring : door.readers().values()) {
                if (!(wiring instanceof ReaderWiring.Osdp osdp) || !osdp.bus().equals(name)) continue;
                if (!addresses.add(osdp.address())) {
                    throw new HardwareException("bus " + name + " has two readers at address " + osdp.address(), null);
                }
                Scbk key = osdp.key() == null ? null : plan.keys().get(osdp.key());
                pds.add(new PdSpec(osdp.address(), key).at(baud));
            }
        }
        try {
            return new SimOsdpBus(pds, nowNs);
        } catch (LinuxException noTerminal) {
            throw new HardwareException("no pseudo terminal for bus " + name, noTerminal);
        }
    }

    private SimOsdpBus bus(String name) {
        SimOsdpBus bus = buses.get(name);
        if (bus == null) throw new HardwareException("there is no bus " + name, null);
        return bus;
    }

    private String path(String busName) {
        return bus(busName).portPath();
    }

    private SimReader reader(ReaderWiring wiring, int unit, LongSupplier nowNs) {
        return switch (wiring) {
            case ReaderWiring.Wiegand wiegand -> new WiegandSimReader(chip, wiegand, nowNs, unit);
            case ReaderWiring.Osdp osdp -> bus(osdp.bus()).reader(osdp.address());
            case ReaderWiring.Serial serial -> serial(serial, unit, nowNs);
        };
    }

    private SimReader serial(ReaderWiring.Serial wiring, int unit, LongSupplier nowNs) {
        String port = wiring.port();
        if (ports.containsKey(port) || serials.containsKey(port)) {
            throw new HardwareException("port " + port + " is wired twice", null);
        }
        try {
            var reader = new SerialSimReader(wiring, nowNs, unit);
            serials.put(port, reader);
            return reader;
        } catch (LinuxException noTerminal) {
            throw new HardwareException("no pseudo terminal for port " + port, noTerminal);
        }
    }

    private static Map<String, String> faultTable() {
        Map<String, String> faults = new LinkedHashMap<>();
        faults.put("cable-pulled", "The reader's cable is pulled out: it goes dark and nothing it reads arrives.");
        faults.put("noise", WiegandFault.NOISE.sentence());
        for (WiegandFault fault : WiegandFault.values()) faults.putIfAbsent(fault.word(), fault.sentence());
        faults.put("reboot", "OSDP: the reader restarts and has to be brought up again.");
        for (Fault fault : Fault.values()) faults.putIfAbsent(fault.word(), "OSDP: " + fault.sentence());
        faults.put("unplugged", "Serial: the adapter is pulled out of its socket. The port is gone until it is back.");
        faults.put("half-frames", "Serial: every frame breaks off in its middle. The card must not be read.");
        faults.put("ghosts", "Serial: an RDM6300 makes up cards that nobody holds there. None must be read.");
        return Collections.unmodifiableMap(faults);
    }
}
