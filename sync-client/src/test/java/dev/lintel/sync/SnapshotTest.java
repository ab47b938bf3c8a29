package dev.lintel.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.LinkMessage;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Everything at once: when it is fetched, what it is compared with, when it is held back.
class SnapshotTest {
    private FakeHub hub;
    private final FakeTarget target = new FakeTarget();

    @BeforeEach
    void begin() throws IOException {
        hub = new FakeHub();
        for (int i = 1; i <= 50; i++) hub.put(i, "p" + i);
    }

    @AfterEach
    void end() {
        hub.close();
    }

    private long snapshots() {
        return hub.asked.stream().filter(path -> path.contains("/snapshot")).count();
    }

    @Test
    void aCursorThatTheHubDoesNotKnowBringsASnapshot() {
        target.stand(new Cursor("forgotten", 999));
        target.plant(Rows.person(77, "only here", 998));
        try (var rig = new Rig(hub, target)) {
            rig.awaitAgreement();
        }
        assertThat(snapshots()).isEqualTo(1);
        assertThat(target.people()).hasSize(50);
    }

    @Test
    void changesDuringTheDownloadAreInIt() {
        hub.part = 10;
        var parts = new AtomicInteger();
        hub.instead = request -> {
            if (request.path().contains("/snapshot") && parts.incrementAndGet() == 3) {
                hub.put(2, "changed");
                hub.remove(1);
                hub.put(60, "new");
            }
            return null;
        };
        try (var rig = new Rig(hub, target)) {
            rig.awaitAgreement();
        }
        assertThat(target.people()).hasSize(50).containsKey(60L).doesNotContainKey(1L);
        assertThat(target.batches).as("all of it by the swap").isEmpty();
    }

    @Test
    void whatNeverAgreesIsDroppedAndFetchedAnewWithAReason() {
        hub.lie = (count, _) -> new DownLine.Check(count + 1, "0000000000000000");
        try (var rig = new Rig(hub, target)) {
            Await.until("dropped twice", () -> target.staging.dropped >= 2);
            assertThat(target.people()).isEmpty();
            assertThat(rig.follower.status().problem()).contains("does not agree", "50 people here, 51 at the hub");
            assertThat(target.count(Progress.Failed.class)).as("told once").isEqualTo(1);
            hub.lie = (_, _) -> null;
            rig.awaitAgreement();
            Await.until("completed", () -> target.count(Progress.Completed.class) == 1);
        }
    }

    @Test
    void aPartThatIsNotWhatItsHashSaysDoesNotCount() {
        var spoilt = new AtomicInteger(2);
        hub.spoil = lines -> {
            if (!lines.getLast().contains("\"part\"") || spoilt.getAndDecrement() <= 0) return lines;
            return lines.stream().map(line -> line.replace("\"p7\"", "\"p8\"")).toList();
        };
        try (var rig = new Rig(hub, target)) {
            rig.awaitAgreement();
        }
        assertThat(snapshots()).isEqualTo(3);
    }

    @Test
    void aHubThatIsRestoredDuringTheDownloadMakesItBeginAnew() {
        hub.part = 10;
        var restored = new AtomicInteger();
        hub.instead = request -> {
            if (request.path().contains("after=20") && restored.getAndIncrement() == 0) hub.newEra("e2", false);
            return null;
        };
        try (var rig = new Rig(hub, target)) {
            rig.awaitAgreement();
        }
        assertThat(target.staging.begun).isEqualTo(2);
    }

