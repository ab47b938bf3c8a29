package dev.lintel.controller.door;

import dev.lintel.controller.door.DoorTimes.Relock;

/// The delay of a motor lock, and when a mode, hours, an evacuation or fire last unlocked its door. An opening is
/// reported late where the lane was stuck: whether only the delay kept the strike released depends on the time of the
/// opening, not on what the lane has done since. For [DoorBody], on the door lane. Times are monotonic.
final class RelockDelay {
    private static final long NEVER = Long.MIN_VALUE;
    private static final long UNLOCKED = Long.MAX_VALUE;

    private long untilNs = NEVER; // the end of the delay
    private long unlockedNs = NEVER; // when the door was unlocked last
    private long lockedNs = NEVER; // when the lane ended that; UNLOCKED until then
    private long burnsToNs = NEVER; // the assumed end of a fire that is over, until the lane knows the real end
    private long lockedBeforeNs = NEVER; // `lockedNs` before that fire

    /// A person who may pass opened the leaf at `atNs`.
    ///
    /// @param unlockedNow whether a mode, hours, an evacuation or fire unlocks the door now
    void opened(long atNs, DoorTimes times, boolean unlockedNow) {
        if (unlockedNow && wasUnlocked(atNs)) return;
        boolean delays = times.relock() == Relock.OPEN && times.relockDelayNs() > 0;
        untilNs = delays ? atNs + times.relockDelayNs() : NEVER;
    }

    /// The leaf closed at `atNs`, which relocks a door with `relock: close`.
    ///
    /// @param unlock whether an unlock of a person or an exit releases the strike
    /// @param unlockedNow as in [#opened]
    void closed(long atNs, DoorTimes times, boolean unlock, boolean unlockedNow) {
        if (times.relock() != Relock.CLOSE) return;
        boolean released = unlock || (unlockedNow && !wasUnlocked(atNs));
        untilNs = released && times.holdsWhileOpen() ? atNs + times.relockDelayNs() : NEVER;
    }

    /// The door restarts at `atNs`. Before that anything may have released the strike: a lock without current, too.
    void restarts(long atNs) {
        untilNs = NEVER;
        unlockedNs = NEVER;
        lockedNs = Math.max(lockedNs, atNs);
    }

    /// The lane carries out at `atNs` that a mode, hours, an evacuation or fire unlocks the door, or that none does.
    void follow(boolean unlocked, long atNs) {
        if (unlocked) {
            untilNs = Math.min(untilNs, atNs); // openings of before are still to be judged
            unlocked(atNs, UNLOCKED);
        } else if (lockedNs == UNLOCKED) {
            lockedNs = atNs;
        }
    }

    /// The door was unlocked from `fromNs` to `toNs`. Two such times that follow each other are one.
    private void unlocked(long fromNs, long toNs) {
        if (lockedNs < fromNs - DoorBody.CONTACT_LAG_NS) unlockedNs = fromNs;
        lockedNs = Math.max(lockedNs, toNs);
    }

    /// The lane gets the report of a fire at `nowNs`. It began at `fromNs`, and may be over: the next report says so.
    void burns(long fromNs, long nowNs) {
        lockedBeforeNs = lockedNs;
        unlocked(fromNs, nowNs);
        burnsToNs = lockedNs;
    }

    /// The fire that the lane has noticed by a look began at `atNs`.
    void burntSince(long atNs) {
        boolean later = lockedNs == UNLOCKED && lockedBeforeNs < atNs - DoorBody.CONTACT_LAG_NS;
        if (later) unlockedNs = Math.min(unlockedNs, atNs);
    }

    /// The fire of the last [#burns] was over at `atNs`.
    void burntTo(long atNs) {
        if (lockedNs == burnsToNs && lockedNs != UNLOCKED) lockedNs = Math.max(lockedBeforeNs, atNs);
        burnsToNs = NEVER;
    }

    /// Whether the delay ran at `atNs`, and nothing unlocked the door then: the contact may lag.
    boolean runsAlone(long atNs) {
        boolean runs = untilNs != NEVER && atNs <= untilNs + DoorBody.CONTACT_LAG_NS;
        boolean unlocked = atNs >= unlockedNs && atNs - DoorBody.CONTACT_LAG_NS <= lockedNs;
        return runs && !unlocked;
    }

    /// Whether a mode, hours, an evacuation or fire certainly unlocked the door at `atNs`.
    private boolean wasUnlocked(long atNs) {
        return unlockedNs != NEVER && atNs >= unlockedNs && atNs <= lockedNs;
    }
}
