package dev.lintel.sync.cloud;

import dev.lintel.sync.wire.PersonRow.GroupReservationRow;
import dev.lintel.sync.wire.PersonRow.ReservationRow;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What has to be known beside a person's own JSON to tell what they may: as it was last listed. The poller's
/// thread, which keeps `credentials` up to date in place; the rest is immutable.
///
/// @param facts of this box
/// @param types the service's ids of credential types and what they are here; without those that are nothing
/// here
/// @param slugs as `types`, by slug
/// @param valueless the service's types of mobile credentials, whose numbers it does not tell
/// @param credentials by person, where people do not carry their own; null: they do, or nothing lists them
/// @param reservations those that have not ended
record View(
        Known.Facts facts,
        Map<Long, Known.CredentialType> types,
        Map<String, Known.CredentialType> slugs,
        Set<Long> valueless,
        @Nullable Map<Long, List<Told>> credentials,
        Reservations reservations) {

    /// By person.
    record Reservations(Map<Long, List<ReservationRow>> channels, Map<Long, List<GroupReservationRow>> groups) {
        static final Reservations NONE = new Reservations(Map.of(), Map.of());

        /// Whose are not as in `older`.
        Set<Long> differing(Reservations older) {
            Set<Long> people = differing(older.channels, channels);
            people.addAll(differing(older.groups, groups));
            return people;
        }

        private static <T> Set<Long> differing(Map<Long, List<T>> older, Map<Long, List<T>> newer) {
            var people = new HashSet<Long>();
            for (Long id : older.keySet()) if (!Objects.equals(older.get(id), newer.get(id))) people.add(id);
            for (Long id : newer.keySet()) if (!older.containsKey(id)) people.add(id);
            return people;
        }
    }

    View with(Reservations newer) {
        return new View(facts, types, slugs, valueless, credentials, newer);
    }
}
