package dev.lintel.controller;

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
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BrokenBarrierException;
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
    private final PressableChip chip = new PressableChip();
    private final Doors doors = new Doors(time, new MemoryLog(), new DoorBoard());

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
