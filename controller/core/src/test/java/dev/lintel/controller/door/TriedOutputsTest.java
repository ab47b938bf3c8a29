package dev.lintel.controller.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventKind;
import dev.lintel.reader.ReaderSignal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Lamps and sounders that an installer tries: for some seconds, never past what stands at the door, and told of.
class TriedOutputsTest {
    private static final long A = 1;
    private static final OutputTest AMBER = new OutputTest.Show("entry", ReaderSignal.WAITING_FOR_PIN);
    private static final OutputTest SOUND = new OutputTest.Sound();

    private final DoorRig rig = new DoorRig();
    private final DoorRig.Wired door = rig.door(A);

    /// Null when it was done, else why not.
    private @Nullable String test(OutputTest test) {
        var answers = new ArrayList<@Nullable String>();
        rig.on(new LaneInput.Tested(A, rig.time.nowNs(), test, "ada@example.com", answers::add));
        return answers.getFirst();
    }

    private List<EventKind> told() {
        return rig.log.kinds().stream()
                .filter(kind -> kind == EventKind.CONFIGURATION_CHANGED)
                .toList();
    }

    @Test
    void aReaderShowsAColourForFourSecondsAndThenWhatStandsAtTheDoor() {
        door.shown.clear();
        int writes = door.output.writes;
        assertThat(test(AMBER)).isNull();
        rig.advance(Duration.ofMillis(3_999));
        assertThat(door.shown).containsExactly(ReaderSignal.WAITING_FOR_PIN);
        rig.advance(Duration.ofMillis(1));
        assertThat(door.shown).containsExactly(ReaderSignal.WAITING_FOR_PIN, ReaderSignal.IDLE);
        rig.advance(Duration.ofSeconds(30));
        assertThat(door.shown).hasSize(2);
        assertThat(door.output.writes).as("no strike was driven").isEqualTo(writes);
        assertThat(rig.last().kind()).isEqualTo(EventKind.CONFIGURATION_CHANGED);
        assertThat(rig.last().subject().channelId()).isEqualTo(A);
        assertThat(rig.last().additional())
                .containsEntry("what", "test")
                .containsEntry("output", "reader")
                .containsEntry("reader", "entry")
                .containsEntry("action", "test entry reader")
                .containsEntry("new", "amber, flashing")
                .containsEntry("by", "ada@example.com");
    }

    @Test
    void whoIsAdmittedMeanwhileSeesGreenAndNothingElseAfterwards() {
        assertThat(test(AMBER)).isNull();
        door.shown.clear();
        rig.card(A);
        assertThat(door.shown).containsExactly(ReaderSignal.UNLOCKED, ReaderSignal.ADMITTED);
        rig.advance(Duration.ofMillis(4_900));
        assertThat(door.shown).as("the test is over").hasSize(2);
        rig.advance(Duration.ofMillis(100));
        assertThat(door.shown).endsWith(ReaderSignal.IDLE);
    }

    @Test
    void aLockdownThatBeginsMeanwhileIsShownAtOnceAndNothingIsTriedInOne() {
        assertThat(test(AMBER)).isNull();
        rig.lockdown(A);
        assertThat(door.shown).endsWith(ReaderSignal.LOCKDOWN);
        rig.advance(Duration.ofSeconds(10));
        assertThat(door.shown).endsWith(ReaderSignal.LOCKDOWN);
        door.shown.clear();
        int before = told().size();
        assertThat(test(AMBER)).contains("locked down");
        assertThat(test(SOUND)).contains("locked down");
        rig.advance(Duration.ofSeconds(10));
        assertThat(door.shown).isEmpty();
        assertThat(door.sounder.active()).isFalse();
        assertThat(told()).hasSize(before);
    }

    @Test
    void nothingIsTriedWhileFireReleasesTheDoor() {
        rig.fire(A, true);
        assertThat(test(AMBER)).contains("fire releases the door");
        assertThat(test(SOUND)).contains("fire releases the door");
    }

    @Test
    void theSounderIsOnForTwoSecondsWhateverHappensAtTheDoor() {
        assertThat(test(SOUND)).isNull();
        assertThat(door.sounder.active()).isTrue();
        assertThat(rig.view(A).sounder()).isTrue();
        rig.advance(Duration.ofSeconds(1));
        rig.card(A);
        rig.leaf(A, true);
        assertThat(door.sounder.active()).isTrue();
        assertThat(test(SOUND)).contains("the sounder is on already");
        rig.advance(Duration.ofMillis(999));
        assertThat(door.sounder.active()).isTrue();
        rig.advance(Duration.ofMillis(1));
        assertThat(door.sounder.active()).isFalse();
        assertThat(rig.view(A).sounder()).isFalse();
        assertThat(rig.log.kinds()).doesNotContain(EventKind.LINE_FAULT);
        assertThat(told()).hasSize(1);
    }

    @Test
    void anAlarmThatBeginsMeanwhileGoesOn() {
        assertThat(test(SOUND)).isNull();
        rig.advance(Duration.ofSeconds(1));
        rig.leaf(A, true); // forced
        rig.advance(Duration.ofSeconds(10));
        assertThat(door.sounder.active()).isTrue();
        assertThat(test(SOUND)).contains("on already");
        rig.leaf(A, false);
        assertThat(door.sounder.active()).isFalse();
    }

    @Test
    void whatIsNotThereOrDoesNotAnswerIsSaid() {
        assertThat(test(new OutputTest.Show("side", ReaderSignal.IDLE))).contains("no side reader");
        door.readerOnline = false;
        assertThat(test(AMBER)).contains("the entry reader does not answer");
        var answers = new ArrayList<@Nullable String>();
        rig.on(new LaneInput.Tested(99, rig.time.nowNs(), SOUND, "ada@example.com", answers::add));
        assertThat(answers).containsExactly("there is no door at this channel");
        rig.on(new LaneInput.Removed(A, rig.time.nowNs()));
        assertThat(test(SOUND)).contains("the site has this channel no more");
        assertThat(told()).isEmpty();
    }

    @Test
    void aFaultOfTheLaneEndsNoTestTooLate() {
        assertThat(test(SOUND)).isNull();
        assertThat(test(AMBER)).isNull();
        rig.lane().rebuild();
        rig.advance(Duration.ofSeconds(2));
        assertThat(door.sounder.active()).isFalse();
        assertThat(door.shown).endsWith(ReaderSignal.IDLE);
    }
}
