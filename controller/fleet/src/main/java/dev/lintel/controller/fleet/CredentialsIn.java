package dev.lintel.controller.fleet;

import dev.lintel.controller.store.CredentialStore;
import dev.lintel.controller.store.LimitColumns;
import dev.lintel.controller.store.Sql;
import dev.lintel.sync.wire.PersonRow.CredentialRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Writes the credentials of people for [PeopleIn]. A credential that stays the same thing to be shown is updated, so
/// that its uses stay with it; any other change deletes and inserts it.
final class CredentialsIn {
    private static final String INSERT = """
            INSERT INTO credential (id, account_id, person_id, credential_type_id, value, card_number, pin_number,
                                    status, created_at, updated_at, %s)
            VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""".formatted(LimitColumns.NAMES);
    private static final String UPDATE = "UPDATE credential SET status = ?, created_at = ?, updated_at = ?, "
            + LimitColumns.COLUMNS.stream().map(name -> name + " = ?").collect(Collectors.joining(", "))
            + " WHERE id = ?";
    private static final String STOLEN = """
            SELECT id, person_id
              FROM credential
             WHERE id = ?1 OR (card_number = ?2 AND account_id = 1) OR (pin_number = ?3 AND account_id = 1)""";

    private final Sql sql;
    private final Set<Long> touched;

    /// @param touched gets the people who lose a credential to another one
    CredentialsIn(Sql sql, Set<Long> touched) {
        this.sql = sql;
        this.touched = touched;
    }

    /// @param clash whether another person may have a card, a PIN or an id of these
    void put(long personId, List<CredentialRow> now, List<CredentialRow> wanted, boolean clash) {
        if (now.equals(wanted)) return;
        Map<Long, CredentialRow> kept = now.stream()
                .filter(one -> wanted.stream().anyMatch(one::shows))
                .collect(Collectors.toMap(CredentialRow::id, Function.identity()));
        for (CredentialRow one : now) if (!kept.containsKey(one.id())) CredentialStore.delete(sql, one.id());
        for (CredentialRow one : wanted) {
            CredentialRow before = kept.get(one.id());
            if (before == null) insert(personId, one, clash);
            else if (!before.equals(one)) update(one);
        }
    }

    private void insert(long personId, CredentialRow one, boolean clash) {
        if (clash) free(one);
        var values = new ArrayList<@Nullable Object>(Arrays.asList(
                one.id(), personId, one.typeId(), one.value(), one.cardNumber(), one.pinNumber(), one.status()));
        values.add(one.stamps().createdAtMs());
        values.add(one.stamps().updatedAtMs());
        values.addAll(SentLimits.values(one.limits()));
        sql.run(INSERT, values.toArray());
    }

    private void update(CredentialRow one) {
        var values = new ArrayList<@Nullable Object>();
        values.add(one.status());
        values.add(one.stamps().createdAtMs());
        values.add(one.stamps().updatedAtMs());
        values.addAll(SentLimits.values(one.limits()));
        values.add(one.id());
        sql.run(UPDATE, values.toArray());
    }

    /// Takes the card, the PIN and the id from the person who has them.
    private void free(CredentialRow one) {
        sql.list(STOLEN, row -> new long[] {row.number(1), row.number(2)}, one.id(), one.cardNumber(), one.pinNumber())
                .forEach(held -> {
                    CredentialStore.delete(sql, held[0]);
                    touched.add(held[1]);
                });
    }
}
