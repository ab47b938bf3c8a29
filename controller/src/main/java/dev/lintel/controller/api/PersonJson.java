package dev.lintel.controller.api;

import dev.lintel.controller.store.Credential;
import dev.lintel.controller.store.CredentialStore;
import dev.lintel.controller.store.CredentialType;
import dev.lintel.controller.store.CredentialTypeStore;
import dev.lintel.controller.store.Person;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.Sql;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A person as JSON, with groups, roles, credentials and the older fields that stand for credentials. Made inside a
/// read transaction; one a request.
final class PersonJson {
    /// The older name of the card field.
    static final String CARD = "card";
    static final String CARD_SLUG = "credentials_number";

    private final Sql sql;
    private final long nowMs;
    private final AccountTimes times;
    private final List<CredentialType> types;

    /// @param nowMs by which a group reservation is active or not
    PersonJson(Sql sql, long nowMs) {
        this.sql = sql;
        this.nowMs = nowMs;
        this.times = AccountTimes.of(sql);
        this.types = CredentialTypeStore.all(sql);
    }

    Map<String, @Nullable Object> of(Person person) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("id", person.id());
        for (String name : PersonStore.TEXTS) json.put(name, person.text(name));
        json.put("enabled", person.enabled());
        json.put("valid_from", person.validFrom());
        json.put("valid_to", person.validTo());
        json.put("extended_unlock", person.extendedUnlock());
        json.put("first_responder", person.firstResponder());
        json.put("image_url", null);
        json.put("image_thumbnail_url", null);
        List<Credential> credentials = CredentialStore.of(sql, person.id());
        slugs(json, credentials);
        json.put("groups", PersonStore.groupIds(sql, person.id(), nowMs));
        json.put("roles", PersonStore.roleIds(sql, person.id()));
        json.put("credentials", credentials.stream().map(CredentialJson::of).toList());
        json.put("created_at", times.local(person.createdAtMs()));
        json.put("updated_at", times.local(person.updatedAtMs()));
        return json;
    }

    private void slugs(Map<String, @Nullable Object> json, List<Credential> credentials) {
        CredentialType card = card(types);
        json.put(CARD, card == null ? null : value(credentials, card));
        for (CredentialType type : types) {
            if (type.hasValue() && !json.containsKey(type.slug())) json.put(type.slug(), value(credentials, type));
        }
    }

    /// The type that `card` stands for: the one with the usual slug, else the first of its class.
    static @Nullable CredentialType card(List<CredentialType> types) {
        for (CredentialType type : types) if (type.slug().equals(CARD_SLUG)) return type;
        for (CredentialType type : types) if (type.code() == CredentialType.MIFARE) return type;
        return null;
    }

    private static @Nullable String value(List<Credential> credentials, CredentialType type) {
        for (Credential credential : credentials) if (credential.type().equals(type)) return credential.value();
        return null;
    }
}
