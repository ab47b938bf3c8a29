package dev.lintel.controller.policy;

import dev.lintel.controller.policy.Shift.Range;
import dev.lintel.controller.policy.Shift.Span;
import dev.lintel.controller.yaml.Section;
import java.time.DayOfWeek;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads one shift of `site.yaml`.
final class ShiftSection {
    /// Ranges in a shift: a handful a day for every day; each is looked at on every read.
    static final int RANGES_MAX = 50;

    private ShiftSection() {}

    static Shift read(Section shift, Ids ids, HolidaySections holidays) {
        long id = ids.read(shift);
        List<Section> sections = shift.sections("times").required(List.of());
        if (sections.size() > RANGES_MAX) shift.fault("times", "has more than " + RANGES_MAX + " ranges");
        var ranges = new ArrayList<Range>();
        for (Section section : sections) {
            Range range = range(section);
            if (range != null) ranges.add(range);
        }
        return new Shift(id, shift.text("name").required(""), SiteFile.notes(shift), ranges, holidays.ofShift(shift));
    }

    private static @Nullable Range range(Section range) {
        List<String> words = range.texts("days").required(List.of());
        if (range.has("days") && words.isEmpty()) range.fault("days", "must name at least one day");
        Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
        for (String word : words) {
            DayOfWeek day = Words.day(word);
            if (day == null) range.fault("days", "must be mon, tue, wed, thu, fri, sat or sun, not '" + word + "'");
            else days.add(day);
        }
        Span span = span(range);
        return span == null || days.isEmpty() ? null : new Range(days, span);
    }

    /// `from` and `to`; null after a fault.
    static @Nullable Span span(Section range) {
        int from = minute(range, "from");
        int to = minute(range, "to");
        if (from == Shift.MINUTES_OF_DAY) range.fault("from", "must be before 24:00");
        else if (from >= 0 && from == to) {
            range.fault("to", "is the same as from; for a whole day write from: \"00:00\", to: \"24:00\"");
        } else if (from >= 0 && to >= 0) return new Span(from, to);
        return null;
    }

    /// Minutes of the day; -1 after a fault.
    private static int minute(Section range, String key) {
        String text = range.text(key)
                .that(written ->
                        Words.minute(written) != null ? null : "must be a time such as \"09:00\", up to \"24:00\"")
                .required("");
        return Objects.requireNonNullElse(Words.minute(text), -1);
    }
}
