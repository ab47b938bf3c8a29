package dev.lintel.controller.config;

import dev.lintel.controller.config.WitnessConfig.Server;
import dev.lintel.controller.net.WebAddress;
import dev.lintel.controller.yaml.Section;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads `witness` of `controller.yaml`.
///
/// ```
///   file, syslog, webhook, trust, every
/// ```
final class WitnessSection {
    private static final int SYSLOG_PORT = 514; // RFC 5426, section 3.3
    /// More often is no better: a head covers all before it.
    private static final Duration EVERY_MIN = Duration.ofMinutes(1);
    /// What was done since the last head cannot be found.
    private static final Duration EVERY_MAX = Duration.ofDays(1);

    private static final Duration EVERY = Duration.ofHours(1);
    private static final Pattern SERVER = Pattern.compile(
            "(?<host>[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\\[[0-9A-Fa-f:.]+])(?::(?<port>[0-9]{1,5}))?");

    private WitnessSection() {}

    /// Null: there is none. File names are from `folder`, which the configuration is in.
    static @Nullable WitnessConfig read(Section root, Path folder) {
        Section witness = root.section("witness").orNull();
        if (witness == null) return null;
        String file = witness.text("file").that(FileNames::fault).orNull();
        String syslog = witness.text("syslog").that(WitnessSection::serverFault).orNull();
        String webhook =
                witness.text("webhook").that(WitnessSection::webhookFault).orNull();
        if (!witness.has("file") && !witness.has("syslog") && !witness.has("webhook")) {
            witness.fault("file", "is missing, or syslog or webhook: a witness needs one of them");
        }
        List<Path> trust = FileNames.of(witness, "trust", folder);
        if (!trust.isEmpty() && !witness.has("webhook")) {
            witness.fault("trust", "is for the server of webhook, which is missing");
        }
        return new WitnessConfig(
                file == null ? null : folder.resolve(file),
                syslog == null ? null : server(syslog),
                webhook == null ? null : URI.create(webhook),
                trust,
                witness.duration("every", EVERY_MIN, EVERY_MAX).or(EVERY));
    }

    private static @Nullable String serverFault(String text) {
        Matcher server = SERVER.matcher(text);
        if (!server.matches()) return "must be a host, or a host and a port such as 10.0.0.9:514, not '" + text + "'";
        String port = server.group("port");
        boolean isPort = port == null || (Integer.parseInt(port) > 0 && Integer.parseInt(port) <= Addresses.PORT_MAX);
        return isPort ? null : "has a port that does not exist: " + port;
    }

    private static @Nullable String webhookFault(String text) {
        String fault = WebAddress.fault(text, "it");
        return fault == null ? null : "cannot be used: " + fault;
    }

    private static @Nullable Server server(String text) {
        Matcher server = SERVER.matcher(text);
        if (serverFault(text) != null || !server.matches()) return null;
        String port = server.group("port");
        return new Server(server.group("host"), port == null ? SYSLOG_PORT : Integer.parseInt(port));
    }
}
