package dev.lintel.controller.yaml;

import dev.lintel.controller.yaml.YamlNode.Entry;
import dev.lintel.controller.yaml.YamlNode.Mapping;
import dev.lintel.controller.yaml.YamlNode.Scalar;
import dev.lintel.controller.yaml.YamlNode.Sequence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A file's text with one part of it changed: what a person wrote around that part, comments as well, stays as it is.
/// Knows whole lines only, so what is changed has to stand on lines of its own:
///
/// ```
///   name: Lobby                    <- a key of the file with a single value
///   buses:                         <- a key whose entries are a line or more each
///     rs485-1: {protocol: osdp}
///   channels:                      <- a key whose items begin with a dash
///     - unit: 1
///       strike: {line: 17}
/// ```
///
/// A file that writes one of these on one line (`channels: [{unit: 1}]`) is refused in words, never half changed.
/// Values are trees: maps in their order, lists, and texts as they are written. Immutable; each change gives another.
public final class YamlEdit {
    private static final String INDENT = "  ";
    /// What is longer stands on lines of its own, a key a line.
    private static final int LINE_MAX = 110;

    private final String name;
    private final List<String> lines;
    private final Mapping root;

    private YamlEdit(String name, List<String> lines, Mapping root) {
        this.name = name;
        this.lines = List.copyOf(lines);
        this.root = root;
    }

    /// The file `name` that holds `text`, or the faults for which it cannot be read.
    public static Checked<YamlEdit> of(String name, String text) {
        var faults = new Faults(name);
        YamlNode root = YamlParser.parse(text, faults);
        if (root == null || !faults.isEmpty()) return new Checked.Faulty<>(faults.toList());
        if (!(root instanceof Mapping mapping)) {
            return new Checked.Faulty<>(List.of(new Fault(name, 1, "", "the file must hold keys with values")));
        }
        List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
        while (!lines.isEmpty() && lines.getLast().isBlank()) lines.removeLast();
        return new Checked.Valid<>(new YamlEdit(name, lines, mapping));
    }

    public String text() {
        return String.join("\n", lines) + "\n";
    }

    /// The single value of `key`, or null.
    public @Nullable String value(String key) {
        Entry entry = entry(key);
        return entry != null && entry.value() instanceof Scalar scalar && !scalar.isNull() ? scalar.text() : null;
    }

    /// The entries of `key` as trees, in their order; empty where there are none.
    public Map<String, Object> entries(String key) {
        Entry entry = entry(key);
        Map<String, Object> trees = new LinkedHashMap<>();
        if (entry != null && entry.value() instanceof Mapping mapping) {
            for (Entry one : mapping.entries()) trees.put(one.key(), tree(one.value()));
        }
        return trees;
    }

    /// The items of the list `key` as trees; empty where there are none.
    public List<Map<String, Object>> items(String key) {
        return nodes(key).stream()
                .filter(item -> item instanceof Mapping)
                .map(item -> asMap(tree(item)))
                .toList();
    }

    /// The item of the list `key` whose `idKey` is `id`, as a tree; null where there is none.
    public @Nullable Map<String, Object> item(String key, String idKey, String id) {
        int at = index(key, idKey, id);
        return at < 0 ? null : asMap(tree(nodes(key).get(at)));
    }

    /// With this single value. Throws [YamlEditException] where `key` has something else on lines of its own.
    public YamlEdit withValue(String key, String value) {
        String line = key + ": " + YamlText.quoted(value);
        Entry entry = entry(key);
        if (entry == null) {
            int at = 0; // behind what the file says of itself
            while (at < lines.size()
                    && (lines.get(at).startsWith("#") || lines.get(at).isBlank())) at++;
            return spliced(at, at, List.of(line));
        }
        int first = entry.line() - 1;
        if (!(entry.value() instanceof Scalar) || entry.value().line() != entry.line() || end(first) != first + 1) {
            throw new YamlEditException(name, entry.line(), key + " is not a single value on one line");
        }
        return spliced(first, first + 1, List.of(line));
    }

    /// All that `key` holds, as a tree; null where it is not there.
    public @Nullable Object tree(String key) {
        Entry entry = entry(key);
        return entry == null ? null : tree(entry.value());
    }

    /// With `key` holding this tree, and nothing else; what was written within it goes.
    public YamlEdit withTree(String key, Object tree) {
        Entry entry = entry(key);
        List<String> written = written("", key + ":", tree);
        if (entry == null) {
            written.addFirst("");
            return spliced(lines.size(), lines.size(), written);
        }
        int first = entry.line() - 1;
        if (!lines.get(first).startsWith(key + ":")) throw notOwnLines(entry);
        return spliced(first, end(first), written);
    }

    /// Without `key`.
    public YamlEdit without(String key) {
        Entry entry = entry(key);
        if (entry == null) return this;
        int first = entry.line() - 1;
        if (!lines.get(first).startsWith(key + ":")) throw notOwnLines(entry);
        return spliced(first, end(first), List.of());
    }

