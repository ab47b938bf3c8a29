package dev.lintel.controller.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.client.Sender.Outcome;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.store.ApplicationStore.Application;
import dev.lintel.controller.store.DeliveryLog;
import dev.lintel.controller.store.DeliveryStore.State;
import dev.lintel.controller.webhook.FakeSender.Sent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Things that happen at the same time, clocks that are set, and rights that end half-way.
class UnhappyTurnsTest {
    @TempDir
    Path path;

    private OutboxRig rig;

    @BeforeEach
    void begin() {
        rig = new OutboxRig(path);
    }

    @AfterEach
    void end() {
        rig.close();
    }

    private long endpoint() {
        return rig.desk.endpoints().getFirst().endpoint().id();
    }

    private List<DeliveryLog.Line> log() {
        return rig.desk.list(endpoint(), new DeliveryLog.Wanted(null, Long.MAX_VALUE, 50));
    }

    /// Asks something of the outbox and lets it be answered in the same turn as what has landed by then.
    private void ask(Runnable question) {
        Thread asking = Thread.ofVirtual().start(question);
        while (!rig.inbox.hasOrders() && asking.isAlive()) Thread.onSpinWait();
        while (asking.isAlive()) rig.settle();
    }

    @Test
    void aClickInTheTurnOfALandingLeavesNoPlaceTaken() {
        rig.application("desk", OutboxRig.ACCESS);
        rig.settle();
        for (int i = 0; i < 5; i++) {
            rig.event(EventKind.ADMITTED_CARD, 1);
            Sent sent = rig.one();
            sent.fails();
            ask(() -> rig.desk.resume(endpoint()));
            rig.settle();
            rig.sender.take().forEach(Sent::arrives);
            rig.settle();
        }
        for (int i = 0; i < 3; i++) {
            rig.event(EventKind.ADMITTED_CARD, 1);
            rig.one().fails();
            rig.settle();
        }
        rig.after(Duration.ofMinutes(10));
        assertThat(rig.sender.take())
                .as("an endpoint that is out is still asked")
                .isNotEmpty();
    }

    @Test
    void aTokenThatEndsWhileADeliveryIsUnderWayEndsItsRetries() {
        Application desk = rig.application("desk");
        long permission = rig.allow(desk, 7, OutboxRig.ACCESS);
        rig.settle();
        rig.event(EventKind.ADMITTED_CARD, 1);
        Sent sent = rig.one();
        rig.revoke(permission);
        rig.settle();
        sent.fails();
        rig.settle();
        rig.after(Duration.ofDays(1));
        assertThat(rig.sender.take()).isEmpty();
        assertThat(log().getFirst().state()).isEqualTo(State.DROPPED);
    }

    @Test
    void aScopeThatIsLostEndsTheRetriesOfItsKind() {
        Application desk = rig.application("desk");
        rig.allow(desk, 7, OutboxRig.ACCESS);
        long people = rig.allow(desk, 8, OutboxRig.PEOPLE);
        rig.settle();
        rig.credential(1, 5_000);
        rig.one().fails();
        rig.settle();
        rig.revoke(people);
        rig.settle();
        rig.after(Duration.ofDays(1));
        assertThat(rig.sender.take()).isEmpty();
        assertThat(log().getFirst().state()).isEqualTo(State.DROPPED);
        long id = rig.event(EventKind.ADMITTED_CARD, 1);
        assertThat(rig.one().ids()).containsExactly(Long.toString(id));
    }

    @Test
    void aClockThatIsSetAgesNothing() {
        rig.time.setWall("1970-01-01T00:10:00Z");
        rig.application("desk", OutboxRig.ACCESS);
        rig.settle();
        for (int i = 0; i < 3; i++) {
            rig.event(EventKind.ADMITTED_CARD, 1);
            rig.one().fails();
            rig.settle();
        }
        rig.time.setWall("2026-11-22T10:00:00Z");
        rig.after(Duration.ofMinutes(2));
        assertThat(rig.desk.endpoints().getFirst().isPaused()).isFalse();
        assertThat(log()).allMatch(line -> line.state() == State.WAITING);
        rig.sender.take().forEach(Sent::fails);
        rig.settle();
        rig.time.setWall("2026-11-21T23:00:00Z"); // eleven hours back
        rig.after(Duration.ofMinutes(7));
        assertThat(rig.sender.take()).as("nothing is held for as long").isNotEmpty();
    }

    /// A board without a battery: it was off, wakes up in 1970 with what waited since 2026, and learns the time.
    @Test
    void aClockThatIsWrongAtAStartHoldsNothing() {
        rig.application("desk", OutboxRig.ACCESS);
        rig.settle();
        for (int i = 0; i < 3; i++) {
            rig.event(EventKind.ADMITTED_CARD, 1);
            rig.one().done().accept(Outcome.answered(503, "", i < 2 ? null : (Long) 20_000L));
            rig.settle();
        }
        rig.event(EventKind.ADMITTED_CARD, 1);
        rig.settle();
        rig.time.setWall("1970-01-01T00:00:10Z");
        rig.restart();
        rig.settle();
        rig.time.setWall("2026-11-22T12:00:00Z");
        List<Sent> sent = new ArrayList<>();
        for (int minute = 0; minute < 10; minute++) {
            rig.after(Duration.ofMinutes(1));
            for (Sent one : rig.sender.take()) {
                sent.add(one);
                one.arrives();
            }
        }
        assertThat(sent).hasSizeGreaterThanOrEqualTo(4);
        rig.settle();
        assertThat(rig.desk.endpoints().getFirst().waiting()).isZero();
        assertThat(log()).allMatch(line -> line.state() == State.DELIVERED);
    }

