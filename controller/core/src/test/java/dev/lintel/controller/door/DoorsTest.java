package dev.lintel.controller.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.door.DoorTimes.Relock;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.MemoryLog;
import dev.lintel.controller.time.HandTime;
import dev.lintel.reader.Reader;
import dev.lintel.reader.ReaderSignal;
import dev.lintel.reader.gpio.OutputPoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Doors on virtual time: inputs in, strike, LED and log out.
class DoorsTest {
    private static final long CHANNEL = 1;

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private final MemoryLog log = new MemoryLog();
    private final DoorBoard board = new DoorBoard();
    private final Doors doors = new Doors(time, log, board);
    private final List<ReaderSignal> shown = new ArrayList<>();
    private final FakeOutput output = new FakeOutput();
    private boolean leafOpen;
    private boolean exitHeld;
    private Strike strike = new Strike(output, time);

    private static final class FakeOutput implements OutputPoint {
        private boolean active;

        @Override
        public void set(boolean active) {
            this.active = active;
        }

        @Override
        public boolean active() {
            return active;
        }
    }

    private final class FakeReader implements Reader {
        @Override
        public void show(ReaderSignal signal, int holdMs) {
            shown.add(signal);
        }

        @Override
        public boolean online() {
            return true;
        }
    }

    @BeforeEach
    void start() {
        start(false);
    }

    private void start(boolean egressByBox) {
        strike = new Strike(output, time);
        var times = new DoorTimes(
                Duration.ofSeconds(5),
                Duration.ofSeconds(15),
                Duration.ofSeconds(20),
                Duration.ofSeconds(30),
                Relock.OPEN,
                true);
        doors.start(
                new DoorSettings(CHANNEL, 1, times, DoorRules.PLAIN, egressByBox),
                new DoorParts(strike, Map.of("entry", new FakeReader()), () -> leafOpen, () -> exitHeld));
    }

    private void advance(Duration by) {
        long endNs = time.nowNs() + by.toNanos();
        for (long dueNs = doors.tick(); dueNs <= endNs; dueNs = doors.tick()) {
            time.advance(Duration.ofNanos(Math.max(0, dueNs - time.nowNs())));
        }
        time.advance(Duration.ofNanos(endNs - time.nowNs()));
        doors.tick();
    }

    private EventDraft draft(EventKind kind) {
        return new EventDraft(kind, time.nowMs(), time.nowNs(), Subject.channel(CHANNEL), Map.of());
    }

    private DoorView view() {
        return Objects.requireNonNull(board.of(CHANNEL));
    }

    private void present(long id) {
        doors.on(new LaneInput.Presented(CHANNEL, time.nowNs(), id, "entry", draft(EventKind.REJECTED_NOT_READY)));
    }

    private void answer(long id, EventKind kind, boolean longer) {
        doors.on(new LaneInput.Answered(
                CHANNEL, time.nowNs(), id, "entry", draft(kind), new Passage(longer, false, List.of(), null)));
    }

    @Test
    void anAdmissionReleasesTheStrikeForTheUnlockTimeAndShowsIt() {
        present(1);
        answer(1, EventKind.ADMITTED_CARD, false);
        assertThat(strike.released()).isTrue();
        assertThat(view().strikeReleased()).isTrue();
        assertThat(shown).containsExactly(ReaderSignal.IDLE, ReaderSignal.UNLOCKED, ReaderSignal.ADMITTED);
        advance(Duration.ofMillis(4_999));
        assertThat(strike.released()).isTrue();
        advance(Duration.ofMillis(1));
        assertThat(strike.released()).isFalse();
        advance(Duration.ofSeconds(1));
        assertThat(log.kinds())
                .containsExactly(EventKind.CHANNEL_STARTED, EventKind.ADMITTED_CARD, EventKind.ADMITTED_NOT_USED);
    }

    @Test
    void somebodyWhoNeedsLongerGetsTheLongerTime() {
        present(1);
        answer(1, EventKind.ADMITTED_CARD, true);
        advance(Duration.ofMillis(14_999));
        assertThat(strike.released()).isTrue();
        advance(Duration.ofMillis(1));
        assertThat(strike.released()).isFalse();
    }