    /// With this entry of `key`, in place of the one of that name or behind the last.
    public YamlEdit withEntry(String key, String entryName, Object tree) {
        Entry entry = entry(key);
        List<String> written = written(INDENT, entryName + ":", tree);
        if (entry == null || isNothing(entry.value())) return withBlock(key, entry, written);
        if (!(entry.value() instanceof Mapping mapping)) throw unlike(entry, "keys with values");
        List<Entry> all = mapping.entries();
        List<Integer> starts = all.stream().map(Entry::line).toList();
        requireOwnLines(entry, starts);
        for (int i = 0; i < all.size(); i++) {
            if (!all.get(i).key().equals(entryName)) continue;
            return spliced(starts.get(i) - 1, endOf(entry, starts, i), indented(starts.getFirst() - 1, written));
        }
        int last = endOf(entry, starts, all.size() - 1);
        return spliced(last, last, indented(starts.getFirst() - 1, written));
    }

    /// With this item of the list `key`, in place of the one that has the same `idKey` or behind the last.
    public YamlEdit withItem(String key, String idKey, Map<String, Object> tree) {
        Entry entry = entry(key);
        List<String> written = item(tree);
        if (entry == null || isNothing(entry.value())) return withBlock(key, entry, written);
        List<Integer> starts = itemLines(entry);
        int at = index(key, idKey, String.valueOf(tree.get(idKey)));
        List<String> there = indented(starts.getFirst() - 1, written);
        if (at >= 0) return spliced(starts.get(at) - 1, endOf(entry, starts, at), there);
        int last = endOf(entry, starts, starts.size() - 1);
        return spliced(last, last, there);
    }

    /// Without that item; the key stays, with an empty list when it was the last.
    public YamlEdit withoutItem(String key, String idKey, String id) {
        int at = index(key, idKey, id);
        Entry entry = entry(key);
        if (at < 0 || entry == null) return this;
        return withoutPart(entry, itemLines(entry), at, "[]");
    }

    /// Without that entry of `key`; the key stays, with nothing in it when it was the last.
    public YamlEdit withoutEntry(String key, String entryName) {
        Entry entry = entry(key);
        if (entry == null || !(entry.value() instanceof Mapping mapping)) return this;
        List<String> names = mapping.entries().stream().map(Entry::key).toList();
        int at = names.indexOf(entryName);
        if (at < 0) return this;
        List<Integer> starts = mapping.entries().stream().map(Entry::line).toList();
        requireOwnLines(entry, starts);
        return withoutPart(entry, starts, at, "{}");
    }

    private YamlEdit withoutPart(Entry entry, List<Integer> starts, int at, String nothing) {
        int end = endOf(entry, starts, at);
        if (starts.size() > 1) return spliced(starts.get(at) - 1, end, List.of());
        int first = entry.line() - 1;
        var left = new ArrayList<>(lines.subList(first, starts.getFirst() - 1)); // with the comments above the part
        left.set(0, left.getFirst().replaceFirst(":", ": " + nothing));
        return spliced(first, end, left);
    }

    /// Where the key has nothing yet: under it, or at the end of the file.
    private YamlEdit withBlock(String key, @Nullable Entry empty, List<String> written) {
        var block = new ArrayList<String>();
        if (empty != null) {
            int first = empty.line() - 1;
            int comment = lines.get(first).indexOf(" #");
            block.add(key + ":" + (comment < 0 ? "" : lines.get(first).substring(comment)));
            block.addAll(written);
            return spliced(first, end(first), block);
        }
        block.add(key + ":");
        block.addAll(written);
        if (!lines.isEmpty()) block.addFirst("");
        return spliced(lines.size(), lines.size(), block);
    }

    private static boolean isNothing(YamlNode value) {
        return switch (value) {
            case Scalar scalar -> scalar.isNull();
            case Sequence sequence -> sequence.items().isEmpty();
            case Mapping mapping -> mapping.entries().isEmpty();
        };
    }

    private YamlEditException unlike(Entry entry, String wanted) {
        String found = entry.value().kind();
        return new YamlEditException(name, entry.line(), entry.key() + " must hold " + wanted + ", not " + found);
    }

    private List<Integer> itemLines(Entry entry) {
        if (!(entry.value() instanceof Sequence sequence)) throw unlike(entry, "a list");
        List<Integer> starts = sequence.items().stream().map(YamlNode::line).toList();
        requireOwnLines(entry, starts);
        for (int start : starts) {
            if (!lines.get(start - 1).stripLeading().startsWith("- ")) throw notOwnLines(entry);
        }
        return starts;
    }

    private void requireOwnLines(Entry entry, List<Integer> starts) {
        int before = entry.line();
        for (int start : starts) {
            if (start <= before) throw notOwnLines(entry);
            before = start;
        }
    }

    private YamlEditException notOwnLines(Entry entry) {
        return new YamlEditException(
                name, entry.line(), entry.key() + " is not written with each of its parts on lines of its own");
    }

