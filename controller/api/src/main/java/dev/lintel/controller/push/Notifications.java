package dev.lintel.controller.push;

import dev.lintel.controller.files.DataFolderException;
import dev.lintel.controller.net.WebAddress;
import dev.lintel.controller.store.PushStore;
import dev.lintel.controller.store.PushStore.Subscription;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.tls.P256;
import dev.lintel.reader.Bytes;
import java.net.URI;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The browsers that users have turned notifications on in, and the sending to them. Any thread that may block.
public final class Notifications {
    /// Browsers and phones of one user. Beyond it, those that were used longest ago are removed.
    public static final int PER_USER_MAX = 10;
    /// Browsers of all users: one notification goes to all of them.
    public static final int BROWSERS_MAX = 500;

    /// A browser in which its user opened no page for so long is removed: it may have another owner by now.
    static final Duration UNUSED_MAX = Duration.ofDays(60);

    private static final int HTTPS_PORT = 443;
    private static final Notification TEST = new Notification(
            "test", "Notifications work", "This browser shows requests for approval of this box.", false, "/", 60);

    private final PushStore store;
    private final VapidKey key;
    private final PushSender sender;
    private final Time time;
    private final boolean anyPort;
    /// Users whose test is under way: one at a time each, as a push service may not answer.
    private final Set<Long> testing = ConcurrentHashMap.newKeySet();

    /// @param anyPort whether push services may have another port than 443: those of tests and of one's own network
    Notifications(PushStore store, VapidKey key, PushSender sender, Time time, boolean anyPort) {
        this.store = store;
        this.key = key;
        this.sender = sender;
        this.time = time;
        this.anyPort = anyPort;
    }

    /// A subscription as `PushSubscription.toJSON` of a browser writes it: the address, and two values in base64url.
    ///
    /// @param agent the name of the browser in its requests
    public record Offered(String endpoint, String p256dh, String auth, String agent) {}

    /// The public key that browsers subscribe with, in base64url. Throws [DataFolderException] where there is none.
    public String publicKey() {
        return VapidKey.base64(key.point());
    }

    /// Adds a browser of that user. Throws `IllegalArgumentException` with a sentence where a field is wrong, there
    /// are too many browsers, or the session has ended.
    public void add(Offered offered, long userId, Bytes sessionHash) {
        String endpoint = endpoint(offered.endpoint);
        byte[] point = bytes("p256dh", offered.p256dh);
        P256.key(point);
        byte[] auth = bytes("auth", offered.auth);
        if (auth.length != PushEncryption.AUTH_BYTES) {
            throw new IllegalArgumentException("auth must have " + PushEncryption.AUTH_BYTES + " bytes");
        }
        long nowMs = time.nowMs();
        var added = new Subscription(
                endpoint, userId, Bytes.copyOf(point), Bytes.copyOf(auth), offered.agent, nowMs, nowMs, null, null);
        var limits = new PushStore.Limits(PER_USER_MAX, BROWSERS_MAX, usedAfterMs());
        String fault = switch (store.put(added, sessionHash, limits)) {
            case ADDED -> null;
            case TOO_MANY -> "this box already notifies " + BROWSERS_MAX + " browsers";
            case SIGNED_OUT -> "you have been signed out";
        };
        if (fault != null) throw new IllegalArgumentException(fault);
    }

    private long usedAfterMs() {
        return time.nowMs() - UNUSED_MAX.toMillis();
    }

    /// Checks the form of the address. The sender checks the network behind it, each time.
    private String endpoint(String text) {
        String fault = WebAddress.fault(text, "endpoint");
        if (fault != null) throw new IllegalArgumentException(fault);
        URI uri = URI.create(text);
        if (!"https".equals(uri.getScheme())) throw new IllegalArgumentException("endpoint must begin with https://");
        if (!anyPort && uri.getPort() >= 0 && uri.getPort() != HTTPS_PORT) {
            throw new IllegalArgumentException("endpoint must have port " + HTTPS_PORT);
        }
        return text;
    }

    private static byte[] bytes(String name, String text) {
        try {
            return Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + " is not base64url", e);
        }
    }

    /// Writes that the user has a session in this browser. Returns false when the browser is not theirs.
    public boolean renew(String endpoint, long userId, Bytes sessionHash) {
        return store.renew(endpoint, userId, sessionHash, time.nowMs(), usedAfterMs());
    }

    public void remove(String endpoint, long userId) {
        store.remove(endpoint, userId);
    }

    /// The browsers of that user, the oldest first.
    public List<Subscription> ofUser(long userId) {
        return store.ofUser(userId);
    }

    /// Sends a notification to one browser of that user, to try it out. Returns the reason of a failure; null:
    /// the push service has taken it.
    public @Nullable String test(String endpoint, long userId) {
        if (!testing.add(userId)) return "A test is already under way. Wait for its result.";
        try {
            for (Subscription one : store.ofUser(userId)) {
                if (one.endpoint().equals(endpoint)) return sender.once(one, TEST);
            }
            return "Notifications are off in this browser.";
        } finally {
            testing.remove(userId);
        }
    }

    /// Nothing is sent any more.
    void close() {
        sender.close();
    }

    /// Whether there is a browser to notify.
    boolean hasBrowsers() {
        return store.count() > 0;
    }

    /// Whether nothing waits or is being sent.
    boolean isIdle() {
        return sender.isIdle();
    }

    /// Notifies all users who belong to the customer's account, and returns at once.
    void notifyAll(Notification what) {
        for (Subscription one : store.ofHouse(usedAfterMs(), BROWSERS_MAX)) sender.begin(one, what);
    }
}
