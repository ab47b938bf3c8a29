package dev.lintel.reader.wiegand;

import java.util.Locale;

/// Something about a reader's wiring that its edges give away.
///
/// @param sentence what was seen, for an installer; it keeps the figures of the moment it was raised
public record WiegandHint(Kind kind, String sentence) {
    /// What it is.
    public enum Kind {
        SWAPPED(true, "exchange the wires of D0 and D1"),
        SILENT_D0(true, "look for a cut or loose wire of D0, and for one line number given twice"),
        SILENT_D1(true, "look for a cut or loose wire of D1, and for one line number given twice"),
        LOW_D0(true, "look for D0 touching ground, a reader without power, or no pull-up"),
        LOW_D1(true, "look for D1 touching ground, a reader without power, or no pull-up"),
        NOISE(
                false,
                "connect the grounds of reader and board, shield the cable, keep it away from the strike's, and use "
                        + "pull-ups of 1 to 10 kΩ"),
        PARITY(false, "check the reader's formats with 'lintel wiegand watch', then the cable");

        private final boolean serious;
        private final String advice;

        Kind(boolean serious, String advice) {
            this.serious = serious;
            this.advice = advice;
        }

        /// Whether no card can be read while it lasts.
        public boolean serious() {
            return serious;
        }

        /// What to do about it.
        public String advice() {
            return advice;
        }

        /// As programs read it: `swapped`, `silent-d0`.
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
