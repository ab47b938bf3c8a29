package dev.lintel.controller.door;

import dev.lintel.controller.door.DoorMemory.Alarm;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.gpio.OutputPoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A door's leaf, strike and sounder: steps [Door] and does what it asks for at the outputs. What the log is to hear
/// is returned, for the strike goes first. The door lane only.
final class DoorBody {
    private static final long NEVER = Long.MIN_VALUE;

    private final DoorParts parts;
    private final Time time;
    private DoorTimes times;
    private DoorState state;
    private long excusedUntilNs = NEVER;
    private boolean sounding;

    /// `alarm`: the one that stood before, or null.
    DoorBody(DoorParts parts, Time time, DoorTimes times, @Nullable Alarm alarm) {
        this.parts = parts;
        this.time = time;
        this.times = times;
        this.state = begun(alarm);
    }

    /// An alarm that stood goes on as long as the leaf is open.
    private DoorState begun(@Nullable Alarm alarm) {
        boolean open = parts.inputs().leafOpen().getAsBoolean();
        if (!open || alarm == null) return Door.atStart(open, time.nowNs(), times);
        return switch (alarm) {
            case FORCED -> new DoorState.Forced(DoorState.SECURED);
            case EXTENDED_OPEN -> new DoorState.ExtendedOpen(DoorState.SECURED);
        };
    }

    /// Begins anew from what the contact says, after a fault; times that run go on. `unlocked`: the door stands
    /// unlocked. Returns what the log is to hear: an alarm whose leaf has closed meanwhile has ended.
    List<DoorAction> rebuild(boolean unlocked) {
        boolean alarmed = state.alarm();
        boolean open = parts.inputs().leafOpen().getAsBoolean();
        boolean held = !parts.strike().released();
        var raised = new ArrayList<DoorAction>();
        state = switch (state) {
            case DoorState.Secure s when open && held -> s; // nobody let it open: told of below
            case DoorState.Open o when open -> new DoorState.Open(o.warnAtNs(), o.extendedAtNs(), DoorState.SECURED);
            case DoorState.Warned w when open -> new DoorState.Warned(w.extendedAtNs(), DoorState.SECURED);
            default -> begun(alarm());
        };
        if (alarmed && !state.alarm()) raised.add(DoorAction.RAISE_NORMAL);
        long nowNs = time.nowNs();
        if (open && !state.leafOpen()) raised.addAll(leafMoved(true, nowNs));
        sound(state.alarm());
        if (!unlocked) parts.strike().secure(nowNs);
        // Whoever was let out goes on leaving.
        if (promised(nowNs) != DoorState.SECURED) raised.addAll(drive(new DoorInput.ExitHeld(nowNs, promised(nowNs))));
        return raised;
    }

    void times(DoorTimes fresh) {
        times = fresh;
    }

    /// Follows what stands, from now on, however long ago it was asked for: until now nobody had to close the
    /// leaf of a door that stood unlocked. Returns what the log is to hear.
    List<DoorAction> follow(Standing before, Standing now) {
        long atNs = time.nowNs();
        var raised = new ArrayList<DoorAction>();
        boolean unlocked = now.unlocked();
        if (unlocked && !state.stands()) raised.addAll(drive(new DoorInput.StandUnlocked(atNs)));
        if (!unlocked && state.stands()) raised.addAll(drive(new DoorInput.StandNormal(atNs, promised(atNs))));
        if (now.cardLockdown() && !before.cardLockdown())
            raised.addAll(drive(new DoorInput.Lock(atNs, promised(atNs))));
        return raised;
    }

    /// Somebody may pass for `hold` from `atNs` on.
    List<DoorAction> unlock(long atNs, Duration hold) {
        return drive(new DoorInput.Unlock(atNs, hold.toNanos()));
    }

