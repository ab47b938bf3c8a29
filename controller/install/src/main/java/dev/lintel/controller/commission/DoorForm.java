package dev.lintel.controller.commission;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// One door's wiring as a form has it: a text for each field, empty where nothing is said; and that as a channel of
/// `controller.yaml`, and back. What a channel has that the form does not (`pin`, `values`, a `bias`) stays. Nothing is
/// judged here: the file as a whole is, before it is written. Pure.
///
/// ```
///   entry.driver   none | osdp | wiegand | serial
///   entry.bus .address .key          osdp
///   entry.d0 .d1 .keypad             wiegand
///   entry.port .baud .protocol       serial
///   entry.formats                    H10301, raw
///   strike.line .active .fail        contact.line .closed     rex.line .release
///   aux.line   tamper.line .active   alarm.line .active       egress   fire_panel_cuts_power
/// ```
public final class DoorForm {
    public static final List<String> SIDES = List.of("entry", "exit");

    private static final String DRIVER = "driver";
    private static final String FORMATS = "formats";
    private static final String LINE = "line";
    private static final String NONE = "none";
    private static final String SECRET = "secret:";
    private static final String EGRESS = "egress";
    private static final String CUT_BY_PANEL = "fire_panel_cuts_power";

    /// By driver, the keys of a reader that the form has.
    private static final Map<String, List<String>> READER_KEYS = Map.of(
            "osdp", List.of("bus", "address", "key"),
            "wiegand", List.of("d0", "d1", "keypad"),
            "serial", List.of("port", "baud", "protocol"));

    /// By part, its keys beside the line; what the form shows where a file says nothing.
    private static final Map<String, Map<String, String>> PARTS = parts();

    private DoorForm() {}

    private static Map<String, Map<String, String>> parts() {
        Map<String, Map<String, String>> parts = new LinkedHashMap<>();
        var strike = new TreeMap<String, String>();
        strike.put("active", "high");
        strike.put("fail", "secure");
        parts.put("strike", strike);
        parts.put("contact", Map.of("closed", "low"));
        parts.put("rex", Map.of("active", "low", "release", "on"));
        parts.put("aux", Map.of("active", "low"));
        parts.put("tamper", Map.of("active", "low"));
        parts.put("alarm", Map.of("active", "high"));
        return parts;
    }

    /// The names of all fields.
    public static List<String> fields() {
        var names = new ArrayList<String>();
        for (String side : SIDES) {
            names.add(side + "." + DRIVER);
            for (List<String> keys : READER_KEYS.values()) for (String key : keys) names.add(side + "." + key);
            names.add(side + "." + FORMATS);
        }
        PARTS.forEach((part, keys) -> {
            names.add(part + "." + LINE);
            for (String key : keys.keySet()) names.add(part + "." + key);
        });
        names.add(EGRESS);
        names.add(CUT_BY_PANEL);
        return names;
    }

    /// What the form of a door shows that is wired so; `channel` null: of one that is not wired yet.
    public static Map<String, String> of(@Nullable Map<String, Object> channel) {
        Map<String, String> form = new LinkedHashMap<>();
        for (String field : fields()) form.put(field, "");
        for (String side : SIDES) form.put(side + "." + DRIVER, NONE);
        PARTS.forEach((part, keys) -> keys.forEach((key, usual) -> form.put(part + "." + key, usual)));
        if (channel == null) return form;

        Map<String, Object> readers = map(channel.get("readers"));
        for (String side : SIDES) {
            map(readers.get(side)).forEach((key, value) -> put(form, side + "." + key, shown(key, value)));
        }
        for (String part : PARTS.keySet()) {
            map(channel.get(part)).forEach((key, value) -> put(form, part + "." + key, String.valueOf(value)));
        }
        for (String key : List.of(EGRESS, CUT_BY_PANEL)) {
            if (channel.get(key) instanceof String value) form.put(key, value);
        }
        return form;
    }

    private static void put(Map<String, String> form, String field, String value) {
        if (form.containsKey(field)) form.put(field, value);
    }

