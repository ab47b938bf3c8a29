package dev.lintel.reader.wiegand;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.ReaderEvent;
import dev.lintel.reader.ReaderSignal;
import dev.lintel.reader.format.CardFormats;
import dev.lintel.reader.gpio.Edge;
import dev.lintel.reader.gpio.EdgeListener;
import dev.lintel.reader.gpio.EdgeSource;
import dev.lintel.reader.gpio.GpioChip;
import dev.lintel.reader.gpio.InputPoint;
import dev.lintel.reader.gpio.LineListener;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.gpio.OutputPoint;
import dev.lintel.reader.gpio.WirePair;
import dev.lintel.reader.hardware.HardwarePlan.ReaderWiring;
import dev.lintel.reader.keypad.Keypad;
import dev.lintel.reader.wiegand.WiegandOutcome.Fault;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WiegandReaderTest {
    private static final long MS = 1_000_000;
    private static final WiegandSettings SETTINGS =
            new WiegandSettings(Keypad.of("burst4"), CardFormats.of(List.of("H10301", "raw")));

    private final Board board = new Board();
    private final BlockingQueue<ReaderEvent> events = new LinkedBlockingQueue<>();
    private final ReaderWiring.Wiegand wiring =
            new ReaderWiring.Wiegand(14, 15, new LineSpec(1, true), new LineSpec(2, true), new LineSpec(3, true));
    private final AtomicBoolean broken = new AtomicBoolean();
    private final WiegandReader reader = new WiegandReader(board, wiring, SETTINGS, this::take, System::nanoTime);

    @AfterEach
    void close() {
        reader.close();
    }

    @Test
    void aCardIsReportedWithTheTimeOfItsLastEdgeOnceItsSilenceIsOver() throws InterruptedException {
        long lastNs = board.send("10111101100010001110101110", System.nanoTime() - 25 * MS, 1);
        assertThat(next()).isEqualTo(new ReaderEvent.Card(CardBits.of("10111101100010001110101110"), lastNs));
        assertThat(System.nanoTime() - lastNs).isGreaterThanOrEqualTo(WiegandAssembler.SILENCE_NS);
        assertThat(events).isEmpty();
    }

    private void take(ReaderEvent event) {
        events.add(event);
        if (broken.get()) throw new IllegalStateException("a listener's fault");
    }

    @Test
    void aListenerThatThrowsLosesItsCardAndNoMore() throws InterruptedException {
        broken.set(true);
        board.send("00001111", System.nanoTime() - 500 * MS, 1);
        assertThat(next()).isInstanceOf(ReaderEvent.Card.class);
        broken.set(false);
        board.send("11110000", System.nanoTime(), 9);
        assertThat(next()).isInstanceOf(ReaderEvent.Card.class);
    }

    @Test
    void aFrameHandedOnLateAndEdgeByEdgeStaysWhole() throws InterruptedException {
        // After a pause of the machine, the chip's thread reads old edges while this reader's thread runs already.
        long lastNs = board.send("10111101100010001110101110", System.nanoTime() - 500 * MS, 1);
        assertThat(next()).isEqualTo(new ReaderEvent.Card(CardBits.of("10111101100010001110101110"), lastNs));
    }

    @Test
    void aFrameWithATimeInTheFutureEndsAllTheSame() throws InterruptedException {
        board.send("10111101", System.nanoTime() + 1_000_000 * MS, 1);
        assertThat(next()).isInstanceOf(ReaderEvent.Card.class);
    }

    @Test
    void aCardIsNotCutWhereTheChipsThreadWasHeldUp() throws InterruptedException {
        long startNs = System.nanoTime() - 1_000 * MS;
        board.settledNs = startNs + 4 * MS; // the kernel holds more, but its thread does not run
        board.send("1011", startNs, 1);
        assertThat(events.poll(200, TimeUnit.MILLISECONDS)).isNull();
        board.send("0110", startNs + 4 * MS, 5);
        board.settledNs = Long.MAX_VALUE;
        assertThat(next())
                .isInstanceOfSatisfying(
                        ReaderEvent.Card.class, card -> assertThat(card.bits()).hasToString("10110110"));
    }

    @Test
    void aShortFrameIsAKeyOfTheConfiguredKeypad() throws InterruptedException {
        long lastNs = board.send("1011", System.nanoTime(), 1);
        assertThat(next()).isEqualTo(new ReaderEvent.Keys("#", lastNs));
    }

    @Test
    void aShortFrameThatIsNoKeyIsCountedAndNotReported() throws InterruptedException {
        board.send("1111", System.nanoTime(), 1);
        board.send("00001111", System.nanoTime() + 200 * MS, 5); // ends the one before
        assertThat(next()).isInstanceOf(ReaderEvent.Card.class);
        assertThat(reader.counters().rejected()).containsExactly(Map.entry(Fault.NO_KEY, 1L));
    }

    @Test
    void aListenerThatHangsCostsFramesButNeverTheChipsThread() throws InterruptedException {
        var entered = new CountDownLatch(1);
        var leave = new CountDownLatch(1);
        var other = new Board();
        try (var slow = new WiegandReader(
                other,
                wiring,
                WiegandSettings.anyCard(null),
                event -> {
                    entered.countDown();
                    await(leave);
                    events.add(event);
                },
                System::nanoTime)) {
            other.send("101010", System.nanoTime() - 100 * MS, 1);
            assertThat(entered.await(5, TimeUnit.SECONDS)).isTrue();
            long startNs = System.nanoTime();
            int flood = WiegandReader.QUEUE_EDGES_MAX + 76;
            for (int i = 0; i < flood; i++) other.fall(new Edge(startNs + MS * i, i & 1, 7 + i));
            assertThat(slow.dropped()).isEqualTo(76);
            leave.countDown();
            assertThat(next()).isInstanceOf(ReaderEvent.Card.class);
        }
    }

    @Test
    void lampsShowTheSignalAndFallBackAfterItsHold() throws InterruptedException {
        var nowNs = new AtomicLong();
        var other = new Board();
        try (var timed = new WiegandReader(other, wiring, SETTINGS, this::take, nowNs::get)) {
            other.awaitLevel(2, true); // idle: red
            timed.show(ReaderSignal.ADMITTED, 200);
            other.awaitLevel(1, true);
            other.awaitLevel(3, true);
            nowNs.set(199 * MS); // the beep is over, the hold is not
            other.awaitLevel(3, false);
            assertThat(other.changes).isEmpty();
            nowNs.set(201 * MS);
            other.awaitLevel(1, false);
            other.awaitLevel(2, true);
        }
    }

    @Test
    void nothingIsReportedAfterClose() {
        board.send("10111101", System.nanoTime(), 1);
        reader.close();
        int reported = events.size();
        board.send("10111101", System.nanoTime() + 200 * MS, 9);
        assertThat(events).hasSize(reported);
    }

    private ReaderEvent next() throws InterruptedException {
        return Objects.requireNonNull(events.poll(5, TimeUnit.SECONDS), "no event came");
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(5, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException askedToStop) {
            Thread.currentThread().interrupt();
        }
    }

    /// A chip whose edges the test sends itself, on its own thread.
    private static final class Board implements GpioChip {
        private record Change(int line, boolean active) {}

        private final BlockingQueue<Change> changes = new LinkedBlockingQueue<>();
        private @Nullable EdgeListener listener;
        private volatile long settledNs = Long.MAX_VALUE; // never behind, unless a test says so

        /// Sends `bits`, 1 ms apart by their times; answers the last one's time.
        long send(String bits, long startNs, int seqno) {
            for (int i = 0; i < bits.length(); i++) fall(new Edge(startNs + MS * i, bits.charAt(i) - '0', seqno + i));
            return startNs + MS * (bits.length() - 1);
        }

        void fall(Edge edge) {
            Objects.requireNonNull(listener).on(edge);
        }

        /// Takes changes of outputs until that one comes.
        void awaitLevel(int line, boolean active) throws InterruptedException {
            Change wanted = new Change(line, active);
            Change change;
            do change = Objects.requireNonNull(changes.poll(5, TimeUnit.SECONDS), "never: " + wanted);
            while (!change.equals(wanted));
        }

        @Override
        public InputPoint input(LineSpec line, int debounceMs, LineListener hears) {
            throw new UnsupportedOperationException("a Wiegand reader has no inputs");
        }

        @Override
        public OutputPoint output(LineSpec line) {
            return new OutputPoint() {
                private volatile boolean active;

                @Override
                public void set(boolean level) {
                    if (level != active) changes.add(new Change(line.line(), level));
                    active = level;
                }

                @Override
                public boolean active() {
                    return active;
                }
            };
        }

        @Override
        public EdgeSource edges(WirePair lines, EdgeListener hears) {
            listener = hears;
            return () -> settledNs;
        }

        @Override
        public void release(int line) {}

        @Override
        public void close() {}
    }
}
