package dev.lintel.controller;

import dev.lintel.controller.config.Addresses;
import dev.lintel.controller.config.ControllerConfig.Listen;
import dev.lintel.controller.yaml.Scalars;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What follows `lintel run` on the command line. Parsed here by hand: the command line's library costs 70 ms at start,
/// which a door that just lost power does not have.
///
/// @param data the data folder
/// @param config controller.yaml, or null for simulated hardware
/// @param site a site.yaml to apply at start, or null
/// @param demo whether a box on simulated hardware begins with the demo site
/// @param publicUrl base of absolute addresses, or null
/// @param httpsPort null leaves the configuration's; 0 is a free one
/// @param httpPort null leaves the configuration's; 0 is off
public record RunOptions(
        Path data,
        @Nullable Path config,
        @Nullable Path site,
        boolean demo,
        @Nullable String publicUrl,
        @Nullable Integer httpsPort,
        @Nullable Integer httpPort) {

    /// The same for a start in place of one that listened on these ports. Those that the file names are the file's to
    /// change: the next start reads them there.
    RunOptions again(Listen listen, int https, int http) {
        boolean named = httpsPort == null && listen.https() != 0;
        return new RunOptions(
                data, config, null, demo, publicUrl, named ? null : (Integer) https, httpPort == null ? null : http);
    }

    /// The same in another folder.
    RunOptions in(Path folder) {
        return new RunOptions(folder, config, site, demo, publicUrl, httpsPort, httpPort);
    }

    /// What the line said: options, a wish for help, or a mistake in a sentence.
    public sealed interface Parsed {
        record Run(RunOptions options) implements Parsed {}

        record Help() implements Parsed {}

        record Mistake(String sentence) implements Parsed {}
    }

    /// Which folder an installed launcher names; where it names none, it is `data` beside whoever calls.
    private static final String DATA = "lintel.data";

    public static final String HELP = """
            Usage: lintel run [options]
            Runs the controller until it is stopped with Ctrl-C. It takes controller.yaml from its data folder. Where
            there is none it simulates a box with two doors and a demo site, and prints the address of its page and how
            to sign in; installed on a board it has no doors yet.

              --data D            the data folder (default ./data, installed /var/lib/lintel); made when it is not there
              --config FILE       controller.yaml: this box's wiring (default: the one in the data folder, see above)
              --site FILE         site.yaml: the policy, applied at start
              --no-demo           begin without the demo site
              --public-url URL    the address others reach this box by (or LINTEL_PUBLIC_URL); default: a board's own
                                  name, such as https://north-gate.local:8443, else https://localhost and the port
              --https-port N      default 8443; 0 takes a free one
              --http-port N       default 8080, only redirects; 0 turns it off
              -h, --help          this page

            Environment: LINTEL_ADMIN_EMAIL and LINTEL_ADMIN_PASSWORD make the first administrator at the first start,
            LINTEL_RATE_LIMIT is the API's requests a minute (0 = off), LINTEL_LOG is debug, info, warning or error.

            Examples:
              lintel run
              lintel run --data /srv/lintel --config controller.yaml
            """;

    public static Parsed parse(List<String> arguments) {
        var rest = new ArrayDeque<>(arguments);
        Path data = Path.of(System.getProperty(DATA, "data"));
        @Nullable Path config = null;
        @Nullable Path site = null;
        boolean demo = true;
        @Nullable String publicUrl = null;
        @Nullable Integer httpsPort = null;
        @Nullable Integer httpPort = null;
        while (!rest.isEmpty()) {
            String word = rest.removeFirst();
            int equals = word.startsWith("--") ? word.indexOf('=') : -1;
            if (equals > 0) {
                rest.addFirst(word.substring(equals + 1));
                word = word.substring(0, equals);
            }
            if (word.equals("--help") || word.equals("-h")) return new Parsed.Help();
            if (word.equals("--no-demo")) {
                demo = false;
                continue;
            }
            if (!VALUED.contains(word)) return new Parsed.Mistake(unknown(word));
            String value = rest.pollFirst();
            if (value == null) return new Parsed.Mistake(word + " needs a value");
            try {
                switch (word) {
                    case "--data" -> data = Path.of(value);
                    case "--config" -> config = Path.of(value);
                    case "--site" -> site = Path.of(value);
                    case "--public-url" -> publicUrl = publicUrl(value);
                    case "--https-port" -> httpsPort = port(word, value);
                    case "--http-port" -> httpPort = port(word, value);
                    default -> throw new IllegalStateException(word + " is listed as an option and not read");
                }
            } catch (IllegalArgumentException e) { // no port, no URL, or no path at all
                return new Parsed.Mistake(String.valueOf(e.getMessage()));
            }
        }
        return new Parsed.Run(new RunOptions(data, config, site, demo, publicUrl, httpsPort, httpPort));
    }

    private static String unknown(String word) {
        if (!word.startsWith("-")) return "'" + word + "' is not expected: run takes options only";
        String near = Scalars.nearest(word, VALUED);
        if (near != null) return "unknown option " + word + "; did you mean " + near + "?";
        return "unknown option " + word;
    }

    private static int port(String word, String value) {
        var wrong = new IllegalArgumentException(
                word + " takes a port number, 0 to " + Addresses.PORT_MAX + ", not " + value);
        try {
            int port = Integer.parseInt(value);
            if (port < 0 || port > Addresses.PORT_MAX) throw wrong;
            return port;
        } catch (NumberFormatException e) {
            throw wrong;
        }
    }

    private static String publicUrl(String value) {
        String fault = Addresses.publicUrlFault(value);
        if (fault != null) throw new IllegalArgumentException("--public-url " + fault);
        return value;
    }

    private static final List<String> VALUED =
            List.of("--data", "--config", "--site", "--public-url", "--https-port", "--http-port");
}
