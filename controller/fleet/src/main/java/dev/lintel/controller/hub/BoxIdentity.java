package dev.lintel.controller.hub;

import dev.lintel.controller.hub.ClonedBoxes.Copy;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.json.JsonException;
import dev.lintel.reader.Bytes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The runs that showed the certificate of one box, and what an operator decided about them. [ClonedBoxes] guards it,
/// and keeps it in the database as JSON, so that a restart of the hub loses neither the report nor the decision.
final class BoxIdentity {
    /// Runs of a box that are remembered: two boxes that restart several times.
    static final int RUNS_MAX = 16;

    private static final long DAY_MS = TimeUnit.DAYS.toMillis(1);
    private static final long HOUR_MS = TimeUnit.HOURS.toMillis(1);

    final String name;
    /// In the order in which they first came.
    final List<Copy> runs = new ArrayList<>();
    /// By run: the branch of the box's log that the run continues.
    final Map<String, Long> branches = new HashMap<>();
    /// The runs that are turned away.
    final Set<String> away = new HashSet<>();
    boolean cloned;
    /// The latest link said no run, though there were runs before: a box of an earlier version, or one that hides.
    boolean unnamed;
    /// The run that an operator keeps, until it has a new key.
    @Nullable
    String stays;
    /// Its new key; null: not asked for yet.
    @Nullable
    Bytes key;

    BoxIdentity(String name) {
        this.name = name;
    }

    /// The same, to be changed apart.
    BoxIdentity copy() {
        var copy = new BoxIdentity(name);
        copy.runs.addAll(runs);
        copy.branches.putAll(branches);
        copy.away.addAll(away);
        copy.cloned = cloned;
        copy.unnamed = unnamed;
        copy.stays = stays;
        copy.key = key;
        return copy;
    }

    boolean knows(String run) {
        return runs.stream().anyMatch(copy -> copy.run().equals(run));
    }

    /// A run that is not known. The one that was heard longest ago makes room, unless it was heard last before, is in
    /// contact, or is the one to stay. Where all are such there may be more for a while.
    ///
    /// @param online runs in contact
    /// @return whether more runs than are remembered were heard within a day: no box restarts so often
    boolean add(Copy copy, Set<String> online) {
        String last = runs.stream()
                .max(Comparator.comparingLong(Copy::heardMs))
                .map(Copy::run)
                .orElse("");
        runs.add(copy);
        if (runs.size() <= RUNS_MAX) return false;
        Copy oldest = runs.stream()
                .filter(one -> !one.equals(copy)
                        && !one.run().equals(last)
                        && !one.run().equals(stays))
                .filter(one -> !online.contains(one.run()))
                .min(Comparator.comparingLong(Copy::heardMs))
                .orElse(null);
        if (oldest == null) return true;
        runs.remove(oldest);
        branches.remove(oldest.run());
        return copy.heardMs() - oldest.heardMs() < DAY_MS;
    }

    /// Whether so many runs are new within an hour that they are no more written to the disk.
    boolean isFlooded(long nowMs) {
        return runs.size() >= RUNS_MAX && runs.stream().allMatch(copy -> nowMs - copy.sinceMs() < HOUR_MS);
    }

    /// The run continues its log in that branch.
    void branch(String run, long branch) {
        if (branches.size() >= RUNS_MAX) branches.keySet().removeIf(one -> !knows(one));
        branches.put(run, branch);
    }

    /// Keeps this run, and turns the others away.
    void keep(String run) {
        stays = run;
        key = null;
        away.clear();
        for (Copy copy : runs) if (!copy.run().equals(run)) away.add(copy.run());
    }

    String json() {
        var tree = new LinkedHashMap<String, @Nullable Object>();
        tree.put("cloned", cloned);
        if (unnamed) tree.put("unnamed", true);
        if (stays != null) tree.put("stays", stays);
        if (key != null) tree.put("key", key.hex());
        tree.put("runs", runs.stream().map(this::json).toList());
        return Json.write(tree);
    }

    private Map<String, Object> json(Copy copy) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("run", copy.run());
        tree.put("address", copy.address());
        tree.put("version", copy.version());
        tree.put("since", copy.sinceMs());
        tree.put("heard", copy.heardMs());
        Long branch = branches.get(copy.run());
        if (branch != null) tree.put("branch", branch);
        if (away.contains(copy.run())) tree.put("away", true);
        return tree;
    }

    /// Reads what [#json] wrote; null where it cannot be read.
    static @Nullable BoxIdentity parse(String name, String json) {
        try {
            Map<String, @Nullable Object> tree = Json.parseObject(json);
            var identity = new BoxIdentity(name);
            identity.cloned = Boolean.TRUE.equals(tree.get("cloned"));
            identity.unnamed = Boolean.TRUE.equals(tree.get("unnamed"));
            if (tree.get("stays") instanceof String run) identity.stays = run;
            if (tree.get("key") instanceof String hex) identity.key = Bytes.ofHex(hex);
            if (tree.get("runs") instanceof List<?> runs)
                for (Object one : runs) if (one instanceof Map<?, ?> copy) identity.read(copy);
            return identity;
        } catch (JsonException | IllegalArgumentException e) {
            return null;
        }
    }

    private void read(Map<?, ?> copy) {
        if (!(copy.get("run") instanceof String run)) return;
        runs.add(new Copy(run, text(copy, "address"), text(copy, "version"), time(copy, "since"), time(copy, "heard")));
        if (copy.get("branch") instanceof Long branch) branches.put(run, branch);
        if (Boolean.TRUE.equals(copy.get("away"))) away.add(run);
    }

    private static String text(Map<?, ?> copy, String field) {
        return copy.get(field) instanceof String text ? text : "";
    }

    private static long time(Map<?, ?> copy, String field) {
        return copy.get(field) instanceof Long ms ? ms : 0;
    }
}
