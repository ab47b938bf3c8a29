package dev.lintel.tools.simulation;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.event.EventKind;
import dev.lintel.tools.simulation.Premises.Delays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What must never happen at a door with delays, and behind people who need longer: each is seen.
class DelaysWatchTest {
    private static final int FORCED_MS = 1_000;
    private static final int RELOCK_MS = 2_000;

    private final Stage stage = new Stage();

    private void delays(boolean onClose, int forcedMs, int relockMs) {
        stage.door().retimed(stage.door().times().with(onClose, new Delays(forcedMs, relockMs)));
        stage.pass(1_000); // so soon after its begin no leaf is forced
    }

    private void leaf(boolean open) {
        stage.door().leaf(open, false, stage.time.nowNs());
    }

    private void strike(boolean released) {
        stage.door().strike(released, stage.time.nowNs());
    }

    private void admitted() {
        stage.told(EventKind.ADMITTED_CARD, stage.shown(), stage.who.id);
        strike(true);
        stage.settle();
    }

    private void settles() {
        assertThatCode(stage::settle).doesNotThrowAnyException();
    }

    // ---- the forced alarm waits for an exit

    @Test
    void anAlarmMayNotComeBeforeAnExitMay() {
        delays(false, FORCED_MS, 0);
        leaf(true);
        long openedNs = stage.time.nowNs();
        settles();
        stage.pass(FORCED_MS - 1);
        assertThatThrownBy(() -> stage.told(EventKind.FORCED_OPEN, openedNs, null))
                .hasMessageContaining("an exit may explain it");
    }

    @Test
    void anAlarmIsToldOnceNoExitCan() {
        delays(false, FORCED_MS, 0);
        leaf(true);
        long openedNs = stage.time.nowNs();
        stage.settle();
        stage.pass(FORCED_MS + 20);
        stage.told(EventKind.FORCED_OPEN, openedNs, null);
        stage.door().alarms.sounds(true, stage.time.nowNs());
        settles();
        stage.pass(1_000);
        settles();
    }

    @Test
    void anAlarmThatIsNotToldIsMissed() {
        delays(false, FORCED_MS, 0);
        leaf(true);
        stage.settle();
        stage.pass(FORCED_MS + 200);
        assertThatThrownBy(stage::settle).hasMessageContaining("a forced opening that the log does not tell of");
    }

    @Test
    void aLeafThatClosesIsToldAtOnce() {
        delays(false, FORCED_MS, 0);
        leaf(true);
        stage.pass(500);
        leaf(false);
        assertThatThrownBy(stage::settle).hasMessageContaining("a forced opening that the log does not tell of");
    }

    @Test
    void anExitInTimeExplainsIt() {
        delays(false, FORCED_MS, 0);
        leaf(true);
        long openedNs = stage.time.nowNs();
        stage.settle();
        stage.pass(FORCED_MS);
        press();
        assertThatThrownBy(() -> stage.told(EventKind.FORCED_OPEN, openedNs, null))
                .hasMessageContaining("an exit explains it");
        stage.pass(1_000);
        settles();
    }

    private void press() {
        strike(true);
        stage.door().exits.moves(true, true, stage.time.nowNs());
        stage.door().exits.pressed(true, stage.time.nowNs());
        stage.told(EventKind.REX_PRESSED);
        stage.told(EventKind.ADMITTED_REQUEST_EXIT);
    }

    @Test
    void anExitThatComesTooLateExplainsNothing() {
        delays(false, FORCED_MS, 0);
        leaf(true);
        stage.settle();
        stage.pass(FORCED_MS + 10);
        press();
        stage.pass(190);
        assertThatThrownBy(stage::settle).hasMessageContaining("a forced opening that the log does not tell of");
    }

    // ---- motor locks

    @Test
    void aBoltMeetsNoOpenLeaf() {
        delays(true, 0, RELOCK_MS);
        admitted();
        stage.pass(10);
        leaf(true);
        stage.settle();
        stage.pass(60_000);
        assertThatThrownBy(() -> strike(false)).hasMessageContaining("the bolt of a motor lock meets the open leaf");
    }

    @Test
    void norInALockdown() {
        delays(true, 0, RELOCK_MS);
        admitted();
        stage.pass(10);
        leaf(true);
        stage.settle();
        stage.pass(100);
        stage.lockdown(true, false);
        settles();
        assertThatThrownBy(() -> strike(false)).hasMessageContaining("the bolt of a motor lock meets the open leaf");
    }

