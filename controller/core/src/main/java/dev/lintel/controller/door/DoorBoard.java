package dev.lintel.controller.door;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The pictures of all doors, hung up by the door lane and looked at by everybody else. `lock` guards revision and
/// the waiting; the map is replaced whole, so looking takes no lock and the lane holds it for moments only.
public final class DoorBoard implements DoorViews {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile Map<Long, DoorView> views = Map.of();
    private volatile Consumer<DoorView> follower = _ -> {};
    private long revision;

    /// From now on `newFollower` gets each new picture, after those who follow already, on the door lane, which it must
    /// not block. Before the lane runs.
    public void follow(Consumer<DoorView> newFollower) {
        follower = follower.andThen(newFollower);
    }

    /// Whether a door of that channel is in service here. Any thread.
    public boolean has(long channelId) {
        return views.containsKey(channelId);
    }

    /// Replaces one door's picture; one without a channel nobody asks for. The door lane only.
    void put(DoorView view) {
        if (view.channelId() < 0) return;
        if (view.equals(views.get(view.channelId()))) return;
        var next = new TreeMap<>(views);
        next.put(view.channelId(), view);
        views = next;
        follower.accept(view);
        touch();
    }

    @Override
    public void touch() {
        lock.lock();
        try {
            revision++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public List<DoorView> all() {
        return List.copyOf(views.values());
    }

    @Override
    public @Nullable DoorView of(long channelId) {
        return views.get(channelId);
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
    public long awaitChange(long since, long timeoutMs) throws InterruptedException {
        long left = TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        lock.lockInterruptibly();
        try {
            while (revision <= since && left > 0) left = changed.awaitNanos(left);
            return revision;
        } finally {
            lock.unlock();
        }
    }
}
