package dev.lintel.controller.push;

import dev.lintel.controller.client.Sender;
import dev.lintel.controller.client.Sender.Outcome;
import dev.lintel.controller.client.Sender.Post;
import dev.lintel.controller.store.PushStore;
import dev.lintel.controller.store.PushStore.Subscription;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.tls.P256;
import dev.lintel.reader.Bytes;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Sends notices to the push services of browsers (RFC 8030), each encrypted for its browser. A push service that
/// cannot be reached or has no room is tried again while the notice is of use. Any thread that may block.
///
/// ```
///   POST https://push.example/…   Authorization: vapid t=…, k=…   TTL: 30   Urgency: high   Topic: approval-…
/// ```
final class PushSender {
    /// Requests at once, to all services: each holds a connection.
    static final int FLIGHTS_MAX = 64;
    /// Notices that are being sent or wait for their turn. More than this many have no use when their turn comes.
    static final int WAITING_MAX = 2_000;
    /// Tries for one notice.
    static final int TRIES_MAX = 4;

    /// Before the second try; twice as long before each further one.
    private static final long AGAIN_NS = TimeUnit.SECONDS.toNanos(2);

    private static final int NOT_FOUND = 404;
    private static final int GONE = 410;
    private static final int TIMEOUT = 408;
    private static final int TOO_MANY = 429;
    private static final int SERVER_ERRORS = 500;

    private static final Logger LOG = System.getLogger(PushSender.class.getName());

    private final Parts parts;
    private final Semaphore flights = new Semaphore(FLIGHTS_MAX, true);
    /// Encryption and signatures keep one core busy at most: a notice for all browsers takes seconds of it on a board.
    private final Semaphore encrypting = new Semaphore(1, true);
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile boolean closed;

    /// What it works with.
    ///
    /// @param contact an address of this box that push services may see; null: it has none yet
    record Parts(Sender sender, VapidKey key, PushStore store, Supplier<@Nullable String> contact, Time time) {}

    PushSender(Parts parts) {
        this.parts = parts;
    }

    /// Sends on a thread of its own, and drops the notice where too many wait.
    ///
    /// @param wanted asked before each try: whether the notice is still of use
    void begin(Subscription to, Notice notice, BooleanSupplier wanted) {
        if (waiting.incrementAndGet() > WAITING_MAX) {
            waiting.decrementAndGet();
            LOG.log(Level.WARNING, "a notification is dropped: " + WAITING_MAX + " are being sent");
            return;
        }
        Thread.ofVirtual().name("push").start(() -> {
            try {
                send(to, notice, wanted);
            } finally {
                waiting.decrementAndGet();
            }
        });
    }

    /// Sends once. Returns why it was not taken, as a sentence; null: the push service has it.
    @Nullable
    String once(Subscription to, Notice notice) {
        return note(to, post(to, notice));
    }

    private void send(Subscription to, Notice notice, BooleanSupplier wanted) {
        long endNs = parts.time.nowNs() + TimeUnit.SECONDS.toNanos(notice.lifeS());
        long restNs = AGAIN_NS;
        for (int tries = 1; !closed && wanted.getAsBoolean(); tries++) {
            Outcome outcome = post(to, notice);
            note(to, outcome);
            if (outcome.arrived() || !isWorthAnother(outcome) || tries == TRIES_MAX) return;
            Long askedMs = outcome.askedMs();
            if (askedMs != null) restNs = Math.max(restNs, TimeUnit.MILLISECONDS.toNanos(askedMs));
            if (endNs - parts.time.nowNs() <= restNs) return;
            parts.time.pause(restNs);
            restNs *= 2;
        }
    }

    /// Nothing is tried again from now on.
    void close() {
        closed = true;
    }

    private static boolean isWorthAnother(Outcome outcome) {
        Integer status = outcome.status();
        return status == null || status == TIMEOUT || status == TOO_MANY || status >= SERVER_ERRORS;
    }

    private @Nullable String note(Subscription to, Outcome outcome) {
        Integer status = outcome.status();
        if (status != null && (status == NOT_FOUND || status == GONE)) {
            parts.store.gone(to.endpoint());
            return "The push service does not know this browser any more: turn notifications on again.";
        }
        parts.store.sent(to.endpoint(), parts.time.nowMs(), outcome.fault());
        String fault = outcome.fault();
        if (fault == null) return null;
        String answer = outcome.answer().isBlank() ? "" : " " + outcome.answer().strip();
        LOG.log(Level.WARNING, "a notification is not taken by " + host(to) + ": " + fault + answer);
        return "The push service " + host(to) + " did not take the notification. " + fault;
    }

    private static String host(Subscription to) {
        return String.valueOf(URI.create(to.endpoint()).getHost());
    }

    private Outcome post(Subscription to, Notice notice) {
        String contact = parts.contact.get();
        if (contact == null) return Outcome.none("This box has no address yet.");
        flights.acquireUninterruptibly();
        try {
            URI endpoint = URI.create(to.endpoint());
            Map<String, String> headers = new LinkedHashMap<>();
            headers.put("Content-Type", "application/octet-stream");
            headers.put("Content-Encoding", "aes128gcm");
            headers.put("TTL", Integer.toString(notice.lifeS()));
            headers.put("Urgency", "high");
            headers.put("Topic", notice.tag());
            byte[] body;
            encrypting.acquireUninterruptibly();
            try {
                headers.put("Authorization", parts.key.authorization(endpoint, contact, parts.time.nowMs()));
                body = PushEncryption.encrypt(
                        notice.json(), P256.key(to.key().toArray()), to.auth().toArray());
            } finally {
                encrypting.release();
            }
            var answer = new CompletableFuture<Outcome>();
            parts.sender.send(new Post(endpoint, 0, headers, Bytes.copyOf(body)), answer::complete);
            return answer.join(); // the sender ends each within 15 s
        } catch (RuntimeException e) { // a key file that cannot be read, say
            return Outcome.none("It could not be sent: " + e.getMessage());
        } finally {
            flights.release();
        }
    }
}
