package dev.lintel.sync.cloud;

import dev.lintel.sync.wire.PersonRow.GroupReservationRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Tells a person's own groups from those that a group reservation gives them for now: the API shows both as
/// one list. A group that a running reservation gives counts as the reservation's, so that it ends with it even
/// when the service is away then, unless the person was seen in it while no reservation ran. One thread.
final class Memberships {
    /// The service shows a group a little before or after, as its jobs run and as far as its clock is known
    /// here.
    private static final long SLACK_MS = 60_000;

    /// Of those who have reservations; who has none needs no memory.
    private final Map<Long, Set<Long>> own = new HashMap<>();

    /// @param shown as the service shows them
    /// @param reservations all of this person's
    /// @param nowMs the service's clock
    List<Long> own(long personId, List<Long> shown, List<GroupReservationRow> reservations, long nowMs) {
        if (reservations.isEmpty()) {
            own.remove(personId);
            return shown;
        }
        var given = new HashSet<Long>();
        for (GroupReservationRow one : reservations) {
            if (one.startMs() - SLACK_MS <= nowMs && nowMs < one.endMs() + SLACK_MS) given.addAll(one.groups());
        }
        Set<Long> before = own.getOrDefault(personId, Set.of());
        var list = new ArrayList<Long>();
        for (long group : shown) if (!given.contains(group) || before.contains(group)) list.add(group);
        own.put(personId, Set.copyOf(list));
        return list;
    }
}