    @Test
    void aRejectionMovesNothingAndIsShown() {
        present(1);
        answer(1, EventKind.REJECTED_UNKNOWN_CARD, false);
        assertThat(strike.released()).isFalse();
        assertThat(shown).endsWith(ReaderSignal.REJECTED);
        assertThat(log.kinds()).endsWith(EventKind.REJECTED_UNKNOWN_CARD);
    }

    @Test
    void withoutADecisionWithinThreeSecondsThePersonIsTurnedAwayAndALateAnswerIsNone() {
        present(1);
        advance(Duration.ofMillis(2_999));
        assertThat(log.kinds()).containsExactly(EventKind.CHANNEL_STARTED);
        advance(Duration.ofMillis(1));
        answer(1, EventKind.ADMITTED_CARD, false);
        assertThat(strike.released()).isFalse();
        assertThat(log.kinds()).containsExactly(EventKind.CHANNEL_STARTED, EventKind.REJECTED_NOT_READY);
    }

    @Test
    void rexGivesBothEventsAndItsPromiseOutlastsTheOpeningOfTheLeafWhereTheBoxLetsOut() {
        start(true);
        strike.releaseForExit(time.nowNs() + Duration.ofSeconds(5).toNanos());
        doors.on(new LaneInput.RexPressed(CHANNEL, time.nowNs()));
        assertThat(log.kinds())
                .endsWith(EventKind.CHANNEL_STARTED, EventKind.REX_PRESSED, EventKind.ADMITTED_REQUEST_EXIT);
        advance(Duration.ofSeconds(1));
        doors.on(new LaneInput.LeafMoved(CHANNEL, time.nowNs(), true));
        assertThat(strike.released()).isTrue();
        advance(Duration.ofSeconds(4));
        assertThat(strike.released()).isFalse();
        assertThat(log.kinds()).doesNotContain(EventKind.FORCED_OPEN);
    }

    @Test
    void aLeafThatOpensTwiceDuringAnExitIsNotForcedWhereTheBoxLetsOut() {
        start(true);
        strike.releaseForExit(time.nowNs() + Duration.ofSeconds(5).toNanos());
        doors.on(new LaneInput.RexPressed(CHANNEL, time.nowNs()));
        for (boolean open : new boolean[] {true, false, true, false}) {
            advance(Duration.ofMillis(500));
            doors.on(new LaneInput.LeafMoved(CHANNEL, time.nowNs(), open));
            assertThat(view().strikeReleased()).isTrue();
        }
        assertThat(view().state()).isEqualTo("unlocked");
        advance(Duration.ofSeconds(3));
        assertThat(view().state()).isEqualTo("secure");
        assertThat(strike.released()).isFalse();
        assertThat(log.kinds()).doesNotContain(EventKind.FORCED_OPEN);
    }

    @Test
    void anExitThatIsHeldGoesOnUntilItIsLetGo() {
        exitHeld = true;
        strike.releaseForExit(time.nowNs() + Duration.ofSeconds(5).toNanos());
        doors.on(new LaneInput.RexPressed(CHANNEL, time.nowNs()));
        advance(Duration.ofSeconds(60));
        assertThat(strike.released()).isTrue();
        exitHeld = false;
        advance(Duration.ofSeconds(2));
        assertThat(strike.released()).isFalse();
        assertThat(log.kinds()).containsOnlyOnce(EventKind.ADMITTED_REQUEST_EXIT);
    }

    @Test
    void readersTellWhatTheStrikeDoes() {
        strike.releaseForExit(time.nowNs() + Duration.ofSeconds(5).toNanos());
        doors.on(new LaneInput.RexPressed(CHANNEL, time.nowNs()));
        assertThat(shown).endsWith(ReaderSignal.UNLOCKED);
        advance(Duration.ofSeconds(5));
        assertThat(shown).endsWith(ReaderSignal.IDLE);
        present(1);
        answer(1, EventKind.ADMITTED_CARD, false);
        assertThat(shown).endsWith(ReaderSignal.UNLOCKED, ReaderSignal.ADMITTED);
        doors.on(new LaneInput.LeafMoved(CHANNEL, time.nowNs(), true));
        assertThat(shown).endsWith(ReaderSignal.IDLE);
    }

