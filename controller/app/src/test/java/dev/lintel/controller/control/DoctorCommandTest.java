package dev.lintel.controller.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/// What doctor's lines say.
class DoctorCommandTest {
    /// The line of a moment ago is no silence yet.
    @Test
    void aSilenceIsToldOnceItIsOne() {
        assertThat(DoctorCommand.silence(Duration.ZERO)).isEqualTo("has no link to it now: last heard of 0 s ago");
        assertThat(DoctorCommand.silence(Duration.ofMinutes(2)))
                .isEqualTo("has no link to it now: last heard of 120 s ago");
        assertThat(DoctorCommand.silence(Duration.ofSeconds(121))).isEqualTo("has heard nothing for 121 s");
    }
}
