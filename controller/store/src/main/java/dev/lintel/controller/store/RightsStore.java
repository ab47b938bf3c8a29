package dev.lintel.controller.store;

import static dev.lintel.controller.store.RevocationSql.notRevoked;

import dev.lintel.controller.access.Holder;
import dev.lintel.controller.access.Right;
import dev.lintel.controller.access.Rights;
import dev.lintel.controller.store.RightsMemory.Asked;
import dev.lintel.controller.store.RightsMemory.Query;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The decision's reads, on a connection of its own. The decision thread only.
///
/// Parameters are wrapped as `(?1 + 0)`: SQLite built with STAT4 prepares a statement anew after each bind of a bare
/// parameter, which triples the time (measured: docs/sources.md#sqlite-stat4).
public final class RightsStore implements Rights {
    // Flags of a person in one number: each column costs a decision a microsecond.
    private static final int ENABLED = 1;
    private static final int EXTENDED_UNLOCK = 2;
    private static final int FIRST_RESPONDER = 4;

    /// Columns of the person alone. At a hub that was restored, without what boxes report as revoked since the backup.
    private static final String PERSONAL = String.join(
            ", ",
            "(p.enabled AND " + RevocationSql.NOT_REVOKED + ") * " + ENABLED
                    + " + (p.extended_unlock AND " + notRevoked("p.id", "extended_unlock", "0") + ") * "
                    + EXTENDED_UNLOCK
                    + " + (p.first_responder AND " + notRevoked("p.id", "first_responder", "0") + ") * "
                    + FIRST_RESPONDER,
            RevocationSql.VALID_FROM,
            RevocationSql.VALID_TO);
    private static final String HOLDER = holder("");
    // account 1 is the box's one customer account; the test account has virtual channels only
    private static final String CARD = HOLDER + "c.card_number = (?1 + 0) AND c.account_id = 1";
    private static final String PIN = HOLDER + "c.pin_number = (?1 + 0) AND c.account_id = 1";
    private static final String CREDENTIAL = HOLDER + "c.id = (?1 + 0) AND c.account_id = 1";
    static final String PERSON = """
            SELECT NULL, 'active', '', p.id, p.first_name, p.last_name, %s, 0, '', %s
              FROM person p
             WHERE id = (?1 + 0)
               AND account_id = 1
               AND deleted_at IS NULL""".formatted(PERSONAL, LimitColumns.NO_LIMITS);
    // 11 is a multi-factor PIN, 10 a PIN
    static final String SECOND_PIN =
            """
            SELECT c.value, %s
              FROM credential c
              JOIN credential_type t ON t.id = c.credential_type_id
             WHERE c.person_id = (?1 + 0) AND c.status = 'active' AND t.code IN (10, 11)
               AND %s
             ORDER BY t.code DESC, c.id
             LIMIT 1""".formatted(LimitColumns.SELECTED, notRevoked("c.person_id", "credential", "c.id"));
    private static final String RIGHTS = rights(" AND rc.channel_id = (?2 + 0)", " AND vc.channel_id = (?2 + 0)");

    /// A transient error is over by then; more would keep the next person waiting.
    static final int TRIES_MAX = 3;

    private static final Logger LOG = System.getLogger(RightsStore.class.getName());

    private final Sql sql;

    private final RightsMemory memory;
    private final LongSupplier generation;

    private final Consumer<StoreException> onFault;

    public RightsStore(Database database) {
        this(database.ownReader(), database, database::rightsGeneration);
    }

    private RightsStore(Sql sql, Database database, LongSupplier generation) {
        this.sql = sql;
        this.memory = database.rightsMemory();
        this.onFault = database::readFailed;
        this.generation = generation;
    }

    /// Asks something of the rights as they stand in one read transaction: for questions that no card asks. Any
    /// thread but an event loop.
    public static <T> T ask(Database database, Function<Rights, T> question) {
        return database.read(sql -> question.apply(of(database, sql)));
    }

    /// All of one read transaction is of one generation: the one from before it began.
    private static RightsStore of(Database database, Sql sql) {
        long begun = sql.rightsBegun();
        return new RightsStore(sql, database, () -> begun);
    }

