package dev.lintel.reader.osdp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.serial.SerialLine;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// A connection to a bridge that brings no byte.
class SilentLineTest {
    private final AtomicLong nowNs = new AtomicLong();
    private final CountDownLatch silent = new CountDownLatch(1);

    /// Without this a name with two addresses would lead to the silent one each time.
    @Test
    void theLineLearnsThatNoByteCame() throws InterruptedException {
        var pd = new PdSettings(0, _ -> {});
        try (var driver = new OsdpBusDriver("bridge", this::open, List.of(pd), nowNs::get)) {
            driver.start();
            assertThat(silent.await(20, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(nowNs.get()).isGreaterThanOrEqualTo(PdSession.OFFLINE_NS);
    }

    private SerialLine open() {
        return new SerialLine() {
            @Override
            public int read(byte[] buffer, long timeoutNs) {
                nowNs.addAndGet(Math.max(1, timeoutNs));
                return 0;
            }

            @Override
            public void write(byte[] bytes) {}

            @Override
            public int baud() {
                return 9_600;
            }

            @Override
            public long slackNs() {
                return 1;
            }

            @Override
            public void silent() {
                silent.countDown();
            }

            @Override
            public String name() {
                return "tcp://bridge.example:4001";
            }

            @Override
            public void close() {}
        };
    }
}
