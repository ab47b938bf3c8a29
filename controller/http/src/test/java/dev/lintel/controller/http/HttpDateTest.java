package dev.lintel.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.HandTime;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/// The `Date` of answers.
class HttpDateTest {
    @Test
    void itIsTheFormOfTheStandard() {
        assertThat(HttpDate.text(784_111_777)).isEqualTo("Sun, 06 Nov 1994 08:49:37 GMT"); // RFC 9110's example
        assertThat(HttpDate.text(0)).isEqualTo("Thu, 01 Jan 1970 00:00:00 GMT");
        assertThat(HttpDate.text(-1)).isEqualTo("Wed, 31 Dec 1969 23:59:59 GMT");
        assertThat(HttpDate.text(1_709_164_800)).isEqualTo("Thu, 29 Feb 2024 00:00:00 GMT");
    }

    @Test
    void anyMonthAndDayIsReadBackWhateverTheLanguage() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try {
            for (long second = 1_700_000_000; second < 1_740_000_000; second += 86_400 * 3 + 3_601) {
                String text = HttpDate.text(second);
                var read = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME);
                assertThat(read.toInstant()).isEqualTo(Instant.ofEpochSecond(second));
                assertThat(text).hasSize(29);
            }
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void itIsMadeAnewWithEachSecond() {
        var time = new HandTime("2026-03-02T10:00:00Z");
        var date = new HttpDate(time);
        String first = date.now();
        assertThat(first).isEqualTo("Mon, 02 Mar 2026 10:00:00 GMT");
        time.advance(Duration.ofMillis(999));
        assertThat(date.now()).isSameAs(first);
        time.advance(Duration.ofMillis(1));
        assertThat(date.now()).isEqualTo("Mon, 02 Mar 2026 10:00:01 GMT");
    }
}
