package dev.lintel.controller.reference;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A mapping of the description, with `$ref` followed wherever it stands. What is not there reads as empty.
///
/// @param root the whole description
record Part(Map<?, ?> root, Map<?, ?> map) {
    /// References that point in a ring would never end; ours are two deep.
    private static final int REFERENCES_MAX = 16;

    static Part of(Map<?, ?> root) {
        return new Part(root, root);
    }

    /// The mapping under that key.
    Part part(String key) {
        return resolved(map.get(key));
    }

    /// The entries that are mappings, in order.
    Map<String, Part> parts() {
        var parts = new LinkedHashMap<String, Part>();
        map.forEach((key, value) -> {
            if (value instanceof Map) parts.put(String.valueOf(key), resolved(value));
        });
        return parts;
    }

    /// The mappings of the list under that key.
    List<Part> list(String key) {
        var parts = new ArrayList<Part>();
        if (map.get(key) instanceof List<?> list) for (Object each : list) parts.add(resolved(each));
        return parts;
    }

    /// The texts of the list under that key; a single text counts as a list of one.
    List<String> texts(String key) {
        Object value = map.get(key);
        if (value instanceof List<?> list)
            return list.stream().map(String::valueOf).toList();
        return value == null ? List.of() : List.of(String.valueOf(value));
    }

    /// Empty where there is none.
    String text(String key) {
        Object value = map.get(key);
        return value == null ? "" : value.toString();
    }

    @Nullable
    String nullableText(String key) {
        Object value = map.get(key);
        return value == null ? null : value.toString();
    }

    boolean has(String key) {
        return map.containsKey(key);
    }

    boolean flag(String key) {
        return Boolean.TRUE.equals(map.get(key));
    }

    boolean isEmpty() {
        return map.isEmpty();
    }

    private Part resolved(@Nullable Object value) {
        Object found = value;
        for (int i = 0; i < REFERENCES_MAX; i++) {
            if (!(found instanceof Map<?, ?> mapping)) return new Part(root, Map.of());
            if (!(mapping.get("$ref") instanceof String reference)) return new Part(root, mapping);
            found = at(reference);
            if (mapping.size() > 1 && found instanceof Map<?, ?> target) found = with(target, mapping);
        }
        throw new IllegalStateException("references go round in the description, at " + value);
    }

    /// What stands beside a reference counts before what it refers to.
    private static Map<?, ?> with(Map<?, ?> target, Map<?, ?> beside) {
        var both = new LinkedHashMap<Object, Object>(target);
        both.putAll(beside);
        if (target.containsKey("$ref")) both.put("$ref", target.get("$ref"));
        else both.remove("$ref");
        return both;
    }

    private Object at(String reference) {
        Object found = root;
        for (String step : reference.replaceFirst("^#/", "").split("/", -1)) {
            found = found instanceof Map<?, ?> mapping ? mapping.get(step) : null;
            if (found == null) throw new IllegalStateException("the description has nothing at " + reference);
        }
        return found;
    }
}
