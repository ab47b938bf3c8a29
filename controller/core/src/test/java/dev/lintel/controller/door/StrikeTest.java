package dev.lintel.controller.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.HandTime;
import dev.lintel.reader.gpio.OutputPoint;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class StrikeTest {
    private static final long SECOND = 1_000_000_000;

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
    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");

    @Test
    void itIsSecuredFromTheStart() {
        wire.set(true);
        var strike = new Strike(wire, time);
        assertThat(strike.released()).isFalse();
        strike.release(0);
        assertThat(strike.released()).isTrue();
    }

    @Test
    void nothingSecuresBeforeAnExitsPromiseEnds() {
        var strike = new Strike(wire, time);
        strike.releaseForExit(500);
        assertThat(strike.secure(499)).isFalse();
        assertThat(strike.released()).isTrue();
        assertThat(strike.secure(500)).isTrue();
        assertThat(strike.released()).isFalse();
    }

    @Test
    void theLastActOfAProcessSecuresWhateverWasPromised() {
        var strike = new Strike(wire, time);
        strike.releaseForExit(Long.MAX_VALUE);
        assertThat(strike.secure(1_000)).isFalse();
        strike.rest();
        assertThat(strike.released()).isFalse();
    }

    @Test
    void afterTheLastActNoExitReleasesWhatNobodyWouldSecure() {
        var strike = new Strike(wire, time);
        strike.rest();
        strike.releaseForExit(Long.MAX_VALUE);
        assertThat(strike.released()).isFalse();
        strike.fire(true);
        assertThat(strike.released()).as("fire does all the same").isTrue();

        var late = new Strike(wire, time);
        wire.afterNextSet = late::rest; // just as the exit has released the output
        late.releaseForExit(Long.MAX_VALUE);
        assertThat(late.released()).isFalse();

        var maglock = new Strike(wire, true, time);
        maglock.rest();
        maglock.releaseForExit(Long.MAX_VALUE);
        assertThat(maglock.released()).isTrue();
    }

    @Test
    void aShorterPromiseNeverShortensALongerOne() {
        var strike = new Strike(wire, time);
        strike.releaseForExit(500);
        strike.releaseForExit(300);
        assertThat(strike.secure(400)).isFalse();
    }

    @Test
    void anExitBetweenTheLanesLookAndItsWriteIsNotLost() {
        var strike = new Strike(wire, time);
        strike.release(0);
        wire.afterNextSet = () -> strike.releaseForExit(500); // REX, just as the lane has secured the output
        assertThat(strike.secure(100)).isFalse();
        assertThat(strike.released()).isTrue();
    }

    @Test
    void underARaceOfTwoThreadsAPromiseAlwaysEndsReleased() throws InterruptedException {
        for (int round = 0; round < 2_000; round++) {
            var strike = new Strike(wire, time);
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

    @Test
    void itRemembersWhenItLetGoWhoeverDroveIt() {
        var strike = new Strike(wire, time);
        long securedNs = later(strike::leave);
        long pressedNs = later(() -> strike.releaseForExit(time.nowNs() + SECOND));
        time.advance(Duration.ofSeconds(4));
        long lapsedNs = later(() -> strike.settle(time.nowNs()));
        long fireNs = later(() -> strike.fire(true));
        strike.burns(false);
        long overNs = later(() -> strike.settle(time.nowNs()));
        long admittedNs = later(() -> {
            strike.attend();
            strike.release(time.nowNs());
        });

        assertThat(strike.letGo(securedNs)).isFalse();
        assertThat(strike.letGo(pressedNs - 1)).isFalse();
        assertThat(strike.letGo(pressedNs)).isTrue();
        assertThat(strike.letGo(lapsedNs)).as("nobody secured it before").isTrue();
        assertThat(strike.letGo(lapsedNs + 1)).isFalse();
        assertThat(strike.letGo(fireNs - 1)).isFalse();
        assertThat(strike.letGo(fireNs)).isTrue();
        assertThat(strike.letGo(overNs)).isTrue();
        assertThat(strike.letGo(overNs + 1)).isFalse();
        assertThat(strike.letGo(admittedNs)).isTrue();
        assertThat(strike.letGo(time.nowNs())).isTrue();
    }

    @Test
    void furtherBackThanItRemembersNobodyIsSaidToHaveForcedIt() {
        var strike = new Strike(wire, time);
        long beginNs = time.nowNs();
        later(() -> strike.release(time.nowNs()));
        assertThat(strike.letGo(beginNs + 1)).isFalse();
        long shutNs = later(() -> strike.secure(time.nowNs()));
        for (int i = 0; i < 15; i++) {
            later(() -> strike.release(time.nowNs()));
            later(() -> strike.secure(time.nowNs()));
        }
        assertThat(strike.letGo(shutNs + 1)).as("32 moves").isFalse();
        assertThat(strike.letGo(beginNs + 1)).isTrue();
        strike.secure(time.nowNs());
        assertThat(strike.letGo(shutNs + 1)).as("no move").isFalse();
    }

    /// A second on; returns when it was.
    private long later(Runnable act) {
        time.advance(Duration.ofSeconds(1));
        act.run();
        return time.nowNs();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this test", e);
        }
    }
}
