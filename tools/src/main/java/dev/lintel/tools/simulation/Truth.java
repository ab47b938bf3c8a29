package dev.lintel.tools.simulation;

import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.ClockTrust;
import dev.lintel.tools.simulation.Premises.Door;
import dev.lintel.tools.simulation.Premises.Role;
import dev.lintel.tools.simulation.Somebody.Reservation;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Who may pass, worked out a second time from what the simulation knows of the place and its people. Shares no code
/// with the box.
final class Truth {
    /// Which of them it is depends on the right that comes closest: the decision's own tests look at it.
    private static final Set<String> WITHOUT_RIGHT =
            Set.of("no_permission", "reservation_expired", "clock", "out_of_hours");

    private final Premises premises;

    Truth(Premises premises) {
        this.premises = premises;
    }

    /// A moment at a reader.
    ///
    /// @param clock as the box reads it
    record At(Door door, String side, ClockReading clock) {
        private boolean believed() {
            return switch (clock.trust()) {
                case TRUSTED -> true;
                case HELD -> door.heldAllows();
                case WRONG -> door.wrongAllows();
            };
        }

        /// Whether somebody leaves whom nothing but their right may keep in.
        boolean freeExit() {
            return door.byBox() && side.equals("exit");
        }

        /// A clock that is not believed keeps nobody in where leaving depends on the box.
        private boolean timeless() {
            return freeExit() && !believed();
        }

        private Instant judged() {
            boolean behind =
                    clock.trust() != ClockTrust.TRUSTED && clock.newest().isAfter(clock.now());
            return behind ? clock.newest() : clock.now();
        }
    }

    /// Why this person may not pass, whatever is shown, in the words of events; empty when they have a right to.
    Set<String> barred(Somebody who, At at) {
        var reasons = new TreeSet<String>();
        if (!who.enabled) reasons.add("person_disabled");
        LocalDate today = at.judged().atZone(premises.accountZone()).toLocalDate();
        if (!at.timeless()) {
            if (who.validFrom != null && today.isBefore(who.validFrom)) reasons.add("person_not_yet_valid");
            if (who.validTo != null && today.isAfter(who.validTo)) reasons.add("person_expired");
        }
        boolean some = at.door.floors().isEmpty()
                ? holds(who, at.door.id(), at)
                : !floors(who, at).isEmpty();
        if (!some) reasons.addAll(WITHOUT_RIGHT);
        return reasons;
    }

    /// The elevator's floors that this person may reach.
    List<Integer> floors(Somebody who, At at) {
        return at.door.floors().stream().filter(floor -> holds(who, floor, at)).toList();
    }

    /// Whether one of the person's rights at that door holds.
    private boolean holds(Somebody who, int door, At at) {
        var roles = new TreeSet<>(who.roles);
        for (int group : who.groups) roles.addAll(premises.groups().get(group - 1));
        for (int id : roles) if (role(id, door, who.dated(), at)) return true;
        Reservation reserved = who.reservation;
        if (reserved == null || !within(reserved, at)) return false;
        if (reserved.channels().contains(door) && (at.timeless() || at.believed())) return true;
        for (int group : reserved.groups()) {
            for (int id : premises.groups().get(group - 1)) if (role(id, door, true, at)) return true;
        }
        return false;
    }

    private static boolean within(Reservation reserved, At at) {
        long nowMs = at.judged().toEpochMilli();
        return at.timeless() || (nowMs >= reserved.fromMs() && nowMs < reserved.untilMs());
    }

    /// `limited`: a date or a reservation bounds it in time, whatever the role says.
    private boolean role(int id, int door, boolean limited, At at) {
        Role role = premises.roles().get(id - 1);
        if (!role.channels().contains(door)) return false;
        Integer shift = role.shift();
        if (at.timeless()) return true;
        if (!at.believed()) return shift == null && !limited;
        return shift == null || premises.covers(shift, at.clock.now(), premises.door(door));
    }
}
