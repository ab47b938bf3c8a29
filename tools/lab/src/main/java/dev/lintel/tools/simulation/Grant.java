package dev.lintel.tools.simulation;

import dev.lintel.tools.simulation.Premises.Role;
import dev.lintel.tools.simulation.Somebody.Reservation;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What lets somebody pass, as events name it. Immutable.
///
/// @param role null where channels are reserved
/// @param group that gives the role, or null
/// @param shift that bounds it, or null
/// @param reservation null for what is none
/// @param kind what is reserved: `channel`, `group`, or null
record Grant(
        @Nullable Object role,
        @Nullable Object group,
        @Nullable Object shift,
        @Nullable Object reservation,
        @Nullable Object kind) {

    /// What an event names; all null when it names nothing.
    static Grant named(Map<String, Object> trace) {
        return new Grant(
                trace.get("role_id"),
                trace.get("group_id"),
                trace.get("shift_id"),
                trace.get("reservation_id"),
                trace.get("reservation"));
    }

    /// `group` gives it, unless null; `by` is the reservation that makes the person its member, or null.
    static Grant of(int id, Role role, @Nullable Integer group, @Nullable Reservation by) {
        return new Grant(wide(id), wide(group), wide(role.shift()), number(by), by == null ? null : "group");
    }

    static Grant of(Reservation channels) {
        return new Grant(null, null, null, number(channels), "channel");
    }

    private static @Nullable Long number(@Nullable Reservation reserved) {
        return reserved == null ? null : (Long) reserved.id();
    }

    private static @Nullable Long wide(@Nullable Integer id) {
        return id == null ? null : (Long) (long) id;
    }

    /// Whether it holds at any time.
    boolean unlimited() {
        return shift == null && reservation == null;
    }
}
