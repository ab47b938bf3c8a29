package dev.lintel.controller.push;

import dev.lintel.controller.client.Sender;
import dev.lintel.controller.client.Sender.Outcome;
import dev.lintel.controller.client.Sender.Post;
import dev.lintel.controller.secret.Tokens;
import dev.lintel.controller.store.PushStore;
import dev.lintel.controller.store.PushStore.Subscription;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.tls.P256;
import dev.lintel.reader.Bytes;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Sends notifications to the push services of browsers (RFC 8030), each encrypted for its browser. A browser gets them
/// one after another, so that none overtakes the one that it is to replace. Any thread.
///
/// ```
///   POST https://push.example/…   Authorization: vapid t=…, k=…   TTL: 30   Urgency: high   Topic: …
/// ```
final class PushSender {
    /// Requests at once to one push service. A service that does not answer delays no other one.
    static final int HOST_MAX = 16;
    /// Notifications that wait for one browser. Each is of use for half a minute.
    static final int PENDING_MAX = 64;
    /// Tries for one notification.
    static final int TRIES_MAX = 4;

    /// Before the second try; twice as long before each further one.
    private static final long AGAIN_NS = TimeUnit.SECONDS.toNanos(2);
    /// The time for which a test waits for a free connection.
    private static final long TEST_WAIT_NS = TimeUnit.SECONDS.toNanos(5);
    /// The sender ends each request itself, but not while the server stops.
    private static final int ANSWER_S = Sender.LIMIT_S + 5;
    /// The length of an answer on a page: push services give their reason in one short line.
    private static final int REASON_CHARS_MAX = 200;
    /// Push services in use; more are of browsers that were removed.
    private static final int HOSTS_MAX = 64;

    private static final int TOPIC_BYTES = 24;
    private static final int NOT_FOUND = 404;
    private static final int GONE = 410;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int TIMEOUT = 408;
    private static final int TOO_MANY = 429;
    private static final int SERVER_ERRORS = 500;

    private static final Logger LOG = System.getLogger(PushSender.class.getName());

    private final Parts parts;
    /// By the address of the browser; guarded by itself.
    private final Map<String, Lane> lanes = new HashMap<>();
    private final Map<String, Semaphore> hosts = new ConcurrentHashMap<>();
    /// Encryption and signatures keep one core busy at most: a notification for all browsers takes seconds on a board.
    private final Semaphore encrypting = new Semaphore(1, true);
    private volatile boolean closed;

    /// The dependencies of the sender.
    ///
    /// @param contact the contact of the operator for push services; null: none yet
    record Parts(Sender sender, VapidKey key, PushStore store, Supplier<@Nullable String> contact, Time time) {}

    PushSender(Parts parts) {
        this.parts = parts;
    }

    /// @param endNs the end of its use, monotonic
    private record Pending(Notification what, long endNs) {}

    /// The queue of one browser, and the thread that sends it.
    private final class Lane implements Runnable {
        private final Subscription to;
        private final Map<String, Pending> pending = new LinkedHashMap<>();
        /// The tags whose begin was dropped.
        private final Set<String> dropped = new HashSet<>();
        private final Thread thread = Thread.ofVirtual().name("push").unstarted(this);

        Lane(Subscription to) {
            this.to = to;
        }

        @Override
        public void run() {
            for (Pending next = take(); next != null; next = take()) {
                try {
                    send(to, next);
                } catch (RuntimeException | Error e) { // a lane that ends here would take no notification ever again
                    LOG.log(Level.ERROR, "a notification could not be sent", e);
                }
            }
        }

        /// Removes the oldest. Ends the lane where there is none.
        private @Nullable Pending take() {
            synchronized (lanes) {
                var oldest = pending.values().iterator();
                if (closed || !oldest.hasNext()) {
                    lanes.remove(to.endpoint());
                    return null;
                }
                Pending next = oldest.next();
                oldest.remove();
                return next;
            }
        }

