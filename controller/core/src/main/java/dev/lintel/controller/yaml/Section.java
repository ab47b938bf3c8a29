package dev.lintel.controller.yaml;

import dev.lintel.controller.yaml.YamlNode.Entry;
import dev.lintel.controller.yaml.YamlNode.Mapping;
import dev.lintel.controller.yaml.YamlNode.Scalar;
import dev.lintel.controller.yaml.YamlNode.Sequence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A mapping while it is read, key by key. Each getter notes its key as known and answers a [Field]; a value of the
/// wrong type or out of range is a fault with line and key. [#done] on the root complains about every key that
/// nobody asked for, here and in all sections below. Confined to the reading thread.
public final class Section {
    /// Longer than any name on a door; bounds what lands in the database and on the pages.
    public static final int TEXT_MAX = 255;

    private static final Map<String, Boolean> FLAGS = Map.of("true", true, "on", true, "false", false, "off", false);

    private final Mapping mapping;
    private final String path;
    private final Faults faults;
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final Set<String> known = new LinkedHashSet<>();
    private final List<Section> children = new ArrayList<>();

    Section(Mapping mapping, String path, Faults faults) {
        this.mapping = mapping;
        this.path = path;
        this.faults = faults;
        for (Entry entry : mapping.entries()) entries.put(entry.key(), entry);
    }

    public boolean has(String key) {
        return entries.containsKey(key);
    }

    /// The keys that stand here, in the file's order: for sections whose keys are names.
    public List<String> keys() {
        return List.copyOf(entries.keySet());
    }

    /// How a key's value is written.
    public enum Shape {
        /// There is no such key.
        NONE,
        /// One value.
        SCALAR,
        /// A list of single values; an empty list too.
        LIST,
        /// A list that begins with keys with values.
        SECTIONS,
        /// Keys with values.
        SECTION
    }

    /// What stands at `key`, for those that may be written in several ways. Asking tells no fault.
    public Shape shape(String key) {
        Entry entry = entries.get(key);
        if (entry == null) return Shape.NONE;
        return switch (entry.value()) {
            case Scalar _ -> Shape.SCALAR;
            case Mapping _ -> Shape.SECTION;
            case Sequence list ->
                !list.items().isEmpty() && list.items().getFirst() instanceof Mapping ? Shape.SECTIONS : Shape.LIST;
        };
    }

    /// Where the section starts, from 1.
    public int line() {
        return mapping.line();
    }

    /// Adds a fault at the key's line, or at the section's when it has no such key (or `key` is empty).
    public void fault(String key, String sentence) {
        Entry entry = entries.get(key);
        faults.add(entry == null ? mapping.line() : entry.line(), pathOf(key), sentence);
    }

    /// Adds a warning at the key's line, or at the section's when it has no such key: the file holds all the same.
    public void warn(String key, String sentence) {
        Entry entry = entries.get(key);
        faults.warn(entry == null ? mapping.line() : entry.line(), pathOf(key), sentence);
    }

    /// A single line of text, 1 to [#TEXT_MAX] characters.
    public Field<String> text(String key) {
        Scalar scalar = scalar(key, "a text");
        if (scalar == null) return absent(key);
        return new Field<>(this, key, scalar.text()).that(Section::textFault);
    }

    /// Any text, also empty or of several lines, up to `max` characters.
    public Field<String> longText(String key, int max) {
        Scalar scalar = scalar(key, "a text");
        if (scalar == null) return absent(key);
        return new Field<>(this, key, scalar.text())
                .that(text -> text.length() > max ? "is longer than " + max + " characters" : null);
    }

    /// A whole number from `min` to `max`.
    public Field<Long> number(String key, long min, long max) {
        Scalar scalar = scalar(key, "a number");
        if (scalar == null) return absent(key);
        Long value = Scalars.number(scalar);
        String range = "must be a whole number from " + min + " to " + max;
        if (value == null || value < min || value > max) return wrong(key, range + ", not " + Scalars.shown(scalar));
        return new Field<>(this, key, value);
    }

    public Field<Integer> integer(String key, int min, int max) {
        Long value = number(key, min, max).orNull();
        return new Field<>(this, key, value == null ? null : Math.toIntExact(value));
    }

    /// `true`, `on`, `false` or `off`.
    public Field<Boolean> flag(String key) {
        return choice(key, FLAGS);
    }

    /// One of a few words.
    public <T> Field<T> choice(String key, Map<String, T> words) {
        Scalar scalar = scalar(key, "a word");
        if (scalar == null) return absent(key);
        T value = words.get(scalar.text());
        if (value != null) return new Field<>(this, key, value);
        String sorted = String.join(", ", words.keySet().stream().sorted().toList());
        return wrong(key, "must be one of " + sorted + ", not " + Scalars.shown(scalar));
    }

