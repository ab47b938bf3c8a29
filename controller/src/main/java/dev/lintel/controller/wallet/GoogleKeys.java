package dev.lintel.controller.wallet;

import dev.lintel.controller.json.Json;
import dev.lintel.controller.time.Time;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
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
    private volatile List<PublicKey> keys = List.of();
    private volatile @Nullable Long askedNs;

    public GoogleKeys(URI address, Time time) {
        this.address = address;
        this.time = time;
    }

    /// Those that are kept, or fresh ones; empty when none are to be had.
    ///
    /// @param fresh those that are kept did not do
    List<PublicKey> get(boolean fresh) {
        if (isEnough(fresh) || !fetching.tryLock()) return keys;
        try {
            return isEnough(fresh) ? keys : asked();
        } finally {
            fetching.unlock();
        }
    }

    private boolean isEnough(boolean fresh) {
        Long asked = askedNs;
        long age = asked == null ? Long.MAX_VALUE : time.nowNs() - asked;
        return age < ASKED_AGAIN.toNanos() || (!fresh && !keys.isEmpty() && age < KEPT.toNanos());
    }

    private List<PublicKey> asked() {
        askedNs = time.nowNs();
        try {
            keys = fetch();
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            LOG.log(Level.WARNING, "Google's keys for messages of its wallet are not to be had: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return keys;
    }

    private List<PublicKey> fetch() throws IOException, InterruptedException, GeneralSecurityException {
        var limited = HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofString(), ANSWER_BYTES_MAX);
        try (HttpClient client = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT)
                .build()) {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(address).timeout(ANSWER).GET().build(), limited);
            if (answer.statusCode() != OK) throw new IOException("the answer is " + answer.statusCode());
            return GoogleMessages.published(Json.parseObject(answer.body()), time.nowMs());
        }
    }
}
