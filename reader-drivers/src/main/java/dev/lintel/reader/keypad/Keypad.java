package dev.lintel.reader.keypad;

import dev.lintel.reader.CardBits;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/// How a keypad puts keys into Wiegand frames: each key at once ([BurstKeypad]), or a whole entry when `#` is
/// pressed ([BufferedKeypad]). Immutable; any thread. Which way a keypad uses is told by configuration, never
/// guessed: some are each other's mirror image, and some look like cards.
public sealed interface Keypad permits BurstKeypad, BufferedKeypad {
    /// What one frame is on the line of a reader with this keypad.
    sealed interface Frame {
        /// Keys, in order: `0`-`9`, `*` or `#`. An entry that came whole ends with `#`.
        record Keys(String keys) implements Frame {
            /// Keys may be a PIN.
            @Override
            public String toString() {
                return "Keys[" + keys.length() + "]";
            }
        }

        /// As long as a key's frame, but no key: a lost or a wrong bit.
        record NoKey() implements Frame {}

        /// Nothing of the keypad's.
        record Card() implements Frame {}
    }

    /// Its name in configuration, in lower case.
    String name();

    /// Whether it keeps the digits to itself until the entry is whole.
    boolean buffered();

    Frame read(CardBits frame);

    /// What such a keypad sends when `typed` is pressed on it. Throws `IllegalArgumentException` when it has no such
    /// key or cannot send such an entry.
    List<CardBits> frames(String typed);

    /// The keypad of that name, any case, for facility 0 where it matters. Throws `IllegalArgumentException` naming
    /// the known ones.
    static Keypad of(String name) {
        return of(name, 0, 0);
    }

    /// The keypad of that name, any case.
    ///
    /// Throws `IllegalArgumentException` in words when there is none, or when `facility` or `digits` will not do.
    ///
    /// @param facility what a `keypad26_fc` sends before the PIN, 0 to 254; others have none
    /// @param digits how many a `hid_buffered_…` sends at once; others do not need it
    static Keypad of(String name, int facility, int digits) {
        String lower = name.toLowerCase(Locale.ROOT);
        Keypad burst = BurstKeypad.SHIPPED.get(lower);
        if (burst != null) return burst;
        for (BufferedKeypad.Kind kind : BufferedKeypad.Kind.values()) {
            if (kind.word().equals(lower)) return new BufferedKeypad(kind, facility, digits);
        }
        throw new IllegalArgumentException("unknown keypad '" + name + "'; known are " + String.join(", ", names()));
    }

    /// Names of the known keypads, in lower case.
    static Set<String> names() {
        Set<String> names = new TreeSet<>(BurstKeypad.SHIPPED.keySet());
        for (BufferedKeypad.Kind kind : BufferedKeypad.Kind.values()) names.add(kind.word());
        return names;
    }
}
