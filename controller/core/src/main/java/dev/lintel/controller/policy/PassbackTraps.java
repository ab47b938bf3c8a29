package dev.lintel.controller.policy;

import dev.lintel.controller.access.AreaLimit;
import dev.lintel.controller.access.AreaSet;
import dev.lintel.controller.access.AreaSets;
import dev.lintel.controller.access.ChannelAccess.Accepted;
import dev.lintel.controller.access.ChannelAccess.Passback;
import dev.lintel.controller.access.ChannelAccess.Passback.Mode;
import dev.lintel.controller.access.ChannelAccess.Passback.Unseen;
import dev.lintel.controller.policy.Policy.Channel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Settings and wiring by which passback refuses people who did nothing wrong, or by which the number of people in
/// an area with a limit is wrong, for a person who is about to apply a policy. Pure. Without the wiring
/// each door counts as one with two readers that people pass by these alone.
///
/// ```
///   auto_unlock, double_tap, fire or an evacuation, and not forgiven after
///                                                   people pass unseen, and are refused afterwards
///   a way out without a reader                      people leave unseen, and their next entry is refused (hard), or
///                                                   they are counted on (limit)
///   readers lead into an area and none out of it    the second entry is refused (hard), or the number only rises
///                                                   (limit)
///   a door without a contact                        a person who is admitted and does not pass is taken to have
///                                                   passed: refused (hard, timed), or counted (limit)
///   a door without a contact, and double_tap        the second tap is refused (hard)
///   all doors of an area have mode off              passback refuses no person there (unless it has a limit)
/// ```
public final class PassbackTraps {
    private static final String WAYS_OUT = "add an exit reader, use mode timed or soft, or set forgive_at";

    private static final String COUNTS = "add an exit reader, or set forgive_at";

    private final Map<Long, Channel> channels;
    private final Set<String> limited;
    private final Function<Channel, @Nullable Wiring> wiring;
    private final List<Trap> traps = new ArrayList<>();
    private final Set<String> leftUnseen = new HashSet<>();

    /// What is wired to a channel's door.
    ///
    /// @param entry whether it has an entry reader
    /// @param exit whether it has an exit reader
    /// @param ways how people leave by it without a reader, such as "its handle"; none: not at all
    /// @param fire whether the box's fire input releases it
    /// @param contact whether a contact reports that its leaf opens
    public record Wiring(boolean entry, boolean exit, List<String> ways, boolean fire, boolean contact) {
        static final Wiring UNKNOWN = new Wiring(true, true, List.of(), false, true);

        public Wiring {
            ways = List.copyOf(ways);
        }
    }

    /// A setting or a wire by which passback refuses people who did nothing wrong.
    ///
    /// @param channelId where a person would mend it
    /// @param sentence without its full stop
    public record Trap(long channelId, String sentence) {}

    private PassbackTraps(List<Channel> channels, List<AreaLimit> areas, Function<Channel, @Nullable Wiring> wiring) {
        this.limited = areas.stream().map(AreaLimit::name).collect(Collectors.toSet());
        this.channels = channels.stream().collect(Collectors.toMap(Channel::id, one -> one, (one, _) -> one));
        this.wiring = wiring;
    }

    /// Those that the policy alone shows.
    static List<Trap> of(List<Channel> channels, List<AreaLimit> areas) {
        return new PassbackTraps(channels, areas, _ -> null).find(PolicySnapshot.areas(channels));
    }

    /// Those that only the wiring shows.
    ///
    /// @param wiring null of a channel whose wiring is not known, such as one of another box
    public static List<Trap> of(
            List<Channel> channels, List<AreaLimit> areas, Function<Channel, @Nullable Wiring> wiring) {
        List<Trap> known = of(channels, areas);
        List<Trap> all = new PassbackTraps(channels, areas, wiring).find(PolicySnapshot.areas(channels));
        return all.stream().filter(trap -> !known.contains(trap)).toList();
    }

    private List<Trap> find(AreaSets sets) {
        for (AreaSet set : sets.all()) {
            List<Channel> doors = set.doors().stream().map(channels::get).toList();
            boolean refuses = doors.stream().anyMatch(door -> passback(door).refuses());
            boolean hard = doors.stream().anyMatch(door -> passback(door).mode() == Mode.HARD);
            if (refuses) for (Channel door : doors) unforgiven(door);
            for (Channel door : doors) passageUnseen(door, refuses);
            for (Channel door : doors) if (hard || counts(passback(door).to(), doors)) leavesUnseen(door, hard);
            for (String area : new TreeSet<>(set.areas())) {
                if (hard || counts(area, doors)) noWayOut(area, doors, hard);
                if (refuses) unwatched(area, doors);
            }
        }
        traps.sort(Comparator.comparingLong(Trap::channelId));
        return List.copyOf(traps);
    }

