package dev.lintel.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.sync.wire.Cursor;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// A box whose disk is slower than the network.
class SlowDiskTest {
    private static final int PEOPLE = 250;
    private static final int PERSON_BYTES = 100_000;
    /// What the systems of both sides keep for a connection, by their own reckoning: 6 MB at Linux's usual
    /// settings; and at the box 16 lines ahead, a batch of 1 MiB, and the JDK's.
    private static final long KEPT_MAX = 14_000_000;
    /// Looks, a millisecond apart.
    private static final int STILL = 400;

    @Test
    void aHubGetsRidOfNoMoreThanTheBoxCanWrite() throws IOException {
        var target = new FakeTarget();
        target.stand(new Cursor("e1", 0));
        var disk = new CountDownLatch(1);
        target.disk = disk;
        try (var hub = new FakeHub()) {
            hub.gzip = false;
            for (int i = 1; i <= PEOPLE; i++) hub.put(i, "x".repeat(PERSON_BYTES));
            try (var proxy = new FaultProxy(hub.port());
                    var rig = new Rig(hub, target, proxy.address(), Rig.QUICK)) {
                Await.until("the first batch", () -> target.applies.get() > 0);
                assertThat(stood(proxy)).isLessThan(KEPT_MAX);
                assertThat(target.batches).isEmpty();
                disk.countDown();
                rig.awaitAgreement();
                assertThat(proxy.down.get()).isGreaterThan((long) PEOPLE * PERSON_BYTES);
                assertThat(target.wrongs).isEmpty();
                assertThat(target.batches).hasSizeGreaterThan(10);
                assertThat(hub.asked)
                        .as("it was one answer")
                        .filteredOn(path -> path.endsWith("/changes?after=e1.0"))
                        .hasSize(1);
            }
        }
    }

    /// What has come by when nothing more comes.
    private static long stood(FaultProxy proxy) {
        var last = new AtomicLong();
        var still = new AtomicLong();
        Await.until("it stands still", () -> {
            long now = proxy.down.get();
            if (last.getAndSet(now) != now) still.set(0);
            return still.incrementAndGet() > STILL;
        });
        return last.get();
    }
}
