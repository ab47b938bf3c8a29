package dev.lintel.sync.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.sync.wire.PersonRow.CredentialRow;
import dev.lintel.sync.wire.PersonRow.GroupReservationRow;
import dev.lintel.sync.wire.PersonRow.ReservationRow;
import dev.lintel.sync.wire.PersonRow.Stamps;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Only what two rows both allow.
class NarrowingTest {
    private static final Stamps STAMPS = new Stamps(1, 2);
    private static final PersonRow HERE = person("Ada", true, "2026-01-01", "2026-12-31", List.of(1L, 2L));

    private static PersonRow person(
            String name, boolean on, @Nullable String from, @Nullable String to, List<Long> roles) {
        return new PersonRow(
                7,
                Map.of("first_name", name),
                on,
                from,
                to,
                on,
                on,
                "aa11",
                STAMPS,
                roles,
                roles,
                List.of(card(70, 1001, "active"), card(71, 1002, "active"), card(72, 1003, "lost")),
                List.of(new ReservationRow(5, 10, 20, roles, STAMPS)),
                List.of(new GroupReservationRow(6, 10, 20, null, roles, STAMPS)));
    }

    private static CredentialRow card(long id, long number, String status) {
        return new CredentialRow(id, 1, Long.toString(number), number, null, status, STAMPS);
    }

    private static PersonRow with(
            List<CredentialRow> cards, List<ReservationRow> reservations, List<GroupReservationRow> ofGroups) {
        PersonRow row = HERE;
        return new PersonRow(
                7,
                row.texts(),
                true,
                row.validFrom(),
                row.validTo(),
                true,
                true,
                null,
                new Stamps(8, 9),
                row.groups(),
                row.roles(),
                cards,
                reservations,
                ofGroups);
    }

    @Test
    void whatTakesNothingAwayChangesNothing() {
        assertThat(Narrowing.of(HERE, HERE)).isEqualTo(HERE);
        PersonRow more = person("Other", true, null, "2027-12-31", List.of(1L, 2L, 3L));
        assertThat(Narrowing.of(HERE, more)).isEqualTo(HERE);
    }

    @Test
    void daysRolesGroupsAndFlagsAreThoseOfBoth() {
        PersonRow less = Narrowing.of(HERE, person("Other", false, "2026-03-01", "2026-06-30", List.of(2L, 3L)));
        assertThat(less.enabled()).isFalse();
        assertThat(less.extendedUnlock()).isFalse();
        assertThat(less.firstResponder()).isFalse();
        assertThat(less.validFrom()).isEqualTo("2026-03-01");
        assertThat(less.validTo()).isEqualTo("2026-06-30");
        assertThat(less.roles()).containsExactly(2L);
        assertThat(less.groups()).containsExactly(2L);
        assertThat(less.texts()).containsEntry("first_name", "Ada");
        assertThat(less.image()).isEqualTo("aa11");
        PersonRow open = person("Ada", true, null, null, List.of(1L));
        assertThat(Narrowing.of(open, HERE).validFrom()).isEqualTo("2026-01-01");
        assertThat(Narrowing.of(open, HERE).validTo()).isEqualTo("2026-12-31");
        assertThat(Narrowing.of(HERE, open).validTo()).isEqualTo("2026-12-31");
    }

    @Test
    void cardsAreThoseThatBothHaveAndActiveWhereBothAre() {
        var told = List.of(
                card(70, 1001, "lost"), card(71, 9999, "active"), card(72, 1003, "active"), card(73, 1, "active"));
        PersonRow less = Narrowing.of(HERE, with(told, List.of(), List.of()));
        assertThat(less.credentials()).containsExactly(card(70, 1001, "lost"), card(72, 1003, "lost"));
    }

    private static CredentialRow limited(CredentialLimits limits) {
        return new CredentialRow(70, 1, "1001", 1001L, null, "active", STAMPS, limits);
    }

    private static CredentialLimits narrowed(CredentialLimits here, CredentialLimits told) {
        PersonRow less = Narrowing.of(
                with(List.of(limited(here)), List.of(), List.of()), with(List.of(limited(told)), List.of(), List.of()));
        return less.credentials().getFirst().limits();
    }

    @Test
    void limits_areTheNarrowerOnes() {
        var here = new CredentialLimits(10L, 90L, "2026-03-04", "2026-03-05", 9L, 5L, 30L, 5L);
        var told = new CredentialLimits(20L, 80L, "2026-03-10", null, 3L, 7L, 60L, 7L);
        var both = new CredentialLimits(20L, 80L, "2026-03-04", null, 3L, 7L, 30L, 5L);
        assertThat(narrowed(here, told)).isEqualTo(both);
        assertThat(narrowed(told, here)).isEqualTo(both);
        assertThat(narrowed(CredentialLimits.NONE, told)).isEqualTo(told);
        assertThat(narrowed(here, CredentialLimits.NONE)).isEqualTo(here);
        assertThat(narrowed(here, here)).isEqualTo(here);
    }

    /// A hub that was restored from a backup knows nothing of limits that came later: it may give the card no more.
    @Test
    void limitsThatOneRowLacks_areReportedAsTheCardsRevocation() {
        PersonRow plain = with(List.of(limited(CredentialLimits.NONE)), List.of(), List.of());
        var until = new CredentialLimits(null, 90L, null, null, null, null, null, null);
        PersonRow kept = Narrowing.of(with(List.of(limited(until)), List.of(), List.of()), plain);
        assertThat(RevokedRights.between(plain, kept).credentials()).containsExactly(70L);
        assertThat(RevokedRights.between(kept, kept).isNothing()).isTrue();
    }

    @Test
    void reservationsAreThoseOfBothForTheTimeAndThePlacesOfBoth() {
        PersonRow less = Narrowing.of(
                HERE,
                with(
                        List.of(),
                        List.of(
                                new ReservationRow(5, 15, 30, List.of(2L, 3L), STAMPS),
                                new ReservationRow(9, 1, 99, List.of(1L), STAMPS)),
                        List.of(new GroupReservationRow(6, 0, 18, 17L, List.of(1L), STAMPS))));
        assertThat(less.reservations()).containsExactly(new ReservationRow(5, 15, 20, List.of(2L), STAMPS));
        assertThat(less.groupReservations())
                .containsExactly(new GroupReservationRow(6, 10, 18, 17L, List.of(1L), STAMPS));
        PersonRow none = Narrowing.of(
                HERE,
                with(
                        List.of(),
                        List.of(new ReservationRow(5, 20, 30, List.of(1L), STAMPS)),
                        List.of(new GroupReservationRow(6, 10, 20, null, List.of(9L), STAMPS))));
        assertThat(none.reservations()).isEmpty();
        assertThat(none.groupReservations()).isEmpty();
    }
}
