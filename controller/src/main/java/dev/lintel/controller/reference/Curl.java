package dev.lintel.controller.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A command line that tries an operation, with made-up values for what it must have.
final class Curl {
    private static final String TIME = "2030-01-01T10:00:00+00:00";

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
            boolean shown = required.isEmpty() ? fields.isEmpty() : required.contains(field.getKey());
            if (shown) fields.add('"' + field.getKey() + "\": " + value(field.getKey(), first(field.getValue())));
        }
        return "{" + String.join(", ", fields) + "}";
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
            default -> name.contains("time") || name.endsWith("_at") ? '"' + TIME + '"' : "\"1234\"";
        };
    }
}
