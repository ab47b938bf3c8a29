package dev.lintel.controller.console;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.cert.CertificateFactory;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A process of Debian's headless Chromium, which takes two thirds of the processor time of the one with windows. A
/// start takes more than half a second of processor time, so [Browser] uses one for all tests of a JVM, each in a
/// context of its own: cookies, storage and caches are not shared.
final class Chromium implements AutoCloseable {
    /// The first one that is installed.
    private static final List<Path> PROGRAMS =
            List.of(Path.of("/usr/bin/chromium-headless-shell"), Path.of("/usr/bin/chromium"));
    private static final String LISTENING = "DevTools listening on ";

    private static @Nullable Chromium shared;

    private final Process process;
    private final HttpClient http = HttpClient.newHttpClient();
    private final URI address;
    private final DevTools tools;

    /// Starts it with a new profile in `profile`.
    ///
    /// @param trusted Base64 of the SHA-256 of a public key that it believes as it believes a public authority:
    ///     what a page may do only with a certificate that is right (a service worker) it may do then. Empty: none
    Chromium(Path profile, String trusted) throws IOException {
        Path program = PROGRAMS.stream()
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "the browser tests need one of " + PROGRAMS + ": apt-get install chromium-headless-shell"));
        process = new ProcessBuilder(List.of(
                        program.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--disable-dev-shm-usage",
                        "--hide-scrollbars",
                        "--ignore-certificate-errors-spki-list=" + trusted,
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank"))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        address = devTools();
        tools = new DevTools(http, address);
    }

    /// The one of this JVM, which ends with it. One that has crashed is replaced.
    static synchronized Chromium shared() throws IOException {
        Chromium known = shared;
        if (known != null && known.process.isAlive()) return known;
        Path profile = Files.createTempDirectory("lintel-chromium-");
        var made = new Chromium(profile, "");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            made.close();
            delete(profile);
        }));
        shared = made;
        return made;
    }

    private static void delete(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.toList().reversed()) Files.delete(path);
        } catch (IOException | UncheckedIOException _) {
            // a process that ends just now removes its files as well
        }
    }

    /// What names the public key of a certificate to a new Chromium that is to trust it.
    static String pin(Path certificate) throws Exception {
        try (var in = Files.newInputStream(certificate)) {
            var key = CertificateFactory.getInstance("X.509")
                    .generateCertificate(in)
                    .getPublicKey();
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-256").digest(key.getEncoded()));
        }
    }

    /// A new context: what an incognito window is to people.
    String context() {
        return String.valueOf(
                tools.call("Target.createBrowserContext", Map.of()).get("browserContextId"));
    }

    /// Lets the pages of an origin show notifications, as if a person had agreed.
    void allowNotifications(String context, String origin) {
        var wanted = Map.of("permissions", List.of("notifications"), "origin", origin, "browserContextId", context);
        tools.call("Browser.grantPermissions", wanted);
    }

    /// Connects to the service worker with that script, which is running or has run a moment ago.
    DevTools worker(String script) {
        for (Object one : (List<?>)
                Objects.requireNonNull(tools.call("Target.getTargets", Map.of()).get("targetInfos"))) {
            var info = (Map<?, ?>) one;
            if (!"service_worker".equals(info.get("type")) || !script.equals(info.get("url"))) continue;
            return connect(info.get("targetId"));
        }
        throw new AssertionError("no worker " + script);
    }

    private DevTools connect(@Nullable Object target) {
        return new DevTools(http, URI.create("ws://127.0.0.1:" + address.getPort() + "/devtools/page/" + target));
    }

    /// Ends a context and its pages.
    void dispose(String context) {
        tools.call("Target.disposeBrowserContext", Map.of("browserContextId", context));
    }

    /// Opens an empty page in a context.
    DevTools page(String context) {
        Map<String, Object> wanted = Map.of("url", "about:blank", "browserContextId", context, "newWindow", true);
        Object target = tools.call("Target.createTarget", wanted).get("targetId");
        return connect(target);
    }

    @Override
    public void close() {
        tools.close();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        process.onExit().orTimeout(DevTools.ANSWER_S, TimeUnit.SECONDS).join();
        http.shutdownNow();
    }

    private URI devTools() throws IOException {
        var err = new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
        var said = new StringBuilder();
        for (String line = err.readLine(); line != null; line = err.readLine()) {
            said.append(line).append('\n');
            if (!line.startsWith(LISTENING)) continue;
            Thread.ofPlatform()
                    .daemon()
                    .name("browser-output")
                    .start(() -> err.lines().forEach(_ -> {})); // or it would stop at a full pipe
            return URI.create(line.substring(LISTENING.length()));
        }
        throw new IllegalStateException("Chromium does not start:\n" + said);
    }
}
