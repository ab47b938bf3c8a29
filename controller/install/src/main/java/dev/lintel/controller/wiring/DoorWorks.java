package dev.lintel.controller.wiring;

import dev.lintel.controller.access.AccessFlow;
import dev.lintel.controller.access.AccessRules;
import dev.lintel.controller.access.AreaRule;
import dev.lintel.controller.access.Contact;
import dev.lintel.controller.access.Decisions;
import dev.lintel.controller.access.Gates;
import dev.lintel.controller.access.InterruptedFactors;
import dev.lintel.controller.access.PlaceLog;
import dev.lintel.controller.access.UseLog;
import dev.lintel.controller.access.WhatIf;
import dev.lintel.controller.access.WrongPinLog;
import dev.lintel.controller.action.ActionInbox;
import dev.lintel.controller.action.ActionLane;
import dev.lintel.controller.action.ActionRunner;
import dev.lintel.controller.action.HeardLog;
import dev.lintel.controller.action.OutputDesk;
import dev.lintel.controller.action.OutputTests;
import dev.lintel.controller.config.BoxInputs.SwitchInput;
import dev.lintel.controller.config.BoxPoints.NamedOutput;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.door.DoorBoard;
import dev.lintel.controller.door.Doors;
import dev.lintel.controller.door.Lane;
import dev.lintel.controller.door.Records;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.health.Health;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.store.BoxAlarms;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.DoorStateStore;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.store.PlaceStore;
import dev.lintel.controller.store.RightsStore;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.store.UseStore;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.gpio.GpioChip;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// All that lies between a box's inputs and its outputs, put together and without a thread of its own.
///
/// ```
///   readers --> Decisions --> AccessFlow --> Lane --> Doors --> strikes, LEDs, event log
///   contacts, exits, fire --(Doorways)------^
/// ```
///
/// The box lets [Decisions] and [Doors] run on a thread each; the seeded simulation steps them by hand, in an order
/// that its seed says.
public final class DoorWorks {
    private static final Logger LOG = System.getLogger(DoorWorks.class.getName());
    /// Newest events of each kind that tell of wrong PINs: 30 doors take ten in an hour each, and a start must be
    /// quick.
    private static final int WRONG_PINS_SOUGHT = 300;

    private final Ground ground;
    private final AccessFlow flow;
    private final Decisions decisions;
    private final WhatIf whatIf;
    private final PlaceStore places;
    private final PlaceLog placeLog;
    private final UseStore useStore;
    private final UseLog useLog;
    private final Doors doors;
    private final Doorways doorways;
    private volatile boolean areasKnown = true;
    private final ActionInbox inbox;
    private final BoxActions actions;

    /// What they stand on.
    ///
    /// @param log takes every event: the database's own, or one that listens in before it
    /// @param clock the wall clock and how far it is believed; any thread
    /// @param contact whether the box follows a hub, and how long ago that was there; any thread
    public record Ground(
            ControllerConfig config,
            Database database,
            EventLog log,
            PolicyCatalog policy,
            GpioChip gpio,
            DoorBoard board,
            Supplier<ClockReading> clock,
            Supplier<Contact> contact,
            Time time) {
        /// For a box that follows nobody.
        public Ground(
                ControllerConfig config,
                Database database,
                EventLog log,
                PolicyCatalog policy,
                GpioChip gpio,
                DoorBoard board,
                Supplier<ClockReading> clock,
                Time time) {
            this(config, database, log, policy, gpio, board, clock, () -> Contact.STANDALONE, time);
        }
    }

