package dev.lintel.sync.wire;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Fields of a message in the order they are written. What is null, false or an empty list is left out: reading
/// gives it back, and a hundred thousand people are so many bytes less.
final class Fields {
    private final Map<String, Object> map = new LinkedHashMap<>();

    Fields with(String name, @Nullable Object value) {
        if (value == null || Boolean.FALSE.equals(value)) return this;
        if (value instanceof Iterable<?> list && !list.iterator().hasNext()) return this;
        map.put(name, value);
        return this;
    }

    Map<String, Object> map() {
        return map;
    }
}
