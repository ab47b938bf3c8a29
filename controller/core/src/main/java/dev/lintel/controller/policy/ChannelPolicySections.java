package dev.lintel.controller.policy;

import dev.lintel.controller.access.AreaLimit;
import dev.lintel.controller.access.ChannelAccess;
import dev.lintel.controller.access.ChannelAccess.Passback;
import dev.lintel.controller.door.Airlock;
import dev.lintel.controller.door.DoorRules;
import dev.lintel.controller.door.DoorRules.AutoUnlock;
import dev.lintel.controller.door.DoorRules.Kind;
import dev.lintel.controller.policy.Policy.Channel;
import dev.lintel.controller.policy.Policy.Role;
import dev.lintel.controller.yaml.Section;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads `channels:` of `site.yaml`: each in turn, then what they say of each other. One reading, one instance.
final class ChannelPolicySections {
    private static final int UNIT_MAX = 9_999;
    private static final String EVACUATION = "evacuation";

    private final Ids ids = new Ids("channels");
    private final Ids sites;
    private final Ids shifts;
    private final AccessSections access;
    private final Map<Place, Integer> units = new HashMap<>();
    private final List<Read> read = new ArrayList<>();

    private record Read(Section section, Channel channel) {}

    /// Units are each box's own.
    private record Place(@Nullable String box, int unit) {}

    ChannelPolicySections(Ids sites, Ids shifts) {
        this.sites = sites;
        this.shifts = shifts;
        this.access = new AccessSections(shifts);
    }

    Ids ids() {
        return ids;
    }

    Channel read(Section channel) {
        long id = ids.read(channel);
        int unit = channel.integer("unit", 1, UNIT_MAX).required(0);
        String box = channel.text("box").that(BoxName::fault).orNull();
        Integer first = unit == 0 ? null : units.putIfAbsent(new Place(box, unit), channel.line());
        if (first != null) channel.fault("unit", "is the unit of the channel in line " + first + " already");
        long site = channel.number("site", 1, SiteFile.ID_MAX).required(0L);
        if (site != 0) sites.checkReference(channel, "site", site);
        String name = channel.text("name").required("");
        Kind kind = channel.choice("kind", Words.settings(Kind.values())).or(Kind.DOOR);
        ChannelAccess decides = kind == Kind.FLOOR ? access.ofFloor(channel) : access.read(channel);
        var whole = new Channel(id, unit, name, site, TimesSection.read(channel), rules(channel, kind), decides, box);
        read.add(new Read(channel, whole));
        return whole;
    }

    private DoorRules rules(Section channel, Kind kind) {
        List<Long> interlock = channel.numbers("interlock", 1, SiteFile.ID_MAX).or(List.of());
        List<Long> floors = channel.numbers("floors", 1, SiteFile.ID_MAX).or(List.of());
        if (kind != Kind.ELEVATOR && channel.has("floors")) {
            channel.fault("floors", "is for channels of kind elevator only");
        } else if (kind == Kind.ELEVATOR && floors.isEmpty()) {
            channel.fault("floors", "must name at least one floor: an elevator leads to its floors");
        }
        return new DoorRules(
                kind,
                autoUnlock(channel),
                interlock,
                kind == Kind.ELEVATOR ? floors : List.of(),
                AlarmSection.read(channel, kind),
                AirlockSection.read(channel),
                evacuates(channel, kind));
    }

    private static boolean evacuates(Section channel, Kind kind) {
        if (kind != Kind.DOOR && channel.has(EVACUATION)) {
            channel.fault(EVACUATION, "is for channels of kind door only: elevators and floors do not take part");
        }
        return channel.choice(EVACUATION, Map.of("unlock", true, "off", false)).or(true);
    }

    private @Nullable AutoUnlock autoUnlock(Section channel) {
        Section section = channel.section("auto_unlock").orNull();
        if (section == null) return null;
        long shift = section.number("shift", 1, SiteFile.ID_MAX).required(0L);
        if (shift != 0) shifts.checkReference(section, "shift", shift);
        return new AutoUnlock(shift, section.flag("first_card").or(false));
    }

    /// What channels say of each other: once all of them are read.
    void checkTogether() {
        Map<Long, Kind> kinds = new HashMap<>();
        Map<Long, Channel> channels = new HashMap<>();
        for (Read one : read) {
            kinds.put(one.channel.id(), one.channel.rules().kind());
            channels.put(one.channel.id(), one.channel);
        }
        Map<Long, Integer> elevators = new HashMap<>();
        var airlocks = new AirlockSection.Check(ids, channels);
        for (Read one : read) {
            airlocks.outer(one.section, one.channel);
            Airlock airlock = one.channel.rules().airlock();
            if (airlock != null) checkBox(one, AirlockSection.KEY, channels.get(airlock.inner()));
            for (long other : one.channel.rules().interlock()) {
                checkInterlock(one, other, kinds);
                checkBox(one, "interlock", channels.get(other));
            }
            for (long floor : one.channel.rules().floors()) {
                checkFloor(one, floor, kinds, elevators);
                checkBox(one, "floors", channels.get(floor));
            }
        }
        checkAreas();
    }

