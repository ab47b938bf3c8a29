package dev.lintel.controller.policy;

import dev.lintel.controller.access.AreaLimit;
import dev.lintel.controller.access.ChannelAccess.Means;
import dev.lintel.controller.access.ChannelAccess.Passback;
import dev.lintel.controller.access.RoleRules.Escort;
import dev.lintel.controller.door.Airlock;
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

/// Rules of a policy that contradict each other, so that a door admits nobody of those they are for. Pure.
///
/// ```
///   two_person, and the area behind has max: 1     nobody enters: two people need room
///   two_person, and the door accepts phones only   nobody enters: a phone is at no reader
///   escort: required, and no host for that door    no visitor enters
///   area names that differ in capitals only        people count in two areas
///   interlock, and auto_unlock at one of the doors the other door refuses cards while the hours last
/// ```
final class EntryTraps {
    private final List<Channel> channels;
    private final Map<String, Integer> rooms = new HashMap<>();
    private final List<Trap> traps = new ArrayList<>();

    /// @param key of the channel
    /// @param sentence without its full stop
    record Trap(long channelId, String key, String sentence) {}

    private EntryTraps(List<Channel> channels, List<AreaLimit> areas) {
        this.channels = channels;
        for (AreaLimit area : areas) if (area.max() != null) rooms.put(area.name(), area.max());
    }

    static List<Trap> of(List<Channel> channels, List<AreaLimit> areas) {
        return new EntryTraps(channels, areas).find();
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
        sameNames();
        for (Channel channel : channels) if (channel.rules().autoUnlock() != null) keptShut(channel);
        return List.copyOf(traps);
    }

    private void twoPersons(Channel channel) {
        String area = channel.access().passback().to();
        if (Objects.equals(rooms.get(area), 1)) {
            add(channel, "two_person", "admits nobody: the area '" + area + "' has max: 1, and two people enter");
        }
        boolean phones =
                channel.access().entry().stream().allMatch(list -> list.means().equals(Set.of(Means.MOBILE)));
        if (phones && !channel.access().entry().isEmpty()) {
            add(channel, "two_person", "admits nobody: the door accepts phones only, and a phone is at no reader");
        }
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
