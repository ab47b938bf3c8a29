package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Strangers that occupy what they can of a box with a board's memory, while cards are presented at both doors.
class FloodBoxTest {
    private static final Path BOARD =
            Path.of(System.getProperty("lintel.home", "../..")).resolve("tools/image/src/main/board");

    /// Between two looks: a wait that spins takes the processor from the box.
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final int CARD = 1001;

    /// As many as strangers have places for: the others are for loopback.
    private static final int ALL_PLACES = 384;

    @TempDir
    private static Path folder;

    /// It has to be well after each attack, and so before the next.
    private static Box box;

    private FloodLimits limits = FloodLimits.FEW;

    /// A box with the memory that the launcher gives a board. Its first cards are for the just-in-time compiler.
    @BeforeAll
    static void start() throws IOException {
        Path data = Box.prepared(folder.resolve("data"));
        var command = new ArrayList<>(WatchedHardware.command(Box.command(data), folder, true));
        command.set(command.indexOf("-Xmx96m"), "@" + BOARD.resolve("heap.options"));
        command.addAll(1, List.of("-Xms12m", "-Xss512k", "-XX:+UseCompactObjectHeaders"));
        box = Box.start(command, Map.of("MALLOC_ARENA_MAX", "2"), _ -> data);
        measured(FloodLimits.FEW);
    }

    @AfterAll
    static void stop() {
        if (!box.runs()) System.out.println("the box has ended; it printed " + box.said());
        box.close();
    }

    /// What strangers do to a box.
    @FunctionalInterface
    private interface Attack {
        void on(Strangers strangers) throws Exception;
    }

    /// One attack from its begin to its end.
    @FunctionalInterface
    private interface Measurement {
        FloodTimes times() throws Exception;
    }

    /// Measures a box with strangers.
    private void attack(String name, Attack attack) throws Exception {
        judge(() -> {
            try (var strangers = new Strangers(box)) {
                attack.on(strangers);
                return measured(name);
            }
        });
    }

    /// Attacks once more where other test processes may have taken the processors. Measures the box without strangers
    /// only where its times with them need a comparison, or are to be printed.
    private void judge(Measurement attack) throws Exception {
        var with = new ArrayList<FloodTimes>();
        do with.add(attack.times());
        while (limits.needsAnother(with));
        if (limits.runsAlone() || with.size() > 1) {
            FloodTimes alone = measured(limits);
            System.out.printf("  without: %s%n", alone.row());
            limits.require(with, alone);
        }
        requireWell();
    }

    private FloodTimes measured(String name) throws IOException {
        FloodTimes with = measured(limits);
        System.out.printf("%s: %s%n", name, with.row());
        return with;
    }

    private static void requireWell() {
        assertThat(box.runs())
                .as(() -> "the box runs; it printed " + box.said())
                .isTrue();
        assertThat(box.said()).doesNotContain("OutOfMemoryError");
        assertThat(box.lintel("doctor").out()).contains("works");
    }

    @Test
    void halfOpenConnectionsDelayNoDoor() throws Exception {
        flood(1_500, 1);
    }

    /// Minutes: run by `./lintel test --slow`.
    @Tag("slow")
    @ParameterizedTest
    @ValueSource(ints = {5_000, 8_000, 20_000})
    void manyHalfOpenConnectionsDelayNoDoor(int connections) throws Exception {
        limits = FloodLimits.MANY;
        flood(connections, 1);
    }

    /// As many as a board has places for, and more.
    @Test
    void halfOpenConnectionsOfManyAddressesDelayNoDoor() throws Exception {
        flood(1_500, 20);
    }

    /// The attacks that every run makes, each with more cards. Minutes: run by `./lintel test --slow`.
    @Tag("slow")
    @Test
    void attacksDelayNoneOfManyCards() throws Exception {
        limits = FloodLimits.MANY;
        flood(1_500, 1);
        flood(1_500, 20);
        renegotiate();
        completeHandshakes(4);
        completeHandshakes(40);
        completeHandshakesOfAClient();
        occupyAllPlaces();
        sendEndlessHeads();
        sendManyHeaders();
        sendStallingBodies();
        sendAndReadNothing();
    }

