package dev.lintel.controller.policy;

import dev.lintel.controller.access.RoleRules;
import dev.lintel.controller.policy.Policy.Channel;
import dev.lintel.controller.policy.Policy.Group;
import dev.lintel.controller.policy.Policy.Role;
import dev.lintel.controller.policy.Shift.Range;
import dev.lintel.controller.text.TextKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Which groups pass which doors of this box, and a policy with one of that changed, as installers do it. Pure:
/// applying it is [PolicyCatalog#apply]'s.
///
/// ```
///   group Staff ─── role Staff, always ───┬── Gate
///          └─────── role Staff, mon-fri … └── Yard door
/// ```
public final class PolicyPasses {
    /// In place of a group's name.
    public static final String PEOPLE = "people by themselves";

    private PolicyPasses() {}

    /// A group's way through doors by one of its roles.
    ///
    /// @param shift null: at all times
    /// @param doors of this box; those of others that the role has are not here
    /// @param sharedWith other groups that hold the same role, and `PEOPLE` where people do themselves
    public record Pass(Group group, Role role, @Nullable Shift shift, List<Channel> doors, List<String> sharedWith) {
        public Pass {
            doors = List.copyOf(doors);
            sharedWith = List.copyOf(sharedWith);
        }
    }

    /// What a group is to pass.
    ///
    /// @param group its name; made where there is none of it
    /// @param role of the group's that is to say so, in the place of what it said; 0: whatever it has then
    /// @param doors ids of channels of this box; none: at these hours it passes no door of this box any more
    /// @param more with `role` 0: beside the doors that it passes at these hours already, not in their place
    /// @param hours when
    public record Wish(String group, long role, Set<Long> doors, boolean more, Hours hours) {
        public Wish {
            doors = Set.copyOf(doors);
        }
    }

    /// When: at all times where both are null.
    ///
    /// @param shift of the policy
    /// @param times of a shift that is made where no other says the same
    public record Hours(@Nullable Long shift, @Nullable Range times) {
        public static final Hours ALWAYS = new Hours(null, null);
    }

    /// All that lead through doors of this box, by group and role. Each group and role is looked at once: a hub's
    /// policy
    /// has thousands.
    ///
    /// @param personal ids of the roles that people hold themselves
    public static List<Pass> of(Policy policy, Set<Long> personal) {
        Map<Long, Role> roles = new HashMap<>();
        for (Role role : policy.roles()) roles.put(role.id(), role);
        Map<Long, List<Group>> holders = new HashMap<>();
        for (Group group : policy.groups()) {
            for (long id : group.roles()) {
                holders.computeIfAbsent(id, _ -> new ArrayList<>()).add(group);
            }
        }
        List<Channel> ours = ours(policy).toList();
        var passes = new ArrayList<Pass>();
        for (Group group : policy.groups()) {
            for (long id : group.roles()) {
                Role role = roles.get(id);
                if (role == null) continue;
                List<Channel> doors = ours.stream()
                        .filter(door -> role.channels().contains(door.id()))
                        .toList();
                if (doors.isEmpty()) continue;
                var others = new ArrayList<String>();
                for (Group one : holders.getOrDefault(id, List.of())) {
                    if (one.id() != group.id()) others.add(one.name());
                }
                if (personal.contains(id)) others.add(PEOPLE);
                passes.add(new Pass(group, role, shift(policy, role.shiftId()), doors, others));
            }
        }
        return List.copyOf(passes);
    }

    /// Doors of this box that no group passes: a credential opens them by a role of somebody's own alone, or by a
    /// reservation.
    public static List<Channel> barred(Policy policy) {
        var passed = new HashSet<Long>();
        for (Pass pass : of(policy, Set.of())) for (Channel door : pass.doors) passed.add(door.id());
        return ours(policy).filter(door -> !passed.contains(door.id())).toList();
    }

