package dev.lintel.controller.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.fleet.HubSite;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.store.RevisionQueries;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.reader.Bytes;
import dev.lintel.sync.wire.Wire;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What one box takes of its hub, however slow or hostile it is, and that the others go on.
class BoxShareTest {
    /// More than the kernel keeps of what nobody reads.
    private static final int BIG = 12 << 20;
    /// As `BoxPlaces` has it.
    private static final int PER_BOX = 4;

    @TempDir
    Path path;

    private final List<SSLSocket> sockets = new ArrayList<>();
    private final Semaphore entered = new Semaphore(0);
    private final CountDownLatch released = new CountDownLatch(1);
    private HubRig rig;
    private TestBoxClient gate;
    private TestBoxClient barn;

    @BeforeEach
    void open() {
        rig = new HubRig(path, this::routes);
        gate = rig.join("Gate");
        barn = rig.join("Barn");
    }

    @AfterEach
    void close() throws IOException {
        released.countDown();
        hangUp();
        rig.close();
    }

    private void hangUp() throws IOException {
        for (SSLSocket socket : sockets) socket.close();
        sockets.clear();
    }

    private void routes(Endpoints endpoints) {
        endpoints.on(Method.GET, "/sync/1/wait", _ -> {
            entered.release();
            try {
                released.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return new Reply.NoContent();
        });
        endpoints.on(Method.GET, "/sync/1/big", _ -> {
            entered.release();
            return new Reply.Binary("image/jpeg", Bytes.copyOf(new byte[BIG]));
        });
    }

    private SSLSocket says(String head) throws IOException {
        SSLSocket socket = gate.connect();
        sockets.add(socket);
        socket.getOutputStream().write((head + "\r\nHost: hub\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private void awaitEntered(int count) throws InterruptedException {
        assertThat(entered.tryAcquire(count, 10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void longBodiesThatTrickleHoldUpNoOtherBox() throws IOException {
        String trickle =
                "POST " + Wire.EVENTS + "?after=0&hash= HTTP/1.1\r\nContent-Length: 100000\r\nExpect: 100-continue";
        for (int i = 0; i < 8; i++) {
            SSLSocket socket = says(trickle);
            if (i < 2) assertThat(socket.getInputStream().read()).isEqualTo('H'); // it may go on, and does not
        }
        HttpResponse<String> answer = barn.post(Wire.EVENTS + "?after=0&hash=", "x".repeat(100_000));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400); // it was read
        assertThat(barn.get(Wire.EVENTS).statusCode()).isEqualTo(200);
    }

    @Test
    void oneBoxIsAnsweredFourThingsAtOnceAndTheOthersAreAnswered() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var answers = Stream.generate(() -> CompletableFuture.supplyAsync(() -> gate.get("/sync/1/wait"), threads))
                    .limit(12)
                    .toList();
            awaitEntered(PER_BOX);
            assertThat(barn.get(Wire.EVENTS).statusCode()).isEqualTo(200);
            assertThat(entered.tryAcquire()).isFalse();
            released.countDown();
            for (var answer : answers) assertThat(answer.get().statusCode()).isEqualTo(204);
        }
    }

    @Test
    void aPlaceIsKeptUntilTheAnswerIsSent() throws Exception {
        for (int i = 0; i < PER_BOX; i++) says("GET /sync/1/big HTTP/1.1"); // and does not read the answer
        awaitEntered(PER_BOX);
        assertThatThrownBy(() -> gate.get(Wire.EVENTS, Duration.ofMillis(500)))
                .isInstanceOf(UncheckedIOException.class)
                .hasCauseInstanceOf(HttpTimeoutException.class);
        assertThat(barn.get(Wire.EVENTS).statusCode()).isEqualTo(200);
        hangUp();
        assertThat(gate.get(Wire.EVENTS).statusCode()).isEqualTo(200);
    }

    @Test
    void oneBoxHasSoManyConnectionsAndNoMore() throws IOException {
        int open = 0;
        for (int i = 0; i < 40; i++) open += isAnswered() ? 1 : 0;
        assertThat(open).isBetween(28, 32); // what it has used before stands for a while
        assertThat(barn.get(Wire.EVENTS).statusCode()).isEqualTo(200);
        hangUp();
        HubRig.await(this::isAnsweredNow);
    }

    @Test
    void whoFetchesEverythingLeavesAReaderToTheOthers() throws Exception {
        HubSite.guests(rig.database, 100, 4_000);
        List<TestBoxClient> all =
                List.of(rig.join("A", true), rig.join("B", true), rig.join("C", true), rig.join("D", true));
        var made = new AtomicInteger();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (TestBoxClient box : all) threads.execute(() -> fetch(box, made));
            HubRig.await(() -> made.get() > 4);
            int enough = made.get() + 12;
            int slow = 0;
            while (made.get() < enough) {
                if (isSlow()) slow++;
                LockSupport.parkNanos(1_000_000);
            }
            assertThat(slow).isLessThan(5); // else nearly each of the twelve has held one up
            released.countDown();
        }
    }

    /// Whether a read has waited for longer than any takes.
    private boolean isSlow() {
        var clock = new SystemTime();
        long from = clock.nowNs();
        assertThat(rig.database.read(RevisionQueries::head)).isPositive();
        return clock.nowNs() - from > 20_000_000;
    }

    private void fetch(TestBoxClient box, AtomicInteger made) {
        while (released.getCount() > 0) {
            assertThat(box.bytes("/sync/1/snapshot", "Accept-Encoding", "gzip").statusCode())
                    .isEqualTo(200);
            made.incrementAndGet();
        }
    }

    private boolean isAnsweredNow() {
        try {
            return isAnswered();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean isAnswered() throws IOException {
        try {
            return says("GET " + Wire.EVENTS + " HTTP/1.1").getInputStream().read() == 'H';
        } catch (javax.net.ssl.SSLException | java.net.SocketException e) {
            return false; // closed in the middle of the handshake, or after it
        }
    }
}
