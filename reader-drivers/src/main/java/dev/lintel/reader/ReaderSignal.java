package dev.lintel.reader;

/// What a reader shows the person in front of it. Each driver turns it into its own LED and buzzer commands.
public enum ReaderSignal {
    /// Steady red: the door is secure.
    IDLE,
    /// Green for the unlock time, one short beep.
    ADMITTED,
    /// Red flashing for a moment, three short beeps.
    REJECTED,
    /// Green flashing for a moment, two long beeps: a double tap has unlocked the door.
    TOGGLED_UNLOCKED,
    /// Red flashing for a moment, one long beep: a double tap has locked the door.
    TOGGLED_LOCKED,
    /// Amber flashing: a PIN is awaited.
    WAITING_FOR_PIN,
    /// Amber, going dark for a moment every two seconds: an operator or another person is awaited.
    WAITING_FOR_OTHERS,
    /// Steady green: the door stands unlocked.
    UNLOCKED,
    /// Steady red, flashing slowly: nobody is admitted.
    LOCKDOWN,
    /// A short amber blink every two seconds: nobody answers to a card now.
    OFFLINE,
    /// One short beep; the LED shows what it showed before. A door repeats it while a leaf is open for long.
    PRE_ALARM
}
