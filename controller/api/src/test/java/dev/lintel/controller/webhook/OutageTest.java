package dev.lintel.controller.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.client.Sender.Outcome;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.store.ApplicationStore.Application;
import dev.lintel.controller.store.DeliveryLog;
import dev.lintel.controller.store.DeliveryStore.State;
import dev.lintel.controller.webhook.DeliveryDesk.Health;
import dev.lintel.controller.webhook.FakeSender.Sent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What becomes of deliveries whose receiver does not take them.
class OutageTest {
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

    private Health health() {
        return rig.desk.endpoints().getFirst();
    }

    private DeliveryLog.Line newest() {
        return rig.desk
                .list(health().endpoint().id(), new DeliveryLog.Wanted(null, Long.MAX_VALUE, 1))
                .getFirst();
    }

    @Test
    void aDeliveryThatFailsComesAgainWithTheSameBodyUntilItArrives() {
        rig.application("desk", OutboxRig.ACCESS);
        rig.settle();
        rig.event(EventKind.ADMITTED_CARD, 1);
        Sent first = rig.one();
        first.fails();
        rig.settle();
        rig.after(Duration.ofMillis(4_900));
        assertThat(rig.sender.take()).isEmpty();
        rig.after(Duration.ofMillis(100));
        Sent second = rig.sender.take().getFirst();
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(second.post().headers().get("Timestamp"))
                .as("signed anew, with the time of this attempt")
                .isNotEqualTo(first.post().headers().get("Timestamp"));
        assertThat(second.post().headers()).containsEntry("Attempt", "2");
        second.arrives();
        rig.settle();
        rig.after(Duration.ofDays(6));
        assertThat(rig.sender.take()).as("nothing is sent after a 2xx").isEmpty();
        assertThat(newest().state()).isEqualTo(State.DELIVERED);
        assertThat(newest().attempts()).isEqualTo(2);
    }

    @Test
    void onlyA2xxEndsADelivery() {
        rig.application("desk", OutboxRig.ACCESS);
        rig.settle();
        for (int status : List.of(100, 199, 300, 302, 304, 400, 401, 404, 410, 429, 500, 503)) {
            assertThat(Outcome.answered(status, "", null).arrived())
                    .as("%s", status)
                    .isFalse();
        }
        for (int status : List.of(200, 201, 202, 204, 299)) {
            assertThat(Outcome.answered(status, "", null).arrived())
                    .as("%s", status)
                    .isTrue();
        }
    }

    @Test
    void whatTheReceiverAsksForIsHonouredForAllOfItsDeliveries() {
        rig.application("desk", OutboxRig.ACCESS);
        rig.settle();
        rig.event(EventKind.ADMITTED_CARD, 1);
        rig.one().done().accept(Outcome.answered(503, "", 120_000L));
        rig.settle();
        rig.event(EventKind.ADMITTED_CARD, 1);
        rig.after(Duration.ofSeconds(119));
        assertThat(rig.sender.take()).isEmpty();
        rig.after(Duration.ofSeconds(2));
        assertThat(rig.sender.take()).hasSize(2);
    }

    /// Three failures in a row: one attempt at a time from then on, and none sooner than the hold. A success lets all
    /// go.
    @Test
    void anEndpointThatIsOutIsAskedNowAndThenAndAllLeavesWhenItIsBack() {
        rig.application("desk", OutboxRig.ACCESS);
        rig.settle();
        for (int i = 0; i < 3; i++) {
            rig.event(EventKind.ADMITTED_CARD, 1);
            rig.one().fails();
            rig.settle();
        }
        assertThat(health().isOut()).isTrue();
        Set<String> asked = new HashSet<>();
        int attempts = 0;
        for (int second = 0; second < 600; second++) {
            rig.event(EventKind.ADMITTED_CARD, 1);
            rig.after(Duration.ofSeconds(1));
            List<Sent> sent = rig.sender.take();
            assertThat(sent).hasSizeLessThanOrEqualTo(1);
            for (Sent one : sent) {
                attempts++;
                asked.addAll(one.ids());
                one.fails();
            }
        }
        assertThat(attempts).as("in ten minutes").isBetween(4, 12);
        rig.after(Duration.ofMinutes(6));
        Sent found = rig.sender.take().getFirst();
        found.arrives();
        rig.settle();
        assertThat(health().isOut()).isFalse();
        List<String> arrived = new ArrayList<>(found.ids());
        for (List<Sent> more = rig.sent(); !more.isEmpty(); more = rig.sent()) {
            assertThat(more).hasSizeLessThanOrEqualTo(Step.FLYING_MAX);
            for (Sent one : more) {
                arrived.addAll(one.ids());
                one.arrives();
            }
        }
        assertThat(arrived).hasSize(603).doesNotHaveDuplicates().containsAll(asked);
        assertThat(health().waiting()).isZero();
    }

