package dev.lintel.controller.wiring;

import dev.lintel.controller.access.Decisions;
import dev.lintel.controller.access.ReaderInbox;
import dev.lintel.controller.config.BoxInputs.Locks;
import dev.lintel.controller.config.BoxInputs.Order;
import dev.lintel.controller.config.BoxInputs.SwitchInput;
import dev.lintel.controller.config.ChannelWiring;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.config.SharedPorts;
import dev.lintel.controller.door.ActInput;
import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.DoorMemory.Kept;
import dev.lintel.controller.door.DoorParts;
import dev.lintel.controller.door.DoorRules;
import dev.lintel.controller.door.DoorSettings;
import dev.lintel.controller.door.DoorTimes;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.door.Doors;
import dev.lintel.controller.door.Lane;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.controller.door.Standing;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.health.Health;
import dev.lintel.controller.policy.FirstSite;
import dev.lintel.controller.policy.PolicySnapshot;
import dev.lintel.controller.store.ThreatStore;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.wiring.BoxLines.FireDoor;
import dev.lintel.controller.yaml.Fault;
import dev.lintel.reader.Reader;
import dev.lintel.reader.gpio.GpioChip;
import dev.lintel.reader.gpio.GpioException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Connects the wiring to the doors: opens every configured line and reader, once, at start. Afterwards the
/// inputs' own threads act: an exit releases its strike right there, everything else goes to the door lane.
public final class Doorways {
    private static final Logger LOG = System.getLogger(Doorways.class.getName());
    /// Unlocked, and nobody can end it.
    private static final Kept OPEN = new Kept(
            new Standing(true, null, Lockdown.NONE, Standing.Hours.BY_POLICY, false),
            null,
            Set.of(),
            false,
            null,
            null,
            0);

    private final ControllerConfig config;
    private final GpioChip gpio;
    private final Time time;
    private final Lane lane;
    private final Decisions decisions;
    private final Map<Long, AtomicReference<DoorTimes>> times = new HashMap<>();
    private final Map<Long, Integer> units = new HashMap<>(); // of the doors in service, by channel
    private final Set<Long> removed = new HashSet<>(); // those whose channel is no more; guarded by this
    private final List<DoorLines> lines = new ArrayList<>();
    private final List<String> spareFaults = new ArrayList<>(); // since the start
    private final Set<Integer> standsOpen = new HashSet<>(); // units without a channel that may keep nobody in
    private final EventLog log;
    private final BoxLines box;
    private final ThreatStore threats;
    private final DoorViews board;
    private final SwitchWorker switchWorker = new SwitchWorker();
    private volatile boolean behind; // written guarded by this

    /// What the last process left.
    ///
    /// @param kept what each door was, by channel
    /// @param alarms the kinds of the box's own alarms that the log reports and that are not over
    /// @param faulty the switches of whose lines the log reports a fault that is not over
    record Before(Map<Long, Kept> kept, Set<EventKind> alarms, Set<String> faulty) {}

    /// Who is told what the inputs and readers say.
    ///
    /// @param inputs receives the levels of the box's own inputs
    record Takers(
            Lane lane,
            Decisions decisions,
            EventLog log,
            BoxLines.InputHeard inputs,
            ThreatStore threats,
            DoorViews board) {}

    Doorways(ControllerConfig config, GpioChip gpio, Time time, Takers takers) {
        this.config = config;
        this.gpio = gpio;
        this.time = time;
        this.lane = takers.lane;
        this.decisions = takers.decisions;
        this.log = takers.log;
        this.threats = takers.threats;
        this.board = takers.board;
        this.box = new BoxLines(time, takers.lane, takers.log, takers.inputs);
    }

    /// Opens the lines of the doors `ofSite` and, by `opener`, their readers, and takes each into service on `doors`,
    /// as it was before; of units that no channel of the site has, the exits and fire. Called before the lane runs.
    void open(List<DoorSettings> ofSite, WiredReader.Opener opener, Doors doors, Before before) {
        tellMismatches(ofSite);
        Map<Long, Map<String, Reader>> readers = opener.open(wired(ofSite));
        Map<Integer, FireDoor> locks = new HashMap<>(); // by unit
        Map<DoorSettings, DoorParts> parts = new LinkedHashMap<>();
        for (DoorSettings door : ofSite) {
            ChannelWiring wiring = config.channel(door.unit());
            if (wiring == null) continue;
            long id = door.channelId();
            units.put(id, door.unit());
            parts.put(door, lines(door, wiring, readers.getOrDefault(id, Map.of()), locks));
        }
        Map<Long, Kept> standing = new HashMap<>(before.kept());
        for (ChannelWiring spare : spares(ofSite)) {
            var door = DoorSettings.withoutChannel(spare.unit(), FirstSite.TIMES);
            DoorParts wired = spareLines(door, spare.exitsOnly(), locks);
            if (wired != null) parts.put(door, wired);
            if (standsOpen.contains(spare.unit())) standing.put(door.channelId(), OPEN);
        }
        box.open(gpio, config.inputs(), locks, before.alarms()); // first: it may burn already
        for (SwitchInput input : config.inputs().switches()) {
            box.open(gpio, input, orders(input), before.faulty().contains(OrderSwitch.name(input)));
        }
        parts.forEach((door, wired) -> doors.start(guarded(door), wired, standing.get(door.channelId())));
    }

