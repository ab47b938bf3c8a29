package dev.lintel.controller.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.DoorRules.Kind;
import dev.lintel.controller.event.EventKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// An evacuation at one door: strike, exits, log, restarts and who may end it.
class EvacuatedDoorTest {
    private static final long A = 1;
    private static final DoorCommand EVACUATE = new DoorCommand.Evacuate("Gas leak");
    private static final DoorCommand END = new DoorCommand.EndEvacuation(null);
    private static final DoorRules KEPT =
            new DoorRules(Kind.DOOR, null, List.of(), List.of(), AlarmRules.USUAL, null, false);

    private final DoorRig rig = new DoorRig();

    private List<EventKind> kinds() {
        return rig.log.kinds().stream()
                .filter(kind -> kind != EventKind.CHANNEL_STARTED)
                .toList();
    }

    private @Nullable String bySwitch(DoorCommand command) {
        var answers = new ArrayList<@Nullable String>();
        rig.on(new LaneInput.Commanded(A, rig.time.nowNs(), command, "evacuation switch Gate", answers::add));
        return answers.getFirst();
    }

    @Test
    void evacuatedDoor_staysUnlockedAndRaisesNoAlarm() {
        var door = rig.door(A);
        assertThat(rig.command(A, EVACUATE)).isNull();
        assertThat(rig.last().kind()).isEqualTo(EventKind.EVACUATION_STARTED);
        assertThat(rig.last().additional())
                .containsEntry("by", "ada@example.com")
                .containsEntry("note", "Gas leak");
        rig.leaf(A, true);
        rig.advance(Duration.ofHours(30));
        rig.leaf(A, false);
        assertThat(door.strike.released()).isTrue();
        assertThat(rig.view(A).standing().unlockedBy()).isEqualTo("evacuation");
        assertThat(rig.view(A).changedAtMs()).isPositive();
        assertThat(rig.command(A, EVACUATE)).as("the same again").isNull();
        assertThat(kinds()).containsExactly(EventKind.EVACUATION_STARTED);
        rig.command(A, END);
        assertThat(door.strike.released()).isFalse();
        assertThat(rig.last().kind()).isEqualTo(EventKind.EVACUATION_ENDED);
        assertThat(rig.last().additional())
                .containsEntry("by", "ada@example.com")
                .doesNotContainKey("note");
    }

    @Test
    void lockedDownDoor_isUnlockedWithItsExits_andLockedDownAgainAfterwards() {
        var door = rig.door(A);
        rig.command(A, new DoorCommand.LockDown(new Lockdown(true, true, true)));
        assertThat(door.locks.rex()).isTrue();
        rig.command(A, EVACUATE);
        assertThat(door.strike.released()).isTrue();
        assertThat(door.locks.rex()).isFalse();
        assertThat(door.locks.aux()).isFalse();
        rig.card(A);
        assertThat(rig.last().kind()).isEqualTo(EventKind.ADMITTED_UNLOCKED);
        assertThat(rig.last().additional()).containsEntry("unlocked_by", "evacuation");
        rig.command(A, END);
        assertThat(door.strike.released()).isFalse();
        assertThat(door.locks.rex()).isTrue();
        rig.card(A);
        assertThat(rig.last().kind()).isEqualTo(EventKind.REJECTED_LOCKDOWN);
    }

    @Test
    void lockdownDuringAnEvacuation_isLoggedAsSuspended() {
        rig.door(A);
        rig.command(A, EVACUATE);
        rig.lockdown(A);
        assertThat(rig.last().kind()).isEqualTo(EventKind.LOCKDOWN_ON);
        assertThat(rig.last().additional()).containsEntry("suspended", "evacuation");
        assertThat(rig.view(A).strikeReleased()).isTrue();
        rig.command(A, new DoorCommand.Secure(null));
        assertThat(rig.last().additional()).containsEntry("suspended", "evacuation");
        assertThat(rig.view(A).strikeReleased()).isTrue();
    }

    @Test
    void evacuation_continuesAfterARestart() {
        rig.door(A);
        rig.command(A, EVACUATE);
        rig.restart();
        var door = rig.door(A);
        assertThat(door.strike.released()).isTrue();
        assertThat(rig.view(A).standing().evacuated()).isTrue();
        rig.advance(Duration.ofDays(2));
        assertThat(door.strike.released()).isTrue();
        assertThat(kinds()).containsExactly(EventKind.EVACUATION_STARTED);
        rig.command(A, END);
        assertThat(door.strike.released()).isFalse();
    }

