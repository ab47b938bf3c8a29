package dev.lintel.controller.api;

import dev.lintel.controller.http.Request;
import dev.lintel.controller.store.Credential;
import dev.lintel.controller.store.CredentialStore;
import dev.lintel.controller.store.CredentialType;
import dev.lintel.controller.store.CredentialTypeStore;
import dev.lintel.controller.store.Person;
import dev.lintel.controller.store.PersonImageStore;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.Sql;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// People as JSON, with groups, roles, credentials and the older fields that stand for credentials. Made inside a
/// read transaction; one a request. However many people there are, the database is asked the same few questions.
final class PersonJson {
    /// The older name of the card field.
    static final String CARD = "card";
    static final String CARD_SLUG = "credentials_number";

    private final Sql sql;
    private final CredentialJson credentialJson;
    private final long nowMs;
    private final String base;
    private final AccountTimes times;
    private final List<CredentialType> types;
    private final PinView pins;

    /// @param nowMs by which a group reservation is active or not
    /// @param base of the addresses of images: [Request#base()]
    PersonJson(Sql sql, CredentialJson credentialJson, long nowMs, String base) {
        this(sql, credentialJson, nowMs, base, PinView.of(sql));
    }

    PersonJson(Sql sql, CredentialJson credentialJson, long nowMs, String base, PinView pins) {
        this.sql = sql;
        this.credentialJson = credentialJson;
        this.base = base;
        this.nowMs = nowMs;
        this.times = AccountTimes.of(sql);
        this.types = CredentialTypeStore.all(sql);
        this.pins = pins;
    }

    Map<String, @Nullable Object> of(Person person) {
        return of(List.of(person)).getFirst();
    }

    /// In the order given; as many as one read transaction may take.
    List<Map<String, @Nullable Object>> of(List<Person> people) {
        List<Long> ids = people.stream().map(Person::id).toList();
        Map<Long, List<Credential>> credentials = CredentialStore.of(sql, ids);
        Map<Long, List<Long>> groups = PersonStore.groupIds(sql, ids, nowMs);
        Map<Long, List<Long>> roles = PersonStore.roleIds(sql, ids);
        Map<Long, String> images = PersonImageStore.shown(sql, ids);
        var list = new ArrayList<Map<String, @Nullable Object>>(people.size());
        for (Person person : people) {
            var held = new Held(
                    credentials.getOrDefault(person.id(), List.of()),
                    groups.getOrDefault(person.id(), List.of()),
                    roles.getOrDefault(person.id(), List.of()),
                    images.get(person.id()));
            list.add(json(person, held));
        }
        return list;
    }

    /// What one person has.
    private record Held(
            List<Credential> credentials,
            List<Long> groups,
            List<Long> roles,
            @Nullable String image) {}

    private Map<String, @Nullable Object> json(Person person, Held held) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("id", person.id());
        for (String name : PersonStore.TEXTS) json.put(name, person.text(name));
        json.put("enabled", person.enabled());
        json.put("valid_from", person.validFrom());
        json.put("valid_to", person.validTo());
        json.put("extended_unlock", person.extendedUnlock());
        json.put("first_responder", person.firstResponder());
        ImagesResource.addresses(json, base, person.id(), held.image);
        slugs(json, held.credentials);
        json.put("groups", held.groups);
        json.put("roles", held.roles);
        json.put(
                "credentials",
                held.credentials.stream()
                        .map(one -> credentialJson.of(one, times, pins))
                        .toList());
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

    private @Nullable String value(List<Credential> credentials, CredentialType type) {
        for (Credential credential : credentials) if (credential.type().equals(type)) return pins.value(credential);
        return null;
    }
}
