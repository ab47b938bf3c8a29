package dev.lintel.controller.policy;

import dev.lintel.controller.access.AreaLimit;
import dev.lintel.controller.access.ChannelAccess.Accepted;
import dev.lintel.controller.access.ChannelAccess.Means;
import dev.lintel.controller.access.ChannelAccess.Passback;
import dev.lintel.controller.access.RoleRules.Escort;
import dev.lintel.controller.door.Airlock;
import dev.lintel.controller.door.DoorRules.AutoUnlock;
import dev.lintel.controller.policy.Policy.Channel;
import dev.lintel.controller.policy.Policy.Role;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Rules of a policy that contradict each other, so that a door admits nobody of those they are for, or a rule never
/// has an effect. Pure.
///
/// ```
///   two_person, and the area behind has max: 1       nobody enters: two people need room
///   two_person, and the door accepts phones only     nobody enters: a phone is at no reader
///   min of an area that is entered by phones only    nobody enters: the same
///   escort: required, and no host for that door      no visitor enters
///   first_card, and no card or PIN at the entry      the hours never begin
///   double_tap, and no role for that door has it     taps never unlock the door
///   area names that differ in capitals only          people count in two areas
///   interlock, and auto_unlock at one of the doors   the other door refuses cards while the hours last
/// ```
final class EntryTraps {
    private final List<Channel> channels;
    private final List<AreaLimit> areas;
    private final Set<Long> tapped; // channels that a role with double_tap is for
    private final Map<String, Integer> rooms = new HashMap<>();
    private final List<Trap> traps = new ArrayList<>();

    /// @param key of the channel
    /// @param sentence without its full stop
    record Trap(long channelId, String key, String sentence) {}

    private EntryTraps(List<Channel> channels, List<AreaLimit> areas, List<Role> roles) {
        this.channels = channels;
        this.areas = areas;
        this.tapped = roles.stream()
                .filter(role -> role.rules().doubleTap())
                .flatMap(role -> role.channels().stream())
                .collect(Collectors.toSet());
        for (AreaLimit area : areas) if (area.max() != null) rooms.put(area.name(), area.max());
    }

    static List<Trap> of(List<Channel> channels, List<AreaLimit> areas, List<Role> roles) {
        return new EntryTraps(channels, areas, roles).find();
    }

    /// The channels of a role for visitors that no host has. Where an operator approves each person, the operator may
    /// be the host.
    static List<Long> withoutHost(Role visitors, List<Role> roles, List<Channel> channels) {
        if (visitors.rules().escort() != Escort.REQUIRED) return List.of();
        Set<Long> hosted = roles.stream()
                .filter(role -> role.rules().escort() == Escort.HOST)
                .flatMap(role -> role.channels().stream())
                .collect(Collectors.toSet());
        for (Channel channel : channels) if (channel.access().approval() != null) hosted.add(channel.id());
        return visitors.channels().stream().filter(id -> !hosted.contains(id)).toList();
    }

    private List<Trap> find() {
        for (Channel channel : channels) if (channel.access().twoPerson()) twoPersons(channel);
        for (AreaLimit area : areas) if (area.min() != null) phonesAlone(area);
        sameNames();
        for (Channel channel : channels) {
            if (channel.rules().autoUnlock() != null) keptShut(channel);
            neverBegins(channel);
            boolean taps = channel.access().doubleTap() != null;
            if (taps && !tapped.contains(channel.id())) {
                add(channel, "double_tap", "never unlocks the door: no role with double_tap: on is for this channel");
            }
        }
        return List.copyOf(traps);
    }

    private void twoPersons(Channel channel) {
        String area = channel.access().passback().to();
        if (Objects.equals(rooms.get(area), 1)) {
            add(channel, "two_person", "admits nobody: the area '" + area + "' has max: 1, and two people enter");
        }
        if (takesPhones(channel.access().entry())
                && !takesAtReader(channel.access().entry())) {
            add(channel, "two_person", "admits nobody: the door accepts phones only, and a phone is at no reader");
        }
    }

    /// A phone enters an area with a minimum once enough people are there, and the first ones have to show cards.
    private void phonesAlone(AreaLimit area) {
        Channel phones = null;
        for (Channel channel : channels) {
            Passback passback = channel.access().passback();
            boolean into = passback.to().equals(area.name());
            boolean back = passback.from().equals(area.name());
            if (into && takesAtReader(channel.access().entry())) return;
            if (back && takesAtReader(channel.access().exit())) return;
            if (into && phones == null && takesPhones(channel.access().entry())) phones = channel;
        }
        if (phones == null) return;
        add(
                phones,
                "credentials",
                "nobody enters the area '" + area.name() + "': it has min: " + area.min() + ", and its doors accept"
                        + " phones only, which are at no reader, so that people cannot be seen together");
    }

    private void neverBegins(Channel channel) {
        AutoUnlock hours = channel.rules().autoUnlock();
        if (hours == null
                || !hours.firstCard()
                || takesAtReader(channel.access().entry())) return;
        add(
                channel,
                "auto_unlock",
                "never unlocks the door: it waits for a person whom the entry reader admits (first_card), and the door"
                        + " accepts "
                        + (takesPhones(channel.access().entry()) ? "phones only, which are at no reader" : "nothing"));
    }

    /// Whether something that people show at the reader is accepted at any time.
    private static boolean takesAtReader(List<Accepted> lists) {
        return lists.stream().flatMap(list -> list.means().stream()).anyMatch(means -> means != Means.MOBILE);
    }

    private static boolean takesPhones(List<Accepted> lists) {
        return lists.stream().anyMatch(list -> list.means().contains(Means.MOBILE));
    }

    private void sameNames() {
        Map<String, Named> firsts = new HashMap<>();
        var told = new HashSet<String>();
        for (Channel channel : channels) {
            Passback passback = channel.access().passback();
            for (String area : List.of(passback.from(), passback.to())) {
                if (area.isEmpty()) continue;
                Named first = firsts.putIfAbsent(key(channel.box(), area), new Named(area, channel));
                if (first == null || first.area.equals(area) || !told.add(area)) continue;
                add(
                        channel,
                        "passback",
                        "names the area '" + area + "', and channel " + first.channel.id() + " names '" + first.area
                                + "': these are two areas, and people count in one of them");
            }
        }
    }

    /// Doors of an airlock have a warning of their own: [AirlockSection].
    private void keptShut(Channel unlocked) {
        for (Channel other : channels) {
            boolean isPair = unlocked.rules().interlock().contains(other.id())
                    || other.rules().interlock().contains(unlocked.id());
            if (!isPair || other.id() == unlocked.id() || inOneAirlock(unlocked, other)) continue;
            add(
                    unlocked,
                    "auto_unlock",
                    "channel " + other.id() + " refuses cards for all these hours, as the two doors have an interlock:"
                            + " remove auto_unlock or interlock");
        }
    }

    private static boolean inOneAirlock(Channel one, Channel other) {
        return isOuter(one, other) || isOuter(other, one);
    }

    private static boolean isOuter(Channel outer, Channel inner) {
        Airlock airlock = outer.rules().airlock();
        return airlock != null && airlock.inner() == inner.id();
    }

    private record Named(String area, Channel channel) {}

    private static String key(@Nullable String box, String area) {
        return box + "\n" + area.toLowerCase(Locale.ROOT);
    }

    private void add(Channel channel, String key, String sentence) {
        traps.add(new Trap(channel.id(), key, sentence));
    }
}
