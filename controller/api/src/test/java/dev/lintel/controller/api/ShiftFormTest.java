package dev.lintel.controller.api;

import static java.time.DayOfWeek.FRIDAY;
import static java.time.DayOfWeek.MONDAY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.policy.Shift.Range;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ShiftFormTest {
    private static final ZoneId LONDON = ZoneId.of("Europe/London");

    @Test
    void aRangeIsOneObjectForEachOfItsDaysByDayAndStart() {
        var ranges =
                List.of(new Range(Set.of(FRIDAY, MONDAY), 13 * 60, 17 * 60 + 5), new Range(Set.of(MONDAY), 0, 24 * 60));
        assertThat(ShiftForm.of(ranges, LONDON))
                .extracting(one -> one.get("day") + " " + one.get("shift_time"))
                .containsExactly("Monday 00:00-24:00", "Monday 13:00-17:05", "Friday 13:00-17:05");
    }

    @Test
    void startAndEndNameTheZoneAndANightBelongsToTheDayItBeginsOn() {
        assertThat(ShiftForm.of(List.of(new Range(Set.of(FRIDAY), 22 * 60, 6 * 60)), LONDON))
                .containsExactly(Map.of(
                        "day", "Friday",
                        "description", "range",
                        "start_time", "22:00 Europe/London",
                        "end_time", "06:00 Europe/London",
                        "shift_time", "22:00-06:00"));
    }

    @Test
    void aShiftWithoutTimesHasNone() {
        assertThat(ShiftForm.of(List.of(), LONDON)).isEmpty();
    }
}
