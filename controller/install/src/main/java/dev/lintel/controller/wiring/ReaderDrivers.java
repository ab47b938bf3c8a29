package dev.lintel.controller.wiring;

import dev.lintel.controller.commission.LearnDesk;
import dev.lintel.controller.commission.LentBus;
import dev.lintel.controller.commission.ReaderTap;
import dev.lintel.controller.commission.WireDesk;
import dev.lintel.controller.config.ChannelWiring.ReaderConfig;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.health.Health;
import dev.lintel.controller.health.LineReport;
import dev.lintel.controller.health.Vitals;
import dev.lintel.controller.readers.Makeup.ReaderKind;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.wiring.ReaderWires.Watched;
import dev.lintel.reader.Reader;
import dev.lintel.reader.hardware.Hardware;
import dev.lintel.reader.hardware.HardwareException;
import dev.lintel.reader.hardware.HardwarePlan.ReaderWiring;
import dev.lintel.reader.osdp.BusStatistics;
import dev.lintel.reader.osdp.OsdpBusDriver;
import dev.lintel.reader.osdp.PdSettings;
import dev.lintel.reader.osdp.PdTraits;
import dev.lintel.reader.osdp.Scbk;
import dev.lintel.reader.serial.LineOpener;
import dev.lintel.reader.serial.SerialException;
import dev.lintel.reader.serial.SerialPorts;
import dev.lintel.reader.serialcard.SerialCardReader;
import dev.lintel.reader.serialcard.SerialCardSettings;
import dev.lintel.reader.wiegand.WiegandReader;
import dev.lintel.reader.wiegand.WiegandSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// The drivers of all readers, each with its own thread or its bus's: opened once, at start. Main thread; what
/// others ask of it is safe for any.
public final class ReaderDrivers implements WiredReader.Opener, AutoCloseable {
    /// Opening a port or a bridge may take half a minute; what does not come back by then never will. Longer than for
    /// doors: a new process is no cure for an adapter that hangs again, and costs every door a second.
    private static final Duration HANG_MAX = Duration.ofMinutes(2);

    /// A bus brings its readers up one after the other: 32 of them at 9,600 baud take seconds.
    private static final Duration FIRST_ANSWER_MAX = Duration.ofSeconds(20);

    private final ControllerConfig config;
    private final ReaderKeys keys;
    private final Hardware hardware;
    private final Time time;
    private final Map<String, OsdpBusDriver> buses = new TreeMap<>();
    private final Map<String, Watched> wiegand = new TreeMap<>();
    private final Map<String, SerialCardReader> serial = new TreeMap<>();
    private final Map<String, ReaderTap> taps = new TreeMap<>();
    private final List<KeyRing.Keyed> keyed = new ArrayList<>();
    private final List<WiredReader> wired = new ArrayList<>();

    public ReaderDrivers(ControllerConfig config, ReaderKeys keys, Hardware hardware, Time time) {
        this.config = config;
        this.keys = keys;
        this.hardware = hardware;
        this.time = time;
    }

    @Override
    public Map<Long, Map<String, Reader>> open(List<WiredReader> wired) {
        this.wired.addAll(wired);
        Map<Long, Map<String, Reader>> readers = new HashMap<>();
        Map<String, List<PdSettings>> pds = new TreeMap<>();
        for (WiredReader reader : wired) {
            switch (reader.config().wiring()) {
                case ReaderWiring.Osdp osdp ->
                    pds.computeIfAbsent(osdp.bus(), _ -> new ArrayList<>())
                            .add(new PdSettings(osdp.address(), tap(reader), key(osdp)));
                case ReaderWiring.Wiegand lines -> put(readers, reader, wiegandReader(reader, lines));
                case ReaderWiring.Serial port -> put(readers, reader, serialReader(reader, port));
            }
        }
        pds.forEach((bus, list) -> buses.put(bus, bus(bus, list)));
        for (WiredReader reader : wired) {
            if (reader.config().wiring() instanceof ReaderWiring.Osdp osdp) {
                OsdpBusDriver bus = Objects.requireNonNull(buses.get(osdp.bus()));
                put(readers, reader, bus.reader(osdp.address()));
                String name = osdp.key();
                if (name == null) continue;
                var wire = new BusWire(bus, osdp.address());
                keyed.add(new KeyRing.Keyed(reader.channelId(), reader.side(), name, wire));
            }
        }
        return readers;
    }

    /// The readers that have a key. After [#open].
    public List<KeyRing.Keyed> keyed() {
        return List.copyOf(keyed);
    }

    /// One reader's place on its bus.
    private record BusWire(OsdpBusDriver bus, int address) implements KeyRing.Wire {
        @Override
        public boolean online() {
            return bus.reader(address).online();
        }

        @Override
        public CompletableFuture<Void> pair(Scbk base, Scbk fresh, Duration limit) {
            return bus.pair(address, base, fresh, limit);
        }

        @Override
        public CompletableFuture<Void> forget() {
            return bus.forget(address);
        }
    }

