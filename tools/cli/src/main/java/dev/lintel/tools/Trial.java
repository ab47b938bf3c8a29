package dev.lintel.tools;

import dev.lintel.controller.time.Time;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/// A box's test of itself after an update: doors are worked, each reader that brought cards before does so again, the
/// database was migrated and is read, HTTPS answers with the box's own certificate. What an update cannot be blamed for
/// counts nothing: a clock that no service sets, a hub that is away, and what did not work before it either. A reader
/// that somebody unplugs in these minutes cannot be told from one that the new version does not reach: the test waits
/// for it, and rather goes back than keeps doors shut.
final class Trial {
    /// Who is asked again so soon has had time to get on.
    private static final long AGAIN_NS = TimeUnit.SECONDS.toNanos(2);
    /// It works still after so long: what breaks at the first look does not break a second later only.
    private static final int LOOKS = 3;

    /// Told until every part of it runs.
    private static final String START = "start";

    /// What has to work whatever was before.
    private static final Set<String> NEEDED = Set.of(START, "doors", "decisions", "storage", "events");
    /// What hangs on others than this box.
    private static final Set<String> NOT_TO_BLAME = Set.of(
            "boxes",
            "clock",
            "disk",
            "fire release",
            "OSDP readers",
            "mail",
            "power",
            "recovery",
            "restart needed",
            "roles",
            "site",
            "sync",
            "tls");

    /// What ends itself so often does so again; doors stand still in between.
    private static final int RESTARTS_MAX = 5;

    private static final int HTTPS_MS = 20_000;
    private static final int LINE_MAX = 200;

    private final ControlClient client;
    private final Path data;
    private final Time time;

    /// @param data the box's folder, which has its authority's certificate
    Trial(ControlClient client, Path data, Time time) {
        this.client = client;
        this.data = data;
        this.time = time;
    }

    /// How long a version may take.
    ///
    /// @param whole until everything works; of a slow board after a migration of a large database
    /// @param faulty for a part that has started and does not work, as long as that lasts on end: nobody gets in
    ///     meanwhile where it is a reader or a strike
    record Patience(Duration whole, Duration faulty) {}

    /// What one look has found.
    ///
    /// @param wrong what does not work, in words; null when all does
    /// @param started the box runs: what is wrong is not that it has yet to come
    /// @param lasting it stays until the next start
    private record Look(@Nullable String wrong, boolean started, boolean lasting) {
        static Look of(@Nullable String wrong, boolean started) {
            return new Look(wrong, started, false);
        }
    }

    /// Looks until everything works, three times on end, for at most so long. What stays until the next start is not
    /// waited for: a box that works in memory loses what happens meanwhile.
    ///
    /// @param before names of what did not work before the update
    /// @param restarts how often its process had to be started anew, since the machine's start
    /// @return what does not work, in words; null when all does
    @Nullable
    String run(Patience patience, List<String> before, IntSupplier restarts) {
        long begunNs = time.nowNs();
        long soundNs = begunNs; // the last time at which no part that has started was at fault
        for (int well = 0; ; LockSupport.parkNanos(AGAIN_NS)) {
            Look look = looked(before);
            String wrong = look.wrong;
            if (look.lasting) return wrong;
            well = wrong == null ? well + 1 : 0;
            if (well == LOOKS) return null;
            long nowNs = time.nowNs();
            if (wrong == null || !look.started) soundNs = nowNs;
            if (wrong != null && restarts.getAsInt() >= RESTARTS_MAX) return "it does not stay up: " + wrong;
            if (nowNs - soundNs > patience.faulty.toNanos()) return wrong;
            if (nowNs - begunNs > patience.whole.toNanos()) {
                return wrong == null ? "it works now and then only" : wrong;
            }
        }
    }

    /// Names of what does not work on the running box; none where no process answers.
    List<String> faults() {
        try {
            return faults(client.askOne(Map.of("command", "trial")))
                    .map(Trial::name)
                    .distinct()
                    .toList();
        } catch (CommandFailed e) { // it does not run: whatever comes is no worse
            return List.of();
        }
    }

    /// Of its parts, then of its readers.
    private static Stream<String> faults(Map<String, @Nullable Object> answer) {
        return Stream.of("faults", "readers")
                .flatMap(kind -> answer.get(kind) instanceof List<?> faults ? faults.stream() : Stream.empty())
                .map(String::valueOf);
    }

    /// Of a fault: `name: sentence`.
    private static String name(String fault) {
        return fault.replaceFirst(":.*", "");
    }

    /// One look: what does not work, in words; null when all does.
    @Nullable
    String look(List<String> before) {
        return looked(before).wrong;
    }

    private Look looked(List<String> before) {
        try {
            Map<String, @Nullable Object> answer = client.askOne(Map.of("command", "trial"));
            if (answer.get("lasting") instanceof String fault) return new Look(fault, true, true);
            for (String fault : faults(answer).toList()) {
                String name = name(fault);
                boolean known = NOT_TO_BLAME.contains(name) || before.contains(name);
                if (NEEDED.contains(name) || !known) return Look.of(fault, !name.equals(START));
            }
            if (!(answer.get("listens") instanceof String listens)) return Look.of("HTTPS is not served", false);
            int space = listens.lastIndexOf(' ');
            int port = Integer.parseInt(listens.substring(space + 1));
            return Look.of(https(listens.substring(0, space), port), false);
        } catch (CommandFailed e) {
            return Look.of(e.getMessage(), false);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            return Look.of("the process does not say where it listens", false);
        }
    }

    /// Where it listens, under the name that every box's certificate has.
    private @Nullable String https(String address, int port) {
        try (var plain = new Socket()) {
            InetAddress there = InetAddress.getByName(address);
            InetAddress to = there.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : there;
            plain.connect(new InetSocketAddress(to, port), HTTPS_MS);
            plain.setSoTimeout(HTTPS_MS);
            var socket = (SSLSocket) trust().getSocketFactory().createSocket(plain, "localhost", port, true);
            var parameters = socket.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            // Said aloud, which Java does not for a name without a dot: else a certificate somebody gave may be shown.
            parameters.setServerNames(List.of(new SNIHostName("localhost")));
            socket.setSSLParameters(parameters);
            socket.getOutputStream()
                    .write("GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            byte[] answer = socket.getInputStream().readNBytes(LINE_MAX);
            String line = new String(answer, StandardCharsets.ISO_8859_1);
            // 503 is an answer: what is not well is the faults' matter.
            return line.matches("(?s)HTTP/1[.]1 (200|503) .*") ? null : "HTTPS answers something else than HTTP";
        } catch (IOException | GeneralSecurityException e) {
            return "HTTPS does not answer: " + e.getMessage();
        }
    }

    private SSLContext trust() throws IOException, GeneralSecurityException {
        var store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream file = Files.newInputStream(data.resolve("tls/ca.crt"))) {
            store.setCertificateEntry(
                    "box", CertificateFactory.getInstance("X.509").generateCertificate(file));
        }
        var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(store);
        var context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }
}
