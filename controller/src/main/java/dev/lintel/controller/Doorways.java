package dev.lintel.controller;

import dev.lintel.controller.access.DecisionThread;
import dev.lintel.controller.access.ReaderInbox;
import dev.lintel.controller.config.BoxInputs;
import dev.lintel.controller.config.ChannelWiring;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.control.WiegandWatchCommand;
import dev.lintel.controller.control.WiegandWatchCommand.Watched;
import dev.lintel.controller.door.DoorMemory.Kept;
import dev.lintel.controller.door.DoorParts;
import dev.lintel.controller.door.DoorSettings;
import dev.lintel.controller.door.DoorTimes;
import dev.lintel.controller.door.Doors;
import dev.lintel.controller.door.Lane;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.door.Strike;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.health.Health;
import dev.lintel.controller.health.LineReport;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.yaml.Fault;
import dev.lintel.reader.Reader;
import dev.lintel.reader.hardware.Hardware;
import dev.lintel.reader.hardware.HardwareException;
import dev.lintel.reader.hardware.HardwarePlan.ReaderWiring;
import dev.lintel.reader.osdp.OsdpBusDriver;
import dev.lintel.reader.osdp.PdSettings;
import dev.lintel.reader.osdp.Scbk;
import dev.lintel.reader.serial.LineOpener;
import dev.lintel.reader.serial.SerialException;
import dev.lintel.reader.serial.SerialPorts;
import dev.lintel.reader.serialcard.SerialCardReader;
import dev.lintel.reader.serialcard.SerialCardSettings;
import dev.lintel.reader.wiegand.WiegandReader;
import dev.lintel.reader.wiegand.WiegandSettings;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Connects the wiring to the doors: opens every configured line and reader, once, at start. Afterwards the
/// inputs' own threads act: an exit releases its strike right there, everything else goes to the door lane.
final class Doorways implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Doorways.class.getName());

    private final ControllerConfig config;
    private final ReaderKeys keys;
    private final Hardware hardware;
    private final Time time;
    private final Lane lane;
    private final DecisionThread decisions;
    private final Map<Long, AtomicReference<DoorTimes>> times = new HashMap<>();
    private final Map<String, OsdpBusDriver> buses = new TreeMap<>();
    private final List<DoorLines> lines = new ArrayList<>();
    private final BoxLines box;
    private final Map<String, Watched> wiegand = new TreeMap<>();
    private final Map<String, SerialCardReader> serial = new TreeMap<>();

    /// Who is told what the inputs and readers say.
    record Takers(Lane lane, DecisionThread decisions, EventLog log) {}

    Doorways(ControllerConfig config, ReaderKeys keys, Hardware hardware, Time time, Takers takers) {
        this.config = config;
        this.keys = keys;
        this.hardware = hardware;
        this.time = time;
        this.lane = takers.lane;
        this.decisions = takers.decisions;
        this.box = new BoxLines(time, takers.lane, takers.log);
    }

    /// Opens the lines of `settings`' doors and takes each into service on `doors`, as it was `kept`. Called before
    /// the lane runs.
    void open(List<DoorSettings> settings, Doors doors, Map<Long, Kept> kept) {
        tellMismatches(settings);
        Map<Long, Map<String, Reader>> readers = openReaders(settings);
        Map<Long, DoorParts> parts = new LinkedHashMap<>();
        Map<Long, Strike> released = new HashMap<>();
        for (DoorSettings door : settings) {
            ChannelWiring wiring = config.channel(door.unit());
            if (wiring == null) continue;
            long id = door.channelId();
            var held = new AtomicReference<>(door.times());
            times.put(id, held);
            var opened = new DoorLines(hardware.gpio(), time, lane, id, held);
            lines.add(opened);
            DoorParts wired = opened.open(wiring, readers.getOrDefault(id, Map.of()));
            parts.put(id, wired);
            BoxInputs.Fire fire = config.inputs().fire();
            if (fire != null && fire.release().contains(door.unit())) released.put(id, wired.strike());
        }
        box.open(hardware.gpio(), config.inputs(), released); // first: it may burn already
        for (DoorSettings door : settings) {
            DoorParts wired = parts.get(door.channelId());
            if (wired != null) doors.start(guarded(door), wired, kept.get(door.channelId()));
        }
    }

    /// With what the wiring says of leaving: see [EgressGuard].
    private DoorSettings guarded(DoorSettings door) {
        return EgressGuard.guarded(door, config);
    }

    /// A channel without wiring, or wiring without a channel, does nothing: said at start, for it is easily a
    /// slip. So is what the file warns of.
    private void tellMismatches(List<DoorSettings> settings) {
        for (Fault warning : config.warnings()) LOG.log(Level.WARNING, warning.toString());
        Set<Integer> units = settings.stream().map(DoorSettings::unit).collect(Collectors.toSet());
        for (DoorSettings door : settings) {
            if (config.channel(door.unit()) != null) continue;
            LOG.log(Level.WARNING, "channel " + door.channelId() + ": unit " + door.unit() + " is not wired");
        }
        for (ChannelWiring wiring : config.channels()) {
            if (units.contains(wiring.unit())) continue;
            LOG.log(Level.WARNING, "unit " + wiring.unit() + " is wired, but no channel of the site has it");
        }
    }

    /// Lets buses and serial readers talk. After the lane runs.
    void start() {
        for (OsdpBusDriver bus : buses.values()) bus.start();
        for (SerialCardReader reader : serial.values()) reader.start();
        lines.forEach(DoorLines::start);
    }

    /// The site's policy changed: new times for a door, for its exits at once and for the lane in turn.
    void retime(DoorSettings door) {
        AtomicReference<DoorTimes> held = times.get(door.channelId());
        if (held == null) return;
        held.set(door.times());
        var fresh = new LaneInput.NewRules(
                door.channelId(), time.nowNs(), door.times(), guarded(door).rules());
        if (!lane.offer(fresh)) {
            LOG.log(
                    Level.ERROR,
                    "channel " + door.channelId() + ": the door lane has no room; new rules hold at a restart");
        }
    }

    /// A bus or port that is lost is in /health; a reader that is offline on its bus is its channel's matter.
    void watch(Health health) {
        buses.forEach((name, bus) -> health.add("bus " + name, () -> LineReports.fault(bus.statistics())));
        health.add("power", box::fault);
        if (!serial.isEmpty()) health.add("serial readers", this::lostPorts);
        if (!wiegand.isEmpty()) health.add("Wiegand readers", this::badWires);
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

    /// What can be asked of buses' and readers' wires. Any thread.
    Front.Wires wires() {
        return new Front.Wires(this::lines, () -> Collections.unmodifiableMap(wiegand));
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

    private Map<Long, Map<String, Reader>> openReaders(List<DoorSettings> settings) {
        Map<Long, Map<String, Reader>> readers = new HashMap<>();
        Map<String, List<PdSettings>> pds = new TreeMap<>();
        for (Wired wired : wired(settings)) {
            switch (wired.config.wiring()) {
                case ReaderWiring.Osdp osdp ->
                    pds.computeIfAbsent(osdp.bus(), _ -> new ArrayList<>())
                            .add(new PdSettings(osdp.address(), wired.inbox, key(osdp)));
                case ReaderWiring.Wiegand lines -> {
                    var reader = new WiegandReader(
                            hardware.gpio(),
                            lines,
                            new WiegandSettings(lines.keypad(), wired.config.formats()),
                            wired.inbox,
                            time::nowNs);
                    wiegand.put(wired.name(), new Watched(reader, wired.config.formats()));
                    readers.computeIfAbsent(wired.channelId, _ -> new HashMap<>())
                            .put(wired.side, reader);
                }
                case ReaderWiring.Serial port ->
                    readers.computeIfAbsent(wired.channelId, _ -> new HashMap<>())
                            .put(wired.side, serialReader(wired, port));
            }
        }
        pds.forEach((bus, list) -> buses.put(bus, bus(bus, list)));
        for (Wired wired : wired(settings)) {
            if (wired.config.wiring() instanceof ReaderWiring.Osdp osdp) {
                Reader reader = Objects.requireNonNull(buses.get(osdp.bus())).reader(osdp.address());
                readers.computeIfAbsent(wired.channelId, _ -> new HashMap<>()).put(wired.side, reader);
            }
        }
        return readers;
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

    private SerialCardReader serialReader(Wired wired, ReaderWiring.Serial port) {
        var settings = new SerialCardSettings(port.protocol(), port.confirm());
        String name = wired.channelId + "-" + wired.side;
        var reader = new SerialCardReader(name, opener(port), settings, wired.inbox, time::nowNs);
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

    /// One reader of one door.
    private record Wired(long channelId, String side, ChannelWiring.ReaderConfig config, ReaderInbox inbox) {
        /// In reports and in /health.
        String name() {
            return WiegandWatchCommand.name(channelId, side);
        }
    }

    private List<Wired> wired(List<DoorSettings> settings) {
        var all = new ArrayList<Wired>();
        for (DoorSettings door : settings) {
            ChannelWiring wiring = config.channel(door.unit());
            if (wiring == null) continue;
            wiring.readers().forEach((side, reader) -> {
                var cards = new ReaderInbox.Reading(reader.formats()::decode, reader.pins());
                var inbox = new ReaderInbox(door.channelId(), side, cards, decisions, lane);
                all.add(new Wired(door.channelId(), side, reader, inbox));
            });
        }
        return all;
    }
}
