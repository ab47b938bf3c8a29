package dev.lintel.controller.push;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.client.Sender.Outcome;
import dev.lintel.controller.client.Sender.Post;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The order and the limits of notifications that are under way. The test answers the requests one by one.
class PushSenderTest {
    private static final Notification WAITS = new Notification("approval-7", "Ada waits", "Approve?", true, "/", 30);
    private static final Notification ENDS = new Notification("approval-7", "Ada waits", "Approved.", false, "/", 60);
    private static final String ENDPOINT = "https://push.example/a";
    private static final Outcome TAKEN = Outcome.answered(201, "", null);
    private static final long ANSWER_S = 30;

    @TempDir
    Path data;

    private final BlockingQueue<Sent> sent = new LinkedBlockingQueue<>();
    private final PushBrowser browser = PushBrowser.create();
    private PushHouse house;
    private Notifications notifications;

    /// A request that waits for its answer.
    private record Sent(Post post, Consumer<Outcome> done) {}

    @BeforeEach
    void open() {
        house = new PushHouse(data.resolve("data"));
        house.user(1, "operator");
        notifications =
                PushRig.of(house.folder, house.database, (post, done) -> sent.add(new Sent(post, done)), house.time);
        add(ENDPOINT, 1);
    }

    @AfterEach
    void close() {
        notifications.close();
        house.close();
    }

    private void add(String endpoint, long userId) {
        notifications.add(browser.offered(endpoint), userId, house.session(endpoint, userId));
    }

    /// The next request, waited for.
    private Sent next() throws InterruptedException {
        Sent next = sent.poll(ANSWER_S, TimeUnit.SECONDS);
        if (next == null) throw new AssertionError("nothing was sent");
        return next;
    }

    private void shows(Sent request, String field, String text) {
        assertThat(browser.read(request.post.body())).containsEntry(field, text);
    }

    /// Everything that was to be sent has been.
    private void ends() {
        PushHouse.await(notifications::isIdle);
        assertThat(sent).isEmpty();
    }

    /// The end of a request never overtakes its begin, and a begin that was not sent is dropped with its end.
    @Test
    void notificationsOfABrowser_areSentOneAfterAnother() throws Exception {
        notifications.notifyAll(WAITS);
        Sent first = next();
        notifications.notifyAll(ENDS);
        notifications.notifyAll(new Notification("b", "Ben waits", "", true, "/", 30));
        notifications.notifyAll(new Notification("b", "Ben waits", "", false, "/", 60));
        notifications.notifyAll(new Notification("c", "Cem waits", "", true, "/", 30));
        assertThat(sent).isEmpty();
        first.done.accept(Outcome.none("The connection failed"));
        Sent second = next(); // not the first again: its request has ended
        shows(second, "body", "Approved.");
        second.done.accept(TAKEN);
        Sent third = next();
        shows(third, "title", "Cem waits");
        third.done.accept(TAKEN);
        ends();
    }

    /// Longer than the requests of one push service: another one gets its own.
    @Test
    void serviceThatDoesNotAnswer_keepsNoNotificationFromAnother() throws Exception {
        for (int i = 0; i < 2 * PushSender.HOST_MAX; i++) {
            house.user(100 + i, "user");
            add("https://dead.example/" + i, 100 + i);
        }
        notifications.notifyAll(WAITS);
        int dead = 0;
        for (int i = 0; i < PushSender.HOST_MAX + 1; i++) {
            if ("dead.example".equals(next().post.to().getHost())) dead++;
        }
        assertThat(dead).isEqualTo(PushSender.HOST_MAX);
        assertThat(sent).isEmpty();
    }

    @Test
    void testThatIsUnderWay_refusesAnother() throws Exception {
        Thread first = Thread.ofVirtual().start(() -> notifications.test(ENDPOINT, 1));
        Sent request = next();
        assertThat(notifications.test(ENDPOINT, 1)).contains("already under way");
        request.done.accept(TAKEN);
        first.join();
        Thread again = Thread.ofVirtual().start(() -> notifications.test(ENDPOINT, 1));
        next().done.accept(TAKEN);
        again.join();
    }

    /// Nothing is written to a database that is closed.
    @Test
    void sendingEnds_asTheBoxStops() throws Exception {
        notifications.notifyAll(WAITS);
        Sent request = next();
        notifications.notifyAll(new Notification("b", "Ben waits", "", true, "/", 30));
        notifications.close();
        request.done.accept(Outcome.none("The connection failed"));
        ends();
        notifications.notifyAll(WAITS);
        ends();
        assertThat(notifications.ofUser(1).getFirst().sentAtMs()).isNull();
    }

    @Test
    void browserThatWasRemovedMeanwhile_getsNothingMore() throws Exception {
        notifications.notifyAll(WAITS);
        Sent request = next();
        notifications.notifyAll(new Notification("b", "Ben waits", "", true, "/", 30));
        notifications.remove(ENDPOINT, 1);
        request.done.accept(Outcome.none("The connection failed"));
        ends();
    }

    @Test
    void tooManyForOneBrowser_areDropped_butNoEnd() throws Exception {
        notifications.notifyAll(WAITS);
        Sent first = next();
        for (int i = 0; i < PushSender.PENDING_MAX + 5; i++) {
            notifications.notifyAll(new Notification("n" + i, "One waits", "", true, "/", 30));
        }
        notifications.notifyAll(ENDS);
        String dropped = "n" + (PushSender.PENDING_MAX + 4);
        notifications.notifyAll(new Notification(dropped, "One waits", "", false, "/", 60)); // nobody saw its begin
        first.done.accept(TAKEN);
        for (int i = 0; i < PushSender.PENDING_MAX; i++) next().done.accept(TAKEN);
        Sent last = next();
        shows(last, "body", "Approved.");
        last.done.accept(TAKEN);
        ends();
    }
}
