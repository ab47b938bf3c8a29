package dev.lintel.controller.policy;

import dev.lintel.controller.yaml.Section;
import java.util.HashMap;
import java.util.Map;

/// The ids of one list of a file while it is read: each once, and what others refer to must be among them.
/// Confined to the reading thread.
final class Ids {
    private final String list;
    private final Map<Long, Integer> lines = new HashMap<>();

    /// `list` is the key of the list in the file.
    Ids(String list) {
        this.list = list;
    }

    /// The section's `id`; 0 after a fault.
    long read(Section section) {
        long id = section.number("id", 1, SiteFile.ID_MAX).required(0L);
        Integer first = id == 0 ? null : lines.putIfAbsent(id, section.line());
        if (first != null) section.fault("id", id + " is the id of the one in line " + first + " already");
        return id;
    }

    boolean has(long id) {
        return lines.containsKey(id);
    }

    /// A fault at `key` unless `id` is among the list's.
    void checkReference(Section section, String key, long id) {
        if (!has(id)) section.fault(key, "there is no " + id + " among the " + list + " of this file");
    }
}
