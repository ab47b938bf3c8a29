package dev.lintel.controller.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.gpio.OutputPoint;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class StrikeTest {
    /// An output that remembers its level and can let somebody act in the middle of a set.
    private static final class Wire implements OutputPoint {
        private final AtomicBoolean level = new AtomicBoolean();
        private Runnable afterNextSet = () -> {};

        @Override
        public void set(boolean active) {
            level.set(active);
            Runnable then = afterNextSet;
            afterNextSet = () -> {};
            then.run();
        }

        @Override
        public boolean active() {
            return level.get();
        }
    }

    private final Wire wire = new Wire();

    @Test
    void itIsSecuredFromTheStart() {
        wire.set(true);
        var strike = new Strike(wire);
        assertThat(strike.released()).isFalse();
        strike.release(0);
        assertThat(strike.released()).isTrue();
    }

    @Test
    void nothingSecuresBeforeAnExitsPromiseEnds() {
        var strike = new Strike(wire);
        strike.releaseForExit(500);
        assertThat(strike.secure(499)).isFalse();
        assertThat(strike.released()).isTrue();
        assertThat(strike.secure(500)).isTrue();
        assertThat(strike.released()).isFalse();
    }

    @Test
    void theLastActOfAProcessSecuresWhateverWasPromised() {
        var strike = new Strike(wire);
        strike.releaseForExit(Long.MAX_VALUE);
        assertThat(strike.secure(1_000)).isFalse();
        strike.rest();
        assertThat(strike.released()).isFalse();
    }

    @Test
    void afterTheLastActNoExitReleasesWhatNobodyWouldSecure() {
        var strike = new Strike(wire);
        strike.rest();
        strike.releaseForExit(Long.MAX_VALUE);
        assertThat(strike.released()).isFalse();
        strike.fire(true);
        assertThat(strike.released()).as("fire does all the same").isTrue();

        var late = new Strike(wire);
        wire.afterNextSet = late::rest; // just as the exit has released the output
        late.releaseForExit(Long.MAX_VALUE);
        assertThat(late.released()).isFalse();

        var maglock = new Strike(wire, true);
        maglock.rest();
        maglock.releaseForExit(Long.MAX_VALUE);
        assertThat(maglock.released()).isTrue();
    }

    @Test
    void aShorterPromiseNeverShortensALongerOne() {
        var strike = new Strike(wire);
        strike.releaseForExit(500);
        strike.releaseForExit(300);
        assertThat(strike.secure(400)).isFalse();
    }

    @Test
    void anExitBetweenTheLanesLookAndItsWriteIsNotLost() {
        var strike = new Strike(wire);
        strike.release(0);
        wire.afterNextSet = () -> strike.releaseForExit(500); // REX, just as the lane has secured the output
        assertThat(strike.secure(100)).isFalse();
        assertThat(strike.released()).isTrue();
    }

    @Test
    void underARaceOfTwoThreadsAPromiseAlwaysEndsReleased() throws InterruptedException {
        for (int round = 0; round < 2_000; round++) {
            var strike = new Strike(wire);
            var go = new CountDownLatch(1);
            Thread rex = Thread.ofPlatform().name("rex").start(() -> {
                awaitQuietly(go);
                strike.releaseForExit(1_000);
            });
            go.countDown();
            strike.secure(10);
            rex.join();
            assertThat(strike.released()).isTrue();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this test", e);
        }
    }
}