    /// One past the last line of part `at`; comments and empty lines before the next part belong to that.
    private int endOf(Entry entry, List<Integer> starts, int at) {
        int end = at + 1 < starts.size() ? starts.get(at + 1) - 1 : end(entry.line() - 1);
        return trimmed(starts.get(at) - 1, end);
    }

    /// One past the last line of the key of the file that begins at `first`.
    private int end(int first) {
        int end = lines.size();
        for (Entry entry : root.entries()) {
            if (entry.line() - 1 > first) end = Math.min(end, entry.line() - 1);
        }
        return trimmed(first, end);
    }

    private int trimmed(int first, int end) {
        int last = end;
        while (last > first + 1 && isAside(lines.get(last - 1))) last--;
        return last;
    }

    private static boolean isAside(String line) {
        return line.isBlank() || line.stripLeading().startsWith("#");
    }

    private YamlEdit spliced(int from, int to, List<String> with) {
        var changed = new ArrayList<>(lines.subList(0, from));
        changed.addAll(with);
        changed.addAll(lines.subList(to, lines.size()));
        String text = String.join("\n", changed) + "\n";
        return switch (of(name, text)) {
            case Checked.Valid<YamlEdit>(YamlEdit edit) -> edit;
            case Checked.Faulty<YamlEdit>(var faults) ->
                throw new YamlEditException(
                        name,
                        faults.getFirst().line(),
                        "would be no YAML: " + faults.getFirst().sentence());
        };
    }

    /// `written` as far to the right as the line that stands there now.
    private List<String> indented(int like, List<String> written) {
        String line = lines.get(like);
        String indent = line.substring(0, line.length() - line.stripLeading().length());
        if (indent.equals(INDENT)) return written;
        return written.stream()
                .map(one -> one.isEmpty() ? one : indent + one.substring(INDENT.length()))
                .toList();
    }

    private @Nullable Entry entry(String key) {
        for (Entry entry : root.entries()) if (entry.key().equals(key)) return entry;
        return null;
    }

    private List<YamlNode> nodes(String key) {
        Entry entry = entry(key);
        return entry != null && entry.value() instanceof Sequence sequence ? sequence.items() : List.of();
    }

    private int index(String key, String idKey, String id) {
        List<YamlNode> items = nodes(key);
        for (int i = 0; i < items.size(); i++) {
            if (!(items.get(i) instanceof Mapping mapping)) continue;
            for (Entry entry : mapping.entries()) {
                boolean same = entry.key().equals(idKey)
                        && entry.value() instanceof Scalar s
                        && s.text().equals(id);
                if (same) return i;
            }
        }
        return -1;
    }

    /// A scalar that was quoted stays a text: it is quoted where it would be something else without.
    private static Object tree(YamlNode node) {
        return switch (node) {
            case Scalar scalar -> scalar.text();
            case Sequence sequence ->
                sequence.items().stream().map(YamlEdit::tree).toList();
            case Mapping mapping -> {
                Map<String, Object> tree = new LinkedHashMap<>();
                for (Entry entry : mapping.entries()) tree.put(entry.key(), tree(entry.value()));
                yield tree;
            }
        };
    }

    @SuppressWarnings("unchecked") // trees are made here, with texts as keys
    private static Map<String, Object> asMap(Object tree) {
        return (Map<String, Object>) tree;
    }

    private static List<String> item(Map<String, Object> tree) {
        var written = new ArrayList<String>();
        String lead = INDENT + "- ";
        for (Map.Entry<String, Object> entry : tree.entrySet()) {
            List<String> part = written(INDENT + INDENT, entry.getKey() + ":", entry.getValue());
            if (written.isEmpty()) part.set(0, lead + part.getFirst().stripLeading());
            written.addAll(part);
        }
        return written;
    }

    /// `head` and its value: on one line, or where that is too long each of its keys on its own.
    private static List<String> written(String indent, String head, Object tree) {
        String line = indent + head + " " + flow(tree);
        var written = new ArrayList<String>();
        if (line.length() <= LINE_MAX || !(tree instanceof Map<?, ?>)) {
            written.add(line);
            return written;
        }
        written.add(indent + head);
        asMap(tree).forEach((key, value) -> written.addAll(written(indent + INDENT, key + ":", value)));
        return written;
    }

    private static String flow(Object tree) {
        return switch (tree) {
            case Map<?, ?> map -> {
                var parts = new ArrayList<String>();
                map.forEach((key, value) -> parts.add(key + ": " + flow(value)));
                yield "{" + String.join(", ", parts) + "}";
            }
            case List<?> list ->
                "[" + String.join(", ", list.stream().map(YamlEdit::flow).toList()) + "]";
            default -> scalar(String.valueOf(tree));
        };
    }

    /// Numbers, and the words that a file has for levels and devices, are shown as people write them.
    private static String scalar(String text) {
        boolean plain = text.matches("-?(0|[1-9][0-9]{0,17})|[A-Za-z/][A-Za-z0-9_/.+-]*(:[A-Za-z0-9_/.+-]+)*");
        return plain && !text.equals("null") ? text : YamlText.quoted(text);
    }
}
