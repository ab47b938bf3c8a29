package dev.lintel.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.EventRow;
import dev.lintel.sync.wire.UpLine;
import dev.lintel.sync.wire.Wire;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.Signature;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A box's log on its way to the hub.
class UploadTest {
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

    private void awaitAllUp() {
        Await.until("all up", () -> hub.log.newest().equals(target.head()));
    }

    @Test
    void whatWasTakenThoughItsAnswerWasLostIsNotTakenTwice() {
        hub.answersLost.set(5);
        target.log(3_000, "e");
        try (var _ = new Rig(hub, target)) {
            awaitAllUp();
        }
        assertThat(hub.log.appended()).isEqualTo(target.log());
        assertThat(hub.answersLost.get()).isZero();
    }

    @Test
    void anEventThatIsTooLongGoesUpWithoutWhatItCarries() {
        target.log(1, "x".repeat(2 * Wire.EVENT_CHARS_MAX));
        target.log(2, "e");
        try (var _ = new Rig(hub, target)) {
            Await.until("all up", () -> hub.log.newest().equals(target.head()));
        }
        assertThat(hub.log.appended().getFirst().additional()).containsOnlyKeys(EventRow.LEFT_OUT);
        assertThat(hub.log.appended().getLast()).isEqualTo(target.log().getLast());
    }

    @Test
    void aHubFromAnOlderBackupGetsWhatItHasForgotten() {
        target.log(700, "e");
        try (var _ = new Rig(hub, target)) {
            awaitAllUp();
        }
        hub.log.forget(123);
        target.log(5, "later");
        try (var _ = new Rig(hub, target)) {
            awaitAllUp();
        }
        assertThat(hub.log.appended()).isEqualTo(target.log());
        assertThat(hub.log.branch()).isEqualTo(1);
        assertThat(target.count(Progress.Forked.class)).isZero();
    }

    @Test
    void aBoxFromAnOlderBackupGoesOnInABranch() {
        target.log(700, "e");
        try (var _ = new Rig(hub, target)) {
            awaitAllUp();
        }
        target.forget(412);
        target.log(50, "another history");
        try (var _ = new Rig(hub, target)) {
            awaitAllUp();
        }
        assertThat(target.told).contains(new Progress.Forked(412));
        assertThat(hub.log.branch()).isEqualTo(2);
        assertThat(hub.log.appended()).hasSize(700 + 50);
        assertThat(hub.log.appended().subList(700, 750)).isEqualTo(target.log().subList(412, 462));
    }

    @Test
    void aLogWithNothingInCommonBranchesAtItsBeginning() {
        target.log(20, "e");
        try (var _ = new Rig(hub, target)) {
            awaitAllUp();
        }
        target.forget(0);
        target.log(30, "begun anew");
        try (var _ = new Rig(hub, target)) {
            awaitAllUp();
        }
        assertThat(target.told).contains(new Progress.Forked(0));
        assertThat(hub.log.appended()).hasSize(50);
    }

    @Test
    void headsAreSignedAlsoWhenNothingIsNew() throws Exception {
        target.log(1, "e");
        Limits often = Limiting.times(Rig.QUICK, 600_000, 86_400_000, 50);
        try (var _ = new Rig(hub, target, hub.address(), often)) {
            Await.until("heads", () -> hub.log.heads().size() >= 3);
        }
        UpLine.Head head = hub.log.heads().getLast();
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initVerify(Certificates.certificate("box"));
        signature.update(head.signed().getBytes(StandardCharsets.UTF_8));
        assertThat(signature.verify(HexFormat.of().parseHex(head.signature()))).isTrue();
        assertThat(hub.log.appended()).hasSize(1);
    }

    @Test
    void longEventsAreSpreadOverUploads() {
        target.log(1_100, "x".repeat(7_500));
        try (var _ = new Rig(hub, target)) {
            awaitAllUp();
        }
        assertThat(hub.log.appended()).isEqualTo(target.log());
        assertThat(hub.log.heads().size()).isGreaterThanOrEqualTo(3);
    }

    /// As a line of 32 kbit/s is, whose answer comes too late: all of a month gets there in smaller parts.
    @Test
    void aLineThatDoesNotCarryManyAtOnceCarriesFewer() {
        hub.instead =
                request -> request.method().equals("POST") && request.body().length() > 20_000
                        ? FakeHub.Canned.error(503, "slow")
                        : null;
        target.log(1_000, "x".repeat(100));
        try (var rig = new Rig(hub, target)) {
            Await.until("some are up", () -> hub.log.newest().id() > 50);
            hub.instead = _ -> null;
            awaitAllUp();
            Await.until("no problem", () -> rig.follower.status().problem() == null);
        }
        assertThat(hub.log.appended()).isEqualTo(target.log());
    }

    @Test
    void aHubThatIsAwayGetsEverythingLater() throws IOException {
        try (var proxy = new FaultProxy(hub.port())) {
            proxy.refusing = true;
            try (var rig = new Rig(hub, target, proxy.address(), Rig.QUICK)) {
                target.log(600, "while away");
                Await.until("a problem", () -> rig.follower.status().problem() != null);
                assertThat(rig.follower.status().waiting()).isEqualTo(600);
                proxy.refusing = false;
                awaitAllUp();
                Await.until("no problem", () -> rig.follower.status().problem() == null);
            }
        }
        assertThat(hub.log.appended()).isEqualTo(target.log());
    }
}
