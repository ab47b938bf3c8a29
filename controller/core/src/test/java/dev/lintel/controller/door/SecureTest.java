package dev.lintel.controller.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.DoorRules.AutoUnlock;
import dev.lintel.controller.door.DoorRules.Kind;
import dev.lintel.controller.event.EventKind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A door that an operator keeps from unlocking by its hours, as the lane lives it.
class SecureTest {
    private static final long A = 1;
    private static final DoorRules OFFICE = new DoorRules(Kind.DOOR, new AutoUnlock(1, false), List.of(), List.of());

    private final DoorRig rig = new DoorRig();

    private List<EventKind> kinds() {
        return rig.log.kinds().stream()
                .filter(kind -> kind != EventKind.CHANNEL_STARTED)
                .toList();
    }

    private DoorRig.Wired unlocked() {
        DoorRig.Wired door = rig.door(A, OFFICE, false);
        rig.covered = true;
        rig.advance(Duration.ofSeconds(2));
        assertThat(door.strike.released()).isTrue();
        return door;
    }

    @Test
    void untilItsHoursAreOverCardsAreNeeded() {
        DoorRig.Wired door = unlocked();
        assertThat(rig.command(A, new DoorCommand.Secure(null))).isNull();
        assertThat(door.strike.released()).isFalse();
        assertThat(kinds())
                .containsExactly(EventKind.AUTO_UNLOCK_STARTED, EventKind.MODE_SECURE, EventKind.AUTO_UNLOCK_ENDED);
        rig.log.drafts().stream()
                .skip(2)
                .forEach(event -> assertThat(event.additional()).containsEntry("by", "ada@example.com"));
        rig.card(A);
        assertThat(rig.last().kind()).isEqualTo(EventKind.ADMITTED_CARD);
        assertThat(door.strike.released()).isTrue();
        rig.advance(Duration.ofHours(3));
        assertThat(door.strike.released()).isFalse();
        assertThat(rig.view(A).mode()).isEqualTo("normal");
        rig.covered = false;
        rig.advance(Duration.ofSeconds(2));
        assertThat(rig.last().kind()).isEqualTo(EventKind.MODE_NORMAL);
        assertThat(rig.last().additional()).containsEntry("was", "secure").doesNotContainKey("by");
        rig.covered = true;
        rig.advance(Duration.ofSeconds(2));
        assertThat(door.strike.released()).as("the next day").isTrue();
    }

    @Test
    void untilATimeWhereTheHoursGoOnAfterIt() {
        DoorRig.Wired door = unlocked();
        assertThat(rig.command(A, new DoorCommand.Secure(rig.time.nowMs() + 90_500)))
                .isNull();
        rig.advance(Duration.ofMillis(90_499));
        assertThat(door.strike.released()).isFalse();
        rig.advance(Duration.ofMillis(2));
        assertThat(door.strike.released()).isTrue();
        assertThat(kinds()).endsWith(EventKind.MODE_NORMAL, EventKind.AUTO_UNLOCK_STARTED);
        assertThat(rig.command(A, new DoorCommand.Secure(rig.time.nowMs()))).contains("over already");
    }

    @Test
    void aClockThatIsSetBackProlongsItNotAndOneThatIsNotBelievedDoesNotEndIt() {
        DoorRig.Wired door = unlocked();
        rig.command(A, new DoorCommand.Secure(rig.time.nowMs() + 60_000));
        rig.time.setWall("2026-03-01T10:00:00Z");
        rig.advance(Duration.ofSeconds(61));
        assertThat(door.strike.released()).isTrue();

        rig.command(A, new DoorCommand.Secure(null));
        rig.believed = false;
        rig.covered = false;
        rig.advance(Duration.ofMinutes(10));
        rig.believed = true;
        rig.covered = true;
        rig.advance(Duration.ofMinutes(10));
        assertThat(door.strike.released()).isFalse();
    }

    @Test
    void normalEndsItAndTheHoursGoOn() {
        DoorRig.Wired door = unlocked();
        rig.command(A, new DoorCommand.Secure(null));
        assertThat(rig.command(A, new DoorCommand.Normal())).isNull();
        assertThat(door.strike.released()).isTrue();
        assertThat(kinds()).endsWith(EventKind.MODE_NORMAL, EventKind.AUTO_UNLOCK_STARTED);
    }

    @Test
    void fireReleasesItAndALockdownIsIndependent() {
        DoorRig.Wired door = unlocked();
        rig.command(A, new DoorCommand.Secure(null));
        rig.fire(A, true);
        assertThat(door.strike.released()).isTrue();
        rig.fire(A, false);
        assertThat(door.strike.released()).isFalse();
        rig.lockdown(A);
        rig.command(A, new DoorCommand.Unlockdown());
        assertThat(door.strike.released()).isFalse();
        assertThat(rig.view(A).standing().secure()).isNotNull();
    }

    @Test
    void itOutlastsARestartUnlessItsHoursEndedMeanwhile() {
        unlocked();
        rig.command(A, new DoorCommand.Secure(null));
        rig.restart();
        DoorRig.Wired door = rig.door(A, OFFICE, false);
        rig.advance(Duration.ofMinutes(1));
        assertThat(door.strike.released()).isFalse();
        assertThat(kinds()).doesNotContain(EventKind.MODE_NORMAL);
        rig.restart();
        rig.overSince = true;
        door = rig.door(A, OFFICE, false);
        rig.advance(Duration.ofSeconds(1));
        assertThat(door.strike.released()).isTrue();
        assertThat(kinds()).endsWith(EventKind.MODE_NORMAL, EventKind.AUTO_UNLOCK_STARTED);
    }

    @Test
    void otherHoursOfThePolicyLeaveItUnlessTheyDoNotCoverNow() {
        DoorRig.Wired door = unlocked();
        rig.command(A, new DoorCommand.Secure(null));
        var other = new DoorRules(Kind.DOOR, new AutoUnlock(2, false), List.of(), List.of());
        rig.on(new LaneInput.NewRules(A, rig.time.nowNs(), DoorRig.TIMES, other));
        assertThat(door.strike.released()).isFalse();
        assertThat(rig.view(A).standing().secure()).isNotNull();
        rig.on(new LaneInput.NewRules(A, rig.time.nowNs(), DoorRig.TIMES, DoorRules.PLAIN));
        assertThat(rig.view(A).standing().secure()).isNull();
        assertThat(rig.last().kind()).isEqualTo(EventKind.MODE_NORMAL);
    }

    @Test
    void itEndsWithTheChannel() {
        unlocked();
        rig.command(A, new DoorCommand.Secure(rig.time.nowMs() + 60_000));
        rig.on(new LaneInput.Removed(A, rig.time.nowNs()));
        assertThat(rig.view(A).standing().secure()).isNull();
        assertThat(rig.last().kind()).isEqualTo(EventKind.MODE_NORMAL);
        assertThat(rig.last().additional()).containsEntry("reason", "channel_removed");
    }
}