    /// A time such as `5s`, `2m` or `365d`, from `min` to `max`.
    public Field<Duration> duration(String key, Duration min, Duration max) {
        Scalar scalar = scalar(key, "a duration");
        if (scalar == null) return absent(key);
        Duration value = Durations.parse(scalar.text());
        if (value == null) {
            return wrong(key, "must be a number and a unit (ms, s, m, h, d) such as 5s, not " + Scalars.shown(scalar));
        }
        if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            return wrong(key, "must be from " + Durations.format(min) + " to " + Durations.format(max));
        }
        return new Field<>(this, key, value);
    }

    /// The keys with values below `key`.
    public Field<Section> section(String key) {
        YamlNode node = node(key);
        if (node == null) return absent(key);
        if (!(node instanceof Mapping below)) return wrong(key, "must be keys with values, not " + node.kind());
        return new Field<>(this, key, child(below, pathOf(key)));
    }

    /// A list whose items are keys with values. An item of another kind is a fault and left out.
    public Field<List<Section>> sections(String key) {
        Sequence list = list(key);
        if (list == null) return absent(key);
        var sections = new ArrayList<Section>();
        for (int i = 0; i < list.items().size(); i++) {
            YamlNode item = list.items().get(i);
            String itemPath = pathOf(key) + "[" + i + "]";
            if (item instanceof Mapping below) sections.add(child(below, itemPath));
            else faults.add(item.line(), itemPath, "must be keys with values, not " + item.kind());
        }
        return new Field<>(this, key, sections);
    }

    /// A list of texts. An item of another kind is a fault and left out.
    public Field<List<String>> texts(String key) {
        Sequence list = list(key);
        if (list == null) return absent(key);
        var texts = new ArrayList<String>();
        for (int i = 0; i < list.items().size(); i++) {
            YamlNode item = list.items().get(i);
            String sentence = item instanceof Scalar s ? textFault(s.text()) : "must be a text, not " + item.kind();
            if (sentence == null && item instanceof Scalar s) texts.add(s.text());
            else faults.add(item.line(), pathOf(key) + "[" + i + "]", sentence == null ? "is wrong" : sentence);
        }
        return new Field<>(this, key, texts);
    }

    /// A list of whole numbers from `min` to `max`. A wrong item is a fault and left out.
    public Field<List<Long>> numbers(String key, long min, long max) {
        Sequence list = list(key);
        if (list == null) return absent(key);
        var numbers = new ArrayList<Long>();
        for (int i = 0; i < list.items().size(); i++) {
            YamlNode item = list.items().get(i);
            Long value = item instanceof Scalar s ? Scalars.number(s) : null;
            if (value != null && value >= min && value <= max) numbers.add(value);
            else {
                String range = "must be a whole number from " + min + " to " + max;
                faults.add(item.line(), pathOf(key) + "[" + i + "]", range);
            }
        }
        return new Field<>(this, key, numbers);
    }

    /// Marks the key as known without looking at it.
    public void known(String key) {
        known.add(key);
    }

    /// Complains about every key that nobody asked for, here and below.
    public void done() {
        for (Entry entry : mapping.entries()) {
            if (known.contains(entry.key())) continue;
            String near = Scalars.nearest(entry.key(), known);
            String hint = near == null
                    ? known.isEmpty() ? "" : "; known are " + String.join(", ", known)
                    : "; did you mean '" + near + "'?";
            faults.unknown(entry.line(), pathOf(entry.key()), "is not a known key" + hint);
        }
        for (Section child : children) child.done();
    }

    private Section child(Mapping below, String childPath) {
        var child = new Section(below, childPath, faults);
        children.add(child);
        return child;
    }

    private @Nullable YamlNode node(String key) {
        known.add(key);
        Entry entry = entries.get(key);
        if (entry == null) return null;
        if (entry.value() instanceof Scalar scalar && scalar.isNull()) {
            fault(key, "has no value");
            return null;
        }
        return entry.value();
    }

    private @Nullable Scalar scalar(String key, String wanted) {
        YamlNode node = node(key);
        if (node == null || node instanceof Scalar) return (Scalar) node;
        fault(key, "must be " + wanted + ", not " + node.kind());
        return null;
    }

    private @Nullable Sequence list(String key) {
        YamlNode node = node(key);
        if (node == null || node instanceof Sequence) return (Sequence) node;
        fault(key, "must be a list, not " + node.kind());
        return null;
    }

    private <T> Field<T> wrong(String key, String sentence) {
        fault(key, sentence);
        return absent(key);
    }

    private <T> Field<T> absent(String key) {
        return new Field<>(this, key, null);
    }

    private String pathOf(String key) {
        if (key.isEmpty()) return path;
        return path.isEmpty() ? key : path + "." + key;
    }

    private static @Nullable String textFault(String text) {
        if (text.isBlank()) return "must not be empty";
        if (text.length() > TEXT_MAX) return "is longer than " + TEXT_MAX + " characters";
        if (text.chars().anyMatch(Character::isISOControl)) return "must be one line without control characters";
        return null;
    }
}
