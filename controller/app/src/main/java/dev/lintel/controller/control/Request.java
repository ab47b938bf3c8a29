package dev.lintel.controller.control;

import dev.lintel.controller.json.Json;
import dev.lintel.controller.json.JsonException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A request as it came over the socket: a JSON object whose `command` names what is asked. The getters throw
/// [Refused], naming the field, when a value is missing or of another kind. Immutable.
public record Request(Map<String, @Nullable Object> fields) {
    public Request {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    static Request parse(String line) {
        try {
            return new Request(Json.parseObject(line));
        } catch (JsonException e) {
            throw new Refused("the request is " + e.getMessage());
        }
    }

    public String text(String name) {
        String text = nullableText(name);
        if (text == null) throw new Refused("the request has no " + name);
        return text;
    }

    public @Nullable String nullableText(String name) {
        return switch (fields.get(name)) {
            case null -> null;
            case String text -> text;
            case Object _ -> throw new Refused(name + " must be a text");
        };
    }

    /// A list of texts; empty when it is not there.
    public List<String> texts(String name) {
        return switch (fields.get(name)) {
            case null -> List.of();
            case List<?> list -> {
                var texts = new ArrayList<String>(list.size());
                for (Object one : list) {
                    if (!(one instanceof String text)) throw new Refused(name + " must be a list of texts");
                    texts.add(text);
                }
                yield texts;
            }
            case Object _ -> throw new Refused(name + " must be a list of texts");
        };
    }

    public long number(String name) {
        Long number = nullableNumber(name);
        if (number == null) throw new Refused("the request has no " + name);
        return number;
    }

    public @Nullable Long nullableNumber(String name) {
        return switch (fields.get(name)) {
            case null -> null;
            case Long number -> number;
            case Object _ -> throw new Refused(name + " must be a whole number");
        };
    }

    /// False when it is not there.
    public boolean flag(String name) {
        return switch (fields.get(name)) {
            case null -> false;
            case Boolean flag -> flag;
            case Object _ -> throw new Refused(name + " must be true or false");
        };
    }
}
