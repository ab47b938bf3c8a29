package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.console.SlowDown.Try;
import dev.lintel.controller.http.Addresses;
import dev.lintel.controller.time.HandTime;
import java.time.Duration;
import java.util.function.IntFunction;
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

    /// A guess at another account each time, so that only the network counts.
    private boolean isTried(int account, String network) {
        return slowDown.attempt(new Try("user" + account + "@example.com", network, false)) == 0;
    }

    private static String link(int site, int number) {
        return Addresses.network("2001:db8:" + site + ":" + Integer.toHexString(number) + "::1");
    }

    /// How many guesses of so many that are made in an hour, at equal intervals, are tried.
    private int tried(int guesses, IntFunction<String> networks) {
        int tried = 0;
        for (int i = 0; i < guesses; i++) {
            if (isTried(i, networks.apply(i))) tried++;
            time.advance(Duration.ofHours(1).dividedBy(guesses));
        }
        return tried;
    }

    /// Each guess comes from another /64.
    @Test
    void aHouseholdWith256NetworksHasAsManyGuessesAsFour() {
        assertThat(tried(1_000, i -> link(1, i % 256))).isBetween(12 + 15, 12 + 16);
        assertThat(isTried(5_000, link(1, 0x100))).as("another /56").isTrue();
    }

    /// Each guess comes from another /56.
    @Test
    void aSiteWith256HouseholdsHasAsManyGuessesAsSixteenNetworks() {
        assertThat(tried(1_000, i -> link(1, i % 256 << 8))).isBetween(48 + 62, 48 + 64);
        assertThat(isTried(5_000, link(2, 0))).as("another /48").isTrue();
    }

    @Test
    void aHouseholdWaitsUntilAFailureIsForgotten() {
        for (int i = 0; i < 12; i++) assertThat(isTried(i, link(1, i))).isTrue();
        assertThat(slowDown.attempt(new Try("a@example.com", link(1, 99), false)))
                .isEqualTo(225);
        time.advance(Duration.ofSeconds(225));
        assertThat(isTried(20, link(1, 99))).isTrue();
        assertThat(isTried(21, link(1, 98))).isFalse();
    }

    /// An attacker may have an account of their own.
    @Test
    void aSuccessForgivesItsOwnAttemptAloneToAHouseholdAndASite() {
        for (int i = 0; i < 12; i++) {
            assertThat(isTried(i, link(1, i))).isTrue();
            if (i == 11) continue;
            var own = new Try("own@example.com", link(1, 100 + i), false);
            assertThat(slowDown.attempt(own)).isZero();
            slowDown.succeeded(own);
        }
        assertThat(isTried(99, link(1, 99))).isFalse();
    }

    @Test
    void aFirstStepThatWasRightDoesNotCountForAHouseholdAndASite() {
        for (int i = 0; i < 100; i++) {
            var who = new Try("user" + i + "@example.com", link(1, i), false);
            assertThat(slowDown.attempt(who)).isZero();
            slowDown.withdraw(who);
        }
    }

    @Test
    void aNetworkWithASessionIsNotLockedOutByItsNeighbours() {
        for (int i = 0; i < 100; i++) isTried(i, link(1, i));
        assertThat(slowDown.attempt(new Try(EMAIL, link(1, 200), false))).isPositive();
        assertThat(slowDown.attempt(new Try(EMAIL, link(1, 200), true))).isZero();
    }

    /// An IPv4 address is in no larger network: a whole street may share that.
    @Test
    void addressesOfIpv4CountAlone() {
        for (int i = 0; i < 200; i++) assertThat(isTried(i, "10.0.0." + i)).isTrue();
    }
}
