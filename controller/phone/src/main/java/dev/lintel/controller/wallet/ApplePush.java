package dev.lintel.controller.wallet;

import dev.lintel.controller.client.ServerAddress;
import dev.lintel.controller.mobile.MobileException;
import dev.lintel.controller.net.Reasons;
import dev.lintel.controller.store.WalletStore.Untold;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/// Messages to phones by Apple's service, which say nothing but "ask again": a phone then fetches what changed. The
/// certificate that signs the passes is who sends. One thread.
///
/// ```
///   POST https://api.push.apple.com/3/device/TOKEN    apns-topic: the pass type    {}
/// ```
public final class ApplePush implements AutoCloseable {
    /// Apple's.
    public static final URI SERVICE = URI.create("https://api.push.apple.com");

    private static final Logger LOG = System.getLogger(ApplePush.class.getName());
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration ANSWER = Duration.ofSeconds(15);
    private static final int ANSWER_BYTES_MAX = 4_096;
    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    private static final int GONE = 410;
    private static final int TOO_MANY = 429;
    /// Of answers to a bad request: nothing that is sent to that token ever arrives.
    private static final List<String> OF_THE_PHONE =
            List.of("BadDeviceToken", "DeviceTokenNotForTopic", "MissingDeviceToken");

    private final AppleSigner signer;
    private final URI service;
    private final TrustManager @Nullable [] trust;
    private volatile @Nullable HttpClient client;
    private @Nullable X509Certificate shown;

    /// What came of a message.
    enum Outcome {
        TOLD,
        /// The phone takes none any more.
        GONE,
        /// The service does not take one to that phone now.
        LATER,
        /// The service takes none at all now.
        AWAY
    }

    /// @param trust who may vouch for the service; null: whom Java trusts
    public ApplePush(AppleSigner signer, URI service, TrustManager @Nullable [] trust) {
        this.signer = signer;
        this.service = service;
        this.trust = trust == null ? null : trust.clone();
    }

    /// A certificate of the box's own reaches nobody, and one of another type not that phone: what was to be told is.
    Outcome send(Untold phone) {
        InetAddress address = null;
        try {
            AppleSigner.Identity identity = signer.identity();
            if (identity.development() && service.equals(SERVICE)) return Outcome.TOLD;
            if (!identity.passType().equals(phone.passType())) return Outcome.TOLD;
            HttpRequest request = HttpRequest.newBuilder(service.resolve("/3/device/" + phone.pushToken()))
                    .timeout(ANSWER)
                    .header("apns-topic", identity.passType())
                    .POST(HttpRequest.BodyPublishers.ofString("{}"))
                    .build();
            var limited = HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofString(), ANSWER_BYTES_MAX);
            address = ServerAddress.choose(service, CONNECT);
            return outcome(client(identity).send(request, limited));
        } catch (MobileException e) {
            return Outcome.AWAY; // the log has why
        } catch (IOException | GeneralSecurityException e) {
            ServerAddress.failed(service, address);
            LOG.log(Level.WARNING, "Apple's service for messages to phones is away: " + Reasons.of(e));
            return Outcome.AWAY;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Outcome.AWAY;
        }
    }

    private static Outcome outcome(HttpResponse<String> answer) {
        int status = answer.statusCode();
        if (status == OK) return Outcome.TOLD;
        if (status == GONE) return Outcome.GONE;
        if (status == BAD_REQUEST && OF_THE_PHONE.stream().anyMatch(answer.body()::contains)) return Outcome.GONE;
        LOG.log(Level.WARNING, "Apple's service for messages to phones answers " + status + " " + answer.body());
        return status == TOO_MANY ? Outcome.LATER : Outcome.AWAY;
    }

    private HttpClient client(AppleSigner.Identity identity) throws GeneralSecurityException, IOException {
        HttpClient known = client;
        if (known != null && identity.pair().leaf().equals(shown)) return known;
        if (known != null) known.shutdown();
        HttpClient made = HttpClient.newBuilder()
                .sslContext(context(identity))
                .version(HttpClient.Version.HTTP_2)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT)
                .build();
        client = made;
        shown = identity.pair().leaf();
        return made;
    }

    private SSLContext context(AppleSigner.Identity identity) throws GeneralSecurityException, IOException {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        var chain = identity.pair().chain().toArray(new X509Certificate[0]);
        store.setKeyEntry("pass", identity.pair().key(), new char[0], chain);
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        var context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust, null);
        return context;
    }

    /// After the last message.
    @Override
    public void close() {
        HttpClient known = client;
        if (known != null) known.shutdownNow();
    }
}
