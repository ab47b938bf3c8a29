package dev.lintel.controller.access;

import dev.lintel.reader.CardNumber;
import org.jspecify.annotations.Nullable;

/// What is known of who stands at the door: what was shown, made into numbers. Immutable.
public sealed interface Evidence {
    /// A card or fob. `number` is null when none of the reader's formats fits its bits.
    record Card(@Nullable CardNumber number) implements Evidence {}

    /// A scanned code. `number` is null when it is none.
    record Code(@Nullable CardNumber number) implements Evidence {}

    /// Digits as typed, 0-9 only. Never logged.
    record Pin(String digits) implements Evidence {
        @Override
        public String toString() {
            return "Pin[****]";
        }
    }

    /// A phone that has proved to be the one that this credential is of.
    record Phone(long credentialId) implements Evidence {}

    /// Nothing was shown: a person might come with whatever is accepted here.
    ///
    /// @param byHand whether an operator admits the person, sees who enters, and so takes the place of others
    record Named(long personId, boolean byHand) implements Evidence {}
}
