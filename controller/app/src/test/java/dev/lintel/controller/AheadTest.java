package dev.lintel.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.config.RunException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AheadTest {
    private record Part(AtomicInteger closed) implements AutoCloseable {
        @Override
        public void close() {
            closed.incrementAndGet();
        }
    }

    @Test
    void aPartIsMadeOnAnotherThreadAndAwaited() {
        var here = Thread.currentThread();
        var go = new CountDownLatch(1);
        Ahead<Thread> ahead = Ahead.of("part", () -> {
            awaitQuietly(go);
            return Thread.currentThread();
        });
        go.countDown();
        assertThat(ahead.get()).isNotSameAs(here);
        assertThat(ahead.get().getName()).isEqualTo("part-ahead");
    }

    @Test
    void whatMakingThrewIsThrownWhereThePartIsWanted() {
        Ahead<Part> ahead = Ahead.of("part", () -> {
            throw new RunException("port 1 is in use");
        });
        assertThatThrownBy(ahead::get).isInstanceOf(RunException.class).hasMessage("port 1 is in use");
        ahead.close(); // there is nothing to close
    }

    @Test
    void aPartThatNobodyAskedForIsClosed() {
        var closed = new AtomicInteger();
        Ahead.of("part", () -> new Part(closed)).close();
        assertThat(closed).hasValue(1);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
