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

/// A door's leaf, strike and sounder: steps [Door] and does what it asks for at the outputs. What the log is to
/// hear waits in [Alarms], for the strike goes first; it waits there too when a line throws. The door lane
/// only.
final class DoorBody {
    private static final long NEVER = Long.MIN_VALUE;
    private static final long DAY_MS = TimeUnit.DAYS.toMillis(1);
    /// A contact tells of a leaf some tens of milliseconds after it has left the strike, and a leaf that slams
    /// springs open once more: within this time of the strike's securing, and of the leaf's closing, nothing is
    /// forced.
    static final long CONTACT_LAG_NS = TimeUnit.MILLISECONDS.toNanos(300);

    private final DoorParts parts;
    private final Time time;
    private final boolean egressByBox;
    private DoorTimes times;
    private DoorState state;
    private long excusedUntilNs = NEVER;
    private long leavesNs; // when an exit became active last that does not release the strike
    private long exitsNs; // the same of one that does
    private long closedAtNs = NEVER;
    private final Alarms alarms;
    private long passedNs = NEVER; // when the leaf last moved so that the strike relocks
    private boolean used; // the exit that is active has released the strike already, for a person who has passed
    private boolean found; // the leaf was open as the door began anew; its opening may wait to be heard of

    /// @param before what was kept of the door
    DoorBody(DoorParts parts, Time time, DoorSettings settings, Kept before) {
        this.parts = parts;
        this.time = time;
        this.egressByBox = settings.egressByBox();
        this.times = settings.times();
        this.leavesNs = time.nowNs(); // for one that is active as the door begins
        this.exitsNs = leavesNs;
        DoorMemory.RaisedAlarm alarm = before.alarm();
        this.state = begun(alarm == null || alarm.latched() ? null : alarm.cause(), before.leaf());
        this.alarms = new Alarms(parts.sounder(), time, settings.rules().alarm());
        alarms.begin(alarm, alarm());
    }

    /// An alarm continues for as long as the leaf is open, and so do the times of a leaf that was open.
    private DoorState begun(@Nullable Alarm alarm, @Nullable OpenLeaf leaf) {
        boolean open = parts.inputs().leafOpen().getAsBoolean();
        DoorState fresh = Door.atStart(open, time.nowNs(), times);
        if (!open) return fresh;
        if (alarm == null) return leaf != null && fresh instanceof DoorState.Open o ? goesOn(leaf, o) : fresh;
        return switch (alarm) {
            case FORCED -> new DoorState.Forced(DoorState.SECURED);
            case EXTENDED_OPEN -> new DoorState.ExtendedOpen(DoorState.SECURED);
        };
    }

    /// Never later than as if it had opened now: the clock on the wall may have been set back.
    private DoorState goesOn(OpenLeaf leaf, DoorState.Open fresh) {
        long extendedAtNs = Math.min(fresh.extendedAtNs(), atNs(leaf.extendedAtMs()));
        Long warnAtMs = leaf.warnAtMs();
        if (warnAtMs == null) return new DoorState.Warned(extendedAtNs, DoorState.SECURED);
        return new DoorState.Open(Math.min(fresh.warnAtNs(), atNs(warnAtMs)), extendedAtNs, DoorState.SECURED);
    }

    /// As the clocks tell now. Long past is past.
    private long atNs(long atMs) {
        long inMs = Math.max(-DAY_MS, atMs - time.nowMs());
        return time.nowNs() + TimeUnit.MILLISECONDS.toNanos(Math.min(inMs, DAY_MS));
    }

    private long atMs(long atNs) {
        return time.nowMs() + TimeUnit.NANOSECONDS.toMillis(atNs - time.nowNs());
    }