    private void flood(int connections, int addresses) throws Exception {
        judge(() -> {
            try (var flood = new HalfOpenFlood(port(), "127.0.2.", addresses, connections)) {
                await("the flood", () -> flood.opened() >= connections);
                FloodTimes with = measured(connections + " half-open of " + addresses + " addresses");
                System.out.printf("  %d attempts, %d closed by the box%n", flood.opened(), flood.ended());
                return with;
            }
        });
    }

    @Test
    void aClientCannotAskForAnotherHandshake() throws Exception {
        try (var strangers = new Strangers(box);
                SSLSocket tls = strangers.open("127.0.0.1", "TLSv1.2")) {
            tls.startHandshake(); // begins the second one
            assertThatThrownBy(() -> {
                        ask(tls);
                        tls.getInputStream().readAllBytes();
                    })
                    .isInstanceOf(IOException.class);
            assertThat(health(strangers)).contains("ready");
        }
    }

    @Test
    void clientsThatAskForAnotherHandshakeDelayNoDoor() throws Exception {
        renegotiate();
    }

    private void renegotiate() throws Exception {
        attack("2 that ask for another handshake, again and again", strangers -> {
            AtomicLong closed = strangers.renegotiate(2);
            await("the first refusals", () -> closed.get() >= 20);
        });
    }

    /// Each handshake is a full one, of a client that closes its connection afterwards.
    @Test
    void clientsThatCompleteHandshakesDelayNoDoor() throws Exception {
        completeHandshakes(4);
    }

    /// An office, or a proxy, that opens a connection for each request.
    @Test
    void manyConnectionsOfANetworkThatHasSignedInAreAccepted() throws Exception {
        try (var clients = new Strangers(box)) {
            clients.signIn("127.0.5.1", BoxApi.signedIn(box));
            for (int i = 0; i < 300; i++) clients.open("127.0.5.1").close(); // of strangers 128, and 10 a second
        }
    }

    /// One phone behind the address of an office.
    private void completeHandshakesOfAClient() throws Exception {
        String from = "127.0.5.2";
        attack("8 at once that complete handshakes in the network of a signed-in client", strangers -> {
            strangers.signIn(from, BoxApi.signedIn(box));
            AtomicLong refused = strangers.completeHandshakes(from, 8).refused();
            await("the burst is spent", () -> refused.get() >= 500);
        });
    }

    private void completeHandshakes(int addresses) throws Exception {
        attack(addresses + " that complete one handshake after the other", strangers -> {
            Strangers.Handshakes handshakes = strangers.completeHandshakes(addresses);
            await("the burst is spent", () -> handshakes.refused().get() >= 100L * addresses);
            System.out.printf("  first %s%n", handshakes);
        });
    }

    /// Every place that strangers can have is taken by connections that ask for nothing.
    @Test
    void idleConnectionsShutNobodyOut() throws Exception {
        occupyAllPlaces();
    }

    private void occupyAllPlaces() throws Exception {
        attack("450 idle", strangers -> assertThat(strangers.send(450, "")).isPositive());
    }

    /// Heads that never end, of the longest length.
    @Test
    void headsThatNeverEndAndLongOnesDelayNoDoor() throws Exception {
        sendEndlessHeads();
    }

    private void sendEndlessHeads() throws Exception {
        String half = "GET / HTTP/1.1\r\nX: " + "x".repeat(15_000);
        attack(
                "380 heads that never end",
                strangers -> assertThat(strangers.send(380, half)).isPositive());
    }

    /// Heads of the shortest headers, which take most of the heap for their length, and that never end.
    @Test
    void headsOfManyHeadersDelayNoDoor() throws Exception {
        sendManyHeaders();
    }

    private void sendManyHeaders() throws Exception {
        String head = "GET / HTTP/1.1\r\n" + "a:\r\n".repeat(3_900);
        attack(
                "380 heads of 3,900 headers",
                strangers -> assertThat(strangers.send(380, head)).isPositive());
    }

    /// A byte of a head on each connection, again and again: none of them is idle.
    @Tag("slow")
    @Test
    void headsThatComeByteByByteDelayNoDoor() throws Exception {
        limits = FloodLimits.MANY;
        attack("380 heads, byte by byte", strangers -> {
            assertThat(strangers.send(380, "GET / HTTP/1.1\r\n")).isPositive();
            strangers.sendByteByByte("X: y\r\n".getBytes(StandardCharsets.US_ASCII));
        });
    }