    @Test
    void aReceiverThatHangsDelaysNobodyElse() {
        rig.application("dead", OutboxRig.ACCESS);
        rig.application("well", OutboxRig.ACCESS);
        rig.settle();
        for (int i = 0; i < 40; i++) {
            long id = rig.event(EventKind.ADMITTED_CARD, 1);
            List<Sent> sent = rig.sent();
            Sent well = sent.stream()
                    .filter(one -> one.post().to().getHost().equals("well.example"))
                    .findFirst()
                    .orElseThrow();
            assertThat(well.ids()).containsExactly(Long.toString(id));
            well.arrives();
            rig.settle();
        }
    }

    @Test
    void fourDeliveriesOfAnEndpointAreUnderWayAtOnceAtMost() {
        rig.application("slow", OutboxRig.ACCESS);
        rig.settle();
        rig.events(EventKind.ADMITTED_CARD, 450);
        List<Sent> sent = rig.sent();
        assertThat(sent).hasSize(Step.FLYING_MAX);
        sent.getFirst().arrives();
        assertThat(rig.sent()).hasSize(1);
    }

    @Test
    void afterFiveDaysADeliveryHasFailedAndTheEndpointIsPausedAndItsDeveloperTold() {
        Application desk = rig.application("desk", OutboxRig.ACCESS);
        rig.settle();
        rig.event(EventKind.ADMITTED_CARD, 1);
        Sent first = rig.one();
        first.fails();
        for (int hour = 0; hour < 5 * 24 + 1; hour++) {
            rig.after(Duration.ofHours(1));
            for (Sent one : rig.sender.take()) one.fails();
            rig.settle();
        }
        rig.after(Duration.ofMinutes(2));
        assertThat(newest().state()).isEqualTo(State.FAILED);
        assertThat(newest().attempts()).isBetween(11, 13);
        assertThat(health().isPaused()).isTrue();
        assertThat(rig.told).containsExactly("APPLICATION " + desk.id() + " paused: nothing has arrived for five days");
        rig.event(EventKind.ADMITTED_CARD, 1);
        rig.after(Duration.ofDays(2));
        assertThat(rig.sender.take()).as("nothing is tried by itself").isEmpty();
        assertThat(health().waiting()).isEqualTo(1);

        assertThat(ask(() -> rig.desk.again(health().endpoint().id(), newest().id())))
                .isTrue();
        Sent byHand = rig.sender.take().getFirst();
        assertThat(byHand.body()).isEqualTo(first.body());
        byHand.arrives();
        rig.settle();
        assertThat(health().isPaused()).as("it is there again").isFalse();
        rig.one().arrives();
        rig.settle();
        assertThat(health().waiting()).isZero();
    }