    @Test
    void itWaitsAfterTheClosing() {
        delays(true, 0, RELOCK_MS);
        admitted();
        stage.pass(10);
        leaf(true);
        stage.settle();
        stage.pass(1_000);
        leaf(false);
        settles();
        stage.pass(RELOCK_MS - 1);
        strike(false);
        assertThatThrownBy(stage::settle).hasMessageContaining("somebody may pass, and the strike holds");
    }

    @Test
    void andNotForLonger() {
        delays(true, 0, RELOCK_MS);
        admitted();
        stage.pass(10);
        leaf(true);
        stage.settle();
        stage.pass(1_000);
        leaf(false);
        stage.settle();
        stage.pass(RELOCK_MS);
        settles();
        stage.pass(10);
        assertThatThrownBy(stage::settle).hasMessageContaining("still released");
    }

    @Test
    void aLockdownSecuresAShutMotorLock() {
        delays(true, 0, RELOCK_MS);
        admitted();
        stage.pass(10);
        leaf(true);
        stage.settle();
        stage.pass(1_000);
        leaf(false);
        stage.settle();
        stage.lockdown(true, false);
        assertThatThrownBy(stage::settle).hasMessageContaining("still released");
    }

    @Test
    void theDelayAfterAnOpeningIsKeptAndNoLonger() {
        delays(false, 0, RELOCK_MS);
        admitted();
        stage.pass(10);
        leaf(true);
        settles();
        stage.pass(RELOCK_MS);
        settles();
        stage.pass(10);
        assertThatThrownBy(stage::settle).hasMessageContaining("still released");
    }

    @Test
    void theDelayAfterAnOpeningIsNotCutShort() {
        delays(false, 0, RELOCK_MS);
        admitted();
        stage.pass(10);
        leaf(true);
        stage.settle();
        stage.pass(RELOCK_MS - 1);
        strike(false);
        assertThatThrownBy(stage::settle).hasMessageContaining("somebody may pass, and the strike holds");
    }

    /// A person has passed, and the delay runs.
    private void passed() {
        delays(true, 0, RELOCK_MS);
        admitted();
        stage.pass(10);
        leaf(true);
        stage.settle();
        stage.pass(1_000);
        leaf(false);
        stage.settle();
    }

    @Test
    void anOpeningWithinTheDelayIsForced() {
        passed();
        stage.pass(301);
        leaf(true);
        assertThatThrownBy(stage::settle).hasMessageContaining("a forced opening that the log does not tell of");
    }

    @Test
    void aLeafThatReboundsWithinTheDelayIsNotForced() {
        passed();
        stage.pass(300);
        leaf(true);
        assertThatThrownBy(() -> stage.told(EventKind.FORCED_OPEN)).hasMessageContaining("the strike had let go");
    }

    @Test
    void aPersonWhoIsAdmittedWithinTheDelayForcesNothing() {
        passed();
        stage.pass(500);
        admitted();
        stage.pass(500);
        leaf(true);
        settles();
        assertThatThrownBy(() -> stage.told(EventKind.FORCED_OPEN)).hasMessageContaining("the strike had let go");
    }

    // ---- people who need longer

    private void needsLonger() {
        stage.pass(1_000);
        strike(true);
        stage.door().releasedWith(true, Turns.Owner.persons(1, List.of()), Turns.Way.IN, stage.time.nowNs());
        stage.settle();
        stage.pass(100);
        leaf(true);
        strike(false);
        stage.settle();
    }

    @Test
    void theLongerTimesAreKept() {
        needsLonger();
        stage.pass(stage.door().times().extendedOpen(false) * 1_000L + 10);
        assertThatThrownBy(() -> stage.told(EventKind.DOOR_EXTENDED_WARNING)).hasMessageContaining("before its time");
        assertThatThrownBy(() -> stage.told(EventKind.EXTENDED_OPEN)).hasMessageContaining("before its time");
    }

    @Test
    void theyEnd() {
        needsLonger();
        stage.pass(stage.door().times().warning(true) * 1_000L + 10);
        stage.told(EventKind.DOOR_EXTENDED_WARNING);
        stage.pass(stage.door().times().extendedOpen(true) * 1_000L);
        stage.settle();
        stage.pass(1_200);
        assertThatThrownBy(stage::settle).hasMessageContaining("without an alarm");
    }
}
