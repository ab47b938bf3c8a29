package dev.lintel.tools.simulation;

import java.util.Random;
import java.util.concurrent.TimeUnit;

/// Presses the bell now and then, by random numbers of its own: other deeds of a seed stay as they are.
final class Bell {
    private static final long PRESSED_NS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long BETWEEN_NS_MAX = TimeUnit.MINUTES.toNanos(20);
    /// One press in so many is followed by another at once.
    private static final int AGAIN = 3;

    private static final long SOON_NS_MAX = TimeUnit.SECONDS.toNanos(3);

    private final World world;
    private final Random random;

    Bell(World world, Random random) {
        this.world = world;
        this.random = random;
    }

    void begin() {
        world.after(
                PRESSED_NS * 2 + random.nextLong(random.nextInt(AGAIN) == 0 ? SOON_NS_MAX : BETWEEN_NS_MAX),
                this::press);
    }

    private void press() {
        world.tell(() -> "the bell is pressed");
        world.actions.bell(world.time.nowNs());
        world.drive(ActionWatch.BELL_LINE, true);
        world.after(PRESSED_NS, () -> world.drive(ActionWatch.BELL_LINE, false));
        begin();
    }
}
