package dev.lintel.controller.reference;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One question. Immutable.
///
/// @param shown first, or alone
/// @param second the second factor, or null
/// @param egress whether leaving depends on the box
/// @param rests whether the keypad does
/// @param trust `trusted`, `held` or `wrong`
/// @param newest when the newest event happened
/// @param burning doors that fire releases
/// @param open doors that their hours unlock
/// @param silent seconds since the last contact with the hub; null where none is followed
/// @param threat the threat level of the channel's site
record Case(
        long channel,
        boolean exit,
        Shown shown,
        @Nullable Shown second,
        boolean lockdown,
        boolean tampered,
        boolean egress,
        boolean unlock,
        boolean rests,
        String trust,
        Instant now,
        Instant newest,
        @Nullable Long silent,
        Set<Long> burning,
        Set<Long> open,
        int threat) {
    sealed interface Shown {}

    /// `number` is null where no format fits, and -1 where the bits give too large a one.
    record Card(@Nullable Long number) implements Shown {}

    /// A scanned code; null where it is no number.
    record Code(@Nullable Long number) implements Shown {}

    record Pin(String digits) implements Shown {}

    /// A phone, by the id of its credential.
    record Phone(long credential) implements Shown {}

    /// Nothing: somebody asks what the person might do.
    record Named(long person) implements Shown {}
}
