package dev.lintel.tools.simulation;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.controller.door.Standing;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.ClockTrust;
import dev.lintel.tools.simulation.Premises.Door;
import dev.lintel.tools.simulation.Premises.Times;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// What the log, the operators and the wires say of one door, and whether its strike and its alarms agree with it.
final class DoorWatch {
    /// How late a door may notice what the wall clock says: it looks once a second.
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1_100);
    /// How long a held exit goes on after it was let go.
    private static final long HELD_NS = TimeUnit.SECONDS.toNanos(1);

    private static final long NEVER = Long.MIN_VALUE;

    final Door door;
    private final Premises premises;
    private final Map<String, Long> since = new HashMap<>();
    private Times times;
    private @Nullable Integer shift;
    private boolean firstCard;

    // What the log has told of: it outlasts the process.
    private boolean unlock;
    private @Nullable Long relockAtMs;
    private Lockdown lockdown = Lockdown.NONE;
    private boolean hoursOn;
    private boolean fire;
    private @Nullable EventKind alarm;

    // What the wires say.
    private boolean released;
    private boolean leafOpen;
    private boolean exitActive;
    private boolean burns;

    // What is due.
    private boolean riseUnexplained;
    private long causedNs = NEVER;
    private long causeUntilNs = NEVER;
    private long promisedUntilNs = NEVER;
    private long holdNs;
    private long openSinceNs;
    private final Map<Long, Boolean> openings = new HashMap<>(); // by their time: whether the strike let go

    DoorWatch(Door door, Premises premises) {
        this.door = door;
        this.premises = premises;
        this.shift = door.autoShift();
        this.firstCard = door.firstCard();
        this.times = door.times();
        holds(times);
    }

    private void holds(Times fresh) {
        holdNs = Math.max(holdNs, TimeUnit.SECONDS.toNanos(Math.max(fresh.unlock(), fresh.extendedUnlock())));
    }

    /// Another unlock time from now on.
    void retimed(Times fresh) {
        times = fresh;
        holds(fresh);
    }

    /// A process begins: no promise of the last one holds, and the times of an open leaf begin again; all else
    /// stands.
    void begins(long nowNs) {
        openSinceNs = nowNs;
        promisedUntilNs = NEVER;
        causeUntilNs = NEVER;
        released = false;
        riseUnexplained = false;
        since.clear();
    }

    /// Those of the policy that holds.
    Times times() {
        return times;
    }

    boolean released() {
        return released;
    }

    boolean leafOpen() {
        return leafOpen;
    }

    boolean fire() {
        return fire;
    }

    Lockdown lockdown() {
        return lockdown;
    }

    /// Whether the log says that it stands unlocked.
    boolean stands() {
        return fire || (!lockdown.card() && (unlock || hoursOn));
    }

    // ---- the wires

    void strike(boolean nowReleased, long nowNs) {
        if (!nowReleased && nowNs < promisedUntilNs) throw violation("secured while an exit's time runs");
        if (!nowReleased && burns && door.fire()) throw violation("secured during fire");
        // The cause may be told of first: a floor's is its elevator's.
        if (nowReleased && !released && causedNs != nowNs) riseUnexplained = true;
        released = nowReleased;
    }

    /// An exit that releases was pressed, and the input's own thread is through with it.
    void exitPressed(boolean locked, long nowNs) {
        if (locked) return;
        if (!released) throw violation("an exit was pressed and the strike holds");
        promisedUntilNs = Math.max(promisedUntilNs, nowNs + TimeUnit.SECONDS.toNanos(times.unlock()));
    }

    /// The fire panel's line.
    void burns(boolean now) {
        burns = now;
    }

    void exitActive(boolean active) {
        exitActive = active;
    }

    /// `stuck`: the lane hangs, and has not secured what it should have.
    void leaf(boolean open, boolean stuck, long nowNs) {
        leafOpen = open;
        if (!open) return;
        openSinceNs = nowNs;
        openings.put(nowNs, released && !stuck);
    }

    // ---- the operators

    /// A command was done.
    void commanded(DoorCommand command) {
        switch (command) {
            case DoorCommand.Unlock u -> expect(unlock && Objects.equals(relockAtMs, u.relockAtMs()), command);
            case DoorCommand.Normal _ -> expect(!unlock, command);
            case DoorCommand.LockDown l -> expect(lockdown.equals(l.lockdown()), command);
            case DoorCommand.Unlockdown _ -> expect(!lockdown.any(), command);
            case DoorCommand.SetAutoUnlock s -> {
                shift = s.rule() == null ? null : (Integer) (int) s.rule().shiftId();
                firstCard = s.rule() != null && s.rule().firstCard();
                since.clear();
            }
        }
    }

    private void expect(boolean done, DoorCommand command) {
        if (!done) throw violation("the log does not tell of " + command);
    }

    // ---- the log

    /// Something that is told of the door. `admitted`: somebody may pass.
    void event(EventDraft event, long nowNs) {
        boolean stood = stands();
        note(event, nowNs);
        if (stood && !stands()) openSinceNs = nowNs; // nobody had to close it before
    }

    private void note(EventDraft event, long nowNs) {
        EventKind kind = event.kind();
        if (kind.isAdmitted()) cause(nowNs);
        switch (kind) {
            case MODE_UNLOCK -> {
                unlock = true;
                relockAtMs = event.additional().get("relock_at") instanceof String at
                        ? (Long) Instant.parse(at).toEpochMilli()
                        : null;
                cause(nowNs);
            }
            case MODE_NORMAL -> {
                unlock = false;
                relockAtMs = null;
            }
            case AUTO_UNLOCK_STARTED -> {
                hoursOn = turned(hoursOn, true, kind);
                cause(nowNs);
            }
            case AUTO_UNLOCK_ENDED -> hoursOn = turned(hoursOn, false, kind);
            case LOCKDOWN_ON ->
                lockdown =
                        new Lockdown(is(event, "card_lockdown"), is(event, "rex_lockdown"), is(event, "aux_lockdown"));
            case LOCKDOWN_OFF -> {
                if (!lockdown.any()) throw violation("the end of a lockdown that was none");
                lockdown = Lockdown.NONE;
                cause(nowNs);
            }
            case FIRE_RELEASE_ON -> {
                fire = turned(fire, true, kind);
                cause(nowNs);
            }
            case FIRE_RELEASE_OFF -> fire = turned(fire, false, kind);
            case CHANNEL_STARTED -> {
                if (stands()) cause(nowNs);
            }
            case FORCED_OPEN, EXTENDED_OPEN -> raised(kind, event.monotonicNs());
            case DOOR_NORMAL -> {
                if (alarm == null) throw violation("the end of an alarm that was not raised");
                alarm = null;
            }
            default -> {
                // Says nothing of strike and alarm.
            }
        }
    }

    private static boolean is(EventDraft event, String fact) {
        return Boolean.TRUE.equals(event.additional().get(fact));
    }

    private boolean turned(boolean before, boolean now, EventKind kind) {
        if (before == now) throw violation(kind + " twice");
        return now;
    }

    private void raised(EventKind kind, long atNs) {
        if (alarm != null) throw violation(kind + " while " + alarm + " stands");
        boolean lawful = Boolean.TRUE.equals(openings.get(atNs));
        if (kind == EventKind.FORCED_OPEN && lawful) throw violation("a break-in where the strike had let go");
        alarm = kind;
    }

    /// What releases the strike is in the log.
    private void cause(long nowNs) {
        riseUnexplained = false;
        causedNs = nowNs;
        causeUntilNs = Math.max(causeUntilNs, nowNs + holdNs);
        openSinceNs = nowNs;
    }

    /// A floor is released by what its elevator's log tells.
    void releasedWith(long nowNs) {
        cause(nowNs);
    }

    // ---- everything at rest

    /// The lane has done all it was told: nothing may disagree.
    void settled(long nowNs, ClockReading clock) {
        Instant wall = clock.now();
        if (exitActive) causeUntilNs = Math.max(causeUntilNs, nowNs + HELD_NS);
        openings.clear();
        if (riseUnexplained) throw violation("released, and the log does not say why");
        if (stands() && !released) throw violation("stands unlocked by the log, and its strike holds");
        boolean paid = stands() || nowNs <= causeUntilNs || nowNs <= promisedUntilNs + HELD_NS;
        if (released && !paid) throw violation("still released, and nothing in the log says so");
        if (alarm != null && !leafOpen) throw violation(alarm + " stands, and the leaf is closed");
        if (alarm != null && stands()) throw violation(alarm + " stands at a door that stands unlocked");
        lasting("relock", unlock && relockAtMs != null && wall.toEpochMilli() >= relockAtMs, nowNs, LOOK_NS);
        boolean covered = shift != null && believed(clock.trust()) && premises.covers(shift, wall, door);
        lasting("hours that go on", hoursOn && !covered, nowNs, LOOK_NS);
        lasting("hours that do not begin", covered && !firstCard && !hoursOn, nowNs, LOOK_NS);
        boolean alarmDue = leafOpen
                && alarm == null
                && !stands()
                && nowNs - openSinceNs > holdNs + TimeUnit.SECONDS.toNanos(times.extendedOpen() + 1L);
        lasting("a leaf that stands open without an alarm", alarmDue, nowNs, LOOK_NS);
    }

    /// Whether a door unlocks by itself by such a clock.
    private boolean believed(ClockTrust trust) {
        return switch (trust) {
            case TRUSTED -> true;
            case HELD -> door.heldAllows();
            case WRONG -> false;
        };
    }

    /// The picture that others see of the door must be the log's, after a restart as well.
    void compare(DoorView view) {
        Standing standing = view.standing();
        agree("mode", standing.unlock(), unlock);
        agree("lockdown", standing.lockdown(), lockdown);
        agree("hours", standing.hours().on(), hoursOn);
        agree("fire", standing.fire(), fire);
        agree("fire's line", burns && door.fire(), fire);
        agree("strike released", view.strikeReleased(), released);
        agree("leaf open", view.leafOpen(), door.hasLeaf() && leafOpen);
        boolean alarmShown = view.state().equals("forced") || view.state().equals("extended_open");
        agree("alarm", alarmShown, alarm != null);
    }

    private void agree(String what, Object shown, Object told) {
        if (!shown.equals(told)) throw violation(what + " is " + shown + ", and the log says " + told);
    }

    private void lasting(String what, boolean is, long nowNs, long limitNs) {
        if (!is) {
            since.remove(what);
            return;
        }
        long fromNs = since.computeIfAbsent(what, _ -> nowNs);
        if (nowNs - fromNs > limitNs) throw violation(what);
    }

    private Violation violation(String what) {
        return new Violation("channel " + door.id() + " (" + door.kind() + "): " + what);
    }
}
