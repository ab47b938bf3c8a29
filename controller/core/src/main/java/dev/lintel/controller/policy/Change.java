package dev.lintel.controller.policy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One change that a plan makes, in words for people and as a tree for machines. Immutable.
///
/// @param differences of a change: what was and what will be, by key
/// @param consequence what hangs on it, such as `held by 14 people who lose it for good`; empty when nothing does
public record Change(Kind kind, Item item, List<Difference> differences, String consequence) {
    public Change {
        differences = List.copyOf(differences);
    }

    /// What happens to the item.
    public enum Kind {
        CREATES("creates"),
        CHANGES("changes"),
        REMOVES("removes");

        private final String word;

        Kind(String word) {
            this.word = word;
        }
    }

    /// One key of a changed item.
    public record Difference(String key, String before, String after) {}

    /// As people read it: `changes channel 1 Front Door: times.unlock 5s → 7s`, `creates area Vault: max 12`.
    @Override
    public String toString() {
        var text = new StringBuilder(kind.word).append(' ').append(item.title());
        String separator = ": ";
        for (Difference d : differences) {
            text.append(separator)
                    .append(d.key())
                    .append(' ')
                    .append(d.before())
                    .append(" → ")
                    .append(d.after());
            separator = ", ";
        }
        if (kind == Kind.CREATES) {
            for (Map.Entry<String, String> one : item.essentials().entrySet()) {
                text.append(separator).append(one.getKey()).append(' ').append(one.getValue());
                separator = ", ";
            }
        }
        if (!consequence.isEmpty()) text.append(", ").append(consequence);
        return text.toString();
    }

    /// For `--json`: change, what, id (a holiday has none), name, differences (key, old, new), consequence, text.
    public Map<String, Object> toTree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("change", kind.word);
        tree.put("what", item.entity().word());
        if (!item.isNamed()) tree.put("id", item.id());
        tree.put("name", item.name());
        List<Object> keys = new ArrayList<>();
        for (Difference d : differences) keys.add(Map.of("key", d.key(), "old", d.before(), "new", d.after()));
        tree.put("differences", keys);
        tree.put("consequence", consequence);
        tree.put("text", toString());
        return tree;
    }
}