    private static String shown(String key, Object value) {
        if (value instanceof List<?> list) {
            return String.join(", ", list.stream().map(String::valueOf).toList());
        }
        String text = String.valueOf(value);
        return key.equals("key") && text.startsWith(SECRET) ? text.substring(SECRET.length()) : text;
    }

    /// The channel of `unit` as the form says, over what is wired now.
    public static Map<String, Object> channel(
            int unit, Map<String, String> form, @Nullable Map<String, Object> before) {
        Map<String, Object> channel = new LinkedHashMap<>();
        channel.put("unit", Integer.toString(unit));
        Map<String, Object> was = before == null ? Map.of() : before;
        Map<String, Object> readers = readers(form, map(was.get("readers")));
        if (!readers.isEmpty()) channel.put("readers", readers);
        for (String part : PARTS.keySet()) {
            Map<String, Object> wired = part(part, form, map(was.get(part)));
            if (!wired.isEmpty()) channel.put(part, wired);
        }
        for (String key : List.of(EGRESS, CUT_BY_PANEL)) {
            String value = field(form, key);
            if (!value.isEmpty()) channel.put(key, value);
        }
        was.forEach((key, value) -> {
            boolean inForm = key.equals("readers") || key.equals(CUT_BY_PANEL) || PARTS.containsKey(key);
            if (!inForm) channel.putIfAbsent(key, value);
        });
        return channel;
    }

    private static Map<String, Object> readers(Map<String, String> form, Map<String, Object> before) {
        Map<String, Object> readers = new LinkedHashMap<>();
        for (String side : SIDES) {
            String driver = field(form, side + "." + DRIVER);
            if (driver.isEmpty() || driver.equals(NONE)) continue;
            readers.put(side, reader(side, driver, form, map(before.get(side))));
        }
        return readers;
    }

    private static Map<String, Object> reader(
            String side, String driver, Map<String, String> form, Map<String, Object> before) {
        Map<String, Object> reader = new LinkedHashMap<>();
        reader.put(DRIVER, driver);
        List<String> keys = READER_KEYS.getOrDefault(driver, List.of());
        for (String key : keys) {
            String value = field(form, side + "." + key);
            if (value.isEmpty() || (key.equals("keypad") && value.equals(NONE))) continue;
            reader.put(key, key.equals("key") ? SECRET + value : value);
        }
        String formats = field(form, side + "." + FORMATS);
        if (!formats.isEmpty()) {
            List<String> names = List.of(formats.split("[,\\s]+"));
            reader.put(FORMATS, names.stream().filter(name -> !name.isEmpty()).toList());
        }
        boolean same = driver.equals(before.get(DRIVER));
        before.forEach((key, value) -> {
            if (same && !keys.contains(key) && !key.equals(FORMATS)) reader.putIfAbsent(key, value);
        });
        return reader;
    }

    /// Nothing where no line is named. What says no more than a file that is silent is left out, unless it was there.
    private static Map<String, Object> part(String part, Map<String, String> form, Map<String, Object> before) {
        String line = field(form, part + "." + LINE);
        if (line.isEmpty()) return Map.of();
        Map<String, Object> wired = new LinkedHashMap<>();
        wired.put(LINE, line);
        Map<String, String> keys = PARTS.getOrDefault(part, Map.of());
        keys.forEach((key, usual) -> {
            String value = field(form, part + "." + key);
            boolean silent = value.isEmpty() || (value.equals(usual) && !part.equals("strike"));
            if (!silent || before.containsKey(key)) wired.put(key, value.isEmpty() ? usual : value);
        });
        before.forEach((key, value) -> {
            if (!keys.containsKey(key)) wired.putIfAbsent(key, value);
        });
        return wired;
    }

    private static String field(Map<String, String> form, String name) {
        return form.getOrDefault(name, "").strip();
    }

    @SuppressWarnings("unchecked") // trees of a file have texts as keys
    private static Map<String, Object> map(@Nullable Object tree) {
        return tree instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
    }
}
