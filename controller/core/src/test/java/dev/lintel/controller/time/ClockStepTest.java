package dev.lintel.controller.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClockStepTest {
    @ParameterizedTest
    @CsvSource({
        "2027-11-24T10:00:00Z, 365 days ahead, true",
        "2026-11-25T10:00:00Z, 1 day ahead, false", // a day exactly
        "2026-11-25T10:00:01Z, 1 day ahead, true",
        "2026-11-23T09:59:59Z, 1 day back, true",
        "2026-11-24T12:00:00Z, 2 hours ahead, false",
        "2026-11-24T09:59:00Z, 1 minute back, false",
        "2026-11-24T10:00:30Z, 30 seconds ahead, false",
    })
    void itSaysHowFarItGoesAndIsAskedAboutFromADayOn(String to, String words, boolean far) {
        var step = new ClockStep(Instant.parse("2026-11-24T10:00:00Z"), Instant.parse(to));
        assertThat(step.words()).isEqualTo(words);
        assertThat(step.isFar()).isEqualTo(far);
        assertThat(step.exactly()).isEqualTo("from 2026-11-24T10:00:00Z to " + to + ", " + words);
    }
}
