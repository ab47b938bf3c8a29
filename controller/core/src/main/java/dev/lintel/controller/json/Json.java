package dev.lintel.controller.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.PushbackReader;
import java.io.Reader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Parses and writes JSON trees: maps (in the order written), lists, strings, `Long`, `BigDecimal`, `Boolean`, null.
public final class Json {
    /// Deeper nesting than any body of ours needs; a deeper one is an attack on the stack.
    public static final int DEPTH_MAX = 32;
    /// A number of more digits is no identifier, time or count of ours.
    private static final int NUMBER_DIGITS_MAX = 100;

    /// The UTF-8 byte order mark as a character: some programs write it first, and parsers may skip it (RFC 8259, 8.1).
    private static final char MARK = '\uFEFF';

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEPTH_MAX)
                    .maxNumberLength(NUMBER_DIGITS_MAX)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private Json() {}

    /// Parses one JSON value. Throws [JsonException] with line and column when the text is not exactly that.
    public static @Nullable Object parse(String text) {
        try {
            return parse(FACTORY.createParser(unmarked(text)));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a text in memory has no I/O to fail
        }
    }

    /// Parses an object as it comes, to the end of `text`. Throws [JsonException] as [#parseObject(String)] does, and
    /// `IOException` when it cannot be read.
    public static Map<String, @Nullable Object> parseObject(Reader text) throws IOException {
        var unmarked = new PushbackReader(text);
        int first = unmarked.read();
        if (first >= 0 && first != MARK) unmarked.unread(first);
        return object(parse(FACTORY.createParser(unmarked)));
    }

    /// The text without a byte order mark at its start.
    public static String unmarked(String text) {
        return !text.isEmpty() && text.charAt(0) == MARK ? text.substring(1) : text;
    }

    private static @Nullable Object parse(JsonParser open) throws IOException {
        try (JsonParser parser = open) {
            if (parser.nextToken() == null) throw new JsonException("the text is empty");
            Object value = value(parser);
            if (parser.nextToken() != null) throw new JsonException("something follows the JSON value");
            return value;
        } catch (JsonProcessingException e) {
            var at = e.getLocation();
            String where = at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
            throw new JsonException("not valid JSON" + where);
        }
    }

    /// Parses an object. Throws [JsonException] when the text holds anything else.
    public static Map<String, @Nullable Object> parseObject(String text) {
        return object(parse(text));
    }

    @SuppressWarnings("unchecked") // value() makes no other kind of map
    private static Map<String, @Nullable Object> object(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) return (Map<String, @Nullable Object>) map;
        throw new JsonException("expected a JSON object");
    }

    /// A list of texts, as [#write] makes it; empty for null.
    public static List<String> texts(@Nullable String list) {
        if (list == null) return List.of();
        if (!(parse(list) instanceof List<?> texts)) throw new JsonException("expected a JSON list");
        return texts.stream().map(String::valueOf).toList();
    }

    /// Writes a tree as compact JSON. Throws `IllegalArgumentException` for a value of a kind JSON has not.
    public static String write(@Nullable Object value) {
        var text = new StringWriter();
        try (JsonGenerator out = FACTORY.createGenerator(text)) {
            write(out, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a text in memory has no I/O to fail
        }
        return text.toString();
    }

    /// Writes a tree over several lines, for people.
    public static String pretty(@Nullable Object value) {
        var text = new StringWriter();
        try (JsonGenerator out = FACTORY.createGenerator(text).useDefaultPrettyPrinter()) {
            write(out, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a text in memory has no I/O to fail
        }
        return text.toString();
    }

    /// A generator onto a stream, for long lists that are never whole in memory.
    public static JsonGenerator generator(java.io.Writer out) throws IOException {
        return FACTORY.createGenerator(out);
    }

    /// Writes one value of a tree to `out`.
    public static void write(JsonGenerator out, @Nullable Object value) throws IOException {
        switch (value) {
            case null -> out.writeNull();
            case String s -> out.writeString(s);
            case Integer i -> out.writeNumber(i);
            case Long l -> out.writeNumber(l);
            case Double d -> out.writeNumber(d);
            case BigDecimal d -> out.writeNumber(d);
            case Boolean b -> out.writeBoolean(b);
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
            default ->
                throw new IllegalArgumentException(
                        "not a JSON value: " + value.getClass().getName());
        }
    }

    private static @Nullable Object value(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        return switch (token) {
            case START_OBJECT -> {
                var map = new LinkedHashMap<String, @Nullable Object>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    parser.nextToken();
                    map.put(name, value(parser));
                }
                yield map;
            }
            case START_ARRAY -> {
                List<@Nullable Object> list = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) list.add(value(parser));
                yield list;
            }
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> integer(parser);
            case VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw new JsonException("not valid JSON");
        };
    }

    private static Object integer(JsonParser parser) throws IOException {
        return switch (parser.getNumberType()) {
            case INT, LONG -> parser.getLongValue();
            default -> new BigDecimal(parser.getText());
        };
    }
}
