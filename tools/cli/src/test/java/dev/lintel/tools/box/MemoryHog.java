package dev.lintel.tools.box;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// An agent of the JVM that takes all memory of the process and never gives any back: how a test exhausts the memory of
/// a box from within. Loaded into a running box, or named on its command line with a file whose existence it waits for.
public final class MemoryHog {
    private static final int LARGE = 1 << 20;
    private static final int SMALL = 16;
    /// Between two looks: a wait that spins takes the processor from the box.
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    /// Filled at its full size, so that it has not to grow when there is nothing left.
    private static final List<byte[]> HELD = new ArrayList<>(1 << 20);

    private MemoryHog() {}

    /// Begins at once.
    public static void agentmain(String arguments) {
        Thread.ofPlatform().name("hog").daemon(true).start(MemoryHog::take);
    }

    /// Begins once the file `arguments` is there, or once the strike of unit 1 is released where it is a
    /// [StrikeFile].
    public static void premain(String arguments) {
        Path file = Path.of(arguments);
        boolean strikes = file.endsWith("strikes");
        Thread.ofPlatform().name("hog").daemon(true).start(() -> {
            while (!(strikes ? StrikeFile.read(file, 1).released() : Files.exists(file)))
                LockSupport.parkNanos(LOOK_NS);
            take();
        });
    }

    private static void take() {
        int size = LARGE;
        while (true) {
            try {
                HELD.add(new byte[size]);
            } catch (OutOfMemoryError e) { // smaller ones may fit; what others free is taken at the next turn
                size = size > SMALL ? size / 2 : LARGE;
            }
        }
    }
}
