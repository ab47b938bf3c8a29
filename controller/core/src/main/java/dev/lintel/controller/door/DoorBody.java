package dev.lintel.controller.door;

import dev.lintel.controller.door.DoorMemory.Alarm;
import dev.lintel.controller.door.DoorMemory.Kept;
import dev.lintel.controller.door.DoorMemory.OpenLeaf;
import dev.lintel.controller.door.DoorTimes.Relock;
import dev.lintel.controller.time.Time;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A door's leaf, strike and sounder: steps [Door] and does what it asks for at the outputs. Its events wait in
/// [Alarms], as the strike goes first; they wait there too when a line throws. The door lane only.
final class DoorBody {
    private static final long NEVER = Long.MIN_VALUE;
    /// A contact reports the leaf some tens of milliseconds late, and a leaf that slams springs open once more: within
    /// this time of the strike's securing, and of the leaf's closing, no opening is forced.
    static final long CONTACT_LAG_NS = TimeUnit.MILLISECONDS.toNanos(300);

    private final DoorParts parts;
    private final Time time;
    private final KeptState kept;
    private final boolean egressByBox;
    private final boolean exitSwitch;
    private DoorTimes times;
    private DoorState state;
    private final ExitExcuses excuses;
    private final Rebounds rebounds = new Rebounds();
    private final Alarms alarms;
    private long passedNs = NEVER; // when the leaf last moved so that the strike relocks
    private final HeldExits held;
    private boolean found; // the leaf was open as the door began anew; its opening may wait to be heard of
    private final Pending pending;
    private final RelockDelay relockDelay = new RelockDelay();

    /// @param before the kept state of the door
    DoorBody(DoorParts parts, Time time, DoorSettings settings, Kept before, Pending pending) {
        this.parts = parts;
        this.pending = pending;
        this.time = time;
        this.kept = new KeptState(time);
        this.egressByBox = settings.egressByBox();
        this.exitSwitch = settings.fixture().exitSwitch();
        this.times = settings.times().wired(exitSwitch);
        this.held = new HeldExits(parts, egressByBox);
        this.excuses = new ExitExcuses(parts, held, time.nowNs());
        DoorMemory.RaisedAlarm alarm = before.alarm();
        this.state = begun(alarm == null || alarm.latched() ? null : alarm.cause(), before.leaf());
        this.alarms = new Alarms(parts.sounder(), time, settings.rules().alarm());
        alarms.begin(alarm, Alarms.of(state));
    }

    /// An alarm continues for as long as the leaf is open, and so do the times of a leaf that was open.
    private DoorState begun(@Nullable Alarm alarm, @Nullable OpenLeaf leaf) {
        return kept.begun(parts.inputs().leafOpen().getAsBoolean(), alarm, leaf, times);
    }

    /// How long the leaf may stand open still, where that counts; else null.
    @Nullable
    OpenLeaf openLeaf() {
        return kept.openLeaf(state);
    }

    /// Its alarm, and what the log is to hear.
    Alarms alarms() {
        return alarms;
    }

    /// Begins anew from what the contact says, after a fault; times that run go on. `unlocked`: the door stands
    /// unlocked. An alarm whose leaf has closed meanwhile has ended. A leaf that opened meanwhile, and that
    /// nobody here let open, is told of by what waits for the lane, with its own time and after the exit that
    /// may have let it; or by the look that follows.
    void rebuild(boolean unlocked) {
        boolean alarmed = state.alarm();
        boolean wasForced = isForced();
        boolean known = state.leafOpen();
        boolean open = parts.inputs().leafOpen().getAsBoolean();
        state = switch (state) {
            case DoorState.Secure s -> s;
            case DoorState.Open o when open -> new DoorState.Open(o.warnAtNs(), o.extendedAtNs(), DoorState.SECURED);
            case DoorState.Warned w when open -> new DoorState.Warned(w.extendedAtNs(), DoorState.SECURED);
            // Whether it has closed meanwhile is heard of as an opening is: an exit may wait, too.
            case DoorState.Unexplained u -> u.secured();
            default -> begun(Alarms.of(state), null);
        };
        found = (found || !known) && state.leafOpen(); // also when it begins again twice
        if (wasForced && !isForced()) rebounds.forced();
        if (alarmed && !state.alarm()) alarms.leaf(DoorAction.RAISE_NORMAL, null);
        long nowNs = time.nowNs();
        relockDelay.restarts(nowNs);
        pending.end(nowNs);
        // First: on a person who leaves the strike must not fall in between.
        long readersUntilNs = pending.untilOfReadersNs(nowNs);
        long exitUntilNs = Math.max(promised(nowNs), readersUntilNs);
        if (!unlocked && readersUntilNs == DoorState.SECURED) parts.strike().secure(nowNs);
        // Whoever was let out goes on leaving.
        if (exitUntilNs != DoorState.SECURED) drive(new DoorInput.ExitHeld(nowNs, exitUntilNs));
        sound();
    }

