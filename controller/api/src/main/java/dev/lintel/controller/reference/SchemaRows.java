package dev.lintel.controller.reference;

import dev.lintel.controller.reference.Reference.Form;
import dev.lintel.controller.reference.Reference.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// A schema as rows: its fields, those of the objects within them indented below.
final class SchemaRows {
    /// Deeper than any answer; a schema within itself would never end.
    private static final int DEPTH_MAX = 6;

    private SchemaRows() {}

    /// One form for each alternative of the outermost schema.
    static List<Form> forms(Part schema) {
        var forms = new ArrayList<Form>();
        List<Part> choices = choices(schema);
        if (choices.isEmpty() || nullable(schema)) {
            forms.add(new Form(schema.nullableText("x-lintel-shape"), rows(schema)));
            return forms;
        }
        for (Part choice : choices) {
            List<Form> inner = forms(choice);
            for (Form form : inner) {
                String shape = form.shape() == null ? choice.nullableText("x-lintel-shape") : form.shape();
                forms.add(new Form(shape, form.rows()));
            }
        }
        return forms;
    }

    private static List<Row> rows(Part schema) {
        var rows = new ArrayList<Row>();
        if (schema.part("properties").isEmpty()) {
            rows.add(new Row(0, "", type(schema), true, Pieces.of(schema.text("description"))));
            within(rows, 1, schema);
        } else {
            fields(rows, 0, schema);
        }
        return rows;
    }

    private static void fields(List<Row> rows, int depth, Part schema) {
        if (depth > DEPTH_MAX) return;
        List<String> required = schema.texts("required");
        for (Map.Entry<String, Part> field : schema.part("properties").parts().entrySet()) {
            Part value = field.getValue();
            boolean must = required.contains(field.getKey());
            rows.add(new Row(depth, field.getKey(), type(value), must, Pieces.of(value.text("description"))));
            within(rows, depth + 1, value);
        }
    }

    /// The fields of what a value consists of.
    private static void within(List<Row> rows, int depth, Part value) {
        fields(rows, depth, value);
        if (value.has("items")) within(rows, depth, value.part("items"));
        for (Part choice : choices(value)) within(rows, depth, choice);
    }

    private static List<Part> choices(Part schema) {
        return schema.has("oneOf") ? schema.list("oneOf") : schema.list("anyOf");
    }

    private static boolean nullable(Part schema) {
        return choices(schema).stream().anyMatch(choice -> choice.text("type").equals("null"));
    }

    /// In words: `integer`, `list of text`, `object or null`, `one of a, b`.
    static String type(Part schema) {
        List<Part> choices = choices(schema);
        if (!choices.isEmpty())
            return choices.stream().map(SchemaRows::type).distinct().collect(Collectors.joining(" or "));
        if (schema.has("const"))
            return schema.text("const").isEmpty() ? "always empty" : "always " + schema.text("const");
        if (schema.has("enum")) return "one of " + String.join(", ", schema.texts("enum"));
        List<String> types = schema.texts("type");
        if (types.isEmpty()) return "anything";
        return types.stream().map(type -> word(type, schema)).collect(Collectors.joining(" or "));
    }

    private static String word(String type, Part schema) {
        return switch (type) {
            case "string" -> schema.text("format").isEmpty() ? "text" : schema.text("format");
            case "integer" -> "whole number";
            case "boolean" -> "true or false";
            case "array" -> "list of " + type(schema.part("items"));
            default -> type;
        };
    }
}