    /// What the reader's driver tells, with room for who learns its cards.
    private ReaderTap tap(WiredReader wired) {
        return taps.computeIfAbsent(wired.name(), _ -> new ReaderTap(wired.inbox()));
    }

    /// Null where there is no such reader. Any thread.
    public LearnDesk.@Nullable Source source(long channelId, String side) {
        String name = WiredReader.name(channelId, side);
        ReaderTap tap = taps.get(name);
        Watched wires = wiegand.get(name);
        return tap == null ? null : new LearnDesk.Source(name, tap, wires == null ? null : wires.reader());
    }

    /// The buses as others may borrow their lines. After [#open].
    public Map<String, LentBus> lentBuses() {
        Map<String, LentBus> lent = new TreeMap<>();
        buses.forEach((name, bus) -> lent.put(name, new Lent(bus)));
        return lent;
    }

    private record Lent(OsdpBusDriver bus) implements LentBus {
        @Override
        public boolean lend(String why, Duration limit) throws InterruptedException {
            return bus.pause(why, limit);
        }

        @Override
        public void takeBack() {
            bus.resume();
        }
    }

    private static void put(Map<Long, Map<String, Reader>> readers, WiredReader wired, Reader reader) {
        readers.computeIfAbsent(wired.channelId(), _ -> new HashMap<>()).put(wired.side(), reader);
    }

    /// Null for a plain wire only: a name always has its key.
    private @Nullable Scbk key(ReaderWiring.Osdp osdp) {
        if (osdp.key() == null) return null;
        return Objects.requireNonNull(keys.byName().get(osdp.key()), "every name was read");
    }

    private OsdpBusDriver bus(String name, List<PdSettings> pds) {
        var bus = Objects.requireNonNull(config.buses().get(name), "checked when the file was read");
        var opener = SerialPorts.opener(hardware.serialPort(bus.port()), bus.baud());
        return new OsdpBusDriver(name, opener, pds, time::nowNs);
    }

    private WiegandReader wiegandReader(WiredReader wired, ReaderWiring.Wiegand lines) {
        var settings = new WiegandSettings(lines.keypad(), wired.config().formats());
        var reader = new WiegandReader(hardware.gpio(), lines, settings, tap(wired), time::nowNs);
        wiegand.put(wired.name(), new Watched(reader, wired.config().formats()));
        return reader;
    }

    private SerialCardReader serialReader(WiredReader wired, ReaderWiring.Serial port) {
        var settings = new SerialCardSettings(port.protocol(), port.confirm());
        String name = wired.channelId() + "-" + wired.side();
        var reader = new SerialCardReader(name, opener(port), settings, tap(wired), time::nowNs);
        serial.put(wired.name(), reader);
        return reader;
    }

    /// The path is asked for at each opening: a simulated adapter comes back under another.
    private LineOpener opener(ReaderWiring.Serial wiring) {
        LineOpener opener = SerialPorts.opener(() -> hardware.serialPort(wiring.port()), wiring.baud());
        return () -> {
            try {
                return opener.open();
            } catch (HardwareException e) {
                throw new SerialException(String.valueOf(e.getMessage()), e);
            }
        };
    }

    /// Lets buses and serial readers talk. After the lane runs.
    public void start() {
        for (OsdpBusDriver bus : buses.values()) bus.start();
        for (SerialCardReader reader : serial.values()) reader.start();
    }

    /// A bus or port that is lost, and a reader that does not answer on its bus. Called at the start of the drivers.
    public void watch(Health health) {
        long startedNs = time.nowNs();
        boolean osdp = wired.stream().anyMatch(reader -> reader.config().wiring() instanceof ReaderWiring.Osdp);
        if (osdp) health.add("OSDP readers", () -> lostReaders(startedNs));
        buses.forEach((name, bus) -> health.add("bus " + name, () -> LineReports.fault(bus.statistics())));
        if (!serial.isEmpty()) health.add("serial readers", this::lostPorts);
        if (!wiegand.isEmpty()) health.add("Wiegand readers", this::badWires);
    }

    /// Readers that are offline although their bus is there. One probe for all of them: see [#lostPorts].
    private @Nullable String lostReaders(long startedNs) {
        if (time.nowNs() - startedNs < FIRST_ANSWER_MAX.toNanos()) return null;
        var lost = new ArrayList<String>();
        for (WiredReader reader : wired) {
            if (!(reader.config().wiring() instanceof ReaderWiring.Osdp osdp)) continue;
            OsdpBusDriver bus = Objects.requireNonNull(buses.get(osdp.bus()), "opened with its readers");
            boolean there = LineReports.fault(bus.statistics()) == null; // else it is told of the bus
            if (!there || bus.reader(osdp.address()).online()) continue;
            String why = LineReports.offlineWhy(bus.statistics(), osdp.address());
            lost.add(reader.name() + " is offline (bus " + osdp.bus() + ", address " + osdp.address() + ")"
                    + (why.isEmpty() ? "" : ": " + why));
        }
        return lost.isEmpty() ? null : String.join("; ", lost);
    }