    void times(DoorTimes fresh) {
        times = fresh.wired(exitSwitch);
    }

    /// Follows what stands, from now on, however long ago it was asked for: until now nobody had to close the
    /// leaf of a door that stood unlocked. Then it presses held exits whose lockdown has ended.
    void follow(Standing before, Standing now) {
        try {
            step(before, now);
        } finally {
            parts.locks().lift();
        }
    }

    private void step(Standing before, Standing now) {
        long atNs = time.nowNs();
        boolean unlocked = now.unlocked();
        relockDelay.follow(unlocked, atNs);
        if (unlocked) pending.allPass();
        if (unlocked && !state.stands()) drive(new DoorInput.StandUnlocked(atNs));
        if (!unlocked && state.stands())
            drive(new DoorInput.StandNormal(atNs, promised(atNs), pending.isForLonger(atNs)));
        if (!now.cardLockdown() || before.cardLockdown()) return;
        pending.end(atNs);
        drive(new DoorInput.Lock(atNs, Math.max(promised(atNs), pending.untilOfReadersNs(atNs))));
    }

    /// The owner of an unlock may pass from `atNs` on.
    ///
    /// @param leaves whether by an exit reader
    void unlock(long atNs, Passage passage, Unlock.Owner owner, boolean leaves) {
        long holdNs = TimeUnit.MILLISECONDS.toNanos(holdMs(passage));
        give(owner, atNs, atNs + holdNs, passage.longer(), leaves ? out() : Unlock.Way.IN);
        drive(new DoorInput.Unlock(atNs, holdNs, true, passage.longer()));
    }

    private void give(Unlock.Owner owner, long atNs, long untilNs, boolean longer, Unlock.Way way) {
        pending.give(owner, new Unlock.Given(atNs, untilNs, longer, way));
    }

    private Unlock.Way out() {
        return egressByBox ? Unlock.Way.OUT_BY_BOX : Unlock.Way.OUT;
    }

    /// The owner has locked the door, and does not pass any more. Others who may pass still do.
    void endUnlock(Unlock.Owner owner) {
        long nowNs = time.nowNs();
        pending.end(owner, nowNs);
        drive(new DoorInput.Lock(nowNs, Math.max(promised(nowNs), pending.untilNs(nowNs))));
    }

    /// A person who has left by the exit of another door leaves by this one from `atNs` on.
    void letOut(long atNs) {
        long holdNs = times.unlock().toNanos();
        give(Unlock.Owner.ANYBODY, atNs, atNs + holdNs, false, out());
        drive(DoorInput.Unlock.byExit(atNs, holdNs, true));
    }

    /// A person leaves by an exit that was pressed at `atNs`. If the lane gets the report after its time, it releases
    /// nothing again. An exit whose own thread was late gave them longer, and so does the door.
    void leave(long atNs, Unlock.Exit pressed) {
        excuses.releasing(pressed, atNs);
        boolean explains = explains(atNs);
        Duration hold = times.unlock();
        long nowNs = time.nowNs();
        if (passedNs > atNs) return; // reported late: the person has passed since
        held.pressed(pressed);
        // Where people can leave without the box, one who leaves by an open leaf needs no strike after it has shut.
        boolean outlasts = egressByBox || !state.leafOpen();
        if (!outlasts) excuses.allowOne(atNs, false, hold.toNanos(), times.forcedDelayNs());
        long untilNs = given(nowNs);
        if (explains) pending.noteExit(atNs);
        else if (outlasts) give(Unlock.Owner.of(pressed), atNs, Math.max(atNs + hold.toNanos(), untilNs), false, out());
        if (atNs + hold.toNanos() > nowNs) drive(DoorInput.Unlock.byExit(atNs, hold.toNanos(), outlasts));
        if (untilNs > Math.max(atNs + hold.toNanos(), nowNs)) drive(new DoorInput.ExitHeld(nowNs, untilNs));
    }

    /// A person leaves by the handle: their opening is not forced, see [ExitExcuses].
    void excuse(long atNs) {
        excuses.handle(atNs);
        explains(atNs);
        excuses.allowOne(atNs, true, times.unlock().toNanos(), times.forcedDelayNs());
    }