    @Test
    void whoWaitsForADecisionWhenTheBoxStopsIsAnswered() {
        present(1);
        doors.stop();
        assertThat(log.kinds())
                .containsExactly(EventKind.CHANNEL_STARTED, EventKind.REJECTED_NOT_READY, EventKind.CHANNEL_STOPPED);
    }

    @Test
    void aLeafThatMovedWhileNobodyListenedIsNoticed() {
        leafOpen = true;
        time.advance(Duration.ofSeconds(1));
        doors.lookAgain();
        assertThat(view().state()).isEqualTo("forced");
    }

    @Test
    void afterAFaultDoorsBeginAnewFromTheirInputs() {
        present(1);
        answer(1, EventKind.ADMITTED_CARD, false);
        leafOpen = true;
        doors.rebuild();
        assertThat(strike.released()).isFalse();
        assertThat(view().state()).isEqualTo("open");
    }

    @Test
    void anExitThatNeverReachedTheLaneIsStillSecuredWhenItsPromiseEnds() {
        strike.releaseForExit(time.nowNs() + Duration.ofSeconds(5).toNanos());
        advance(Duration.ofMillis(4_999));
        assertThat(strike.released()).isTrue();
        advance(Duration.ofMillis(2));
        assertThat(strike.released()).isFalse();
    }

    @Test
    void aForcedLeafIsAnAlarmUntilItCloses() {
        time.advance(Duration.ofSeconds(1));
        doors.on(new LaneInput.LeafMoved(CHANNEL, time.nowNs() + 1, true));
        assertThat(view().state()).isEqualTo("forced");
        doors.on(new LaneInput.LeafMoved(CHANNEL, time.nowNs() + 2, false));
        assertThat(view().state()).isEqualTo("secure");
        assertThat(log.kinds())
                .containsExactly(EventKind.CHANNEL_STARTED, EventKind.FORCED_OPEN, EventKind.DOOR_NORMAL);
    }

    @Test
    void aLeafLeftOpenIsWarnedOfThenAnAlarmUntilItCloses() {
        present(1);
        answer(1, EventKind.ADMITTED_CARD, false);
        doors.on(new LaneInput.LeafMoved(CHANNEL, time.nowNs(), true));
        advance(Duration.ofSeconds(30));
        doors.on(new LaneInput.LeafMoved(CHANNEL, time.nowNs(), false));
        assertThat(log.kinds())
                .containsExactly(
                        EventKind.CHANNEL_STARTED,
                        EventKind.ADMITTED_CARD,
                        EventKind.DOOR_EXTENDED_WARNING,
                        EventKind.EXTENDED_OPEN,
                        EventKind.DOOR_NORMAL);
    }

    @Test
    void aReadersLineIsToldOnChangeOnly() {
        doors.on(new LaneInput.ReaderLine(CHANNEL, time.nowNs(), "entry", true));
        doors.on(new LaneInput.ReaderLine(CHANNEL, time.nowNs(), "entry", false));
        doors.on(new LaneInput.ReaderLine(CHANNEL, time.nowNs(), "entry", false));
        assertThat(view().readersOnline()).containsEntry("entry", false);
        doors.on(new LaneInput.ReaderLine(CHANNEL, time.nowNs(), "entry", true));
        assertThat(log.kinds())
                .containsExactly(EventKind.CHANNEL_STARTED, EventKind.READER_OFFLINE, EventKind.READER_ONLINE);
    }

    @Test
    void anInputForAnUnknownChannelIsAFaultOfTheWiring() {
        assertThatThrownBy(() -> doors.on(new LaneInput.RexPressed(99, 0))).isInstanceOf(IllegalStateException.class);
    }
}
