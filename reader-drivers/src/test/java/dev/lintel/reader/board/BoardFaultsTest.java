package dev.lintel.reader.board;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.gpio.Edge;
import dev.lintel.reader.gpio.InputPoint;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.gpio.OutputPoint;
import dev.lintel.reader.gpio.WirePair;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Calls of the kernel that fail: exits and fire go on where they can, and are back as soon as the lines are.
class BoardFaultsTest {
    private static final LineSpec REX = new LineSpec(22, false);
    private static final LineSpec STRIKE = new LineSpec(17, true);

    private final FakeKernel kernel = new FakeKernel();
    private final AtomicReference<FakeKernel> plugged = new AtomicReference<>(kernel);
    private final AtomicLong aheadNs = new AtomicLong();
    private final BoardGpio chip =
            new BoardGpio(this::opened, "/dev/gpiochip9", () -> System.nanoTime() + aheadNs.get());
    private final BlockingQueue<Boolean> pressed = new LinkedBlockingQueue<>();

    private Kernel opened() {
        FakeKernel there = plugged.get();
        there.info(); // throws where nothing is plugged in
        return there;
    }

    @AfterEach
    void close() {
        chip.close();
    }

    private static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
        return Objects.requireNonNull(queue.poll(10, TimeUnit.SECONDS), "nothing came");
    }

    private static void await(BooleanSupplier wanted) throws InterruptedException {
        var pause = new CountDownLatch(1);
        for (int leftMs = 10_000; !wanted.getAsBoolean(); leftMs--) {
            assertThat(leftMs).as("in time").isPositive();
            assertThat(pause.await(1, TimeUnit.MILLISECONDS)).isFalse();
        }
    }

    private InputPoint rex() {
        return chip.input(REX, 10, (active, _) -> pressed.add(active));
    }

    @Test
    void oneReadThatFailsEndsNothingAndTheLineIsAskedForAnew() throws InterruptedException {
        InputPoint rex = rex();
        BlockingQueue<Edge> edges = new LinkedBlockingQueue<>();
        chip.edges(new WirePair(14, 15), edges::add);
        FakeKernel.Request first = kernel.of(22);
        first.broken = true;
        first.edge(22, true, 1);
        await(() -> first.closed && !kernel.requests.getLast().closed && chip.fault() == null);
        kernel.of(14).edge(14, false, 5);
        assertThat(next(edges).atNs()).isEqualTo(5);
        kernel.of(22).edge(22, true, 9);
        assertThat(next(pressed)).isTrue();
        kernel.of(22).levels = 1;
        assertThat(rex.active()).isTrue();
    }

    @Test
    void whatWasPressedWhileTheLineWasDeadIsToldOnceItIsBack() throws InterruptedException {
        rex();
        kernel.refused = 22; // and cannot be had again at first
        kernel.of(22).hungUp = true;
        await(() -> chip.fault() != null && kernel.requests.getFirst().closed);
        assertThat(pressed).isEmpty();
        var held = new AtomicReference<FakeKernel.Request>();
        kernel.onRequest = request -> {
            request.levels = 1;
            held.set(request);
        };
        kernel.refused = -1;
        assertThat(next(pressed)).isTrue();
        assertThat(held.get().offsets).containsExactly(22);
        await(() -> chip.fault() == null);
    }

    @Test
    void aLookAtALineThatFailsAnswersWhatWasLastAndThrowsNothing() throws InterruptedException {
        InputPoint rex = rex();
        kernel.of(22).levels = 1;
        assertThat(rex.active()).isTrue();
        kernel.refused = 22;
        kernel.of(22).broken = true;
        assertThat(rex.active()).isTrue();
        await(() -> kernel.requests.getFirst().closed);
        assertThat(rex.active()).isTrue();
        assertThat(chip.fault()).contains("line 22 of /dev/gpiochip9 cannot be used");
    }

    @Test
    void aWriteThatWorksAgainEndsTheFaultAndOneThatNeverDoesIsAskedForAnew() throws InterruptedException {
        OutputPoint strike = chip.output(STRIKE);
        kernel.of(17).broken = true;
        strike.set(true);
        assertThat(strike.active()).isFalse();
        assertThat(chip.fault()).isNotNull();
        kernel.of(17).broken = false;
        strike.set(true);
        assertThat(strike.active()).isTrue();
        assertThat(chip.fault()).isNull();

        FakeKernel.Request first = kernel.of(17);
        first.broken = true;
        for (int i = 0; i < 10; i++) strike.set(false);
        await(() -> first.closed && chip.fault() == null);
        await(() -> kernel.of(17).levels == 1); // where it was
        strike.set(false);
        assertThat(kernel.of(17).levels).isZero();
    }

    @Test
    void aChipThatWasUnpluggedAndIsBackHasEveryLineAsItWas() throws InterruptedException {
        rex();
        OutputPoint held = chip.output(STRIKE);
        OutputPoint locked = chip.output(new LineSpec(18, true));
        held.set(true);
        var back = new FakeKernel();
        back.onRequest = request -> {
            if (request.offsets.contains(22)) request.levels = 1; // pressed meanwhile
        };
        kernel.unplug();
        await(() -> chip.fault() != null);
        assertThat(chip.fault()).contains("/dev/gpiochip9 does not answer");
        plugged.set(back);
        assertThat(next(pressed)).isTrue();
        await(() -> chip.fault() == null);
        assertThat(back.of(17).levels).isEqualTo(1);
        assertThat(back.of(18).levels).isZero();
        locked.set(true);
        assertThat(back.of(18).levels).isEqualTo(1);
        back.of(22).edge(22, false, 7);
        assertThat(next(pressed)).isFalse();
    }

    @Test
    void aChipThatStaysAwayEndsTheThreadAndSoTheProcess() throws InterruptedException {
        var before = Thread.getDefaultUncaughtExceptionHandler();
        BlockingQueue<Throwable> ended = new LinkedBlockingQueue<>();
        Thread.setDefaultUncaughtExceptionHandler((_, fault) -> ended.add(fault));
        try {
            kernel.unplug();
            await(() -> chip.fault() != null);
            assertThat(ended).isEmpty();
            aheadNs.addAndGet(BoardGpio.GONE_NS_MAX + 1);
            assertThat(next(ended)).hasMessageContaining("/dev/gpiochip9 does not answer");
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    @Test
    void anotherChipInItsPlaceIsLeftAlone() throws InterruptedException {
        rex();
        kernel.unplug();
        await(() -> chip.fault() != null);
        var other = new FakeKernel();
        other.label = "another";
        plugged.set(other);
        aheadNs.addAndGet(5_000_000_000L);
        await(() -> other.closed);
        assertThat(other.requests).isEmpty();
        assertThat(chip.fault()).isNotNull();
    }
}
