package dev.lintel.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.LinkMessage;
import dev.lintel.sync.wire.RevocationReport;
import dev.lintel.sync.wire.Wire;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The standing connection.
class LinkTest {
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

    private static LinkMessage.Order order(long id) {
        return new LinkMessage.Order(id, 7, "unlock", Map.of("minutes", 5L), null, "ada@example.org");
    }

    private static LinkMessage.DoorRow door(String mode) {
        return new LinkMessage.DoorRow(7, 1, "online", "secure", false, false, mode, null, 1, false, false, false);
    }

    private List<LinkMessage> heard() {
        return hub.links.getFirst().heard;
    }

    /// The hub has said `timeout` by then, and nobody stands at the door any more.
    @Test
    void anOrderThatComesLateIsNotCarriedOut() {
        var obeyed = new CopyOnWriteArrayList<Long>();
        target.obeying = order -> {
            obeyed.add(order.id());
            return new LinkMessage.Answer(order.id(), "done", null);
        };
        try (var rig = new Rig(hub, target)) {
            rig.awaitLink();
            hub.say(order(1, System.currentTimeMillis() - 5_000));
            hub.say(order(2, System.currentTimeMillis()));
            Await.until(
                    "both",
                    () -> heard().stream()
                                    .filter(LinkMessage.Answer.class::isInstance)
                                    .count()
                            == 2);
            assertThat(obeyed).containsExactly(2L);
            assertThat(heard())
                    .contains(
                            new LinkMessage.Answer(1, "refused", "it came so late that nobody waits for it any more"));
        }
    }

    private static LinkMessage.Order order(long id, long timeMs) {
        return new LinkMessage.Order(id, 7, "unlock", Map.of("minutes", 5L), null, "ada@example.org", timeMs);
    }

