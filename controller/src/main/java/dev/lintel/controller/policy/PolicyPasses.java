package dev.lintel.controller.policy;

import dev.lintel.controller.policy.Policy.Channel;
import dev.lintel.controller.policy.Policy.Group;
import dev.lintel.controller.policy.Policy.Role;
import dev.lintel.controller.policy.Shift.Range;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
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
    private PolicyPasses() {}

    /// A group's way through doors by one of its roles.
    ///
    /// @param shift null: at all times
    /// @param doors of this box; those of others that the role has are not here
    /// @param sharedWith other groups that hold the same role
    public record Pass(Group group, Role role, @Nullable Shift shift, List<Channel> doors, List<String> sharedWith) {
        public Pass {
            doors = List.copyOf(doors);
            sharedWith = List.copyOf(sharedWith);
        }
    }

    /// What a group is to pass.
    ///
    /// @param group its name; made where there is none of it
    /// @param role of the group's that is to say so from now on; 0: one of its own for these hours
    /// @param doors ids of channels of this box; none: the role leads through no door of this box any more
    /// @param shift of the policy; null: `times`, or always
    /// @param times of a shift that is made where no other says the same; null: `shift`, or always
    public record Wish(
            String group,
            long role,
            Set<Long> doors,
            @Nullable Long shift,
            @Nullable Range times) {
        public Wish {
            doors = Set.copyOf(doors);
        }
    }

    /// All that lead through doors of this box, by group.
    public static List<Pass> of(Policy policy) {
        var passes = new ArrayList<Pass>();
        for (Group group : policy.groups()) {
            for (Role role : policy.roles()) {
                if (!group.roles().contains(role.id())) continue;
                List<Channel> doors = ours(policy)
                        .filter(door -> role.channels().contains(door.id()))
                        .toList();
                if (doors.isEmpty()) continue;
                passes.add(new Pass(group, role, shift(policy, role.shiftId()), doors, others(policy, group, role)));
            }
        }
        return List.copyOf(passes);
    }

    /// Doors of this box that no role has: no credential opens them, but by a reservation.
    public static List<Channel> barred(Policy policy) {
        var passed = new HashSet<Long>();
        for (Role role : policy.roles()) passed.addAll(role.channels());
        return ours(policy).filter(door -> !passed.contains(door.id())).toList();
    }

    /// The policy as it is wished. A role that other groups hold as well stays theirs: the group gets one of its own.
    public static Policy with(Policy policy, Wish wish) {
        var shifts = new ArrayList<>(policy.shifts());
        Long hours = hours(shifts, wish);
        Group group = named(policy, wish.group);
        Role before = held(policy, group, wish, hours);
        Role own = before != null && others(policy, group, before).isEmpty() ? before : null;
        var channels = new HashSet<>(wish.doors);
        if (before != null) channels.addAll(elsewhere(policy, before));
        var roles = new ArrayList<>(policy.roles());
        var held = new ArrayList<>(group.roles());
        if (own != null) roles.remove(own);
        if (before != null) held.remove(before.id());
        if (!channels.isEmpty()) {
            Role role = new Role(
                    own == null ? next(policy.roles().stream().map(Role::id)) : own.id(),
                    own == null ? fresh(policy, roleName(group, hours, shifts)) : own.name(),
                    hours,
                    List.copyOf(channels),
                    own == null ? "" : own.notes(),
                    before == null ? null : before.maxStale());
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
                policy.channels());
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

    private static List<String> others(Policy policy, Group group, Role role) {
        return policy.groups().stream()
                .filter(one -> one.id() != group.id() && one.roles().contains(role.id()))
                .map(Group::name)
                .toList();
    }

    /// Adds a shift to `shifts` where none says the same yet.
    private static @Nullable Long hours(List<Shift> shifts, Wish wish) {
        Range times = wish.times;
        if (times == null) return wish.shift;
        for (Shift shift : shifts) {
            if (shift.times().equals(List.of(times)) && shift.holidays().isEmpty()) return shift.id();
        }
        long id = next(shifts.stream().map(Shift::id));
        shifts.add(new Shift(id, times.words(), "", List.of(times)));
        return id;
    }

    private static Group named(Policy policy, String name) {
        return policy.groups().stream()
                .filter(group -> group.name().equals(name))
                .findFirst()
                .orElseGet(() -> new Group(next(policy.groups().stream().map(Group::id)), name, List.of(), false, ""));
    }

    /// The group's role that is meant: the one that is named, else the one for these hours that no other group holds.
    private static @Nullable Role held(Policy policy, Group group, Wish wish, @Nullable Long hours) {
        for (Role role : policy.roles()) {
            if (!group.roles().contains(role.id())) continue;
            boolean meant = wish.role != 0
                    ? role.id() == wish.role
                    : Objects.equals(role.shiftId(), hours)
                            && others(policy, group, role).isEmpty();
            if (meant) return role;
        }
        return null;
    }

    /// What the role has of other boxes: nobody has asked about those.
    private static List<Long> elsewhere(Policy policy, Role role) {
        return policy.channels().stream()
                .filter(channel -> channel.box() != null && role.channels().contains(channel.id()))
                .map(Channel::id)
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
        return policy.roles().stream().anyMatch(role -> role.name().equals(name));
    }

    private static long next(Stream<Long> ids) {
        return ids.mapToLong(Long::longValue).max().orElse(0) + 1;
    }
}
