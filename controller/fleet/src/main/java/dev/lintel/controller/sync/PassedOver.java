package dev.lintel.controller.sync;

import dev.lintel.controller.fleet.FollowStore.Passed;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// What of a newer hub's words this version does not know. It goes to the disk with the cursor that passes it, so that
/// a version that may know it fetches all of it anew. Any thread; it waits for no disk.
final class PassedOver {
    /// A hub of any later version has fewer new ones; they stand in one row.
    private static final int NAMES_MAX = 200;
    /// Before a key of the hub's `site.yaml`; others are kinds of lines, and fields of rows.
    private static final String POLICY = "site.yaml: ";

    private final String version;
    private final Reports reports;
    private final Set<String> all = new TreeSet<>();

    /// @param version of this program
    PassedOver(String version, Reports reports) {
        this.version = version;
        this.reports = reports;
    }

    /// What this version passed over before the start, and told of then.
    synchronized void before(List<String> over) {
        if (!all.addAll(over)) return;
        reports.passedOver(version, List.of(), List.copyOf(all));
    }

    /// A kind of line, or a field of a row.
    synchronized void row(String what) {
        add(List.of(what));
    }

    /// The keys that a policy has beside those that are known, with their places: all there are, for it comes whole.
    synchronized void policy(List<String> keys) {
        List<String> names = keys.stream()
                .map(key -> POLICY + key.replaceAll("\\[\\d+]", "[]"))
                .distinct()
                .toList();
        boolean fewer = all.removeIf(name -> name.startsWith(POLICY) && !names.contains(name));
        add(names);
        if (fewer) reports.passedOver(version, List.of(), List.copyOf(all));
    }

    private void add(Collection<String> names) {
        var fresh = new ArrayList<String>();
        for (String name : names) if (all.size() < NAMES_MAX && all.add(name)) fresh.add(name);
        if (!fresh.isEmpty()) reports.passedOver(version, fresh, List.copyOf(all));
    }

    /// For the row of the cursor.
    synchronized Passed all() {
        return new Passed(version, List.copyOf(all));
    }
}