    /// Warns of passback that would refuse people who did nothing wrong, of areas with a limit in which the number of
    /// people would be wrong, of doors that admit nobody, of rules that never have an effect, and of airlocks whose
    /// doors do not fit together.
    void warn(List<AreaLimit> areas, List<Role> roles) {
        Map<Long, Section> sections = new HashMap<>();
        Map<Long, Channel> byId = new HashMap<>();
        for (Read one : read) {
            sections.putIfAbsent(one.channel.id(), one.section);
            byId.putIfAbsent(one.channel.id(), one.channel);
        }
        for (Read one : read) {
            Airlock airlock = one.channel.rules().airlock();
            Channel inner = airlock == null ? null : byId.get(airlock.inner());
            if (inner != null) AirlockSection.warn(one.section, one.channel, inner);
        }
        List<Channel> channels = read.stream().map(Read::channel).toList();
        for (PassbackTraps.Trap trap : PassbackTraps.of(channels, areas)) {
            Section section = sections.get(trap.channelId());
            if (section != null) section.warn("passback", trap.sentence());
        }
        for (EntryTraps.Trap trap : EntryTraps.of(channels, areas, roles)) {
            Section section = sections.get(trap.channelId());
            if (section != null) section.warn(trap.key(), trap.sentence());
        }
    }

    /// Who is where is known to each box for itself: who enters at one and leaves at another would be inside for ever.
    private void checkAreas() {
        Set<String> minded = read.stream()
                .filter(one -> one.channel.access().passback().mode() != Passback.Mode.OFF)
                .flatMap(one -> areas(one.channel))
                .collect(Collectors.toSet());
        Map<String, Channel> firsts = new HashMap<>();
        for (Read one : read) {
            areas(one.channel).filter(minded::contains).forEach(area -> {
                Channel first = firsts.putIfAbsent(area, one.channel);
                if (first == null || Objects.equals(first.box(), one.channel.box())) return;
                one.section.fault(
                        "passback",
                        "the area '" + area + "' is also of channel " + first.id() + ", which hangs on " + box(first)
                                + ", and this on " + box(one.channel) + ": each box knows for itself who is where, so"
                                + " give the area another name at each");
            });
        }
    }

    private static Stream<String> areas(Channel channel) {
        var passback = channel.access().passback();
        return Stream.of(passback.from(), passback.to())
                .filter(area -> !area.isEmpty())
                .distinct();
    }

    /// No box knows how another's doors stand, nor drives its outputs.
    private static void checkBox(Read one, String key, @Nullable Channel other) {
        if (other == null || Objects.equals(other.box(), one.channel.box())) return;
        one.section.fault(
                key, other.id() + " hangs on " + box(other) + " and this on " + box(one.channel) + ": not on one box");
    }

    private static String box(Channel channel) {
        return channel.box() == null ? "this box" : "box " + channel.box();
    }

    private void checkInterlock(Read one, long other, Map<Long, Kind> kinds) {
        Section section = one.section;
        ids.checkReference(section, "interlock", other);
        if (other == one.channel.id()) section.fault("interlock", "names the channel itself");
        else if (one.channel.rules().kind() != Kind.DOOR) {
            section.fault(
                    "interlock",
                    "is between doors, and this is of kind "
                            + word(one.channel.rules().kind()));
        } else if (kinds.getOrDefault(other, Kind.DOOR) != Kind.DOOR) {
            Kind kind = kinds.getOrDefault(other, Kind.DOOR);
            section.fault("interlock", "is between doors, and " + other + " is of kind " + word(kind));
        }
    }

    private void checkFloor(Read one, long floor, Map<Long, Kind> kinds, Map<Long, Integer> elevators) {
        Section section = one.section;
        ids.checkReference(section, "floors", floor);
        Kind kind = kinds.getOrDefault(floor, Kind.FLOOR);
        if (kind != Kind.FLOOR) section.fault("floors", floor + " is of kind " + word(kind) + ", not floor");
        Integer first = elevators.putIfAbsent(floor, section.line());
        if (first != null) {
            section.fault("floors", floor + " belongs to the elevator in line " + first + " already");
        }
    }

    private static String word(Kind kind) {
        return Words.setting(kind);
    }
}
