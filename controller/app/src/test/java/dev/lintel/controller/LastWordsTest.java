package dev.lintel.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.DoorBoard;
import dev.lintel.controller.door.Doors;
import dev.lintel.controller.door.EmergencyStop;
import dev.lintel.controller.event.MemoryLog;
import dev.lintel.controller.log.Logged;
import dev.lintel.controller.time.HandTime;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What the end of a thread does to the process.
class LastWordsTest {
    private final LinkedBlockingQueue<Integer> halts = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<String> orderly = new LinkedBlockingQueue<>();
    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private final EmergencyStop stop =
            new EmergencyStop(new Doors(time, new MemoryLog(), new DoorBoard()), time, halts::add);
    private final LastWords words = new LastWords(() -> orderly.add("end"));

    @BeforeEach
    void open() {
        words.of(stop);
    }

    @AfterEach
    void close() {
        stop.close();
    }

    private void ends(Thread.Builder of, Throwable fault) {
        Thread thread = of.unstarted(() -> {});
        words.uncaughtException(thread, fault);
    }

    @Test
    void noMemoryEndsTheProcessAtOnce() throws InterruptedException {
        ends(Thread.ofPlatform().name("store-writer"), new OutOfMemoryError("of the test"));
        assertThat(halts.poll(10, TimeUnit.SECONDS)).isEqualTo(3);
    }

    @Test
    void noMemoryOfTheWebServersThreadDoesSoToo() throws InterruptedException {
        ends(Thread.ofPlatform().name("vert.x-acceptor-thread-0"), new OutOfMemoryError("of the test"));
        assertThat(halts.poll(10, TimeUnit.SECONDS)).isEqualTo(3);
    }

    @Test
    void anExceptionOfAThreadOfTheBoxIsAnOrderlyEnd() throws InterruptedException {
        ends(Thread.ofPlatform().name("store-writer"), new IllegalStateException("of the test"));
        assertThat(orderly).containsExactly("end");
        assertThat(halts).isEmpty();
    }

    /// Faults of addresses and of JSON quote what a stranger sent.
    @Test
    void theLineOfAnEndHasNoControlCharacters() {
        try (var logged = new Logged()) {
            ends(Thread.ofPlatform().name("hub"), new IllegalStateException("at \u001b[2J\u202e\nlintel: all is well"));
            assertThat(logged.text().lines())
                    .filteredOn(line -> line.contains("all is well"))
                    .containsExactly("lintel: thread hub ended: java.lang.IllegalStateException:"
                            + " at \\u001b[2J\\u202e lintel: all is well");
        }
    }

    @Test
    void aRequestThatFailsEndsNothing() throws InterruptedException {
        ends(Thread.ofVirtual().name("request"), new IllegalStateException("of the test"));
        ends(Thread.ofPlatform().name("vert.x-eventloop-thread-0"), new IllegalStateException("of the test"));
        assertThat(orderly).isEmpty();
        assertThat(halts).isEmpty();
    }

    @Test
    void whereNoMemoryIsLeftForASentenceTheProcessEndsAtOnce() throws InterruptedException {
        var poor = new LastWords(() -> {
            throw new OutOfMemoryError("of the test");
        });
        poor.of(stop);
        poor.uncaughtException(Thread.ofPlatform().name("hub").unstarted(() -> {}), new IllegalStateException("x"));
        assertThat(halts.poll(10, TimeUnit.SECONDS)).isEqualTo(3);
    }

    /// A box that restarts in this process: the stop of the doors before knows nothing of the new ones.
    @Test
    void theStopOfNewDoorsTakesTheOthersPlace() throws InterruptedException {
        var newHalts = new LinkedBlockingQueue<Integer>();
        stop.close();
        try (var next = new EmergencyStop(new Doors(time, new MemoryLog(), new DoorBoard()), time, newHalts::add)) {
            words.of(next);
            ends(Thread.ofPlatform().name("store-writer"), new OutOfMemoryError("of the test"));
            assertThat(newHalts.poll(10, TimeUnit.SECONDS)).isEqualTo(3);
            assertThat(halts).isEmpty();
        }
    }

    /// The main thread has no handler that could see its errors.
    @Test
    void anErrorOfTheMainThreadEndsTheProcessAndTheThreadGoesNowhere() throws InterruptedException {
        Thread main = Thread.ofPlatform().name("main of the test").daemon(true).start(() -> {
            throw words.end();
        });
        assertThat(halts.poll(10, TimeUnit.SECONDS)).isEqualTo(3);
        assertThat(main.isAlive()).isTrue();
    }
}