    @Test
    void ofAMixedDeliveryWhatMayStillBeHeardIsTold() {
        Application desk = rig.application("desk");
        rig.allow(desk, 7, OutboxRig.ACCESS);
        long people = rig.allow(desk, 8, OutboxRig.PEOPLE);
        rig.settle();
        rig.credential(1, 5_000);
        long event = rig.event(EventKind.ADMITTED_CARD, 1);
        Sent both = rig.one();
        Object token = both.items().stream()
                .filter(item -> "Event".equals(item.get("resource_type")))
                .findFirst()
                .orElseThrow()
                .get("ack_token");
        both.fails();
        rig.settle();
        rig.revoke(people);
        rig.settle();
        rig.after(Duration.ofSeconds(5));
        Sent rest = rig.one();
        assertThat(rest.ids()).containsExactly(Long.toString(event));
        assertThat(rest.items().getFirst()).containsEntry("ack_token", token);
        rest.arrives();
        rig.settle();
        assertThat(rig.desk.endpoints().getFirst().waiting()).isZero();
    }

    @Test
    void aRangeThatIsSentAgainKeepsTheOrderOfACredential() {
        rig.application("people", OutboxRig.PEOPLE);
        rig.settle();
        long card = rig.credential(1, 5_000);
        rig.one().fails();
        rig.settle();
        rig.removeCredential(card);
        for (int hour = 0; hour < 5 * 24 + 1; hour++) {
            rig.after(Duration.ofHours(1));
            rig.sender.take().forEach(Sent::fails);
            rig.settle();
        }
        rig.after(Duration.ofMinutes(2));
        for (int hour = 0; hour < 6 * 24; hour++) {
            rig.after(Duration.ofHours(1));
            rig.sender.take().forEach(Sent::fails);
            rig.settle();
        }
        assertThat(log()).hasSize(2).allMatch(line -> line.state() == State.FAILED);
        ask(() -> rig.desk.again(endpoint(), 0, rig.time.nowMs() + 1, false));
        List<String> told = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            rig.settle();
            List<Sent> sent = rig.sender.take();
            assertThat(sent).hasSizeLessThanOrEqualTo(1);
            for (Sent one : sent) {
                told.addAll(one.actions());
                one.arrives();
            }
        }
        assertThat(told).containsExactly("CREATE " + card, "DESTROY " + card);
    }

    @Test
    void whatAReceiverAsksForHoldsThoughSomethingElseArrives() {
        rig.application("desk", OutboxRig.ACCESS);
        rig.settle();
        rig.events(EventKind.ADMITTED_CARD, 200);
        List<Sent> two = rig.sent();
        assertThat(two).hasSize(2);
        two.getFirst().done().accept(Outcome.answered(429, "", 3_600_000L));
        rig.settle();
        rig.time.advance(Duration.ofMillis(10));
        two.getLast().arrives();
        rig.settle();
        rig.event(EventKind.ADMITTED_CARD, 1);
        rig.after(Duration.ofMinutes(59));
        assertThat(rig.sender.take()).isEmpty();
        rig.after(Duration.ofMinutes(2));
        assertThat(rig.sender.take()).hasSize(2);
    }

    @Test
    void manyDeadReceiversLeaveAGoodOneItsPlaces() {
        IntStream.range(0, 40).forEach(i -> rig.application("dead" + i, OutboxRig.ACCESS));
        rig.settle();
        rig.event(EventKind.ADMITTED_CARD, 1);
        assertThat(rig.sent()).hasSize(40);
        rig.application("good", OutboxRig.ACCESS);
        rig.settle();
        rig.events(EventKind.ADMITTED_CARD, 450);
        List<Sent> sent = rig.sent();
        assertThat(sent.stream().filter(one -> one.post().to().getHost().equals("good.example")))
                .as("as many as of any endpoint, or what is shared is used up")
                .hasSizeGreaterThanOrEqualTo(1);
        assertThat(sent).hasSizeLessThanOrEqualTo(Step.SHARED_MAX + 1);
    }

    @Test
    void itsOwnThreadRestsWhileTheDiskRefuses() {
        rig.application("desk", OutboxRig.ACCESS);
        rig.settle();
        rig.inbox.owner(Thread.currentThread());
        rig.outboxDatabase.write(sql -> sql.run("ALTER TABLE item RENAME TO elsewhere")); // as a disk that refuses all
        rig.event(EventKind.ADMITTED_CARD, 1);
        rig.time.advance(Duration.ofMillis(100));
        rig.inbox.wake();
        java.util.concurrent.locks.LockSupport.parkNanos(1); // takes what that left
        try {
            rig.turn();
        } catch (dev.lintel.controller.store.StoreException e) {
            long begunNs = System.nanoTime();
            java.util.concurrent.locks.LockSupport.parkNanos(
                    Duration.ofMillis(50).toNanos());
            assertThat(System.nanoTime() - begunNs)
                    .as("nobody wakes it")
                    .isGreaterThan(Duration.ofMillis(25).toNanos());
            rig.outboxDatabase.write(sql -> sql.run("ALTER TABLE elsewhere RENAME TO item"));
            assertThat(rig.one().items()).hasSize(1);
            return;
        }
        throw new AssertionError("it was not refused");
    }
}
