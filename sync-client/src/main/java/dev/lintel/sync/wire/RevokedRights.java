package dev.lintel.sync.wire;

import dev.lintel.sync.wire.PersonRow.CredentialRow;
import dev.lintel.sync.wire.PersonRow.GroupReservationRow;
import dev.lintel.sync.wire.PersonRow.ReservationRow;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Rights of one person that a restored hub gives again and that a box keeps revoked. The box computes and reports
/// them; the hub denies them at its own doors and at boxes that do not know of the revocation. A reservation of which
/// only a part was revoked, and a credential that got limits, is denied as a whole. Immutable, no I/O.
///
/// @param credentials ids
/// @param groups ids
/// @param roles ids
/// @param reservations ids
/// @param groupReservations ids
/// @param validFrom the later first day (ISO date) that counts; null: not changed
/// @param validTo the earlier last day (ISO date) that counts; null: not changed
/// @param extendedUnlock the person lost the longer unlock time
/// @param firstResponder the person is no first responder any more
public record RevokedRights(
        long person,
        List<Long> credentials,
        List<Long> groups,
        List<Long> roles,
        List<Long> reservations,
        List<Long> groupReservations,
        @Nullable String validFrom,
        @Nullable String validTo,
        boolean extendedUnlock,
        boolean firstResponder) {
    private static final int DATE_CHARS = 10;

    public RevokedRights {
        credentials = List.copyOf(credentials);
        groups = List.copyOf(groups);
        roles = List.copyOf(roles);
        reservations = List.copyOf(reservations);
        groupReservations = List.copyOf(groupReservations);
    }

    /// Of a person who lost nothing.
    public static RevokedRights nothing(long person) {
        return new RevokedRights(
                person, List.of(), List.of(), List.of(), List.of(), List.of(), null, null, false, false);
    }

    /// What `sent` gives and `kept` does not.
    public static RevokedRights between(PersonRow sent, PersonRow kept) {
        Map<Long, CredentialRow> credentials =
                kept.credentials().stream().collect(Collectors.toMap(CredentialRow::id, Function.identity()));
        return new RevokedRights(
                sent.id(),
                ids(sent.credentials(), CredentialRow::id, one -> !isSame(one, credentials.get(one.id()))),
                missing(sent.groups(), kept.groups()),
                missing(sent.roles(), kept.roles()),
                ids(
                        sent.reservations(),
                        ReservationRow::id,
                        one -> kept.reservations().stream().noneMatch(other -> isSame(one, other))),
                ids(
                        sent.groupReservations(),
                        GroupReservationRow::id,
                        one -> kept.groupReservations().stream().noneMatch(other -> isSame(one, other))),
                changed(sent.validFrom(), kept.validFrom()),
                changed(sent.validTo(), kept.validTo()),
                sent.extendedUnlock() && !kept.extendedUnlock(),
                sent.firstResponder() && !kept.firstResponder());
    }

    private static boolean isSame(CredentialRow one, @Nullable CredentialRow other) {
        return other != null
                && one.status().equals(other.status())
                && one.limits().equals(other.limits());
    }

    private static boolean isSame(ReservationRow one, ReservationRow other) {
        return one.id() == other.id()
                && one.startMs() == other.startMs()
                && one.endMs() == other.endMs()
                && one.channels().equals(other.channels());
    }

    private static boolean isSame(GroupReservationRow one, GroupReservationRow other) {
        boolean sameEnd =
                one.endedMs() == null ? other.endedMs() == null : one.endedMs().equals(other.endedMs());
        return sameEnd
                && one.id() == other.id()
                && one.startMs() == other.startMs()
                && one.endMs() == other.endMs()
                && one.groups().equals(other.groups());
    }

    private static @Nullable String changed(@Nullable String sent, @Nullable String kept) {
        return kept == null || kept.equals(sent) ? null : kept;
    }

    private static List<Long> missing(List<Long> sent, List<Long> kept) {
        Set<Long> here = new HashSet<>(kept);
        return sent.stream().filter(id -> !here.contains(id)).toList();
    }

    private static <T> List<Long> ids(List<T> rows, ToLongFunction<T> id, Predicate<T> revoked) {
        return rows.stream()
                .filter(revoked)
                .mapToLong(id)
                .distinct()
                .sorted()
                .boxed()
                .toList();
    }

    public boolean isNothing() {
        return credentials.isEmpty()
                && groups.isEmpty()
                && roles.isEmpty()
                && reservations.isEmpty()
                && groupReservations.isEmpty()
                && validFrom == null
                && validTo == null
                && !extendedUnlock
                && !firstResponder;
    }

    /// Only rights that `row` gives: a box that was stolen cannot name those of other boxes or people.
    public RevokedRights within(PersonRow row) {
        return new RevokedRights(
                person,
                ids(
                        row.credentials(),
                        CredentialRow::id,
                        one -> one.status().equals("active") && credentials.contains(one.id())),
                row.groups().stream().filter(groups::contains).toList(),
                row.roles().stream().filter(roles::contains).toList(),
                ids(row.reservations(), ReservationRow::id, one -> reservations.contains(one.id())),
                ids(row.groupReservations(), GroupReservationRow::id, one -> groupReservations.contains(one.id())),
                later(row.validFrom(), validFrom),
                earlier(row.validTo(), validTo),
                extendedUnlock && row.extendedUnlock(),
                firstResponder && row.firstResponder());
    }

    /// `day`, where it is later than `here`; else null.
    private static @Nullable String later(@Nullable String here, @Nullable String day) {
        return day != null && (here == null || here.compareTo(day) < 0) ? day : null;
    }

    /// `day`, where it is earlier than `here`; else null.
    private static @Nullable String earlier(@Nullable String here, @Nullable String day) {
        return day != null && (here == null || here.compareTo(day) > 0) ? day : null;
    }

    /// These rights and those of `other`, which are of the same person.
    public RevokedRights and(RevokedRights other) {
        String from = later(validFrom, other.validFrom);
        String to = earlier(validTo, other.validTo);
        return new RevokedRights(
                person,
                union(credentials, other.credentials),
                union(groups, other.groups),
                union(roles, other.roles),
                union(reservations, other.reservations),
                union(groupReservations, other.groupReservations),
                from == null ? validFrom : from,
                to == null ? validTo : to,
                extendedUnlock || other.extendedUnlock,
                firstResponder || other.firstResponder);
    }

    /// These rights but those of `other`.
    public RevokedRights without(RevokedRights other) {
        return new RevokedRights(
                person,
                missing(credentials, other.credentials),
                missing(groups, other.groups),
                missing(roles, other.roles),
                missing(reservations, other.reservations),
                missing(groupReservations, other.groupReservations),
                later(other.validFrom, validFrom),
                earlier(other.validTo, validTo),
                extendedUnlock && !other.extendedUnlock,
                firstResponder && !other.firstResponder);
    }

    private static List<Long> union(List<Long> one, List<Long> other) {
        return Stream.concat(one.stream(), other.stream()).distinct().sorted().toList();
    }

    /// `row` without these rights.
    public PersonRow removedFrom(PersonRow row) {
        return new PersonRow(
                row.id(),
                row.texts(),
                row.enabled(),
                later(row.validFrom(), validFrom) == null ? row.validFrom() : validFrom,
                earlier(row.validTo(), validTo) == null ? row.validTo() : validTo,
                row.extendedUnlock() && !extendedUnlock,
                row.firstResponder() && !firstResponder,
                row.image(),
                row.stamps(),
                missing(row.groups(), groups),
                missing(row.roles(), roles),
                without(row.credentials(), CredentialRow::id, credentials),
                without(row.reservations(), ReservationRow::id, reservations),
                without(row.groupReservations(), GroupReservationRow::id, groupReservations));
    }

    private static <T> List<T> without(List<T> rows, ToLongFunction<T> id, List<Long> revoked) {
        return rows.stream()
                .filter(one -> !revoked.contains(id.applyAsLong(one)))
                .toList();
    }

    /// As [#parse(String)] reads it.
    public String toJson() {
        return Tree.write(map());
    }

    /// Throws [WireException].
    public static RevokedRights parse(String json) {
        return read(Tree.parse(json));
    }

    Map<String, Object> map() {
        return new Fields()
                .with("person", person)
                .with("credentials", credentials)
                .with("groups", groups)
                .with("roles", roles)
                .with("reservations", reservations)
                .with("group_reservations", groupReservations)
                .with("valid_from", validFrom)
                .with("valid_to", validTo)
                .with("extended_unlock", extendedUnlock)
                .with("first_responder", firstResponder)
                .map();
    }

    static RevokedRights read(Tree tree) {
        return new RevokedRights(
                tree.number("person"),
                tree.numbers("credentials"),
                tree.numbers("groups"),
                tree.numbers("roles"),
                tree.numbers("reservations"),
                tree.numbers("group_reservations"),
                day(tree, "valid_from"),
                day(tree, "valid_to"),
                tree.flag("extended_unlock"),
                tree.flag("first_responder"));
    }

    /// A decision reads it: it has to be a date.
    private static @Nullable String day(Tree tree, String name) {
        String text = tree.nullableText(name);
        if (text == null) return null;
        try {
            if (text.length() == DATE_CHARS) return LocalDate.parse(text).toString();
        } catch (DateTimeException e) { // as below
            throw new WireException(name + " must be a date", e);
        }
        throw new WireException(name + " must be a date");
    }
}