    @Test
    void aSnapshotIsHeldUntilItIsApprovedWhileUrgentLinesApply() {
        target.stand(new Cursor("forgotten", 999));
        target.plant(Rows.person(5, "to be revoked", 7));
        target.hold = "abc";
        try (var rig = new Rig(hub, target)) {
            rig.awaitLink();
            Await.until("held", () -> "abc".equals(rig.follower.status().held()));
            Await.until("told", () -> target.count(Progress.Failed.class) == 1);
            Await.until(
                    "the hub knows",
                    () -> hub.links.getFirst().heard.stream()
                            .anyMatch(
                                    message -> message instanceof LinkMessage.Beat beat && "abc".equals(beat.held())));
            hub.say(new LinkMessage.Urgent(new DownLine.Gone(5, 1_000)));
            Await.until("revoked", () -> target.people().isEmpty());

            hub.approved = "another";
            hub.news();
            rig.follower.syncNow();
            Await.until("asked again", () -> target.count(Progress.Failed.class) == 2);
            assertThat(target.people()).isEmpty();

            hub.approved = "abc";
            hub.news();
            Await.until("stands", () -> target.people().size() == 49);
            assertThat(target.people())
                    .as("the revocation outlives the snapshot")
                    .doesNotContainKey(5L);
            Await.until("completed", () -> target.count(Progress.Completed.class) == 1);
            assertThat(rig.follower.status().held()).isNull();
        }
    }

