package dev.lintel.controller.reference;

import dev.lintel.controller.reference.World.Area;
import dev.lintel.controller.reference.World.Channel;
import dev.lintel.controller.reference.World.Passback;
import dev.lintel.controller.reference.World.Person;
import dev.lintel.controller.reference.World.Whereabouts;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Where people are, and the limits of areas, for [ReferenceDecision].
final class ReferenceAreas {
    private ReferenceAreas() {}

    /// `area_full`, `area_minimum`, or empty where no limit applies.
    static String reason(World world, Case asked, Person who) {
        Channel channel = world.channel(asked.channel());
        Passback rule = channel == null ? null : channel.passback();
        if (rule == null || asked.unlock()) return "";
        Set<String> areas = connected(world, rule);
        Area entered = limited(world, asked, asked.exit() ? rule.from() : rule.to());
        Area left = limited(world, asked, asked.exit() ? rule.to() : rule.from());
        if (entered != null) {
            Set<Long> seen = seen(world, asked, entered, areas);
            Set<Long> counted = counted(world, asked, entered, areas);
            Set<Long> perhaps = new HashSet<>(seen); // those who may not leave after all
            perhaps.addAll(counted);
            boolean isNew = !perhaps.contains(who.id());
            if (isNew && entered.max() != null && perhaps.size() + 1 > entered.max()) return "area_full";
            Set<Long> certain = certain(seen, counted);
            boolean enters = !certain.contains(who.id());
            if (enters && entered.min() != null && certain.size() + 1 < entered.min()) return "area_minimum";
        }
        if (left != null && left.min() != null) {
            Set<Long> counted = counted(world, asked, left, areas);
            Set<Long> certain = certain(seen(world, asked, left, areas), counted);
            boolean leaves = counted.remove(who.id());
            certain.remove(who.id());
            if (leaves && !counted.isEmpty() && certain.size() < left.min()) return "area_minimum";
        }
        return "";
    }

    /// Whether people pass this door unseen, and places are forgotten after that.
    static boolean isUnseen(Case asked, Channel door) {
        Passback rule = door.passback();
        if (rule == null) return false;
        Case.Unseen unseen = asked.unseen();
        Set<String> after = rule.forgiveAfter() == null ? Set.of("fire", "unlock") : rule.forgiveAfter();
        boolean emergency =
                unseen.burning().contains(door.id()) || unseen.evacuated().contains(door.id());
        if (after.contains("fire") && emergency) return true;
        return after.contains("unlock") && unseen.open().contains(door.id());
    }

    /// Whether people come into the area, or out of it, by a door that they pass unseen.
    static boolean isUnseen(World world, Case asked, String area) {
        for (Channel door : world.channels()) {
            Passback rule = door.passback();
            boolean leads = rule != null && (area.equals(rule.from()) || area.equals(rule.to()));
            if (leads && isUnseen(asked, door)) return true;
        }
        return false;
    }

    /// The area, if it has limits that apply now.
    private static @Nullable Area limited(World world, Case asked, String name) {
        if (isUnseen(world, asked, name)) return null;
        for (Area one : world.areas()) if (one.name().equals(name)) return one;
        return null;
    }

    /// The people whom doors have seen enter.
    private static Set<Long> seen(World world, Case asked, Area area, Set<String> areas) {
        var seen = new HashSet<Long>();
        for (Person one : world.people()) if (isIn(world, asked, one, area, areas)) seen.add(one.id());
        return seen;
    }

    /// The same people once everybody has passed who was admitted.
    private static Set<Long> counted(World world, Case asked, Area area, Set<String> areas) {
        Set<Long> counted = seen(world, asked, area, areas);
        for (Person one : world.people()) {
            Case.Admission move = ReferenceMoves.of(world, asked, one, areas);
            if (move == null) continue;
            if (ReferenceMoves.to(world, move).equals(area.name())) counted.add(one.id());
            else counted.remove(one.id());
        }
        return counted;
    }

    /// Those who were seen to enter and are not about to leave.
    private static Set<Long> certain(Set<Long> seen, Set<Long> counted) {
        var certain = new HashSet<>(seen);
        certain.retainAll(counted);
        return certain;
    }

    private static boolean isIn(World world, Case asked, Person person, Area area, Set<String> areas) {
        Whereabouts place = place(person, areas);
        if (place == null || !place.area().equals(area.name())) return false;
        for (Channel door : world.channels()) {
            Passback rule = door.passback();
            if (rule == null || rule.forgiveAt() == null) continue;
            if (!rule.from().equals(area.name()) && !rule.to().equals(area.name())) continue;
            ZoneId zone = world.zones().getOrDefault(door.site(), world.zone());
            if (ReferenceShifts.passed(rule.forgiveAt(), place.since(), asked.now(), zone)) return false;
        }
        return true;
    }

    /// The one entered last.
    static @Nullable Whereabouts place(Person person, Set<String> areas) {
        Whereabouts place = null;
        for (Whereabouts one : person.places()) {
            boolean isHere = areas.contains(one.area());
            if (isHere && (place == null || one.since().isAfter(place.since()))) place = one;
        }
        return place;
    }

    /// The areas that one can walk to from the door's, by doors with passback of any mode.
    static Set<String> connected(World world, Passback rule) {
        var areas = new HashSet<>(Set.of(rule.from(), rule.to()));
        for (int i = 0; i < world.channels().size(); i++) {
            for (Channel one : world.channels()) {
                Passback other = one.passback();
                if (other == null || other.from().isEmpty()) continue;
                if (areas.contains(other.from()) || areas.contains(other.to())) {
                    areas.addAll(List.of(other.from(), other.to()));
                }
            }
        }
        areas.remove(""); // a door without areas
        return areas;
    }
}
