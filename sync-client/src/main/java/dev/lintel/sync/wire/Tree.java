package dev.lintel.sync.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A JSON object on the wire, read field by field. Every fault is a [WireException] that names the field. Immutable.
public final class Tree {
    /// Deeper than any message of ours.
    private static final int DEPTH_MAX = 16;

    private static final StreamReadConstraints CONSTRAINTS = StreamReadConstraints.builder()
            .maxNestingDepth(DEPTH_MAX)
            .maxNumberLength(40)
            .maxStringLength(Wire.LINE_CHARS_MAX)
            .build();
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(CONSTRAINTS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    /// Keeps nothing of what is passed over, not even the names that detecting duplicates would need.
    private static final JsonFactory PASSING_OVER =
            JsonFactory.builder().streamReadConstraints(CONSTRAINTS).build();

    private final String path;
    private final Map<String, @Nullable Object> fields;

    private Tree(String path, Map<String, @Nullable Object> fields) {
        this.path = path;
        this.fields = fields;
    }

    /// Throws [WireException] for a text that is not exactly one JSON object.
    public static Tree parse(String text) {
        return parse(FACTORY, text, null);
    }

    /// As [#parse(String)], with objects in fields of that name, at any depth, taken for empty ones: in little memory,
    /// however much they hold.
    static Tree parseWithout(String text, String name) {
        return parse(PASSING_OVER, text, name);
    }

    /// The text without a byte order mark at its start.
    public static String unmarked(String text) {
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    private static Tree parse(JsonFactory factory, String text, @Nullable String without) {
        try (JsonParser parser = factory.createParser(unmarked(text))) {
            if (parser.nextToken() != JsonToken.START_OBJECT) throw new WireException("expected a JSON object");
            Map<String, @Nullable Object> fields = object(parser, without);
            if (parser.nextToken() != null) throw new WireException("something follows the JSON object");
            return new Tree("", fields);
        } catch (JsonProcessingException e) {
            throw new WireException("not valid JSON", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a text in memory has no I/O to fail
        }
    }

    /// Compact JSON of maps, lists, texts, numbers, booleans and nulls.
    public static String write(Map<String, ? extends @Nullable Object> fields) {
        return writeAny(fields);
    }

    /// As above, of a value of any kind.
    public static String writeAny(@Nullable Object value) {
        var text = new StringWriter();
        try (JsonGenerator out = FACTORY.createGenerator(text)) {
            write(out, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // as above
        }
        return text.toString();
    }

    public boolean has(String name) {
        return fields.get(name) != null;
    }

    /// The only field, whose name is the kind of the message; throws when there is none or several.
    String kind() {
        if (fields.size() != 1) throw new WireException("expected one field that names the kind");
        return fields.keySet().iterator().next();
    }

    public String text(String name) {
        String text = nullableText(name);
        if (text == null) throw fault(name, "is missing");
        return text;
    }

    public @Nullable String nullableText(String name) {
        return switch (fields.get(name)) {
            case null -> null;
            case String text -> text;
            default -> throw fault(name, "must be a text");
        };
    }

    public long number(String name) {
        Long number = nullableNumber(name);
        if (number == null) throw fault(name, "is missing");
        return number;
    }

    /// As [#number(String)], of 32 bits.
    int smallNumber(String name) {
        long number = number(name);
        if (number != (int) number) throw fault(name, "is too large");
        return (int) number;
    }

    public @Nullable Long nullableNumber(String name) {
        return switch (fields.get(name)) {
            case null -> null;
            case Long number -> number;
            default -> throw fault(name, "must be a whole number");
        };
    }

    /// False where it is missing.
    public boolean flag(String name) {
        return switch (fields.get(name)) {
            case null -> false;
            case Boolean flag -> flag;
            default -> throw fault(name, "must be true or false");
        };
    }

    public Tree object(String name) {
        Tree object = nullableObject(name);
        if (object == null) throw fault(name, "is missing");
        return object;
    }

    public @Nullable Tree nullableObject(String name) {
        return switch (fields.get(name)) {
            case null -> null;
            case Map<?, ?> map -> new Tree(at(name), cast(map));
            default -> throw fault(name, "must be an object");
        };
    }

    /// Empty where it is missing.
    public List<Long> numbers(String name) {
        return list(name, element -> {
            if (element instanceof Long number) return number;
            throw fault(name, "must hold whole numbers");
        });
    }

    /// Empty where it is missing.
    public List<String> texts(String name) {
        return list(name, element -> {
            if (element instanceof String text) return text;
            throw fault(name, "must hold texts");
        });
    }

    /// Empty where it is missing.
    public <T> List<T> objects(String name, Function<Tree, T> read) {
        return list(name, element -> {
            if (element instanceof Map<?, ?> map) return read.apply(new Tree(at(name), cast(map)));
            throw fault(name, "must hold objects");
        });
    }

    /// Tells of each field that is none of `known`, by its path: a newer hub's, which is passed over.
    void others(Set<String> known, Consumer<String> passedOver) {
        for (String name : fields.keySet()) if (!known.contains(name)) passedOver.accept(at(name));
    }

    /// As it came: for what is handed on and not looked into.
    public Map<String, @Nullable Object> map() {
        return fields;
    }

    private <T> List<T> list(String name, Function<@Nullable Object, T> read) {
        Object value = fields.get(name);
        if (value == null) return List.of();
        if (!(value instanceof List<?> elements)) throw fault(name, "must be a list");
        var list = new ArrayList<T>(elements.size());
        for (Object element : elements) list.add(read.apply(element));
        return List.copyOf(list);
    }

    private WireException fault(String name, String what) {
        return new WireException(at(name) + " " + what);
    }

    private String at(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    @SuppressWarnings("unchecked") // object() makes no other kind of map
    private static Map<String, @Nullable Object> cast(Map<?, ?> map) {
        return (Map<String, @Nullable Object>) map;
    }

    private static Map<String, @Nullable Object> object(JsonParser parser, @Nullable String without)
            throws IOException {
        var map = new LinkedHashMap<String, @Nullable Object>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            JsonToken token = parser.nextToken();
            if (token == JsonToken.START_OBJECT && name.equals(without)) {
                parser.skipChildren();
                map.put(name, Map.of());
            } else map.put(name, value(parser, without));
        }
        return map;
    }

    private static @Nullable Object value(JsonParser parser, @Nullable String without) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser, without);
            case START_ARRAY -> {
                var list = new ArrayList<@Nullable Object>();
                while (parser.nextToken() != JsonToken.END_ARRAY) list.add(value(parser, without));
                yield list;
            }
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> integer(parser);
            case VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw new WireException("not valid JSON");
        };
    }

    private static Object integer(JsonParser parser) throws IOException {
        return switch (parser.getNumberType()) {
            case INT, LONG -> parser.getLongValue();
            default -> new BigDecimal(parser.getText());
        };
    }

    private static void write(JsonGenerator out, @Nullable Object value) throws IOException {
        switch (value) {
            case null -> out.writeNull();
            case String text -> out.writeString(text);
            case Integer number -> out.writeNumber(number);
            case Long number -> out.writeNumber(number);
            case Double number -> out.writeNumber(number);
            case BigDecimal number -> out.writeNumber(number);
            case Boolean flag -> out.writeBoolean(flag);
            case Map<?, ?> map -> {
                out.writeStartObject();
                for (var entry : map.entrySet()) {
                    out.writeFieldName((String) entry.getKey());
                    write(out, entry.getValue());
                }
                out.writeEndObject();
            }
            case Iterable<?> list -> {
                out.writeStartArray();
                for (Object element : list) write(out, element);
                out.writeEndArray();
            }
            default -> throw new IllegalArgumentException("no JSON value: " + value.getClass());
        }
    }
}
