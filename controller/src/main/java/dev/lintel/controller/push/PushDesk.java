package dev.lintel.controller.push;

import dev.lintel.controller.store.DataFolderException;
import dev.lintel.controller.store.PushStore;
import dev.lintel.controller.store.PushStore.Subscription;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.tls.P256;
import dev.lintel.reader.Bytes;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Where users have their browsers notified, and the rest of the program notifies them. Any thread that may block.
public final class PushDesk {
    /// Browsers and phones of one user; the least recently used give way.
    public static final int PER_USER_MAX = 10;
    /// Browsers that one notice goes to, and that are kept at all.
    public static final int BROWSERS_MAX = 500;

    /// A browser in which its user opened no page for so long gets no notices: it may be somebody else's by now.
    static final Duration UNUSED_MAX = Duration.ofDays(60);

    /// Longer than any push service's addresses, which have some 200 characters; Windows' have 600.
    private static final int ENDPOINT_CHARS_MAX = 2_000;
    private static final int TEST_LIFE_S = 60;

    private final PushStore store;
    private final VapidKey key;
    private final PushSender sender;
    private final Time time;

    PushDesk(PushStore store, VapidKey key, PushSender sender, Time time) {
        this.store = store;
        this.key = key;
        this.sender = sender;
        this.time = time;
    }

    /// What a browser gives after its user has allowed notifications, as `PushSubscription.toJSON` writes it: the
    /// address, and two values in base64url.
    ///
    /// @param agent what the browser says of itself
    public record Offered(String endpoint, String p256dh, String auth, String agent) {}

    /// The public key that browsers subscribe with, in base64url. Throws [DataFolderException] where there is none.
    public String publicKey() {
        return VapidKey.base64(key.point());
    }

    /// Adds a browser of that user. Throws `IllegalArgumentException` in words for what no browser gives, and where
    /// there are too many browsers.
    public void add(Offered offered, long userId, Bytes sessionHash) {
        String endpoint = endpoint(offered.endpoint);
        byte[] point = bytes("p256dh", offered.p256dh);
        P256.key(point);
        byte[] auth = bytes("auth", offered.auth);
        if (auth.length != PushEncryption.AUTH_BYTES) {
            throw new IllegalArgumentException("auth must have " + PushEncryption.AUTH_BYTES + " bytes");
        }
        if (store.count() >= BROWSERS_MAX) {
            throw new IllegalArgumentException("this box already notifies " + BROWSERS_MAX + " browsers");
        }
        long nowMs = time.nowMs();
        Bytes kept = Bytes.copyOf(point);
        store.put(
                new Subscription(endpoint, userId, kept, Bytes.copyOf(auth), offered.agent, nowMs, nowMs, null, null),
                sessionHash,
                PER_USER_MAX);
    }

    /// An absolute `https` address. Whether the network behind it may be asked the sender says, each time.
    private static String endpoint(String text) {
        if (text.length() > ENDPOINT_CHARS_MAX) {
            throw new IllegalArgumentException("endpoint has more than " + ENDPOINT_CHARS_MAX + " characters");
        }
        try {
            URI uri = new URI(text);
            boolean secure = "https".equals(String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT));
            boolean plain = uri.getHost() != null && uri.getRawUserInfo() == null && uri.getRawFragment() == null;
            if (secure && plain) return text;
        } catch (URISyntaxException _) {
            // as other faults
        }
        throw new IllegalArgumentException("endpoint must be an https address");
    }

    private static byte[] bytes(String name, String text) {
        try {
            return Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + " is not base64url", e);
        }
    }

    /// Notes that the user has a session in this browser. False when the browser is not theirs.
    public boolean renew(String endpoint, long userId, Bytes sessionHash) {
        return store.renew(endpoint, userId, sessionHash, time.nowMs());
    }

    public void remove(String endpoint, long userId) {
        store.remove(endpoint, userId);
    }

    /// The browsers of that user, the oldest first.
    public List<Subscription> ofUser(long userId) {
        return store.ofUser(userId);
    }

    /// Sends a notification to one browser of that user, to try it out. Returns why it does not get it; null: its push
    /// service has it.
    public @Nullable String test(String endpoint, long userId) {
        for (Subscription one : store.ofUser(userId)) {
            if (!one.endpoint().equals(endpoint)) continue;
            String body = "This browser shows requests for approval of this box.";
            return sender.once(one, new Notice("test", "Notifications work", body, false, "/", TEST_LIFE_S));
        }
        return "This browser is not notified: turn notifications on again.";
    }

    /// Ends all further tries.
    void close() {
        sender.close();
    }

    /// Whether anybody is to be notified.
    boolean hasBrowsers() {
        return store.count() > 0;
    }

    /// Notifies all users who belong to the customer's account, and returns at once.
    ///
    /// @param wanted asked before each try: whether the notice is still of use
    void notifyAll(Notice notice, BooleanSupplier wanted) {
        long usedAfterMs = time.nowMs() - UNUSED_MAX.toMillis();
        for (Subscription one : store.ofHouse(usedAfterMs, BROWSERS_MAX)) sender.begin(one, notice, wanted);
    }
}
