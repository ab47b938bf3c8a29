package dev.lintel.controller.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.SystemTime;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// What becomes of an error of the JVM that Vert.x catches.
class EventLoopsTest {
    @Test
    void exhaustedMemoryInAHandlerReachesTheHandlerOfUncaughtExceptions() throws InterruptedException {
        var seen = new LinkedBlockingQueue<Throwable>();
        var fault = new OutOfMemoryError("of the test");
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((_, error) -> seen.add(error));
        try (EventLoops loops = EventLoops.start(new SystemTime())) {
            loops.vertx().runOnContext(_ -> {
                throw fault;
            });
            assertThat(seen.poll(10, TimeUnit.SECONDS)).isSameAs(fault);
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }
}
