package dev.lintel.controller.proof;

import dev.lintel.controller.client.Trust;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.net.Reasons;
import dev.lintel.controller.net.ServerAddress;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.EventHeadStore;
import dev.lintel.controller.store.EventHeadStore.Head;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.time.Time;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/// Sends signed heads of the log to places that are safe from changes to this box's disk: a file on another disk, a
/// syslog server, a webhook. On a thread of its own; started and closed by the wiring.
public final class Witness implements AutoCloseable {
    /// After a start, and after a head that did not arrive.
    private static final Duration AGAIN = Duration.ofMinutes(1);
    /// For a connection and for an answer.
    private static final Duration LIMIT = Duration.ofSeconds(15);
    /// Facility 13 (log audit), severity 6 (informational): RFC 5424, section 6.2.1.
    private static final int PRIORITY = 13 * 8 + 6;

    /// Where the configuration names files with certificates.
    private static final String TRUST = "witness: trust";

    private static final int OK_MIN = 200;
    private static final int OK_MAX = 299;
    private static final Logger LOG = System.getLogger(Witness.class.getName());

    private final Database database;
    private final Targets targets;
    private final String box;
    private final Duration every;
    private final Time time;
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile @Nullable String fault;
    private @Nullable Thread thread;
    private long sent; // the witness' thread only

    /// A syslog server.
    public record Server(String host, int port) {}

    /// Where heads are sent; null: not there.
    ///
    /// @param trust files (PEM) with certificates of authorities that vouch for the webhook's server, in addition to
    ///     Java's
    public record Targets(
            @Nullable Path file,
            @Nullable Server syslog,
            @Nullable URI webhook,
            List<Path> trust) {
        public Targets {
            trust = List.copyOf(trust);
        }
    }

    /// @param box the name of this box
    /// @param every between two heads
    public Witness(Database database, Targets targets, String box, Duration every, Time time) {
        this.database = database;
        this.targets = targets;
        this.box = box;
        this.every = every;
        this.time = time;
    }

    public void start() {
        thread = Thread.ofVirtual().name("witness").start(this::run);
    }

    /// Which target did not take the newest head, for /health; null: all did.
    public @Nullable String fault() {
        return fault;
    }

    private void run() {
        try {
            Duration wait = AGAIN;
            while (!closing.await(wait.toMillis(), TimeUnit.MILLISECONDS)) wait = send() ? every : AGAIN;
        } catch (InterruptedException _) {
            // closed
        }
    }

    /// Sends the newest head unless it was sent. Returns whether every target has it.
    boolean send() throws InterruptedException {
        try {
            Head head = database.read(EventHeadStore::newest);
            if (head == null) return false; // nothing is signed yet
            if (head.eventId() == sent && fault == null) return true;
            var faults = new ArrayList<String>();
            String line = Json.write(HeadLine.of(head, box));
            toFile(line, faults);
            toSyslog(line, faults);
            toWebhook(head, faults);
            sent = head.eventId();
            report(faults);
            return faults.isEmpty();
        } catch (StoreException e) {
            report(List.of("the newest head cannot be read: " + e.getMessage()));
            return false;
        }
    }

    private void report(List<String> faults) {
        String now = faults.isEmpty() ? null : "witness of the event log: " + String.join("; ", faults);
        if (now != null && fault == null) LOG.log(Level.WARNING, now);
        fault = now;
    }

    private void toFile(String line, List<String> faults) {
        Path file = targets.file;
        if (file == null) return;
        try {
            Files.writeString(
                    file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND, StandardOpenOption.DSYNC);
        } catch (IOException e) {
            faults.add(file + " cannot be written: " + e.getMessage());
        }
    }

    /// Over UDP (RFC 5426): whether it arrived is not known.
    private void toSyslog(String line, List<String> faults) {
        Server server = targets.syslog;
        if (server == null) return;
        String name = box.replaceAll("[^!-z]", "-"); // also no brace: the head begins at the first
        String host = name.isEmpty() ? "-" : name;
        String message = "<" + PRIORITY + ">1 " + Instant.ofEpochMilli(time.nowMs()) + " " + host
                + " lintel - event-head - " + line;
        byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
        try (var socket = new DatagramSocket()) {
            var to = new InetSocketAddress(server.host, server.port);
            if (to.isUnresolved()) throw new IOException("its name is not known");
            socket.send(new DatagramPacket(bytes, bytes.length, to));
        } catch (IOException e) {
            faults.add("syslog " + server.host + ": " + e.getMessage());
        }
    }

    private void toWebhook(Head head, List<String> faults) throws InterruptedException {
        URI webhook = targets.webhook;
        if (webhook == null) return;
        String body = Json.write(Map.of("box", box, "head", HeadLine.of(head)));
        try (var client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(LIMIT)
                .sslContext(tls())
                .build()) {
            var request = HttpRequest.newBuilder(webhook)
                    .timeout(LIMIT)
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(body))
                    .build();
            ServerAddress.choose(webhook, LIMIT);
            int status = client.send(request, BodyHandlers.discarding()).statusCode();
            if (status < OK_MIN || status > OK_MAX) faults.add(webhook.getHost() + " answered " + status);
        } catch (IllegalArgumentException e) { // a file with certificates; its message names the key
            faults.add(webhook.getHost() + ": " + e.getMessage());
        } catch (SSLException e) {
            ServerAddress.forget(webhook);
            faults.add("the certificate or TLS of " + webhook.getHost() + " is not accepted: " + Reasons.of(e)
                    + " (an authority that Java does not have belongs into " + TRUST + ")");
        } catch (IOException e) {
            ServerAddress.forget(webhook);
            faults.add(webhook.getHost() + ": " + Reasons.of(e));
        }
    }

    /// Reads the files again for each head: a certificate that was replaced needs no restart.
    private SSLContext tls() {
        try {
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(null, new TrustManager[] {Trust.beside(TRUST, targets.trust)}, null);
            return tls;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("TLS cannot be used", e);
        }
    }

    @Override
    public void close() {
        closing.countDown();
        Thread running = thread;
        if (running != null) running.interrupt();
    }
}
