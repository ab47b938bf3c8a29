package dev.lintel.sync.pull;

import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.LinkMessage.Few;
import dev.lintel.sync.wire.LinkMessage.News;
import dev.lintel.sync.wire.Wire;
import java.util.ArrayList;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// What others want of the puller, and what it has done. Guards itself; any thread.
final class Wants {
    /// Urgent lines that wait; who brings more waits with them, and the hub behind.
    private static final int URGENT_MAX = 64;
    /// Changes of several news that wait together; beyond them all is fetched.
    private static final int TOLD_MAX = 5 * Wire.FEW_MAX;

    /// What is wanted at one moment.
    ///
    /// @param asked somebody asked for a sync
    /// @param fetch there is something new, or may be
    /// @param approved the snapshot that was let through
    /// @param told all that is new, where it came with the news; null: it is to be fetched
    /// @param ticket all that was wanted up to here
    record Wish(
            boolean asked,
            boolean fetch,
            @Nullable String approved,
            @Nullable Told told,
            long ticket) {}

    /// Changes that came with news.
    ///
    /// @param to where whoever stood at the first of them is then
    record Told(Few few, Cursor to) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayBlockingQueue<DownLine> urgent = new ArrayBlockingQueue<>(URGENT_MAX);
    private boolean asked;
    private boolean fetch;
    private boolean again;
    private boolean closed;
    private @Nullable Told told;
    private @Nullable Cursor latest;
    private @Nullable String approved;
    private long tickets;
    private long done;

    void ask() {
        change(() -> {
            asked = true;
            tickets++;
        });
    }

    /// The link stands anew: whatever waits for a hub that is away goes on now.
    void returned(Cursor cursor) {
        change(() -> {
            latest = cursor;
            fetch = true;
            again = true;
        });
    }

    /// The hub has this much. What comes with news joins what came before and is not taken yet, where the one begins at
    /// the other's end.
    void news(News news) {
        change(() -> {
            String let = news.approved();
            if (let != null && !let.equals(approved)) again = true;
            approved = let;
            if (!news.latest().equals(latest)) {
                told = fetch ? joined(told, news) : told(news);
                fetch = true;
            }
            latest = news.latest();
        });
    }

    private static @Nullable Told told(News news) {
        Few few = news.few();
        return few == null ? null : new Told(few, news.latest());
    }

    private static @Nullable Told joined(@Nullable Told before, News news) {
        Few few = news.few();
        if (before == null || few == null || !before.to.equals(few.after())) return null;
        var lines = new ArrayList<>(before.few.lines());
        lines.addAll(few.lines());
        if (lines.size() > TOLD_MAX) return null;
        return new Told(new Few(before.few.after(), lines), news.latest());
    }

    /// A number for [#awaitDone(long, long)]: a pull that begins after this will have `cursor`.
    long ticket(Cursor cursor) {
        lock.lock();
        try {
            latest = cursor;
            again = true;
            tickets++;
            changed.signalAll();
            return tickets;
        } finally {
            lock.unlock();
        }
    }

    /// Waits while the queue is full.
    void urgent(DownLine line) throws InterruptedException {
        urgent.put(line);
        change(() -> {});
    }

    /// Stays the first until [#urgentDone()].
    @Nullable
    DownLine firstUrgent() {
        return urgent.peek();
    }

    void urgentDone() {
        urgent.poll();
    }

    /// Waits for a wish, an urgent line or the end, `ms` at most. A wish to fetch ends the wait only where
    /// `eager`: after a failure it waits out the back-off.
    /// An urgent line ends it only where `urgently`.
    Wish take(long ms, boolean eager, boolean urgently) throws InterruptedException {
        lock.lock();
        try {
            long left = TimeUnit.MILLISECONDS.toNanos(ms);
            while (left > 0 && !closed && !asked && !again) {
                if ((eager && fetch) || (urgently && !urgent.isEmpty())) break;
                left = changed.awaitNanos(left);
            }
            boolean now = eager || asked || again;
            Told few = asked || again ? null : told;
            Wish wish = new Wish(asked, now && (fetch || again), approved, few, tickets);
            asked = false;
            again = false;
            if (now) fetch = false;
            if (now) told = null;
            return wish;
        } finally {
            lock.unlock();
        }
    }

    /// All up to `ticket` was fetched.
    void done(long ticket) {
        change(() -> done = Math.max(done, ticket));
    }

    /// Waits until that was done, for `ms` at most.
    boolean awaitDone(long ticket, long ms) throws InterruptedException {
        lock.lock();
        try {
            long left = TimeUnit.MILLISECONDS.toNanos(ms);
            while (done < ticket && left > 0 && !closed) left = changed.awaitNanos(left);
            return done >= ticket;
        } finally {
            lock.unlock();
        }
    }

    void close() {
        change(() -> closed = true);
    }

    boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
