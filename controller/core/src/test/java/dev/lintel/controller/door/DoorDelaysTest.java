package dev.lintel.controller.door;

import static dev.lintel.controller.door.DoorAction.RAISE_EXTENDED_OPEN;
import static dev.lintel.controller.door.DoorAction.RAISE_FORCED_OPEN;
import static dev.lintel.controller.door.DoorAction.RAISE_NORMAL;
import static dev.lintel.controller.door.DoorAction.RAISE_WARNING;
import static dev.lintel.controller.door.DoorAction.RELEASE_STRIKE;
import static dev.lintel.controller.door.DoorAction.SECURE_STRIKE;
import static dev.lintel.controller.door.DoorState.SECURED;
import static dev.lintel.controller.door.DoorState.UNTIL_CLOSED;
import static dev.lintel.controller.door.DoorTest.feed;
import static dev.lintel.controller.door.DoorTest.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.DoorInput.ExitActive;
import dev.lintel.controller.door.DoorInput.ExitHeld;
import dev.lintel.controller.door.DoorInput.LeafClosed;
import dev.lintel.controller.door.DoorInput.LeafOpened;
import dev.lintel.controller.door.DoorInput.Lock;
import dev.lintel.controller.door.DoorInput.StandNormal;
import dev.lintel.controller.door.DoorInput.StandUnlocked;
import dev.lintel.controller.door.DoorInput.Tick;
import dev.lintel.controller.door.DoorInput.Unlock;
import dev.lintel.controller.door.DoorState.ExtendedOpen;
import dev.lintel.controller.door.DoorState.Forced;
import dev.lintel.controller.door.DoorState.Open;
import dev.lintel.controller.door.DoorState.Secure;
import dev.lintel.controller.door.DoorState.StandsClosed;
import dev.lintel.controller.door.DoorState.StandsOpen;
import dev.lintel.controller.door.DoorState.Unexplained;
import dev.lintel.controller.door.DoorState.Unlocked;
import dev.lintel.controller.door.DoorState.Warned;
import dev.lintel.controller.door.DoorTimes.Delays;
import dev.lintel.controller.door.DoorTimes.Longer;
import dev.lintel.controller.door.DoorTimes.Relock;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Rows of the table of states and inputs, as [DoorTest]: of a door whose forced alarm waits for an exit, of a motor
/// lock, and of people who need longer.
class DoorDelaysTest {
    private static final long S = 1_000_000_000L;
    private static final long LAG = DoorState.EXIT_LAG_NS;
    /// The forced alarm waits for 2 s.
    private static final DoorTimes WAITS = times(Relock.OPEN, 2, 0);
    /// Motor locks with a delay of 3 s.
    private static final DoorTimes MOTOR_ON_OPEN = times(Relock.OPEN, 0, 3);
    private static final DoorTimes MOTOR_ON_CLOSE = times(Relock.CLOSE, 0, 3);

    private static DoorTimes times(Relock relock, long forcedS, long relockS) {
        return new DoorTimes(
                Duration.ofSeconds(5),
                Duration.ofSeconds(15),
                Duration.ofSeconds(20),
                Duration.ofSeconds(30),
                relock,
                true,
                Longer.USUAL,
                new Delays(Duration.ofSeconds(forcedS), Duration.ofSeconds(relockS)));
    }

    private static Unlock unlock(long atS) {
        return new Unlock(atS * S, 5 * S);
    }

    private static Unlock longer(long atS) {
        return new Unlock(atS * S, 15 * S, true, true);
    }

    private static LeafOpened opened(long atS) {
        return new LeafOpened(atS * S);
    }

    private static LeafOpened pried(long atS) {
        return new LeafOpened(atS * S, SECURED, true);
    }

    private static LeafClosed closed(long atS) {
        return new LeafClosed(atS * S);
    }

    private static Tick tick(long atS) {
        return new Tick(atS * S);
    }

    private static Lock lock(long atS) {
        return new Lock(atS * S);
    }

    /// Opened at 10 s.
    private static Unexplained unexplained(long strikeUntilNs, long nextUntilNs) {
        return new Unexplained(10 * S, 12 * S, new Open(30 * S, 40 * S, strikeUntilNs, nextUntilNs));
    }

    @Test
    void anOpeningThatNothingExplainsWaitsForAnExit() {
        row(WAITS, new Secure(), pried(10), unexplained(SECURED, SECURED));
        row(WAITS, new Secure(), new LeafOpened(10 * S, 14 * S, true), unexplained(14 * S, SECURED));
        row(WAITS, new Unlocked(15 * S), pried(10), unexplained(15 * S, 15 * S));
        row(WAITS, new Secure(), opened(10), new Open(30 * S, 40 * S, SECURED));
        row(WAITS, new StandsClosed(SECURED), pried(10), new StandsOpen(SECURED), RAISE_FORCED_OPEN, RAISE_NORMAL);
    }

