package dev.lintel.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.ChannelAccess.DoubleTap;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

/// When a double tap unlocks a door, and until when.
class ChannelAccessTest {
    private static final ZoneId VIENNA = ZoneId.of("Europe/Vienna"); // one hour before UTC in March
    private static final DoubleTap EVENING = new DoubleTap(LocalTime.of(18, 0), null);

    private static Instant at(String time) {
        return Instant.parse("2026-03-02T" + time + ":00Z");
    }

    @Test
    void tapBeforeUntil_unlocksUntilThen() {
        assertThat(EVENING.unlocks(at("16:59"), VIENNA)).isTrue();
        assertThat(EVENING.relockAt(at("16:59"), VIENNA)).isEqualTo(at("17:00"));
    }

    @Test
    void tapFromUntilToTheEndOfTheDay_doesNotUnlock() {
        assertThat(EVENING.unlocks(at("17:00"), VIENNA)).isFalse();
        assertThat(EVENING.unlocks(at("22:59"), VIENNA)).isFalse();
        assertThat(EVENING.unlocks(at("23:00"), VIENNA)).as("midnight").isTrue();
        assertThat(EVENING.relockAt(at("23:00"), VIENNA)).isEqualTo(Instant.parse("2026-03-03T17:00:00Z"));
    }

    @Test
    void untilMidnight_isTheEndOfTheDay() {
        var midnight = new DoubleTap(LocalTime.MIDNIGHT, null);
        assertThat(midnight.unlocks(at("22:59"), VIENNA)).isTrue();
        assertThat(midnight.relockAt(at("22:59"), VIENNA)).isEqualTo(at("23:00"));
    }

    @Test
    void tapWithoutUntil_unlocksAtAnyTime() {
        var hour = new DoubleTap(null, Duration.ofHours(1));
        assertThat(hour.unlocks(at("22:30"), VIENNA)).isTrue();
        assertThat(hour.relockAt(at("22:30"), VIENNA)).isEqualTo(at("23:30"));
        var open = new DoubleTap(null, null);
        assertThat(open.unlocks(at("22:30"), VIENNA)).isTrue();
        assertThat(open.relockAt(at("22:30"), VIENNA)).isNull();
    }
}
