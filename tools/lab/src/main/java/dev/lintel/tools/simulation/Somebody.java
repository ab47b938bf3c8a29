package dev.lintel.tools.simulation;

import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A person as the simulation knows them.
final class Somebody {
    final long id;
    final long card;
    final @Nullable String pin;
    final @Nullable String secondPin;
    final boolean extended;
    final boolean responder;
    final Set<Integer> roles; // those they have now
    final Set<Integer> groups;
    final @Nullable Reservation reservation;
    boolean enabled = true;
    boolean cardActive = true;
    CardLimits limits = CardLimits.NONE; // of the card

    @Nullable
    LocalDate validFrom;

    @Nullable
    LocalDate validTo;

    /// Of channels, or of groups.
    ///
    /// @param id no two have the same
    /// @param fromMs milliseconds since 1970; `untilMs` is the first that is no longer covered
    record Reservation(long id, List<Integer> channels, List<Integer> groups, long fromMs, long untilMs) {}

    /// What never changes of a person.
    record Fixed(
            long id,
            long card,
            @Nullable String pin,
            @Nullable String secondPin,
            boolean extended,
            boolean responder,
            Set<Integer> roles,
            Set<Integer> groups,
            @Nullable Reservation reservation) {}

    Somebody(Fixed fixed) {
        this.id = fixed.id;
        this.card = fixed.card;
        this.pin = fixed.pin;
        this.secondPin = fixed.secondPin;
        this.extended = fixed.extended;
        this.responder = fixed.responder;
        this.roles = new TreeSet<>(fixed.roles);
        this.groups = fixed.groups;
        this.reservation = fixed.reservation;
    }

    /// The PIN that is asked for as a second factor, or null.
    @Nullable
    String factor() {
        return secondPin != null ? secondPin : pin;
    }

    boolean dated() {
        return validFrom != null || validTo != null;
    }
}