        /// A notification replaces the one with its tag that waits. The end of a request is left out where its begin
        /// still waits or was dropped.
        private void add(Pending added) {
            Pending replaced = pending.remove(added.what.tag());
            if (replaced != null && replaced.what.waits() && !added.what.waits()) return;
            if (!added.what.waits() && dropped.remove(added.what.tag())) return;
            if (added.what.waits() && pending.size() >= PENDING_MAX) {
                if (dropped.size() < PENDING_MAX) dropped.add(added.what.tag());
                LOG.log(Level.WARNING, "a notification is dropped: " + PENDING_MAX + " wait for the same browser");
                return;
            }
            pending.put(added.what.tag(), added);
        }
    }

    /// Sends it after what waits for that browser, on a thread of its own, and returns at once. A push service that
    /// cannot be reached or has no room is tried again for as long as the notification is of use.
    void begin(Subscription to, Notification what) {
        var added = new Pending(what, parts.time.nowNs() + TimeUnit.SECONDS.toNanos(what.lifeS()));
        synchronized (lanes) {
            if (closed) return;
            Lane lane = lanes.get(to.endpoint());
            if (lane != null) {
                lane.add(added);
                return;
            }
            var begun = new Lane(to);
            begun.add(added);
            begun.thread.start(); // it waits for this lock
            lanes.put(to.endpoint(), begun);
        }
    }

    /// Whether nothing waits or is being sent.
    boolean isIdle() {
        synchronized (lanes) {
            return lanes.isEmpty();
        }
    }

    /// Sends it once. Returns the reason of a failure, as sentences; null: the push service has taken it.
    @Nullable
    String once(Subscription to, Notification what) {
        var pending = new Pending(what, parts.time.nowNs() + TimeUnit.SECONDS.toNanos(what.lifeS()));
        Outcome outcome = post(to, pending, TEST_WAIT_NS);
        if (outcome == null) return "The push service " + host(to) + " is busy. Try again in a minute.";
        return note(to, outcome);
    }

    private void send(Subscription to, Pending pending) {
        long restNs = AGAIN_NS;
        for (int tries = 1; ; tries++) {
            long leftNs = pending.endNs - parts.time.nowNs();
            Outcome outcome = post(to, pending, leftNs);
            if (outcome == null) {
                boolean late = TimeUnit.NANOSECONDS.toSeconds(pending.endNs - parts.time.nowNs()) <= 0;
                if (!closed && !late) return; // the browser was removed
                if (!closed)
                    LOG.log(Level.WARNING, "a notification by way of " + host(to) + " came too late to be sent");
                return;
            }
            note(to, outcome);
            if (outcome.arrived() || !isWorthAnother(outcome) || tries == TRIES_MAX) return;
            Long askedMs = outcome.askedMs();
            if (askedMs != null) restNs = Math.max(restNs, TimeUnit.MILLISECONDS.toNanos(askedMs));
            if (pending.endNs - parts.time.nowNs() <= restNs) return;
            parts.time.pause(restNs);
            if (isReplaced(to, pending)) return;
            restNs *= 2;
        }
    }

    private boolean isReplaced(Subscription to, Pending pending) {
        synchronized (lanes) {
            Lane lane = lanes.get(to.endpoint());
            return lane == null || lane.pending.containsKey(pending.what.tag());
        }
    }

    private static boolean isWorthAnother(Outcome outcome) {
        Integer status = outcome.status();
        return status == null || status == TIMEOUT || status == TOO_MANY || status >= SERVER_ERRORS;
    }