    /// Whether the exit that became active then explains a leaf that is open.
    private boolean explains(long atNs) {
        boolean isOpen = state instanceof DoorState.Unexplained;
        drive(new DoorInput.ExitActive(atNs));
        boolean explains = isOpen && !(state instanceof DoorState.Unexplained);
        if (explains) pending.share(atNs, true);
        return explains;
    }

    /// The contact says that the leaf moved at `atNs`, which may be long ago. Whether somebody could open it
    /// then the strike knows best: exits, fire and the watchdog drive it beside this door.
    void leafMoved(boolean open, long atNs) {
        if (!open) {
            found = false;
            closed(atNs);
            return;
        }
        boolean again = rebounds.isOne(atNs);
        boolean forced = !again && !excuses.excuses(atNs, times.forcedDelayNs()) && !couldOpen(atNs);
        boolean withoutUnlock = !again && excuses.mayNeedNoUnlock(atNs);
        boolean leaves = withoutUnlock && excuses.isLeaving(atNs);
        if (!again) excuses.opened(atNs, times.forcedDelayNs());
        if (!again && (forced || withoutUnlock || state.stands())) pending.noteUnknownOpening(atNs);
        boolean longer = !forced && pending.isForLonger(atNs);
        boolean counts = (found || !state.leafOpen()) && !(forced && times.forced());
        boolean exitEnds = counts && usesExit(atNs, withoutUnlock, leaves) && !forced;
        if (counts && !forced) passes();
        if (!forced) relockDelay.opened(atNs, times, state.stands());
        if (exitEnds && times.relock() == Relock.OPEN) relocks(atNs);
        if (found && forced) state = KeptState.unheard(state);
        found = false;
        // A secured strike is held again by an exit's time that still runs, not by one that has ended meanwhile.
        long fromNs = state instanceof DoorState.Secure ? Math.max(atNs, time.nowNs()) : atNs;
        drive(new DoorInput.LeafOpened(atNs, promised(fromNs), forced, longer, pending.untilNs(time.nowNs())));
        secureUnpromised();
    }

    /// The leaf opened at `atNs`, and uses up an unlock; a leaf that springs open again none from before its closing.
    /// If a person certainly leaves by the handle, people who enter keep theirs. Returns whether no exit keeps one.
    private boolean usesExit(long atNs, boolean withoutUnlock, boolean leaves) {
        if (state.stands()) {
            pending.useAll();
            return true;
        }
        if (withoutUnlock) {
            pending.useUnsure(atNs, !leaves);
            return !pending.hasExit(atNs);
        }
        // An exit that is held after its person has left lets another one leave without an unlock.
        boolean tells = times.forced() && (!held.hold() || pending.hasExit(atNs));
        Pending.Used used = pending.use(rebounds.sinceNs(atNs), atNs, tells, exitReleases(atNs));
        return used != Pending.Used.ADMISSION && !pending.hasExit(atNs);
    }

    /// A person has passed. Where people can leave without the box, an exit that is held meanwhile has no other time
    /// than the one that it gave as it became active: a motion sensor that sees people inside must not keep the
    /// door released for people outside.
    private void passes() {
        if (times.relock() == Relock.OPEN) held.passes();
    }

    /// Where people can leave without the box, an exit that releases the strike relocks as an admission does: after it
    /// only the handle lets out, and an opening from outside is a forced one.
    private void relocks(long atNs) {
        if (egressByBox) return;
        passedNs = Math.max(passedNs, atNs);
        held.passes();
        parts.strike().endPromises(atNs);
    }

    /// Secures a strike that the exit's own thread has released, and whose press this door has yet to hear of.
    private void secureUnpromised() {
        boolean secured = state.released() || parts.strike().held(time.nowNs());
        if (!secured && parts.strike().released()) parts.strike().secure(time.nowNs());
    }

    private void closed(long atNs) {
        rebounds.closed(atNs, isForced());
        excuses.closed();
        if (!pending.hasExit(atNs)) relocks(atNs);
        else held.passes();
        drive(new DoorInput.LeafClosed(atNs, promised(atNs)));
        relockDelay.closed(atNs, times, state instanceof DoorState.Unlocked, state.stands());
        secureUnpromised();
    }

    /// Fire unlocked the door at `fromNs`. The lane gets the report now.
    void burns(long fromNs) {
        relockDelay.burns(fromNs, time.nowNs());
    }

    /// A late report of a fire: after its end, or after the lane has seen by a look that it `burns`.
    void fireHeard(LaneInput.FireMoved moved, boolean burns) {
        if (burns) relockDelay.burntSince(moved.atNs());
        else if (moved.on()) burns(moved.atNs());
        else relockDelay.burntTo(moved.atNs());
    }

