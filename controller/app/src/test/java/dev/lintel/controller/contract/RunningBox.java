package dev.lintel.controller.contract;

import dev.lintel.controller.api.AnswerJudge;
import dev.lintel.controller.api.ApiClient;
import dev.lintel.controller.api.OpenApi;
import dev.lintel.controller.control.ControlSocket;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.tls.ClientTrust;
import dev.lintel.reader.CardBits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// `lintel run` in a process of its own on a fresh data folder, as an integrator meets it: TLS by the box's own
/// CA, keys made at the command socket, simulated doors.
final class RunningBox implements AutoCloseable {
    /// Who runs it.
    static final String ADMIN = "admin@example.com";

    static final String PASSWORD = "quiet hinges by the hundred";

    private static final String LAST_LINE = "Stop with Ctrl-C.";
    private static final String PAGE = "  Page";
    private static final long END_S_MAX = 30;
    /// Each waits five seconds for an event.
    private static final int REJECTED_TRIES = 4;

    /// Between two looks: a wait that spins takes the processor from the box.
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Path data;
    private final Process process;
    private final String url;
    private final SSLContext trust;
    private final OpenApi described = OpenApi.ofProgram();
    private final Map<Variant, Client> clients = new EnumMap<>(Variant.class);

    private RunningBox(Path data, Process process, String url, SSLContext trust) {
        this.data = data;
        this.process = process;
        this.url = url;
        this.trust = trust;
    }

    /// Starts and waits until the box says that it is ready.
    ///
    /// @param folder for the data folder and the policy
    /// @param ratePerMinute the API's limit; 0: none; null: the one that a box has of itself
    static RunningBox start(Path folder, @Nullable Integer ratePerMinute) {
        return start(folder, ratePerMinute, _ -> {});
    }

