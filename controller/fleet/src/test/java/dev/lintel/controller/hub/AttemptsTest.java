package dev.lintel.controller.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.time.HandTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// How often it may be tried to join, of whoever tries.
class AttemptsTest {
    private final HandTime time = new HandTime("2026-11-20T10:00:00Z");
    private final Attempts attempts = new Attempts(time);

    private void assertTaken(String address) {
        assertThatCode(() -> attempts.count(address, 1)).as(address).doesNotThrowAnyException();
    }

    private void assertRefused(String address) {
        assertThatThrownBy(() -> attempts.count(address, 1)).as(address).isInstanceOf(RefusedException.class);
    }

    @Test
    void allTogetherHaveAHundredAndTwentyComparisonsInAMinute() {
        for (int network = 1; network <= 3; network++) {
            for (int i = 0; i < 10; i++) assertTaken("192.0.2." + network);
        }
        assertRefused("192.0.2.4");
        time.advance(Duration.ofMinutes(1));
        assertTaken("192.0.2.4");
    }

    /// Else one that is refused goes on, and nobody else is heard.
    @Test
    void whoIsRefusedTakesNothingFromTheOthers() {
        for (int i = 0; i < 10; i++) assertTaken("192.0.2.1");
        for (int i = 0; i < 100; i++) assertRefused("192.0.2.1");
        for (int network = 2; network <= 3; network++) {
            for (int i = 0; i < 10; i++) assertTaken("192.0.2." + network);
        }
    }

    /// One host has them all, and makes up another one whenever it likes.
    @Test
    void theAddressesOfOneNetworkCountAsOne() {
        for (int i = 0; i < 10; i++) assertTaken("2001:db8:1:2:" + i + "::" + i);
        assertRefused("2001:db8:1:2:ffff::1");
        assertTaken("2001:db8:1:3::1");
    }

    @Test
    void anAttemptCostsAsManyComparisonsAsCodesStand() {
        attempts.count("192.0.2.1", 20);
        attempts.count("192.0.2.1", 20);
        assertThatThrownBy(() -> attempts.count("192.0.2.1", 20))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        e -> assertThat(e.reply().toString()).contains("40"));
    }
}