    /// Whether the strike let go then, or had done so just before: no force was needed.
    private boolean couldOpen(long atNs) {
        boolean let = parts.strike().letGo(atNs) || parts.strike().letGo(atNs - CONTACT_LAG_NS);
        return let && !onlyDelayed(atNs);
    }

    private boolean isForced() {
        return state instanceof DoorState.Forced || state instanceof DoorState.Unexplained;
    }

    /// Whether at that time only the delay of a motor lock kept the strike released, and no person could pass.
    private boolean onlyDelayed(long atNs) {
        return relockDelay.runsAlone(atNs) && !pending.runs(atNs) && !exitReleases(atNs - CONTACT_LAG_NS);
    }

    /// Whether an exit releases the strike at that time.
    boolean exitReleases(long atNs) {
        return given(atNs) != DoorState.SECURED || held.hold();
    }

    /// Does what is due. `heardNs` as in [DoorInput.Tick].
    void tick(long nowNs, long heardNs) {
        boolean runsOut = state.strikeUntilNs() != DoorState.SECURED && state.strikeUntilNs() <= nowNs;
        // A person leaves by an exit, and the lane was late: it has no report, or had it after the person's time.
        boolean lapsed = nowNs >= parts.strike().promisedUntilNs();
        boolean untold = !state.released() && !lapsed;
        held.look();
        if (found) pending.share(nowNs, false);
        if ((runsOut || untold || lapsed) && held.hold()) {
            // The exit is still pressed (or sees somebody coming) as its time ends: it goes on, a second at a time.
            holdForExit(nowNs);
            drive(new DoorInput.ExitHeld(nowNs, nowNs + Unattended.EXIT_HELD_NS));
        }
        while (state.due(nowNs, heardNs)) drive(new DoorInput.Tick(nowNs, heardNs));
        alarms.tick(nowNs);
    }

    long deadlineNs() {
        return Math.min(state.deadlineNs(), alarms.deadlineNs());
    }

    /// The end of the time for which an exit keeps the strike released. A held exit continues, whatever relocks now.
    private long promised(long atNs) {
        if (held.hold()) holdForExit(time.nowNs());
        return given(atNs);
    }

    private void holdForExit(long nowNs) {
        parts.strike().holdForExit(nowNs + Unattended.EXIT_HELD_NS);
        pending.hold(nowNs + Unattended.EXIT_HELD_NS);
    }

    /// Until when those who pressed an exit were promised that.
    private long given(long atNs) {
        long promised = parts.strike().promisedUntilNs();
        return promised > atNs ? promised : DoorState.SECURED;
    }

    private void drive(DoorInput input) {
        Long openedNs = state instanceof DoorState.Unexplained u ? (Long) u.openedNs() : null;
        Door.Step step = Door.step(state, input, times);
        state = step.state();
        for (DoorAction action : step.actions()) { // first: whatever a line throws
            alarms.leaf(action, action == DoorAction.RAISE_FORCED_OPEN ? openedNs : null);
        }
        for (DoorAction action : step.actions()) {
            switch (action) {
                case RELEASE_STRIKE -> parts.strike().release(time.nowNs());
                case SECURE_STRIKE -> parts.strike().secure(time.nowNs());
                case RAISE_FORCED_OPEN, RAISE_WARNING, RAISE_EXTENDED_OPEN, RAISE_NORMAL -> {
                    // The log's.
                }
            }
        }
        sound();
    }

    /// The sounder follows the alarm.
    void sound() {
        alarms.warned(state instanceof DoorState.Warned);
    }

    /// The sounder is off from now on, whatever the leaf does. No exit explains an opening any more.
    void outOfService() {
        while (state instanceof DoorState.Unexplained) drive(new DoorInput.Tick(time.nowNs(), Long.MAX_VALUE));
        pending.stop();
        alarms.outOfService();
    }

    DoorState state() {
        return state;
    }

    /// Whether somebody can pass now. An opening whose report is still queued counts.
    boolean passable() {
        boolean isOpen = state.leafOpen() || parts.inputs().leafOpen().getAsBoolean();
        return isOpen || parts.strike().released();
    }

    /// How long the strike is released for that passage.
    int holdMs(Passage passage) {
        return Math.toIntExact((passage.longer() ? times.extendedUnlock() : times.unlock()).toMillis());
    }

    /// What the log says of the door with each of its events.
    Map<String, Object> facts() {
        return Map.of("door", state.word());
    }

    /// The same, and `more`.
    Map<String, Object> facts(Map<String, Object> more) {
        var facts = new LinkedHashMap<String, Object>(more);
        facts.put("door", state.word());
        return facts;
    }
}
