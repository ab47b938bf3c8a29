package dev.lintel.reader.wiegand;

import org.jspecify.annotations.Nullable;

/// What somebody who watches a reader's lines is told of.
public sealed interface WiegandSight {
    /// A burst ended.
    ///
    /// @param outcome what it was taken for
    /// @param keys what was pressed, where it was keys; null for everything else
    record Seen(
            WiegandBurst burst,
            WiegandOutcome outcome,
            @Nullable String keys) implements WiegandSight {
        /// Keys may be a PIN.
        @Override
        public String toString() {
            return keys == null ? "Seen[" + burst + ", " + outcome + "]" : "Seen[" + keys.length() + " keys]";
        }
    }

    /// A hint was raised, or is over.
    record Hinted(WiegandHint hint, boolean raised) implements WiegandSight {}
}