    @Test
    void policyThatKeepsTheDoor_refusesTheOrder_andEndsNoEvacuation() {
        var door = rig.door(A, KEPT, false);
        String refusal = rig.command(A, EVACUATE);
        assertThat(refusal).contains("evacuation: off");
        assertThat(DoorCommand.Evacuate.isByPolicy(refusal)).isTrue();
        assertThat(door.strike.released()).isFalse();
        rig.on(new LaneInput.NewRules(A, rig.time.nowNs(), rig.times, DoorRules.PLAIN));
        assertThat(rig.command(A, EVACUATE)).isNull();
        rig.on(new LaneInput.NewRules(A, rig.time.nowNs(), rig.times, KEPT));
        assertThat(door.strike.released()).isTrue();
        assertThat(rig.command(A, END)).isNull();
        assertThat(door.strike.released()).isFalse();
    }

    @Test
    void elevatorAndFloor_areNotEvacuated() {
        var floor = new DoorRules(Kind.FLOOR, null, List.of(), List.of());
        rig.door(A, floor, false);
        assertThat(rig.command(A, EVACUATE)).contains("not elevators and floors");
        assertThat(rig.command(A, END)).isNull();
        rig.restart();
        rig.door(A);
        rig.command(A, EVACUATE);
        rig.restart();
        var door = rig.door(A, floor, false);
        assertThat(door.strike.released()).isFalse();
        assertThat(rig.last().kind()).isEqualTo(EventKind.EVACUATION_ENDED);
        assertThat(rig.last().additional()).containsEntry("reason", "kind");
    }

    @Test
    void switchThatIsReleased_endsOnlyWhatItOrderedAlone() {
        rig.door(A);
        bySwitch(EVACUATE);
        rig.command(A, EVACUATE);
        bySwitch(new DoorCommand.EvacuationReleased());
        assertThat(rig.view(A).standing().evacuated())
                .as("an operator ordered it, too")
                .isTrue();
        rig.command(A, END);
        bySwitch(EVACUATE);
        rig.restart();
        rig.door(A);
        assertThat(Objects.requireNonNull(rig.kept.get(A)).evacuatedBy()).containsExactly("evacuation switch Gate");
        bySwitch(new DoorCommand.EvacuationReleased());
        assertThat(rig.view(A).standing().evacuated()).isFalse();
        assertThat(rig.last().additional()).containsEntry("by", "evacuation switch Gate");
        bySwitch(new DoorCommand.EvacuationReleased());
        assertThat(kinds())
                .containsExactly(
                        EventKind.EVACUATION_STARTED,
                        EventKind.EVACUATION_ENDED,
                        EventKind.EVACUATION_STARTED,
                        EventKind.EVACUATION_ENDED);
    }

    @Test
    void releaseOfALockdownSwitch_leavesTheEvacuation() {
        rig.door(A);
        bySwitch(EVACUATE);
        bySwitch(new DoorCommand.SwitchReleased());
        assertThat(rig.view(A).standing().evacuated()).isTrue();
    }

    @Test
    void noteWithALineBreak_isRefused() {
        rig.door(A);
        assertThat(rig.command(A, new DoorCommand.Evacuate("a\nb"))).contains("the note must have no line breaks");
        assertThat(rig.command(A, new DoorCommand.EndEvacuation("n".repeat(501))))
                .contains("at most 500");
        assertThat(kinds()).isEmpty();
    }

    @Test
    void evacuatedDoor_keepsNoPartnerOfItsInterlockShut_andTriesNoOutput() {
        rig.door(A, new DoorRules(Kind.DOOR, null, List.of(2L), List.of()), false);
        var other = rig.door(2, KEPT, false);
        rig.command(A, EVACUATE);
        rig.card(2);
        assertThat(rig.last().kind()).isEqualTo(EventKind.ADMITTED_CARD);
        assertThat(other.strike.released()).isTrue();
        var answers = new ArrayList<@Nullable String>();
        rig.on(new LaneInput.Tested(A, rig.time.nowNs(), new OutputTest.Sound(), "ada@example.com", answers::add));
        assertThat(answers.getFirst()).contains("an evacuation unlocks the door");
    }

    @Test
    void channelThatLeavesTheSite_isEvacuatedNoLonger() {
        var door = rig.door(A);
        rig.command(A, EVACUATE);
        rig.on(new LaneInput.Removed(A, rig.time.nowNs()));
        assertThat(door.strike.released()).isFalse();
        assertThat(rig.last().kind()).isEqualTo(EventKind.EVACUATION_ENDED);
        assertThat(rig.last().additional()).containsEntry("reason", "channel_removed");
    }
}
