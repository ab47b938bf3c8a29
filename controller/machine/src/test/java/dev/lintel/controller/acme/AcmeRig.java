package dev.lintel.controller.acme;

import com.sun.net.httpserver.HttpServer;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.ClockTrust;
import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.tls.KeyAndChain;
import dev.lintel.controller.tls.TestAuthority;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// A box that orders from an authority of our own, step by step, by a clock that is moved by hand.
final class AcmeRig implements AutoCloseable {
    static final List<String> NAMES = List.of("lobby.example.com", "gate.example.com");
    static final int STEPS_MAX = 60;

    /// One for all rigs. Another authority has another.
    private static final TestAuthority ROOT = TestAuthority.create("Test Root");

    final Path folder;
    final HandTime time = new HandTime("2026-11-25T10:00:00Z");
    final FakeAcme authority = new FakeAcme(time::now, InetAddress.getLoopbackAddress(), ROOT);
    ClockTrust trust = ClockTrust.TRUSTED;
    final HttpServer plain;
    private Acme acme;

    AcmeRig(Path folder) throws IOException {
        this.folder = folder;
        plain = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        plain.createContext("/.well-known/acme-challenge/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            String answer = acme.challenges().of(path.substring(path.lastIndexOf('/') + 1));
            byte[] body = (answer == null ? "" : answer).getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(answer == null ? 404 : 200, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        plain.start();
        authority.looksAt(plain.getAddress().getPort()).trust(folder.resolve("trust.pem"));
        acme = restarted(NAMES);
    }

    @Override
    public void close() {
        plain.stop(0);
        authority.close();
    }

    /// As after a restart: nothing but the files.
    void restart(List<String> names) {
        acme = restarted(names);
    }

    Acme acme() {
        return acme;
    }

    private Acme restarted(List<String> names) {
        var terms = new Acme.Terms(
                authority.directory(), "ops@example.com", names, folder.resolve("trust.pem"), "Lintel/test");
        return new Acme(terms, folder, () -> new ClockReading(time.now(), trust, time.now()), time, () -> 0.5);
    }

    /// When the next step is due, from now.
    Duration next() {
        Instant at = Objects.requireNonNull(acme.status().next());
        return Duration.between(time.now(), at);
    }

    void passToNext() {
        Duration wait = next();
        if (wait.isPositive()) time.advance(wait);
    }

    /// Steps until there is a certificate; the waits in between.
    List<Duration> runToEnd() {
        var waits = new ArrayList<Duration>();
        for (int i = 0; i < STEPS_MAX; i++) {
            if (acme.step()) return waits;
            waits.add(next());
            passToNext();
        }
        throw new AssertionError("no certificate after " + STEPS_MAX + " steps: " + acme.fault());
    }

    KeyAndChain certificate() {
        return Objects.requireNonNull(acme.certificate());
    }

    void runToFault() {
        for (int i = 0; i < STEPS_MAX && acme.status().fault() == null; i++) {
            acme.step();
            passToNext();
        }
    }
}
