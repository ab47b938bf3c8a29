package dev.lintel.controller.time;

/// How far the wall clock is to be believed.
public enum ClockTrust {
    /// Synchronised, kept by a battery, or set by a person.
    TRUSTED,
    /// Restored after a power cut: behind by as long as that took, and nothing has confirmed it yet.
    HELD,
    /// Certainly wrong: earlier than the newest event or than this program.
    WRONG
}
