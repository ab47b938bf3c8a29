package dev.lintel.reader.keypad;

import java.time.Duration;

/// When an entry at a keypad is whole, and when it is void.
///
/// @param digits an entry of that many is sent without `#`; 0: only `#` sends
/// @param pause without a key for that long, an entry is void: the next person must not go on where one left
public record PinRules(int digits, Duration pause) {
    /// Shorter, and nobody can find the next key; longer, and the next person goes on with it.
    public static final Duration PAUSE_MIN = Duration.ofSeconds(1);

    public static final Duration PAUSE_MAX = Duration.ofMinutes(1);

    /// Only `#` sends, within five seconds of the last key. After the bounds, which it is checked against.
    public static final PinRules USUAL = new PinRules(0, Duration.ofSeconds(5));

    /// Throws `IllegalArgumentException` when the digits or the pause are out of range.
    public PinRules {
        if (digits < 0 || digits > PinCollector.DIGITS_MAX) {
            throw new IllegalArgumentException("a PIN has 1 to " + PinCollector.DIGITS_MAX + " digits, not " + digits);
        }
        if (pause.compareTo(PAUSE_MIN) < 0 || pause.compareTo(PAUSE_MAX) > 0) {
            throw new IllegalArgumentException("the pause between keys is 1 s to 60 s, not " + pause);
        }
    }
}
