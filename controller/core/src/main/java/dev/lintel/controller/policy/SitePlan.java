package dev.lintel.controller.policy;

import dev.lintel.controller.policy.Change.Difference;
import dev.lintel.controller.policy.Change.Kind;
import dev.lintel.controller.policy.Item.Entity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// What applying a file would change in the database, and what forbids it. Immutable, made without writing anything.
///
/// @param changes creations and changes in the order of [Item.Entity], then removals in the reverse
/// @param refusals sentences; with any of them nothing is applied
public record SitePlan(Policy wanted, List<Change> changes, List<String> refusals) {
    private static final String NOTHING = "nothing";
    private static final Set<String> OPENED_AT_START = Set.of("unit", "kind", ChannelWords.BOX);

    public SitePlan {
        changes = List.copyOf(changes);
        refusals = List.copyOf(refusals);
    }

    /// Nothing would change.
    public boolean isEmpty() {
        return changes.isEmpty();
    }

    /// The difference between what stands and what is wanted.
    public static SitePlan of(Standing standing, Policy wanted) {
        var changes = new ArrayList<Change>();
        var removals = new ArrayList<Change>();
        var refusals = new ArrayList<String>();
        Map<Key, Item> before = byKey(unlike(standing.policy(), wanted));
        Map<Key, Item> after = byKey(unlike(wanted, standing.policy()));
        after.forEach((key, item) -> {
            Item old = before.get(key);
            if (old == null) changes.add(new Change(Kind.CREATES, item, List.of(), ""));
            else if (!old.values().equals(item.values())) {
                changes.add(new Change(Kind.CHANGES, item, differences(old, item), ""));
                refuseNewCode(old, item, standing, refusals);
            }
        });
        before.forEach((key, item) -> {
            if (after.containsKey(key)) return;
            removals.addFirst(new Change(Kind.REMOVES, item, List.of(), consequence(item, standing)));
            refuseRemoval(item, standing, refusals);
        });
        changes.addAll(removals);
        refusals.addAll(GroupNames.refusals(standing.policy().groups(), wanted.groups()));
        return new SitePlan(wanted, changes, refusals);
    }

    /// The same, also refused for `more`.
    SitePlan refusedFor(List<String> more) {
        var all = new ArrayList<>(refusals);
        all.addAll(more);
        return new SitePlan(wanted, changes, all);
    }

    /// Whether doors of this box come, go, move to another unit or become of another kind: lines and readers are opened
    /// at start only.
    public boolean needsRestart() {
        return changes.stream().anyMatch(SitePlan::opensLines);
    }

    private static boolean opensLines(Change change) {
        if (change.item().entity() != Entity.CHANNEL) return false;
        boolean ours = change.item().values().getOrDefault(ChannelWords.BOX, "").isEmpty();
        if (change.kind() != Kind.CHANGES) return ours;
        for (Difference difference : change.differences()) {
            boolean left = difference.key().equals(ChannelWords.BOX)
                    && difference.before().equals(NOTHING);
            if (left || (ours && OPENED_AT_START.contains(difference.key()))) return true;
        }
        return false;
    }

    /// Whether anything of that kind is created, changed or removed.
    public boolean touches(Entity entity) {
        return changes.stream().anyMatch(change -> change.item().entity() == entity);
    }

    /// Ids of the things of one kind that the plan creates or changes.
    public Set<Long> written(Entity entity) {
        return ids(entity, Set.of(Kind.CREATES, Kind.CHANGES));
    }

    /// Ids of the things of one kind that stand and that the plan changes or removes.
    public Set<Long> leaving(Entity entity) {
        return ids(entity, Set.of(Kind.CHANGES, Kind.REMOVES));
    }

    /// Ids of the things of one kind that the plan removes.
    public Set<Long> removed(Entity entity) {
        return ids(entity, Set.of(Kind.REMOVES));
    }

    private Set<Long> ids(Entity entity, Set<Kind> kinds) {
        var ids = new HashSet<Long>();
        for (Change change : changes) {
            if (change.item().entity() == entity && kinds.contains(change.kind())) {
                ids.add(change.item().id());
            }
        }
        return ids;
    }

    /// `policy` without the lists that `other` has just so: to write thousands of groups in words in order to see that
    /// they are the same takes longer than all the rest of a small change.
    private static Policy unlike(Policy policy, Policy other) {
        return new Policy(
                Objects.equals(policy.account(), other.account()) ? null : policy.account(),
                unlike(policy.sites(), other.sites()),
                unlike(policy.credentialTypes(), other.credentialTypes()),
                unlike(policy.holidays(), other.holidays()),
                unlike(policy.shifts(), other.shifts()),
                unlike(policy.roles(), other.roles()),
                unlike(policy.groups(), other.groups()),
                unlike(policy.channels(), other.channels()),
                unlike(policy.areas(), other.areas()),
                unlike(policy.actions(), other.actions()));
    }

    private static <T> List<T> unlike(List<T> list, List<T> other) {
        return list.equals(other) ? List.of() : list;
    }

    /// Holidays and areas have no id: their names identify them.
    private record Key(Entity entity, long id, String name) {}

    private static Map<Key, Item> byKey(Policy policy) {
        Map<Key, Item> items = new LinkedHashMap<>();
        for (Item item : Item.of(policy)) {
            String name = item.isNamed() ? item.name() : "";
            items.put(new Key(item.entity(), item.id(), name), item);
        }
        return items;
    }

    private static List<Difference> differences(Item old, Item item) {
        var differences = new ArrayList<Difference>();
        item.values().forEach((key, after) -> {
            String before = old.values().getOrDefault(key, "");
            if (!before.equals(after)) differences.add(new Difference(key, shown(before), shown(after)));
        });
        return differences;
    }

    private static String shown(String value) {
        return value.isEmpty() ? NOTHING : value;
    }

    private static String consequence(Item item, Standing standing) {
        var words = new ArrayList<String>();
        long people = standing.people(item);
        if (people > 0) words.add("held by " + counted(people, "person who loses", "people who lose") + " it for good");
        long reservations = standing.reservations(item);
        if (reservations > 0) words.add("in " + counted(reservations, "reservation", "reservations"));
        return String.join(", ", words);
    }

    private static void refuseRemoval(Item item, Standing standing, List<String> refusals) {
        if (item.entity() != Entity.CREDENTIAL_TYPE) return;
        long count = standing.credentials().getOrDefault(item.id(), 0L);
        if (count == 0) return;
        refusals.add(item.title() + " cannot be removed: " + counted(count, "credential is", "credentials are")
                + " of this type");
    }

    /// The code decides how a value is stored and compared; those that are there were made under the old one.
    private static void refuseNewCode(Item old, Item item, Standing standing, List<String> refusals) {
        if (item.entity() != Entity.CREDENTIAL_TYPE) return;
        long count = standing.credentials().getOrDefault(item.id(), 0L);
        String before = old.values().getOrDefault("code", "");
        String after = item.values().getOrDefault("code", "");
        if (count == 0 || before.equals(after)) return;
        refusals.add(item.title() + " cannot change its code from " + before + " to " + after + ": "
                + counted(count, "credential is", "credentials are") + " of this type");
    }

    private static String counted(long count, String one, String many) {
        return count + " " + (count == 1 ? one : many);
    }
}
