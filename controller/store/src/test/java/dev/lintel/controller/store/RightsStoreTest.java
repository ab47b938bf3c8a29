package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.access.Holder;
import dev.lintel.controller.access.Limits;
import dev.lintel.controller.access.Right;
import dev.lintel.controller.access.Rights.SecondPin;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.ReservationStore.Span;
import dev.lintel.controller.time.HandTime;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RightsStoreTest {
    /// More than fit into memory, whatever the heap.
    private static final long UNKNOWN = RightsMemory.BYTES_MAX / 160;

    private static final long TOO_MANY_PEOPLE = RightsMemory.BYTES_MAX / 150;

    private static final String SITE = """
            INSERT INTO account VALUES (1, 'A', 'UTC', 0, 0), (2, 'Test', 'UTC', 0, 0);
            INSERT INTO site VALUES (1, 1, 'S', 'UTC', '', 0, 0);
            INSERT INTO credential_type VALUES (1, 1, 'Card', 'credentials_number', 200, NULL),
                                               (3, 1, 'PIN', 'pin', 10, NULL),
                                               (4, 1, 'Multi-factor PIN', 'mf_pin', 11, NULL);
            INSERT INTO channel (id, account_id, site_id, unit, name, kind, unlock_ms, extended_unlock_ms,
                extended_open_ms, warning_ms, relock, forced, created_at, updated_at)
              VALUES (1, 1, 1, 1, 'Front', 'door', 5000, 15000, 30000, 20000, 'open', 1, 0, 0),
                     (2, 1, 1, 2, 'Back', 'door', 5000, 15000, 30000, 20000, 'open', 1, 0, 0);
            INSERT INTO shift VALUES (1, 1, 'Hours', '', 0, 0);
            INSERT INTO role (id, account_id, name, notes, shift_id, created_at, updated_at)
              VALUES (1, 1, 'Always', '', NULL, 0, 0), (2, 1, 'Hours', '', 1, 0, 0);
            INSERT INTO role_channel VALUES (1, 1), (1, 2), (2, 1);
            INSERT INTO people_group VALUES (1, 1, 'Staff', '', 0, 0, 0);
            INSERT INTO group_role VALUES (1, 1);
            INSERT INTO person (id, account_id, first_name, last_name, enabled, valid_to, extended_unlock,
                                first_responder, created_at, updated_at)
              VALUES (1, 1, 'Ada', 'Demo', 1, '2026-12-31', 1, 0, 0, 0), (2, 1, 'Ben', 'Demo', 0, NULL, 0, 1, 0, 0);
            INSERT INTO person_group VALUES (1, 1);
            INSERT INTO person_role VALUES (1, 2), (2, 2);
            INSERT INTO credential (id, account_id, person_id, credential_type_id, value, card_number, pin_number,
                                    status, created_at, updated_at)
              VALUES (10, 1, 1, 1, '1001', 1001, NULL, 'active', 0, 0),
                     (11, 1, 1, 3, '4711', NULL, 4711, 'active', 0, 0),
                     (12, 1, 2, 1, '2002', 2002, NULL, 'revoked', 0, 0);
            """;

    @TempDir
    Path folder;

    private DataFolder data;
    private Database database;
    private RightsStore rights;

    @BeforeEach
    void open() {
        data = DataFolder.open(folder);
        database = TestDatabase.open(data, new HandTime("2026-03-02T10:00:00Z"));
        database.write(sql -> {
            sql.script(SITE);
            return true;
        });
        rights = new RightsStore(database);
    }

    @AfterEach
    void close() {
        database.close();
        data.close();
    }

    @Test
    void limitsAreReadWithTheHolder() {
        database.write(
                sql -> sql.run("UPDATE credential SET valid_from_at = 1000, suspended_to = '2026-03-04', uses_max = 3,"
                        + " uses_from = 2000, unused_days = 30 WHERE id = 10"));
        database.write(sql -> sql.run("UPDATE credential SET valid_to_at = 5000 WHERE id = 11"));
        var limits = new Limits(
                Instant.ofEpochMilli(1000),
                null,
                null,
                LocalDate.parse("2026-03-04"),
                new Limits.Entries(3, Instant.ofEpochMilli(2000)),
                new Limits.Idle(30, Instant.EPOCH));
        assertThat(Objects.requireNonNull(rights.card(1001)).limits()).isEqualTo(limits);
        assertThat(Objects.requireNonNull(rights.person(1)).limits()).isEqualTo(Limits.NONE);
        var until = new Limits(null, Instant.ofEpochMilli(5000), null, null, null, null);
        assertThat(rights.secondPin(1)).isEqualTo(new SecondPin(4711, until));
    }

    @Test
    void aCardLeadsToItsHolder() {
        assertThat(rights.card(1001))
                .isEqualTo(new Holder(
                        10L,
                        true,
                        "Card",
                        200,
                        "",
                        1,
                        "Ada Demo",
                        true,
                        null,
                        LocalDate.of(2026, 12, 31),
                        true,
                        false));
        assertThat(rights.card(2002))
                .isEqualTo(new Holder(12L, false, "Card", 200, "", 2, "Ben Demo", false, null, null, false, true));
        assertThat(rights.card(4711)).isNull(); // a PIN is no card
        assertThat(rights.card(9)).isNull();
    }

    @Test
    void aPinLeadsToItsHolderAndACardIsNoPin() {
        assertThat(rights.pin(4711)).isNotNull();
        assertThat(rights.pin(1001)).isNull();
    }

    @Test
    void theSecondFactorIsTheMultiFactorPinWhereThereIsOneThatStands() {
        assertThat(rights.secondPin(1)).isEqualTo(new SecondPin(4711));
        assertThat(rights.secondPin(2)).isNull();
        database.write(
                sql -> sql.run("INSERT INTO credential (id, account_id, person_id, credential_type_id, value, status,"
                        + " created_at, updated_at) VALUES (13, 1, 1, 4, '1234', 'active', 0, 0)"));
        assertThat(rights.secondPin(1)).isEqualTo(new SecondPin(1234));
        database.write(sql -> sql.run("UPDATE credential SET status = 'revoked' WHERE id = 13"));
        assertThat(rights.secondPin(1)).isEqualTo(new SecondPin(4711));
    }

    @Test
    void aPersonIsFoundWithoutACredential() {
        Holder ada = Objects.requireNonNull(rights.person(1));
        assertThat(ada.personName()).isEqualTo("Ada Demo");
        assertThat(ada.credentialId()).isNull();
        assertThat(rights.person(3)).isNull();
    }

    @Test
    void rightsComeFromTheRolesHeldDirectlyAndFromThoseOfGroups() {
        assertThat(rights.at(1, 1)).containsExactly(Right.byRole(2, 1L, null), Right.byRole(1, null, 1L));
        assertThat(rights.at(1, 2)).containsExactly(Right.byRole(1, null, 1L));
        assertThat(rights.at(2, 2)).isEmpty();
    }

    @Test
    void aRolesLimitWithoutContactComesWithItHoweverItIsHeld() {
        database.write(sql -> sql.run("UPDATE role SET max_stale_ms = 86400001 WHERE id = 1"));
        assertThat(rights.at(1, 2)).containsExactly(new Right(1L, null, 1L, null, 86_400_001L));
        assertThat(rights.at(1, 1).getFirst().maxStaleMs()).isNull();
        database.write(sql -> GroupReservationStore.insert(sql, 2, List.of(1L), new Span(10_000, 20_000), 5_000));
        database.write(sql -> ReservationStore.insert(sql, 2, List.of(2L), new Span(10_000, 20_000), 5_000));
        assertThat(rights.at(2, 2)).extracting(Right::maxStaleMs).containsExactly(86_400_001L, null);
    }

    @Test
    void whatIsWrittenIsSeenByTheNextDecision() {
        database.write(sql -> sql.run("UPDATE person SET deleted_at = 1 WHERE id = 1"));
        assertThat(rights.card(1001)).isNull();
        database.write(sql -> sql.run("INSERT INTO role_channel VALUES (2, 2)"));
        assertThat(rights.at(2, 2)).containsExactly(Right.byRole(2, 1L, null));
    }

    @Test
    void reservationsAreRightsOfTheirOwnWithTheirTimes() {
        long id = database.write(
                sql -> ReservationStore.insert(sql, 2, List.of(2L, 1L), new Span(10_999, 20_001), 5_000));
        var reserved = new Right.Reservation(id, false, Instant.ofEpochMilli(10_999), Instant.ofEpochMilli(20_001));
        assertThat(rights.at(2, 2)).containsExactly(new Right(null, null, null, reserved));
        assertThat(rights.at(2, 1)).containsExactly(Right.byRole(2, 1L, null), new Right(null, null, null, reserved));
        assertThat(rights.at(1, 2)).containsExactly(Right.byRole(1, null, 1L));
        var stored = Objects.requireNonNull(database.read(sql -> ReservationStore.get(sql, id)));
        assertThat(stored.channelIds()).containsExactly(1L, 2L);
        List<ReservationStore.Reservation> page = database.read(sql -> ReservationStore.standing(sql, 20_000, 10, 0));
        assertThat(page).containsExactly(stored);
        long standing = database.read(sql -> ReservationStore.countStanding(sql, 20_001));
        assertThat(standing).isZero();
        boolean deleted = database.write(sql -> ReservationStore.delete(sql, id));
        boolean again = database.write(sql -> ReservationStore.delete(sql, id));
        assertThat(deleted).isTrue();
        assertThat(again).isFalse();
        assertThat(rights.at(2, 2)).isEmpty();
        long left = database.read(sql -> ReservationStore.countStanding(sql, 0));
        assertThat(left).isZero();
    }

    @Test
    void aGroupReservationMakesAMemberForATimeAndTouchesNoOtherMembership() {
        long pending = database.write(
                sql -> GroupReservationStore.insert(sql, 2, List.of(1L), new Span(10_000, 20_000), 5_000));
        var reserved = new Right.Reservation(pending, true, Instant.ofEpochSecond(10), Instant.ofEpochSecond(20));
        assertThat(rights.at(2, 2)).containsExactly(new Right(1L, null, 1L, reserved));
        boolean deleted = database.write(sql -> GroupReservationStore.delete(sql, pending, 9_999));
        assertThat(deleted).isTrue();
        assertThat(rights.at(2, 2)).isEmpty();
        long active = database.write(
                sql -> GroupReservationStore.insert(sql, 1, List.of(1L), new Span(10_000, 20_000), 5_000));
        database.write(sql -> GroupReservationStore.delete(sql, active, 15_000));
        var stored = Objects.requireNonNull(database.read(sql -> GroupReservationStore.get(sql, active)));
        assertThat(stored.state(9_999)).isEqualTo(GroupReservationStore.State.DEACTIVATED);
        assertThat(rights.at(1, 2)).hasSize(2).first().isEqualTo(Right.byRole(1, null, 1L));
        assertThat(Objects.requireNonNull(rights.at(1, 2).getLast().reserved()).until())
                .isEqualTo(Instant.ofEpochSecond(15));
    }

    @Test
    void aGroupReservationIsPendingThenActiveThenOver() {
        long id = database.write(
                sql -> GroupReservationStore.insert(sql, 2, List.of(1L), new Span(10_000, 20_000), 5_000));
        var stored = Objects.requireNonNull(database.read(sql -> GroupReservationStore.get(sql, id)));
        assertThat(stored.state(9_999)).isEqualTo(GroupReservationStore.State.PENDING);
        assertThat(stored.state(10_000)).isEqualTo(GroupReservationStore.State.ACTIVE);
        assertThat(stored.state(19_999)).isEqualTo(GroupReservationStore.State.ACTIVE);
        assertThat(stored.state(20_000)).isEqualTo(GroupReservationStore.State.DEACTIVATED);
        List<GroupReservationStore.GroupReservation> standing =
                database.read(sql -> GroupReservationStore.standing(sql, 19_999, 10, 0));
        assertThat(standing).containsExactly(stored);
        long left = database.read(sql -> GroupReservationStore.countStanding(sql, 20_000));
        assertThat(left).isZero();
    }

    @Test
    void everyReadGoesByAnIndex() {
        for (String statement : Stream.of(RightsStore.statements(), RightsFilling.statements())
                .flatMap(List::stream)
                .toList()) {
            Object[] numbers = statement.contains("?2") ? new Object[] {1, 1} : new Object[] {1};
            List<String> plan =
                    database
                            .read(sql -> sql.list("EXPLAIN QUERY PLAN " + statement, row -> row.text(4), numbers))
                            .stream()
                            .filter(step -> step.startsWith("SCAN"))
                            .toList();
            assertThat(plan).as(statement).isEmpty();
        }
    }

    @Test
    void changeBetweenTwoQueriesOfOneRead_isNotHiddenByWhatThatReadSaw() throws IOException {
        List<Right> seen = RightsStore.ask(database, all -> {
            assertThat(all.card(1001)).isNotNull();
            database.write(sql -> sql.run("DELETE FROM person_role") + sql.run("DELETE FROM person_group"));
            return all.at(1, 1);
        });
        assertThat(seen).as("one state of the database").isNotEmpty();
        var cold = new RightsStore(database);
        try (var _ = new LostPages(data.database())) {
            assertThatThrownBy(() -> cold.at(1, 1)).isInstanceOf(StoreException.class);
        }
    }

    @Test
    void diskThatGivesNothing_memoryAnswersForAllThatAPersonCanShow() throws IOException {
        var failed = new ArrayList<StoreException>();
        database.onReadFault(failed::add);
        for (long number = 0; number <= UNKNOWN; number++) rights.card(50_000 + number);
        RightsStore.remember(database);
        for (long number = 0; number <= UNKNOWN; number++) rights.card(70_000 + number);
        var cold = new RightsStore(database);
        try (var _ = new LostPages(data.database())) {
            assertThat(cold.card(1001)).isNotNull();
            assertThat(cold.pin(4711)).isNotNull();
            assertThat(cold.credential(10)).isNotNull();
            assertThat(cold.person(1)).isNotNull();
            assertThat(cold.secondPin(1)).isEqualTo(new SecondPin(4711));
            assertThat(cold.at(1, 1)).isNotEmpty();
            assertThat(cold.at(1, 2)).isNotEmpty();
            assertThat(failed).as("reported though memory answers").hasSize(7);
            RightsStore.forget(database, List.of(1L));
            assertThatThrownBy(() -> cold.card(1001)).isInstanceOf(StoreException.class);
            assertThatThrownBy(() -> cold.at(1, 1)).isInstanceOf(StoreException.class);
            assertThat(cold.card(2002)).as("another person's").isNotNull();
        }
        assertThat(RightsStore.missing(database)).isNull();
    }

    @Test
    void peopleBeyondTheRoomOfMemory_areCounted() {
        database.write(sql -> sql.run("""
                WITH RECURSIVE n (id) AS (SELECT 100 UNION ALL SELECT id + 1 FROM n WHERE id < 100 + ?)
                INSERT INTO person (id, account_id, first_name, last_name, enabled, created_at, updated_at)
                SELECT id, 1, 'Many', 'Person', 1, 0, 0 FROM n""", TOO_MANY_PEOPLE));
        RightsStore.remember(database);
        String missing = RightsStore.missing(database);
        assertThat(missing).contains(" of " + (TOO_MANY_PEOPLE + 3) + " people");
        database.write(sql -> sql.run("UPDATE person SET first_name = 'More' WHERE id = 100"));
        RightsStore.remember(database);
        assertThat(RightsStore.missing(database)).as("after a change").isEqualTo(missing);
    }
}
