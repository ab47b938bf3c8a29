package dev.lintel.controller.door;

import static dev.lintel.controller.door.DoorAction.RAISE_EXTENDED_OPEN;
import static dev.lintel.controller.door.DoorAction.RAISE_FORCED_OPEN;
import static dev.lintel.controller.door.DoorAction.RAISE_NORMAL;
import static dev.lintel.controller.door.DoorAction.RAISE_WARNING;
import static dev.lintel.controller.door.DoorAction.RELEASE_STRIKE;
import static dev.lintel.controller.door.DoorAction.SECURE_STRIKE;
import static dev.lintel.controller.door.DoorState.SECURED;
import static org.assertj.core.api.Assertions.assertThat;

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
import dev.lintel.controller.door.DoorState.Unlocked;
import dev.lintel.controller.door.DoorState.Warned;
import dev.lintel.controller.door.DoorTimes.Relock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The table of states and inputs, row by row. What must hold after any sequence of them: [DoorLifeTest].
class DoorTest {
    private static final long S = 1_000_000_000L;
    private static final DoorTimes ON_OPEN = times(Relock.OPEN, true);
    private static final DoorTimes ON_CLOSE = times(Relock.CLOSE, true);

    private static DoorTimes times(Relock relock, boolean forced) {
        return new DoorTimes(
                Duration.ofSeconds(5),
                Duration.ofSeconds(15),
                Duration.ofSeconds(20),
                Duration.ofSeconds(30),
                relock,
                forced);
    }

