package dev.lintel.tools.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/// What the calling thread has taken from the heap.
final class Allocation {
    private Allocation() {}

    /// Bytes since the thread began. Throws [BenchException] where the JVM does not count them.
    static long bytes() {
        if (!(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads)) {
            throw new BenchException("this JVM does not count what threads allocate");
        }
        return threads.getCurrentThreadAllocatedBytes();
    }
}
