package dev.lintel.sync.wire;

import dev.lintel.sync.wire.PersonRow.CredentialRow;
import dev.lintel.sync.wire.PersonRow.GroupReservationRow;
import dev.lintel.sync.wire.PersonRow.ReservationRow;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What somebody may do by two rows that tell of them: only what both allow. Pure.
public final class Narrowing {
    private static final String ACTIVE = "active";

    private Narrowing() {}

    /// `here` without what `told` does not give: nothing is in it that `here` has not. Names and the picture stay
    /// as they are here. Equal to `here` where `told` takes nothing away.
    public static PersonRow of(PersonRow here, PersonRow told) {
        return new PersonRow(
                here.id(),
                here.texts(),
                here.enabled() && told.enabled(),
                later(here.validFrom(), told.validFrom()),
                earlier(here.validTo(), told.validTo()),
                here.extendedUnlock() && told.extendedUnlock(),
                here.firstResponder() && told.firstResponder(),
                here.image(),
                here.stamps(),
                both(here.groups(), told.groups()),
                both(here.roles(), told.roles()),
                pairs(here.credentials(), told.credentials(), CredentialRow::id, Narrowing::credential),
                pairs(here.reservations(), told.reservations(), ReservationRow::id, Narrowing::reservation),
                pairs(
                        here.groupReservations(),
                        told.groupReservations(),
                        GroupReservationRow::id,
                        Narrowing::groupReservation));
    }

    /// ISO dates are in order as texts.
    private static @Nullable String later(@Nullable String one, @Nullable String other) {
        if (one == null || other == null) return one == null ? other : one;
        return one.compareTo(other) >= 0 ? one : other;
    }

    private static @Nullable String earlier(@Nullable String one, @Nullable String other) {
        if (one == null || other == null) return one == null ? other : one;
        return one.compareTo(other) <= 0 ? one : other;
    }

    private static List<Long> both(List<Long> here, List<Long> told) {
        var there = new HashSet<>(told);
        return here.stream().filter(there::contains).toList();
    }

    private interface Pair<T> {
        /// Null: nothing of it is left.
        @Nullable
        T of(T here, T told);
    }

    private static <T> List<T> pairs(List<T> here, List<T> told, ToLongFunction<T> id, Pair<T> narrowed) {
        Map<Long, T> there = told.stream().collect(Collectors.toMap(id::applyAsLong, Function.identity(), (a, _) -> a));
        var left = new ArrayList<T>();
        for (T one : here) {
            T other = there.get(id.applyAsLong(one));
            T narrow = other == null ? null : narrowed.of(one, other);
            if (narrow != null) left.add(narrow);
        }
        return left;
    }

    /// Of another value it is another one.
    private static @Nullable CredentialRow credential(CredentialRow here, CredentialRow told) {
        if (!here.shows(told)) return null;
        boolean stays = told.status().equals(ACTIVE) || !here.status().equals(ACTIVE);
        return new CredentialRow(
                here.id(),
                here.typeId(),
                here.value(),
                here.cardNumber(),
                here.pinNumber(),
                stays ? here.status() : told.status(),
                here.stamps(),
                here.limits().and(told.limits()));
    }

    private static @Nullable ReservationRow reservation(ReservationRow here, ReservationRow told) {
        long from = Math.max(here.startMs(), told.startMs());
        long to = Math.min(here.endMs(), told.endMs());
        List<Long> channels = both(here.channels(), told.channels());
        if (from >= to || channels.isEmpty()) return null;
        return new ReservationRow(here.id(), from, to, channels, here.stamps());
    }

    private static @Nullable GroupReservationRow groupReservation(GroupReservationRow here, GroupReservationRow told) {
        long from = Math.max(here.startMs(), told.startMs());
        long to = Math.min(here.endMs(), told.endMs());
        Long ended = first(here.endedMs(), told.endedMs());
        List<Long> groups = both(here.groups(), told.groups());
        if (from >= to || groups.isEmpty()) return null;
        return new GroupReservationRow(here.id(), from, to, ended, groups, here.stamps());
    }

    private static @Nullable Long first(@Nullable Long one, @Nullable Long other) {
        if (one == null || other == null) return one == null ? other : one;
        return Math.min(one, other);
    }
}
