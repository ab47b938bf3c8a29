package dev.lintel.controller.api;

import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.http.UpstreamDesk.Answer;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.json.JsonException;
import dev.lintel.controller.store.AccountStore;
import dev.lintel.controller.store.Credential;
import dev.lintel.controller.store.CredentialStore;
import dev.lintel.controller.store.CredentialType;
import dev.lintel.controller.store.CredentialTypeStore;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.Sql;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Requests that set PINs at a followed service, where this box has `pins: masked`. The service does not know that
/// setting and names each PIN in use; this applies the rules of the box's own API ([PinRefusals]) to its answers. Used
/// by [Forwarding]; any thread that may block.
final class ForwardedPins {
    private static final String VALUE = "value";
    private static final String TYPE = "credential_type_id";
    private static final Pattern CREDENTIAL =
            Pattern.compile("/api/3/(?:people/[0-9]+/)?credentials(?:/([1-9][0-9]{0,17}))?(?:\\.json)?/?");
    private static final Pattern PERSON = Pattern.compile("/api/3/people/([1-9][0-9]{0,17})(?:\\.json)?/?");

    /// Other errors are not about the values of fields.
    private static final int INVALID = 422;

    private static final String REFUSED = "the service refused the PIN";

    private final Database database;
    private final PinRefusals refusals;

    ForwardedPins(Database database, PinRefusals refusals) {
        this.database = database;
        this.refusals = refusals;
    }

    /// The PIN fields that a request sets; empty where this box shows PINs. Throws [RefusedException] with 429 for a
    /// request that sets any after too many refusals.
    Set<String> admit(Request request, String body) {
        Set<String> set = database.read(sql -> AccountStore.arePinsMasked(sql) ? set(sql, request, body) : Set.of());
        if (!set.isEmpty()) refusals.admit(request);
        return set;
    }

    private static Set<String> set(Sql sql, Request request, String body) {
        Object json = parsed(body);
        Set<String> fields = CredentialTypeStore.pinFields(sql);
        if (isValuePin(sql, request, json)) fields.add(VALUE);
        var set = new TreeSet<String>();
        collect(json, fields, set);
        return set;
    }

    /// Whether `value` may be a PIN: it is not where this box knows that the credential is no PIN.
    private static boolean isValuePin(Sql sql, Request request, @Nullable Object json) {
        Matcher path = CREDENTIAL.matcher(request.path());
        if (!path.matches()) return false;
        if (path.group(1) != null) {
            Credential held = CredentialStore.get(sql, Long.parseLong(path.group(1)));
            return held == null || held.type().isPin();
        }
        String id = String.valueOf(type(json));
        CredentialType type = id.matches("[0-9]{1,18}") ? CredentialTypeStore.get(sql, Long.parseLong(id)) : null;
        return type == null || type.isPin();
    }

    private static @Nullable Object type(@Nullable Object json) {
        if (!(json instanceof Map<?, ?> map)) return null;
        if (map.containsKey(TYPE)) return map.get(TYPE);
        return map.values().stream()
                .filter(Map.class::isInstance)
                .map(ForwardedPins::type)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static void collect(@Nullable Object json, Set<String> fields, Set<String> set) {
        if (json instanceof List<?> list) list.forEach(one -> collect(one, fields, set));
        if (!(json instanceof Map<?, ?> map)) return;
        map.forEach((key, value) -> {
            String name = String.valueOf(key);
            String text = value == null ? "" : value.toString().strip();
            if (fields.contains(name) && !text.isEmpty() && !text.equals(PinView.MASK)) set.add(name);
            collect(value, fields, set);
        });
    }

    /// The answer as the client may see it. One that refuses a PIN and nothing else is counted and leaves an event; in
    /// one that names other errors as well, the PIN is not named.
    ///
    /// @param set fields as [#admit] returned them
    Answer shown(Request request, Answer answer, Set<String> set) {
        if (set.isEmpty() || answer.status() != INVALID) return answer;
        Object json = parsed(answer.body());
        if (json instanceof Map<?, ?> map && namesOthers(map, set)) {
            String body = Json.write(without(map, set));
            return new Answer(answer.status(), answer.headers(), body);
        }
        boolean credential = CREDENTIAL.matcher(request.path()).matches();
        Matcher person = PERSON.matcher(request.path());
        long id = person.matches() ? Long.parseLong(person.group(1)) : 0;
        refusals.count(
                request, PinRefusals.change(credential ? "credential" : "person", id, List.copyOf(set), REFUSED));
        return answer;
    }

    /// Whether reasons are given for a field that holds no PIN of the request.
    private static boolean namesOthers(Map<?, ?> map, Set<String> set) {
        return map.entrySet().stream().anyMatch(entry -> switch (entry.getValue()) {
            case Map<?, ?> inner -> namesOthers(inner, set);
            case List<?> reasons -> !reasons.isEmpty() && !set.contains(String.valueOf(entry.getKey()));
            case null, default -> false;
        });
    }

    private static Map<String, @Nullable Object> without(Map<?, ?> map, Set<String> set) {
        var left = new LinkedHashMap<String, @Nullable Object>();
        map.forEach((key, value) -> {
            String name = String.valueOf(key);
            if (value instanceof Map<?, ?> inner) left.put(name, without(inner, set));
            else if (!set.contains(name)) left.put(name, value instanceof List<?> list ? new ArrayList<>(list) : value);
        });
        return left;
    }

    private static @Nullable Object parsed(@Nullable String body) {
        try {
            return body == null || body.isEmpty() ? null : Json.parse(body);
        } catch (JsonException e) {
            return null;
        }
    }
}
