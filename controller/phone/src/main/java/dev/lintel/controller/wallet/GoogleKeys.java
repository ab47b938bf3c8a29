package dev.lintel.controller.wallet;

import dev.lintel.controller.client.ServerAddress;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.net.Reasons;
import dev.lintel.controller.time.Time;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The keys that Google vouches for its messages with, fetched when one comes and kept for a while. Any thread that may
/// block: one fetches, the others go on with what there is.
public final class GoogleKeys {
    /// Google's.
    public static final URI ADDRESS = URI.create("https://pay.google.com/gp/m/issuer/keys");

    private static final Logger LOG = System.getLogger(GoogleKeys.class.getName());
    /// Google changes them in months.
    private static final Duration KEPT = Duration.ofHours(24);
    /// Whoever posts nonsense makes this box ask no more often.
    private static final Duration ASKED_AGAIN = Duration.ofMinutes(5);
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration ANSWER = Duration.ofSeconds(15);
    private static final int ANSWER_BYTES_MAX = 64 * 1024;
    private static final int OK = 200;

    private final URI address;
    private final Time time;
    private final ReentrantLock fetching = new ReentrantLock();
    private volatile List<Published> keys = List.of();
    private volatile @Nullable Long askedNs;
    private volatile @Nullable Long fetchedNs;

    /// A key of Google's.
    ///
    /// @param untilMs from then on it vouches for nothing
    record Published(PublicKey key, long untilMs) {}

    /// What is known.
    ///
    /// @param fresh Google was asked a moment ago: it has no others
    record Known(List<PublicKey> keys, boolean fresh) {
        Known {
            keys = List.copyOf(keys);
        }
    }

    public GoogleKeys(URI address, Time time) {
        this.address = address;
        this.time = time;
    }

    /// Those that are kept, or fresh ones, as far as they are good now.
    ///
    /// @param fresh those that are kept did not do
    Known get(boolean fresh) {
        if (!isEnough(fresh) && fetching.tryLock()) {
            try {
                if (!isEnough(fresh)) ask();
            } finally {
                fetching.unlock();
            }
        }
        long now = time.nowMs();
        List<PublicKey> good = keys.stream()
                .filter(key -> key.untilMs > now)
                .map(Published::key)
                .toList();
        return new Known(good, age(fetchedNs) < ASKED_AGAIN.toNanos());
    }

    private boolean isEnough(boolean fresh) {
        if (age(askedNs) < ASKED_AGAIN.toNanos()) return true;
        return !fresh && !keys.isEmpty() && age(fetchedNs) < KEPT.toNanos();
    }

    private long age(@Nullable Long sinceNs) {
        return sinceNs == null ? Long.MAX_VALUE : time.nowNs() - sinceNs;
    }

    private void ask() {
        askedNs = time.nowNs();
        try {
            keys = fetch();
            fetchedNs = time.nowNs();
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            LOG.log(Level.WARNING, "Google's keys for messages of its wallet are not to be had: " + Reasons.of(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<Published> fetch() throws IOException, InterruptedException, GeneralSecurityException {
        var limited = HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofString(), ANSWER_BYTES_MAX);
        try (HttpClient client = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT)
                .build()) {
            HttpResponse<String> answer = sent(client, limited);
            if (answer.statusCode() != OK) throw new IOException("the answer is " + answer.statusCode());
            return GoogleMessages.published(Json.parseObject(answer.body()));
        }
    }

    private HttpResponse<String> sent(HttpClient client, HttpResponse.BodyHandler<String> limited)
            throws IOException, InterruptedException {
        InetAddress chosen = ServerAddress.choose(address, CONNECT);
        try {
            return client.send(
                    HttpRequest.newBuilder(address).timeout(ANSWER).GET().build(), limited);
        } catch (IOException e) {
            ServerAddress.failed(address, chosen);
            throw e;
        }
    }
}
