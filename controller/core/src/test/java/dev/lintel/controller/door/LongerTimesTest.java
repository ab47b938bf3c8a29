package dev.lintel.controller.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventKind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The leaf may stay open for longer behind a person who needs longer: 40 s to the warning in place of 20 s, and 60 s
/// to the alarm in place of 30 s.
class LongerTimesTest {
    private static final long A = 1;
    private static final Passage LONGER = new Passage(true, false, List.of(), null);

    private final DoorRig rig = new DoorRig();

    private List<EventKind> alarms() {
        return rig.log.kinds().stream()
                .filter(kind -> kind == EventKind.DOOR_EXTENDED_WARNING || kind == EventKind.EXTENDED_OPEN)
                .toList();
    }

    private void s(long s) {
        rig.advance(Duration.ofSeconds(s));
    }

    private void warnedAfter(long seconds) {
        rig.advance(Duration.ofMillis(seconds * 1_000 - 1));
        assertThat(alarms()).isEmpty();
        rig.advance(Duration.ofMillis(1));
        assertThat(alarms()).containsExactly(EventKind.DOOR_EXTENDED_WARNING);
    }

    @Test
    void theOpeningThatFollowsHasLongerTimes() {
        rig.door(A);
        rig.card(A, LONGER);
        s(10);
        rig.leaf(A, true);
        warnedAfter(40);
        s(19);
        assertThat(alarms()).hasSize(1);
        s(1);
        assertThat(alarms()).hasSize(2);
    }

    @Test
    void theNextOneDoesNot() {
        rig.door(A);
        rig.card(A, LONGER);
        s(1);
        rig.leaf(A, true);
        s(1);
        rig.leaf(A, false);
        rig.card(A);
        rig.leaf(A, true);
        warnedAfter(20);
    }

    @Test
    void anotherAdmissionBeforeTheOpeningTakesNothing() {
        rig.door(A);
        rig.card(A, LONGER);
        s(1);
        rig.card(A);
        rig.leaf(A, true);
        warnedAfter(40);
    }

    @Test
    void anotherAdmissionAtTheOpenLeafMakesNothingShorter() {
        rig.door(A);
        rig.card(A, LONGER);
        rig.leaf(A, true);
        s(5);
        rig.card(A);
        warnedAfter(35);
        rig.card(A);
        s(19);
        assertThat(alarms()).hasSize(1);
        s(1);
        assertThat(alarms()).as("20 s after the second card").hasSize(2);
        s(10);
        assertThat(alarms()).as("30 s after it").hasSize(3);
    }

    @Test
    void atAnOpenLeafTheTimesBeginAgain() {
        rig.door(A);
        rig.card(A);
        rig.leaf(A, true);
        s(10);
        rig.card(A, LONGER);
        warnedAfter(40);
    }

    /// The person behind the first one goes through the next opening, too.
    @Test
    void whoIsAdmittedAtAnOpenLeafMayOpenItAgain() {
        rig.door(A);
        rig.card(A);
        rig.leaf(A, true);
        rig.card(A, LONGER);
        s(1);
        rig.leaf(A, false);
        s(1);
        rig.leaf(A, true);
        warnedAfter(40);
    }

    @Test
    void aContactThatLagsIsTheirOpening() {
        rig.door(A);
        rig.card(A, LONGER);
        rig.advance(Duration.ofMillis(15_200));
        rig.leaf(A, true);
        warnedAfter(40);
    }

    @Test
    void anUnusedAdmissionIsOver() {
        rig.door(A);
        rig.card(A, LONGER);
        s(20);
        rig.card(A);
        rig.leaf(A, true);
        warnedAfter(20);
    }

    @Test
    void aLockdownEndsThem() {
        rig.door(A);
        rig.card(A, LONGER);
        rig.lockdown(A);
        rig.command(A, new DoorCommand.Unlockdown());
        rig.card(A);
        rig.leaf(A, true);
        warnedAfter(20);
    }

    @Test
    void aModeThatEndsBehindThemLeavesThemTheLongerTimes() {
        rig.door(A);
        rig.command(A, new DoorCommand.Unlock(null));
        rig.card(A, LONGER);
        rig.command(A, new DoorCommand.Normal());
        rig.leaf(A, true);
        warnedAfter(40);
    }

    @Test
    void theyContinueOverARestart() {
        rig.door(A);
        rig.card(A, LONGER);
        rig.leaf(A, true);
        s(5);
        rig.restart();
        rig.door(A);
        warnedAfter(35);
    }
}
