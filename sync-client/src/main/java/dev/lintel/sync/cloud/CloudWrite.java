package dev.lintel.sync.cloud;

import dev.lintel.sync.wire.Tree;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A write that somebody asks of the box and that the service is to do. It may hold PINs: never to be logged.
/// Immutable.
///
/// @param method of HTTP
/// @param path raw, with its query; begins with `/api/3/`
/// @param body JSON; null: none
/// @param idempotencyKey as the client sent it
/// @param concerned people whom it changes, as far as the box can tell
public record CloudWrite(
        String method,
        String path,
        @Nullable String body,
        @Nullable String idempotencyKey,
        Set<Long> concerned) {
    private static final Pattern PERSON = Pattern.compile("/api/3/people/([1-9][0-9]{0,17})(/.*)?");
    private static final Pattern RESERVATION = Pattern.compile(".*/(group_)?reservations(/.*)?");
    private static final String TYPE = "credential_type_id";
    private static final String[] NAMES = {
        "person", "credential", "person_credential", "reservation", "group_reservation"
    };

    public CloudWrite {
        concerned = Set.copyOf(concerned);
    }

    /// What the service answered, with the ids of credential types that this box has.
    ///
    /// @param contentType of the body
    /// @param body null: none
    /// @param plainTypes ids of credential types whose values are no PINs
    /// @param pinFields fields of a person there that hold PINs
    public record Answer(
            int status, String contentType, @Nullable String body, Set<Long> plainTypes, Set<String> pinFields) {
        public Answer {
            plainTypes = Set.copyOf(plainTypes);
            pinFields = Set.copyOf(pinFields);
        }

        /// No body: it may hold PINs.
        @Override
        public String toString() {
            return "Answer[" + status + "]";
        }
    }

    /// No path and no body: this may end up in a log.
    @Override
    public String toString() {
        return "CloudWrite[" + method + "]";
    }

    static Answer answer(Http.Reply reply, View view) {
        String type = reply.headers().firstValue("Content-Type").orElse("application/json");
        var plain = new HashSet<Long>();
        view.types().forEach((_, known) -> {
            if (!known.isMaskable()) plain.add(known.id());
        });
        var pins = new HashSet<String>();
        view.slugs().forEach((slug, known) -> {
            if (known.isMaskable()) pins.add(slug);
        });
        String text = Tree.unmarked(reply.body());
        String body = text.isEmpty() ? null : here(text, view.types());
        return new Answer(reply.status(), type, body, plain, pins);
    }

    /// A body of the service's, with this box's ids of credential types: clients know those alone. A type that this
    /// box does not have is null. A body that is no JSON is not changed.
    private static String here(String body, Map<Long, Known.CredentialType> types) {
        Object json = body.contains(TYPE) ? parsed(body) : null;
        if (json == null) return body;
        Object here = value(json, id -> {
            Known.CredentialType type = types.get(id);
            return type == null ? null : type.id();
        });
        return json.equals(here) ? body : Tree.writeAny(here);
    }

    /// The same by the service's numbers of credential types; those of all else are the same on both sides. Throws
    /// [IllegalArgumentException] for a type that the service does not have.
    ///
    /// @param types the service's ids of credential types and what they are here
    CloudWrite there(Map<Long, Known.CredentialType> types) {
        if (body == null || !body.contains(TYPE)) return this;
        boolean isSame = types.entrySet().stream()
                .allMatch(one -> one.getKey() == one.getValue().id());
        Object json = parsed(body);
        if (!(json instanceof Map<?, ?> map)) return this; // the service says what is wrong with it
        Map<String, @Nullable Object> there = map(map, id -> there(id, types));
        return isSame ? this : new CloudWrite(method, path, Tree.write(there), idempotencyKey, concerned);
    }

    private static @Nullable Object parsed(String text) {
        try {
            return Json.parse(text);
        } catch (CloudException e) {
            return null;
        }
    }

    /// What the id of a credential type of one side is on the other; null: nothing.
    private interface Types {
        @Nullable
        Long other(long id);
    }

    private static Map<String, @Nullable Object> map(Map<?, ?> map, Types types) {
        var other = new LinkedHashMap<String, @Nullable Object>();
        map.forEach((key, value) -> {
            String name = Objects.toString(key);
            other.put(name, name.equals(TYPE) ? type(value, types) : value(value, types));
        });
        return other;
    }

    private static @Nullable Object value(@Nullable Object value, Types types) {
        return switch (value) {
            case Map<?, ?> map -> map(map, types);
            case List<?> list -> {
                var other = new ArrayList<@Nullable Object>();
                for (Object one : list) other.add(value(one, types));
                yield other;
            }
            case null, default -> value;
        };
    }

    private static @Nullable Object type(@Nullable Object value, Types types) {
        Long id = value instanceof Map<?, ?> || value instanceof List<?> ? null : Json.id(value);
        return id == null ? value : types.other(id); // else the service says what is wrong with it
    }

    private static Long there(long id, Map<Long, Known.CredentialType> types) {
        for (var one : types.entrySet()) if (one.getValue().id() == id) return one.getKey();
        throw new IllegalArgumentException("credential type " + id + " of this box is none that the service has");
    }

    /// Whom it has changed.
    Set<Long> people(Answer answer) {
        var people = new LinkedHashSet<>(concerned);
        String bare = path.replaceFirst("\\?.*", "");
        Matcher named = PERSON.matcher(bare);
        if (named.matches()) people.add(Long.parseLong(named.group(1)));
        Object told = answer.body == null ? null : parsed(answer.body);
        if (told instanceof List<?> list && list.size() == 1) told = list.getFirst(); // as some answer a credential
        if (!(told instanceof Map<?, ?> map)) return people;
        Map<String, @Nullable Object> row = Json.object(map, NAMES);
        Long person = Json.id(bare.equals("/api/3/people") ? row.get("id") : row.get("person_id"));
        if (person != null) people.add(person);
        return people;
    }

    /// Whether it is about reservations, which the service lists beside people.
    boolean isReservation() {
        return RESERVATION.matcher(path.replaceFirst("\\?.*", "")).matches();
    }
}