    /// `lane` takes what is for the doors; `onFault` hears of presentations that could not be decided.
    public DoorWorks(Ground ground, Lane lane, Consumer<RuntimeException> onFault) {
        this.ground = ground;
        Database database = ground.database;
        PolicyCatalog policy = ground.policy;
        inbox = new ActionInbox(ground.time);
        EventLog log = new HeardLog(ground.log, inbox);
        Gates gates = new DoorGates(ground.config, ground.board);
        places = new PlaceStore(database);
        placeLog = new PlaceLog(log, places, policy::snapshot, ground.time);
        useStore = new UseStore(database);
        useLog = new UseLog(placeLog, placeLog, useStore::changed);
        flow = new AccessFlow(new AccessFlow.Parts(
                ground.clock,
                new AccessRules(new RightsStore(database)),
                policy::snapshot,
                gates,
                placeLog.with(places.forDecisions()),
                useLog.with(useStore.forDecisions(), ground.time::nowNs),
                lane,
                log,
                ground.contact,
                database.threats()::levels));
        decisions = new Decisions(ground.time, flow, lane, log, onFault);
        whatIf = new WhatIf(new WhatIf.Parts(
                ask -> RightsStore.ask(database, ask),
                ground.clock,
                policy::snapshot,
                gates,
                placeLog.with(places.forQuestions()),
                useLog.with(useStore.forQuestions(), ground.time::nowNs),
                ground.contact,
                database.threats()::levels));
        var shifts = new SiteShifts(policy::snapshot, ground.clock);
        var records = new Records(useLog, database.doorStates(), flow.noting(useLog, ground.time::nowNs));
        doors = new Doors(ground.time, records, ground.board, shifts);
        var takers = new Doorways.Takers(lane, decisions, log, inbox::input, database.threats(), ground.board);
        actions = new BoxActions(
                ground.config.points(),
                inbox,
                new BoxActions.Ground(log, lane, ground.board, shifts, policy::snapshot, ground.clock, ground.time));
        doorways = new Doorways(ground.config, ground.gpio, ground.time, takers);
    }

    /// Opens lines and, by `opener`, readers, and takes every door into service as it was when the last process
    /// ended. Before anything is stepped.
    public void open(WiredReader.Opener opener) {
        rememberWrongPins();
        rememberUses();
        countAreas();
        keepSwitches();
        warnOfSites();
        List<EventDraft> answers = interrupted();
        var before = new Doorways.Before(ground.database.read(DoorStateStore::load), boxAlarms(), faultySwitches());
        doorways.open(ground.policy.snapshot().doors(), opener, doors, before);
        actions.open(ground.gpio, faultyOutputs());
        answers.forEach(ground.log::append); // doors first
        placeLog.lookAtAreas();
    }

    /// Counts the people in the areas of the policy that have limits.
    private void countAreas() {
        List<AreaRule> areas = ground.policy.snapshot().countedAreas();
        try {
            places.count(areas);
            for (AreaRule area : areas) placeLog.knownOf(area.name(), places.reported(area.name()));
            areasKnown = true;
        } catch (StoreException e) {
            areasKnown = false;
            if (!e.isOfDisk()) throw e;
            LOG.log(Level.WARNING, "the people in areas are not counted: " + e.getMessage());
        }
    }

    /// Forgets threat switches that are not wired any more.
    private void keepSwitches() {
        try {
            ground.database.threats().keepSwitches(ThreatWiring.sites(ground.config.inputs()));
        } catch (StoreException e) {
            if (!e.isOfDisk()) throw e;
            LOG.log(Level.WARNING, "threat switches that are not wired any more are kept: " + e.getMessage());
        }
    }

    private void warnOfSites() {
        Set<Long> known = ground.policy.snapshot().sites();
        for (String sentence : ThreatWiring.unknownSites(ground.config.inputs(), known)) {
            LOG.log(Level.WARNING, sentence);
        }
    }

    /// The answers that a kill kept from people who were to give a second factor.
    private List<EventDraft> interrupted() {
        List<Event> events =
                new EventStore(ground.database).amongNewest(InterruptedFactors.SOUGHT, InterruptedFactors.kinds());
        return InterruptedFactors.answers(events, ground.time);
    }

    private Set<EventKind> boxAlarms() {
        Set<EventKind> alarms = EnumSet.noneOf(EventKind.class);
        for (BoxAlarm.Kind kind : BoxAlarm.Kind.values()) {
            boolean on = ground.database.read(sql -> BoxAlarms.isOn(sql, kind.begins(), kind.ends()));
            if (on) alarms.add(kind.begins());
        }
        return alarms;
    }

