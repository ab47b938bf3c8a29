package dev.lintel.controller.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Names and values as in a query string or a form body. `name[]` counts as `name`. Never throws: what is not
/// percent-encoding is taken as it stands.
public final class Query {
    /// Pairs read from one text; the rest is ignored. A form or filter of ours has a few dozen at most.
    static final int PAIRS_MAX = 1_000;

    private Query() {}

    public static Map<String, List<String>> parse(String text) {
        var values = new LinkedHashMap<String, List<String>>();
        int from = 0;
        for (int pairs = 0; from < text.length() && pairs < PAIRS_MAX; pairs++) {
            int end = text.indexOf('&', from);
            if (end < 0) end = text.length();
            int equals = text.indexOf('=', from);
            if (equals < 0 || equals > end) equals = end;
            String name = decode(text.substring(from, equals), true);
            if (name.endsWith("[]")) name = name.substring(0, name.length() - 2);
            String value = equals < end ? decode(text.substring(equals + 1, end), true) : "";
            if (!name.isEmpty())
                values.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
            from = end + 1;
        }
        return values;
    }

    /// Undoes percent-encoding; `plus`: a plus sign stands for a space.
    static String decode(String text, boolean plus) {
        if (text.indexOf('%') < 0 && (!plus || text.indexOf('+') < 0)) return text;
        var bytes = new ByteArrayOutputStream(text.length());
        byte[] source = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < source.length; i++) {
            if (source[i] == '%' && i + 2 < source.length && hex(source[i + 1]) >= 0 && hex(source[i + 2]) >= 0) {
                bytes.write(hex(source[i + 1]) << 4 | hex(source[i + 2]));
                i += 2;
            } else {
                bytes.write(plus && source[i] == '+' ? ' ' : source[i]);
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static int hex(byte digit) {
        return Character.digit(digit, 16);
    }
}
