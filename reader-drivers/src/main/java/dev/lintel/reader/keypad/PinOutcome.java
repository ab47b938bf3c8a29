package dev.lintel.reader.keypad;

/// What became of the digits at one keypad.
public sealed interface PinOutcome {
    /// `#` after at least one digit. `toString` hides the PIN.
    record Complete(String pin) implements PinOutcome {
        @Override
        public String toString() {
            return "Complete[" + pin.length() + " digits]";
        }
    }

    /// `*` was pressed.
    record Cleared() implements PinOutcome {}

    /// Nothing was pressed for the time-out while digits, or an entry too long, were waiting.
    record TimedOut() implements PinOutcome {}

    /// One digit more than a PIN may have: the whole entry is void, and digits are ignored until it is over.
    record TooLong() implements PinOutcome {}
}
