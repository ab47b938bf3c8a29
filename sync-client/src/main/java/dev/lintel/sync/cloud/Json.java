package dev.lintel.sync.cloud;

import dev.lintel.sync.wire.Tree;
import dev.lintel.sync.wire.WireException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Reads what a service answers, in whichever of its shapes: a list bare or in an object, an object bare,
/// wrapped in its name or alone in a list, numbers as texts. Pure.
final class Json {
    /// An opaque id becomes a number from here up, where no service counts to.
    private static final long OPAQUE = 1L << 62;

    private Json() {}

    /// Maps, lists, texts, [Long], [BigDecimal], booleans or null. Depth and lengths are bounded by [Tree].
    /// A byte order mark at the start is skipped.
    static @Nullable Object parse(String text) {
        try {
            Map<String, @Nullable Object> map =
                    Tree.parse("{\"it\":" + Tree.unmarked(text) + "}").map();
            if (map.size() == 1) return map.get("it");
        } catch (WireException e) {
            throw new CloudException(CloudException.Kind.ODD, "its answer is no JSON");
        }
        throw new CloudException(CloudException.Kind.ODD, "its answer is no JSON");
    }

    /// The objects of a list: `[…]`, `{"people": […]}`, `{"data": […], …}`, each bare or as `{"person": {…}}`.
    ///
    /// @param names under which list and element may be wrapped
    static List<Map<String, @Nullable Object>> rows(@Nullable Object json, String... names) {
        Object list = json;
        if (json instanceof Map<?, ?> map) {
            list = null;
            for (String name : names) if (map.get(name) instanceof List<?> inner) list = inner;
            if (list == null && map.get("data") instanceof List<?> inner) list = inner;
        }
        if (!(list instanceof List<?> elements)) throw odd("its answer is no list of " + names[0]);
        var rows = new ArrayList<Map<String, @Nullable Object>>(elements.size());
        for (Object element : elements) rows.add(object(element, names));
        return rows;
    }

    /// One object: `{…}`, `{"person": {…}}` or `[{…}]`.
    static Map<String, @Nullable Object> object(@Nullable Object json, String... names) {
        if (json instanceof List<?> list && list.size() == 1) return object(list.getFirst(), names);
        if (!(json instanceof Map<?, ?> map)) throw odd("its answer is no object of " + names[0]);
        if (map.get("id") == null) {
            for (String name : names) if (map.get(name) instanceof Map<?, ?> inner) return cast(inner);
        }
        return cast(map);
    }

    /// Empty where it is missing or no object.
    static Map<String, @Nullable Object> inner(Map<String, @Nullable Object> map, String name) {
        return map.get(name) instanceof Map<?, ?> inner ? cast(inner) : Map.of();
    }

    /// Null: it is missing, blank or nothing that can be written. Numbers as they are written.
    static @Nullable String text(Map<String, @Nullable Object> map, String name) {
        String text = switch (map.get(name)) {
            case String string -> string;
            case Long number -> number.toString();
            case BigDecimal number -> number.toPlainString();
            case Boolean flag -> flag.toString();
            case null, default -> null;
        };
        return text == null || text.isBlank() ? null : text;
    }

    /// Null: it is missing or neither yes nor no.
    static @Nullable Boolean flag(Map<String, @Nullable Object> map, String name) {
        return switch (map.get(name)) {
            case Boolean flag -> flag;
            case String text when text.equalsIgnoreCase("true") || text.equals("1") -> true;
            case String text when text.equalsIgnoreCase("false") || text.equals("0") -> false;
            case Long number when number == 1 -> true;
            case Long number when number == 0 -> false;
            case null, default -> null;
        };
    }

    /// A whole number of at least 1, also as a text; null: there is none such.
    static @Nullable Long id(@Nullable Object json) {
        return switch (json) {
            case Long number when number > 0 -> number;
            case String text when text.matches("[1-9][0-9]{0,17}") -> Long.parseLong(text);
            case Map<?, ?> map -> id(map.get("id"));
            case null, default -> null;
        };
    }

    /// As [#id(Object)]; an opaque text becomes a number that is always the same and no other's.
    static @Nullable Long anyId(@Nullable Object json) {
        Long id = id(json);
        if (id != null || !(json instanceof String text) || text.isBlank()) return id;
        return opaque(text);
    }

    static long opaque(String text) {
        return OPAQUE | (hash(text) & (OPAQUE - 1));
    }

    /// The first 63 bits of the SHA-256.
    static long hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest).getLong() >>> 1;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /// Ids of a list of numbers, texts or objects, ascending, each once; what is none is passed over. Null:
    /// there is no list under any of the names.
    static @Nullable List<Long> ids(Map<String, @Nullable Object> map, String... names) {
        for (String name : names) {
            if (!(map.get(name) instanceof List<?> list)) continue;
            var ids = new TreeSet<Long>();
            for (Object element : list) {
                Long id = id(element);
                if (id != null) ids.add(id);
            }
            return List.copyOf(ids);
        }
        return null;
    }

    private static Map<String, @Nullable Object> cast(Map<?, ?> map) {
        var copy = new LinkedHashMap<String, @Nullable Object>();
        for (var entry : map.entrySet()) copy.put(Objects.toString(entry.getKey()), entry.getValue());
        return copy;
    }

    private static CloudException odd(String why) {
        return new CloudException(CloudException.Kind.ODD, why);
    }
}