    private SwitchOrders orders(SwitchInput input) {
        return switch (input.order()) {
            case LOCKDOWN -> new DoorSwitchOrders(input, locks(input), time, lane, board);
            case EVACUATION -> new DoorSwitchOrders(input, evacuations(input), time, lane, board);
            case THREAT -> new ThreatSwitchOrders(input, threats, switchWorker, time);
        };
    }

    /// The evacuations that an evacuation switch orders, by channel.
    private Map<Long, DoorCommand> evacuations(SwitchInput input) {
        Map<Long, DoorCommand> commands = new HashMap<>();
        units.forEach((channelId, unit) -> {
            if (input.concerns(unit)) commands.put(channelId, new DoorCommand.Evacuate(null));
        });
        return commands;
    }

    /// The lockdowns that a lockdown switch orders, by channel. An exit is locked down only where people can leave
    /// without the box.
    private Map<Long, DoorCommand> locks(SwitchInput input) {
        Map<Long, DoorCommand> locks = new HashMap<>();
        units.forEach((channelId, unit) -> {
            ChannelWiring wiring = config.channel(unit);
            boolean exits = wiring != null && wiring.egress() == ChannelWiring.Egress.MECHANICAL;
            var lockdown = new Lockdown(
                    input.locks().contains(Locks.CARD),
                    exits && input.locks().contains(Locks.REX),
                    exits && input.locks().contains(Locks.AUX));
            if (input.concerns(unit) && lockdown.any())
                locks.put(channelId, new DoorCommand.LockDown(lockdown, lockdown));
        });
        return locks;
    }

    /// Opens a door's lines; `locks` gets its strike.
    private DoorParts lines(
            DoorSettings door, ChannelWiring wiring, Map<String, Reader> readers, Map<Integer, FireDoor> locks) {
        var held = new AtomicReference<>(door.times());
        var opened = new DoorLines(gpio, time, lane, door.channelId(), held);
        DoorParts wired = opened.open(wiring, readers);
        times.put(door.channelId(), held);
        return inService(door, opened, wired, locks);
    }

    /// As [#lines] of a unit that no channel has. What is wrong with it is no reason for the doors of the site not to
    /// work; null when its lock cannot be driven.
    private @Nullable DoorParts spareLines(DoorSettings door, ChannelWiring wiring, Map<Integer, FireDoor> locks) {
        var opened = new DoorLines(gpio, time, lane, door.channelId(), new AtomicReference<>(door.times()));
        try {
            DoorParts wired = opened.openSpare(wiring, e -> spareFault(door.unit(), e));
            if (opened.exitMissing() && wiring.egress() == ChannelWiring.Egress.CONTROLLER) {
                standsOpen.add(door.unit());
                LOG.log(Level.ERROR, "unit " + door.unit() + " stands unlocked: there may be no other way out");
            }
            return inService(door, opened, wired, locks);
        } catch (GpioException e) {
            spareFault(door.unit(), e);
            return null;
        }
    }

    private void spareFault(int unit, GpioException e) {
        String fault = "unit " + unit + ", which no channel has: " + e.getMessage();
        spareFaults.add(fault);
        LOG.log(Level.ERROR, fault);
        Map<String, Object> told = Map.of("unit", unit, "found", fault);
        log.append(new EventDraft(EventKind.LINE_FAULT, time.nowMs(), time.nowNs(), EventDraft.Subject.NOBODY, told));
    }

    private DoorParts inService(DoorSettings door, DoorLines opened, DoorParts wired, Map<Integer, FireDoor> locks) {
        lines.add(opened);
        locks.put(door.unit(), new FireDoor(door.channelId(), wired.strike()));
        return wired;
    }

