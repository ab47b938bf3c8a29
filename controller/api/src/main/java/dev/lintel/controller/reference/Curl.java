package dev.lintel.controller.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// A command line that tries an operation, with made-up values for what it must have.
final class Curl {
    private static final String TIME = "2030-01-01T10:00:00+00:00";
    private static final String LATER = "2030-01-01T11:00:00+00:00";
    /// The shell puts the time of a minute from now there: nobody is to leave a door unlocked by trying.
    private static final String SOON = "'$(date -u -d '+1 minute' +%FT%TZ)'";
    /// Not required by the schema, but one of several that are.
    private static final Set<String> ONE_OF = Set.of("channel_ids", "person_id");

    private Curl() {}

    /// `body`: the schema of what is sent; empty for none.
    static String line(String path, String method, Part body) {
        var line = new StringBuilder("curl --cacert ca.crt -u \"$KEY:\"");
        if (!method.equals("get")) line.append(" -X ").append(method.toUpperCase(Locale.ROOT));
        if (!body.isEmpty()) {
            line.append(" -H 'Content-Type: application/json' -d '")
                    .append(object(first(body)))
                    .append('\'');
        }
        return line.append(" \"$BOX")
                .append(path.replaceAll("\\{[a-z_]+}", "1"))
                .append('"')
                .toString();
    }

    private static Part first(Part schema) {
        for (String choice : List.of("anyOf", "oneOf")) {
            List<Part> choices = schema.list(choice);
            if (!choices.isEmpty()) return first(choices.getFirst());
        }
        return schema;
    }

    /// With its required fields, or with the first where none is.
    private static String object(Part schema) {
        var fields = new ArrayList<String>();
        List<String> required = schema.texts("required");
        for (Map.Entry<String, Part> field : schema.part("properties").parts().entrySet()) {
            boolean named = required.contains(field.getKey()) || ONE_OF.contains(field.getKey());
            boolean shown = required.isEmpty() ? fields.isEmpty() : named;
            if (shown) fields.add('"' + field.getKey() + "\": " + value(field.getKey(), first(field.getValue())));
        }
        return "{" + String.join(", ", fields) + "}";
    }

    private static String text(String name) {
        if (name.equals("relock_at") || name.equals("until")) return SOON;
        if (name.startsWith("end")) return LATER;
        return name.contains("time") || name.endsWith("_at") ? TIME : "1234";
    }

    private static String value(String name, Part schema) {
        if (!schema.texts("enum").isEmpty()) return '"' + schema.texts("enum").getFirst() + '"';
        String type =
                schema.texts("type").isEmpty() ? "string" : schema.texts("type").getFirst();
        return switch (type) {
            case "integer", "number" -> "1";
            case "boolean" -> "true";
            case "array" -> "[" + value(name, first(schema.part("items"))) + "]";
            case "object" -> object(schema);
            default -> '"' + text(name) + '"';
        };
    }
}
