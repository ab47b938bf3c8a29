package dev.lintel.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.HandTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RateLimitTest {
    private static final int PER_MINUTE = 5;

    /// Twice as many as are remembered.
    private static final int MANY = 20_000;

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private final RateLimit limit = new RateLimit(PER_MINUTE, time);

    private static String address(int number) {
        return Addresses.network("10." + number / 40_000 + "." + number / 200 % 200 + "." + (1 + number % 200));
    }

    /// How many requests of this name are answered before one is refused.
    private int answered(String name) {
        int answered = 0;
        while (answered < 10_000 && !limit.count(name).over()) answered++;
        return answered;
    }

    @Test
    void eachClientHasItsMinute() {
        assertThat(answered("token 1")).isEqualTo(PER_MINUTE);
        assertThat(limit.isSpent("token 1")).isTrue();
        assertThat(limit.isSpent("token 2")).isFalse();
        time.advance(Duration.ofSeconds(59));
        assertThat(limit.count("token 1").over()).isTrue();
        time.advance(Duration.ofSeconds(1));
        assertThat(answered("token 1")).isEqualTo(PER_MINUTE);
    }

    @Test
    void strangersOfVeryManyAddressesLockNoOtherAddressOut() {
        for (int request = 0; request < PER_MINUTE + 1; request++) {
            for (int i = 0; i < MANY; i++) limit.count(address(i));
        }
        assertThat(limit.isSpent("192.0.2.1")).isFalse();
        assertThat(answered("192.0.2.1")).isEqualTo(PER_MINUTE);
        assertThat(answered("192.0.2.2")).isEqualTo(PER_MINUTE);
    }

    @Test
    void anAddressAtItsLimitIsNotForgottenForVeryManyOthers() {
        assertThat(answered("192.0.2.1")).isEqualTo(PER_MINUTE);
        for (int i = 0; i < MANY; i++) limit.count(address(i));
        assertThat(limit.isSpent("192.0.2.1")).isTrue();
        assertThat(limit.count("192.0.2.1").over()).isTrue();
    }

    /// Of the /64s of a subscriber, each asks for as much as it may.
    @Test
    void networksOfOneSubscriberOfIpv6ShareALimit() {
        assertThat(answeredOf("2001:db8:1:", 0, 0x100)).as("a /56").isEqualTo(4 * PER_MINUTE);
        assertThat(limit.isSpent(Addresses.network("2001:db8:1:ff::1"))).isTrue();
        assertThat(limit.isSpent(Addresses.network("2001:db8:1:1ff::1"))).isFalse();
        assertThat(answeredOf("2001:db8:1:", 0x100, 0x1_0000))
                .as("the rest of the /48")
                .isEqualTo(12 * PER_MINUTE);
        assertThat(limit.isSpent(Addresses.network("2001:db8:2::1"))).isFalse();
        assertThat(answered("app 7 from " + Addresses.network("2001:db8:1::1")))
                .as("of another name")
                .isEqualTo(PER_MINUTE);
    }

    @Test
    void aNetworkBeyondItsLimitUsesUpNothingOfItsNeighbours() {
        for (int i = 0; i < 1_000; i++) limit.count(Addresses.network("2001:db8:1:1::1"));
        assertThat(answered(Addresses.network("2001:db8:1:2::1"))).isEqualTo(PER_MINUTE);
    }

    private int answeredOf(String site, int from, int to) {
        int answered = 0;
        for (int network = from; network < to; network++) {
            String name = Addresses.network(site + Integer.toHexString(network) + "::1");
            while (!limit.count(name).over()) answered++;
        }
        return answered;
    }

    @Test
    void theAnswerIsOfTheWindowThatIsClosestToItsLimit() {
        answeredOf("2001:db8:1:", 0, 3);
        limit.count(Addresses.network("2001:db8:1:8::1"));
        time.advance(Duration.ofSeconds(20));
        String name = Addresses.network("2001:db8:1:9::1");
        assertThat(limit.count(name)).satisfies(standing -> {
            assertThat(standing.over()).isFalse();
            assertThat(standing.resetInS())
                    .as("of the /56, which began 20 s ago")
                    .isEqualTo(40);
        });
    }
}