    private void unforgiven(Channel door) {
        Set<Unseen> after = passback(door).forgiveAfter();
        if (door.rules().autoUnlock() != null && !after.contains(Unseen.UNLOCK)) {
            add(
                    door,
                    "people pass unseen while auto_unlock unlocks this door, and passback refuses them afterwards:"
                            + " add unlock to forgive_after, or remove auto_unlock");
        }
        if (door.access().doubleTap() != null && !after.contains(Unseen.UNLOCK)) {
            add(
                    door,
                    "people pass unseen while a double tap unlocks this door, and passback refuses them afterwards,"
                            + " perhaps also the person who taps to lock it: add unlock to forgive_after, or remove"
                            + " double_tap");
        }
        if (after.contains(Unseen.FIRE)) return;
        if (door.rules().evacuates()) {
            add(
                    door,
                    "people pass unseen while an evacuation or fire unlocks this door, and passback refuses them"
                            + " afterwards: add fire to forgive_after");
        } else if (wiring(door).fire) {
            add(
                    door,
                    "people pass unseen while the fire input releases this door, and passback refuses them"
                            + " afterwards: add fire to forgive_after");
        }
    }

    /// A door without a contact takes each admission for a passage.
    private void passageUnseen(Channel door, boolean refuses) {
        if (wiring(door).contact || !(in(door) || out(door))) return;
        List<String> counted = passback(door).areas().stream()
                .filter(limited::contains)
                .sorted()
                .toList();
        if (!refuses && counted.isEmpty()) return;
        var wrong = new ArrayList<String>();
        boolean own = passback(door).refuses();
        if (own) wrong.add("passback refuses their next attempt");
        else if (refuses) wrong.add("passback of other doors refuses them");
        if (!counted.isEmpty()) {
            wrong.add("the number of people in '" + String.join("' and '", counted) + "' is wrong");
        }
        add(
                door,
                "this door has no contact, so that people who are admitted and do not pass count as in the next area,"
                        + " and "
                        + String.join(", and ", wrong) + ": wire a contact"
                        + (own && counted.isEmpty() ? ", or use mode soft" : ""));
        if (passback(door).mode() == Mode.HARD && door.access().doubleTap() != null && in(door)) {
            add(
                    door,
                    "this door has no contact, so that the first of two taps counts as an entry, hard passback refuses"
                            + " the second one, and double_tap never unlocks the door: wire a contact, use mode soft,"
                            + " or remove double_tap");
        }
    }

    /// Whether the area has a limit, and nobody's place is forgotten at a time of the day.
    private boolean counts(String area, List<Channel> doors) {
        Channel forgets =
                first(doors, door -> names(door, area) && passback(door).forgiveAt() != null);
        return limited.contains(area) && forgets == null;
    }

    private void leavesUnseen(Channel door, boolean hard) {
        if (!passback(door).connects() || out(door) || wiring(door).ways.isEmpty()) return;
        leftUnseen.add(passback(door).to());
        add(
                door,
                "people leave '" + passback(door).to() + "' by " + String.join(" or ", wiring(door).ways)
                        + " and no reader sees it, so that "
                        + (hard
                                ? "hard passback refuses their next entry: " + WAYS_OUT
                                : "they still count there: " + COUNTS));
    }

    private void noWayOut(String area, List<Channel> doors, boolean hard) {
        if (leftUnseen.contains(area)) return; // that says it already
        Channel in = first(doors, door -> leads(door, area, true));
        if (in == null || first(doors, door -> leads(door, area, false)) != null) return;
        add(
                in,
                "readers lead into '" + area + "' and none leads out of it, so that "
                        + (hard
                                ? "hard passback refuses a second entry: " + WAYS_OUT
                                : "the number of people there only rises: " + COUNTS));
    }

    private void unwatched(String area, List<Channel> doors) {
        if (limited.contains(area)) return; // mode off counts the people there
        Channel door = first(doors, one -> names(one, area));
        if (door == null
                || first(doors, one -> names(one, area) && passback(one).mode() != Mode.OFF) != null) return;
        add(
                door,
                "only doors with mode off lead to '" + area + "', so that passback refuses no person there: set mode"
                        + " hard, timed or soft at one of them, or remove from and to");
    }

    /// Whether a reader that accepts something leads into the area, or out of it.
    private boolean leads(Channel door, String area, boolean into) {
        boolean behind = passback(door).to().equals(area);
        if (!names(door, area)) return false;
        return behind == into ? in(door) : out(door);
    }

    private static boolean names(Channel door, String area) {
        return passback(door).to().equals(area) || passback(door).from().equals(area);
    }

    private boolean in(Channel door) {
        return wiring(door).entry && accepts(door.access().entry());
    }

    private boolean out(Channel door) {
        return wiring(door).exit && accepts(door.access().exit());
    }

    private static boolean accepts(List<Accepted> lists) {
        return lists.stream().anyMatch(list -> !list.means().isEmpty());
    }

    private Wiring wiring(Channel door) {
        Wiring known = wiring.apply(door);
        return known == null ? Wiring.UNKNOWN : known;
    }

    private static @Nullable Channel first(List<Channel> doors, Predicate<Channel> which) {
        return doors.stream().filter(which).findFirst().orElse(null);
    }

    private static Passback passback(Channel door) {
        return door.access().passback();
    }

    private void add(Channel door, String sentence) {
        traps.add(new Trap(door.id(), sentence));
    }
}
