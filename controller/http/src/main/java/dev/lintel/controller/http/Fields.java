package dev.lintel.controller.http;

import dev.lintel.controller.text.TextKey;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The fields of a request's body. A field may be absent ([#has]), null, or a value; a value of a wrong type
/// throws [RefusedException] with a 400 that names the field. Numeric texts pass for numbers, numbers for texts,
/// and `"true"`, `"false"`, 0 and 1 for booleans: clients written against the published SDK send them.
public final class Fields {
    /// Ids in one array: more groups or roles than a box has.
    public static final int IDS_MAX = 10_000;
    /// Of a client's own word in an answer: longer than any name that is known.
    private static final int NAME_SHOWN_MAX = 60;
    /// Digits that always fit a long.
    private static final int LONG_DIGITS_MAX = 18;

    /// Programs that keep numbers as doubles round greater ones, and write the greatest with an exponent.
    private static final BigDecimal EXACT_MAX = BigDecimal.valueOf(1L << 53);

    /// Zeros that a number may have after its digits: more is no value of ours.
    private static final int SCALE_MAX = 100;

    private final Map<String, @Nullable Object> fields;

    public Fields(Map<String, @Nullable Object> fields) {
        this.fields = fields;
    }

    static Fields of(Map<?, ?> map) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        map.forEach((name, value) -> fields.put(String.valueOf(name), value));
        return new Fields(fields);
    }

    /// Of a body that is the fields itself, or wraps them in an object under one of `wrappers`.
    public static Fields within(Map<String, @Nullable Object> json, String... wrappers) {
        for (String wrapper : wrappers) {
            if (json.get(wrapper) instanceof Map<?, ?> inner) return of(inner);
        }
        return new Fields(json);
    }

    /// Whether the body names the field, if only as null.
    public boolean has(String name) {
        return fields.containsKey(name);
    }

    /// Whether the body names nothing at all.
    public boolean isEmpty() {
        return fields.isEmpty();
    }

    /// Refuses a body that names anything else, with a 400 that names it: for commands, where passing over a
    /// misspelt name would do something else than was asked.
    public void allow(String... names) {
        for (String name : fields.keySet()) {
            if (List.of(names).contains(name)) continue;
            String known = names.length == 0 ? "nothing is" : String.join(", ", names) + " can be";
            throw RefusedException.badRequest(shortened(name) + " is not known here; " + known + " said");
        }
    }

    public static String shortened(String name) {
        return name.length() <= NAME_SHOWN_MAX ? name : name.substring(0, NAME_SHOWN_MAX) + "…";
    }

    /// A text of any length, for each field has a limit of its own. A whole number is taken as its digits: 12,
    /// 12.0 and 1.2e1 are the same id. Null when absent or null; any other number is a 400. So is one above 2^53
    /// with an exponent or a fraction, because a program has rounded it.
    public @Nullable String text(String name) {
        return switch (fields.get(name)) {
            case null -> null;
            case String text -> checked(name, text);
            case Long number -> number.toString();
            case BigDecimal number -> whole(name, number);
            default -> throw wrong(name, "a text");
        };
    }

    /// Written out, 1e999999999 would be a gigabyte of zeros.
    private static String whole(String name, BigDecimal number) {
        BigDecimal shortest = number.stripTrailingZeros();
        boolean whole = shortest.scale() <= 0 && shortest.scale() >= -SCALE_MAX;
        if (!whole) throw wrong(name, "a text or a whole number");
        if (number.scale() != 0 && shortest.abs().compareTo(EXACT_MAX) > 0) {
            throw wrong(name, "a text or a whole number without an exponent: this one may be rounded");
        }
        return shortest.toPlainString();
    }

    /// Whether the value is an object or an array.
    public boolean isStructure(String name) {
        return fields.get(name) instanceof Map<?, ?> || fields.get(name) instanceof List<?>;
    }

    /// As [#text], an empty or blank text being null too; spaces of any kind around it are dropped.
    public @Nullable String nonBlank(String name) {
        String text = text(name);
        String stripped = text == null ? "" : TextKey.strip(text);
        return stripped.isEmpty() ? null : stripped;
    }

    /// The value as it came; null when absent or null.
    public @Nullable Object value(String name) {
        return fields.get(name);
    }

    /// The fields of an object; null when absent or null.
    public @Nullable Fields inner(String name) {
        return switch (fields.get(name)) {
            case null -> null;
            case Map<?, ?> map -> of(map);
            default -> throw wrong(name, "an object");
        };
    }

    /// A boolean; null when absent or null.
    public @Nullable Boolean flag(String name) {
        return switch (fields.get(name)) {
            case null -> null;
            case Boolean flag -> flag;
            case Long number when number == 0 || number == 1 -> number == 1;
            case String text when text.equals("true") || text.equals("1") -> true;
            case String text when text.equals("false") || text.equals("0") -> false;
            default -> throw wrong(name, "true or false");
        };
    }

    /// A whole number; null when absent, null or an empty text.
    public @Nullable Long number(String name) {
        return number(name, fields.get(name));
    }

    /// An array of ids, without repetitions, in the order given; null when absent or null.
    public @Nullable List<Long> ids(String name) {
        Object value = fields.get(name);
        if (value == null) return null;
        if (!(value instanceof List<?> list)) throw wrong(name, "an array of ids");
        if (list.size() > IDS_MAX) throw RefusedException.badRequest(name + " holds more than " + IDS_MAX + " ids");
        var ids = new ArrayList<Long>();
        for (Object element : list) {
            Long id = number(name, element);
            if (id != null) ids.add(id); // SDKs send [""] for an empty choice
        }
        return ids.stream().distinct().toList();
    }

    /// Reads decimal digits with an optional sign; null when the text is anything else or too long.
    public static @Nullable Long wholeNumber(String text) {
        int digits = text.startsWith("-") ? text.length() - 1 : text.length();
        if (digits == 0 || digits > LONG_DIGITS_MAX) return null;
        for (int i = text.length() - digits; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') return null;
        }
        return Long.valueOf(text);
    }

    private static @Nullable Long number(String name, @Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Long number -> number;
            case String text when text.isBlank() -> null;
            case String text -> {
                Long number = wholeNumber(text.strip());
                if (number == null) throw wrong(name, "a whole number");
                yield number;
            }
            default -> throw wrong(name, "a whole number");
        };
    }

    private static String checked(String name, String text) {
        if (text.indexOf('\0') >= 0) throw RefusedException.badRequest(name + " holds a NUL character");
        return text;
    }

    /// The refusal of a value that is not what was expected.
    public static RefusedException wrong(String name, String expected) {
        return RefusedException.badRequest(name + " must be " + expected);
    }
}