    @Test
    void anExitExplainsItInTimeAndNothingElseDoes() {
        var waits = unexplained(SECURED, SECURED);
        row(WAITS, waits, new ExitActive(10 * S + 1), new Open(30 * S, 40 * S, SECURED));
        row(WAITS, waits, new ExitActive(12 * S), new Open(30 * S, 40 * S, SECURED));
        row(WAITS, waits, new ExitActive(12 * S + 1), waits);
        row(WAITS, waits, new Unlock(11 * S, 5 * S), withTimes(31, 41, 16, 16), RELEASE_STRIKE);
        row(WAITS, waits, new ExitHeld(11 * S, 12 * S), unexplained(12 * S, SECURED), RELEASE_STRIKE);
        row(WAITS, waits, opened(11), waits);
        row(WAITS, waits, new StandNormal(11 * S), waits);
    }

    private static Unexplained withTimes(long warnS, long extendedS, long strikeS, long nextS) {
        return new Unexplained(10 * S, 12 * S, new Open(warnS * S, extendedS * S, strikeS * S, nextS * S));
    }

    @Test
    void withoutAnExitItIsForced() {
        var waits = unexplained(SECURED, SECURED);
        row(WAITS, waits, new Tick(12 * S + LAG - 1), waits);
        row(WAITS, waits, new Tick(12 * S + LAG), new Forced(SECURED), RAISE_FORCED_OPEN);
        // What happened in time may wait to be heard.
        row(WAITS, waits, new Tick(60 * S, 12 * S), waits);
        row(WAITS, unexplained(15 * S, 15 * S), tick(13), new Forced(15 * S, 15 * S), RAISE_FORCED_OPEN);
        row(WAITS, waits, closed(11), new Secure(), RAISE_FORCED_OPEN, RAISE_NORMAL);
        row(WAITS, unexplained(15 * S, 15 * S), closed(11), new Unlocked(15 * S), RAISE_FORCED_OPEN, RAISE_NORMAL);
        row(
                WAITS,
                unexplained(15 * S, SECURED),
                closed(11),
                new Secure(),
                SECURE_STRIKE,
                RAISE_FORCED_OPEN,
                RAISE_NORMAL);
        row(
                WAITS,
                waits,
                new StandUnlocked(11 * S),
                new StandsOpen(SECURED),
                RELEASE_STRIKE,
                RAISE_FORCED_OPEN,
                RAISE_NORMAL);
    }

    @Test
    void theStrikeOfSuchADoorKeepsItsTimes() {
        row(WAITS, unexplained(11 * S, SECURED), tick(11), unexplained(SECURED, SECURED), SECURE_STRIKE);
        row(WAITS, unexplained(15 * S, 15 * S), lock(11), unexplained(SECURED, SECURED), SECURE_STRIKE);
        row(WAITS, unexplained(15 * S, 15 * S), new Lock(11 * S, 14 * S), unexplained(14 * S, SECURED));
        row(WAITS, unexplained(SECURED, SECURED), lock(11), unexplained(SECURED, SECURED));
    }

    @Test
    void anExitMattersToNoOtherState() {
        for (DoorState state : List.of(
                new Secure(),
                new Unlocked(15 * S),
                new Open(30 * S, 40 * S, SECURED),
                new Warned(40 * S, SECURED),
                new ExtendedOpen(SECURED),
                new Forced(SECURED),
                new StandsClosed(SECURED),
                new StandsOpen(SECURED))) {
            row(WAITS, state, new ExitActive(10 * S), state);
        }
    }

    @Test
    void aMotorLockIsSecuredSomeTimeAfterTheLeafOpened() {
        row(MOTOR_ON_OPEN, new Unlocked(15 * S), opened(12), new Open(32 * S, 42 * S, 15 * S, 15 * S), RELEASE_STRIKE);
        row(MOTOR_ON_OPEN, new Unlocked(15 * S), opened(14), new Open(34 * S, 44 * S, 17 * S, 17 * S), RELEASE_STRIKE);
        var exits = new LeafOpened(12 * S, 19 * S);
        row(MOTOR_ON_OPEN, new Unlocked(15 * S), exits, new Open(32 * S, 42 * S, 19 * S, 15 * S), RELEASE_STRIKE);
        row(MOTOR_ON_OPEN, new Open(32 * S, 42 * S, 15 * S, 15 * S), closed(13), new Unlocked(15 * S));
        var open = new Open(32 * S, 42 * S, 15 * S, 15 * S);
        row(MOTOR_ON_OPEN, open, tick(15), new Open(32 * S, 42 * S, SECURED), SECURE_STRIKE);
        row(MOTOR_ON_OPEN, open, lock(13), new Open(32 * S, 42 * S, SECURED), SECURE_STRIKE);
        row(MOTOR_ON_OPEN, new Unlocked(15 * S), tick(15), new Secure(), SECURE_STRIKE);
    }

