package dev.lintel.controller.policy;

import dev.lintel.controller.policy.Policy.Group;
import dev.lintel.controller.text.TextKey;
import dev.lintel.controller.yaml.Section;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The names of a file's groups while it is read: people read two names with the same [TextKey] as one, and the box
/// has two groups by their ids. Confined to the reading thread.
final class GroupNames {
    private final Map<String, Named> first = new HashMap<>();

    private record Named(String name, long id, int line) {}

    /// Adds a warning at `name` where an earlier group has the same name, or one that differs in capitals or spaces
    /// alone. Whether it is a fault depends on the current policy ([#refusals]).
    void check(Section group, long id, String name) {
        if (name.isEmpty()) return;
        Named earlier = first.putIfAbsent(TextKey.of(name), new Named(name, id, group.line()));
        if (earlier == null) return;
        group.warn(
                "name",
                "'" + name + "' of group " + id + " is read as '" + earlier.name + "' of group " + earlier.id
                        + " in line " + earlier.line
                        + ": capitals and spaces make no other name. Rename one of them, or"
                        + " remove it: a site that does not have these two groups already refuses them");
    }

    /// A sentence for each group whose name is read as that of an earlier group: a right that is taken from one of
    /// them would stay through the other. A pair that the current policy has with such names already may stay, so
    /// that an old site can be changed.
    static List<String> refusals(List<Group> current, List<Group> wanted) {
        Map<Long, String> before = new HashMap<>();
        for (Group group : current) before.put(group.id(), TextKey.of(group.name()));
        Map<String, Group> seen = new HashMap<>();
        var refusals = new ArrayList<String>();
        for (Group group : wanted) {
            Group earlier = seen.putIfAbsent(TextKey.of(group.name()), group);
            if (earlier == null) continue;
            String key = before.get(group.id());
            if (key != null && key.equals(before.get(earlier.id()))) continue;
            refusals.add("group " + group.id() + " '" + group.name() + "' is read as group " + earlier.id() + " '"
                    + earlier.name() + "': capitals and spaces make no other name. Rename one of them");
        }
        return refusals;
    }
}
