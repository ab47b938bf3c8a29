package dev.lintel.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.ForwardAnswer;
import dev.lintel.sync.wire.ForwardRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What a box asks of its hub on behalf of others.
class LinkForwardTest {
    private static final ForwardRequest REQUEST = new ForwardRequest(
            "POST",
            "/api/3/people",
            "{\"first_name\":\"Ada\"}",
            "key-1",
            new ForwardRequest.By("user", "user 1", "ada@example.org", "api", "full", true, List.of("a"), "https://b"));

    private FakeHub hub;
    private final FakeTarget target = new FakeTarget();

    @BeforeEach
    void begin() throws IOException {
        hub = new FakeHub();
        target.stand(new Cursor("e1", 0));
    }

    @AfterEach
    void end() {
        hub.close();
    }

    @Test
    void anAnswerIsGivenOnceTheBoxHasIt() {
        var came = new AtomicReference<String>();
        hub.instead = request -> {
            if (!request.path().equals("/sync/1/forward")) return null;
            came.set(request.body());
            hub.put(8, "Ada");
            String body = new ForwardAnswer(201, Map.of("Location", "/8"), "{\"id\":8}", hub.head()).toJson();
            return new FakeHub.Canned(200, Map.of(), body);
        };
        try (var rig = new Rig(hub, target)) {
            rig.awaitLink();
            ForwardAnswer answer = rig.follower.forward(REQUEST);
            assertThat(answer.status()).isEqualTo(201);
            assertThat(target.people()).containsKey(8L);
            assertThat(ForwardRequest.parse(came.get())).isEqualTo(REQUEST);
        }
    }

    @Test
    void eightWritesAreOnTheirWayAtOnceAndTheOthersWait() throws InterruptedException {
        var underWay = new AtomicInteger();
        var most = new AtomicInteger();
        var go = new CountDownLatch(1);
        hub.instead = request -> {
            if (!request.path().equals("/sync/1/forward")) return null;
            most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
            try {
                go.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            underWay.decrementAndGet();
            return new FakeHub.Canned(200, Map.of(), new ForwardAnswer(201, Map.of(), "{}", hub.head()).toJson());
        };
        var done = new AtomicInteger();
        try (var rig = new Rig(hub, target)) {
            rig.awaitLink();
            var clients = new ArrayList<Thread>();
            for (int i = 0; i < 20; i++) {
                clients.add(Thread.ofPlatform().start(() -> {
                    if (rig.follower.forward(REQUEST).status() == 201) done.incrementAndGet();
                }));
            }
            Await.until(
                    "eight are there, and all wait",
                    () -> underWay.get() >= 8
                            && clients.stream().allMatch(one -> one.getState() == Thread.State.TIMED_WAITING));
            go.countDown();
            for (Thread one : clients) one.join();
        }
        assertThat(most).hasValue(8);
        assertThat(done).hasValue(20);
    }

    @Test
    void whatTheHubHoldsBackIsNotWaitedFor() {
        hub.instead = request -> request.path().equals("/sync/1/forward")
                ? new FakeHub.Canned(
                        200, Map.of(), new ForwardAnswer(200, Map.of(), null, new Cursor("e1", 77)).toJson())
                : null;
        try (var rig = new Rig(hub, target)) {
            rig.awaitLink();
            assertThat(rig.follower.forward(REQUEST).status()).isEqualTo(200);
        }
    }

    @Test
    void aHubThatIsAwayIsSaidInWords() throws IOException {
        try (var proxy = new FaultProxy(hub.port())) {
            proxy.refusing = true;
            try (var rig = new Rig(hub, target, proxy.address(), Rig.QUICK)) {
                assertThatThrownBy(() -> rig.follower.forward(REQUEST)).isInstanceOf(UpstreamException.class);
            }
            proxy.refusing = false;
            proxy.silent = true;
            try (var rig = new Rig(hub, target, proxy.address(), Rig.QUICK)) {
                assertThatThrownBy(() -> rig.follower.forward(REQUEST))
                        .isInstanceOf(UpstreamException.class)
                        .hasMessage("the hub localhost did not answer in time");
            }
        }
    }

    @Test
    void picturesAreFetchedWithinALimit() {
        hub.instead = request -> switch (request.path()) {
            case "/sync/1/images/a%2Fb?thumbnail=1" -> new FakeHub.Canned(200, Map.of(), "small");
            case "/sync/1/images/huge" -> new FakeHub.Canned(200, Map.of(), "x".repeat((8 << 20) + 1));
            default -> null;
        };
        try (var rig = new Rig(hub, target)) {
            assertThat(rig.follower.image("a/b", true)).isEqualTo("small".getBytes(StandardCharsets.UTF_8));
            assertThatThrownBy(() -> rig.follower.image("none", false))
                    .isInstanceOfSatisfying(
                            UpstreamException.class, e -> assertThat(e.status()).isEqualTo(404));
            assertThatThrownBy(() -> rig.follower.image("huge", false)).isInstanceOf(UpstreamException.class);
        }
    }

    @Test
    void aCertificateIsRenewedAndABoxLeaves() {
        hub.instead = request -> switch (request.path()) {
            case "/sync/1/renew" ->
                new FakeHub.Canned(200, Map.of(), "{\"certificate\":\"PEM of " + request.body() + "\"}");
            case "/sync/1/leave" -> new FakeHub.Canned(200, Map.of(), "{}");
            default -> null;
        };
        try (var rig = new Rig(hub, target)) {
            assertThat(rig.follower.renew("CSR")).isEqualTo("PEM of CSR");
            rig.follower.leave();
        }
        assertThat(hub.asked).contains("POST /sync/1/leave");
    }
}
