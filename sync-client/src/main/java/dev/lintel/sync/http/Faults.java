package dev.lintel.sync.http;

import dev.lintel.sync.Backoff;
import dev.lintel.sync.UpstreamException;
import dev.lintel.sync.wire.Tree;
import dev.lintel.sync.wire.WireException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/// What went wrong, in words.
public final class Faults {
    /// Of what a hub says of an error: it is shown on pages and in the log.
    private static final int WORDS_MAX = 300;
    /// Deeper than the JDK nests its own.
    private static final int CAUSES_MAX = 8;

    private Faults() {}

    /// No answer came.
    public static UpstreamException of(URI hub, Throwable fault) {
        CertificateException certificate = find(fault, CertificateException.class);
        if (certificate != null) return UpstreamException.wrong(text(certificate.getMessage()), fault);
        return new UpstreamException(words(hub.getHost(), fault), fault);
    }

    private static String words(String host, Throwable fault) {
        if (find(fault, HttpTimeoutException.class) != null) return "the hub " + host + " did not answer in time";
        if (find(fault, UnresolvedAddressException.class) != null) return "no address is known for the hub " + host;
        if (find(fault, ConnectException.class) != null) return "the hub " + host + " cannot be reached";
        SSLHandshakeException handshake = find(fault, SSLHandshakeException.class);
        if (handshake != null) return "no secure connection to the hub: " + text(handshake.getMessage());
        SSLException tls = find(fault, SSLException.class);
        if (tls != null) return "the secure connection to the hub broke: " + text(tls.getMessage());
        return "the connection to the hub broke: " + text(fault.getMessage());
    }

    private static <T extends Throwable> @Nullable T find(Throwable fault, Class<T> kind) {
        Throwable at = fault;
        for (int i = 0; i < CAUSES_MAX && at != null; i++) {
            if (kind.isInstance(at)) return kind.cast(at);
            at = at.getCause();
        }
        return null;
    }

    /// A status that is no success, with what the hub said of it.
    public static UpstreamException of(int status, HttpHeaders headers, String body) {
        String code = "";
        String said = "";
        try {
            Tree tree = Tree.parse(body);
            code = Optional.ofNullable(tree.nullableText("error")).orElse("");
            said = Optional.ofNullable(tree.nullableText("error_description")).orElse(code);
        } catch (WireException _) {
            // a proxy's page, or nothing: the status alone is told
        }
        String words = said.isEmpty() ? "the hub answered " + status : "the hub says: " + text(said);
        return new UpstreamException(words, status, text(code), retryAfterMs(headers));
    }

    /// Without what could forge lines of a log.
    static String text(@Nullable String said) {
        if (said == null) return "without a reason";
        String plain = said.replaceAll("\\p{Cntrl}", " ").strip();
        return plain.length() <= WORDS_MAX ? plain : plain.substring(0, WORDS_MAX) + "…";
    }

    /// Seconds, or a date that is compared with the answer's own; 0: nothing, or nothing to be understood.
    static long retryAfterMs(HttpHeaders headers) {
        String text = headers.firstValue("Retry-After").orElse("").strip();
        if (text.matches("[0-9]{1,9}")) return Math.min(Long.parseLong(text) * 1_000, Backoff.RETRY_AFTER_MAX_MS);
        Optional<Instant> until = date(text);
        Optional<Instant> from = headers.firstValue("Date").flatMap(Faults::date);
        if (until.isEmpty() || from.isEmpty()) return 0;
        long ms = Duration.between(from.get(), until.get()).toMillis();
        return Math.clamp(ms, 0, Backoff.RETRY_AFTER_MAX_MS);
    }

    static Optional<Instant> date(String text) {
        try {
            return Optional.of(ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant());
        } catch (DateTimeParseException _) {
            return Optional.empty(); // a header that is wrong says nothing
        }
    }

    /// Whether `fault` is the network's, not a program's.
    static boolean isNetwork(@Nullable Throwable fault) {
        return fault instanceof IOException || fault instanceof UnresolvedAddressException;
    }
}
