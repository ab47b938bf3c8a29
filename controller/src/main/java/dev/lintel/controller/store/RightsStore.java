package dev.lintel.controller.store;

import static dev.lintel.controller.store.ReportedRights.notRevoked;

import dev.lintel.controller.access.Holder;
import dev.lintel.controller.access.Right;
import dev.lintel.controller.access.Rights;
import dev.lintel.controller.store.RightsMemory.Asked;
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
    /// Columns of the person alone. At a hub that was restored, without what boxes report as revoked since the backup.
    private static final String PERSONAL = String.join(
            ", ",
            "p.enabled AND " + ReportedRevocations.NOT_REVOKED,
            ReportedRights.VALID_FROM,
            ReportedRights.VALID_TO,
            "p.extended_unlock AND " + notRevoked("p.id", "extended_unlock", "0"),
            "p.first_responder AND " + notRevoked("p.id", "first_responder", "0"));
    private static final String HOLDER = """
            SELECT c.id, CASE WHEN %s THEN c.status ELSE 'revoked' END, t.label, p.id, p.first_name, p.last_name, %s,
                   t.code, CASE t.code WHEN 1001 THEN c.value ELSE '' END
              FROM credential c
              JOIN person p ON p.id = c.person_id
              JOIN credential_type t ON t.id = c.credential_type_id
             WHERE p.deleted_at IS NULL
               AND\s""".formatted(notRevoked("p.id", "credential", "c.id"), PERSONAL);
    // account 1 is the box's one customer account; the test account has virtual channels only
    private static final String CARD = HOLDER + "c.card_number = (?1 + 0) AND c.account_id = 1";
    private static final String PIN = HOLDER + "c.pin_number = (?1 + 0) AND c.account_id = 1";
    private static final String CREDENTIAL = HOLDER + "c.id = (?1 + 0) AND c.account_id = 1";
    private static final String PERSON = """
            SELECT NULL, 'active', '', p.id, p.first_name, p.last_name, %s, 0, ''
              FROM person p
             WHERE id = (?1 + 0) AND account_id = 1 AND deleted_at IS NULL""".formatted(PERSONAL);
    // 11 is a multi-factor PIN, 10 a PIN
    private static final String SECOND_PIN = """
            SELECT c.value
              FROM credential c
              JOIN credential_type t ON t.id = c.credential_type_id
             WHERE c.person_id = (?1 + 0) AND c.status = 'active' AND t.code IN (10, 11)
               AND %s
             ORDER BY t.code DESC, c.id
             LIMIT 1""".formatted(notRevoked("c.person_id", "credential", "c.id"));
    private static final String RIGHTS = """
            SELECT r.id, r.shift_id, NULL, NULL, 0, 0, 0, r.max_stale_ms
              FROM person_role pr
              JOIN role_channel rc ON rc.role_id = pr.role_id AND rc.channel_id = (?2 + 0)
              JOIN role r ON r.id = pr.role_id
             WHERE pr.person_id = (?1 + 0) AND %s
            UNION ALL
            SELECT r.id, r.shift_id, pg.group_id, NULL, 0, 0, 0, r.max_stale_ms
              FROM person_group pg
              JOIN group_role gr ON gr.group_id = pg.group_id
              JOIN role_channel rc ON rc.role_id = gr.role_id AND rc.channel_id = (?2 + 0)
              JOIN role r ON r.id = gr.role_id
             WHERE pg.person_id = (?1 + 0) AND %s
            UNION ALL
            SELECT r.id, r.shift_id, gg.group_id, v.id, 1, v.start_at, min(v.end_at, coalesce(v.ended_at, v.end_at)),
                   r.max_stale_ms
              FROM group_reservation v
              JOIN group_reservation_group gg ON gg.group_reservation_id = v.id
              JOIN group_role gr ON gr.group_id = gg.group_id
              JOIN role_channel rc ON rc.role_id = gr.role_id AND rc.channel_id = (?2 + 0)
              JOIN role r ON r.id = gr.role_id
             WHERE v.person_id = (?1 + 0) AND %s
            UNION ALL
            SELECT NULL, NULL, NULL, v.id, 0, v.start_at, v.end_at, NULL
              FROM reservation v
              JOIN reservation_channel vc ON vc.reservation_id = v.id AND vc.channel_id = (?2 + 0)
             WHERE v.person_id = (?1 + 0) AND %s""".formatted(
                    notRevoked("pr.person_id", "role", "pr.role_id"),
                    notRevoked("pg.person_id", "group", "pg.group_id"),
                    notRevoked("v.person_id", "group_reservation", "v.id"),
                    notRevoked("v.person_id", "reservation", "v.id"));

    /// A transient error is over by then; more would keep the next person waiting.
    static final int TRIES_MAX = 3;

    private static final String PEOPLE = """
            SELECT id
              FROM person
             WHERE account_id = 1 AND deleted_at IS NULL AND id > ?
             ORDER BY id
             LIMIT ?""";
    private static final String NUMBERS = """
            SELECT id, card_number, pin_number
              FROM credential
             WHERE person_id = ? AND account_id = 1""";
    private static final String COUNT = "SELECT count(*) FROM person WHERE account_id = 1 AND deleted_at IS NULL";
    /// In one read transaction: some ten milliseconds.
    private static final int PEOPLE_AT_ONCE = 50;

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

    /// Reads into memory what decisions will ask of each person, as far as it has room, and again what a change made
    /// old: for a disk that gives nothing later. For housekeeping.
    public static void remember(Database database) {
        RightsMemory memory = database.rightsMemory();
        long generation = database.rightsGeneration();
        if (memory.filled().generation() == generation) return;
        for (Asked old : memory.olderThan(generation)) {
            database.read(sql -> of(database, sql).again(old));
        }
        List<Long> channels =
                database.read(sql -> sql.list("SELECT id FROM channel WHERE account_id = 1", row -> row.number(1)));
        long after = Long.MIN_VALUE;
        int filled = 0;
        while (true) {
            long from = after;
            List<Long> people = database.read(sql -> sql.list(PEOPLE, row -> row.number(1), from, PEOPLE_AT_ONCE));
            filled += database.read(sql -> of(database, sql).remember(people, channels));
            if (people.size() < PEOPLE_AT_ONCE || !memory.hasRoom()) break;
            after = people.getLast();
        }
        int all = database.read(sql -> sql.get(COUNT, row -> row.integer(1)));
        memory.filled(new RightsMemory.Filled(Math.min(filled, all), all, generation));
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

    private record Numbers(
            long credential, @Nullable Long card, @Nullable Long pin) {}

    /// Returns how many fit.
    private int remember(List<Long> people, List<Long> channels) {
        int filled = 0;
        for (long person : people) {
            if (!memory.hasRoom()) return filled;
            if (remember(person, channels)) filled++;
        }
        return filled;
    }

    /// False: one of the answers is too long to be kept.
    private boolean remember(long person, List<Long> channels) {
        List<Numbers> all = sql.list(
                NUMBERS, row -> new Numbers(row.number(1), row.nullableNumber(2), row.nullableNumber(3)), person);
        boolean kept = true;
        for (Numbers each : all) {
            if (each.card != null) kept &= unlessKnown(CARD, each.card, 0);
            if (each.pin != null) kept &= unlessKnown(PIN, each.pin, 0);
            kept &= unlessKnown(CREDENTIAL, each.credential, 0);
        }
        kept &= unlessKnown(PERSON, person, 0);
        kept &= unlessKnown(SECOND_PIN, person, 0);
        for (long channel : channels) kept &= unlessKnown(RIGHTS, person, channel);
        return kept;
    }

    /// Whether it is known afterwards.
    private boolean unlessKnown(String query, long first, long second) {
        var asked = new Asked(query, first, second);
        if (!memory.has(asked)) again(asked);
        return memory.has(asked);
    }

    private Object again(Asked old) {
        if (old.query().equals(RIGHTS)) return at(old.first(), old.second());
        Object found = old.query().equals(SECOND_PIN) ? secondPin(old.first()) : holder(old.query(), old.first());
        return found == null ? List.of() : found;
    }

    private @Nullable Holder holder(String query, long number) {
        Holder found = read(new Asked(query, number, 0), () -> sql.one(query, RightsStore::holder, number));
        return found == null || memory.isSuspended(found.personId()) ? null : found;
    }

    /// By card first, rights last: for the test that looks at their query plans and the bench that runs them from C.
    public static List<String> statements() {
        return List.of(CARD, PIN, CREDENTIAL, PERSON, SECOND_PIN, RIGHTS);
    }

    @Override
    public @Nullable Holder card(long number) {
        return holder(CARD, number);
    }

    @Override
    public @Nullable Holder pin(long number) {
        return holder(PIN, number);
    }

    @Override
    public @Nullable Holder credential(long id) {
        return holder(CREDENTIAL, id);
    }

    @Override
    public @Nullable Holder person(long personId) {
        return holder(PERSON, personId);
    }

    @Override
    public @Nullable Long secondPin(long personId) {
        return read(
                new Asked(SECOND_PIN, personId, 0),
                () -> sql.one(SECOND_PIN, row -> Long.valueOf(row.text(1)), personId));
    }

    @Override
    public List<Right> at(long personId, long channelId) {
        return read(
                new Asked(RIGHTS, personId, channelId),
                () -> sql.list(RIGHTS, RightsStore::right, personId, channelId));
    }

    /// Reads again at once where the disk failed to give something: a person stands at the door.
    ///
    /// One that still gives nothing is answered from memory.
    @SuppressWarnings({"unchecked", "NullAway"
    }) // of one question there are answers of one type, null among them or not
    private <T extends @Nullable Object> T read(Asked asked, Supplier<T> query) {
        long now = generation.getAsLong(); // before: a change in between makes the answer old
        for (int tries = 1; ; tries++) {
            try {
                T found = query.get();
                boolean isNobody = found == null && !asked.query().equals(SECOND_PIN);
                memory.keep(asked, new RightsMemory.Known(found, now), isNobody);
                return found;
            } catch (StoreException e) {
                if (!e.isOfDisk()) throw e;
                if (tries == TRIES_MAX) {
                    onFault.accept(e);
                    RightsMemory.Known known = memory.recall(asked, now);
                    if (known == null) throw e;
                    return (T) known.value();
                }
                LOG.log(Level.WARNING, "a decision is read again: " + e.getMessage());
            }
        }
    }

    private static Right right(Row row) {
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

    private static Holder holder(Row row) {
        String from = row.nullableText(8);
        String to = row.nullableText(9);
        return new Holder(
                row.nullableNumber(1),
                isGood(row.text(2), row.integer(12)),
                row.text(3),
                row.integer(12),
                row.text(13),
                row.number(4),
                (row.text(5) + " " + row.text(6)).strip(),
                row.flag(7),
                from == null ? null : LocalDate.parse(from),
                to == null ? null : LocalDate.parse(to),
                row.flag(10),
                row.flag(11));
    }
}
