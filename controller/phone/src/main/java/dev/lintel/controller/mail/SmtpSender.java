package dev.lintel.controller.mail;

import dev.lintel.controller.client.ClientTls;
import dev.lintel.controller.client.ServerAddress;
import dev.lintel.controller.client.Trust;
import dev.lintel.controller.mail.MailSender.Answer.Keeps;
import dev.lintel.controller.net.Reasons;
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
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Set;
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
///      '── Away, for all: no name, no connection, no TLS, no sign-in ──'── of this letter: 4xx Away, 5xx Refused
/// ```
public final class SmtpSender implements MailSender {
    /// For all of one letter: RFC 5321 4.5.3.2.6 has a server look at it for ten minutes.
    private static final int LIMIT_S = 660;

    private static final int CONNECT_MS_MAX = 20_000;
    /// Where the configuration names files of authorities.
    private static final String TRUST = "mail: trust";

    /// What every server takes; others need no password that could be sent, or are broken (CRAM-MD5).
    private static final String METHODS = "PLAIN LOGIN";

    /// Of the library's sentences those about one letter; all others are about this box.
    private static final List<String> OF_LETTER =
            List.of("recipient address not accepted", "DATA command not accepted", "sending data failed");

    private static final int CLOSING = 421;
    private static final int PERMANENT = 500;
    /// RFC 4954 6: needed, refused, too weak.
    private static final Set<Integer> SIGN_IN = Set.of(454, 530, 534, 535, 538);
    /// A server's own words, in one line.
    private static final int WORDS_MAX = 200;

    private final Server server;
    private final Supplier<Vertx> vertx;
    /// Of the postman's thread: with what was read of the files, as they were then.
    private @Nullable ClientTls tls;

    private List<FileTime> read = List.of();

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
        MailMessage message;
        try {
            message = message(address, messageId, letter);
        } catch (IllegalArgumentException e) { // a line's end in its subject, say
            return new Answer.Refused("it cannot be put into a mail");
        }
        InetAddress chosen;
        MailClient client;
        try {
            // Here: the library looks the name up on a loop that serves pages, and connects to the first address.
            chosen = ServerAddress.choose(server.host, server.port, Duration.ofMillis(CONNECT_MS_MAX));
            client = MailClient.create(vertx.get(), config());
        } catch (UnknownHostException e) {
            return new Answer.Away("the name " + server.host + " is not known", Keeps.ALL);
        } catch (IllegalArgumentException e) { // a file that cannot be read: to be mended, then it goes on
            return new Answer.Away(String.valueOf(e.getMessage()), Keeps.ALL);
        }
        try {
            Future<MailResult> sent = client.sendMail(message);
            sent.toCompletionStage().toCompletableFuture().get(LIMIT_S, TimeUnit.SECONDS);
            return new Answer.Taken();
        } catch (TimeoutException e) { // it may have taken it
            ServerAddress.failed(server.host, chosen);
            return new Answer.Away(server() + " did not take it within " + LIMIT_S + " s", Keeps.THIS);
        } catch (ExecutionException e) {
            Throwable fault = Objects.requireNonNullElse(e.getCause(), e);
            if (!(fault instanceof SMTPException)) ServerAddress.failed(server.host, chosen);
            return answer(fault, letter);
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
                .setIdleTimeoutUnit(TimeUnit.SECONDS);
        // Its engine holds the certificate to the name; the library's own setting is not needed for that.
        if (server.tls || server.startTls) config.setSslEngineOptions(tls());
        if (server.login != null) {
            config.setUsername(server.login.user).setPassword(server.login.password.get());
        }
        return config;
    }

    /// Made anew when a file has changed: it holds some 100 authorities.
    private ClientTls tls() {
        List<FileTime> now = new ArrayList<>();
        try {
            for (Path file : server.trust) now.add(Files.getLastModifiedTime(file));
        } catch (IOException e) { // told in words by whoever reads it
            now.clear();
        }
        ClientTls made = tls;
        if (made == null || !now.equals(read) || now.size() != server.trust.size()) {
            made = new ClientTls(Trust.beside(TRUST, server.trust));
            tls = made;
            read = now;
        }
        return made;
    }

    private MailMessage message(String address, String messageId, Letter letter) {
        return new MailMessage()
                .setFrom(server.from)
                .setTo(address)
                .setSubject(letter.subject())
                .setText(letter.text())
                .setHtml(html(letter))
                .setHeaders(MultiMap.caseInsensitiveMultiMap()
                        .add("From", from())
                        .add("Message-ID", "<" + messageId + ">")
                        .add("Auto-Submitted", "auto-generated")); // RFC 3834: no holiday notes in answer
    }

    /// The address, with the name before it where there is one (RFC 5322 3.4, RFC 2047).
    private String from() {
        if (server.name.isEmpty()) return server.from;
        boolean plain = server.name.chars().allMatch(c -> c >= ' ' && c < 0x7F && c != '"' && c != '\\');
        String name = plain
                ? "\"" + server.name + "\""
                : "=?UTF-8?B?" + Base64.getEncoder().encodeToString(server.name.getBytes(StandardCharsets.UTF_8))
                        + "?=";
        return name + " <" + server.from + ">";
    }

    private static String html(Letter letter) {
        return "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"></head><body>" + letter.html()
                + "</body></html>";
    }

    private Answer answer(Throwable fault, Letter letter) {
        return switch (fault) {
            case SMTPException e -> answered(e, letter);
            case UnknownHostException _ -> new Answer.Away("the name " + server.host + " is not known", Keeps.ALL);
            case ConnectException _ -> new Answer.Away(server() + " cannot be connected to", Keeps.ALL);
            case SSLException e -> untrusted(e);
            case DecoderException e when e.getCause() instanceof SSLException tlsFault -> untrusted(tlsFault);
            case Throwable e
            when reason(e).contains("STARTTLS") ->
                new Answer.Away(server() + " has no TLS, and security is starttls: " + reason(e), Keeps.ALL);
            // It may have come after all of it was sent.
            default -> new Answer.Away("the connection to " + server() + " failed: " + reason(fault), Keeps.THIS);
        };
    }

    private Answer untrusted(SSLException fault) {
        String why = "the certificate or TLS of " + server() + " is not accepted: " + reason(fault);
        return new Answer.Away(why, Keeps.ALL);
    }

    private Answer answered(SMTPException e, Letter letter) {
        int code = e.getReplyCode();
        String said = line(Quoted.without(letter, String.valueOf(e.getReplyMessage())));
        String words = server.host + " answered " + (said.startsWith(Integer.toString(code)) ? "" : code + " ") + said;
        String step = String.valueOf(e.getMessage());
        if (OF_LETTER.stream().anyMatch(step::startsWith) && code != CLOSING) {
            return code >= PERMANENT ? new Answer.Refused(words) : new Answer.Away(words, Keeps.THIS);
        }
        if (SIGN_IN.contains(code)) {
            return new Answer.Away(words + " (user and password_file of controller.yaml)", Keeps.ALL_FOR_LONG);
        }
        return new Answer.Away(words, Keeps.ALL);
    }

    private static String reason(Throwable fault) {
        return line(Reasons.of(fault));
    }

    /// One line of what a server said, which may be anything.
    private static String line(@Nullable String words) {
        String line = String.valueOf(words).replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        return line.length() <= WORDS_MAX ? line : line.substring(0, WORDS_MAX) + "…";
    }
}
