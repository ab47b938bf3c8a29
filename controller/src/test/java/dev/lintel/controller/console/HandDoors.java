package dev.lintel.controller.console;

import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.DoorViews;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Doors that a test moves by hand.
final class HandDoors implements DoorViews {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<Long, DoorView> views = new TreeMap<>();
    private long revision;

    void set(long channel, String state, boolean released, boolean open, boolean online) {
        lock.lock();
        try {
            views.put(
                    channel,
                    new DoorView(channel, (int) channel, state, "normal", released, open, Map.of("entry", online)));
            revision++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public List<DoorView> all() {
        lock.lock();
        try {
            return List.copyOf(views.values());
        } finally {
            lock.unlock();
        }
    }

    @Override
    public @Nullable DoorView of(long channelId) {
        return all().stream()
                .filter(view -> view.channelId() == channelId)
                .findFirst()
                .orElse(null);
    }

    @Override
    public long revision() {
        lock.lock();
        try {
            return revision;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long awaitChange(long known, long timeoutMs) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = TimeUnit.MILLISECONDS.toNanos(timeoutMs);
            while (revision <= known && left > 0) left = changed.awaitNanos(left);
            return revision;
        } finally {
            lock.unlock();
        }
    }
}
