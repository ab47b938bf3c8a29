package dev.lintel.sync.link;

import dev.lintel.sync.SyncTarget;
import dev.lintel.sync.TargetException;
import dev.lintel.sync.wire.LinkMessage.Answer;
import dev.lintel.sync.wire.LinkMessage.Order;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/// Does what the hub asks of doors, each order on a thread of its own. Any thread.
final class Orders {
    /// Under way at once: more than a box has doors. What comes beside them is answered at once with a refusal.
    private static final int ORDERS_MAX = 64;

    private final SyncTarget target;
    private final Semaphore places = new Semaphore(ORDERS_MAX);

    Orders(SyncTarget target) {
        this.target = target;
    }

    /// Does not wait.
    void take(Order order, Consumer<Answer> answered) {
        if (!places.tryAcquire()) {
            answered.accept(new Answer(order.id(), "refused", "the box has too many orders to carry out"));
            return;
        }
        Thread.ofVirtual().name("sync-order-" + order.id()).start(() -> {
            try {
                answered.accept(obey(order));
            } finally {
                places.release();
            }
        });
    }

    private Answer obey(Order order) {
        try {
            return target.obey(order);
        } catch (TargetException e) {
            return new Answer(order.id(), "unanswered", String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            return new Answer(order.id(), "unanswered", "an unexpected fault: " + e); // the hub waits for a word
        }
    }
}
