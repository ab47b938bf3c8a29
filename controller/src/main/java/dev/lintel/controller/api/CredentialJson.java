package dev.lintel.controller.api;

import dev.lintel.controller.store.Credential;
import java.util.LinkedHashMap;
import java.util.Map;

/// A credential as JSON. Status is shown for mobile credentials only, a value for the others only.
final class CredentialJson {
    private CredentialJson() {}

    static Map<String, Object> of(Credential credential) {
        var json = new LinkedHashMap<String, Object>();
        json.put("id", Long.toString(credential.id()));
        json.put("person_id", credential.personId());
        json.put("credential_type_id", credential.type().id());
        json.put("label", credential.type().label());
        if (credential.type().hasValue()) json.put("value", credential.value());
        else json.put("status", credential.status());
        return json;
    }
}
