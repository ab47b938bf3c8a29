package dev.lintel.controller;

import dev.lintel.controller.access.AccessFlow;
import dev.lintel.controller.access.AccessRules;
import dev.lintel.controller.access.Contact;
import dev.lintel.controller.access.Decisions;
import dev.lintel.controller.access.Gates;
import dev.lintel.controller.access.PlaceLog;
import dev.lintel.controller.access.WhatIf;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.door.DoorBoard;
import dev.lintel.controller.door.Doors;
import dev.lintel.controller.door.Lane;
import dev.lintel.controller.door.Records;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.DoorStateStore;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.store.PlaceStore;
import dev.lintel.controller.store.RightsStore;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.gpio.GpioChip;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
/// [Lintel] lets [Decisions] and [Doors] run on a thread each; the seeded simulation steps them by hand, in an order
/// that its seed says.
public final class DoorWorks {
    private static final Logger LOG = System.getLogger(DoorWorks.class.getName());
    /// A keypad counts over a minute and rests for another.
    private static final long WRONG_PINS_MS = TimeUnit.MINUTES.toMillis(2);
    /// Newest events that are looked through: two busy minutes.
    private static final int WRONG_PINS_SOUGHT = 300;

    private final Ground ground;
    private final AccessFlow flow;
    private final Decisions decisions;
    private final WhatIf whatIf;
    private final PlaceStore places;
    private final Doors doors;
    private final Doorways doorways;

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
        Gates gates = new DoorGates(ground.config, ground.board);
        places = new PlaceStore(database);
        var placeLog = new PlaceLog(ground.log, places::moved);
        flow = new AccessFlow(new AccessFlow.Parts(
                ground.clock,
                new AccessRules(new RightsStore(database)),
                policy::snapshot,
                gates,
                placeLog.with(places.forDecisions(), ground.time::nowNs),
                lane,
                ground.log,
                ground.contact,
                database.threats()::levels));
        decisions = new Decisions(ground.time, flow, lane, ground.log, onFault);
        whatIf = new WhatIf(new WhatIf.Parts(
                ask -> RightsStore.ask(database, ask),
                ground.clock,
                policy::snapshot,
                gates,
                placeLog.with(places.forQuestions(), ground.time::nowNs),
                ground.contact,
                database.threats()::levels));
        var shifts = new SiteShifts(policy::snapshot, ground.clock);
        var records = new Records(placeLog, database.doorStates(), placeLog);
        doors = new Doors(ground.time, records, ground.board, shifts);
        var takers = new Doorways.Takers(lane, decisions, ground.log);
        doorways = new Doorways(ground.config, ground.gpio, ground.time, takers);
    }

    /// Opens lines and, by `opener`, readers, and takes every door into service as it was when the last process
    /// ended. Before anything is stepped.
    public void open(WiredReader.Opener opener) {
        rememberWrongPins();
        var kept = ground.database.read(DoorStateStore::load);
        doorways.open(ground.policy.snapshot().doors(), opener, doors, kept);
    }

    /// A restart is no way around a keypad's rest: the log knows of the wrong PINs of the last minutes.
    private void rememberWrongPins() {
        long nowMs = ground.time.nowMs();
        List<Event> rejected = new EventStore(ground.database)
                .amongNewest(WRONG_PINS_SOUGHT, EventKind.REJECTED_UNKNOWN_PIN, EventKind.REJECTED_WRONG_FACTOR);
        for (Event event : rejected) {
            Long channelId = event.subject().channelId();
            long agoMs = Math.max(0, nowMs - event.draft().occurredAtMs());
            if (!AccessFlow.toldOfWrongPin(event.draft()) || channelId == null || agoMs > WRONG_PINS_MS) continue;
            String side = String.valueOf(event.draft().additional().get("reader"));
            flow.remember(channelId, side, ground.time.nowNs() - TimeUnit.MILLISECONDS.toNanos(agoMs));
        }
    }

    /// Lets whoever leans on an exit out. Once [#doors] is stepped.
    public void start() {
        doorways.start();
    }

    /// The site's policy changed: [PolicyCatalog#snapshot] is the new one. Any thread. What the lane has no room for is
    /// handed over by [#catchUp].
    public void onPolicy() {
        ground.database.threats().sites(ground.policy.snapshot().sites());
        doorways.onPolicy(ground.policy::snapshot);
        if (doorways.behind()) {
            LOG.log(Level.ERROR, "the door lane has no room: new rules of the site reach the doors later");
        }
    }

    /// Hands the lane the policy that it had no room for; to be called now and then.
    void catchUp() {
        if (doorways.behind()) doorways.onPolicy(ground.policy::snapshot);
    }

    /// For /health: that doors have old rules, or null.
    @Nullable
    String fault() {
        return doorways.behind() ? "the doors do not have the site's new rules yet" : null;
    }

    /// For one thread.
    public Decisions decisions() {
        return decisions;
    }

    /// For one thread.
    public Doors doors() {
        return doors;
    }

    /// What would happen at a door; any thread that may read the store.
    public WhatIf whatIf() {
        return whatIf;
    }

    /// Where people are; any thread.
    public PlaceStore places() {
        return places;
    }

    Doorways doorways() {
        return doorways;
    }
}
