package dev.lintel.controller;

import dev.lintel.controller.backup.Restores;
import dev.lintel.controller.config.MailConfig;
import dev.lintel.controller.mail.Letters;
import dev.lintel.controller.mail.MailDesk;
import dev.lintel.controller.mail.Postman;
import dev.lintel.controller.mail.SmtpSender;
import dev.lintel.controller.mail.Writer;
import dev.lintel.controller.secret.SecretFile;
import dev.lintel.controller.server.WebServer;
import dev.lintel.controller.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The wiring of mail: which server, and who this box is to it.
final class BoxMail implements AutoCloseable {
    private static final Logger LOG = System.getLogger(BoxMail.class.getName());

    private final Postman postman;
    private final MailDesk desk;
    private final boolean sends;

    private BoxMail(Postman postman, MailDesk desk, boolean sends) {
        this.postman = postman;
        this.desk = desk;
        this.sends = sends;
    }

    /// @param others letters of other packages, by kind
    /// @param server null until the web is open; nothing is sent before
    static BoxMail of(Front.Parts parts, Supplier<@Nullable WebServer> server, Map<String, Writer> others, Time time) {
        MailConfig config = parts.config().mail();
        String host = host(parts.config().publicUrl());
        SmtpSender sender = config == null
                ? null
                : new SmtpSender(
                        server(config, host),
                        () -> Objects.requireNonNull(server.get(), "nothing is sent before")
                                .vertx());
        var letters = new Letters(parts.config().name(), others);
        var postman = new Postman(new Postman.Parts(parts.database(), sender, letters, host, time));
        parts.health().add("mail", postman::fault);
        String shown = sender == null ? null : sender.server();
        // A copy in memory knows no end of what it sends: the next start would send it once more.
        boolean sends = parts.database().isOf(parts.folder());
        var desk = new MailDesk(parts.database(), postman, letters, shown, time);
        parts.health().add("restored", desk::heldFault);
        return new BoxMail(postman, desk, sends);
    }

    private static SmtpSender.Server server(MailConfig config, String host) {
        MailConfig.Login login = config.login();
        return new SmtpSender.Server(
                config.host(),
                config.port(),
                config.security() == MailConfig.Security.STARTTLS,
                config.security() == MailConfig.Security.TLS,
                config.from(),
                config.name(),
                login == null
                        ? null
                        : new SmtpSender.Login(
                                login.user(), () -> SecretFile.read("mail: password_file", login.passwordFile())),
                config.trust(),
                host);
    }

    /// What this box calls itself to servers, and in the ids of letters.
    private static String host(@Nullable String publicUrl) {
        String named = publicUrl == null ? null : URI.create(publicUrl).getHost();
        if (named != null) return named;
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    MailDesk desk() {
        return desk;
    }

    /// Letters go out from now on: the web is open.
    void start() {
        desk.countHeld(Restores.LETTERS);
        if (sends) postman.start();
        else LOG.log(Level.WARNING, "no letter is sent while the box works on a database in memory");
    }

    @Override
    public void close() {
        postman.close();
    }
}
