package dev.lintel.controller.policy;

import dev.lintel.controller.access.AreaLimit;
import dev.lintel.controller.access.ChannelAccess.Passback;
import dev.lintel.controller.policy.Policy.Channel;
import dev.lintel.controller.yaml.Section;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads `areas:` of `site.yaml`: how many people may be in the areas that channels name. One reading, one instance.
final class AreaSections {
    private static final String AREAS = "areas";
    private static final String NAME = "name";
    private static final String MAX = "max";
    private static final String MIN = "min";

    /// Decisions look an area up by its name; pages show all of them in one list.
    private static final int AREAS_MAX = 1_000;

    private final List<Channel> channels;

    /// @param channels of the same file
    AreaSections(List<Channel> channels) {
        this.channels = channels;
    }

    List<AreaLimit> read(Section root) {
        List<Section> sections = root.sections(AREAS).or(List.of());
        if (sections.size() > AREAS_MAX) root.fault(AREAS, "has more than " + AREAS_MAX + " areas");
        Map<String, Integer> lines = new HashMap<>();
        var areas = new ArrayList<AreaLimit>();
        for (Section section : sections) {
            String name = section.text(NAME).required("");
            Integer max = section.integer(MAX, 1, AreaLimit.MAX_MAX).orNull();
            Integer min = section.integer(MIN, 2, AreaLimit.MIN_MAX).orNull();
            Integer first = name.isEmpty() ? null : lines.putIfAbsent(name, section.line());
            if (first != null)
                section.fault(NAME, "'" + name + "' is the name of the area in line " + first + " already");
            if (!section.has(MAX) && !section.has(MIN)) {
                section.fault("", "has neither max nor min: an area without a limit needs no entry");
            }
            if (max != null && min != null && min > max) section.fault(MIN, "is more than max, which is " + max);
            if (name.isEmpty()) continue;
            check(section, name, min);
            if (first == null) areas.add(new AreaLimit(name, max, min));
        }
        return areas;
    }

    private void check(Section section, String name, @Nullable Integer min) {
        List<Channel> doors =
                channels.stream().filter(channel -> names(channel, name)).toList();
        if (doors.isEmpty()) {
            section.fault(NAME, "no channel of this file names the area '" + name + "' in passback (from, to)");
            return;
        }
        Channel first = doors.getFirst();
        for (Channel door : doors) {
            if (!Objects.equals(door.box(), first.box())) {
                section.fault(
                        NAME,
                        "the area '" + name + "' is of channel " + first.id() + " and of channel " + door.id()
                                + ", which hang on different boxes: each box counts for itself, so give the area"
                                + " another name at each");
                return;
            }
            if (min != null && door.access().approval() != null) {
                section.fault(
                        MIN,
                        "channel " + door.id() + " of this area has approval: an operator's approval is for one person"
                                + " at a time, and min needs several together");
            }
        }
    }

    /// Whether a door of the channel leads into the area or out of it.
    static boolean names(Channel channel, String area) {
        Passback passback = channel.access().passback();
        return passback.to().equals(area) || passback.from().equals(area);
    }

    /// The areas that any of the channels names.
    static List<AreaLimit> of(List<AreaLimit> areas, List<Channel> channels) {
        return areas.stream()
                .filter(area -> channels.stream().anyMatch(channel -> names(channel, area.name())))
                .toList();
    }
}
