package dev.lintel.controller.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.EventHeadStore;
import dev.lintel.controller.store.EventHeadStore.Head;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.tls.TestAuthority;
import dev.lintel.controller.tls.TestAuthority.Wish;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class WitnessTest {
    @TempDir
    Path folder;

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private DataFolder data;
    private Database database;
    private LogKey key;
    private HeadSigner signer;

    @BeforeEach
    void open() {
        data = DataFolder.open(folder.resolve("data"));
        reopen();
    }

    private void reopen() {
        database = TestDatabase.open(data, time);
        key = LogKey.open(data, null);
        signer = new HeadSigner(database, key, time);
    }

    @AfterEach
    void close() {
        signer.close();
        database.close();
        data.close();
    }

    private void append(int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            database.events()
                    .append(new EventDraft(
                            EventKind.REX_PRESSED, i, i, EventDraft.Subject.NOBODY, Map.of("n", (long) i)));
        }
        assertThat(database.awaitDisk(60_000)).isTrue();
    }

    private Head newest() {
        return database.read(sql -> Objects.requireNonNull(EventHeadStore.newest(sql)));
    }

    private Witness witness(Witness.Targets targets) {
        return new Witness(database, targets, "Gate 1", Duration.ofHours(1), time);
    }

    @Test
    void theFileGetsEachNewHeadOnce() throws Exception {
        Path file = folder.resolve("heads");
        Witness witness = witness(new Witness.Targets(file, null, null, List.of()));
        assertThat(witness.send()).as("nothing is signed").isFalse();
        append(3);
        signer.sign();
        assertThat(witness.send()).isTrue();
        assertThat(witness.send()).isTrue();
        append(1);
        signer.sign();
        assertThat(witness.send()).isTrue();
        assertThat(Files.readAllLines(file))
                .extracting(HeadLine::read)
                .extracting(head -> Objects.requireNonNull(head).eventId())
                .containsExactly(3L, 4L);
        assertThat(head(Files.readAllLines(file).getLast())).isEqualTo(newest());
        assertThat(LogKey.isSigned(key.open(), newest())).isTrue();
    }

    @Test
    void aSyslogServerGetsAHead() throws Exception {
        try (var server = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            server.setSoTimeout(10_000);
            append(1);
            signer.sign();
            var to = new Witness.Server("127.0.0.1", server.getLocalPort());
            assertThat(witness(new Witness.Targets(null, to, null, List.of())).send())
                    .isTrue();
            var packet = new DatagramPacket(new byte[4_096], 4_096);
            server.receive(packet);
            String text = new String(packet.getData(), 0, packet.getLength(), StandardCharsets.UTF_8);
            assertThat(text).startsWith("<110>1 2026-03-02T10:00:00Z Gate-1 lintel - event-head - {\"event_id\":1,");
            assertThat(head(text)).isEqualTo(newest());
        }
    }

    @Test
    void aWebhookGetsAHeadAndIsAskedAgainAfterAFault() throws Exception {
        var bodies = new ArrayBlockingQueue<String>(4);
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(bodies.size() == 1 ? 503 : 204, -1);
            exchange.close();
        });
        server.start();
        try {
            append(2);
            signer.sign();
            URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/heads");
            Witness witness = witness(new Witness.Targets(null, null, uri, List.of()));
            assertThat(witness.send()).isFalse();
            assertThat(witness.fault()).isEqualTo("witness of the event log: 127.0.0.1 answered 503");
            assertThat(witness.send()).isTrue();
            assertThat(witness.fault()).isNull();
            Map<String, ?> body =
                    Json.parseObject(bodies.stream().skip(1).findFirst().orElseThrow());
            assertThat(body.get("box")).isEqualTo("Gate 1");
            assertThat(body.get("head")).isEqualTo(HeadLine.of(newest()));
        } finally {
            server.stop(0);
        }
    }

    /// A server on site with a certificate of its own authority.
    @Test
    void aWebhookOverTlsIsBelievedByTheAuthorityThatTheConfigurationNames() throws Exception {
        TestAuthority authority = TestAuthority.create("House");
        Path trusted = Files.writeString(folder.resolve("house.pem"), TestAuthority.pem(authority.certificate()));
        var bodies = new ArrayBlockingQueue<String>(4);
        var server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(authority.server(Wish.of("localhost"))));
        server.createContext("/", exchange -> {
            bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        try {
            append(1);
            signer.sign();
            int port = server.getAddress().getPort();
            URI uri = URI.create("https://localhost:" + port + "/heads");

            Witness unknown = witness(new Witness.Targets(null, null, uri, List.of()));
            assertThat(unknown.send()).isFalse();
            assertThat(unknown.fault())
                    .startsWith("witness of the event log: the certificate or TLS of localhost is not accepted: ")
                    .contains("witness: trust");
            Witness otherName =
                    witness(new Witness.Targets(null, null, URI.create("https://127.0.0.1:" + port), List.of(trusted)));
            assertThat(otherName.send()).isFalse();
            assertThat(otherName.fault()).contains("the certificate or TLS of 127.0.0.1 is not accepted");
            assertThat(bodies).isEmpty();

            Path replaced = folder.resolve("later.pem");
            Witness known = witness(new Witness.Targets(null, null, uri, List.of(replaced)));
            assertThat(known.send()).isFalse();
            assertThat(known.fault()).contains("no certificate can be read (witness: trust) from " + replaced);
            Files.copy(trusted, replaced);
            assertThat(known.send()).isTrue();
            assertThat(known.fault()).isNull();
            assertThat(bodies).hasSize(1);
        } finally {
            server.stop(0);
        }
    }

    /// A file on a stick must not grow because a server cannot be reached.
    @Test
    void aTargetThatFailsIsAskedAgainWithoutTheOthers() throws Exception {
        Path file = folder.resolve("heads");
        Path missing = folder.resolve("stick/heads");
        var targets = List.<HeadTarget>of(new HeadFile(file, "Gate 1"), new HeadFile(missing, "Gate 1"));
        append(1);
        signer.sign();
        var witness = new Witness(database, targets, Duration.ofHours(1), time);
        for (int i = 0; i < 3; i++) assertThat(witness.send()).isFalse();
        assertThat(Files.readAllLines(file)).hasSize(1);
        Files.createDirectories(folder.resolve("stick"));
        assertThat(witness.send()).isTrue();
        assertThat(witness.fault()).isNull();
        assertThat(Files.readAllLines(missing)).hasSize(1);
        assertThat(Files.readAllLines(file)).hasSize(1);
    }

    /// A disk of the network that hangs: a write to it never returns.
    @Test
    @Timeout(60)
    void aTargetThatHangsIsReportedAndHoldsUpNoOther() throws Exception {
        var called = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        HeadTarget hangs = new HeadTarget() {
            @Override
            public String name() {
                return "/net/heads";
            }

            @Override
            public void send(Head head) throws InterruptedException {
                called.countDown();
                goOn.await();
            }
        };
        append(1);
        signer.sign();
        var witness = new Witness(database, List.of(hangs), Duration.ofHours(1), time);
        Thread first = Thread.ofPlatform().start(() -> {
            try {
                witness.send();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        called.await();
        assertThat(witness.fault()).isNull();
        time.advance(Duration.ofSeconds(90));
        assertThat(witness.fault()).isEqualTo("witness of the event log: /net/heads has not answered for 90 s");
        goOn.countDown();
        first.join();
        assertThat(witness.fault()).isNull();
    }

    @Test
    void aFaultOfATargetIsReportedAndTriedAgain() throws Exception {
        var calls = new AtomicInteger();
        HeadTarget faulty = new HeadTarget() {
            @Override
            public String name() {
                return "faulty";
            }

            @Override
            public void send(Head head) {
                if (calls.incrementAndGet() == 1) throw new IllegalStateException("not now");
            }
        };
        append(1);
        signer.sign();
        var witness = new Witness(database, List.of(faulty), Duration.ofHours(1), time);
        assertThat(witness.send()).isFalse();
        assertThat(witness.fault()).contains("faulty: ", "not now");
        assertThat(witness.send()).isTrue();
        assertThat(witness.fault()).isNull();
    }

    /// What a full disk or a power cut left.
    @Test
    void aHeadAfterAHalfWrittenLineHasALineOfItsOwn() throws Exception {
        Path file = Files.writeString(folder.resolve("heads"), "{\"event_id\":47");
        append(1);
        signer.sign();
        assertThat(witness(new Witness.Targets(file, null, null, List.of())).send())
                .isTrue();
        List<String> lines = Files.readAllLines(file);
        assertThat(lines).hasSize(2).first().isEqualTo("{\"event_id\":47");
        assertThat(head(lines.getLast())).isEqualTo(newest());
    }

    @Test
    void aDiskThatIsNotMountedIsReported() throws Exception {
        append(1);
        signer.sign();
        Path file = Files.createDirectories(folder.resolve("mnt/stick")).resolve("heads");
        var unmounted = new HeadFile(file, "Gate 1", List.of(folder.resolve("mnt")));
        var witness = new Witness(database, List.of(unmounted), Duration.ofHours(1), time);
        assertThat(witness.send()).isFalse();
        assertThat(witness.fault())
                .isEqualTo(
                        "witness of the event log: " + file + " cannot be written: no disk is mounted there, and on the"
                                + " disk of this box a head proves nothing");
        assertThat(file).doesNotExist();
        Path there =
                Path.of("/dev/shm/lintel-witness-" + ProcessHandle.current().pid());
        try {
            for (String folder : List.of("/dev", "/dev/shm")) { // below the folder, and at the folder itself
                var mounted = new HeadFile(there, "Gate 1", List.of(Path.of(folder)));
                assertThat(new Witness(database, List.of(mounted), Duration.ofHours(1), time).send())
                        .as(folder)
                        .isTrue();
            }
        } finally {
            Files.deleteIfExists(there);
        }
    }

    /// One of them may be dead, and UDP does not say so.
    @Test
    void aSyslogServerIsSentAHeadInEachFamilyOfItsName() throws Exception {
        append(1);
        signer.sign();
        InetAddress v4 = InetAddress.ofLiteral("127.0.0.1");
        InetAddress v6 = InetAddress.ofLiteral("::1");
        try (var one = new DatagramSocket(new InetSocketAddress(v4, 0));
                var other = new DatagramSocket(new InetSocketAddress(v6, one.getLocalPort()))) {
            HeadSyslog.Names names = _ -> new InetAddress[] {v6, v4, InetAddress.ofLiteral("127.0.0.2")};
            var target = new HeadSyslog("logs.example", one.getLocalPort(), "Gate 1", time, names);
            assertThat(new Witness(database, List.of(target), Duration.ofHours(1), time).send())
                    .isTrue();
            for (DatagramSocket server : List.of(one, other)) {
                server.setSoTimeout(10_000);
                var packet = new DatagramPacket(new byte[4_096], 4_096);
                server.receive(packet);
                String text = new String(packet.getData(), 0, packet.getLength(), StandardCharsets.UTF_8);
                assertThat(head(text)).isEqualTo(newest());
            }
        }
    }

    @Test
    void aFileThatCannotBeWrittenIsReported() throws Exception {
        append(1);
        signer.sign();
        Witness witness = witness(new Witness.Targets(folder.resolve("none/heads"), null, null, List.of()));
        assertThat(witness.send()).isFalse();
        assertThat(witness.fault()).contains("none/heads cannot be written");
    }

    /// The process ended between the commit of events and their signature.
    @Test
    @Timeout(60)
    void theNextStartSignsWhatACrashLeftUnsigned() throws Exception {
        append(2);
        signer.sign();
        append(3);
        database.close();
        reopen();
        assertThat(newest().eventId()).isEqualTo(2);
        signer.start();
        signed(5);
        append(1);
        signed(6);
    }

    /// Waits until an event is signed; each look is a write, and so comes after what was written before.
    private void signed(long id) {
        Head head = newest();
        while (head.eventId() < id) head = Objects.requireNonNull(database.write(EventHeadStore::newest));
        assertThat(head.eventId()).isEqualTo(id);
    }

    @Test
    void oneHeadOfAThousandEventsStaysAndTheNewest() throws Exception {
        append(999);
        signer.sign();
        append(1);
        signer.sign();
        append(2);
        signer.sign();
        append(3);
        signer.sign();
        List<Head> heads = database.read(sql -> EventHeadStore.after(sql, 0, 10));
        assertThat(heads).extracting(Head::eventId).containsExactly(1_000L, 1_005L);
    }

    @Test
    void aDamagedKeyIsNotReplaced() throws Exception {
        Path file = data.path().resolve("keys/event-log.pem");
        String pem = Files.readString(file);
        Files.writeString(file, pem.substring(0, 60));
        assertThatThrownBy(() -> LogKey.open(data, null))
                .isInstanceOf(ProofException.class)
                .hasMessageContaining("event-log.pem, cannot be used");
        assertThat(Files.readString(file)).isEqualTo(pem.substring(0, 60));
    }

    private static @Nullable Head head(String line) {
        return Objects.requireNonNull(HeadLine.read(line)).signed();
    }
}
