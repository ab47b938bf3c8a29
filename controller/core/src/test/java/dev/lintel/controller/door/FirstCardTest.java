package dev.lintel.controller.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.DoorRules.AutoUnlock;
import dev.lintel.controller.door.DoorRules.Kind;
import dev.lintel.controller.event.EventKind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Hours that wait for a first card: with whom they begin, and when.
class FirstCardTest {
    private static final long A = 1;
    private static final DoorRules FIRST_CARD = new DoorRules(Kind.DOOR, new AutoUnlock(1, true), List.of(), List.of());

    private final DoorRig rig = new DoorRig();

    /// Somebody shows a card, opens the door and closes it.
    private void enters() {
        rig.card(A);
        rig.leaf(A, true);
        rig.leaf(A, false);
    }

    @Test
    void firstCardWhoseHolderDoesNotOpenTheDoor_beginsNoHours() {
        var door = rig.door(A, FIRST_CARD, false);
        rig.covered = true;
        rig.card(A);
        rig.advance(Duration.ofSeconds(10));
        assertThat(door.strike.released()).isFalse();
        assertThat(rig.log.kinds()).endsWith(EventKind.ADMITTED_CARD, EventKind.ADMITTED_NOT_USED);
        rig.covered = false;
        rig.card(A); // just before the hours
        rig.covered = true;
        rig.leaf(A, true);
        assertThat(rig.log.kinds()).endsWith(EventKind.ADMITTED_CARD, EventKind.AUTO_UNLOCK_STARTED);
        assertThat(door.strike.released()).isTrue();
    }

    @Test
    void firstCardAtADoorWithoutAContact_beginsTheHoursAtOnce() {
        rig.contact = false;
        var door = rig.door(A, FIRST_CARD, false);
        rig.covered = true;
        rig.card(A);
        rig.advance(Duration.ofMinutes(1));
        assertThat(door.strike.released()).isTrue();
    }

    @Test
    void anExitIsNoFirstCard() {
        var door = rig.door(A, FIRST_CARD, false);
        rig.covered = true;
        door.strike.releaseForExit(rig.time.nowNs() + 1);
        rig.on(new LaneInput.RexPressed(A, rig.time.nowNs()));
        rig.advance(Duration.ofSeconds(10));
        assertThat(door.strike.released()).isFalse();
    }

    /// It may be anywhere: who opens for a parcel from home does not open the house for the day.
    @Test
    void aPhoneIsNoFirstCard() {
        var door = rig.door(A, FIRST_CARD, false);
        rig.covered = true;
        rig.phone(A, Duration.ZERO);
        assertThat(door.strike.released()).isTrue();
        rig.advance(Duration.ofSeconds(10));
        assertThat(door.strike.released()).isFalse();
        enters();
        rig.advance(Duration.ofSeconds(10));
        assertThat(door.strike.released()).isTrue();
    }
}
