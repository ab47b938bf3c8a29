package dev.lintel.sync.cloud;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A credential as the service tells of it: only what is looked at, for a redemption address is a secret, and a
/// hundred thousand labels are memory. Immutable.
///
/// @param typeId the service's; null: it does not say
/// @param value null: it does not say, as for mobile credentials
/// @param isOn it does not say that it is disabled
record Told(long id, @Nullable Long typeId, @Nullable String value, boolean isOn) {
    private static final String[] NAMES = {"credentials", "person_credentials", "person_credential", "credential"};

    /// Null: it has no id.
    static @Nullable Told read(Map<String, @Nullable Object> json) {
        Long id = Json.anyId(json.get("id"));
        Long type = Json.id(json.get("credential_type_id"));
        if (type == null) type = Json.id(json.get("credential_type"));
        boolean isOn = json.get("enabled") == null || Boolean.TRUE.equals(Json.flag(json, "enabled"));
        return id == null ? null : new Told(id, type, Json.text(json, "value"), isOn);
    }

    /// Those of a list, in whichever shape.
    static List<Told> readAll(@Nullable Object json) {
        var all = new ArrayList<Told>();
        for (Map<String, @Nullable Object> row : Json.rows(json, NAMES)) {
            Told one = read(row);
            if (one != null) all.add(one);
        }
        return List.copyOf(all);
    }

    static List<String> names() {
        return List.of(NAMES);
    }

    /// No value: this may end up in a log.
    @Override
    public String toString() {
        return "Told[" + id + "]";
    }
}
