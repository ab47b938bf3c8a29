package dev.lintel.controller.fleet;

import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.Sql;
import dev.lintel.sync.wire.PersonRow;
import dev.lintel.sync.wire.PersonRow.CredentialRow;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What only one person may have (addresses, cards, PINs, ids of credentials), asked for a whole list at once:
/// as a rule nobody else has any of it, and then it need not be asked for each. One thread, in the caller's
/// transaction.
final class Claims {
    private static final String TEXTS = """
            SELECT EXISTS (
              SELECT 1
                FROM json_each(?) w
               CROSS JOIN person p ON p.account_id = 1 AND p.deleted_at IS NULL AND p.%s = w.key
               WHERE p.id <> w.value)""";
    private static final String CREDENTIALS = """
            SELECT EXISTS (
              SELECT 1
                FROM json_each(?) w
               CROSS JOIN credential c ON c.%s = CAST(w.key AS INTEGER)
               WHERE c.person_id <> w.value)""";

    /// By column: who is to have the value.
    private final Map<String, Map<String, Long>> texts = new LinkedHashMap<>();
    private final Map<String, Map<String, Long>> credentials = new LinkedHashMap<>();

    private final Set<String> seen = new HashSet<>();
    private boolean twice;

    private Claims() {}

    /// Whether somebody is to get what another one has, here or among `people` themselves.
    static boolean clash(Sql sql, List<PersonRow> people) {
        var claims = new Claims();
        for (PersonRow row : people) claims.add(row);
        return claims.twice || held(sql, TEXTS, claims.texts) || held(sql, CREDENTIALS, claims.credentials);
    }

    private void add(PersonRow row) {
        claim(texts, "email", row.texts().get("email"), row.id());
        claim(texts, "system_id", row.texts().get("system_id"), row.id());
        for (CredentialRow one : row.credentials()) {
            claim(credentials, "id", one.id(), row.id());
            claim(credentials, "card_number", one.cardNumber(), row.id());
            claim(credentials, "pin_number", one.pinNumber(), row.id());
        }
    }

    private void claim(Map<String, Map<String, Long>> all, String column, @Nullable Object value, long person) {
        if (value == null) return;
        String text = String.valueOf(value);
        all.computeIfAbsent(column, _ -> new LinkedHashMap<>()).put(text, person);
        // More than the indexes compare as one: a clash that is none costs time alone.
        if (!seen.add(column + " " + text.toLowerCase(Locale.ROOT))) twice = true;
    }

    private static boolean held(Sql sql, String query, Map<String, Map<String, Long>> all) {
        for (var column : all.entrySet()) {
            String wanted = Json.write(column.getValue());
            if (sql.get(query.formatted(column.getKey()), row -> row.flag(1), wanted)) return true;
        }
        return false;
    }
}
