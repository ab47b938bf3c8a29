package dev.lintel.controller.door;

import dev.lintel.controller.door.Unlock.Exit;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/// The openings of a secured door that its exits excuse: a person leaves by the handle, so nobody forced the leaf. The
/// door lane only.
final class ExitExcuses {
    /// An exit that is active excuses openings for this time after it became active. A motion sensor that stays
    /// active while several people leave one after the other must not raise a false alarm; a switch that is stuck
    /// or held must not keep a forced leaf from being reported for longer.
    static final long ACTIVE_NS_MAX = TimeUnit.SECONDS.toNanos(30);
    /// An exit that is not active any more excuses one opening within the unlock time of the door, and within
    /// this time at most: a person who has used the handle opens the leaf within seconds.
    static final long INACTIVE_NS_MAX = TimeUnit.SECONDS.toNanos(10);

    private static final long NEVER = Long.MIN_VALUE;

    private final DoorParts parts;
    private final HeldExits held;
    private long handleNs; // when an exit became active last that does not release the strike
    private final Map<Exit, Long> releasingNs = new EnumMap<>(Exit.class); // the same of those that do
    private long pressedNs = NEVER; // the latest of both since the start
    private long excuseNs = NEVER; // when the exit became active that excuses one opening
    private long excusedUntilNs = NEVER;
    private boolean byHandle; // that exit does not release the strike
    private long openedNs = NEVER; // the leaf, last
    private boolean open;

    /// An exit that is active at `nowNs`, the start of the door, counts as one that becomes active then.
    ExitExcuses(DoorParts parts, HeldExits held, long nowNs) {
        this.parts = parts;
        this.held = held;
        this.handleNs = nowNs;
        for (Exit exit : Exit.values()) releasingNs.put(exit, nowNs);
    }

    /// An exit became active that does not release the strike.
    void handle(long atNs) {
        handleNs = Math.max(handleNs, atNs);
        pressedNs = Math.max(pressedNs, atNs);
    }

    /// An exit became active that releases the strike.
    void releasing(Exit exit, long atNs) {
        releasingNs.merge(exit, atNs, Math::max);
        pressedNs = Math.max(pressedNs, atNs);
    }

    /// The person of the exit that became active at `atNs` may open the leaf once, within `unlockNs`. Not a person who
    /// has opened it already, also where the contact was before the exit.
    ///
    /// @param handle whether the exit does not release the strike
    void allowOne(long atNs, boolean handle, long unlockNs, long forcedDelayNs) {
        if (openedNs >= (open ? atNs - forcedDelayNs : atNs)) return;
        byHandle = handle || (byHandle && atNs <= excusedUntilNs);
        excuseNs = Math.max(excuseNs, atNs);
        excusedUntilNs = Math.max(excusedUntilNs, atNs + Math.min(unlockNs, INACTIVE_NS_MAX));
    }

    void closed() {
        open = false;
    }

    /// Whether a person leaves by an opening at that time. An exit that is active and has released the strike for
    /// another person before lets the next one leave, too.
    boolean excuses(long atNs, long forcedDelayNs) {
        // The exit was heard of before the leaf that it explains.
        boolean explained = pressedNs >= atNs && pressedNs - atNs <= forcedDelayNs;
        return mayNeedNoUnlock(atNs) || explained;
    }

    /// Whether a person certainly leaves then: an exit is active that excuses openings, or a handle was just used. An
    /// exit that became active at an open leaf may have been a motion sensor that saw a person enter.
    boolean isLeaving(long atNs) {
        return isActive(atNs) || (byHandle && atNs <= excusedUntilNs);
    }

    private boolean isActive(long atNs) {
        return isHandleActive(atNs) || isReleasing(Exit.REX, atNs) || isReleasing(Exit.AUX, atNs);
    }

    private boolean isReleasing(Exit exit, long atNs) {
        return held.isUsed(exit) && atNs - Objects.requireNonNull(releasingNs.get(exit)) < ACTIVE_NS_MAX;
    }

    private boolean isHandleActive(long atNs) {
        return atNs - handleNs < ACTIVE_NS_MAX && parts.inputs().leaving().getAsBoolean();
    }

    /// Whether a person who needs no unlock may open the leaf then: by a handle, or one of several who leave by an exit
    /// that is used up. To be asked before [#opened].
    boolean mayNeedNoUnlock(long atNs) {
        return isActive(atNs) || atNs <= excusedUntilNs;
    }

    /// The leaf opened then, by any person: the excuse of an exit from before is used up.
    void opened(long atNs, long forcedDelayNs) {
        openedNs = atNs;
        open = true;
        if (excuseNs <= atNs + forcedDelayNs) excusedUntilNs = NEVER;
    }
}
