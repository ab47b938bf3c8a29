package dev.lintel.controller.store;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reading table `credential_type`, in the caller's transaction.
public final class CredentialTypeStore {
    private static final String SELECT = "SELECT id, label, slug, code FROM credential_type WHERE account_id = 1";
    private static final Set<String> USUAL_PINS = Set.of("pin", "mf_pin");

    private CredentialTypeStore() {}

    /// All types by id; a box has a handful.
    public static List<CredentialType> all(Sql sql) {
        return sql.kept(Types.class, () -> new Types(sql.list(SELECT + " ORDER BY id", CredentialTypeStore::type))).all;
    }

    private record Types(List<CredentialType> all) {
        Types {
            all = List.copyOf(all);
        }
    }

    public static @Nullable CredentialType get(Sql sql, long id) {
        return sql.one(SELECT + " AND id = ?", CredentialTypeStore::type, id);
    }

    /// Fields of people that hold PINs: those of this box's types, and those that each service has.
    public static Set<String> pinFields(Sql sql) {
        var fields = new HashSet<>(USUAL_PINS);
        for (CredentialType type : all(sql)) if (type.isPin()) fields.add(type.slug());
        return fields;
    }

    private static CredentialType type(Row row) {
        return new CredentialType(row.number(1), row.text(2), row.text(3), row.integer(4));
    }
}