    /// How long the leaf may stand open still, where that counts; else null.
    @Nullable
    OpenLeaf openLeaf() {
        return switch (state) {
            case DoorState.Open o -> new OpenLeaf(atMs(o.warnAtNs()), atMs(o.extendedAtNs()));
            case DoorState.Warned w -> new OpenLeaf(null, atMs(w.extendedAtNs()));
            case DoorState.Secure _,
                    DoorState.Unlocked _,
                    DoorState.ExtendedOpen _,
                    DoorState.Forced _,
                    DoorState.StandsClosed _,
                    DoorState.StandsOpen _ -> null;
        };
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
        boolean known = state.leafOpen();
        boolean open = parts.inputs().leafOpen().getAsBoolean();
        state = switch (state) {
            case DoorState.Secure s -> s;
            case DoorState.Open o when open -> new DoorState.Open(o.warnAtNs(), o.extendedAtNs(), DoorState.SECURED);
            case DoorState.Warned w when open -> new DoorState.Warned(w.extendedAtNs(), DoorState.SECURED);
            default -> begun(alarm(), null);
        };
        found = !known && state.leafOpen();
        if (alarmed && !state.alarm()) alarms.leaf(DoorAction.RAISE_NORMAL);
        long nowNs = time.nowNs();
        long exitUntilNs = promised(nowNs); // first: on who still leans on an exit the strike must not fall in between
        if (!unlocked) parts.strike().secure(nowNs);
        // Whoever was let out goes on leaving.
        if (exitUntilNs != DoorState.SECURED) drive(new DoorInput.ExitHeld(nowNs, exitUntilNs));
        sound();
    }

    void times(DoorTimes fresh) {
        times = fresh;
    }

    /// Follows what stands, from now on, however long ago it was asked for: until now nobody had to close the
    /// leaf of a door that stood unlocked.
    void follow(Standing before, Standing now) {
        long atNs = time.nowNs();
        boolean unlocked = now.unlocked();
        if (unlocked && !state.stands()) drive(new DoorInput.StandUnlocked(atNs));
        if (!unlocked && state.stands()) drive(new DoorInput.StandNormal(atNs, promised(atNs)));
        if (now.cardLockdown() && !before.cardLockdown()) drive(new DoorInput.Lock(atNs, promised(atNs)));
    }

    /// Somebody may pass for `hold` from `atNs` on.
    void unlock(long atNs, Duration hold) {
        drive(new DoorInput.Unlock(atNs, hold.toNanos()));
    }

    /// Somebody leaves by an exit that was pressed at `atNs`: told of late, when its time is over, it releases
    /// nothing again. An exit whose own thread was late gave them longer, and so does the door.
    void leave(long atNs) {
        exitsNs = Math.max(exitsNs, atNs);
        Duration hold = times.unlock();
        long nowNs = time.nowNs();
        if (passedNs > atNs) return; // reported late: the person has passed since
        used = false;
        // Where people can leave without the box, one who leaves by an open leaf needs no strike after it has shut.
        boolean outlasts = egressByBox || !state.leafOpen();
        if (!outlasts) excusedUntilNs = Math.max(excusedUntilNs, atNs + hold.toNanos());
        if (atNs + hold.toNanos() > nowNs) drive(new DoorInput.Unlock(atNs, hold.toNanos(), outlasts));
        long untilNs = given(nowNs);
        if (untilNs > Math.max(atNs + hold.toNanos(), nowNs)) drive(new DoorInput.ExitHeld(nowNs, untilNs));
    }

    /// A person leaves by the handle: no opening until the unlock time is over is a forced one, and none while the exit
    /// is active, for [Exits#HELD_NS_MAX] at most.
    void excuse(long atNs) {
        leavesNs = Math.max(leavesNs, atNs);
        excusedUntilNs = Math.max(excusedUntilNs, atNs + times.unlock().toNanos());
    }

    /// The contact says that the leaf moved at `atNs`, which may be long ago. Whether somebody could open it
    /// then the strike knows best: exits, fire and the watchdog drive it beside this door.
    void leafMoved(boolean open, long atNs) {
        if (!open) {
            found = false;
            closedAtNs = atNs;
            relocks(atNs);
            drive(new DoorInput.LeafClosed(atNs, promised(atNs)));
            secureUnpromised();
            return;
        }
        boolean forced = !asked(atNs) && !couldOpen(atNs);
        if (!forced && times.relock() == Relock.OPEN) relocks(atNs);
        if (found && forced) state = unheard(state);
        found = false;
        // A secured strike is held again by an exit's time that still runs, not by one that has ended meanwhile.
        long fromNs = state instanceof DoorState.Secure ? Math.max(atNs, time.nowNs()) : atNs;
        drive(new DoorInput.LeafOpened(atNs, promised(fromNs), forced));
        secureUnpromised();
    }

    /// Where people can leave without the box, an exit that releases the strike relocks as an admission does: after it
    /// only the handle lets out, and an opening from outside is a forced one.
    private void relocks(long atNs) {
        if (egressByBox) return;
        passedNs = Math.max(passedNs, atNs);
        used = parts.inputs().exitHeld().getAsBoolean();
        parts.strike().endPromises(atNs);
    }

