package dev.lintel.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.sync.wire.Cursor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Connections that end in the middle.
class CutTest {
    /// A stream of 30 lines, packed, has about 310 bytes.
    private static final int BYTES_MIN = 250;

    private FakeHub hub;
    private final FakeTarget target = new FakeTarget();
    private int round;

    @BeforeEach
    void begin() throws IOException {
        hub = new FakeHub();
        target.stand(new Cursor("e1", 0));
    }

    @AfterEach
    void end() {
        hub.close();
    }

    /// 30 lines: people made, changed and gone.
    private void change() {
        round++;
        boolean odd = round % 2 == 1;
        for (int i = 1; i <= 10; i++) hub.put(odd ? i : i + 10, "r" + round);
        for (int i = 1; i <= 20; i++) hub.remove(odd ? i + 10 : i > 10 ? i + 10 : i);
    }

    @Test
    void aStreamOfPlainTextMayEndAnywhere() {
        hub.gzip = false;
        cut(83);
    }

    @Test
    @Tag("slow")
    void aStreamOfPlainTextMayEndAtEveryByte() {
        hub.gzip = false;
        cut(1);
    }

    @Test
    void aPackedStreamMayEndAnywhere() {
        cut(19);
    }

    @Test
    @Tag("slow")
    void aPackedStreamMayEndAtEveryByte() {
        cut(1);
    }

    private void cut(int stride) {
        try (var rig = new Rig(hub, target)) {
            rig.awaitLink();
            rig.awaitAgreement();
            long cut = 0;
            while (true) {
                change();
                int before = target.batches.size();
                hub.cutAfter.set(cut);
                hub.news();
                rig.awaitAgreement();
                // Whole or not at all: the batch of 30 lines came once, however often it was sent.
                assertThat(target.batches.subList(before, target.batches.size()))
                        .as("cut at %s", cut)
                        .containsExactly(30);
                boolean uncut = hub.cutAfter.getAndSet(-1) >= 0;
                if (uncut) break; // no stream has so many bytes
                cut += stride;
            }
            assertThat(cut).isGreaterThan(BYTES_MIN);
            assertThat(target.wrongs).isEmpty();
        }
    }

    /// An answer of several batches: those that came whole are applied, and come once more with the rest, for
    /// the cursor goes with the last one only. Nothing is missing, nothing goes back.
    @Test
    void anAnswerOfSeveralBatchesMayEndAnywhere() {
        cutBatches(211);
    }

    @Test
    @Tag("slow")
    void anAnswerOfSeveralBatchesMayEndInManyPlaces() {
        cutBatches(37);
    }

    private void cutBatches(int stride) {
        for (int i = 1; i <= 60; i++) hub.put(i, "p" + i);
        hub.gzip = false;
        Limits small = Limiting.batches(Rig.QUICK, 10, 1 << 20);
        int between = 0;
        for (long cut = 0; cut < 5_000; cut += stride) { // the whole has some bytes more
            var box = new FakeTarget();
            box.stand(new Cursor("e1", 0));
            hub.asked.clear();
            hub.cutAfter.set(cut);
            var applied = new AtomicInteger();
            hub.beforeCut = sent -> {
                long people = new String(sent, StandardCharsets.UTF_8).lines().count() - 2; // begin, and a piece
                applied.set((int) Math.max(0, (people - 1) / 10));
                Await.until("what came whole is applied", () -> box.batches.size() >= applied.get());
            };
            try (var rig = new Rig(hub, box, hub.address(), small)) {
                rig.awaitAgreement();
            }
            assertThat(box.wrongs).as("cut at %s", cut).isEmpty();
            assertThat(box.batches)
                    .as("cut at %s", cut)
                    .hasSizeGreaterThanOrEqualTo(6 + applied.get())
                    .allMatch(size -> size <= 10);
            if (applied.get() > 0) between++;
        }
        assertThat(between)
                .as("cuts behind a batch that was applied")
                .isGreaterThan(3_000 / stride); // 3/5 of the bytes
    }

    @Test
    void bytesOnTheWireMayEndAnywhereInEitherDirection() throws IOException {
        cutWire(223);
    }

    @Test
    @Tag("slow")
    void bytesOnTheWireMayEndInManyPlacesInEitherDirection() throws IOException {
        cutWire(97);
    }

    /// @param stride an odd number: the directions alternate
    private void cutWire(int stride) throws IOException {
        for (int i = 1; i <= 30; i++) hub.put(i, "p" + i);
        hub.linkOn = false;
        try (var proxy = new FaultProxy(hub.port())) {
            for (int cut = 0; cut < 4_000; cut += stride) {
                var box = new FakeTarget();
                box.stand(new Cursor("e1", 0));
                box.log(3, "e");
                (cut % 2 == 0 ? proxy.cutDown : proxy.cutUp).set(cut);
                try (var rig = new Rig(hub, box, proxy.address(), Rig.QUICK)) {
                    rig.awaitAgreement();
                    assertThat(box.batches).containsExactly(30);
                }
            }
        }
    }

