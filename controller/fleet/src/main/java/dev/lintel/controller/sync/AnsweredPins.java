package dev.lintel.controller.sync;

import dev.lintel.controller.json.Json;
import dev.lintel.controller.json.JsonException;
import dev.lintel.controller.store.AccountStore;
import dev.lintel.controller.store.CredentialTypeStore;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.Sql;
import dev.lintel.sync.cloud.CloudWrite;
import dev.lintel.sync.wire.ForwardRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Masks PINs in what a followed service answers to a change, where this box has `pins: masked`: a service knows
/// nothing of that setting. A PIN that the request sets is shown once: in the field that the request names, on a path
/// that sets it ([PinTarget]). A PIN that the person has already stays masked, for the answer would confirm a guess.
/// Used by [CloudLine]; any thread that may block.
final class AnsweredPins {
    private static final String MASK = "******";
    private static final String VALUE = "value";
    private static final String TYPE = "credential_type_id";
    private static final int ERROR_MIN = 400;
    /// Requests that were answered with a PIN: a repeated one is not. Clients repeat a request within minutes.
    private static final int ANSWERED_MAX = 1_000;

    private static final String NO_JSON = "The service has done it. Its answer is no JSON, and this account masks PINs:"
            + " the answer is not shown.";

    private final Database database;
    private final SequencedSet<String> answered = new LinkedHashSet<>(); // guarded by itself

    AnsweredPins(Database database) {
        this.database = database;
    }

    /// What a request was before the service got it.
    ///
    /// @param sent the body as the service gets it; null: none
    record Asked(
            ForwardRequest request,
            PinTarget target,
            @Nullable String sent) {}

    /// The body of the answer as this box shows it. Null: it has none.
    @Nullable
    String masked(CloudWrite.Answer answer, Asked asked) {
        String body = answer.body();
        Set<String> fields = body == null ? Set.of() : database.read(AnsweredPins::fields);
        if (body == null || fields.isEmpty()) return body;
        Object json;
        try {
            json = Json.parse(body);
        } catch (JsonException e) {
            return answer.status() < ERROR_MIN ? NO_JSON : body;
        }
        var names = new HashSet<>(fields);
        names.addAll(answer.pinFields());
        boolean isSet = asked.target.sets(answer.status()) && !isRepeated(answer, asked.request);
        Map<String, String> set = isSet ? set(asked, json, names) : Map.of();
        Object shown = new Walk(names, answer.plainTypes(), set, answer.status() >= ERROR_MIN).of(json);
        return shown == null || shown.equals(json) ? body : Json.write(shown);
    }

    /// Fields of people that hold PINs; empty where PINs are shown.
    private static Set<String> fields(Sql sql) {
        return AccountStore.arePinsMasked(sql) ? CredentialTypeStore.pinFields(sql) : Set.of();
    }

    private boolean isRepeated(CloudWrite.Answer answer, ForwardRequest request) {
        String key = request.idempotencyKey();
        if (key == null || answer.status() >= ERROR_MIN) return false;
        String name = request.by().client() + "\n" + request.method() + "\n" + request.path() + "\n" + key;
        synchronized (answered) {
            if (!answered.add(name)) return true;
            if (answered.size() > ANSWERED_MAX) answered.removeFirst();
            return false;
        }
    }

    /// The PINs that the request has set, by field: those that it names, and those that the service chose for a mask.
    private static Map<String, String> set(Asked asked, @Nullable Object answer, Set<String> names) {
        var set = new HashMap<String, String>();
        if (!(parsed(asked.sent) instanceof Map<?, ?> body)) return set;
        Map<?, ?> made = inner(answer instanceof List<?> list && list.size() == 1 ? list.getFirst() : answer);
        inner(body).forEach((key, value) -> {
            String name = String.valueOf(key);
            if (value == null || !asked.target.isField(name, names)) return;
            String text = value.toString().strip();
            Object chosen = text.equals(MASK) ? made.get(name) : text;
            if (chosen != null && !asked.target.had(chosen.toString())) set.put(name, chosen.toString());
        });
        return set;
    }

    private static @Nullable Object parsed(@Nullable String body) {
        try {
            return body == null ? null : Json.parse(body);
        } catch (JsonException e) {
            return null;
        }
    }

    /// The fields of an object, which may be inside an object of its kind, as in `{"person": {…}}`.
    private static Map<?, ?> inner(@Nullable Object json) {
        if (!(json instanceof Map<?, ?> map)) return Map.of();
        if (map.size() == 1 && map.values().iterator().next() instanceof Map<?, ?> inner) return inner;
        return map;
    }

    /// Copies a tree with masks.
    ///
    /// @param plain types of credentials whose values are no PINs
    /// @param set PINs that are shown, by field
    /// @param isError then a field has the reasons for its refusal
    private record Walk(Set<String> names, Set<Long> plain, Map<String, String> set, boolean isError) {
        @Nullable
        Object of(@Nullable Object json) {
            return switch (json) {
                case Map<?, ?> map -> map(map);
                case List<?> list -> list(list);
                case null, default -> json;
            };
        }

        private Map<String, @Nullable Object> map(Map<?, ?> map) {
            boolean isPlain = map.get(TYPE) != null && plain.contains(number(map.get(TYPE)));
            var shown = new LinkedHashMap<String, @Nullable Object>();
            map.forEach((key, value) -> {
                String name = String.valueOf(key);
                boolean isPin = names.contains(name) || (name.equals(VALUE) && !isPlain);
                shown.put(name, isPin ? pin(name, value) : of(value));
            });
            return shown;
        }

        private List<@Nullable Object> list(List<?> list) {
            var shown = new ArrayList<@Nullable Object>();
            for (Object one : list) shown.add(of(one));
            return shown;
        }

        private @Nullable Object pin(String name, @Nullable Object value) {
            if (value instanceof List<?> list) {
                var shown = new ArrayList<@Nullable Object>();
                for (Object one : list) shown.add(pin(name, one));
                return shown;
            }
            if (value == null || value instanceof Map<?, ?>) return of(value);
            String text = value.toString().strip();
            boolean isShown = text.isEmpty() || text.equals(set.get(name)) || (isError && !text.matches("[0-9]+"));
            return isShown ? value : MASK;
        }

        private static Long number(@Nullable Object id) {
            String text = String.valueOf(id);
            return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : -1L;
        }
    }
}
