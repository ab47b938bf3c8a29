package dev.lintel.controller.api;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Says where a value does not fit a schema: by the keywords of JSON Schema 2020-12 that the API's description uses,
/// and no other. One that it does not know is a fault of the description and is thrown: nothing passes unread.
///
/// @param shape `documented` or `sdk`: what is marked for the other kind of client does not count
record SchemaJudge(OpenApi api, String shape) {
    static final String SHAPE = "x-lintel-shape";
    /// Words that judge nothing.
    private static final Set<String> REMARKS = Set.of("description", "examples", "default", SHAPE);

    private static final Set<String> JUDGED = Set.of(
            "$ref",
            "type",
            "const",
            "enum",
            "oneOf",
            "anyOf",
            "properties",
            "required",
            "additionalProperties",
            "minProperties",
            "items",
            "minItems",
            "maxItems",
            "pattern",
            "format",
            "minLength",
            "maxLength",
            "minimum",
            "maximum");

    static boolean knows(String keyword) {
        return REMARKS.contains(keyword) || JUDGED.contains(keyword);
    }

    List<String> problems(@Nullable Object value, Object schema) {
        return problems(value, OpenApi.map(schema), "$");
    }

    private List<String> problems(@Nullable Object value, Map<String, Object> schema, String at) {
        var problems = new ArrayList<String>();
        schema.forEach((keyword, wanted) -> {
            if (!REMARKS.contains(keyword)) judge(value, keyword, schema, at, problems);
        });
        return problems;
    }

    private void judge(
            @Nullable Object value, String keyword, Map<String, Object> schema, String at, List<String> problems) {
        Object wanted = of(schema, keyword);
        switch (keyword) {
            case "$ref" -> problems.addAll(problems(value, OpenApi.map(api.at((String) wanted)), at));
            case "type" -> require(isOfType(value, wanted), at, "is not " + wanted, value, problems);
            case "const" -> require(Objects.equals(json(wanted), value), at, "is not " + wanted, value, problems);
            case "enum" -> require(among((List<?>) wanted, value), at, "is none of " + wanted, value, problems);
            case "oneOf" -> branches(value, (List<?>) wanted, at, true, problems);
            case "anyOf" -> branches(value, (List<?>) wanted, at, false, problems);
            case "properties", "required", "additionalProperties", "minProperties" -> {
                if (value instanceof Map<?, ?> object) fields(OpenApi.map(object), keyword, schema, at, problems);
            }
            case "items", "minItems", "maxItems" -> {
                if (value instanceof List<?> list) elements(list, keyword, wanted, at, problems);
            }
            case "pattern", "format", "minLength", "maxLength" -> {
                if (value instanceof String text) text(text, keyword, wanted, at, problems);
            }
            case "minimum", "maximum" -> {
                if (!(value instanceof Long number)) return;
                long bound = (Integer) wanted;
                boolean fits = keyword.equals("minimum") ? number >= bound : number <= bound;
                require(fits, at, "is beyond the " + keyword + " of " + bound, value, problems);
            }
            default -> throw new IllegalStateException("a keyword that nobody judges: " + keyword);
        }
    }

    private static Object of(Map<String, Object> schema, String keyword) {
        return Objects.requireNonNull(schema.get(keyword), keyword);
    }

    private static void require(boolean holds, String at, String words, @Nullable Object value, List<String> problems) {
        if (!holds) problems.add(at + " " + words + ": " + value);
    }

    private static boolean isOfType(@Nullable Object value, Object types) {
        if (types instanceof List<?> list) return list.stream().anyMatch(type -> isOfType(value, type));
        return switch ((String) types) {
            case "object" -> value instanceof Map;
            case "array" -> value instanceof List;
            case "string" -> value instanceof String;
            case "integer" -> value instanceof Long;
            case "number" -> value instanceof Long || value instanceof BigDecimal;
            case "boolean" -> value instanceof Boolean;
            case "null" -> value == null;
            default -> throw new IllegalStateException("no type: " + types);
        };
    }

    /// A value of the description as the tests' JSON has it.
    private static @Nullable Object json(@Nullable Object value) {
        return value instanceof Integer number ? (Object) number.longValue() : value;
    }

    private static boolean among(List<?> values, @Nullable Object value) {
        return values.stream().anyMatch(one -> Objects.equals(json(one), value));
    }

    private void branches(@Nullable Object value, List<?> branches, String at, boolean one, List<String> problems) {
        var refused = new ArrayList<String>();
        int fitting = 0;
        for (Object branch : branches) {
            Map<String, Object> schema = OpenApi.map(branch);
            if (!schema.getOrDefault(SHAPE, shape).equals(shape)) continue;
            List<String> here = problems(value, schema, at);
            if (here.isEmpty()) fitting++;
            refused.addAll(here);
        }
        if (fitting == 0) problems.add(at + " fits nothing that may be there: " + refused);
        else if (one && fitting > 1) problems.add(at + " fits more than one thing that may be there: " + value);
    }

    private void fields(
            Map<String, Object> object, String keyword, Map<String, Object> schema, String at, List<String> problems) {
        Map<String, Object> properties = OpenApi.inner(schema, "properties");
        switch (keyword) {
            case "required" -> {
                for (Object name : (List<?>) of(schema, "required")) {
                    if (!object.containsKey(name)) problems.add(at + "." + name + " is missing");
                }
            }
            case "minProperties" ->
                require(object.size() >= (Integer) of(schema, "minProperties"), at, "has too few", object, problems);
            case "properties" ->
                object.forEach((name, value) -> {
                    if (!properties.containsKey(name)) return;
                    problems.addAll(problems(value, OpenApi.map(properties.get(name)), at + "." + name));
                });
            default -> // additionalProperties
                object.forEach((name, value) -> {
                    if (properties.containsKey(name)) return;
                    Object more = of(schema, "additionalProperties");
                    if (more.equals(false)) problems.add(at + "." + name + " is not known");
                    else if (!more.equals(true)) {
                        problems.addAll(problems(value, OpenApi.map(more), at + "." + name));
                    }
                });
        }
    }

    private void elements(List<?> list, String keyword, Object wanted, String at, List<String> problems) {
        switch (keyword) {
            case "minItems" -> require(list.size() >= (Integer) wanted, at, "has too few", list, problems);
            case "maxItems" -> require(list.size() <= (Integer) wanted, at, "has too many", list, problems);
            default -> {
                for (int i = 0; i < list.size(); i++) {
                    problems.addAll(problems(list.get(i), OpenApi.map(wanted), at + "[" + i + "]"));
                }
            }
        }
    }

    private static void text(String text, String keyword, Object wanted, String at, List<String> problems) {
        boolean fits = switch (keyword) {
            case "pattern" -> Pattern.compile((String) wanted).matcher(text).find();
            case "minLength" -> text.length() >= (Integer) wanted;
            case "maxLength" -> text.length() <= (Integer) wanted;
            default -> isOfFormat(text, (String) wanted);
        };
        require(fits, at, "does not fit " + keyword + " " + wanted, text, problems);
    }

    private static boolean isOfFormat(String text, String format) {
        try {
            return switch (format) {
                case "date-time" -> OffsetDateTime.parse(text) != null;
                case "date" -> LocalDate.parse(text) != null;
                default -> throw new IllegalStateException("a format that nobody judges: " + format);
            };
        } catch (DateTimeException e) { // no such date
            return false;
        }
    }
}
