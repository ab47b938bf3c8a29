package dev.lintel.controller.policy;

import dev.lintel.controller.policy.Shift.HolidayTimes;
import dev.lintel.controller.policy.Shift.Span;
import dev.lintel.controller.yaml.Section;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads `holidays:` of `site.yaml`, and what its shifts say of them. One reading, one instance.
final class HolidaySections {
    /// Twenty days a year for fifty years; each shift lays out those it names.
    private static final int HOLIDAYS_MAX = 1_000;
    /// A name is a key in shifts too, and YAML ends keys at 1,024 characters: enough for this many written as
    /// escapes.
    private static final int NAME_MAX = 60;

    private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
    private static final Map<String, Boolean> REPEATS = Map.of("yearly", true, "once", false);

    private final Set<String> names = new HashSet<>();

    private record Key(String name, LocalDate date) {}

    List<Holiday> read(Section root) {
        List<Section> sections = root.sections("holidays").or(List.of());
        if (sections.size() > HOLIDAYS_MAX) root.fault("holidays", "has more than " + HOLIDAYS_MAX + " dates");
        Map<Key, Integer> lines = new HashMap<>();
        var holidays = new ArrayList<Holiday>();
        for (Section section : sections) {
            String name = section.text("name")
                    .that(text -> text.length() > NAME_MAX ? "is longer than " + NAME_MAX + " characters" : null)
                    .required("");
            names.add(name);
            boolean yearly = section.choice("repeat", REPEATS).or(false);
            LocalDate date = date(section);
            if (date == null || name.isEmpty()) continue;
            Integer first = lines.putIfAbsent(new Key(name, date), section.line());
            if (first != null) section.fault("date", "is a date of " + name + " in line " + first + " already");
            holidays.add(new Holiday(name, date, yearly));
        }
        return holidays;
    }

    private static @Nullable LocalDate date(Section section) {
        String text = section.text("date")
                .that(written -> parse(written) == null ? "must be a date such as 2026-12-25" : null)
                .required("");
        return parse(text);
    }

    private static @Nullable LocalDate parse(String text) {
        if (!DATE.matcher(text).matches()) return null;
        try {
            return LocalDate.parse(text);
        } catch (DateTimeException e) { // no such day
            return null;
        }
    }

    /// What one shift does on the holidays that it names.
    List<HolidayTimes> ofShift(Section shift) {
        Section section = shift.section("holidays").orNull();
        if (section == null) return List.of();
        var list = new ArrayList<HolidayTimes>();
        for (String name : section.keys()) {
            if (!names.contains(name)) section.fault(name, "is not among the holidays of this file");
            list.add(new HolidayTimes(name, spans(section, name)));
        }
        return list;
    }

    private static List<Span> spans(Section section, String name) {
        if (section.shape(name) == Section.Shape.SCALAR) {
            section.choice(name, Map.of("closed", true));
            return List.of();
        }
        List<Section> sections = section.sections(name).or(List.of());
        if (sections.size() > ShiftSection.RANGES_MAX) {
            section.fault(name, "has more than " + ShiftSection.RANGES_MAX + " ranges");
        }
        if (section.shape(name) == Section.Shape.LIST)
            section.fault(name, "must be closed, or ranges with from and to");
        var spans = new ArrayList<Span>();
        for (Section one : sections) {
            Span span = ShiftSection.span(one);
            if (span != null) spans.add(span);
        }
        return spans;
    }
}