    @Test
    void aMotorLockIsSecuredSomeTimeAfterTheLeafClosed_andNeverWhileItIsOpen() {
        var open = new Open(32 * S, 42 * S, UNTIL_CLOSED);
        row(MOTOR_ON_CLOSE, new Unlocked(15 * S), opened(12), open, RELEASE_STRIKE);
        row(MOTOR_ON_CLOSE, open, tick(25), open);
        row(MOTOR_ON_CLOSE, open, tick(32), new Warned(42 * S, UNTIL_CLOSED), RAISE_WARNING);
        row(
                MOTOR_ON_CLOSE,
                new Warned(42 * S, UNTIL_CLOSED),
                tick(42),
                new ExtendedOpen(UNTIL_CLOSED),
                RAISE_EXTENDED_OPEN);
        row(MOTOR_ON_CLOSE, open, closed(20), new Unlocked(23 * S), RELEASE_STRIKE);
        row(MOTOR_ON_CLOSE, new Warned(42 * S, UNTIL_CLOSED), closed(33), new Unlocked(36 * S), RELEASE_STRIKE);
        row(
                MOTOR_ON_CLOSE,
                new ExtendedOpen(UNTIL_CLOSED),
                closed(50),
                new Unlocked(53 * S),
                RELEASE_STRIKE,
                RAISE_NORMAL);
        row(MOTOR_ON_CLOSE, new Unlocked(23 * S), tick(23), new Secure(), SECURE_STRIKE);
        // It opens again within the delay.
        row(MOTOR_ON_CLOSE, new Unlocked(23 * S), opened(22), new Open(42 * S, 52 * S, UNTIL_CLOSED), RELEASE_STRIKE);
        row(MOTOR_ON_CLOSE, new Open(32 * S, 42 * S, SECURED), closed(20), new Secure());
    }

    @Test
    void anAdmissionAtTheOpenLeafOfAMotorLock() {
        var open = new Open(32 * S, 42 * S, UNTIL_CLOSED);
        row(MOTOR_ON_CLOSE, open, unlock(20), new Open(40 * S, 50 * S, UNTIL_CLOSED, 25 * S), RELEASE_STRIKE);
        row(
                MOTOR_ON_CLOSE,
                new Open(40 * S, 50 * S, UNTIL_CLOSED, 25 * S),
                closed(21),
                new Unlocked(25 * S),
                RELEASE_STRIKE);
        row(
                MOTOR_ON_CLOSE,
                new Open(40 * S, 50 * S, UNTIL_CLOSED, 25 * S),
                closed(24),
                new Unlocked(27 * S),
                RELEASE_STRIKE);
        row(MOTOR_ON_CLOSE, new Forced(SECURED), unlock(20), new Forced(UNTIL_CLOSED, 25 * S), RELEASE_STRIKE);
        row(
                MOTOR_ON_CLOSE,
                new ExtendedOpen(SECURED),
                new ExitHeld(20 * S, 21 * S),
                new ExtendedOpen(UNTIL_CLOSED),
                RELEASE_STRIKE);
        row(
                MOTOR_ON_CLOSE,
                new Unlocked(15 * S),
                pried(9),
                new Forced(UNTIL_CLOSED, 15 * S),
                RELEASE_STRIKE,
                RAISE_FORCED_OPEN);
    }

    @Test
    void aLockdownSecuresAMotorLockAtOnceUnlessItsBoltWouldMeetTheOpenLeaf() {
        row(MOTOR_ON_CLOSE, new Unlocked(23 * S), lock(21), new Secure(), SECURE_STRIKE);
        var open = new Open(32 * S, 42 * S, UNTIL_CLOSED, 25 * S);
        row(MOTOR_ON_CLOSE, open, lock(21), new Open(32 * S, 42 * S, UNTIL_CLOSED));
        row(MOTOR_ON_CLOSE, new Open(32 * S, 42 * S, UNTIL_CLOSED), closed(22), new Unlocked(25 * S), RELEASE_STRIKE);
        row(MOTOR_ON_CLOSE, new Open(32 * S, 42 * S, SECURED), lock(21), new Open(32 * S, 42 * S, SECURED));
        row(
                MOTOR_ON_CLOSE,
                new Open(32 * S, 42 * S, SECURED),
                new Lock(21 * S, 24 * S),
                new Open(32 * S, 42 * S, UNTIL_CLOSED),
                RELEASE_STRIKE);
    }

