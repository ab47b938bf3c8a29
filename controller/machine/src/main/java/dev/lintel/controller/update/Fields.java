package dev.lintel.controller.update;

import dev.lintel.controller.json.Json;
import dev.lintel.controller.json.JsonException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Takes fields out of a JSON object that a stranger may have made. Each method throws
/// [UpdateException] that names the field. Fields that are not asked for are passed over: a newer
/// format has another number.
///
/// @param what for messages: "manifest", "trust"
record Fields(String what, Map<?, ?> object) {
    /// Throws when `text` is not an object, or of another format than 1.
    static Fields parse(String what, String text) {
        try {
            var fields = new Fields(what, Json.parseObject(text));
            long format = fields.number("format", 1, Long.MAX_VALUE);
            if (format != 1) throw fields.wrong("format", "is " + format + ", and this version reads 1");
            return fields;
        } catch (JsonException e) {
            throw new UpdateException(what + ": " + e.getMessage(), e);
        }
    }

    String text(String name, Pattern shape) {
        if (!(object.get(name) instanceof String text)) throw wrong(name, "is missing or no text");
        if (!shape.matcher(text).matches()) throw wrong(name, "is not of the shape that it must have");
        return text;
    }

    long number(String name, long min, long max) {
        if (!(object.get(name) instanceof Long number)) throw wrong(name, "is missing or no whole number");
        if (number < min || number > max) throw wrong(name, "is " + number + ", outside " + min + " to " + max);
        return number;
    }

    Instant time(String name) {
        if (!(object.get(name) instanceof String text)) throw wrong(name, "is missing or no text");
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            throw wrong(name, "is no time like 2026-11-24T00:00:00Z");
        }
    }

    /// Objects, `max` at most.
    List<Fields> objects(String name, int max) {
        @Nullable Object value = object.get(name);
        if (!(value instanceof List<?> list)) throw wrong(name, "is missing or no list");
        if (list.size() > max) throw wrong(name, "has " + list.size() + " entries, more than " + max);
        return list.stream().map(each -> entry(name, each)).toList();
    }

    /// Whole numbers by their names, of which `max` are the most; none where the field is missing: what came before it
    /// did not write it.
    Map<String, Integer> numbers(String name, Pattern names, int max) {
        @Nullable Object value = object.get(name);
        if (value == null) return Map.of();
        if (!(value instanceof Map<?, ?> map)) throw wrong(name, "is no object");
        if (map.size() > max) throw wrong(name, "has " + map.size() + " entries, more than " + max);
        var inside = new Fields(what + ": " + name, map);
        Map<String, Integer> numbers = new TreeMap<>();
        for (Object key : map.keySet()) {
            String each = String.valueOf(key);
            if (!names.matcher(each).matches()) throw wrong(name, "has a name that is not of the shape it must have");
            numbers.put(each, (int) inside.number(each, 1, Short.MAX_VALUE));
        }
        return numbers;
    }

    private Fields entry(String name, @Nullable Object each) {
        if (each instanceof Map<?, ?> map) return new Fields(what + ": " + name, map);
        throw wrong(name, "holds something that is no object");
    }

    UpdateException wrong(String name, String why) {
        return new UpdateException(what + ": " + name + " " + why);
    }
}
