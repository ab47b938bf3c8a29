package dev.lintel.sim.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.reader.gpio.Edge;
import dev.lintel.reader.gpio.GpioException;
import dev.lintel.reader.gpio.InputPoint;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.gpio.OutputPoint;
import dev.lintel.reader.gpio.WirePair;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SimGpioChipTest {
    private static final LineSpec LINE = new LineSpec(5, false);

    private final SimGpioChip chip = new SimGpioChip(System::nanoTime);

    @AfterEach
    void close() {
        chip.close();
    }

    @Test
    void aLineIsHandedOutOnce() {
        chip.output(LINE);
        assertThatThrownBy(() -> chip.output(LINE))
                .isInstanceOf(GpioException.class)
                .hasMessage("line 5 is in use");
        assertThatThrownBy(() -> chip.edges(new WirePair(4, 5), _ -> {})).isInstanceOf(GpioException.class);
        chip.edges(new WirePair(4, 6), _ -> {}); // the refused request took nothing
    }

    @Test
    void aLineThatTheChipHasNotIsRefused() {
        assertThatThrownBy(() -> chip.output(new LineSpec(-1, true))).isInstanceOf(GpioException.class);
        assertThatThrownBy(() -> chip.output(new LineSpec(SimGpioChip.LINES_MAX, true)))
                .isInstanceOf(GpioException.class);
    }

    @Test
    void anInputHearsOfChangesOnlyWithTheirLogicalLevel() throws InterruptedException {
        BlockingQueue<Boolean> heard = new LinkedBlockingQueue<>();
        chip.preset(LINE, true);
        InputPoint input = chip.input(LINE, 0, (active, _) -> heard.add(active));
        assertThat(input.active()).isTrue();
        chip.drive(LINE, true);
        chip.drive(LINE, false);
        assertThat(heard.poll(5, TimeUnit.SECONDS)).isFalse();
        assertThat(input.active()).isFalse();
    }

    @Test
    void anOpenWireIsPulledUp() {
        assertThat(chip.input(new LineSpec(7, false), 0, (_, _) -> {}).active()).isFalse();
        assertThat(chip.input(new LineSpec(8, true), 0, (_, _) -> {}).active()).isTrue();
    }

    @Test
    void anOutputIsSeenWithItsTimeBeforeSetReturns() {
        List<Boolean> seen = new ArrayList<>();
        List<Long> times = new ArrayList<>();
        chip.watch(LINE, (active, atNs) -> {
            seen.add(active);
            times.add(atNs);
        });
        OutputPoint output = chip.output(LINE);
        long beforeNs = System.nanoTime();
        output.set(true);
        output.set(true);
        output.set(false);
        assertThat(seen).containsExactly(true, false);
        assertThat(times.getFirst()).isBetween(beforeNs, System.nanoTime());
    }

    @Test
    void edgesCarryTheirOwnTimeAndTheKernelsNumbersAndNoneBeforeTheyFall() throws InterruptedException {
        BlockingQueue<Edge> edges = new LinkedBlockingQueue<>();
        chip.edges(new WirePair(14, 15), edges::add);
        long startNs = System.nanoTime() + 5_000_000;
        chip.pulses(14, startNs, List.of(new Pulse(0, 1, false), new Pulse(10, 0, true), new Pulse(20, 1, false)));
        Edge first = Objects.requireNonNull(edges.poll(5, TimeUnit.SECONDS));
        assertThat(System.nanoTime()).isGreaterThanOrEqualTo(startNs);
        assertThat(first).isEqualTo(new Edge(startNs, 1, 1));
        assertThat(edges.poll(5, TimeUnit.SECONDS)).isEqualTo(new Edge(startNs + 20, 1, 3));
    }

    @Test
    void tooMuchAtOnceIsRefusedWhole() {
        List<Pulse> train = Collections.nCopies(SimSchedule.ACTIONS_MAX + 1, new Pulse(0, 0, false));
        assertThatThrownBy(() -> chip.pulses(14, System.nanoTime(), train))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("wait");
    }
}