    /// The units that are wired and that no channel has: whoever is behind such a door leaves all the same.
    private List<ChannelWiring> spares(List<DoorSettings> ofSite) {
        Set<Integer> taken = ofSite.stream().map(DoorSettings::unit).collect(Collectors.toSet());
        return config.channels().stream()
                .filter(wiring -> !taken.contains(wiring.unit()))
                .toList();
    }

    /// With what the wiring says of leaving: see [EgressGuard].
    private DoorSettings guarded(DoorSettings door) {
        return EgressGuard.guarded(door, id -> id < 0 ? Integer.valueOf((int) -id) : units.get(id), config);
    }

    /// A channel without wiring does nothing, and wiring without a channel little: said at start, for it is easily
    /// a slip. So is what the file warns of.
    private void tellMismatches(List<DoorSettings> settings) {
        for (Fault warning : config.warnings()) LOG.log(Level.WARNING, warning.toString());
        for (String shared : SharedPorts.faults(config)) LOG.log(Level.WARNING, shared);
        for (DoorSettings door : settings) {
            if (config.channel(door.unit()) != null) continue;
            LOG.log(Level.WARNING, "channel " + door.channelId() + ": unit " + door.unit() + " is not wired");
        }
        for (ChannelWiring spare : spares(settings)) {
            LOG.log(
                    Level.WARNING,
                    "unit " + spare.unit() + " is wired, but no channel of the site has it:"
                            + " nothing but its lock, its exits and fire is used");
        }
    }

    /// Releases doors whose exits are pressed already, and carries out the commands of switches that are on. Call it
    /// after the lane runs.
    void start() {
        lines.forEach(DoorLines::start);
        box.start();
    }

    /// The site's policy changed. Where the lane has no room for all of it the doors are [#behind], and it is to be
    /// asked again. `newest` is asked once it is this caller's turn: else one who waited for another would tell the
    /// doors what stood before.
    synchronized void onPolicy(Supplier<PolicySnapshot> newest) {
        PolicySnapshot policy = newest.get();
        boolean told = true;
        for (Map.Entry<Long, Integer> running : units.entrySet()) {
            long id = running.getKey();
            DoorSettings door = policy.door(id);
            // One that was removed and is there again with other wiring needs that: it is opened at a start.
            if (door != null && removed.contains(id) && door.unit() != running.getValue()) door = null;
            told &= door == null ? remove(id) : retime(door);
        }
        behind = !told;
        box.onPolicy();
    }

    /// Runs orders of switches that block on the database on threads of their own from now on.
    void useThreads() {
        switchWorker.useThreads();
    }

    /// To be called each second.
    void look() {
        box.look();
    }

    /// Whether some door has old rules. Any thread.
    boolean behind() {
        return behind;
    }

    private boolean remove(long channelId) {
        if (removed.contains(channelId)) return true;
        return lane.offer(new LaneInput.Removed(channelId, time.nowNs())) && removed.add(channelId);
    }

    /// New times, for its exits at once and for the lane in turn.
    private boolean retime(DoorSettings door) {
        AtomicReference<DoorTimes> held = times.get(door.channelId());
        if (held != null) held.set(door.times());
        DoorRules rules = guarded(door).rules();
        boolean told = lane.offer(new LaneInput.NewRules(door.channelId(), time.nowNs(), door.times(), rules));
        if (told) removed.remove(door.channelId());
        return told;
    }

    /// See [DoorLines#acts].
    public List<ActInput> acts() {
        return lines.stream().flatMap(door -> door.acts().stream()).toList();
    }

    public void watch(Health health) {
        health.add("power", box::fault);
        health.add("lockdown switches", () -> box.fault(Order.LOCKDOWN));
        health.add("evacuation switches", () -> box.fault(Order.EVACUATION));
        health.add("threat switches", () -> box.fault(Order.THREAT));
        if (!spareFaults.isEmpty()) health.add("hardware", () -> String.join("; ", spareFaults));
    }

    private List<WiredReader> wired(List<DoorSettings> settings) {
        var all = new ArrayList<WiredReader>();
        for (DoorSettings door : settings) {
            ChannelWiring wiring = config.channel(door.unit());
            if (wiring == null) continue;
            wiring.readers().forEach((side, reader) -> {
                var cards = new ReaderInbox.Reading(reader.formats()::decode, reader.pins());
                var inbox = new ReaderInbox(door.channelId(), side, cards, decisions, lane);
                all.add(new WiredReader(door.channelId(), side, reader, inbox));
            });
        }
        return all;
    }
}
