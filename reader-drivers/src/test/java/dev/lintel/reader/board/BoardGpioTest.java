package dev.lintel.reader.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.ReaderEvent;
import dev.lintel.reader.gpio.Bias;
import dev.lintel.reader.gpio.Edge;
import dev.lintel.reader.gpio.EdgeSource;
import dev.lintel.reader.gpio.GpioException;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.gpio.OutputPoint;
import dev.lintel.reader.gpio.WirePair;
import dev.lintel.reader.hardware.HardwareException;
import dev.lintel.reader.hardware.HardwarePlan;
import dev.lintel.reader.hardware.HardwarePlan.ReaderWiring;
import dev.lintel.reader.linux.GpioFlag;
import dev.lintel.reader.wiegand.WiegandReader;
import dev.lintel.reader.wiegand.WiegandSettings;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BoardGpioTest {
    private static final long MS = 1_000_000;

    private final FakeKernel kernel = new FakeKernel();
    private final BoardGpio chip = new BoardGpio(() -> kernel, "/dev/gpiochip9", System::nanoTime);

    @AfterEach
    void close() {
        chip.close(); // the fake kernel throws when a line was not given back
    }

    private record Change(boolean active, long atNs) {}

    @Test
    void anInputIsPulledToItsInactiveLevelDebouncedAndTellsItsChanges() throws InterruptedException {
        BlockingQueue<Change> changes = new LinkedBlockingQueue<>();
        var contact = chip.input(new LineSpec(27, false), 10, (active, atNs) -> changes.add(new Change(active, atNs)));
        FakeKernel.Request request = kernel.of(27);
        assertThat(request.flags)
                .isEqualTo(GpioFlag.INPUT
                        | GpioFlag.EDGE_RISING
                        | GpioFlag.EDGE_FALLING
                        | GpioFlag.ACTIVE_LOW
                        | GpioFlag.BIAS_PULL_UP);
        assertThat(request.debounceUs).isEqualTo(10_000);
        assertThat(contact.active()).isFalse();
        request.levels = 1;
        assertThat(contact.active()).isTrue();
        request.edge(27, true, 123);
        request.edge(27, false, 456);
        assertThat(next(changes)).isEqualTo(new Change(true, 123));
        assertThat(next(changes)).isEqualTo(new Change(false, 456));
    }

    @Test
    void anInputThatIsActiveHighIsPulledDown() {
        chip.input(new LineSpec(4, true), 0, (_, _) -> {});
        assertThat(kernel.of(4).flags & (GpioFlag.BIAS_PULL_DOWN | GpioFlag.ACTIVE_LOW))
                .isEqualTo(GpioFlag.BIAS_PULL_DOWN);
    }

    @Test
    void whatHoldsAnOpenWireIsAsTheFileSays() {
        long all = GpioFlag.BIAS_PULL_UP | GpioFlag.BIAS_PULL_DOWN | GpioFlag.BIAS_DISABLED;
        chip.input(new LineSpec(4, false, Bias.OFF), 0, (_, _) -> {});
        assertThat(kernel.of(4).flags & all).isEqualTo(GpioFlag.BIAS_DISABLED);
        chip.input(new LineSpec(5, false, Bias.AS_IS), 0, (_, _) -> {});
        assertThat(kernel.of(5).flags & all).isZero();
        chip.input(new LineSpec(6, false, Bias.PULL_DOWN), 0, (_, _) -> {});
        assertThat(kernel.of(6).flags & all).isEqualTo(GpioFlag.BIAS_PULL_DOWN);
        chip.edges(new WirePair(14, 15, Bias.OFF), _ -> {});
        assertThat(kernel.of(14).flags).isEqualTo(GpioFlag.INPUT | GpioFlag.EDGE_FALLING | GpioFlag.BIAS_DISABLED);
    }

    @Test
    void aLineThatIsGivenBackCanBeHadAgain() {
        chip.output(new LineSpec(17, true)).set(true);
        FakeKernel.Request first = kernel.of(17);
        chip.release(17);
        assertThat(first.closed).isTrue();
        kernel.requests.remove(first);
        chip.input(new LineSpec(17, true), 0, (_, _) -> {});
        assertThat(kernel.of(17).flags & GpioFlag.INPUT).isEqualTo(GpioFlag.INPUT);
        chip.release(3); // nobody has it
    }

    @Test
    void aRequestThatIsRefusedTakesNothing() {
        assertThatThrownBy(() -> chip.edges(new WirePair(7, 31), _ -> {})).isInstanceOf(GpioException.class);
        chip.output(new LineSpec(8, true));
        assertThatThrownBy(() -> chip.edges(new WirePair(7, 8), _ -> {})).isInstanceOf(GpioException.class);
        chip.output(new LineSpec(7, true));
    }

    @Test
    void whichDataLineIsLowCanBeSeen() {
        EdgeSource pair = chip.edges(new WirePair(14, 15), _ -> {});
        kernel.of(14).levels = 3;
        assertThat(pair.low()).isZero();
        kernel.of(14).levels = 1;
        assertThat(pair.low()).isEqualTo(2);
    }

    @Test
    void anOutputBeginsInactiveAndIsDrivenByItsLogicalLevel() {
        OutputPoint strike = chip.output(new LineSpec(17, false));
        assertThat(kernel.of(17).flags).isEqualTo(GpioFlag.OUTPUT | GpioFlag.ACTIVE_LOW);
        assertThat(strike.active()).isFalse();
        strike.set(true);
        assertThat(kernel.of(17).levels).isEqualTo(1);
        assertThat(strike.active()).isTrue();
        strike.set(false);
        assertThat(kernel.of(17).levels).isZero();
    }

    @Test
    void anOutputThatCannotBeDrivenIsToldAndThrowsNothingAtTheDoor() {
        OutputPoint strike = chip.output(new LineSpec(17, true));
        kernel.of(17).broken = true;
        strike.set(true);
        assertThat(strike.active()).isFalse();
        assertThat(chip.fault()).contains("line 17 of /dev/gpiochip9 cannot be used");
    }

    @Test
    void bothWiegandLinesAreOneRequestWithoutDebounce() throws InterruptedException {
        BlockingQueue<Edge> edges = new LinkedBlockingQueue<>();
        chip.edges(new WirePair(14, 15), edges::add);
        FakeKernel.Request request = kernel.of(14);
        assertThat(request.offsets).containsExactly(14, 15);
        assertThat(request.flags).isEqualTo(GpioFlag.INPUT | GpioFlag.EDGE_FALLING | GpioFlag.BIAS_PULL_UP);
        assertThat(request.debounceUs).isZero();
        assertThat(request.events).isEqualTo(1024);
        request.edge(15, false, 10);
        request.edge(14, false, 20);
        assertThat(next(edges)).isEqualTo(new Edge(10, 1, 1));
        assertThat(next(edges)).isEqualTo(new Edge(20, 0, 2));
    }

    /// Only so can a card not be cut in two where the chip's thread was held up.
    @Test
    void aLineIsNotSettledWhileEdgesWaitOrAreBeingHandedOn() throws InterruptedException {
        var entered = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        EdgeSource pair = chip.edges(new WirePair(14, 15), _ -> {
            entered.countDown();
            awaitQuietly(go);
        });
        long before = System.nanoTime();
        assertThat(pair.settledNs()).isBetween(before - 1_000 * MS, System.nanoTime());
        kernel.of(14).edge(14, false, 77);
        assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(pair.settledNs()).isEqualTo(Long.MIN_VALUE); // it is being handed on: nothing is settled yet
        kernel.of(14).edge(14, false, 99);
        go.countDown();
        CountDownLatch done = new CountDownLatch(1);
        chip.input(new LineSpec(3, true), 0, (_, _) -> done.countDown());
        kernel.of(3).edge(3, true, 1);
        assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aCardComesOutOfTheReaderOnTop() throws InterruptedException {
        BlockingQueue<ReaderEvent> events = new LinkedBlockingQueue<>();
        var wiring = new ReaderWiring.Wiegand(14, 15, new LineSpec(1, true), null, null);
        try (var _ = new WiegandReader(chip, wiring, WiegandSettings.anyCard(null), events::add, System::nanoTime)) {
            String bits = "10111101100010001110101110";
            long atNs = System.nanoTime() - 60 * MS;
            for (int i = 0; i < bits.length(); i++) {
                atNs += 2 * MS;
                kernel.of(14).edge(bits.charAt(i) == '0' ? 14 : 15, false, atNs);
            }
            assertThat(next(events)).isEqualTo(new ReaderEvent.Card(CardBits.of(bits), atNs));
        }
    }

    @Test
    void aLineIsGivenOutOnceAndOnlyWhereThereIsOne() {
        chip.output(new LineSpec(5, true));
        assertThatThrownBy(() -> chip.input(new LineSpec(5, true), 0, (_, _) -> {}))
                .isInstanceOf(GpioException.class)
                .hasMessage("line 5 is in use");
        assertThatThrownBy(() -> chip.output(new LineSpec(32, true)))
                .hasMessage("line 32: /dev/gpiochip9 has lines 0 to 31");
        assertThatThrownBy(() -> chip.edges(new WirePair(6, 6), _ -> {})).hasMessage("D0 and D1 are both line 6");
    }

    @Test
    void whatTheKernelRefusesIsSaidInWords() {
        assertThatThrownBy(() -> chip.output(new LineSpec(31, true)))
                .hasMessage("line 31 of /dev/gpiochip9 is in use by 'spi0 CS0'");
        assertThatThrownBy(() -> chip.edges(new WirePair(29, 30), _ -> {}))
                .hasMessage("lines [29, 30] of /dev/gpiochip9 cannot tell its edges: it has no interrupt");
    }

    @Test
    void aListenerThatThrowsLosesItsEdgeAndNoMore() throws InterruptedException {
        BlockingQueue<Change> changes = new LinkedBlockingQueue<>();
        chip.input(new LineSpec(8, true), 0, (_, _) -> {
            throw new IllegalStateException("a listener's fault");
        });
        chip.input(new LineSpec(9, true), 0, (active, atNs) -> changes.add(new Change(active, atNs)));
        kernel.of(8).edge(8, true, 1);
        kernel.of(9).edge(9, true, 2);
        assertThat(next(changes)).isEqualTo(new Change(true, 2));
    }

    @Test
    void aChipThatWasUnpluggedIsAFaultAndTheOutputsGoOn() {
        OutputPoint strike = chip.output(new LineSpec(17, true));
        kernel.unplug();
        long untilNs = System.nanoTime() + 10_000 * MS;
        while (chip.fault() == null && System.nanoTime() - untilNs < 0) Thread.onSpinWait();
        assertThat(chip.fault()).contains("/dev/gpiochip9 does not answer");
        strike.set(true);
        assertThat(strike.active()).isTrue();
    }

    @Test
    void itsThreadGoesRoundUntilAListenerHoldsItUpAndAnEndIsNoHang() throws InterruptedException {
        long firstNs = chip.aliveNs();
        awaitRoundAfter(firstNs);
        var held = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        chip.input(new LineSpec(27, false), 0, (_, _) -> {
            held.countDown();
            awaitQuietly(goOn);
        });
        kernel.of(27).edge(27, true, 123);
        assertThat(held.await(10, TimeUnit.SECONDS)).isTrue();
        long stuckNs = chip.aliveNs();
        assertThat(goOn.await(200, TimeUnit.MILLISECONDS)).isFalse(); // four of its rounds
        assertThat(chip.aliveNs()).isEqualTo(stuckNs);
        goOn.countDown();
        awaitRoundAfter(stuckNs);
        chip.close();
        awaitRoundAfter(Long.MAX_VALUE - 1);
    }

    private void awaitRoundAfter(long ns) throws InterruptedException {
        var pause = new CountDownLatch(1);
        for (int leftMs = 10_000; chip.aliveNs() <= ns; leftMs--) {
            assertThat(leftMs).as("a round in time").isPositive();
            assertThat(pause.await(1, TimeUnit.MILLISECONDS)).isFalse();
        }
    }

    @Test
    void aChipThatIsNotThereIsSaidInWords() {
        var provider = new BoardProvider();
        assertThat(provider.name()).isEqualTo("board");
        assertThatThrownBy(() -> provider.open(plan("/nowhere/gpiochip0"), System::nanoTime))
                .isInstanceOf(HardwareException.class)
                .hasMessageContaining("/nowhere/gpiochip0 is not there");
        assertThatThrownBy(() -> provider.open(plan("/dev/null"), System::nanoTime))
                .hasMessageContaining("/dev/null is no GPIO chip");
    }

    private static HardwarePlan plan(String chip) {
        return new HardwarePlan(chip, Map.of(), List.of());
    }

    private static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
        return Objects.requireNonNull(queue.poll(10, TimeUnit.SECONDS), "nothing came");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