    @Test
    void whatWaitsAtAPausedEndpointFailsAfterFiveDaysAndCanBeSentAgainAsARange() {
        rig.application("desk", OutboxRig.ACCESS);
        rig.settle();
        rig.event(EventKind.ADMITTED_CARD, 1);
        rig.one().fails();
        for (int hour = 0; hour < 5 * 24 + 1; hour++) {
            rig.after(Duration.ofHours(1));
            for (Sent one : rig.sender.take()) one.fails();
        }
        rig.after(Duration.ofMinutes(2));
        long from = rig.time.nowMs();
        List<Long> ids = rig.events(EventKind.ADMITTED_CARD, 150);
        rig.settle();
        rig.after(Duration.ofDays(5).plusMinutes(2));
        rig.after(Duration.ofMinutes(2));
        assertThat(health().waiting()).isZero();
        assertThat(rig.sender.take()).isEmpty();
        long endpoint = health().endpoint().id();
        assertThat(rig.desk.count(endpoint, from, rig.time.nowMs(), false)).isEqualTo(2);
        assertThat(ask(() -> rig.desk.again(endpoint, from, rig.time.nowMs(), false)))
                .isEqualTo(2);
        List<String> arrived = new ArrayList<>();
        for (Sent one : rig.sent()) {
            arrived.addAll(one.ids());
            one.arrives();
        }
        assertThat(arrived)
                .containsExactlyInAnyOrderElementsOf(
                        ids.stream().map(String::valueOf).toList());
    }

    @Test
    void whatHasEndedIsForgottenAfterTwoWeeks() {
        rig.application("desk", OutboxRig.ACCESS);
        rig.settle();
        rig.event(EventKind.ADMITTED_CARD, 1);
        rig.one().arrives();
        rig.settle();
        rig.after(Duration.ofDays(14).minusMinutes(1));
        assertThat(newest().state()).isEqualTo(State.DELIVERED);
        rig.after(Duration.ofMinutes(2));
        assertThat(rig.desk.list(health().endpoint().id(), new DeliveryLog.Wanted(null, Long.MAX_VALUE, 1)))
                .isEmpty();
    }

    @Test
    void theOldestGiveWayWhereMoreWaitThanAreKeptAndItIsWrittenDown() {
        rig.close();
        rig = new OutboxRig(path.resolve("small"), new Limits(2_000, 256L << 20));
        rig.application("desk", OutboxRig.ACCESS);
        rig.settle();
        rig.event(EventKind.ADMITTED_CARD, 1);
        rig.one().fails();
        rig.settle();
        rig.desk.endpoints();
        for (int i = 0; i < 2; i++) {
            rig.after(Duration.ofSeconds(40));
            for (Sent one : rig.sender.take()) one.fails();
            rig.settle();
        }
        List<Long> ids = rig.events(EventKind.ADMITTED_CARD, 2_500);
        rig.settle();
        Health health = health();
        assertThat(health.waiting()).isBetween(1_500L, 2_000L);
        assertThat(health.given()).hasSize(1);
        assertThat(health.given().getFirst().why()).isEqualTo(Step.TOO_MANY);
        assertThat(health.given().getFirst().items() + health.waiting()).isEqualTo(ids.size() + 1L);
        assertThat(rig.counters.dropped()).isEqualTo(health.given().getFirst().items());
    }

    @Test
    void whereTheFileIsFullWhatHasEndedGoesFirst() {
        rig.close();
        rig = new OutboxRig(path.resolve("small"), new Limits(250_000, 400_000));
        rig.application("desk", OutboxRig.ACCESS);
        rig.settle();
        for (int i = 0; i < 20; i++) {
            rig.events(EventKind.ADMITTED_CARD, 100);
            for (Sent one : rig.sent()) one.arrives();
            rig.settle();
        }
        rig.after(Duration.ofMinutes(2));
        assertThat(rig.outboxDatabase.<Long>read(dev.lintel.controller.store.DeliveryStore::usedBytes))
                .isLessThan(400_000L);
        assertThat(health().given()).as("nothing that waited was given up").isEmpty();
    }

    /// Has something asked of the outbox's thread while this one takes its turns.
    private <T> T ask(java.util.concurrent.Callable<T> question) {
        var answer = new java.util.concurrent.FutureTask<>(question);
        Thread asking = Thread.ofVirtual().start(answer);
        while (asking.isAlive()) rig.settle();
        try {
            return Objects.requireNonNull(answer.get());
        } catch (InterruptedException | java.util.concurrent.ExecutionException e) {
            throw new AssertionError(e);
        }
    }
}
