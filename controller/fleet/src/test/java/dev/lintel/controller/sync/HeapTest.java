package dev.lintel.controller.sync;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/// When a box that takes a snapshot collects its garbage.
class HeapTest {
    private static long collections() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
    }

    @Test
    void collectionIsLeftOutWhereNothingCameSinceTheLast() {
        byte[] garbage = new byte[(int) (Runtime.getRuntime().maxMemory() / 16)];
        Heap.collect(); // whatever was there before, and perhaps too little for one
        assertThat(garbage).isNotEmpty();
        long before = collections();
        Heap.collect();
        Heap.tidy();
        assertThat(collections()).isEqualTo(before);
    }

    @Test
    void collectionIsMadeOnceEnoughHasCome() {
        Heap.collect();
        long before = collections();
        byte[] much = new byte[(int) (Runtime.getRuntime().maxMemory() / 16)];
        Heap.collect();
        assertThat(much).isNotEmpty();
        assertThat(collections()).isGreaterThan(before);
    }
}
