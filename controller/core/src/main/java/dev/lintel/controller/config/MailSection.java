package dev.lintel.controller.config;

import dev.lintel.controller.config.MailConfig.Login;
import dev.lintel.controller.config.MailConfig.Security;
import dev.lintel.controller.net.EmailAddress;
import dev.lintel.controller.yaml.Section;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads `mail` of `controller.yaml`. The password and the certificates are looked at when a letter is sent.
///
/// ```
///   host, from    port, security, user, password_file, trust
/// ```
final class MailSection {
    private static final Map<String, Security> SECURITY =
            Stream.of(Security.values()).collect(Collectors.toUnmodifiableMap(Security::word, one -> one));

    /// An address, or a name and an address in brackets: `Lintel North <door@example.com>`.
    private static final Pattern FROM =
            Pattern.compile("(?:(?<name>[^<>\"\\p{Cntrl}]+?) *<(?<in>[^<>]+)>|(?<bare>[^<>]+))");

    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?");

    private MailSection() {}

    /// Null: there is none. File names are from `folder`, which the configuration is in.
    static @Nullable MailConfig read(Section root, Path folder) {
        Section mail = root.section("mail").orNull();
        if (mail == null) return null;
        String host = mail.text("host").that(MailSection::hostFault).required("localhost");
        Security security = mail.choice("security", SECURITY).or(Security.STARTTLS);
        int port = mail.integer("port", 1, Addresses.PORT_MAX).or(security.port());
        String from = mail.text("from").that(MailSection::fromFault).required("box@localhost");
        Login login = login(mail, folder);
        if (security == Security.NONE && login != null) {
            mail.fault("security", "cannot be none with a user: the password would be there for all to read");
        } else if (security == Security.NONE && !isLoopback(host)) {
            mail.warn("security", "is none: links and codes that open doors go over the network for all to read");
        }
        Matcher parts = FROM.matcher(from);
        boolean named = parts.matches() && parts.group("name") != null;
        return new MailConfig(
                host,
                port,
                security,
                named ? parts.group("in").strip() : from.strip(),
                named ? parts.group("name").strip() : "",
                login,
                FileNames.of(mail, "trust", folder));
    }

    private static @Nullable Login login(Section mail, Path folder) {
        String user = mail.text("user").orNull();
        String file = mail.text("password_file").that(FileNames::fault).orNull();
        if (mail.has("user") != mail.has("password_file")) {
            String missing = mail.has("user") ? "password_file" : "user";
            mail.fault(missing, "is missing: a server that knows this box knows both");
        }
        return user == null || file == null ? null : new Login(user, folder.resolve(file));
    }

    private static @Nullable String hostFault(String text) {
        return HOST.matcher(text).matches() || isAddress(text)
                ? null
                : "must be a server's name or address, such as smtp.example.com, not '" + text + "'";
    }

    private static boolean isLoopback(String host) {
        return host.equals("localhost")
                || (isAddress(host) && InetAddress.ofLiteral(host).isLoopbackAddress());
    }

    private static boolean isAddress(String text) {
        try {
            InetAddress.ofLiteral(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false; // a name
        }
    }

    private static @Nullable String fromFault(String text) {
        Matcher parts = FROM.matcher(text);
        if (parts.matches()) {
            String address = parts.group("in") == null ? parts.group("bare") : parts.group("in");
            if (EmailAddress.isOne(address.strip())) return null;
        }
        return "must be like door@example.com or Lintel North <door@example.com>, not '" + text + "'";
    }
}
