package dev.lintel.controller.commission;

import dev.lintel.controller.yaml.Checked;
import dev.lintel.controller.yaml.YamlEdit;
import dev.lintel.reader.learn.Explanation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What cards have taught, written at their reader in `controller.yaml`. Pure.
final class Learned {
    private static final String FORMATS = "formats";
    private static final String VALUES = "values";
    private static final String ORDER = "byte_order";
    private static final String RAW = "raw";
    private static final String NAME = "name";

    private Learned() {}

    /// Throws [CommissionException] where the reader is not in the file, or wires are to be exchanged first.
    static YamlEdit written(YamlEdit file, String channels, String unit, String side, Explanation way) {
        if (way.exchanged()) throw new CommissionException("exchange the wires of D0 and D1 first, then learn again");
        Map<String, Object> channel = file.item(channels, "unit", unit);
        if (channel == null
                || !(channel.get("readers") instanceof Map<?, ?> all)
                || !(all.get(side) instanceof Map<?, ?>)) {
            throw new CommissionException("unit " + unit + " has no " + side + " reader in the file");
        }
        String own = way.own();
        Map<String, Object> format = own == null ? null : free(file, format(own));
        String name = format == null ? way.format() : String.valueOf(format.get(NAME));
        Map<String, Object> reader = copy((Map<?, ?>) all.get(side));
        reader.put(FORMATS, name.equals(RAW) ? List.of(RAW) : List.of(name, RAW));
        reader.remove(VALUES); // they were of the formats before
        reader.remove(ORDER);
        String expression = way.expression();
        if (expression != null) reader.put(VALUES, Map.of(name, expression));
        if (way.lastByteFirst()) reader.put(ORDER, "lsb");
        Map<String, Object> readers = copy(all);
        readers.put(side, reader);
        Map<String, Object> changed = new LinkedHashMap<>(channel);
        changed.put("readers", readers);
        YamlEdit with = format == null ? file : file.withItem(FORMATS, NAME, format);
        return with.withItem(channels, "unit", changed);
    }

    /// Under another name where a format of that name says something else: other readers go on with that.
    private static Map<String, Object> free(YamlEdit file, Map<String, Object> format) {
        String wanted = String.valueOf(format.get(NAME));
        Map<String, Object> named = new LinkedHashMap<>(format);
        for (int number = 2; ; number++) {
            Map<String, Object> there = file.item(FORMATS, NAME, String.valueOf(named.get(NAME)));
            if (there == null || there.equals(named)) return named;
            named.put(NAME, wanted + "-" + number);
        }
    }

    private static Map<String, Object> copy(Map<?, ?> tree) {
        Map<String, Object> copy = new LinkedHashMap<>();
        tree.forEach((key, value) -> {
            if (value != null) copy.put(String.valueOf(key), value);
        });
        return copy;
    }

    /// A format that was worked out, as the learner writes it.
    private static Map<String, Object> format(String own) {
        if (YamlEdit.of(FORMATS, FORMATS + ":\n  - " + own + "\n") instanceof Checked.Valid<YamlEdit>(YamlEdit edit)) {
            List<Map<String, Object>> items = edit.items(FORMATS);
            if (items.size() == 1) return items.getFirst();
        }
        throw new IllegalStateException("the learner's own format is no YAML: " + own);
    }
}
