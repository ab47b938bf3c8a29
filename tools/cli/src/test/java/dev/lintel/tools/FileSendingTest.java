package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.reader.Bytes;
import dev.lintel.reader.hardware.PdEvent;
import dev.lintel.reader.hardware.PdPlan;
import dev.lintel.reader.hardware.PdSimulator;
import dev.lintel.reader.hardware.PdSimulatorProvider;
import dev.lintel.reader.osdp.PdFile;
import dev.lintel.reader.serial.SerialPorts;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FileSendingTest {
    private static final int BAUD = 9_600;
    private static final int MINUTES_OF_BYTES = 200_000;
    private static final long WAIT_S = 20;

    private final BlockingQueue<PdEvent> events = new LinkedBlockingQueue<>();

    @Test
    void anInterruptedOneTellsTheReaderBeforeTheLineIsClosed() throws InterruptedException {
        var provider = ServiceLoader.load(PdSimulatorProvider.class).findFirst().orElseThrow();
        var plan = new PdPlan(PdPlan.PTY, BAUD, List.of(3), null, Set.of(), 7L);
        try (PdSimulator readers = provider.open(plan, new SystemTime()::nowNs, events::add)) {
            try (var one = new OneReader(SerialPorts.opener(readers.port(), BAUD), 3, null, _ -> {})) {
                one.awaitOnline();
                var begun = new CountDownLatch(1);
                var content = new PdFile(1, Bytes.copyOf(new byte[MINUTES_OF_BYTES]));
                var sending = new FileSending(one, content, (_, _) -> begun.countDown());
                Thread interrupting = Thread.ofPlatform().start(() -> {
                    awaitQuietly(begun);
                    sending.abort();
                });
                assertThatThrownBy(sending::await)
                        .isInstanceOf(CommandFailed.class)
                        .hasMessage("interrupted");
                interrupting.join();
            }
            assertThat(event("file-ended")).isTrue();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(WAIT_S, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean event(String name) throws InterruptedException {
        for (PdEvent e = events.poll(); e != null; e = events.poll())
            if (e.event().equals(name)) return true;
        return false;
    }
}
