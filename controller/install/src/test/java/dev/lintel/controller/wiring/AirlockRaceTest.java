package dev.lintel.controller.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.config.ChannelWiring;
import dev.lintel.controller.config.ConfigFile;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.door.Airlock;
import dev.lintel.controller.door.AlarmRules;
import dev.lintel.controller.door.DoorBoard;
import dev.lintel.controller.door.DoorRules;
import dev.lintel.controller.door.DoorRules.Kind;
import dev.lintel.controller.door.DoorSettings;
import dev.lintel.controller.door.DoorTimes;
import dev.lintel.controller.door.Doors;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.event.MemoryLog;
import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.yaml.Checked;
import dev.lintel.reader.gpio.EdgeListener;
import dev.lintel.reader.gpio.EdgeSource;
import dev.lintel.reader.gpio.GpioChip;
import dev.lintel.reader.gpio.GpioException;
import dev.lintel.reader.gpio.InputPoint;
import dev.lintel.reader.gpio.LineListener;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.gpio.OutputPoint;
import dev.lintel.reader.gpio.WirePair;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/// The exits of both doors of an airlock are pressed at the same moment, each on a thread of its own.
class AirlockRaceTest {
    private static final int ROUNDS = 20_000;
    private static final int REX = 2;

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private final Queue<LaneInput> lane = new ConcurrentLinkedQueue<>();
    private final Chip chip = new Chip();
    private final Doors doors = new Doors(time, new MemoryLog(), new DoorBoard());

    /// Inputs that threads press, and outputs.
    private static final class Chip implements GpioChip {
        private final Map<Integer, LineListener> listeners = new ConcurrentHashMap<>();
        private final Map<Integer, Output> outputs = new ConcurrentHashMap<>();

        @Override
        public InputPoint input(LineSpec line, int debounceMs, LineListener listener) {
            listeners.put(line.line(), listener);
            return () -> false;
        }

        @Override
        public OutputPoint output(LineSpec line) {
            return outputs.computeIfAbsent(line.line(), _ -> new Output());
        }

        @Override
        public EdgeSource edges(WirePair lines, EdgeListener listener) {
            throw new GpioException("there are no data lines here");
        }

        @Override
        public void release(int line) {
            listeners.remove(line);
        }

        @Override
        public void close() {
            listeners.clear();
        }

        private void press(int line, long atNs) {
            LineListener listener = listeners.get(line);
            if (listener == null) throw new AssertionError("no input on line " + line);
            listener.on(true, atNs);
        }

        private boolean released(int line) {
            Output output = outputs.get(line);
            return output != null && output.active;
        }
    }

    private static final class Output implements OutputPoint {
        private volatile boolean active;

        @Override
        public void set(boolean wanted) {
            active = wanted;
        }

        @Override
        public boolean active() {
            return active;
        }
    }

    private static ControllerConfig config() {
        String text = """
                channels:
                  - {unit: 1, strike: {line: 10, fail: secure}, rex: {line: 12}, egress: mechanical}
                  - {unit: 2, strike: {line: 20, fail: secure}, rex: {line: 22}, egress: mechanical}
                """;
        if (ConfigFile.parse("controller.yaml", text) instanceof Checked.Valid<ControllerConfig> valid) {
            return valid.value();
        }
        throw new AssertionError(text);
    }

    private void start(int door, DoorRules rules) {
        ChannelWiring wiring = config().channel(door);
        if (wiring == null) throw new AssertionError("no unit " + door);
        var lines = new DoorLines(chip, time, lane::add, door, new AtomicReference<DoorTimes>(DoorBench.TIMES));
        var fixture = new DoorSettings.Fixture(false, false, true);
        doors.start(new DoorSettings(door, door, DoorBench.TIMES, rules, fixture), lines.open(wiring, Map.of()));
    }

    private void settle() {
        for (LaneInput input = lane.poll(); input != null; input = lane.poll()) doors.on(input);
        doors.tick();
    }

    @Test
    void neverAreBothReleased() throws InterruptedException, BrokenBarrierException {
        var airlock = new Airlock(2, true, false, false, Duration.ZERO);
        start(1, new DoorRules(Kind.DOOR, null, List.of(), List.of(), AlarmRules.USUAL, airlock));
        start(2, DoorRules.PLAIN);
        var barrier = new CyclicBarrier(2);
        var other = Thread.ofPlatform().daemon(true).start(() -> {
            for (int round = 0; round < ROUNDS; round++) pressTogether(barrier, 2);
        });
        int opened = 0;
        for (int round = 0; round < ROUNDS; round++) {
            barrier.await();
            chip.press(10 + REX, time.nowNs());
            barrier.await();
            boolean outer = chip.released(10);
            boolean inner = chip.released(20);
            assertThat(outer && inner)
                    .as("both doors are released in round " + round)
                    .isFalse();
            if (outer || inner) opened++;
            settle();
            time.advance(Duration.ofMinutes(1));
            settle();
            assertThat(chip.released(10) || chip.released(20))
                    .as("a door is released")
                    .isFalse();
            barrier.await();
        }
        other.join();
        assertThat(opened).as("rounds in which a door was released").isGreaterThan(ROUNDS / 10);
    }

    private void pressTogether(CyclicBarrier barrier, int door) {
        try {
            barrier.await();
            chip.press(door * 10 + REX, time.nowNs());
            barrier.await();
            barrier.await(); // the other thread has settled
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }
}