    /// Somebody leaves by an exit, which released the strike at `atNs`: told of late, when that time is over, it
    /// releases nothing again.
    List<DoorAction> leave(long atNs) {
        Duration hold = times.unlock();
        return atNs + hold.toNanos() > time.nowNs() ? unlock(atNs, hold) : List.of();
    }

    /// Somebody leaves by the handle: no opening until the unlock time is over is a break-in.
    void excuse(long atNs) {
        excusedUntilNs = Math.max(excusedUntilNs, atNs + times.unlock().toNanos());
    }

    List<DoorAction> leafMoved(boolean open, long atNs) {
        boolean excused = atNs <= excusedUntilNs || parts.inputs().leaving().getAsBoolean();
        return drive(
                open
                        ? new DoorInput.LeafOpened(atNs, promised(atNs), excused)
                        : new DoorInput.LeafClosed(atNs, promised(atNs)));
    }

    /// Does what is due.
    List<DoorAction> tick(long nowNs) {
        var raised = new ArrayList<DoorAction>();
        boolean runsOut = state.strikeUntilNs() != DoorState.SECURED && state.strikeUntilNs() <= nowNs;
        // Somebody leaves whom this door was not told of: the lane had no room, or began anew.
        boolean untold = !state.released() && nowNs < parts.strike().promisedUntilNs();
        if ((runsOut || untold) && parts.inputs().exitHeld().getAsBoolean()) {
            // The exit is still pressed (or sees somebody coming) as its time ends: it goes on, a second at a time.
            parts.strike().releaseForExit(nowNs + Unattended.EXIT_HELD_NS);
            raised.addAll(drive(new DoorInput.ExitHeld(nowNs, nowNs + Unattended.EXIT_HELD_NS)));
        }
        while (state.deadlineNs() <= nowNs) raised.addAll(drive(new DoorInput.Tick(nowNs)));
        return raised;
    }

    long deadlineNs() {
        return state.deadlineNs();
    }

    /// Until when an exit's promise holds the strike released at that time.
    private long promised(long atNs) {
        long promised = parts.strike().promisedUntilNs();
        return promised > atNs ? promised : DoorState.SECURED;
    }

    private List<DoorAction> drive(DoorInput input) {
        Door.Step step = Door.step(state, input, times);
        state = step.state();
        var raised = new ArrayList<DoorAction>();
        for (DoorAction action : step.actions()) {
            switch (action) {
                case RELEASE_STRIKE -> parts.strike().release(time.nowNs());
                case SECURE_STRIKE -> {
                    parts.strike().secure(time.nowNs());
                    // From now, not from the input's time: who opened the leaf in between was let open it.
                    if (state instanceof DoorState.Secure) state = new DoorState.Secure(time.nowNs());
                }
                case RAISE_FORCED_OPEN, RAISE_WARNING, RAISE_EXTENDED_OPEN, RAISE_NORMAL -> raised.add(action);
            }
        }
        sound(state.alarm());
        return raised;
    }

    /// The sounder follows the alarm; off when the door goes out of service.
    void sound(boolean on) {
        OutputPoint sounder = parts.sounder();
        if (sounder != null && on != sounding) sounder.set(on);
        sounding = on;
    }

    boolean sounding() {
        return sounding;
    }

    DoorState state() {
        return state;
    }

    DoorTimes times() {
        return times;
    }

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

    /// What the log calls an action, or null for those of the strike.
    static @Nullable EventKind kind(DoorAction action) {
        return switch (action) {
            case RAISE_FORCED_OPEN -> EventKind.FORCED_OPEN;
            case RAISE_WARNING -> EventKind.DOOR_EXTENDED_WARNING;
            case RAISE_EXTENDED_OPEN -> EventKind.EXTENDED_OPEN;
            case RAISE_NORMAL -> EventKind.DOOR_NORMAL;
            case RELEASE_STRIKE, SECURE_STRIKE -> null;
        };
    }

    /// What the log says of the door with each of its events.
    Map<String, Object> facts() {
        return Map.of("door", state.word());
    }
}
