package dev.lintel.controller.api;

import dev.lintel.controller.api.CredentialValues.Entered;
import dev.lintel.controller.http.Errors;
import dev.lintel.controller.http.Fields;
import dev.lintel.controller.store.Credential;
import dev.lintel.controller.store.CredentialStore;
import dev.lintel.controller.store.CredentialType;
import dev.lintel.controller.store.CredentialTypeStore;
import dev.lintel.controller.store.Sql;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Credentials written through fields of the person (`card`, `pin`, …): the older way that clients still use.
final class PersonSlugs {
    private final CredentialValues values;

    PersonSlugs(CredentialValues values) {
        this.values = values;
    }

    /// A change of one type; `number` null removes the credential.
    record Change(
            CredentialType type,
            @Nullable Credential before,
            @Nullable Long number) {
        /// Its old and new value, as the log may keep them.
        Map<String, Object> told() {
            String old = before == null ? "" : shown(type, before.value());
            String now = number == null ? "" : shown(type, number.toString());
            return Map.of("old", old, "new", now);
        }
    }

    /// A new value for one type, not judged yet.
    private record Wanted(CredentialType type, @Nullable Credential before, String text, String field) {}

    /// Reads what the fields change of the credentials of a person (0 for one who is not there yet). A field that is
    /// null, or holds what is there already, changes nothing; an empty one removes. What one field gives up,
    /// another may take; no two may have the same.
    List<Change> read(Sql sql, Fields fields, long personId, Errors errors) {
        var changes = new ArrayList<Change>();
        var wanted = new ArrayList<Wanted>();
        var freed = new HashSet<Long>();
        List<CredentialType> types = CredentialTypeStore.all(sql);
        CredentialType card = PersonJson.card(types);
        for (CredentialType type : types) {
            if (!type.hasValue()) continue;
            Credential before = personId == 0 ? null : CredentialStore.ofType(sql, personId, type.id());
            String field = field(fields, type, type.equals(card), before);
            if (field == null || (before != null && PinView.isKept(sql, before, fields.text(field)))) continue;
            if (before != null) freed.add(before.id());
            String text = fields.text(field);
            if (text != null && !text.isBlank()) wanted.add(new Wanted(type, before, text, field));
            else if (before != null) changes.add(new Change(type, before, null));
        }
        for (Wanted one : wanted) {
            var entered = new Entered(one.text, freed, chosen(changes, one.type), one.field);
            Long number = values.read(sql, one.type, entered, errors);
            if (number != null) changes.add(new Change(one.type, one.before, number));
        }
        return changes;
    }

    /// The new values among which one of that type must be unique.
    private static Set<Long> chosen(List<Change> changes, CredentialType type) {
        var numbers = new HashSet<Long>();
        for (Change change : changes) {
            if (change.number != null && CredentialStore.apart(change.type, type)) numbers.add(change.number);
        }
        return numbers;
    }

    /// The field that says something new about the type: a client that reads a person, changes `card` and writes all of
    /// it back sends the old number as well.
    private static @Nullable String field(
            Fields fields, CredentialType type, boolean card, @Nullable Credential before) {
        String now = before == null ? "" : before.value();
        for (String name : card ? List.of(type.slug(), PersonJson.CARD) : List.of(type.slug())) {
            String text = fields.text(name);
            if (text != null && !text.strip().equals(now)) return name;
        }
        return null;
    }

    /// The PINs among them that are set, by the id of their type.
    static Map<Long, String> pinsSet(List<Change> changes) {
        var pins = new HashMap<Long, String>();
        for (Change change : changes) {
            Long number = change.number;
            if (number != null && change.type.isPin()) pins.put(change.type.id(), number.toString());
        }
        return pins;
    }

    /// First of all every number is given up that is given up at all: two fields may have changed theirs with each
    /// other.
    static void write(Sql sql, long personId, List<Change> changes, long nowMs) {
        for (Change change : changes) {
            Credential before = change.before;
            if (before == null) continue;
            if (change.number == null) CredentialStore.delete(sql, before.id());
            else CredentialStore.free(sql, before.id());
        }
        for (Change change : changes) {
            Credential before = change.before;
            Long number = change.number;
            if (number == null) continue;
            if (before == null) CredentialStore.insert(sql, personId, change.type, number, nowMs);
            else CredentialStore.update(sql, before.id(), change.type, number, nowMs);
        }
    }

    /// A value as the log may keep it.
    static String shown(CredentialType type, String value) {
        return type.isPin() ? "****" : value;
    }
}