    /// Each has a thread that may hang in a driver of the system's.
    public void watch(Vitals vitals) {
        buses.forEach((name, bus) -> vitals.add("bus " + name, bus::aliveNs, HANG_MAX));
        wiegand.forEach((name, wires) -> vitals.add("reader " + name, wires.reader()::aliveNs, HANG_MAX));
        serial.forEach((name, reader) -> vitals.add("reader " + name, reader::aliveNs, HANG_MAX));
    }

    /// Readers whose wires let no card through.
    private @Nullable String badWires() {
        var bad = new ArrayList<String>();
        wiegand.forEach((name, wires) -> {
            String fault = LineReports.fault(wires.reader());
            if (fault != null) bad.add(name + ": " + fault);
        });
        return bad.isEmpty() ? null : String.join("; ", bad);
    }

    /// One probe for all of them: a box may have more readers than probes.
    private @Nullable String lostPorts() {
        var lost = new ArrayList<String>();
        serial.forEach((name, reader) -> {
            String fault = LineReports.fault(reader.statistics());
            if (fault != null) lost.add(name + ": " + fault);
        });
        return lost.isEmpty() ? null : String.join("; ", lost);
    }

    /// What can be asked of buses' and readers' wires, and done there. Any thread.
    public ReaderWires wires(WireDesk desk) {
        return new ReaderWires(this::lines, this::silent, () -> Collections.unmodifiableMap(wiegand), this::kind, desk);
    }

    /// Why no card comes from a reader now, by the reader's name. Unlike in /health each reader counts for itself, and
    /// one that was not reached yet, since the start, is silent. Any thread.
    private Map<String, String> silent() {
        Map<String, String> silent = new TreeMap<>();
        for (WiredReader reader : wired) {
            String why = whySilent(reader);
            if (why != null) silent.put("reader of " + reader.name(), why);
        }
        return silent;
    }

    private @Nullable String whySilent(WiredReader reader) {
        return switch (reader.config().wiring()) {
            case ReaderWiring.Osdp osdp -> {
                OsdpBusDriver bus = Objects.requireNonNull(buses.get(osdp.bus()), "opened with its readers");
                if (bus.reader(osdp.address()).online()) yield null;
                String fault = LineReports.fault(bus.statistics());
                String why = fault == null ? LineReports.offlineWhy(bus.statistics(), osdp.address()) : fault;
                yield "bus " + osdp.bus() + ", address " + osdp.address() + ": "
                        + (why.isEmpty() ? "it does not answer" : why);
            }
            case ReaderWiring.Wiegand _ ->
                LineReports.fault(Objects.requireNonNull(wiegand.get(reader.name()), "opened")
                        .reader());
            case ReaderWiring.Serial _ -> {
                var seen = Objects.requireNonNull(serial.get(reader.name()), "opened")
                        .statistics();
                yield seen.open() ? null : "not open: " + seen.lineError();
            }
        };
    }

    /// Of the channel's entry reader, or else its exit reader; null when it has none. Any thread.
    private @Nullable ReaderKind kind(long channelId) {
        ReaderKind exit = null;
        for (WiredReader reader : wired) {
            if (reader.channelId() != channelId) continue;
            if (reader.side().equals("entry")) return kind(reader.config());
            exit = kind(reader.config());
        }
        return exit;
    }

    private ReaderKind kind(ReaderConfig reader) {
        List<String> formats = reader.formats().list();
        return switch (reader.wiring()) {
            case ReaderWiring.Osdp osdp -> new ReaderKind("OSDP", formats, firmware(osdp));
            case ReaderWiring.Wiegand _ -> new ReaderKind("Wiegand", formats, "");
            case ReaderWiring.Serial _ -> new ReaderKind("Serial", formats, "");
        };
    }

    private String firmware(ReaderWiring.Osdp osdp) {
        OsdpBusDriver bus = Objects.requireNonNull(buses.get(osdp.bus()), "opened with its readers");
        for (BusStatistics.PdStatistics pd : bus.statistics().pds()) {
            if (pd.address() == osdp.address() && pd.identity() != null) return PdTraits.firmware(pd.identity());
        }
        return "";
    }

    /// What buses and wires have seen since the start. Any thread.
    private List<LineReport> lines() {
        var reports = new ArrayList<LineReport>();
        buses.forEach((name, bus) -> reports.add(LineReports.of(name, bus.statistics())));
        wiegand.forEach((name, reader) -> reports.add(LineReports.of(name, reader.reader())));
        serial.forEach((name, reader) -> reports.add(LineReports.of(name, reader.statistics())));
        return reports;
    }

    /// Stops the drivers: no event comes afterwards.
    @Override
    public void close() {
        for (OsdpBusDriver bus : buses.values()) bus.close();
        for (Watched wires : wiegand.values()) wires.reader().close();
        for (SerialCardReader reader : serial.values()) reader.close();
    }
}
