package dev.lintel.sync.cloud;

import dev.lintel.sync.wire.PersonRow;
import dev.lintel.sync.wire.PersonRow.CredentialRow;
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
/// @param cards of people who do not carry their own
/// @param reservations those that have not ended
/// @param here who stands at this box
record View(
        Known.Facts facts,
        Map<Long, Known.CredentialType> types,
        Map<String, Known.CredentialType> slugs,
        Set<Long> valueless,
        Cards cards,
        Reservations reservations,
        Here here) {

    /// People as this box has them of the service.
    interface Here {
        /// Null: not here, or not the service's.
        @Nullable
        PersonRow person(long id);
    }

    /// Credentials that are listed beside the people.
    ///
    /// @param listed by person, as they were last let out; null: people carry them, or nothing lists them
    /// @param areKept nothing lists them just now: whoever has some of a list here keeps them
    /// @param areOlder who has none of a list has those of the older fields, which do not say what is disabled
    record Cards(@Nullable Map<Long, List<Told>> listed, boolean areKept, boolean areOlder) {
        static final Cards CARRIED = new Cards(null, false, true);
    }

    /// By person, as they were last let out; null: never since the start, so that those that stand here go on.
    ///
    /// @param areGroupsSure false: there may be group reservations that are not told of, so that a group which the
    /// service shows anew may be theirs
    record Reservations(
            @Nullable Map<Long, List<ReservationRow>> channels,
            @Nullable Map<Long, List<GroupReservationRow>> groups,
            boolean areGroupsSure) {
        static final Reservations UNKNOWN = new Reservations(null, null, false);

        /// The same, and maybe more.
        Reservations unsure() {
            return new Reservations(channels, groups, false);
        }

        /// Whose are not as in `older`.
        Set<Long> differing(Reservations older) {
            Set<Long> people = differing(older.channels, channels);
            people.addAll(differing(older.groups, groups));
            return people;
        }

        private static <T> Set<Long> differing(
                @Nullable Map<Long, List<T>> before, @Nullable Map<Long, List<T>> after) {
            Map<Long, List<T>> older = Objects.requireNonNullElse(before, Map.of());
            Map<Long, List<T>> newer = Objects.requireNonNullElse(after, Map.of());
            var people = new HashSet<Long>();
            for (Long id : older.keySet()) if (!Objects.equals(older.get(id), newer.get(id))) people.add(id);
            for (Long id : newer.keySet()) if (!older.containsKey(id)) people.add(id);
            return people;
        }
    }

    /// Who keeps something of what stands here, for the service does not let it out; null: nobody does.
    @Nullable
    PersonRow keeping(long id) {
        boolean isAllTold = reservations.channels != null && reservations.groups != null && reservations.areGroupsSure;
        return isAllTold && !cards.areKept ? null : here.person(id);
    }

    /// Whether `credential` was made of an older field of that person, and not of a list.
    static boolean isOlder(Set<String> slugs, long personId, CredentialRow credential) {
        return slugs.stream().anyMatch(slug -> credential.id() == Json.opaque(personId + "/" + slug));
    }

    View with(Reservations newer) {
        return new View(facts, types, slugs, valueless, cards, newer, here);
    }
}
