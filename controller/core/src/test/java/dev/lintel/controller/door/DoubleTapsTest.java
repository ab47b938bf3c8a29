package dev.lintel.controller.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventKind;
import dev.lintel.reader.ReaderSignal;
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
        assertThat(wired.shown).endsWith(ReaderSignal.ADMITTED, ReaderSignal.TOGGLED_UNLOCKED);
    }

    @Test
    void furtherTaps_countAgainThreeSecondsAfterTheLastOne() {
        tap();
        for (int i = 0; i < 9; i++) {
            rig.advance(SECOND);
            tap();
        }
        assertThat(mode()).as("ten taps, one after the other").isEqualTo("unlock");
        assertThat(rig.log.kinds()).containsOnlyOnce(EventKind.MODE_UNLOCK).doesNotContain(EventKind.MODE_NORMAL);
        rig.advance(Duration.ofMillis(3_001));
        tap();
        rig.advance(SECOND);
        tap();
        assertThat(mode()).isEqualTo("normal");
        assertThat(wired.shown).endsWith(ReaderSignal.TOGGLED_LOCKED);
    }

    @Test
    void cardThatStaysAtTheReader_isOneTap() {
        for (int i = 0; i < 11; i++) {
            tap();
            rig.advance(Duration.ofMillis(500));
        }
        rig.advance(Duration.ofMillis(300)); // 0.8 s after the last read, and more than 3 s after the tap
        tap();
        assertThat(mode()).isEqualTo("normal");
        rig.advance(SECOND);
        tap();
        assertThat(mode()).as("taken away, and shown again").isEqualTo("unlock");
    }

    @Test
    void cardThatIsDecidedOnAgainWhileItStays_isNoTap() {
        rig.card(A, TAP.withHeld(true)); // it was refused before
        rig.advance(SECOND);
        tap();
        assertThat(mode()).as("the first tap").isEqualTo("normal");
        rig.advance(SECOND);
        rig.card(A, TAP.withHeld(true));
        assertThat(mode()).isEqualTo("normal");
        rig.advance(SECOND);
        tap();
        assertThat(mode()).as("the second tap").isEqualTo("unlock");
    }

    @Test
    void readsLessThanSevenTenthsOfASecondApart_areOneTap() {
        tap();
        rig.advance(Duration.ofMillis(699));
        tap();
        assertThat(mode()).isEqualTo("normal");
        rig.advance(Duration.ofMillis(700));
        tap();
        assertThat(mode()).as("0.7 s after the last read").isEqualTo("unlock");
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
        assertThat(wired.shown).contains(ReaderSignal.TOGGLED_UNLOCKED);
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
        rig.advance(SECOND);
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
        rig.advance(SECOND);
        tap();
        assertThat(mode()).as("the first one after the fire").isEqualTo("normal");
    }

    @Test
    void admissionInBetween_startsAgain() {
        tap();
        rig.card(A);
        rig.advance(SECOND);
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
        rig.advance(SECOND);
        rig.card(A, late);
        assertThat(mode()).isEqualTo("normal");
        assertThat(wired.shown).as("nothing has changed").endsWith(ReaderSignal.ADMITTED);
        rig.command(A, new DoorCommand.Unlock(null));
        rig.advance(Duration.ofSeconds(4));
        rig.card(A, late);
        rig.advance(SECOND);
        rig.card(A, late);
        assertThat(mode()).isEqualTo("normal");
    }
}