    private Set<String> faultySwitches() {
        Set<String> faulty = new HashSet<>();
        for (SwitchInput input : ground.config.inputs().switches()) {
            String name = OrderSwitch.name(input);
            if (ground.database.read(sql -> BoxAlarms.isFaulty(sql, name))) faulty.add(name);
        }
        return faulty;
    }

    private Set<String> faultyOutputs() {
        Set<String> faulty = new HashSet<>();
        for (NamedOutput output : ground.config.points().outputs()) {
            if (ground.database.read(sql -> BoxAlarms.isOutputFaulty(sql, output.name()))) faulty.add(output.name());
        }
        return faulty;
    }

    /// A restart is no way around a rest: the log knows of the wrong PINs of the last hour, and of the rests of the
    /// last day.
    private void rememberWrongPins() {
        List<Event> events = new EventStore(ground.database).newestOf(WrongPinLog.KINDS, WRONG_PINS_SOUGHT);
        long nowNs = ground.time.nowNs();
        for (var one : WrongPinLog.dated(events, ground.time.nowMs())) {
            flow.remember(one.event(), nowNs - one.age().toNanos());
        }
    }

    /// For a disk that gives nothing later.
    private void rememberUses() {
        try {
            useLog.remember(useStore::newest);
        } catch (StoreException e) {
            if (!e.isOfDisk()) throw e;
            LOG.log(Level.WARNING, "uses of credentials are not in memory: " + e.getMessage());
        }
    }

    /// Releases doors whose exits are pressed already. Call it once [#doors] is stepped.
    public void start() {
        doorways.start();
    }

    /// The site's policy changed: [PolicyCatalog#snapshot] is the new one. Any thread. What the lane has no room for is
    /// handed over by [#catchUp].
    public void onPolicy() {
        ground.database.threats().sites(ground.policy.snapshot().sites());
        doorways.onPolicy(ground.policy::snapshot);
        actions.onPolicy();
        warnOfSites();
        countAreas();
        placeLog.lookAtAreas();
        if (doorways.behind()) {
            LOG.log(Level.ERROR, "the door lane has no room: new rules of the site reach the doors later");
        }
    }

    /// Hands the lane what it had no room for, and looks at switches; to be called each second. Any thread.
    public void catchUp() {
        doorways.look();
        if (!areasKnown) countAreas();
        placeLog.lookAtAreas();
        if (doorways.behind()) doorways.onPolicy(ground.policy::snapshot);
    }

    /// For /health: that doors have old rules, or that the people in areas are not counted; or null.
    public @Nullable String fault() {
        if (doorways.behind()) return "the doors do not have the site's new rules yet";
        return areasKnown ? null : "the people in areas with limits are not counted: the database cannot be read";
    }

    /// For one thread.
    public Decisions decisions() {
        return decisions;
    }

    /// For one thread.
    public Doors doors() {
        return doors;
    }

    /// For one thread: carries out the actions of the site. After [#open].
    public ActionRunner actions() {
        return actions.runner();
    }

    /// Starts the thread of the actions, which runs until it is closed, and the threads for orders of switches.
    public ActionLane startThreads(Health health) {
        doorways.useThreads();
        var lane = new ActionLane(actions.runner(), inbox, ground.time);
        health.add("actions", lane::fault);
        return lane;
    }

    /// The named outputs of the box. After [#open].
    public OutputDesk outputs() {
        return new OutputTests(actions.runner(), inbox);
    }

    /// What would happen at a door; any thread that may read the store.
    public WhatIf whatIf() {
        return whatIf;
    }

    /// How many people are in areas with limits; any thread.
    public PlaceLog areas() {
        return placeLog;
    }

    /// Where people are; any thread.
    public PlaceStore places() {
        return places;
    }

    public Doorways doorways() {
        return doorways;
    }
}