    @Test
    void aMotorLockThatStoodUnlockedWaitsForItsLeaf() {
        row(
                MOTOR_ON_CLOSE,
                new Open(32 * S, 42 * S, UNTIL_CLOSED, 25 * S),
                new StandUnlocked(20 * S),
                new StandsOpen(25 * S, 25 * S),
                RELEASE_STRIKE);
        row(MOTOR_ON_CLOSE, new StandsOpen(SECURED), new StandNormal(50 * S), new Open(70 * S, 80 * S, UNTIL_CLOSED));
        row(
                MOTOR_ON_CLOSE,
                new StandsOpen(55 * S, 55 * S),
                new StandNormal(50 * S),
                new Open(70 * S, 80 * S, UNTIL_CLOSED, 55 * S));
        row(MOTOR_ON_CLOSE, new StandsClosed(SECURED), new StandNormal(50 * S), new Secure(), SECURE_STRIKE);
    }

    @Test
    void whoNeedsLongerHasLongerOpenTimes() {
        var slow = new LeafOpened(12 * S, SECURED, false, true);
        row(WAITS, new Unlocked(25 * S), slow, new Open(52 * S, 72 * S, SECURED), SECURE_STRIKE);
        var open = new Open(32 * S, 42 * S, SECURED);
        row(WAITS, open, longer(20), new Open(60 * S, 80 * S, 35 * S, 35 * S), RELEASE_STRIKE);
        row(WAITS, new Warned(42 * S, SECURED), longer(35), new Open(75 * S, 95 * S, 50 * S, 50 * S), RELEASE_STRIKE);
        row(
                WAITS,
                new StandsOpen(SECURED),
                new StandNormal(50 * S, SECURED, true),
                new Open(90 * S, 110 * S, SECURED),
                SECURE_STRIKE);
        // Another person who is admitted takes nothing from them.
        row(
                WAITS,
                new Open(52 * S, 72 * S, SECURED),
                unlock(20),
                new Open(52 * S, 72 * S, 25 * S, 25 * S),
                RELEASE_STRIKE);
        row(WAITS, new Warned(72 * S, SECURED), unlock(41), new Open(61 * S, 72 * S, 46 * S, 46 * S), RELEASE_STRIKE);
    }

    @Test
    void theLongerTimesAreTwiceTheOrdinaryOnesUnlessTheyAreSet() {
        DoorTimes usual = times(Relock.OPEN, 0, 0);
        assertThat(usual.warning(true)).isEqualTo(Duration.ofSeconds(40));
        assertThat(usual.extendedOpen(true)).isEqualTo(Duration.ofSeconds(60));
        assertThat(usual.warning(false)).isEqualTo(Duration.ofSeconds(20));
        assertThat(usual.extendedOpen(false)).isEqualTo(Duration.ofSeconds(30));
        assertThat(longer(Duration.ofSeconds(25), Duration.ofSeconds(35))).isEqualTo("PT25S PT35S");
        assertThat(longer(Duration.ofSeconds(90), null)).isEqualTo("PT1M30S PT1M30S");
        assertThat(longer(null, Duration.ofSeconds(35))).isEqualTo("PT35S PT35S");
        assertThat(longer(null, Duration.ofSeconds(90))).isEqualTo("PT40S PT1M30S");
        Duration most = DoorTimes.OPEN_MAX;
        var day = new DoorTimes(usual.unlock(), usual.extendedUnlock(), most, most, Relock.OPEN, true);
        assertThat(day.warning(true)).isEqualTo(most);
        assertThat(day.extendedOpen(true)).isEqualTo(most);
    }

    private static String longer(@Nullable Duration warning, @Nullable Duration extendedOpen) {
        DoorTimes usual = DoorRig.TIMES;
        var times = new DoorTimes(
                usual.unlock(),
                usual.extendedUnlock(),
                usual.warning(),
                usual.extendedOpen(),
                Relock.OPEN,
                true,
                new Longer(warning, extendedOpen),
                Delays.USUAL);
        return times.warning(true) + " " + times.extendedOpen(true);
    }

    @Test
    void theDelayOfTheForcedAlarmIsThatOfTheWiringUnlessItIsSet() {
        var usual = DoorRig.TIMES;
        assertThat(usual.wired(true).forcedDelayNs()).isEqualTo(300_000_000);
        assertThat(usual.wired(false).forcedDelayNs()).isZero();
        assertThat(WAITS.wired(false).forcedDelayNs()).isEqualTo(2 * S);
        assertThat(MOTOR_ON_OPEN.wired(true).forcedDelayNs()).isZero();
    }

    @Test
    void aWholePassageOfAMotorLock() {
        var actions = feed(
                MOTOR_ON_CLOSE,
                unlock(10),
                opened(12),
                tick(15),
                closed(20),
                opened(22),
                closed(24),
                tick(26),
                tick(27));
        assertThat(actions)
                .containsExactly(
                        RELEASE_STRIKE, RELEASE_STRIKE, RELEASE_STRIKE, RELEASE_STRIKE, RELEASE_STRIKE, SECURE_STRIKE);
    }
}