    /// Secures a strike that the exit's own thread has released, and whose press this door has yet to hear of.
    private void secureUnpromised() {
        boolean secured = state.released() || parts.strike().held(time.nowNs());
        if (!secured && parts.strike().released()) parts.strike().secure(time.nowNs());
    }

    /// Whether a person leaves by the handle: an exit is active that does not release the strike, or has done so
    /// for the person before. An exit that is stuck excuses nothing.
    private boolean asked(long atNs) {
        var inputs = parts.inputs();
        boolean leaves = atNs - leavesNs < Exits.HELD_NS_MAX && inputs.leaving().getAsBoolean();
        boolean exits =
                used && atNs - exitsNs < Exits.HELD_NS_MAX && inputs.exitHeld().getAsBoolean();
        return atNs <= excusedUntilNs || leaves || exits;
    }

    /// Whether no force was needed: the strike let go, or had done so just before, or the leaf has sprung open
    /// again.
    private boolean couldOpen(long atNs) {
        boolean rebounds = closedAtNs != NEVER && atNs >= closedAtNs && atNs - closedAtNs <= CONTACT_LAG_NS;
        return rebounds || parts.strike().letGo(atNs) || parts.strike().letGo(atNs - CONTACT_LAG_NS);
    }

    /// The same door before its leaf opened.
    private static DoorState unheard(DoorState state) {
        return switch (state) {
            case DoorState.Open o when o.strikeUntilNs() == DoorState.SECURED -> new DoorState.Secure();
            case DoorState.Open o -> new DoorState.Unlocked(o.strikeUntilNs());
            case DoorState.StandsOpen o -> new DoorState.StandsClosed(o.passUntilNs());
            case DoorState other -> other;
        };
    }

    /// Does what is due. `heardNs` as in [DoorInput.Tick].
    void tick(long nowNs, long heardNs) {
        boolean runsOut = state.strikeUntilNs() != DoorState.SECURED && state.strikeUntilNs() <= nowNs;
        // Somebody leaves whom this door was not told of: the lane had no room, or began anew. Or whose time ran out
        // before this door was: the lane was stuck, or something else let go for longer.
        boolean lapsed = nowNs >= parts.strike().promisedUntilNs();
        boolean untold = !state.released() && !lapsed;
        boolean held = parts.inputs().exitHeld().getAsBoolean();
        used &= held;
        if ((runsOut || untold || lapsed) && held && !used) {
            // The exit is still pressed (or sees somebody coming) as its time ends: it goes on, a second at a time.
            parts.strike().holdForExit(nowNs + Unattended.EXIT_HELD_NS);
            drive(new DoorInput.ExitHeld(nowNs, nowNs + Unattended.EXIT_HELD_NS));
        }
        while (state.due(nowNs, heardNs)) drive(new DoorInput.Tick(nowNs, heardNs));
        alarms.tick(nowNs);
    }

    long deadlineNs() {
        return Math.min(state.deadlineNs(), alarms.deadlineNs());
    }

    /// Until when an exit holds the strike released at that time: one that is held goes on, whatever else let go
    /// meanwhile and relocks now.
    private long promised(long atNs) {
        if (!used && parts.inputs().exitHeld().getAsBoolean()) {
            parts.strike().holdForExit(time.nowNs() + Unattended.EXIT_HELD_NS);
        }
        return given(atNs);
    }

    /// Until when those who pressed an exit were promised that.
    private long given(long atNs) {
        long promised = parts.strike().promisedUntilNs();
        return promised > atNs ? promised : DoorState.SECURED;
    }

    private void drive(DoorInput input) {
        Door.Step step = Door.step(state, input, times);
        state = step.state();
        step.actions().forEach(alarms::leaf); // first: whatever a line throws
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

    DoorState state() {
        return state;
    }

    /// How long who passes so may take.
    Duration hold(Passage passage) {
        return passage.longer() ? times.extendedUnlock() : times.unlock();
    }

    /// The alarm in which its leaf is, or null. That of the door may last longer: see [#alarms].
    @Nullable
    Alarm alarm() {
        return switch (state) {
            case DoorState.Forced _ -> Alarm.FORCED;
            case DoorState.ExtendedOpen _ -> Alarm.EXTENDED_OPEN;
            case DoorState.Secure _,
                    DoorState.Unlocked _,
                    DoorState.Open _,
                    DoorState.Warned _,
                    DoorState.StandsClosed _,
                    DoorState.StandsOpen _ -> null;
        };
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
