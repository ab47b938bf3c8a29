package dev.lintel.controller.store;

import dev.lintel.controller.access.Holder;
import dev.lintel.controller.access.Right;
import dev.lintel.controller.access.Rights;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The decision's reads, on a connection of its own. The decision thread only.
///
/// Parameters are wrapped as `(?1 + 0)`: SQLite built with STAT4 prepares a statement anew after each bind of a bare
/// parameter, which triples the time (measured: docs/sources.md#sqlite-stat4).
public final class RightsStore implements Rights {
    private static final String HOLDER = """
            SELECT c.id, c.status, t.label, p.id, p.first_name, p.last_name, p.enabled, p.valid_from, p.valid_to,
                   p.extended_unlock, p.first_responder, t.code, CASE t.code WHEN 1001 THEN c.value ELSE '' END
              FROM credential c
              JOIN person p ON p.id = c.person_id
              JOIN credential_type t ON t.id = c.credential_type_id
             WHERE p.deleted_at IS NULL
               AND\s""";
    // account 1 is the box's one customer account; the test account has virtual channels only
    private static final String CARD = HOLDER + "c.card_number = (?1 + 0) AND c.account_id = 1";
    private static final String PIN = HOLDER + "c.pin_number = (?1 + 0) AND c.account_id = 1";
    private static final String CREDENTIAL = HOLDER + "c.id = (?1 + 0) AND c.account_id = 1";
    private static final String PERSON = """
            SELECT NULL, 'active', '', id, first_name, last_name, enabled, valid_from, valid_to, extended_unlock,
                   first_responder, 0, ''
              FROM person
             WHERE id = (?1 + 0) AND account_id = 1 AND deleted_at IS NULL""";
    // 11 is a multi-factor PIN, 10 a PIN
    private static final String SECOND_PIN = """
            SELECT c.value
              FROM credential c
              JOIN credential_type t ON t.id = c.credential_type_id
             WHERE c.person_id = (?1 + 0) AND c.status = 'active' AND t.code IN (10, 11)
             ORDER BY t.code DESC, c.id
             LIMIT 1""";
    private static final String RIGHTS = """
            SELECT r.id, r.shift_id, NULL, NULL, 0, 0, 0, r.max_stale_ms
              FROM person_role pr
              JOIN role_channel rc ON rc.role_id = pr.role_id AND rc.channel_id = (?2 + 0)
              JOIN role r ON r.id = pr.role_id
             WHERE pr.person_id = (?1 + 0)
            UNION ALL
            SELECT r.id, r.shift_id, pg.group_id, NULL, 0, 0, 0, r.max_stale_ms
              FROM person_group pg
              JOIN group_role gr ON gr.group_id = pg.group_id
              JOIN role_channel rc ON rc.role_id = gr.role_id AND rc.channel_id = (?2 + 0)
              JOIN role r ON r.id = gr.role_id
             WHERE pg.person_id = (?1 + 0)
            UNION ALL
            SELECT r.id, r.shift_id, gg.group_id, v.id, 1, v.start_at, min(v.end_at, coalesce(v.ended_at, v.end_at)),
                   r.max_stale_ms
              FROM group_reservation v
              JOIN group_reservation_group gg ON gg.group_reservation_id = v.id
              JOIN group_role gr ON gr.group_id = gg.group_id
              JOIN role_channel rc ON rc.role_id = gr.role_id AND rc.channel_id = (?2 + 0)
              JOIN role r ON r.id = gr.role_id
             WHERE v.person_id = (?1 + 0)
            UNION ALL
            SELECT NULL, NULL, NULL, v.id, 0, v.start_at, v.end_at, NULL
              FROM reservation v
              JOIN reservation_channel vc ON vc.reservation_id = v.id AND vc.channel_id = (?2 + 0)
             WHERE v.person_id = (?1 + 0)""";

    /// A transient error is over by then; more would keep the next person waiting.
    private static final int TRIES_MAX = 3;

    private static final Logger LOG = System.getLogger(RightsStore.class.getName());

    private final Sql sql;

    public RightsStore(Database database) {
        this(database.ownReader());
    }

    private RightsStore(Sql sql) {
        this.sql = sql;
    }

    /// Asks something of the rights as they stand in one read transaction: for questions that no card asks. Any
    /// thread but an event loop.
    public static <T> T ask(Database database, Function<Rights, T> question) {
        return database.read(sql -> question.apply(new RightsStore(sql)));
    }

    /// By card first, rights last: for the test that looks at their query plans and the bench that runs them from C.
    public static List<String> statements() {
        return List.of(CARD, PIN, CREDENTIAL, PERSON, SECOND_PIN, RIGHTS);
    }

    @Override
    public @Nullable Holder card(long number) {
        return read(() -> sql.one(CARD, RightsStore::holder, number));
    }

    @Override
    public @Nullable Holder pin(long number) {
        return read(() -> sql.one(PIN, RightsStore::holder, number));
    }

    @Override
    public @Nullable Holder credential(long id) {
        return read(() -> sql.one(CREDENTIAL, RightsStore::holder, id));
    }

    @Override
    public @Nullable Holder person(long personId) {
        return read(() -> sql.one(PERSON, RightsStore::holder, personId));
    }

    @Override
    public @Nullable Long secondPin(long personId) {
        return read(() -> sql.one(SECOND_PIN, row -> Long.valueOf(row.text(1)), personId));
    }

    @Override
    public List<Right> at(long personId, long channelId) {
        return read(() -> sql.list(RIGHTS, RightsStore::right, personId, channelId));
    }

    /// Reads again at once where the disk failed to give something: a person stands at the door.
    private <T extends @Nullable Object> T read(Supplier<T> query) {
        for (int tries = 1; ; tries++) {
            try {
                return query.get();
            } catch (StoreException e) {
                if (!e.isOfDisk() || tries == TRIES_MAX) throw e;
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
