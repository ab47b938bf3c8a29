package dev.lintel.controller.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.DoorViews;
import java.util.List;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DoorWatchTest {
    /// Doors that change when a test says so.
    private record HandDoors(SynchronousQueue<Long> revisions) implements DoorViews {
        @Override
        public List<DoorView> all() {
            return List.of();
        }

        @Override
        public @Nullable DoorView of(long channelId) {
            return null;
        }

        @Override
        public long revision() {
            return 1;
        }

        @Override
        public long awaitChange(long revision, long timeoutMs) throws InterruptedException {
            return revisions.take();
        }
    }

    @Test
    void eachChangeOfADoorWakesTheLineAndAnEndOfWaitingDoesNot() throws Exception {
        var line = new FakeUpline();
        var revisions = new SynchronousQueue<Long>();
        try (var _ = new DoorWatch(new HandDoors(revisions), line)) {
            assertThat(revisions.offer(1L, 10, TimeUnit.SECONDS)).isTrue(); // nothing has changed
            assertThat(revisions.offer(2L, 10, TimeUnit.SECONDS)).isTrue();
            assertThat(line.changes.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
            assertThat(revisions.offer(2L, 10, TimeUnit.SECONDS)).isTrue();
            assertThat(revisions.offer(2L, 10, TimeUnit.SECONDS)).isTrue(); // it has looked at the one before
            assertThat(line.changes.availablePermits()).isZero();
        }
    }
}