    /// The policy as it is wished. Roles that other groups hold as well, or people themselves, stay theirs: the group
    /// gets one of its own. One role is left of those that the group had for these hours.
    ///
    /// @param personal as for [#of]
    public static Policy with(Policy policy, Wish wish, Set<Long> personal) {
        var shifts = new ArrayList<>(policy.shifts());
        Long hours = hours(shifts, wish.hours);
        Group group = named(policy, wish.group);
        List<Role> before = held(policy, group, wish, hours);
        List<Role> own = before.stream()
                .filter(role -> !personal.contains(role.id()) && isAlone(policy, group, role))
                .toList();
        var roles = new ArrayList<>(policy.roles());
        roles.removeAll(own);
        var held = new ArrayList<>(group.roles());
        for (Role role : before) held.remove(role.id());
        List<Long> channels = channels(policy, wish, before);
        if (!channels.isEmpty()) {
            Role first = own.isEmpty() ? null : own.getFirst();
            Role role = new Role(
                    first == null ? next(policy.roles().stream().map(Role::id)) : first.id(),
                    name(policy, group, first, roleName(group, hours, shifts)),
                    hours,
                    channels,
                    first == null ? "" : first.notes(),
                    before.isEmpty() ? null : before.getFirst().maxStale(),
                    before.isEmpty() ? RoleRules.PLAIN : before.getFirst().rules());
            roles.add(role);
            held.add(role.id());
        }
        var groups = new ArrayList<>(policy.groups());
        groups.removeIf(one -> one.id() == group.id());
        groups.add(new Group(group.id(), group.name(), held, group.globalAcrossSites(), group.notes()));
        return new Policy(
                policy.account(),
                policy.sites(),
                policy.credentialTypes(),
                policy.holidays(),
                shifts,
                roles,
                groups,
                policy.channels(),
                policy.areas(),
                policy.actions());
    }

    /// What is wished, and what of the roles of before nobody has asked about: other boxes' doors.
    private static List<Long> channels(Policy policy, Wish wish, List<Role> before) {
        var channels = new HashSet<>(wish.doors);
        boolean more = wish.more && wish.role == 0;
        for (Channel channel : policy.channels()) {
            boolean had = before.stream().anyMatch(role -> role.channels().contains(channel.id()));
            if (had && (more || channel.box() != null)) channels.add(channel.id());
        }
        return List.copyOf(channels);
    }

    /// A name that was made of a role's hours goes with them; any other is somebody's.
    private static String name(Policy policy, Group group, @Nullable Role first, String made) {
        if (first == null) return fresh(policy, made);
        String before = roleName(group, first.shiftId(), policy.shifts());
        return first.name().equals(before) && !made.equals(before) ? fresh(policy, made) : first.name();
    }

    private static Stream<Channel> ours(Policy policy) {
        return policy.channels().stream().filter(channel -> channel.box() == null);
    }

    private static @Nullable Shift shift(Policy policy, @Nullable Long id) {
        return policy.shifts().stream()
                .filter(shift -> id != null && shift.id() == id)
                .findFirst()
                .orElse(null);
    }

    /// No other group has it.
    private static boolean isAlone(Policy policy, Group group, Role role) {
        return policy.groups().stream()
                .noneMatch(one -> one.id() != group.id() && one.roles().contains(role.id()));
    }

    /// Adds a shift to `shifts` where none says the same yet.
    private static @Nullable Long hours(List<Shift> shifts, Hours wanted) {
        Range times = wanted.times;
        if (times == null) return wanted.shift;
        for (Shift shift : shifts) {
            if (shift.times().equals(List.of(times)) && shift.holidays().isEmpty()) return shift.id();
        }
        long id = next(shifts.stream().map(Shift::id));
        shifts.add(new Shift(id, times.words(), "", List.of(times)));
        return id;
    }

    private static Group named(Policy policy, String name) {
        Group known = find(policy, name);
        if (known != null) return known;
        return new Group(next(policy.groups().stream().map(Group::id)), name, List.of(), false, "");
    }

    /// The group of that name: of several with the same [TextKey] the one that is written just so. Null: there is none.
    public static @Nullable Group find(Policy policy, String name) {
        Group found = null;
        for (Group group : policy.groups()) {
            if (group.name().equals(name)) return group;
            if (found == null && TextKey.same(group.name(), name)) found = group;
        }
        return found;
    }

    /// The group's roles that are meant: the one that is named, else all for these hours.
    private static List<Role> held(Policy policy, Group group, Wish wish, @Nullable Long hours) {
        return policy.roles().stream()
                .filter(role -> group.roles().contains(role.id()))
                .filter(role -> wish.role != 0 ? role.id() == wish.role : Objects.equals(role.shiftId(), hours))
                .toList();
    }

    private static String roleName(Group group, @Nullable Long hours, List<Shift> shifts) {
        for (Shift shift : shifts) {
            if (hours != null && shift.id() == hours) return group.name() + ", " + shift.name();
        }
        return group.name();
    }

    /// Two roles of one name would be told apart by nobody.
    private static String fresh(Policy policy, String name) {
        String free = name;
        for (int number = 2; isTaken(policy, free); number++) free = name + " " + number;
        return free;
    }

    private static boolean isTaken(Policy policy, String name) {
        return policy.roles().stream().anyMatch(role -> TextKey.same(role.name(), name));
    }

    private static long next(Stream<Long> ids) {
        return ids.mapToLong(Long::longValue).max().orElse(0) + 1;
    }
}
