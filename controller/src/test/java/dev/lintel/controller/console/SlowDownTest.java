package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.console.SlowDown.Try;
import dev.lintel.controller.time.HandTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SlowDownTest {
    private static final String EMAIL = "olga@example.com";

    private final HandTime time = new HandTime("2026-11-22T10:00:00Z");
    private final SlowDown slowDown = new SlowDown(time);

    /// From another network each time, so that only the account counts.
    private static Try from(int network, boolean known) {
        return new Try(EMAIL, "10.0.0." + network, known);
    }

    private boolean fail(int network, boolean known) {
        time.advance(Duration.ofMinutes(2)); // past every wait of an account
        Try who = from(network, known);
        assertThat(slowDown.attempt(who)).isZero();
        return slowDown.failed(who);
    }

    private void lock() {
        for (int i = 1; i < SlowDown.LOCK_AFTER; i++) assertThat(fail(i, false)).isFalse();
        assertThat(fail(SlowDown.LOCK_AFTER, false)).isTrue();
    }

    @Test
    void tenFailuresInARowLockTheAccountForAQuarterOfAnHour() {
        lock();
        time.advance(Duration.ofMinutes(2));
        assertThat(slowDown.attempt(from(99, false))).isEqualTo(13 * 60);
        assertThat(slowDown.lockedS("OLGA@example.com")).isEqualTo(13 * 60);
        assertThat(slowDown.lockedS("other@example.com")).isZero();
        time.advance(Duration.ofMinutes(13));
        assertThat(slowDown.attempt(from(99, false))).isZero();
    }

    @Test
    void unlockingAnAccountThatIsNotLockedForgetsNoFailure() {
        for (int i = 1; i < SlowDown.LOCK_AFTER; i++) {
            assertThat(fail(i, false)).isFalse();
            assertThat(slowDown.unlock(EMAIL)).isFalse();
        }
        assertThat(fail(SlowDown.LOCK_AFTER, false)).isTrue();
        assertThat(slowDown.unlock(EMAIL)).isTrue();
        assertThat(fail(1, false)).isFalse();
    }

    @Test
    void everyWayToWriteAnAddressCountsForOneAccount() {
        for (int i = 1; i <= SlowDown.LOCK_AFTER; i++) {
            time.advance(Duration.ofMinutes(2)); // past every wait of an account
            var who = new Try("\u200B".repeat(i) + "OLGA@exam\u00ADple.com\u200D", "10.0.0." + i, false);
            assertThat(slowDown.attempt(who)).isZero();
            assertThat(slowDown.failed(who)).as("attempt " + i).isEqualTo(i == SlowDown.LOCK_AFTER);
        }
        assertThat(slowDown.lockedS(EMAIL)).isEqualTo(SlowDown.LOCK.toSeconds());
        assertThat(slowDown.lockedS(EMAIL + "\u200B")).isEqualTo(SlowDown.LOCK.toSeconds());
        assertThat(slowDown.unlock("\u2060" + EMAIL)).isTrue();
    }

    @Test
    void whoIsSignedInFromThereIsNotLocked() {
        lock();
        time.advance(Duration.ofMinutes(2));
        assertThat(slowDown.attempt(from(99, true))).isZero();
        slowDown.succeeded(from(99, true));
        assertThat(slowDown.attempt(from(98, false))).isEqualTo(13 * 60);
    }

    @Test
    void attemptsThatAreTurnedAwayDoNotProlongALock() {
        lock();
        for (int i = 0; i < 14; i++) {
            time.advance(Duration.ofMinutes(1));
            assertThat(slowDown.attempt(from(99, false))).isPositive();
        }
        time.advance(Duration.ofMinutes(1));
        assertThat(slowDown.attempt(from(99, false))).isZero();
    }

    @Test
    void failuresAfterALockLockAgainAfterTenMore() {
        lock();
        time.advance(SlowDown.LOCK);
        lock();
    }

    @Test
    void aSuccessInBetweenStartsTheCountAnew() {
        for (int i = 1; i < SlowDown.LOCK_AFTER; i++) fail(i, false);
        time.advance(Duration.ofMinutes(2));
        assertThat(slowDown.attempt(from(50, false))).isZero();
        assertThat(slowDown.attempt(from(51, false))).isPositive(); // the tenth is still being checked
        slowDown.succeeded(from(50, false));
        assertThat(slowDown.lockedS(EMAIL)).isZero();
        lock();
    }

    @Test
    void aFirstStepThatWasRightNeitherCountsNorForgives() {
        for (int i = 1; i < SlowDown.LOCK_AFTER; i++) fail(i, false);
        time.advance(Duration.ofMinutes(2));
        assertThat(slowDown.attempt(from(50, false))).isZero();
        slowDown.withdraw(from(50, false));
        assertThat(slowDown.lockedS(EMAIL)).isZero();
        assertThat(fail(51, false)).isTrue();
    }

    @Test
    void anOperatorEndsALock() {
        assertThat(slowDown.unlock(EMAIL)).isFalse();
        lock();
        assertThat(slowDown.unlock(EMAIL)).isTrue();
        assertThat(slowDown.attempt(from(99, false))).isZero();
        assertThat(slowDown.unlock(EMAIL)).isFalse();
    }
}