    @Test
    void ordersAreCarriedOutBesideEachOther() {
        var slow = new CountDownLatch(1);
        target.obeying = order -> {
            try {
                if (order.id() == 1) slow.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return new LinkMessage.Answer(order.id(), "done", null);
        };
        try (var rig = new Rig(hub, target)) {
            rig.awaitLink();
            hub.say(order(1));
            hub.say(order(2));
            Await.until("the second", () -> heard().contains(new LinkMessage.Answer(2, "done", null)));
            assertThat(heard()).doesNotContain(new LinkMessage.Answer(1, "done", null));
            slow.countDown();
            Await.until("the first", () -> heard().contains(new LinkMessage.Answer(1, "done", null)));
        }
    }

    @Test
    void ordersBeyondTheLimitAreRefusedInWords() {
        var slow = new CountDownLatch(1);
        target.obeying = order -> {
            try {
                slow.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return new LinkMessage.Answer(order.id(), "done", null);
        };
        try (var rig = new Rig(hub, target)) {
            rig.awaitLink();
            for (int i = 1; i <= 65; i++) hub.say(order(i));
            var refused = new LinkMessage.Answer(65, "refused", "the box has too many orders to carry out");
            Await.until("refused", () -> heard().contains(refused));
            slow.countDown();
        }
    }

    @Test
    void whatATargetCannotDoIsAnsweredInWords() {
        target.obeying = _ -> {
            throw new TargetException("no such door");
        };
        try (var rig = new Rig(hub, target)) {
            rig.awaitLink();
            hub.say(order(3));
            Await.until("answered", () -> heard().contains(new LinkMessage.Answer(3, "unanswered", "no such door")));
        }
    }

    @Test
    void aDoorThatChangesIsToldAtOnce() {
        target.doors = List.of(door("normal"));
        try (var rig = new Rig(hub, target)) {
            rig.awaitLink();
            Await.until("first beat", () -> beats().contains(List.of(door("normal"))));
            target.doors = List.of(door("unlock"));
            rig.follower.doorsChanged();
            Await.until("second beat", () -> beats().contains(List.of(door("unlock"))));
        }
    }

    @Test
    void reportOfRevokedPeopleThatChanges_isSentAtOnce() {
        try (var rig = new Rig(hub, target)) {
            rig.awaitLink();
            Await.until("first beat", () -> reports().contains(RevocationReport.NOTHING));
            var report = new RevocationReport(List.of(7L), 1, false, 9, List.of(7L));
            target.reported = report;
            Await.until("second beat", () -> reports().contains(report));
        }
    }

    private List<RevocationReport> reports() {
        return heard().stream()
                .filter(LinkMessage.Beat.class::isInstance)
                .map(message -> ((LinkMessage.Beat) message).revocations())
                .toList();
    }

    private List<List<LinkMessage.DoorRow>> beats() {
        return heard().stream()
                .filter(LinkMessage.Beat.class::isInstance)
                .map(message -> ((LinkMessage.Beat) message).doors())
                .toList();
    }

    @Test
    void theHubsClockIsMeasured() {
        var pace = new TestPace();
        pace.wallOffsetMs = -3_600_000;
        try (var follower = new Follower(Rig.settings(hub.address()), target, pace, Rig.QUICK)) {
            follower.start();
            Await.until("measured", () -> follower.status().skewMs() != null);
            assertThat(follower.status().skewMs()).isBetween(-3_602_000L, -3_598_000L);
            assertThat(target.told).anyMatch(Progress.Contact.class::isInstance);
        }
    }

    @Test
    void anUrgentLineIsAppliedAtOnceAndTheCursorStays() {
        target.plant(Rows.person(5, "to go", 3));
        try (var rig = new Rig(hub, target)) {
            rig.awaitLink();
            hub.say(new LinkMessage.Urgent(new DownLine.Gone(5, 9)));
            Await.until("gone", () -> target.people().isEmpty());
            assertThat(target.cursor(FakeHub.ID)).isEqualTo(new Cursor("e1", 0));
        }
    }

    /// People of the same numbers may be others there, under another policy: nobody is made or given anything.
    @Test
    void beforeTheFirstSnapshotWhatIsUrgentOnlyTakesAway() {
        var fresh = new FakeTarget();
        fresh.plant(Rows.person(5, "to go", 3));
        hub.instead = request -> request.path().startsWith(Wire.SNAPSHOT) ? FakeHub.Canned.error(503, "held") : null;
        try (var rig = new Rig(hub, fresh)) {
            rig.awaitLink();
            hub.say(new LinkMessage.Urgent(Rows.person(6, "unknown here", 8)));
            hub.say(new LinkMessage.Urgent(new DownLine.Gone(5, 9)));
            Await.until("gone", () -> fresh.people().isEmpty());
            assertThat(fresh.applies.get()).as("nobody is written").isZero();
        }
    }

    /// The hub made its answer before somebody was taken away, and it comes afterwards.
    @Test
    void anAnswerThatWasUnderWayDoesNotBringBackWhoWasTakenAway() {
        hub.put(5, "still there");
        hub.put(6, "new");
        hub.spoil = lines -> { // the first answer there is: before it, the box has nothing of what was put
            Await.until("the link", () -> !hub.links.isEmpty());
            hub.say(new LinkMessage.Urgent(new DownLine.Gone(5, 9)));
            Await.until("applied", () -> target.applies.get() > 0);
            hub.spoil = same -> same;
            return lines;
        };
        try (var rig = new Rig(hub, target)) {
            Await.until("followed", () -> target.people().containsKey(6L));
            assertThat(target.people()).doesNotContainKey(5L);
            assertThat(rig.follower.status().problem()).isNull();
        }
    }

    @Test
    void aSilentHubIsLeftAndFoundAgain() throws IOException {
        hub.pulses = false;
        Limits impatient = Limiting.silence(Rig.QUICK, 300);
        try (var rig = new Rig(hub, target, hub.address(), impatient)) {
            Await.until("lost", () -> target.count(Progress.Lost.class) > 0);
            hub.pulses = true;
            // it may be back already
            Await.until(
                    "back", () -> hub.opened.get() > 1 && rig.follower.status().online());
        }
    }

    @Test
    void aDeadNetworkIsNoticedAndLeft() throws IOException {
        Limits impatient = Limiting.silence(Rig.QUICK, 300);
        try (var proxy = new FaultProxy(hub.port());
                var rig = new Rig(hub, target, proxy.address(), impatient)) {
            rig.awaitLink();
            proxy.silent = true;
            Await.until("noticed", () -> !rig.follower.status().online());
            proxy.silent = false;
            proxy.drop();
            rig.awaitLink();
        }
    }

    @Test
    void aHubThatKeepsDroppingIsNotStormed() throws IOException {
        try (var proxy = new FaultProxy(hub.port())) {
            proxy.refusing = true;
            Limits slow = Limiting.backoff(Rig.QUICK, 200, 200);
            try (var rig = new Rig(hub, target, proxy.address(), slow)) {
                Await.until("three tries", () -> proxy.accepted.get() >= 3);
                Await.pause(400);
                // Puller, pusher and link, each at most every 200 ms.
                assertThat(proxy.accepted.get()).isLessThan(20);
                assertThat(rig.follower.status().online()).isFalse();
            }
        }
    }

    @Test
    void whatIsNoMessageEndsTheConnectionInWords() {
        for (String wrong : List.of(
                "garbage",
                "{\"pulse\":{}}",
                "{\"order\":{\"id\":1}}",
                "[".repeat(2_000),
                "{\"hello\":{\"version\":\"1\"}}",
                "x".repeat(Wire.FRAME_CHARS_MAX + 1))) {
            var box = new FakeTarget();
            box.stand(new Cursor("e1", 0));
            try (var rig = new Rig(hub, box)) {
                rig.awaitLink();
                hub.links.getLast().text(wrong);
                Await.until("lost", () -> box.count(Progress.Lost.class) > 0);
                rig.awaitLink();
            }
            Await.until("gone", hub.links::isEmpty);
        }
    }

    @Test
    void aKindThatIsNewIsPassedOver() {
        try (var rig = new Rig(hub, target)) {
            rig.awaitLink();
            hub.links.getFirst().text("{\"weather\":{\"rain\":true}}");
            hub.say(order(4));
            Await.until("answered", () -> heard().contains(new LinkMessage.Answer(4, "done", null)));
            assertThat(target.count(Progress.Lost.class)).isZero();
        }
    }

    @Test
    void aBoxThatIsTurnedAwayStops() {
        try (var rig = new Rig(hub, target)) {
            rig.awaitLink();
            hub.say(new LinkMessage.Dismissed("Ada let it go"));
            Await.until("told", () -> target.told.contains(new Progress.Dismissed("Ada let it go")));
            assertThat(rig.follower.status().dismissed()).isEqualTo("Ada let it go");
            Await.pause(100); // what was under way comes to its end
            int asked = hub.asked.size();
            rig.follower.syncNow();
            Await.pause(50);
            assertThat(hub.asked).hasSize(asked);
        }
    }

    @Test
    void aRefusedLinkAsksWhy() {
        hub.instead = request -> FakeHub.Canned.error(403, "dismissed");
        try (var rig = new Rig(hub, target)) {
            Await.until("told", () -> target.count(Progress.Dismissed.class) == 1);
            assertThat(rig.follower.status().dismissed()).contains("dismissed");
        }
    }
}
