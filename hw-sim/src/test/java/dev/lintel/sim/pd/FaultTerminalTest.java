package dev.lintel.sim.pd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Our driver and our PDs at the two ends of real pseudo terminals, through seeded sequences of faults in real time.
/// Several buses run at once, as in a box with several adapters. What must hold says [FaultWatch].
class FaultTerminalTest {
    private static final int AT_ONCE = 8;

    @Test
    void noCardIsLostDoubledOrWrongOnARealLine() throws InterruptedException {
        playAll(1, 6);
    }

    /// Minutes: run by `./lintel test --slow`.
    @Tag("slow")
    @Test
    void theSameThroughTwoHundredSequences() throws InterruptedException {
        playAll(1_001, 1_200);
    }

    /// Every other one with keys.
    private static void playAll(long first, long last) throws InterruptedException {
        var failures = new ArrayList<String>();
        try (var threads = Executors.newFixedThreadPool(AT_ONCE)) {
            var runs = new ArrayList<Future<?>>();
            for (long seed = first; seed <= last; seed++) {
                long each = seed;
                runs.add(threads.submit(() -> play(each)));
            }
            for (int i = 0; i < runs.size(); i++) {
                try {
                    runs.get(i).get();
                } catch (ExecutionException e) {
                    failures.add("seed " + (first + i) + ": " + e.getCause());
                }
            }
        }
        assertThat(failures).isEmpty();
    }

    private static void play(long seed) {
        try (var terminal = new FaultTerminal(seed, seed % 2 == 0)) {
            terminal.play();
        }
    }
}
