package dev.lintel.controller.mail;

import dev.lintel.controller.client.ClientTls;
import dev.lintel.controller.client.Trust;
import io.netty.handler.codec.DecoderException;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.ext.mail.LoginOption;
import io.vertx.ext.mail.MailClient;
import io.vertx.ext.mail.MailConfig;
import io.vertx.ext.mail.MailMessage;
import io.vertx.ext.mail.MailResult;
import io.vertx.ext.mail.SMTPException;
import io.vertx.ext.mail.StartTLSOptions;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// Speaks SMTP by way of Vert.x' mail client, with a connection for each letter: there are few. The
/// password and the files of authorities are read anew each time, so that what was mended counts at once.
///
/// ```
///   connect ── [STARTTLS ── TLS, name checked] ── [AUTH] ── MAIL, RCPT, DATA ──► 2xx Taken
///      '── 4xx, no connection, no TLS: Away ────────────────── 5xx: Refused (of AUTH: Away, for all)
/// ```
public final class SmtpSender implements MailSender {
    /// For all of one letter: a server may look at it for spam, and some wait before they greet.
    private static final int LIMIT_S = 120;

    private static final int CONNECT_MS_MAX = 20_000;
    /// Where the configuration names files of authorities.
    private static final String TRUST = "mail: trust";

    /// What every server takes; others need no password that could be sent, or are broken (CRAM-MD5).
    private static final String METHODS = "PLAIN LOGIN";

    private static final int AUTHENTICATION = 530;
    private static final int AUTHENTICATION_REFUSED = 535;
    /// A server's own words, in one line.
    private static final int WORDS_MAX = 200;

    private final Server server;
    private final Supplier<Vertx> vertx;

    /// Which server, and who this box is to it.
    ///
    /// @param startTls TLS after a first word in the clear, and nothing where there is none
    /// @param tls TLS from the first byte
    /// @param from whose letters they are; `name` before it, or empty
    /// @param login null: none is asked for
    /// @param trust files (PEM) of authorities that are believed beside the usual ones
    /// @param helo what this box calls itself
    public record Server(
            String host,
            int port,
            boolean startTls,
            boolean tls,
            String from,
            String name,
            @Nullable Login login,
            List<Path> trust,
            String helo) {
        public Server {
            trust = List.copyOf(trust);
        }
    }

    /// Who this box is to the server.
    ///
    /// @param password asked for each letter; throws `IllegalArgumentException` in words where there is none
    public record Login(String user, Supplier<String> password) {}

    public SmtpSender(Server server, Supplier<Vertx> vertx) {
        this.server = server;
        this.vertx = vertx;
    }

    @Override
    public String server() {
        return server.host + ":" + server.port;
    }

    @Override
    public Answer send(String address, String messageId, Letter letter) throws InterruptedException {
        MailClient client;
        try {
            client = MailClient.create(vertx.get(), config());
        } catch (IllegalArgumentException e) { // a file that cannot be read: to be mended, then it goes on
            return new Answer.Away(String.valueOf(e.getMessage()), true);
        }
        try {
            Future<MailResult> sent = client.sendMail(message(address, messageId, letter));
            sent.toCompletionStage().toCompletableFuture().get(LIMIT_S, TimeUnit.SECONDS);
            return new Answer.Taken();
        } catch (TimeoutException e) {
            return new Answer.Away(server() + " did not take it within " + LIMIT_S + " s", true);
        } catch (ExecutionException e) {
            return answer(Objects.requireNonNullElse(e.getCause(), e));
        } finally {
            var _ = client.close();
        }
    }

    private MailConfig config() {
        var config = new MailConfig(server.host, server.port)
                .setSsl(server.tls)
                .setStarttls(server.startTls ? StartTLSOptions.REQUIRED : StartTLSOptions.DISABLED)
                .setLogin(server.login == null ? LoginOption.DISABLED : LoginOption.REQUIRED)
                .setAuthMethods(METHODS)
                .setOwnHostname(server.helo)
                .setUserAgent("lintel")
                .setMaxPoolSize(1)
                .setKeepAlive(false)
                .setConnectTimeout(CONNECT_MS_MAX)
                .setIdleTimeout(LIMIT_S)
                .setIdleTimeoutUnit(TimeUnit.SECONDS)
                .setHostnameVerificationAlgorithm("HTTPS");
        if (server.tls || server.startTls) {
            config.setSslEngineOptions(new ClientTls(Trust.beside(TRUST, server.trust)));
        }
        if (server.login != null) {
            config.setUsername(server.login.user).setPassword(server.login.password.get());
        }
        return config;
    }

    private MailMessage message(String address, String messageId, Letter letter) {
        String from = server.name.isEmpty() ? server.from : server.from + " (" + server.name + ")";
        return new MailMessage()
                .setFrom(from)
                .setTo(address)
                .setSubject(letter.subject())
                .setText(letter.text())
                .setHtml(html(letter))
                .setHeaders(MultiMap.caseInsensitiveMultiMap()
                        .add("Message-ID", "<" + messageId + ">")
                        .add("Auto-Submitted", "auto-generated")); // RFC 3834: no holiday notes in answer
    }

    private static String html(Letter letter) {
        return "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"></head><body>" + letter.html()
                + "</body></html>";
    }

    private Answer answer(Throwable fault) {
        return switch (fault) {
            case SMTPException e -> answered(e);
            case UnknownHostException _ -> new Answer.Away("the name " + server.host + " is not known", true);
            case ConnectException _ -> new Answer.Away(server() + " cannot be connected to", true);
            case SSLException e -> untrusted(e);
            case DecoderException e when e.getCause() instanceof SSLException tls -> untrusted(tls);
            default -> new Answer.Away("the connection to " + server() + " failed: " + reason(fault), true);
        };
    }

    private Answer untrusted(SSLException fault) {
        return new Answer.Away("the certificate or TLS of " + server() + " is not accepted: " + reason(fault), true);
    }

    private Answer answered(SMTPException e) {
        int code = e.getReplyCode();
        String words = server.host + " answered " + code + " " + line(e.getReplyMessage());
        if (code == AUTHENTICATION || code == AUTHENTICATION_REFUSED) {
            return new Answer.Away(words + " (user and password_file of controller.yaml)", true);
        }
        return e.isPermanent() ? new Answer.Refused(words) : new Answer.Away(words, false);
    }

    private static String reason(Throwable fault) {
        Throwable root = fault;
        while (root.getCause() != null && !root.getCause().equals(root)) root = root.getCause();
        String message = root.getMessage();
        return line(message == null ? root.getClass().getSimpleName() : message);
    }

    /// One line of what a server said, which may be anything.
    private static String line(@Nullable String words) {
        String line = String.valueOf(words).replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        return line.length() <= WORDS_MAX ? line : line.substring(0, WORDS_MAX) + "…";
    }
}
