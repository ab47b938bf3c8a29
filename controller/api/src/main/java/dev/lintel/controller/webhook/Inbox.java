package dev.lintel.controller.webhook;

import dev.lintel.controller.api.Announcements.Fetched;
import dev.lintel.controller.store.StoreException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What others leave for the outbox's thread: deliveries that came back, acknowledgements, what pages ask for, and that
/// something was written. Any thread; nobody waits but who asked for something. `this` guards the queues.
final class Inbox {
    /// Acknowledgements that may wait: they say nothing that anything hangs on, so a flood of them is cut.
    private static final int FETCHED_MAX = 10_000;
    /// Whoever clicked has gone by then.
    private static final int ASK_S_MAX = 30;
    /// People's clicks that may wait.
    private static final int ORDERS_MAX = 100;

    private final Deque<Outbox.Landed> landed = new ArrayDeque<>();
    private final Deque<Fetched> fetched = new ArrayDeque<>();
    private final Deque<Order<?>> orders = new ArrayDeque<>();
    private boolean closed;
    private final AtomicBoolean woken = new AtomicBoolean(true);
    private volatile @Nullable Thread owner;

    /// Something to be done in the outbox's transaction, for somebody who waits.
    record Order<T extends @Nullable Object>(Function<Step, T> work, Answer<T> answer) {
        void run(Step step) {
            if (answer.future.isDone()) return; // whoever asked was told that it is not done
            try {
                T result = work.apply(step);
                answer.ready = () -> answer.future.complete(result);
            } catch (StoreException e) {
                throw e;
            } catch (RuntimeException e) { // its own refusal; what it did before is its own matter
                answer.ready = () -> answer.future.completeExceptionally(e);
            }
        }
    }

    /// Given once the transaction is on disk.
    static final class Answer<T extends @Nullable Object> {
        private final CompletableFuture<T> future = new CompletableFuture<>();
        private Runnable ready = () -> {};
    }

    /// What was there at one moment.
    record Taken(List<Outbox.Landed> landed, List<Fetched> fetched, List<Order<?>> orders) {
        boolean isEmpty() {
            return landed.isEmpty() && fetched.isEmpty() && orders.isEmpty();
        }

        void answer() {
            for (Order<?> order : orders) order.answer.ready.run();
        }
    }

    void owner(Thread thread) {
        owner = thread;
    }

    /// Something was written that may have to be told.
    void wake() {
        woken.set(true);
        unpark();
    }

    /// What was read could not be noted: it is read again at the next turn, which need not be at once.
    void again() {
        woken.set(true);
    }

    private void unpark() {
        Thread thread = owner;
        if (thread != null) LockSupport.unpark(thread);
    }

    boolean isWoken() {
        return woken.get();
    }

    boolean takeWoken() {
        return woken.getAndSet(false); // before the logs are read: what is written from now on wakes again
    }

    synchronized void landed(Outbox.Landed one) {
        landed.add(one);
        unpark();
    }

    synchronized void fetched(Fetched one) {
        if (closed || fetched.size() >= FETCHED_MAX) return;
        fetched.add(one);
        unpark();
    }

    /// Has `work` done in the outbox's next transaction and waits until that is on disk. Throws what it throws; it
    /// looks before it writes, for what it has written by then is kept.
    <T extends @Nullable Object> T ask(Function<Step, T> work) {
        var order = new Order<>(work, new Answer<T>());
        synchronized (this) {
            if (closed || orders.size() >= ORDERS_MAX) {
                throw unavailable("webhooks cannot be changed now");
            }
            orders.add(order);
        }
        unpark();
        try {
            return order.answer.future.orTimeout(ASK_S_MAX, TimeUnit.SECONDS).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof TimeoutException) throw unavailable("the disk is slow");
            if (e.getCause() instanceof RuntimeException cause) throw cause;
            throw e;
        }
    }

    private static StoreException unavailable(String why) {
        return new StoreException(StoreException.Reason.CLOSED, why, null);
    }

    /// Nothing can be done now: who waits is told why.
    synchronized void refuse(RuntimeException why) {
        for (Order<?> order : orders) order.answer.future.completeExceptionally(why);
        orders.clear();
    }

    synchronized boolean hasOrders() {
        return !orders.isEmpty();
    }

    synchronized boolean hasWork() {
        return !landed.isEmpty() || !fetched.isEmpty() || !orders.isEmpty();
    }

    synchronized Taken take() {
        var taken = new Taken(new ArrayList<>(landed), new ArrayList<>(fetched), new ArrayList<>(orders));
        landed.clear();
        fetched.clear();
        orders.clear();
        return taken;
    }

    /// The transaction was refused: who waits is told, the rest is done next time.
    synchronized void putBack(Taken taken, RuntimeException why) {
        for (int i = taken.landed.size() - 1; i >= 0; i--) landed.addFirst(taken.landed.get(i));
        for (int i = taken.fetched.size() - 1; i >= 0; i--) fetched.addFirst(taken.fetched.get(i));
        for (Order<?> order : taken.orders) order.answer.future.completeExceptionally(why);
    }

    /// Who waits, and who comes later, is told that nothing is done any more.
    synchronized void close() {
        closed = true;
        refuse(unavailable("the box is closing"));
        fetched.clear();
    }
}
