package dev.lintel.controller.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.reader.ReaderSignal;
import dev.lintel.reader.gpio.GpioException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A door that fails again and again is set aside, alone; who is inside gets out, and it comes back by itself.
class AsideDoorsTest {
    private static final long A = 1;
    private static final long B = 2;

    private final DoorRig rig = new DoorRig();
    private final DoorRig.Wired a = rig.door(A);
    private final DoorRig.Wired b = rig.door(B);

    private List<EventKind> toldOfA() {
        return rig.log.drafts().stream()
                .filter(event -> Long.valueOf(A).equals(event.subject().channelId()))
                .map(EventDraft::kind)
                .filter(kind -> kind != EventKind.CHANNEL_STARTED)
                .toList();
    }

    /// It throws, and so it does as it begins anew.
    private void setAside() {
        a.output.throwing = true;
        assertThatThrownBy(() -> rig.on(new LaneInput.AuxClosed(A, rig.time.nowNs())))
                .isInstanceOf(GpioException.class);
        assertThat(rig.lane().isDoors()).isTrue();
        assertThatThrownBy(rig.lane()::recover).isInstanceOf(GpioException.class);
    }

    @Test
    void oneThatCannotBeginAnewIsSetAsideAndTheOthersGoOn() {
        setAside();
        assertThat(rig.lane().fault()).isEqualTo("at rest after faults: channels [1]");
        assertThat(rig.lane().allAside()).isFalse();
        assertThat(rig.last().kind()).isEqualTo(EventKind.LINE_FAULT);
        assertThat(rig.last().additional()).isEqualTo(Map.of("what", "door"));
        assertThat(a.shown).endsWith(ReaderSignal.OFFLINE);
        rig.card(B);
        assertThat(b.strike.released()).isTrue();
        rig.time.advance(Duration.ofSeconds(6));
        assertThatThrownBy(rig.lane()::tick).isInstanceOf(GpioException.class); // it was tried again
        assertThat(b.strike.released()).isFalse();
    }

    @Test
    void whoLeavesIsLetOutMeanwhileAndNobodyComesIn() {
        setAside();
        a.output.throwing = false;
        rig.present(A, "entry");
        assertThat(rig.command(A, new DoorCommand.Unlock(null))).contains("at rest");
        long rexNs = rig.time.nowNs();
        a.strike.releaseForExit(rexNs + Duration.ofMillis(500).toNanos());
        rig.on(new LaneInput.RexPressed(A, rexNs));
        assertThat(a.strike.released()).isTrue();
        rig.time.advance(Duration.ofMillis(600));
        rig.lane().tick();
        assertThat(a.strike.released()).isFalse();
        assertThat(toldOfA())
                .containsExactly(
                        EventKind.ADMITTED_AUXILIARY,
                        EventKind.LINE_FAULT,
                        EventKind.REJECTED_NOT_READY,
                        EventKind.REX_PRESSED,
                        EventKind.ADMITTED_REQUEST_EXIT);
    }

    @Test
    void itComesBackWithWhatTheSiteSaysByThenAndLooksAtItsLeaf() {
        setAside();
        var longer = new DoorTimes(
                Duration.ofSeconds(9),
                Duration.ofSeconds(15),
                Duration.ofSeconds(20),
                Duration.ofSeconds(30),
                DoorTimes.Relock.OPEN,
                true);
        rig.on(new LaneInput.NewRules(A, rig.time.nowNs(), longer, DoorRules.PLAIN));
        a.leafOpen = true;
        rig.on(new LaneInput.LeafMoved(A, rig.time.nowNs(), true));
        a.output.throwing = false;
        rig.advance(Duration.ofSeconds(1));
        assertThat(rig.lane().fault()).isNull();
        assertThat(toldOfA())
                .containsExactly(
                        EventKind.ADMITTED_AUXILIARY,
                        EventKind.LINE_FAULT,
                        EventKind.FORCED_OPEN,
                        EventKind.LINE_NORMAL);
        rig.leaf(A, false);
        rig.card(A);
        rig.advance(Duration.ofSeconds(8));
        assertThat(a.strike.released()).isTrue();
        rig.advance(Duration.ofSeconds(2));
        assertThat(a.strike.released()).isFalse();
    }

    @Test
    void oneThatFailsStillIsTriedAgainLessAndLessOften() {
        setAside();
        int tries = 0;
        long endNs = rig.time.nowNs() + Duration.ofMinutes(10).toNanos();
        while (rig.time.nowNs() < endNs) {
            rig.time.advance(Duration.ofMillis(250));
            try {
                rig.lane().tick();
            } catch (GpioException e) {
                tries++;
                assertThat(rig.lane().isDoors()).isTrue();
                rig.lane().recover();
            }
        }
        assertThat(tries).isEqualTo(14); // after 1, 2, 4, 8, 16, 32 and then each 60 s
        assertThat(toldOfA()).containsOnlyOnce(EventKind.LINE_FAULT).doesNotContain(EventKind.LINE_NORMAL);
    }

    @Test
    void oneThatKeepsFailingThoughItBeginsAnewIsSetAsideToo() {
        for (int i = 0; i < 21; i++) {
            assertThat(rig.lane().fault()).isNull();
            a.output.throwing = true;
            assertThatThrownBy(() -> rig.on(new LaneInput.AuxClosed(A, rig.time.nowNs())))
                    .isInstanceOf(GpioException.class);
            a.output.throwing = false;
            rig.lane().recover();
            rig.time.advance(Duration.ofMinutes(1));
        }
        assertThat(rig.lane().fault()).isNotNull();
    }

    @Test
    void faultsThatAreHoursApartSetNothingAside() {
        for (int i = 0; i < 60; i++) {
            a.output.throwing = true;
            assertThatThrownBy(() -> rig.on(new LaneInput.AuxClosed(A, rig.time.nowNs())))
                    .isInstanceOf(GpioException.class);
            a.output.throwing = false;
            rig.lane().recover();
            rig.time.advance(Duration.ofMinutes(4));
        }
        assertThat(rig.lane().fault()).isNull();
    }

    @Test
    void aLockThatIsOpenWithoutCurrentIsSoMeanwhile() {
        var door = rig.failSafe(A);
        door.sounder.throwing = true;
        rig.time.advance(Duration.ofSeconds(1));
        assertThatThrownBy(() -> rig.leaf(A, true)).isInstanceOf(GpioException.class);
        assertThatThrownBy(rig.lane()::recover).isInstanceOf(GpioException.class);
        assertThat(door.strike.released()).isTrue();
        door.sounder.throwing = false;
        rig.advance(Duration.ofSeconds(1));
        assertThat(door.strike.released()).isFalse();
        assertThat(door.sounder.active()).isTrue();
    }

    @Test
    void whenNoneIsLeftThatIsKnown() {
        setAside();
        b.output.throwing = true;
        assertThatThrownBy(() -> rig.on(new LaneInput.AuxClosed(B, rig.time.nowNs())))
                .isInstanceOf(GpioException.class);
        assertThatThrownBy(rig.lane()::recover).isInstanceOf(GpioException.class);
        assertThat(rig.lane().allAside()).isTrue();
    }
}
