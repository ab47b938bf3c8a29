package dev.lintel.tools;

import dev.lintel.controller.tls.GivenCertificate;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lintel certificate`: what the box shows to browsers.
@Command(
        name = "certificate",
        description = {
            "Shows the box's certificates, renews them, and takes one of your own.",
            "Without one the box shows its own authority's, which every browser has to be told to trust."
        },
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            CertificateCommand.Show.class,
            CertificateCommand.Renew.class,
            CertificateCommand.Install.class,
            CertificateCommand.Remove.class
        })
final class CertificateCommand {
    /// `lintel certificate show`.
    @Command(
            name = "show",
            description = "Says which certificates are shown: whose, for which names, until when, and what is wrong.",
            mixinStandardHelpOptions = true)
    static final class Show implements Callable<Integer> {
        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            output.print(asked(data.folder, "certificate show"), CertificateCommand::lines);
            return 0;
        }
    }

    /// `lintel certificate renew`.
    @Command(
            name = "renew",
            description = {
                "Looks at the files, addresses and names now rather than within a minute.",
                "Where certificates are ordered (tls.acme), a new one is ordered, whether one is due or not."
            },
            mixinStandardHelpOptions = true)
    static final class Renew implements Callable<Integer> {
        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            output.print(asked(data.folder, "certificate renew"), CertificateCommand::lines);
            return 0;
        }
    }

    /// `lintel certificate install`.
    @Command(
            name = "install",
            description = {
                "Copies a certificate and its key into the box, which shows them from now on, also after a restart.",
                "They are checked first; nothing is taken of what no browser would take.",
                "Another program that renews files is better served by 'tls' in controller.yaml."
            },
            mixinStandardHelpOptions = true,
            footer = {"%nExample:", "  lintel certificate install --certificate fullchain.pem --key privkey.pem"})
    static final class Install implements Callable<Integer> {
        @Option(
                names = "--certificate",
                required = true,
                paramLabel = "F",
                description = "PEM: the box's certificate, then who signed it, and so on.")
        @SuppressWarnings("NullAway.Init") // picocli sets it before call()
        Path certificate;

        @Option(
                names = "--key",
                required = true,
                paramLabel = "F",
                description = "PEM: its private key, RSA or EC, without a passphrase, readable by its owner only.")
        @SuppressWarnings("NullAway.Init") // picocli sets it before call()
        Path key;

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            Map<String, Object> request = new LinkedHashMap<>();
            request.put("command", "certificate install");
            request.put("certificate", text(certificate));
            GivenFile.checkPrivate(key);
            request.put("key", text(key));
            output.print(new ControlClient(data.folder).askOne(request), CertificateCommand::lines);
            return 0;
        }

        private static String text(Path file) {
            return new String(GivenFile.read(file, GivenCertificate.FILE_BYTES_MAX), StandardCharsets.US_ASCII);
        }
    }

    /// `lintel certificate remove`.
    @Command(
            name = "remove",
            description = "Removes what 'certificate install' brought: the box's own certificate serves again.",
            mixinStandardHelpOptions = true)
    static final class Remove implements Callable<Integer> {
        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            output.print(asked(data.folder, "certificate remove"), CertificateCommand::lines);
            return 0;
        }
    }

    private static Map<String, @Nullable Object> asked(Path folder, String command) {
        return new ControlClient(folder).askOne(Map.of("command", command));
    }

    /// A sheet of the running box for people.
    static String lines(Map<String, @Nullable Object> sheet) {
        var text = new StringBuilder();
        for (Map<?, ?> one : maps(sheet.get("certificates"))) {
            if (!text.isEmpty()) text.append('\n');
            text.append("own".equals(one.get("certificate")) ? "The box's own authority's" : given(sheet))
                    .append(":\n  for      ")
                    .append(list(one.get("names")))
                    .append("\n  issuer   ")
                    .append(Output.inLine(one.get("issuer")))
                    .append("\n  holds    ")
                    .append(one.get("begins_at"))
                    .append(" to ")
                    .append(one.get("ends_at"))
                    .append(" (")
                    .append(one.get("days_left"))
                    .append(" days left)\n  SHA-256  ")
                    .append(one.get("fingerprint"));
            if (one.get("authority") != null) {
                text.append("\n  trust    ")
                        .append(Output.inLine(one.get("authority")))
                        .append("\n           ")
                        .append(one.get("authority_fingerprint"));
            }
        }
        if (sheet.get("order") instanceof Map<?, ?> order) text.append('\n').append(order(order));
        if (sheet.get("fault") != null) text.append("\nWrong: ").append(Output.inLine(sheet.get("fault")));
        if (sheet.get("remarks") instanceof List<?> remarks) {
            for (Object remark : remarks) text.append("\nNote: ").append(Output.inLine(remark));
        }
        return text.toString();
    }

    private static String given(Map<String, @Nullable Object> sheet) {
        return switch (String.valueOf(sheet.get("source"))) {
            case "acme" -> "Ordered by ACME";
            case "files" -> "Of the files in controller.yaml";
            default -> "Installed";
        };
    }

    private static String order(Map<?, ?> order) {
        String what = "Orders at " + Output.inLine(order.get("directory")) + " for " + list(order.get("names"));
        if (Boolean.TRUE.equals(order.get("under_way"))) what += ": one is under way";
        if (order.get("fault") != null) what += "\n  last try failed: " + Output.inLine(order.get("fault"));
        return order.get("next_at") == null ? what : what + "\n  next     " + order.get("next_at");
    }

    static String list(@Nullable Object names) {
        if (!(names instanceof List<?> list)) return "";
        return String.join(", ", list.stream().map(Output::inLine).toList());
    }

    static List<Map<?, ?>> maps(@Nullable Object list) {
        var found = new java.util.ArrayList<Map<?, ?>>();
        if (list instanceof List<?> all) for (Object one : all) if (one instanceof Map<?, ?> map) found.add(map);
        return found;
    }
}