    @Test
    void partsOfASnapshotMayEndAnywhereAndTheProcessWithThem() {
        cutParts(59);
    }

    @Test
    @Tag("slow")
    void partsOfASnapshotMayEndInManyPlacesAndTheProcessWithThem() {
        cutParts(23);
    }

    private void cutParts(int stride) {
        for (int i = 1; i <= 60; i++) hub.put(i, "p" + i);
        hub.part = 25;
        for (int cut = 0; cut < 900; cut += stride) {
            var box = new FakeTarget();
            Limits small = Limiting.batches(Rig.QUICK, 10, 1 << 20);
            hub.cutAfter.set(cut);
            try (var _ = new Rig(hub, box, hub.address(), small)) {
                Await.until("some of it", () -> box.staging.begun > 0);
                hub.cutAfter.set(cut);
                Await.until("cut or through", () -> hub.cutAfter.get() < 0 || box.agrees(hub));
            }
            hub.cutAfter.set(-1);
            try (var rig = new Rig(hub, box, hub.address(), small)) {
                rig.awaitAgreement();
            }
            assertThat(box.wrongs).isEmpty();
        }
    }

    @Test
    void aSnapshotGoesOnAfterARestartWhereItWas() {
        for (int i = 1; i <= 60; i++) hub.put(i, "p" + i);
        hub.part = 20;
        var box = new FakeTarget();
        hub.instead = request -> request.path().contains("after=40") ? FakeHub.Canned.error(503, "busy") : null;
        try (var _ = new Rig(hub, box)) {
            Await.until("two parts", () -> {
                var there = box.staging.standing(FakeHub.ID);
                return there != null && there.upTo() == 40;
            });
        }
        hub.instead = _ -> null;
        hub.asked.clear();
        try (var rig = new Rig(hub, box)) {
            rig.awaitAgreement();
        }
        // A last request of the first process may be in it, for the same part: the hub answers on threads of its own.
        assertThat(hub.asked)
                .filteredOn(path -> path.contains("/snapshot"))
                .hasSizeBetween(1, 2)
                .allMatch(path -> path.endsWith("after=40"));
        assertThat(box.staging.begun).isEqualTo(1);
    }

    @Test
    void aSlowLineIsWaitedForAndToldOf() throws IOException {
        for (int i = 1; i <= 30; i++) hub.put(i, "p" + i);
        hub.gzip = false;
        Limits tense = Limiting.stalls(Rig.QUICK, 50, 5_000, 20_000);
        try (var proxy = new FaultProxy(hub.port())) {
            proxy.dripBytes = 100;
            proxy.dripMs = 10;
            try (var rig = new Rig(hub, target, proxy.address(), tense)) {
                rig.awaitAgreement();
                assertThat(target.count(Progress.TimingOut.class)).isPositive();
            }
        }
    }

    @Test
    void aConnectionThatStandsAndCarriesNothingIsGivenUp() throws IOException {
        for (int i = 1; i <= 30; i++) hub.put(i, "p" + i);
        hub.linkOn = false;
        Limits tense = Limiting.stalls(Rig.QUICK, 20, 200, 1_000);
        try (var proxy = new FaultProxy(hub.port())) {
            proxy.silent = true;
            try (var rig = new Rig(hub, target, proxy.address(), tense)) {
                Await.until("told", () -> target.count(Progress.Failed.class) == 1);
                assertThat(target.told).contains(new Progress.TimingOut());
                proxy.silent = false;
                rig.awaitAgreement();
                Await.until("completed", () -> target.count(Progress.Completed.class) == 1);
            }
        }
    }

    /// In whatever words it is away. A disk that refuses is another failure.
    @Test
    void aHubThatIsAwayIsToldOfOnceHoweverItSaysSo() {
        for (int i = 1; i <= 30; i++) hub.put(i, "p" + i);
        hub.linkOn = false;
        try (var rig = new Rig(hub, target)) {
            rig.awaitAgreement();
            hub.put(31, "later");
            var turns = new AtomicInteger();
            hub.instead = _ -> FakeHub.Canned.error(503, "reason-" + turns.incrementAndGet());
            rig.follower.syncNow();
            Await.until("tried again and again", () -> turns.get() > 20);
            assertThat(target.count(Progress.Failed.class)).isOne();
            target.full = true;
            hub.instead = _ -> null;
            Await.until("told", () -> target.told.contains(new Progress.Failed("the disk is full")));
            target.full = false;
            rig.awaitAgreement();
            assertThat(target.count(Progress.Failed.class)).isEqualTo(2);
        }
    }
}
