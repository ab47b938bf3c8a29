package dev.lintel.controller.reference;

import java.time.Instant;
import java.util.List;
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
/// @param unseen the doors that people can pass unseen
/// @param admissions the latest answers at doors, in their order
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
        Unseen unseen,
        List<Admission> admissions,
        int threat) {
    Case withoutAdmissions() {
        return with(unseen, List.of());
    }

    Case withoutEvacuation() {
        return with(new Unseen(unseen.burning, Set.of(), unseen.open), admissions);
    }

    private Case with(Unseen doors, List<Admission> latest) {
        return new Case(
                channel, exit, shown, second, lockdown, tampered, egress, unlock, rests, trust, now, newest, silent,
                doors, latest, threat);
    }

    /// @param burning doors that a fire input releases
    /// @param evacuated doors that an evacuation unlocks
    /// @param open doors that their hours unlock
    record Unseen(Set<Long> burning, Set<Long> evacuated, Set<Long> open) {}

    /// A person who was admitted at a reader, and what happened next.
    ///
    /// @param at of the event
    record Admission(long person, long channel, boolean exit, Instant at, Outcome outcome) {}

    /// What followed the decision to admit a person.
    enum Outcome {
        /// The door has not answered yet.
        OPEN,
        /// The door has not answered, and will not: it began again.
        LOST,
        /// The door has refused the person.
        REFUSED,
        /// The strike is released, and nobody has opened the door yet.
        RELEASED,
        /// The strike has relocked, and nobody has opened the door.
        UNUSED
    }

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