    /// Bodies that are all but there, on every connection that strangers can have.
    @Test
    void bodiesThatStallDelayNoDoor() throws Exception {
        sendStallingBodies();
    }

    private void sendStallingBodies() throws Exception {
        String body = " HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nEA60\r\n" + "x".repeat(59_000);
        attack("380 bodies that stall", strangers -> {
            int sent = strangers.send(190, "POST /sign-in" + body) + strangers.send(190, "POST /api/3/people" + body);
            assertThat(sent).as("some wait for the rest").isPositive();
        });
    }

    /// Requests one after another on connections whose answers nobody reads.
    @Test
    void requestsWhoseAnswersNobodyReadsDelayNoDoor() throws Exception {
        sendAndReadNothing();
    }

    private void sendAndReadNothing() throws Exception {
        attack("10 that send requests and read nothing", strangers -> {
            strangers.send(10, "");
            strangers.sendOn("GET /sign-in HTTP/1.1\r\nHost: localhost\r\n\r\n"
                    .repeat(1_000)
                    .getBytes(StandardCharsets.US_ASCII));
        });
    }

    /// The longest answer that anybody gets, on every connection that strangers can have, again and again.
    @Tag("slow")
    @Test
    void longAnswersThatNobodyReadsDelayNoDoor() throws Exception {
        limits = FloodLimits.MANY;
        byte[] requests = "GET /docs/openapi.yaml HTTP/1.1\r\nHost: localhost\r\n\r\n"
                .repeat(4)
                .getBytes(StandardCharsets.US_ASCII);
        attack("384 that ask for a long answer and do not read", strangers -> {
            assertThat(strangers.send(ALL_PLACES, requests)).isPositive();
            strangers.askAgain(ALL_PLACES, requests);
        });
    }

    /// Sixteen live pages of each of five addresses that read nothing; more than there are places for.
    @Tag("slow")
    @Test
    void liveStreamsThatNobodyReadsDelayNoDoor() throws Exception {
        limits = FloodLimits.MANY;
        String request = "GET /live/stream HTTP/1.1\r\nHost: localhost\r\nCookie: " + BoxApi.signedIn(box) + "\r\n\r\n";
        attack(
                "80 live streams",
                strangers -> assertThat(strangers.send(80, request)).isPositive());
    }

    private static FloodTimes measured(FloodLimits limits) throws IOException {
        var card = new ArrayList<Long>();
        var strike = new ArrayList<Long>();
        for (int i = 0; i < limits.cards(); i++) {
            int unit = 1 + i % 2;
            await("the strike is secured", () -> !strike(unit).released());
            long before = strike(unit).releases();
            long begin = System.nanoTime();
            var present = box.lintel("present --channel " + unit + " --card " + CARD + " --json");
            card.add(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - begin));
            assertThat(present.json()).as(present.err()).containsEntry("decision", "admitted");
            await("the strike is released", () -> strike(unit).releases() > before);
            StrikeFile.Strike now = strike(unit);
            strike.add(TimeUnit.NANOSECONDS.toMicros(now.atNs() - now.presentedNs()));
        }
        var health = new ArrayList<Long>();
        try (var clients = new Strangers(box)) {
            for (int i = 0; i < limits.healthRequests(); i++) {
                long begin = System.nanoTime();
                assertThat(health(clients)).startsWith("HTTP/1.1 200").contains("ready");
                health.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin));
            }
        }
        return new FloodTimes(card, strike, health);
    }

    private static StrikeFile.Strike strike(int unit) {
        return StrikeFile.read(WatchedHardware.strikes(folder), unit);
    }

    private static int port() {
        return URI.create(box.url()).getPort();
    }

    private static String health(Strangers clients) throws IOException {
        try (SSLSocket tls = clients.open("127.0.0.3")) {
            ask(tls);
            return new String(tls.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void ask(SSLSocket tls) throws IOException {
        tls.getOutputStream()
                .write("GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                        .getBytes(StandardCharsets.US_ASCII));
    }

    private static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(deadline);
            LockSupport.parkNanos(LOOK_NS);
        }
    }
}
