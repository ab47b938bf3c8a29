package dev.lintel.controller.sync;

import dev.lintel.controller.json.Json;
import dev.lintel.controller.json.JsonException;
import dev.lintel.controller.store.AccountStore;
import dev.lintel.controller.store.Credential;
import dev.lintel.controller.store.CredentialStore;
import dev.lintel.controller.store.CredentialType;
import dev.lintel.controller.store.CredentialTypeStore;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.Sql;
import dev.lintel.sync.wire.ForwardRequest;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Takes masked PINs out of a change that a followed service is to make: where this box has `pins: masked`, a client
/// that reads a person and writes all of it back sends `******`, and the service would choose another PIN. Used by
/// [CloudLine]; any thread that may block.
final class MaskedPins {
    private static final String MASK = "******";
    private static final String VALUE = "value";
    private static final Pattern CHANGED = Pattern.compile("/api/3/(?:people/([1-9][0-9]{0,17})"
            + "|(?:people/[0-9]+/)?credentials/([1-9][0-9]{0,17}))(?:\\.json)?(?:\\?.*)?");

    private MaskedPins() {}

    /// The body of the request, without fields that stand for a PIN that the person has. Null: it has none.
    static @Nullable String without(ForwardRequest request, Database database) {
        String body = request.body();
        Matcher changed = CHANGED.matcher(request.path());
        boolean isChange = request.method().equals("PUT") || request.method().equals("PATCH");
        if (body == null || !isChange || !body.contains(MASK) || !changed.matches()) return body;
        Set<String> names = database.read(sql -> kept(sql, changed));
        return names.isEmpty() ? body : without(body, names);
    }

    /// The fields that stand for a PIN that the person has.
    private static Set<String> kept(Sql sql, Matcher changed) {
        var names = new HashSet<String>();
        if (!AccountStore.arePinsMasked(sql)) return names;
        String credentialId = changed.group(2);
        if (credentialId != null) {
            Credential held = CredentialStore.get(sql, Long.parseLong(credentialId));
            if (held != null && held.type().isPin()) names.add(VALUE);
            return names;
        }
        long person = Long.parseLong(changed.group(1));
        for (CredentialType type : CredentialTypeStore.all(sql)) {
            boolean has = type.isPin() && CredentialStore.ofType(sql, person, type.id()) != null;
            if (has) names.add(type.slug());
        }
        return names;
    }

    private static String without(String body, Set<String> names) {
        try {
            return Json.write(without(Json.parseObject(body), names));
        } catch (JsonException e) {
            return body; // the service says what is wrong with it
        }
    }

    private static Map<String, @Nullable Object> without(Map<?, ?> map, Set<String> names) {
        var left = new LinkedHashMap<String, @Nullable Object>();
        map.forEach((key, value) -> {
            String name = String.valueOf(key);
            boolean isMask = value instanceof String text && text.strip().equals(MASK);
            if (isMask && names.contains(name)) return;
            left.put(name, value instanceof Map<?, ?> inner ? without(inner, names) : value);
        });
        return left;
    }
}
