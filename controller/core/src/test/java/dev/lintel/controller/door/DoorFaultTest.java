package dev.lintel.controller.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.reader.gpio.GpioException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A fault at one door is that door's alone: it begins anew, and at all others everything goes on.
class DoorFaultTest {
    private static final long A = 1;
    private static final long B = 2;
    private static final long C = 3;

    private final DoorRig rig = new DoorRig();
    private final DoorRig.Wired a = rig.door(A);
    private final DoorRig.Wired b = rig.door(B);
    private final DoorRig.Wired c = rig.door(C);

    private void failAt(DoorRig.Wired door, Runnable acts) {
        door.output.throwing = true;
        assertThatThrownBy(acts::run).isInstanceOf(GpioException.class);
        door.output.throwing = false;
        rig.lane().recover();
    }

    @Test
    void whoWasAdmittedOrIsBeingDecidedAtOtherDoorsNoticesNothing() {
        rig.card(B);
        long waiting = rig.present(C, "entry");
        rig.present(A, "entry");
        failAt(a, () -> rig.on(new LaneInput.AuxClosed(A, rig.time.nowNs())));
        assertThat(b.strike.released()).isTrue();
        assertThat(rig.log.drafts().stream()
                        .filter(event -> event.kind() == EventKind.REJECTED_NOT_READY)
                        .map(event -> event.subject().channelId()))
                .containsExactly(A);
        rig.answer(C, "entry", waiting, EventKind.ADMITTED_CARD, Passage.USUAL);
        assertThat(c.strike.released()).isTrue();
    }

    @Test
    void aFaultThatIsNoDoorsMakesAllBeginAnew() {
        rig.card(B);
        assertThatThrownBy(() -> rig.on(new LaneInput.RexPressed(99, 0))).isInstanceOf(IllegalStateException.class);
        rig.lane().recover();
        assertThat(b.strike.released()).isFalse();
    }

    @Test
    void afterARebuildOfOneDoorTheNextFaultIsJudgedByItself() {
        failAt(a, () -> rig.on(new LaneInput.AuxClosed(A, rig.time.nowNs())));
        rig.card(A);
        rig.card(C);
        failAt(b, () -> rig.on(new LaneInput.AuxClosed(B, rig.time.nowNs())));
        assertThat(a.strike.released()).isTrue();
        assertThat(c.strike.released()).isTrue();
    }

    @Test
    void otherDoorsTimersGoOn() {
        rig.card(A);
        rig.card(B);
        rig.time.advance(Duration.ofSeconds(6));
        failAt(a, rig.lane()::tick);
        assertThat(b.strike.released()).isFalse();
        assertThat(a.strike.released()).isFalse();
    }

    @Test
    void aLookGoesOverAllDoorsThoughOneFails() {
        rig.time.advance(Duration.ofSeconds(1));
        a.strike.burns(true);
        c.leafOpen = true;
        failAt(a, rig.lane()::lookAgain);
        assertThat(rig.view(C).state()).isEqualTo("forced");
    }

    @Test
    void aFloorThatFailsKeepsNoOtherShut() {
        rig.door(B, new DoorRules(DoorRules.Kind.FLOOR, null, List.of(), List.of()), false);
        rig.door(C, new DoorRules(DoorRules.Kind.FLOOR, null, List.of(), List.of()), false);
        failAt(b, () -> rig.card(A, new Passage(false, false, List.of(B, C), null)));
        assertThat(a.strike.released()).isTrue();
        assertThat(c.strike.released()).isTrue();
        assertThat(b.strike.released()).isFalse();
    }

    @Test
    void whatALineKeepsFromTheLogIsToldAllTheSame() {
        rig.time.advance(Duration.ofSeconds(1));
        a.sounder.throwing = true;
        assertThatThrownBy(() -> rig.leaf(A, true)).isInstanceOf(GpioException.class);
        a.sounder.throwing = false;
        rig.lane().recover();
        assertThat(a.sounder.active()).isTrue();
        rig.leaf(A, false);
        a.output.throwing = true;
        assertThatThrownBy(() -> rig.on(new LaneInput.RexPressed(A, rig.time.nowNs())))
                .isInstanceOf(GpioException.class);
        assertThat(rig.log.drafts().stream()
                        .filter(event -> Long.valueOf(A).equals(event.subject().channelId()))
                        .map(EventDraft::kind))
                .containsExactly(
                        EventKind.CHANNEL_STARTED,
                        EventKind.FORCED_OPEN,
                        EventKind.DOOR_NORMAL,
                        EventKind.REX_PRESSED,
                        EventKind.ADMITTED_REQUEST_EXIT);
    }

    @Test
    void whoeverIsToldOfAfterTheEndSetsNothingGoing() {
        rig.time.advance(Duration.ofSeconds(1));
        rig.leaf(A, true);
        assertThat(a.sounder.active()).isTrue();
        rig.lane().stop();
        rig.lane().tellLate(new LaneInput.RexPressed(A, rig.time.nowNs()));
        rig.lane().tellLate(new LaneInput.LeafMoved(A, rig.time.nowNs(), false));
        assertThat(a.sounder.active()).isFalse();
        assertThat(a.output.active()).isFalse();
        assertThat(rig.log.kinds()).endsWith(EventKind.REX_PRESSED, EventKind.ADMITTED_REQUEST_EXIT);
    }

    @Test
    void anEndTakesAllOutOfServiceThoughOneFails() {
        rig.card(B);
        a.output.throwing = true;
        assertThatThrownBy(rig.lane()::stop).isInstanceOf(GpioException.class);
        assertThat(b.strike.released()).isFalse();
        assertThat(rig.log.kinds().stream().filter(kind -> kind == EventKind.CHANNEL_STOPPED))
                .hasSize(3);
    }
}