    /// The query of credentials and their holders, up to its last condition.
    ///
    /// @param more columns after the 12 of [#holder(Row)]
    static String holder(String more) {
        return """
            SELECT c.id, CASE WHEN %s THEN c.status ELSE 'revoked' END, t.label, p.id, p.first_name, p.last_name, %s,
                   t.code, CASE t.code WHEN 1001 THEN c.value ELSE '' END, %s%s
              FROM credential c
              JOIN person p ON p.id = c.person_id
              JOIN credential_type t ON t.id = c.credential_type_id
             WHERE p.deleted_at IS NULL
               AND\s""".formatted(notRevoked("p.id", "credential", "c.id"), PERSONAL, LimitColumns.SELECTED, more);
    }

    /// The query of a person's rights, with the door as its ninth column.
    ///
    /// @param ofRole a condition of the doors of a role, `rc`
    /// @param ofReservation the same of a reservation, `vc`
    static String rights(String ofRole, String ofReservation) {
        return """
            SELECT r.id, r.shift_id, NULL, NULL, 0, 0, 0, r.max_stale_ms, rc.channel_id
              FROM person_role pr
              JOIN role_channel rc ON rc.role_id = pr.role_id%1$s
              JOIN role r ON r.id = pr.role_id
             WHERE pr.person_id = (?1 + 0) AND %3$s
            UNION ALL
            SELECT r.id, r.shift_id, pg.group_id, NULL, 0, 0, 0, r.max_stale_ms, rc.channel_id
              FROM person_group pg
              JOIN group_role gr ON gr.group_id = pg.group_id
              JOIN role_channel rc ON rc.role_id = gr.role_id%1$s
              JOIN role r ON r.id = gr.role_id
             WHERE pg.person_id = (?1 + 0) AND %4$s
            UNION ALL
            SELECT r.id, r.shift_id, gg.group_id, v.id, 1, v.start_at, min(v.end_at, coalesce(v.ended_at, v.end_at)),
                   r.max_stale_ms, rc.channel_id
              FROM group_reservation v
              JOIN group_reservation_group gg ON gg.group_reservation_id = v.id
              JOIN group_role gr ON gr.group_id = gg.group_id
              JOIN role_channel rc ON rc.role_id = gr.role_id%1$s
              JOIN role r ON r.id = gr.role_id
             WHERE v.person_id = (?1 + 0) AND %5$s
            UNION ALL
            SELECT NULL, NULL, NULL, v.id, 0, v.start_at, v.end_at, NULL, vc.channel_id
              FROM reservation v
              JOIN reservation_channel vc ON vc.reservation_id = v.id%2$s
             WHERE v.person_id = (?1 + 0) AND %6$s""".formatted(
                        ofRole,
                        ofReservation,
                        notRevoked("pr.person_id", "role", "pr.role_id"),
                        notRevoked("pg.person_id", "group", "pg.group_id"),
                        notRevoked("v.person_id", "group_reservation", "v.id"),
                        notRevoked("v.person_id", "reservation", "v.id"));
    }

    /// Reads into memory what decisions will ask of each person, as far as it has room, and again what a change made
    /// old: for a disk that gives nothing later. For housekeeping.
    public static void remember(Database database) {
        RightsFilling.run(database);
    }

    /// Who would not be known from memory, in words; null: everybody would.
    public static @Nullable String missing(Database database) {
        RightsMemory.Filled filled = database.rightsMemory().filled();
        return filled.people() == filled.of()
                ? null
                : "the rights of " + filled.people() + " of " + filled.of() + " people fit into memory";
    }

    /// Forgets what is known in memory of people who may have lost something that the disk did not take.
    public static void forget(Database database, Collection<Long> people) {
        database.rightsMemory().forget(people);
    }

    /// Turns these people away, whatever the disk or memory says: the hub took them, and the disk did not take that.
    public static void suspend(Database database, Collection<Long> people) {
        database.rightsMemory().suspend(people);
    }

    /// The disk has what the hub sent of these people.
    public static void resume(Database database, Collection<Long> people) {
        database.rightsMemory().resume(people);
    }

    /// The disk has all that the hub sent.
    public static void resumeAll(Database database) {
        database.rightsMemory().resumeAll();
    }

