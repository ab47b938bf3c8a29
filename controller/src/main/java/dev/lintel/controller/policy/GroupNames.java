package dev.lintel.controller.policy;

import dev.lintel.controller.text.TextKey;
import dev.lintel.controller.yaml.Section;
import java.util.HashMap;
import java.util.Map;

/// The names of a file's groups while it is read: each [TextKey] once, as forms and imports find a group by it.
/// Confined to the reading thread.
final class GroupNames {
    private final Map<String, Named> first = new HashMap<>();

    private record Named(String name, int line) {}

    /// A fault at `name` where an earlier group has the same name, or one that differs in capitals or spaces alone.
    void check(Section group, String name) {
        if (name.isEmpty()) return;
        Named earlier = first.putIfAbsent(TextKey.of(name), new Named(name, group.line()));
        if (earlier == null) return;
        group.fault(
                "name",
                "'" + name + "' is the same name as '" + earlier.name + "' of the group in line " + earlier.line
                        + ": give one of them another name");
    }
}
