package dev.lintel.tools.image;

import dev.lintel.controller.net.Reasons;
import dev.lintel.tools.pack.Trees;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Debian's archive, asked whether its packages are still those that a base was made of: by the list of contents that
/// each suite has (`InRelease`, about 230 kB for all three). One thread, which waits.
///
/// The lists' signatures are not looked at here: mmdebstrap does that, with each package's, whenever it fetches any.
/// Who changes a list on its way can make this build lay out Debian once too often, or keep a base, whose own day is
/// what is told then.
final class Archive {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    /// For one list, whole. A mirror that has not sent 150 kB by then will not send 200 MB of packages either.
    private static final Duration WHOLE = Duration.ofSeconds(30);
    /// The largest list is 140 kB; Debian's testing had one of 240 kB. More is none, and is not kept in memory.
    private static final int LIST_BYTES_MAX = 4 << 20;
    private static final int OK = 200;
    private static final int HTTP = 80;
    private static final int HTTPS = 443;
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE, d MMM yyyy HH:mm:ss 'UTC'", Locale.ENGLISH);

    private final List<Suite> suites;
    private final String arch;

    /// A part of the archive.
    ///
    /// @param mirror where it is: an address, or a folder as `file:` or `copy:`
    /// @param components of it that are used, such as `main`
    record Suite(String mirror, String name, List<String> components) {
        Suite {
            components = List.copyOf(components);
        }

        /// As apt's list of sources has it.
        String source() {
            return "deb " + mirror + " " + name + " " + String.join(" ", components);
        }

        URI list() {
            return URI.create(mirror + "/dists/" + name + "/InRelease");
        }
    }

    /// What the archive holds.
    ///
    /// @param hash of the packages' lists: another one, and a package has changed
    /// @param at when the newest list was made
    record State(String hash, Instant at) {
        LocalDate day() {
            return LocalDate.ofInstant(at, ZoneOffset.UTC);
        }
    }

    /// @param arch as Debian names it
    Archive(List<Suite> suites, String arch) {
        this.suites = List.copyOf(suites);
        this.arch = arch;
    }

    /// What it holds now. Throws [IOException] in words where it cannot be asked.
    State ask() throws IOException {
        var said = new StringBuilder();
        Instant at = Instant.MIN;
        for (Suite suite : suites) {
            String list = fetch(suite.list());
            Instant of = date(suite, list);
            if (of.isAfter(at)) at = of;
            said.append(suite.source()).append('\n').append(packages(suite, list));
        }
        return new State(Trees.sha256(said.toString()), at);
    }

    /// The lines of the packages that are used. A suite is signed anew several times a day with another date: that
    /// alone is no change. A list that does not name them counts as a whole.
    private String packages(Suite suite, String list) {
        var lines = new StringBuilder();
        for (String component : suite.components) {
            String index = " " + component + "/binary-" + arch + "/Packages";
            list.lines()
                    .filter(line -> line.startsWith(" ") && line.endsWith(index))
                    .forEach(line -> lines.append(line).append('\n'));
        }
        return lines.isEmpty() ? list : lines.toString();
    }

    private static Instant date(Suite suite, String list) throws IOException {
        String date = list.lines()
                .filter(line -> line.startsWith("Date: "))
                .map(line -> line.substring("Date: ".length()).strip())
                .findFirst()
                .orElseThrow(() -> new IOException(suite.list() + " is no list of a suite: it has no Date"));
        try {
            return LocalDateTime.from(DATE.parse(date)).toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            throw new IOException(suite.list() + " has the Date '" + date + "', which is none in UTC", e);
        }
    }

    private static String fetch(URI list) throws IOException {
        return switch (String.valueOf(list.getScheme())) {
            case "http", "https" -> get(list);
            case "file", "copy" -> Files.readString(Path.of(list.getPath()), StandardCharsets.ISO_8859_1);
            default -> throw new IOException(list + " is neither http:, https:, file: nor copy:");
        };
    }

    private static String get(URI list) throws IOException {
        HttpClient.Builder builder = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL) // as apt does: some mirrors name another one
                .connectTimeout(CONNECT);
        ProxySelector proxy = proxy(list, System.getenv(list.getScheme() + "_proxy"), System.getenv("no_proxy"));
        if (proxy != null) builder.proxy(proxy);
        try (HttpClient client = builder.build()) {
            var limited = BodyHandlers.limiting(BodyHandlers.ofString(StandardCharsets.ISO_8859_1), LIST_BYTES_MAX);
            try {
                HttpResponse<String> answer = client.sendAsync(
                                HttpRequest.newBuilder(list).GET().build(), limited)
                        .get(WHOLE.toSeconds(), TimeUnit.SECONDS);
                if (answer.statusCode() != OK) throw new IOException(list + " is answered " + answer.statusCode());
                return answer.body();
            } finally {
                client.shutdownNow(); // close() would wait for an answer that has taken too long already
            }
        } catch (ExecutionException e) {
            throw new IOException(list + " cannot be fetched: " + Reasons.of(e), e);
        } catch (TimeoutException e) {
            throw new IOException(list + " was not fetched within " + WHOLE.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(list + ": interrupted", e);
        }
    }

    /// The proxy that apt uses for `list`, by the same variables of the environment; null for none.
    static @Nullable ProxySelector proxy(URI list, @Nullable String named, @Nullable String none) throws IOException {
        if (named == null || named.isBlank() || list.getHost() == null) return null;
        String host = list.getHost();
        boolean direct = none != null
                && Arrays.stream(none.split(",", -1)).map(String::strip).anyMatch(one -> isWithin(host, one));
        if (direct) return null;
        try {
            URI at = URI.create(named.strip());
            if (at.getHost() == null)
                throw new IOException(list.getScheme() + "_proxy is '" + named + "', not http://HOST:PORT");
            int port = at.getPort() < 0 ? "https".equals(at.getScheme()) ? HTTPS : HTTP : at.getPort();
            return ProxySelector.of(InetSocketAddress.createUnresolved(at.getHost(), port));
        } catch (IllegalArgumentException e) {
            throw new IOException(list.getScheme() + "_proxy is '" + named + "', not http://HOST:PORT", e);
        }
    }

    private static boolean isWithin(String host, String domain) {
        if (domain.isEmpty()) return false;
        if (domain.equals("*") || host.equals(domain)) return true;
        return host.endsWith(domain.startsWith(".") ? domain : "." + domain);
    }
}
