package dev.lintel.controller.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventKind;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Double taps at the door lane: both taps must have been admitted.
class DoubleTapsTest {
    private static final long A = 1;
    private static final Passage TAP = Passage.USUAL.withTap(new DoorCommand.Toggle(null, true));
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final DoorRig rig = new DoorRig();
    private final DoorRig.Wired wired = rig.door(A);

    private String mode() {
        return rig.view(A).standing().mode();
    }

    private void tap() {
        rig.card(A, TAP);
    }

    @Test
    void secondTap_unlocksTheDoorAfterTheEventOfItsAdmission() {
        tap();
        rig.advance(SECOND);
        tap();
        assertThat(mode()).isEqualTo("unlock");
        assertThat(rig.log.kinds()).endsWith(EventKind.ADMITTED_CARD, EventKind.MODE_UNLOCK);
        assertThat(Objects.requireNonNull(rig.last().additional().get("by")).toString())
                .startsWith("card of ");
        rig.advance(SECOND);
        tap();
        assertThat(mode()).as("a third tap").isEqualTo("unlock");
        rig.advance(SECOND);
        tap();
        assertThat(mode()).as("a fourth tap").isEqualTo("normal");
    }

    @Test
    void tapsFurtherApartThanThreeSeconds_areNone() {
        tap();
        rig.advance(Duration.ofMillis(3_001));
        tap();
        assertThat(mode()).isEqualTo("normal");
        rig.advance(Duration.ofSeconds(3));
        tap();
        assertThat(mode()).isEqualTo("unlock");
    }

    @Test
    void tapThatTheDoorAnswersAsTooLate_isNone() {
        tap();
        rig.advance(SECOND);
        long late = rig.present(A, "entry");
        rig.advance(Duration.ofSeconds(4));
        assertThat(rig.log.kinds()).contains(EventKind.REJECTED_NOT_READY);
        rig.answer(A, "entry", late, EventKind.ADMITTED_CARD, TAP);
        assertThat(mode()).isEqualTo("normal");
    }

    @Test
    void tapThatALockdownRefuses_isNone() {
        tap();
        rig.lockdown(A);
        rig.advance(SECOND);
        tap();
        rig.command(A, new DoorCommand.Unlockdown());
        tap();
        assertThat(mode()).isEqualTo("normal");
        rig.advance(SECOND);
        tap();
        assertThat(mode()).isEqualTo("unlock");
    }

    @Test
    void tapsInFireThatTheLaneHasYetToHearOf_areNone() {
        tap();
        wired.strike.fire(true);
        rig.advance(SECOND);
        tap();
        rig.fire(A, true);
        rig.fire(A, false);
        assertThat(mode()).isEqualTo("normal");
        tap();
        assertThat(mode()).as("the first one after the fire").isEqualTo("normal");
    }

    @Test
    void admissionInBetween_startsAgain() {
        tap();
        rig.card(A);
        tap();
        assertThat(mode()).isEqualTo("normal");
    }

    @Test
    void tapsAtOneDoor_areNoneOfAnother() {
        rig.door(2);
        tap();
        rig.card(2, TAP);
        assertThat(List.of(mode(), rig.view(2).standing().mode())).containsOnly("normal");
    }

    @Test
    void tapsFromATimeOnAtWhichTheyDoNotUnlock_onlyLock() {
        Passage late = Passage.USUAL.withTap(new DoorCommand.Toggle(null, false));
        rig.card(A, late);
        rig.card(A, late);
        assertThat(mode()).isEqualTo("normal");
        rig.command(A, new DoorCommand.Unlock(null));
        rig.card(A, late);
        rig.card(A, late);
        assertThat(mode()).isEqualTo("normal");
    }
}
