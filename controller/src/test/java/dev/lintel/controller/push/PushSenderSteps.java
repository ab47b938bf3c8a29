package dev.lintel.controller.push;

import dev.lintel.controller.client.Sender.Outcome;
import dev.lintel.controller.client.Sender.Post;
import dev.lintel.controller.store.DataFolder;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.time.Time;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Notifications whose requests a test answers one by one.
final class PushSenderSteps implements AutoCloseable {
    private static final long ANSWER_S = 30;

    final Notifications notifications;
    private final BlockingQueue<Sent> sent = new LinkedBlockingQueue<>();

    /// A request that waits for its answer.
    record Sent(Post post, Consumer<Outcome> done) {}

    PushSenderSteps(DataFolder folder, Database database, Time time) {
        notifications = PushRig.of(folder, database, (post, done) -> sent.add(new Sent(post, done)), time);
    }

    /// The next request, waited for.
    Sent next() throws InterruptedException {
        Sent next = sent.poll(ANSWER_S, TimeUnit.SECONDS);
        if (next == null) throw new AssertionError("nothing was sent");
        return next;
    }

    /// Whether a request was sent that was not asked for.
    boolean isSending() {
        return !sent.isEmpty();
    }

    @Override
    public void close() {
        notifications.close();
    }
}
