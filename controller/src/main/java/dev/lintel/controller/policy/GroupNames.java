package dev.lintel.controller.policy;

import dev.lintel.controller.text.TextKey;
import dev.lintel.controller.yaml.Section;
import java.util.HashMap;
import java.util.Map;

/// The names of a file's groups while it is read: people read two names with the same [TextKey] as one, and the box
/// has two groups by their ids. Confined to the reading thread.
final class GroupNames {
    private final Map<String, Named> first = new HashMap<>();

    private record Named(String name, long id, int line) {}

    /// Adds a warning at `name` where an earlier group has the same name, or one that differs in capitals or spaces
    /// alone. Not a fault: a site that has such groups continues to work, and can be changed.
    void check(Section group, long id, String name) {
        if (name.isEmpty()) return;
        Named earlier = first.putIfAbsent(TextKey.of(name), new Named(name, id, group.line()));
        if (earlier == null) return;
        group.warn(
                "name",
                "'" + name + "' of group " + id + " is read as '" + earlier.name + "' of group " + earlier.id
                        + " in line " + earlier.line + ": capitals and spaces make no other name. They stay two groups"
                        + " with their own roles and people: rename one of them, or remove it");
    }
}