    private static Unlock unlock(long atS) {
        return new Unlock(atS * S, 5 * S);
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

    static void row(DoorTimes times, DoorState from, DoorInput input, DoorState to, DoorAction... actions) {
        Door.Step step = Door.step(from, input, times);
        assertThat(step.state()).as("%s on %s", from, input).isEqualTo(to);
        assertThat(step.actions()).as("%s on %s", from, input).containsExactly(actions);
    }

    static List<DoorAction> feed(DoorTimes times, DoorInput... inputs) {
        DoorState state = new Secure();
        var actions = new ArrayList<DoorAction>();
        for (DoorInput input : inputs) {
            Door.Step step = Door.step(state, input, times);
            state = step.state();
            actions.addAll(step.actions());
        }
        return actions;
    }

    @Test
    void fromSecure() {
        var secure = new Secure();
        row(ON_OPEN, secure, unlock(10), new Unlocked(15 * S), RELEASE_STRIKE);
        row(ON_OPEN, secure, opened(10), new Open(30 * S, 40 * S, SECURED)); // let, and told of only now
        row(ON_OPEN, secure, pried(10), new Forced(SECURED), RAISE_FORCED_OPEN);
        row(ON_OPEN, secure, new LeafOpened(10 * S, 14 * S, true), new Forced(14 * S), RAISE_FORCED_OPEN);
        row(ON_OPEN, secure, closed(10), secure);
        row(ON_OPEN, secure, tick(10), secure);
    }

    @Test
    void aDoorWithoutAnExitSwitchKnowsNoForcing() {
        DoorTimes none = times(Relock.OPEN, false);
        row(none, new Secure(), pried(10), new Open(30 * S, 40 * S, SECURED));
        row(none, new Unlocked(15 * S), pried(10), new Open(30 * S, 40 * S, SECURED), SECURE_STRIKE);
        row(none, new StandsClosed(SECURED), pried(10), new StandsOpen(SECURED));
    }

    @Test
    void fromUnlocked() {
        var unlocked = new Unlocked(15 * S);
        row(ON_OPEN, unlocked, unlock(12), new Unlocked(17 * S), RELEASE_STRIKE);
        row(ON_OPEN, unlocked, new Unlock(11 * S, S), new Unlocked(15 * S), RELEASE_STRIKE); // never cut short
        row(ON_OPEN, unlocked, opened(12), new Open(32 * S, 42 * S, SECURED), SECURE_STRIKE);
        row(ON_CLOSE, unlocked, opened(12), new Open(32 * S, 42 * S, 15 * S));
        row(ON_OPEN, unlocked, pried(9), new Forced(15 * S, 15 * S), RAISE_FORCED_OPEN); // told of after the admission
        row(ON_OPEN, unlocked, new LeafOpened(9 * S, 16 * S, true), new Forced(16 * S, 15 * S), RAISE_FORCED_OPEN);
        row(ON_OPEN, unlocked, closed(12), unlocked);
        row(ON_OPEN, unlocked, tick(14), unlocked);
        row(ON_OPEN, unlocked, tick(15), new Secure(), SECURE_STRIKE);
    }

    @Test
    void fromOpen() {
        var open = new Open(32 * S, 42 * S, SECURED);
        row(ON_OPEN, open, unlock(20), new Open(40 * S, 50 * S, 25 * S, 25 * S), RELEASE_STRIKE);
        row(
                ON_OPEN,
                open,
                unlock(9),
                new Open(32 * S, 42 * S, 14 * S, 14 * S),
                RELEASE_STRIKE); // an exit that is told of late
        row(ON_OPEN, open, closed(20), new Secure());
        row(ON_OPEN, open, opened(20), open);
        row(ON_OPEN, open, pried(20), open);
        row(ON_OPEN, open, tick(31), open);
        row(ON_OPEN, open, tick(32), new Warned(42 * S, SECURED), RAISE_WARNING);
    }

    @Test
    void aStrikeTimeThatRunsWhileTheLeafIsOpen() {
        var open = new Open(32 * S, 42 * S, 15 * S);
        row(ON_CLOSE, open, closed(13), new Secure(), SECURE_STRIKE);
        row(ON_CLOSE, open, tick(15), new Open(32 * S, 42 * S, SECURED), SECURE_STRIKE);
        row(ON_OPEN, open, closed(15), new Secure(), SECURE_STRIKE);
    }

    /// A has opened, B is admitted, and A's leaf shuts before B has opened it.
    @Test
    void anAdmissionWhileTheLeafIsOpenOutlastsItsClosing() {
        for (DoorTimes times : List.of(ON_OPEN, ON_CLOSE)) {
            row(times, new Open(32 * S, 42 * S, 15 * S, 15 * S), closed(13), new Unlocked(15 * S));
            row(times, new Open(32 * S, 42 * S, 15 * S, 14 * S), closed(13), new Unlocked(14 * S));
            row(times, new Open(32 * S, 42 * S, 15 * S, 15 * S), closed(15), new Secure(), SECURE_STRIKE);
            row(times, new Warned(42 * S, 40 * S, 40 * S), closed(36), new Unlocked(40 * S));
            row(times, new ExtendedOpen(55 * S, 55 * S), closed(52), new Unlocked(55 * S), RAISE_NORMAL);
            row(times, new Forced(55 * S, 55 * S), closed(52), new Unlocked(55 * S), RAISE_NORMAL);
            row(
                    times,
                    new Open(32 * S, 42 * S, 35 * S, 35 * S),
                    tick(32),
                    new Warned(42 * S, 35 * S, 35 * S),
                    RAISE_WARNING);
            row(
                    times,
                    new Open(32 * S, 42 * S, 15 * S, 15 * S),
                    lock(13),
                    new Open(32 * S, 42 * S, SECURED),
                    SECURE_STRIKE);
        }
        var both = feed(ON_CLOSE, unlock(10), opened(11), unlock(14), closed(15), opened(17), closed(18));
        assertThat(both).containsExactly(RELEASE_STRIKE, RELEASE_STRIKE, SECURE_STRIKE);
    }

    @Test
    void anExitsPromiseIsKeptWhateverTheLeafDoes() {
        var during = new LeafOpened(12 * S, 14 * S);
        row(ON_OPEN, new Unlocked(14 * S), during, new Open(32 * S, 42 * S, 14 * S));
        row(ON_OPEN, new Secure(), during, new Open(32 * S, 42 * S, 14 * S));
        row(ON_CLOSE, new Open(32 * S, 42 * S, 14 * S), new LeafClosed(13 * S, 14 * S), new Unlocked(14 * S));
        // Whoever was admitted beside has passed: the exit's time alone goes on.
        row(ON_CLOSE, new Open(32 * S, 42 * S, 25 * S), new LeafClosed(13 * S, 14 * S), new Unlocked(14 * S));
        row(ON_OPEN, new Open(32 * S, 42 * S, 25 * S, 25 * S), new LeafClosed(13 * S, 14 * S), new Unlocked(25 * S));
        row(ON_OPEN, new Open(32 * S, 42 * S, SECURED), new LeafClosed(13 * S, 14 * S), new Unlocked(14 * S));
    }

    @Test
    void withoutATimeForTheWarningThereIsNone() {
        var times = new DoorTimes(
                Duration.ofSeconds(5),
                Duration.ofSeconds(15),
                Duration.ofSeconds(30),
                Duration.ofSeconds(30),
                Relock.OPEN,
                true);
        row(times, new Open(30 * S, 30 * S, SECURED), tick(30), new ExtendedOpen(SECURED), RAISE_EXTENDED_OPEN);
    }

    /// Presses of a button do not switch the alarm of an open leaf off.
    @Test
    void anExitAtAnOpenLeafDoesNotRestartItsTimes() {
        var open = new Open(32 * S, 42 * S, SECURED);
        Unlock exit = Unlock.byExit(31 * S, 5 * S, true);
        row(ON_OPEN, open, exit, new Open(32 * S, 42 * S, 36 * S, 36 * S), RELEASE_STRIKE);
        row(ON_OPEN, new Warned(42 * S, SECURED), exit, new Warned(42 * S, 36 * S, 36 * S), RELEASE_STRIKE);
        Unlock ends = Unlock.byExit(31 * S, 5 * S, false);
        row(ON_OPEN, open, ends, new Open(32 * S, 42 * S, 36 * S), RELEASE_STRIKE);
        row(ON_OPEN, new Warned(42 * S, SECURED), ends, new Warned(42 * S, 36 * S), RELEASE_STRIKE);
    }

    @Test
    void fromWarned() {
        var warned = new Warned(42 * S, SECURED);
        row(ON_OPEN, warned, unlock(35), new Open(55 * S, 65 * S, 40 * S, 40 * S), RELEASE_STRIKE);
        row(ON_OPEN, warned, closed(35), new Secure());
        row(ON_OPEN, warned, opened(35), warned);
        row(ON_OPEN, warned, tick(41), warned);
        row(ON_OPEN, warned, tick(42), new ExtendedOpen(SECURED), RAISE_EXTENDED_OPEN);
        row(ON_CLOSE, new Warned(42 * S, 40 * S), tick(40), new Warned(42 * S, SECURED), SECURE_STRIKE);
    }

    @Test
    void fromExtendedOpen() {
        var extended = new ExtendedOpen(SECURED);
        row(ON_OPEN, extended, unlock(50), new ExtendedOpen(55 * S, 55 * S), RELEASE_STRIKE);
        row(ON_OPEN, extended, closed(50), new Secure(), RAISE_NORMAL);
        row(ON_CLOSE, new ExtendedOpen(55 * S), closed(52), new Secure(), SECURE_STRIKE, RAISE_NORMAL);
        row(ON_OPEN, new ExtendedOpen(55 * S), tick(55), extended, SECURE_STRIKE);
        row(ON_OPEN, extended, opened(50), extended);
        row(ON_OPEN, extended, tick(50), extended);
    }

    @Test
    void fromForced() {
        var forced = new Forced(SECURED);
        row(ON_OPEN, forced, unlock(50), new Forced(55 * S, 55 * S), RELEASE_STRIKE);
        row(ON_OPEN, forced, closed(50), new Secure(), RAISE_NORMAL);
        row(ON_OPEN, new Forced(55 * S), tick(55), forced, SECURE_STRIKE);
        row(ON_OPEN, forced, opened(50), forced);
        row(ON_OPEN, forced, tick(50), forced);
    }

    private static StandUnlocked stand(long atS) {
        return new StandUnlocked(atS * S);
    }

    private static StandNormal normal(long atS) {
        return new StandNormal(atS * S);
    }

    private static Lock lock(long atS) {
        return new Lock(atS * S);
    }

    @Test
    void standingUnlockedFromEachState() {
        row(ON_OPEN, new Secure(), stand(10), new StandsClosed(SECURED), RELEASE_STRIKE);
        row(ON_OPEN, new Unlocked(15 * S), stand(10), new StandsClosed(15 * S), RELEASE_STRIKE);
        row(ON_OPEN, new Open(30 * S, 40 * S, SECURED), stand(20), new StandsOpen(SECURED), RELEASE_STRIKE);
        row(ON_OPEN, new Warned(40 * S, 35 * S), stand(32), new StandsOpen(35 * S), RELEASE_STRIKE);
        row(ON_OPEN, new ExtendedOpen(SECURED), stand(50), new StandsOpen(SECURED), RELEASE_STRIKE, RAISE_NORMAL);
        row(ON_OPEN, new Forced(SECURED), stand(50), new StandsOpen(SECURED), RELEASE_STRIKE, RAISE_NORMAL);
    }

    @Test
    void aDoorThatDoesNotStandUnlockedHasNothingToEnd() {
        for (DoorState state : List.of(
                new Secure(),
                new Unlocked(15 * S),
                new Open(30 * S, 40 * S, SECURED),
                new Warned(40 * S, SECURED),
                new ExtendedOpen(SECURED),
                new Forced(SECURED))) {
            row(ON_OPEN, state, normal(10), state);
        }
    }

    @Test
    void fromStandsClosed() {
        var stands = new StandsClosed(SECURED);
        row(ON_OPEN, stands, unlock(10), new StandsClosed(15 * S));
        row(ON_OPEN, stands, opened(10), new StandsOpen(SECURED));
        row(ON_OPEN, stands, pried(10), new StandsOpen(SECURED), RAISE_FORCED_OPEN, RAISE_NORMAL);
        row(ON_OPEN, stands, closed(10), stands);
        row(ON_OPEN, stands, tick(1_000), stands);
        row(ON_OPEN, stands, stand(10), stands);
        row(ON_OPEN, stands, lock(10), stands);
        row(ON_OPEN, stands, normal(10), new Secure(), SECURE_STRIKE);
        row(ON_OPEN, new StandsClosed(15 * S), normal(12), new Unlocked(15 * S));
        row(ON_OPEN, new StandsClosed(15 * S), normal(15), new Secure(), SECURE_STRIKE);
        row(ON_OPEN, stands, new StandNormal(10 * S, 13 * S), new Unlocked(13 * S));
    }

    @Test
    void fromStandsOpenItsOpenTimesBeginWhenTheStandingEnds() {
        var stands = new StandsOpen(SECURED);
        row(ON_OPEN, stands, unlock(10), new StandsOpen(15 * S, 15 * S));
        row(ON_OPEN, stands, opened(10), stands);
        row(ON_OPEN, stands, closed(10), new StandsClosed(SECURED));
        row(ON_OPEN, stands, tick(1_000), stands);
        row(ON_OPEN, stands, stand(10), stands);
        row(ON_OPEN, stands, lock(10), stands);
        row(ON_OPEN, stands, normal(100), new Open(120 * S, 130 * S, SECURED), SECURE_STRIKE);
        row(ON_OPEN, new StandsOpen(103 * S), normal(100), new Open(120 * S, 130 * S, 103 * S));
        row(ON_OPEN, new StandsOpen(103 * S, 103 * S), normal(100), new Open(120 * S, 130 * S, 103 * S, 103 * S));
        row(ON_OPEN, stands, new StandNormal(100 * S, 104 * S), new Open(120 * S, 130 * S, 104 * S));
    }

    @Test
    void aLockdownEndsWhatRunsForSomebodyWhoComesInButNoExit() {
        row(ON_OPEN, new Secure(), lock(10), new Secure());
        row(ON_OPEN, new Unlocked(15 * S), lock(12), new Secure(), SECURE_STRIKE);
        row(ON_OPEN, new Unlocked(15 * S), new Lock(12 * S, 14 * S), new Unlocked(14 * S));
        row(ON_OPEN, new Open(30 * S, 40 * S, SECURED), lock(12), new Open(30 * S, 40 * S, SECURED));
        row(ON_OPEN, new Open(30 * S, 40 * S, 15 * S), lock(12), new Open(30 * S, 40 * S, SECURED), SECURE_STRIKE);
        row(ON_OPEN, new Open(30 * S, 40 * S, 15 * S), new Lock(12 * S, 14 * S), new Open(30 * S, 40 * S, 14 * S));
        row(ON_OPEN, new Warned(40 * S, 35 * S), lock(32), new Warned(40 * S, SECURED), SECURE_STRIKE);
        row(ON_OPEN, new ExtendedOpen(55 * S), lock(52), new ExtendedOpen(SECURED), SECURE_STRIKE);
        row(ON_OPEN, new Forced(55 * S), lock(52), new Forced(SECURED), SECURE_STRIKE);
    }

    @Test
    void aDoorLeftOpenAfterAnAdmissionRaisesEachAlarmExactlyOnce() {
        var actions = feed(ON_OPEN, unlock(10), opened(12), tick(32), tick(35), tick(42), tick(50), closed(60));
        assertThat(actions)
                .containsExactly(RELEASE_STRIKE, SECURE_STRIKE, RAISE_WARNING, RAISE_EXTENDED_OPEN, RAISE_NORMAL);
    }

    @Test
    void aLeafThatIsOpenAtStartWasNotForced() {
        assertThat(Door.atStart(true, 5 * S, ON_OPEN)).isEqualTo(new Open(25 * S, 35 * S, SECURED));
        assertThat(Door.atStart(false, 5 * S, ON_OPEN)).isEqualTo(new Secure());
    }
}