    /// Also where there is no cursor, as after a start with a policy that was refused.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatTheHubTakesAwayWhileASnapshotIsHeldIsTakenAwayAtOnce(boolean known) {
        if (known) target.stand(new Cursor("forgotten", 999));
        target.plant(Rows.member(5, "less", List.of(1L, 2L), 7));
        target.plant(Rows.person(6, "gone", 7));
        target.hold = "abc";
        try (var rig = new Rig(hub, target)) {
            rig.awaitLink();
            Await.until("held", () -> "abc".equals(rig.follower.status().held()));
            assertThat(target.people().get(5L)).isEqualTo(Rows.member(5, "less", List.of(1L, 2L), 7));
            hub.put(5, "other", List.of(2L, 3L));
            hub.put(70, "new");
            hub.remove(6);
            hub.news();
            Await.until("gone", () -> !target.people().containsKey(6L));
            assertThat(target.people()).containsOnlyKeys(5L);
            assertThat(target.people().get(5L)).isEqualTo(Rows.member(5, "less", List.of(2L), 0));
            target.hold = null;
            rig.follower.syncNow();
            rig.awaitAgreement();
        }
        assertThat(target.people()).containsEntry(5L, Rows.member(5, "other", List.of(2L, 3L), 51));
    }

    @Test
    void anUrgentLineThatTheSnapshotHasPassedIsNotDoneAgain() {
        target.stand(new Cursor("e1", 0));
        try (var rig = new Rig(hub, target)) {
            rig.awaitLink();
            rig.awaitAgreement();
            hub.newEra("e2", false);
            target.hold = "abc";
            rig.follower.syncNow();
            Await.until("held", () -> "abc".equals(rig.follower.status().held()));
            hub.remove(5);
            hub.say(new LinkMessage.Urgent(new DownLine.Gone(5, 51)));
            Await.until("revoked", () -> !target.people().containsKey(5L));
            hub.put(5, "back again");
            target.hold = null;
            hub.news();
            rig.awaitAgreement();
            assertThat(target.people()).containsKey(5L);
        }
    }

    @Test
    void anUrgentLineThatCannotBeAppliedIsTriedAgainInItsTime() {
        target.stand(new Cursor("e1", 0));
        try (var rig = new Rig(hub, target, hub.address(), Limiting.backoff(Rig.QUICK, 20, 40))) {
            rig.awaitLink();
            rig.awaitAgreement();
            target.full = true;
            int before = target.applies.get();
            hub.say(new LinkMessage.Urgent(new DownLine.Gone(5, 1_000)));
            Await.until("told", () -> target.told.contains(new Progress.Failed("the disk is full")));
            Await.pause(200);
            assertThat(target.applies.get() - before).isLessThan(30);
            target.full = false;
            Await.until("revoked", () -> !target.people().containsKey(5L));
        }
    }

    @Test
    void whatIsLetThroughAtTheBoxStandsWhenAsked() {
        target.hold = "abc";
        try (var rig = new Rig(hub, target)) {
            Await.until("held", () -> "abc".equals(rig.follower.status().held()));
            target.hold = null;
            rig.follower.syncNow();
            rig.awaitAgreement();
        }
    }

    /// All that is left to do is in the stage, and whoever is not written yet stands before shut doors.
    @Test
    void aSwapThatWasStoppedComesToItsEndWithoutTheHub() {
        hub.linkOn = false;
        hub.instead = _ -> FakeHub.Canned.error(503, "away");
        target.stand(new Cursor("e1", 0));
        target.plant(Rows.person(77, "gone by now", 1));
        target.staging.begin("whoever", new Cursor("e1", 50), false);
        target.staging.keep(List.of(Rows.person(5, "p5", 5)), 50, null, true);
        target.staging.swapping = true;
        target.hold = "abc"; // what has begun is not held back any more
        try (var rig = new Rig(hub, target)) {
            Await.until("it stands", () -> target.people().containsKey(5L));
            assertThat(target.people()).doesNotContainKey(77L);
            assertThat(target.cursor("whoever")).isEqualTo(new Cursor("e1", 50));
            target.hold = null;
            hub.instead = _ -> null;
            hub.linkOn = true;
            Await.until(
                    "goes on from there",
                    () -> rig.follower.status().held() == null
                            && hub.asked.stream()
                                    .anyMatch(path -> path.contains("after=e1.50") || path.contains("after=e1%3A50")));
        }
        assertThat(snapshots()).isZero();
    }

    /// What stands went on while the staging could not: letting that through would put what stands back.
    @Test
    void whatIsLetThroughIsBroughtUpToDateFirst() {
        target.stand(new Cursor("e1", 0));
        target.hold = "abc";
        Limits often = Limiting.times(Rig.QUICK, 20, 100, 600_000);
        try (var rig = new Rig(hub, target, hub.address(), often)) {
            rig.awaitAgreement();
            target.plant(Rows.person(77, "astray", 1));
            Await.until("held", () -> "abc".equals(rig.follower.status().held()));
            target.staging.full = true;
            hub.put(60, "later");
            hub.remove(5);
            hub.news();
            Await.until("what stands goes on", () -> target.people().containsKey(60L));
            Await.until("told", () -> target.told.contains(new Progress.Failed("no room for the staging")));

            hub.linkOn = false;
            hub.instead = _ -> FakeHub.Canned.error(503, "away");
            Await.until("away", () -> target.told.contains(new Progress.Failed("the hub says: no: away")));
            target.hold = null;
            rig.follower.syncNow();
            Await.pause(100);
            assertThat(target.people()).containsKey(60L).doesNotContainKey(5L);
            target.staging.full = false;
            hub.instead = _ -> null;
            rig.awaitAgreement();
            assertThat(target.wrongs).isEmpty();
        }
    }

    @Test
    void theDailyComparisonFindsWhatHasGoneAstray() {
        target.stand(new Cursor("e1", 0));
        Limits often = Limiting.times(Rig.QUICK, 20, 100, 600_000);
        try (var rig = new Rig(hub, target, hub.address(), often)) {
            rig.awaitAgreement();
            target.plant(Rows.person(3, "astray", 1_000_000));
            rig.awaitAgreement();
        }
        assertThat(snapshots()).isEqualTo(1);
    }

    /// As while the hub holds back what it publishes.
    @Test
    void aHubThatDoesNotCompareNowIsAskedAgainLaterAndNoFailure() {
        target.stand(new Cursor("e1", 0));
        hub.compares = false;
        Limits often = Limiting.times(Rig.QUICK, 100, 100, 600_000);
        try (var rig = new Rig(hub, target, hub.address(), often)) {
            rig.awaitAgreement();
            Await.until("asked twice", () -> checks() >= 2);
            assertThat(rig.follower.status().problem()).isNull();
            target.plant(Rows.person(3, "astray", 1_000_000));
            hub.compares = true;
            rig.awaitAgreement();
        }
        assertThat(target.count(Progress.Failed.class)).isZero();
        assertThat(snapshots()).isEqualTo(1);
    }

    private long checks() {
        return hub.asked.stream().filter(path -> path.contains("check=1")).count();
    }

    @Test
    void aFullDiskIsSaidInWordsAndTriedAgain() {
        target.stand(new Cursor("e1", 0));
        target.fault = new TargetException("the disk is full");
        try (var rig = new Rig(hub, target)) {
            rig.awaitAgreement();
            assertThat(target.told).contains(new Progress.Failed("the disk is full"));
        }
    }

    @Test
    void aFaultOfTheProgramsIsSaidAndTriedAgain() {
        target.stand(new Cursor("e1", 0));
        target.fault = new IllegalStateException("broken");
        try (var rig = new Rig(hub, target)) {
            rig.awaitAgreement();
            assertThat(target.told)
                    .contains(new Progress.Failed("an unexpected fault: java.lang.IllegalStateException: broken"));
        }
    }

    /// What the hub takes away ahead of all else makes the two differ for a while, and that is right.
    @Test
    void theComparisonWaitsUntilTheCursorHasPassedUrgentLines() {
        target.stand(new Cursor("e1", 0));
        Limits often = Limiting.times(Rig.QUICK, 20, 40, 600_000);
        try (var rig = new Rig(hub, target, hub.address(), often)) {
            rig.awaitAgreement();
            rig.awaitLink();
            hub.say(new LinkMessage.Urgent(new DownLine.Gone(5, 1_000_000)));
            Await.until("revoked", () -> !target.people().containsKey(5L));
            int asked = hub.asked.size();
            Await.pause(200);
            assertThat(target.people()).doesNotContainKey(5L);
            assertThat(hub.asked.size() - asked).as("each 20 ms and more").isLessThan(30);
        }
        assertThat(snapshots()).isZero();
    }

    /// Whose group was not here yet was written without it: they come again, and no later batch undoes that.
    @Test
    void aTargetThatLetsGoOfItsCursorGetsEverythingAnewAtOnce() {
        target.stand(new Cursor("e1", 0));
        hub.chunk = 1;
        try (var rig = new Rig(hub, target)) {
            rig.awaitLink();
            rig.awaitAgreement();
            target.plant(Rows.person(3, "without a group", 0));
            target.anew = true;
            hub.policy("mended");
            for (int i = 51; i <= 55; i++) hub.put(i, "p" + i);
            hub.news();
            rig.awaitAgreement();
            assertThat(target.wrongs).isEmpty();
        }
        assertThat(snapshots()).isEqualTo(1);
        assertThat(target.people().get(3L)).isEqualTo(hub.standing().get(3L));
    }

    @Test
    void batchesAreBoundedByLinesAndByCharacters() {
        target.stand(new Cursor("e1", 0));
        try (var rig = new Rig(hub, target, hub.address(), Limiting.batches(Rig.QUICK, 20, 1 << 20))) {
            rig.awaitAgreement();
        }
        assertThat(target.batches).containsExactly(20, 20, 10);
        var other = new FakeTarget();
        other.stand(new Cursor("e1", 0));
        try (var rig = new Rig(hub, other, hub.address(), Limiting.batches(Rig.QUICK, 500, 400))) {
            rig.awaitAgreement();
        }
        assertThat(other.batches).hasSizeGreaterThan(5).allMatch(size -> size <= 5);
    }

    @Test
    void chunksAreAskedForUntilThereAreNoMore() {
        target.stand(new Cursor("e1", 0));
        hub.chunk = 7;
        try (var rig = new Rig(hub, target)) {
            rig.awaitAgreement();
        }
        assertThat(hub.asked).filteredOn(path -> path.contains("/changes")).hasSizeGreaterThanOrEqualTo(8);
        assertThat(target.batches).isEqualTo(List.of(7, 7, 7, 7, 7, 7, 7, 1));
    }
}
