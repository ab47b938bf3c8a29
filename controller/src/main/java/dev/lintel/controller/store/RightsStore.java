package dev.lintel.controller.store;

import dev.lintel.controller.access.Holder;
import dev.lintel.controller.access.Right;
import dev.lintel.controller.access.Rights;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The decision's reads, on a connection of its own. The decision thread only.
///
/// Parameters are wrapped as `(?1 + 0)`: SQLite built with STAT4 prepares a statement anew after each bind of a bare
/// parameter, which triples the time (measured: docs/sources.md#sqlite-stat4).
public final class RightsStore implements Rights {
    private static final String HOLDER = """
            SELECT c.id, c.status, t.label, p.id, p.first_name, p.last_name, p.enabled, p.valid_from, p.valid_to,
                   p.extended_unlock, p.first_responder, t.code
              FROM credential c
              JOIN person p ON p.id = c.person_id
              JOIN credential_type t ON t.id = c.credential_type_id
             WHERE p.deleted_at IS NULL
               AND\s""";
    // account 1 is the box's one customer account; the test account has virtual channels only
    private static final String CARD = HOLDER + "c.card_number = (?1 + 0) AND c.account_id = 1";
    private static final String PIN = HOLDER + "c.pin_number = (?1 + 0) AND c.account_id = 1";
    private static final String PERSON = """
            SELECT NULL, 'active', '', id, first_name, last_name, enabled, valid_from, valid_to, extended_unlock,
                   first_responder, 0
              FROM person
             WHERE id = (?1 + 0) AND account_id = 1 AND deleted_at IS NULL""";
    // 11 is a multi-factor PIN, 10 a PIN
    private static final String SECOND_PIN = """
            SELECT c.value
              FROM credential c
              JOIN credential_type t ON t.id = c.credential_type_id
             WHERE c.person_id = (?1 + 0) AND c.status = 'active' AND t.code IN (10, 11)
             ORDER BY t.code DESC
             LIMIT 1""";
    private static final String RIGHTS = """
            SELECT r.id, r.shift_id, NULL
              FROM person_role pr
              JOIN role_channel rc ON rc.role_id = pr.role_id AND rc.channel_id = (?2 + 0)
              JOIN role r ON r.id = pr.role_id
             WHERE pr.person_id = (?1 + 0)
            UNION ALL
            SELECT r.id, r.shift_id, pg.group_id
              FROM person_group pg
              JOIN group_role gr ON gr.group_id = pg.group_id
              JOIN role_channel rc ON rc.role_id = gr.role_id AND rc.channel_id = (?2 + 0)
              JOIN role r ON r.id = gr.role_id
             WHERE pg.person_id = (?1 + 0)""";

    private final Sql sql;

    public RightsStore(Database database) {
        this.sql = database.ownReader();
    }

    /// By card first, rights last: for the test that looks at their query plans and the bench that runs them from C.
    public static List<String> statements() {
        return List.of(CARD, PIN, PERSON, SECOND_PIN, RIGHTS);
    }

    @Override
    public @Nullable Holder card(long number) {
        return sql.one(CARD, RightsStore::holder, number);
    }

    @Override
    public @Nullable Holder pin(long number) {
        return sql.one(PIN, RightsStore::holder, number);
    }

    @Override
    public @Nullable Holder person(long personId) {
        return sql.one(PERSON, RightsStore::holder, personId);
    }

    @Override
    public @Nullable Long secondPin(long personId) {
        return sql.one(SECOND_PIN, row -> Long.valueOf(row.text(1)), personId);
    }

    @Override
    public List<Right> at(long personId, long channelId) {
        return sql.list(
                RIGHTS,
                row -> Right.byRole(row.number(1), row.nullableNumber(2), row.nullableNumber(3)),
                personId,
                channelId);
    }

    private static Holder holder(Row row) {
        String from = row.nullableText(8);
        String to = row.nullableText(9);
        return new Holder(
                row.nullableNumber(1),
                row.text(2).equals("active"),
                row.text(3),
                row.integer(12),
                row.number(4),
                (row.text(5) + " " + row.text(6)).strip(),
                row.flag(7),
                from == null ? null : LocalDate.parse(from),
                to == null ? null : LocalDate.parse(to),
                row.flag(10),
                row.flag(11));
    }
}