    private @Nullable Holder holder(Query query, String statement, long number) {
        Holder found = read(new Asked(query, number, 0), () -> sql.one(statement, RightsStore::holder, number));
        return found == null || memory.isSuspended(found.personId()) ? null : found;
    }

    /// By card first, rights last: for the test that looks at their query plans and the bench that runs them from C.
    public static List<String> statements() {
        return List.of(CARD, PIN, CREDENTIAL, PERSON, SECOND_PIN, RIGHTS);
    }

    @Override
    public @Nullable Holder card(long number) {
        return holder(Query.CARD, CARD, number);
    }

    @Override
    public @Nullable Holder pin(long number) {
        return holder(Query.PIN, PIN, number);
    }

    @Override
    public @Nullable Holder credential(long id) {
        return holder(Query.CREDENTIAL, CREDENTIAL, id);
    }

    @Override
    public @Nullable Holder person(long personId) {
        return holder(Query.PERSON, PERSON, personId);
    }

    @Override
    public @Nullable SecondPin secondPin(long personId) {
        return read(
                new Asked(Query.SECOND_PIN, personId, 0), () -> sql.one(SECOND_PIN, RightsStore::secondPin, personId));
    }

    static SecondPin secondPin(Row row) {
        return new SecondPin(Long.parseLong(row.text(1)), LimitColumns.read(row, 2));
    }

    @Override
    public List<Right> at(long personId, long channelId) {
        return read(
                new Asked(Query.RIGHTS, personId, channelId),
                () -> sql.list(RIGHTS, RightsStore::right, personId, channelId));
    }

    /// Answers from memory where the disk gives nothing.
    @SuppressWarnings({"unchecked", "NullAway"
    }) // of one question there are answers of one type, null among them or not
    private <T extends @Nullable Object> T read(Asked asked, Supplier<T> query) {
        long now = generation.getAsLong(); // before: a change in between makes the answer old
        try {
            T found = retried(query);
            memory.keep(asked, new RightsMemory.Known(found, now));
            return found;
        } catch (StoreException e) {
            if (!e.isOfDisk()) throw e;
            onFault.accept(e);
            RightsMemory.Known known = memory.recall(asked);
            if (known == null) throw e;
            return (T) known.value();
        }
    }

    /// Reads again at once where the disk failed to give something: a person waits at the door.
    static <T extends @Nullable Object> T retried(Supplier<T> query) {
        for (int tries = 1; ; tries++) {
            try {
                return query.get();
            } catch (StoreException e) {
                if (!e.isOfDisk() || tries == TRIES_MAX) throw e;
                LOG.log(Level.WARNING, "a decision is read again: " + e.getMessage());
            }
        }
    }

    static Right right(Row row) {
        Long reservation = row.nullableNumber(4);
        Right.Reservation reserved = reservation == null
                ? null
                : new Right.Reservation(
                        reservation,
                        row.flag(5),
                        Instant.ofEpochMilli(row.number(6)),
                        Instant.ofEpochMilli(row.number(7)));
        return new Right(
                row.nullableNumber(1), row.nullableNumber(2), row.nullableNumber(3), reserved, row.nullableNumber(8));
    }

    /// A pass is good once it was made, when it has a number to be found by: whether a wallet has told of it
    /// depends on the network between the two.
    private static boolean isGood(String status, int typeCode) {
        return switch (status) {
            case Credential.ACTIVE, Credential.ADDED_TO_WALLET -> true;
            case Credential.INVITED -> typeCode == CredentialType.WALLET_PASS;
            default -> false;
        };
    }

    static Holder holder(Row row) {
        long flags = row.number(7);
        String from = row.nullableText(8);
        String to = row.nullableText(9);
        int typeCode = row.integer(10);
        return new Holder(
                row.nullableNumber(1),
                isGood(row.text(2), typeCode),
                row.text(3),
                typeCode,
                row.text(11),
                row.number(4),
                (row.text(5) + " " + row.text(6)).strip(),
                (flags & ENABLED) != 0,
                from == null ? null : LocalDate.parse(from),
                to == null ? null : LocalDate.parse(to),
                (flags & EXTENDED_UNLOCK) != 0,
                (flags & FIRST_RESPONDER) != 0,
                LimitColumns.read(row, 12));
    }
}
