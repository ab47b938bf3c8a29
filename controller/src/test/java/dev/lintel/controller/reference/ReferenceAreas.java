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
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Where people are, and the limits of areas, for [ReferenceDecision].
final class ReferenceAreas {
    private ReferenceAreas() {}

    /// `area_full`, `area_minimum`, or empty where no limit applies.
    ///
    /// @param suspended whether people pass unseen between areas
    static String reason(World world, Case asked, Person who, Predicate<Set<String>> suspended) {
        Channel channel = world.channel(asked.channel());
        Passback rule = channel == null ? null : channel.passback();
        if (rule == null || asked.unlock()) return "";
        Set<String> areas = connected(world, rule);
        if (suspended.test(areas)) return "";
        Area entered = area(world, asked.exit() ? rule.from() : rule.to());
        Area left = area(world, asked.exit() ? rule.to() : rule.from());
        if (entered != null && !isIn(world, asked, who, entered, areas)) {
            int people = people(world, asked, entered, areas) + 1;
            if (entered.max() != null && people > entered.max()) return "area_full";
            if (entered.min() != null && people < entered.min()) return "area_minimum";
        }
        if (left != null && left.min() != null && isIn(world, asked, who, left, areas)) {
            int people = people(world, asked, left, areas) - 1;
            if (people > 0 && people < left.min()) return "area_minimum";
        }
        return "";
    }

    private static @Nullable Area area(World world, String name) {
        for (Area one : world.areas()) if (one.name().equals(name)) return one;
        return null;
    }

    private static int people(World world, Case asked, Area area, Set<String> areas) {
        int people = 0;
        for (Person one : world.people()) if (isIn(world, asked, one, area, areas)) people++;
        return people;
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

    /// The areas that one can walk to from the door's, by doors with passback of whatever mode.
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
        return areas;
    }
}
