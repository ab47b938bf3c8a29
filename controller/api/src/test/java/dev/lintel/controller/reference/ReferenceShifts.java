package dev.lintel.controller.reference;

import dev.lintel.controller.reference.World.Holiday;
import dev.lintel.controller.reference.World.Range;
import dev.lintel.controller.reference.World.Shift;
import dev.lintel.controller.reference.World.Span;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/// What the wall clock says of shifts and of places, the plain way: dates and times of the day are written out.
final class ReferenceShifts {
    private ReferenceShifts() {}

    static boolean covers(World world, Shift shift, Instant at, ZoneId zone) {
        LocalDateTime wall = LocalDateTime.ofInstant(at, zone);
        for (LocalDate day : List.of(wall.toLocalDate(), wall.toLocalDate().minusDays(1))) {
            for (Span span : beginningOn(world, shift, day)) {
                LocalDateTime from = day.atStartOfDay().plusMinutes(span.from());
                LocalDateTime to = day.atStartOfDay().plusMinutes(span.to());
                if (span.to() <= span.from()) to = to.plusDays(1);
                if (!wall.isBefore(from) && wall.isBefore(to)) return true;
            }
        }
        return false;
    }

    private static List<Span> beginningOn(World world, Shift shift, LocalDate day) {
        var spans = new ArrayList<Span>();
        boolean holiday = false;
        for (Holiday one : world.holidays()) {
            if (!shift.holidays().containsKey(one.name()) || !falls(one, day)) continue;
            List<Span> others = shift.holidays().get(one.name());
            if (others == null || others.isEmpty()) return List.of();
            holiday = true;
            spans.addAll(others);
        }
        if (holiday) return spans;
        for (Range range : shift.times()) if (range.days().contains(day.getDayOfWeek())) spans.add(range.span());
        return spans;
    }

    private static boolean falls(Holiday holiday, LocalDate day) {
        if (!holiday.yearly()) return holiday.date().equals(day);
        return holiday.date().getMonth() == day.getMonth() && holiday.date().getDayOfMonth() == day.getDayOfMonth();
    }

    /// Whether the wall showed `time` after `since` and not after `now`.
    static boolean passed(LocalTime time, Instant since, Instant now, ZoneId zone) {
        LocalDate last = LocalDate.ofInstant(now, zone);
        for (LocalDate day = LocalDate.ofInstant(since, zone); !day.isAfter(last); day = day.plusDays(1)) {
            Instant moment = day.atTime(time).atZone(zone).toInstant();
            if (moment.isAfter(since) && !moment.isAfter(now)) return true;
        }
        return false;
    }
}
