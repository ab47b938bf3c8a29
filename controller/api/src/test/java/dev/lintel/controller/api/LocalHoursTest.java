package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LocalHoursTest {
    private static long ms(String instant) {
        return Instant.parse(instant).toEpochMilli();
    }

    private static List<String> starts(String zone, String from, String before) {
        var id = ZoneId.of(zone);
        var hours = new LocalHours(id, ms(from), ms(before));
        var times = new AccountTimes(id);
        var starts = new ArrayList<String>();
        for (int i = 0; i < hours.count(); i++)
            starts.add(times.local(hours.startMs(i)).replace(":00.000", ""));
        return starts;
    }

    @Test
    void partsOfHoursAreWholeOnes() {
        assertThat(starts("UTC", "2026-03-02T10:59:59.999Z", "2026-03-02T12:00:00.001Z"))
                .containsExactly("2026-03-02T10:00+00:00", "2026-03-02T11:00+00:00", "2026-03-02T12:00+00:00");
        assertThat(starts("UTC", "2026-03-02T10:00:00Z", "2026-03-02T11:00:00Z"))
                .containsExactly("2026-03-02T10:00+00:00");
        var hours = new LocalHours(ZoneId.of("UTC"), ms("2026-03-02T10:00:00Z"), ms("2026-03-02T10:00:00.001Z"));
        assertThat(hours.startMs(hours.count())).isEqualTo(ms("2026-03-02T11:00:00Z"));
    }

    @Test
    void theDayOnWhichClocksAreSetForwardHas23Hours() {
        assertThat(starts("Europe/Berlin", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"))
                .hasSize(23)
                .startsWith("2026-03-29T00:00+01:00", "2026-03-29T01:00+01:00", "2026-03-29T03:00+02:00");
    }

    @Test
    void theDayOnWhichTheyAreSetBackHas25() {
        assertThat(starts("Europe/Berlin", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"))
                .hasSize(25)
                .contains("2026-10-25T02:00+02:00", "2026-10-25T02:00+01:00")
                .doesNotHaveDuplicates();
    }

    @Test
    void hoursOfAZoneAnHourAndAHalfAwayBeginAtTheirHalf() {
        assertThat(starts("Asia/Kolkata", "2026-03-02T10:00:00Z", "2026-03-02T11:00:00Z"))
                .containsExactly("2026-03-02T15:00+05:30", "2026-03-02T16:00+05:30");
    }

    @Test
    void anHourInWhichClocksAreSetIsInTwoParts() {
        // Lord Howe Island, 5 April 2026: at 02:00+11:00 it is 01:30+10:30 again
        assertThat(starts("Australia/Lord_Howe", "2026-04-04T14:00:00Z", "2026-04-04T16:30:00Z"))
                .containsExactly("2026-04-05T01:00+11:00", "2026-04-05T01:30+10:30", "2026-04-05T02:00+10:30");
        assertThat(starts("Australia/Lord_Howe", "2026-04-04T15:10:00Z", "2026-04-04T15:11:00Z"))
                .containsExactly("2026-04-05T01:30+10:30");
    }
}