    private @Nullable String note(Subscription to, Outcome outcome) {
        if (closed) return "This box is stopping.";
        int status = outcome.status() == null ? 0 : outcome.status();
        if (status == NOT_FOUND || status == GONE) {
            parts.store.gone(to.endpoint());
            return "The push service does not know this browser any more. Turn notifications on again.";
        }
        String fault = outcome.fault() == null ? null : outcome.fault() + reason(outcome.answer());
        parts.store.sent(to.endpoint(), parts.time.nowMs(), fault);
        if (fault == null) return null;
        LOG.log(Level.WARNING, "the push service " + host(to) + " did not take a notification: " + fault);
        String advice = status == UNAUTHORIZED || status == FORBIDDEN
                ? " Turn notifications off and on again. If that does not help, check the clock of this box and"
                        + " security_contact in controller.yaml."
                : "";
        return "The push service " + host(to) + " did not take the notification. " + fault + advice;
    }

    /// The first words of an answer, on one line.
    private static String reason(String answer) {
        String line = answer.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
        if (line.isEmpty()) return "";
        return " " + line.substring(0, Math.min(line.length(), REASON_CHARS_MAX));
    }

    private static String host(Subscription to) {
        return String.valueOf(URI.create(to.endpoint()).getHost());
    }

    private Semaphore connections(Subscription to) {
        if (hosts.size() > HOSTS_MAX) hosts.values().removeIf(one -> one.availablePermits() == HOST_MAX);
        return hosts.computeIfAbsent(host(to), _ -> new Semaphore(HOST_MAX, true));
    }

    /// Null: no connection was free within `waitNs`, or it is of no use any more.
    private @Nullable Outcome post(Subscription to, Pending pending, long waitNs) {
        Semaphore connections = connections(to);
        try {
            if (!connections.tryAcquire(waitNs, TimeUnit.NANOSECONDS)) return null;
            try {
                return post(to, pending);
            } finally {
                connections.release();
            }
        } catch (InterruptedException e) { // it is closed
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private @Nullable Outcome post(Subscription to, Pending pending) throws InterruptedException {
        long leftS = TimeUnit.NANOSECONDS.toSeconds(pending.endNs - parts.time.nowNs());
        if (leftS <= 0 || closed) return null;
        var answer = new CompletableFuture<Outcome>();
        try {
            if (!parts.store.has(to.endpoint(), to.userId())) return null; // its user has signed out meanwhile
            String contact = parts.contact.get();
            if (contact == null) return Outcome.none("This box has no address yet.");
            parts.sender.send(request(to, pending.what, contact, leftS), answer::complete);
            return answer.get(ANSWER_S, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            return Outcome.none("There was no answer.");
        } catch (RuntimeException e) { // a key file or a database that cannot be read, say
            return Outcome.none("It could not be sent: " + e.getMessage());
        }
    }

    private Post request(Subscription to, Notification what, String contact, long leftS) throws InterruptedException {
        URI endpoint = URI.create(to.endpoint());
        Map<String, String> headers = new LinkedHashMap<>();
        byte[] body;
        encrypting.acquire();
        try {
            headers.put("Authorization", parts.key.authorization(endpoint, contact, parts.time.nowMs()));
            body = PushEncryption.encrypt(
                    what.json(), P256.key(to.key().toArray()), to.auth().toArray());
        } finally {
            encrypting.release();
        }
        headers.put("Content-Type", "application/octet-stream");
        headers.put("Content-Encoding", "aes128gcm");
        headers.put("TTL", Long.toString(leftS));
        headers.put("Urgency", "high");
        headers.put("Topic", topic(what.tag()));
        return new Post(endpoint, 0, headers, Bytes.copyOf(body));
    }

    /// A tag as push services take it: 32 characters of base64url (RFC 8030, 5.4). Apple's service refuses a text that
    /// is no base64, such as one of 21 characters.
    private static String topic(String tag) {
        return VapidKey.base64(Arrays.copyOf(Tokens.hash(tag).toArray(), TOPIC_BYTES));
    }

    /// Nothing is sent any more.
    void close() {
        synchronized (lanes) {
            closed = true;
            for (Lane lane : lanes.values()) lane.thread.interrupt();
        }
    }
}
