package dev.lintel.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.Wire;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A box follows a hub, end to end.
class FollowerTest {
    private FakeHub hub;
    private final FakeTarget target = new FakeTarget();

    @BeforeEach
    void begin() throws IOException {
        hub = new FakeHub();
    }

    @AfterEach
    void end() {
        hub.close();
    }

    @Test
    void aNewBoxFetchesASnapshotAndThenFollows() {
        target.plant(Rows.person(900, "from before", 1));
        for (int i = 1; i <= 50; i++) hub.put(i, "p" + i);
        hub.part = 20;
        try (var rig = new Rig(hub, target)) {
            rig.awaitAgreement();
            rig.awaitLink();
            assertThat(target.policy()).isEqualTo("site");
            assertThat(hub.asked).filteredOn(path -> path.contains("/snapshot")).hasSize(3);
            Await.until("told", () -> target.count(Progress.Completed.class) == 1);
            assertThat(target.told).contains(new Progress.Started(true));

            hub.put(51, "new");
            hub.remove(3);
            hub.policy("other");
            hub.news();
            rig.awaitAgreement();
            assertThat(target.policy()).isEqualTo("other");
            assertThat(target.count(Progress.Started.class)).isEqualTo(1);
            Await.until("up to date", () -> target.count(Progress.UpToDate.class) > 0);
            assertThat(target.wrongs).isEmpty();
            assertThat(rig.follower.status().problem()).isNull();
        }
    }

    @Test
    void boxFollowsAHubAtAnIpv6Address() throws IOException {
        try (var six = new FakeHub(InetAddress.ofLiteral("::1"))) {
            for (int i = 1; i <= 5; i++) six.put(i, "p" + i);
            try (var rig = new Rig(six, target)) {
                rig.awaitAgreement();
                rig.awaitLink();
                assertThat(rig.follower.status().problem()).isNull();
            }
        }
    }

    @Test
    void askingTellsWhetherThereWasAnything() {
        target.stand(new Cursor("e1", 0));
        try (var rig = new Rig(hub, target)) {
            rig.awaitLink();
            rig.follower.syncNow();
            Await.until("not required", () -> target.count(Progress.NotRequired.class) == 1);
            hub.put(1, "one");
            rig.follower.syncNow();
            Await.until("completed", () -> target.told.contains(new Progress.Completed(1)));
            assertThat(target.told).contains(new Progress.Started(false));
        }
    }

    @Test
    void aLittleComesWithTheNewsAndNothingIsFetched() {
        for (int i = 1; i <= 10; i++) hub.put(i, "p" + i);
        try (var rig = new Rig(hub, target)) {
            rig.awaitAgreement();
            rig.awaitLink();
            Await.until("completed", () -> target.count(Progress.Completed.class) == 1);
            hub.asked.clear();
            for (int i = 0; i < 20; i++) {
                Cursor before = hub.head();
                hub.put(11 + i, "new");
                hub.remove(1 + i % 10);
                hub.newsWith(before);
                if (i % 3 == 0) rig.awaitAgreement(); // else two come at once, or three
            }
            rig.awaitAgreement();
            assertThat(hub.asked)
                    .as("but for what a new link asks for")
                    .filteredOn(path -> path.contains(Wire.CHANGES) || path.contains(Wire.SNAPSHOT))
                    .hasSizeLessThanOrEqualTo(1);
            assertThat(target.wrongs).isEmpty();
        }
    }

    /// What begins beyond where the box stands, or has a line of a kind that this version does not know, is fetched.
    @Test
    void newsThatDoNotFitAreFetched() {
        for (int i = 1; i <= 10; i++) hub.put(i, "p" + i);
        try (var rig = new Rig(hub, target)) {
            rig.awaitAgreement();
            rig.awaitLink();
            hub.put(11, "untold");
            Cursor after = hub.head();
            hub.put(12, "told");
            hub.newsWith(after);
            rig.awaitAgreement();
            hub.put(13, "told");
            for (WsPeer link : hub.links) {
                link.text("{\"news\":{\"latest\":\"" + hub.head() + "\",\"after\":\"" + target.cursor(FakeHub.ID)
                        + "\",\"lines\":[\"{\\\"marvel\\\":{}}\"]}}");
            }
            rig.awaitAgreement();
            assertThat(target.wrongs).isEmpty();
        }
    }

    /// As when somebody does not join after all.
    @Test
    void oneThatWasNeverStartedAsksAndIsClosed() {
        hub.instead = request -> request.path().equals(Wire.LEAVE) ? new FakeHub.Canned(200, Map.of(), "{}") : null;
        try (var follower = new Follower(Rig.settings(hub.address()), target, new TestPace(), Rig.QUICK)) {
            follower.leave();
        }
        assertThat(hub.asked).containsExactly("POST " + Wire.LEAVE);
    }

    @Test
    void eventsGoUpOnceAndInOrder() {
        target.stand(new Cursor("e1", 0));
        target.log(1_234, "before");
        try (var rig = new Rig(hub, target)) {
            Await.until("all up", () -> hub.log.newest().equals(target.head()));
            target.log(1, "one more");
            Await.until("one more up", () -> hub.log.newest().equals(target.head()));
            assertThat(hub.log.appended()).isEqualTo(target.log());
            Await.until("delivered", () -> rig.follower.status().waiting() == 0);
            assertThat(target.told).contains(new Progress.Delivered(1_235));
        }
    }
}
