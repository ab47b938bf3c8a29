package dev.lintel.controller.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.DoorMemory;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.door.Watchdog;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.MemoryLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/// What a box whose doors hang does, with real threads, simulated wires and the real clock.
class HungBoxTest {
    /// Generous: the machine that tests may be busy with others.
    private static final long WAIT_S_MAX = 30;

    /// Of which the median counts: one may meet a machine that is busy.
    private static final int ROUNDS = 9;

    private static final Watchdog.Limits SHORT =
            new Watchdog.Limits(TimeUnit.MILLISECONDS.toNanos(1_500), Long.MAX_VALUE, Long.MAX_VALUE);

    @Test
    void theStrikeOfAHungLaneRestsAndFireAndExitsReleaseItMeanwhile(TestReporter report) throws InterruptedException {
        var log = new MemoryLog();
        var goOn = new CountDownLatch(1);
        try (var door = new DoorBench(log, DoorMemory.NONE, null)) {
            door.watch(SHORT, code -> {
                throw new AssertionError("ended with " + code);
            });
            door.lane().offer(new LaneInput.Commanded(1, 0, new DoorCommand.Unlock(null), "test", _ -> {
                DoorBench.awaitQuietly(goOn); // unlocked, and the lane hangs
            }));
            try {
                door.awaitReleasedNs();
                DoorBench.until("rest", () -> !door.strikeReleased());
                long[] tookNs = new long[ROUNDS];
                for (int i = 0; i < ROUNDS; i++) {
                    long calledNs = door.time.nowNs();
                    door.simulator.fire(true);
                    tookNs[i] = door.awaitReleasedNs() - calledNs;
                    door.simulator.fire(false);
                    DoorBench.until("rest", () -> !door.strikeReleased());
                }
                Arrays.sort(tookNs);
                long medianNs = tookNs[ROUNDS / 2];
                report.publishEntry("fire to strike", TimeUnit.NANOSECONDS.toMicros(medianNs) + " µs");
                assertThat(medianNs).isLessThan(TimeUnit.MILLISECONDS.toNanos(3));
                door.simulator.pressRex(1, 100);
                door.awaitReleasedNs();
            } finally {
                goOn.countDown();
            }
            DoorBench.until("the lane goes on", () -> log.kinds().contains(EventKind.DOORS_GO_ON));
            DoorBench.until("it heard of the exit", () -> log.kinds().contains(EventKind.ADMITTED_REQUEST_EXIT));
            assertThat(log.kinds()).containsOnlyOnce(EventKind.DOORS_HUNG).doesNotContain(EventKind.FORCED_OPEN);
            assertThat(door.strikeReleased()).isTrue(); // unlocked, as before
        }
    }

    @Test
    void aProcessThatHangsEndsWithItsOwnCodeThoughItsOrderlyEndHangsToo() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx64m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        HungProcess.class.getName())
                .redirectErrorStream(true)
                .start();
        try {
            assertThat(process.waitFor(WAIT_S_MAX, TimeUnit.SECONDS)).isTrue();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(said)
                    .contains("the lane hangs")
                    .contains("locks are at rest")
                    .contains("the process ends");
            assertThat(process.exitValue()).isEqualTo(Watchdog.EXIT_CODE);
        } finally {
            process.destroyForcibly();
        }
    }
}
