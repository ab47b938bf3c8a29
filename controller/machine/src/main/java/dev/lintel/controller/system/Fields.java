package dev.lintel.controller.system;

import dev.lintel.controller.json.Json;
import dev.lintel.controller.json.JsonException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Takes fields out of a JSON object, each once. Every method throws [SystemException] that names the
/// field; [#done] refuses what was not asked for.
final class Fields {
    private final String what;
    private final Map<?, ?> object;
    private final Set<Object> asked = new HashSet<>();

    private Fields(String what, Map<?, ?> object) {
        this.what = what;
        this.object = object;
    }

    /// @param what for messages: `request`
    static Fields parse(String what, String text) {
        try {
            return new Fields(what, Json.parseObject(text));
        } catch (JsonException e) {
            throw new SystemException(what + ": " + e.getMessage(), e);
        }
    }

    String text(String name, int max) {
        if (!(take(name) instanceof String text)) throw wrong(name, "is missing or no text");
        if (text.length() > max) throw wrong(name, "has more than " + max + " characters");
        return text;
    }

    /// `max` characters at most; `otherwise` where there is none, as of a version before.
    String textOr(String name, int max, String otherwise) {
        return object.containsKey(name) ? text(name, max) : otherwise;
    }

    long number(String name) {
        if (!(take(name) instanceof Long number)) throw wrong(name, "is missing or no whole number");
        return number;
    }

    boolean flag(String name) {
        if (!(take(name) instanceof Boolean flag)) throw wrong(name, "is neither true nor false");
        return flag;
    }

    Instant time(String name) {
        if (!(take(name) instanceof String text)) throw wrong(name, "is missing or no text");
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            throw wrong(name, "is no time like 2026-11-24T00:00:00Z");
        }
    }

    /// `max` at most.
    List<String> texts(String name, int max) {
        if (!(take(name) instanceof List<?> list)) throw wrong(name, "is missing or no list");
        if (list.size() > max) throw wrong(name, "has " + list.size() + " entries, more than " + max);
        var texts = new ArrayList<String>();
        for (Object each : list) {
            if (!(each instanceof String text)) throw wrong(name, "holds something that is no text");
            texts.add(text);
        }
        return texts;
    }

    /// Null where there is none.
    @Nullable
    Fields object(String name) {
        return switch (take(name)) {
            case null -> null;
            case Map<?, ?> map -> new Fields(what + ": " + name, map);
            case Object _ -> throw wrong(name, "is no object");
        };
    }

    /// `max` at most.
    List<Fields> objects(String name, int max) {
        if (!(take(name) instanceof List<?> list)) throw wrong(name, "is missing or no list");
        if (list.size() > max) throw wrong(name, "has " + list.size() + " entries, more than " + max);
        var objects = new ArrayList<Fields>();
        for (Object each : list) {
            if (!(each instanceof Map<?, ?> map)) throw wrong(name, "holds something that is no object");
            objects.add(new Fields(what + ": " + name, map));
        }
        return objects;
    }

    /// Whoever writes more than is known means something that would not happen.
    void done() {
        for (Object name : object.keySet()) {
            if (!asked.contains(name)) throw wrong(String.valueOf(name), "is not known here");
        }
    }

    SystemException wrong(String name, String why) {
        return new SystemException(what + ": " + name + " " + why);
    }

    private @Nullable Object take(String name) {
        asked.add(name);
        return object.get(name);
    }
}