    /// As [#start(Path, Integer)], with a database in which `past` has written before the first start.
    static RunningBox start(Path folder, @Nullable Integer ratePerMinute, Consumer<Database> past) {
        try (var data = DataFolder.open(folder.resolve("data"));
                var database = TestDatabase.open(data, new SystemTime())) {
            past.accept(database);
        }
        try {
            Path site = folder.resolve("site.yaml");
            try (InputStream in = RunningBox.class.getResourceAsStream("contract.yaml")) {
                Files.copy(Objects.requireNonNull(in), site);
            }
            Path data = folder.resolve("data");
            Files.writeString(data.resolve("controller.yaml"), "mobile: {invitations: code}\n");
            Process process = builder(data, site, ratePerMinute).start();
            String url = awaitReady(process.inputReader());
            return new RunningBox(data, process, url, ClientTrust.in(data.resolve("tls/ca.crt")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ProcessBuilder builder(Path data, Path site, @Nullable Integer ratePerMinute) {
        var builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx64m",
                        "-XX:-UsePerfData",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Dvertx.disableDnsResolver=true",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.lintel.controller.Main",
                        "--data",
                        data.toString(),
                        "--site",
                        site.toString(),
                        "--https-port=0",
                        "--http-port=0")
                .redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("LINTEL_") || name.equals("NOTIFY_SOCKET"));
        builder.environment().put("LINTEL_ADMIN_EMAIL", ADMIN);
        builder.environment().put("LINTEL_ADMIN_PASSWORD", PASSWORD);
        if (ratePerMinute != null) builder.environment().put("LINTEL_RATE_LIMIT", ratePerMinute.toString());
        return builder;
    }

    /// Returns the page's address, as it was printed. What is said later is read, so that the box never waits
    /// for it.
    private static String awaitReady(BufferedReader output) throws IOException {
        var lines = new ArrayList<String>();
        String url = "";
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            lines.add(line);
            if (line.contains(PAGE))
                url = line.strip().replaceFirst("Page *", "").replaceFirst("/$", "");
            if (!line.equals(LAST_LINE)) continue;
            Thread.ofPlatform()
                    .daemon()
                    .name("output")
                    .start(() -> output.lines().forEach(_ -> {}));
            return url;
        }
        throw new IOException("no ready box: " + lines);
    }

    /// The one of this variant.
    Client client(Variant variant) {
        return clients.computeIfAbsent(variant, _ -> client(variant, "contract@example.com"));
    }

    /// One more, of a key of its own.
    Client client(Variant variant, String email) {
        Map<String, @Nullable Object> made = ask(Map.of(
                "command", "key create", "email", email, "shape", variant.shape(), "listing", variant.listing()));
        return new Client(this, variant, stranger(String.valueOf(made.get("api_key")), variant.shape()));
    }

    /// One that shows an access token of an application of this variant.
    Client bearer(Variant variant, String token) {
        var judge = new AnswerJudge(described);
        return new Client(
                this,
                variant,
                ApiClient.bearer(
                        url,
                        trust,
                        token,
                        (method, path, answer) -> judge.problems(method, path, variant.shape(), answer)));
    }

    /// Registers an application of this variant, live from the start; returns its id and secrets.
    ///
    /// @param webhookUrl null: none
    Map<String, @Nullable Object> application(Variant variant, String redirectUri, @Nullable String webhookUrl) {
        var request = new HashMap<String, Object>(Map.of(
                "command",
                "app create",
                "name",
                "Contract " + variant,
                "redirect_uris",
                List.of(redirectUri),
                "state",
                "live",
                "shape",
                variant.shape(),
                "listing",
                variant.listing()));
        if (webhookUrl != null) request.put("webhook_url", webhookUrl);
        return ask(request);
    }

    /// Whose key it is nobody says; `""` shows none. Its answers are judged as well.
    ApiClient stranger(String key, String shape) {
        var judge = new AnswerJudge(described);
        return new ApiClient(url, trust, key, (method, path, answer) -> judge.problems(method, path, shape, answer));
    }

    /// Without judging its answers: for requests that no client of ours would send.
    ApiClient unjudged(String key) {
        return new ApiClient(url, trust, key);
    }

    /// A family without labels, as /metrics has it at this moment.
    double metric(String name) {
        for (String line : unjudged("").get("/metrics").text().lines().toList()) {
            if (line.startsWith(name + " ")) return Double.parseDouble(line.substring(name.length() + 1));
        }
        throw new AssertionError("there is no " + name);
    }

    /// Asks for it again and again until it is as much.
    void awaitMetric(String name, double wanted) {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(END_S_MAX);
        while (metric(name) < wanted) {
            if (System.nanoTime() - endNs > 0) throw new AssertionError(name + " is " + metric(name));
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    /// Holds a card to the entry reader, and answers with what was decided.
    Map<String, @Nullable Object> card(long channel, String number) {
        return card(channel, number, 32);
    }

    /// The same with so many bits.
    Map<String, @Nullable Object> card(long channel, String number, int length) {
        String bits = CardBits.ofNumber(new BigInteger(number), length).toString();
        return ask(Map.of("command", "present", "channel", channel, "bits", bits));
    }

    /// Types a PIN at the entry reader.
    Map<String, @Nullable Object> pin(long channel, String pin) {
        return ask(Map.of("command", "present", "channel", channel, "keys", pin + "#"));
    }

    /// Moves something at the door, as `{"contact": "open"}`, `{"rex": true}`, `{"tamper": "on"}`.
    Map<String, @Nullable Object> door(long channel, Map<String, Object> what) {
        var request = new HashMap<String, Object>(what);
        request.put("command", "sim");
        request.put("channel", channel);
        return ask(request);
    }

    /// Holds a card that must be rejected to the entry reader, until the log has an event of it: of many unknown cards
    /// at a reader, also those of other tests, one in ten seconds has one.
    Map<String, @Nullable Object> rejectedCard(long channel, String number) {
        String bits = CardBits.ofNumber(new BigInteger(number), 32).toString();
        Map<String, @Nullable Object> answer = Map.of();
        for (int i = 0; i < REJECTED_TRIES; i++) {
            answer = answer(Map.of("command", "present", "channel", channel, "bits", bits));
            if (!answer.containsKey("error")) return answer;
        }
        throw new AssertionError("no event of " + number + " came: " + answer);
    }

    /// Holds a card to the entry reader. Of many unknown cards the log has only some: there may be no event of it.
    void unknownCard(long channel, String number) {
        String bits = CardBits.ofNumber(new BigInteger(number), 32).toString();
        answer(Map.of("command", "present", "channel", channel, "bits", bits));
    }

    /// The answer to a command, which has one; what it is refused with fails the test.
    private Map<String, @Nullable Object> ask(Map<String, ?> request) {
        Map<String, @Nullable Object> answer = answer(request);
        if (answer.containsKey("error")) throw new AssertionError(request + " is refused: " + answer);
        return answer;
    }

    private Map<String, @Nullable Object> answer(Map<String, ?> request) {
        try (SocketChannel channel =
                SocketChannel.open(UnixDomainSocketAddress.of(Objects.requireNonNull(ControlSocket.find(data))))) {
            ByteBuffer line = ByteBuffer.wrap((Json.write(request) + "\n").getBytes(StandardCharsets.UTF_8));
            while (line.hasRemaining()) channel.write(line);
            var reader = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
            return Json.parseObject(Objects.requireNonNull(reader.readLine()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(END_S_MAX, TimeUnit.SECONDS)) process.destroyForcibly();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }
}
