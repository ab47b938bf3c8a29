package dev.lintel.controller.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.DecisionThread;
import dev.lintel.controller.access.Presentation.Shown;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.config.DemoConfig;
import dev.lintel.controller.door.DoorBoard;
import dev.lintel.controller.door.DoorLane;
import dev.lintel.controller.door.LateLane;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.policy.FirstSite;
import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.policy.SiteFile;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.yaml.Checked.Faulty;
import dev.lintel.controller.yaml.Checked.Valid;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.CardNumber;
import dev.lintel.reader.hardware.Hardware;
import dev.lintel.reader.hardware.HardwareProvider;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/// How soon a change of the policy holds for who stands at the door and for the door itself: on a file on a disk,
/// with the lane's and the decision's own threads, and by the real clock.
class PolicyReachTest {
    private static final int CHANGES = 40;
    /// The first ones load classes, which no box does at its work.
    private static final int UNCOUNTED = 4;
    /// So many of the others must be in time: two of three. Each waits for the disk and for the turns of three
    /// threads, so a machine that builds other things beside makes some slow, as a box at its work would not be.
    /// Seen on two cores with several builds: one in four. What waits for a timer or for polling makes most slow.
    private static final int IN_TIME = (CHANGES - UNCOUNTED) * 2 / 3;

    private static final long REACH_NS_MAX = TimeUnit.MILLISECONDS.toNanos(100);
    private static final String ALL_WEEK = """
              - id: 9
                name: All week
                times: [{days: [mon, tue, wed, thu, fri, sat, sun], from: "00:00", to: "24:00"}]
            """;
    /// Shown by turns: the same card again within 0.7 s has stayed at the reader, and has no other answer.
    private static final List<CardBits> ADAS_CARDS = IntStream.range(32, 48)
            .mapToObj(bits -> CardBits.ofNumber(BigInteger.valueOf(1001), bits))
            .toList();

    private final SystemTime time = new SystemTime();
    private final DoorBoard board = new DoorBoard();
    private final Answers answers = new Answers();
    private final LateLane lane = new LateLane();

    /// What the log hears of people, without waiting for a disk.
    private static final class Answers implements EventLog {
        private final LinkedBlockingQueue<EventKind> kinds = new LinkedBlockingQueue<>();
        private final AtomicLong head = new AtomicLong();

        @Override
        public void append(EventDraft draft, LongConsumer onDurable) {
            if (draft.kind().isAdmitted() || draft.kind().isRejected()) kinds.add(draft.kind());
            onDurable.accept(head.incrementAndGet());
        }

        @Override
        public long head() {
            return head.get();
        }

        @Override
        public @Nullable EventDraft refused(Predicate<EventDraft> wanted) {
            return null;
        }

        @Override
        public long awaitHeadAbove(long id, long timeoutMs) {
            return head.get();
        }
    }

    @Test
    void anApplyReachesDecisionsAndDoorsWithinATenthOfASecond(@TempDir Path folder, TestReporter report)
            throws InterruptedException {
        ControllerConfig config = DemoConfig.create();
        Hardware hardware = simulated(config);
        try (var data = DataFolder.open(folder);
                var database = TestDatabase.open(data, time)) {
            var onPolicy = new AtomicReference<@Nullable DoorWorks>();
            var catalog = new PolicyCatalog(new PolicyStore(database, time), time, _ -> {
                DoorWorks running = onPolicy.get();
                if (running != null) running.onPolicy();
            });
            catalog.begin(FirstSite.demo());
            DoorWorks works = works(config, database, catalog, hardware);
            onPolicy.set(works);
            try (var running = new DoorLane(works.doors(), time, PolicyReachTest::fails);
                    var _ = new DecisionThread(works.decisions())) {
                lane.runs(running);
                reachesInTime(catalog, works, report);
            }
        } finally {
            hardware.close();
        }
    }

    private DoorWorks works(ControllerConfig config, Database database, PolicyCatalog catalog, Hardware hardware) {
        var ground = new DoorWorks.Ground(
                config,
                database,
                answers,
                catalog,
                hardware.gpio(),
                board,
                () -> ClockReading.trusted(time.now()),
                time);
        var works = new DoorWorks(ground, lane, PolicyReachTest::fails);
        works.open(_ -> Map.of());
        works.start();
        return works;
    }

    private static void fails(Throwable fault) {
        throw new AssertionError(fault);
    }

    private Hardware simulated(ControllerConfig config) {
        return ServiceLoader.load(HardwareProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> provider.name().equals("simulated"))
                .findFirst()
                .orElseThrow()
                .open(config.toPlan(Map.of()), time::nowNs);
    }

    private void reachesInTime(PolicyCatalog catalog, DoorWorks works, TestReporter report)
            throws InterruptedException {
        String before = catalog.export();
        // The door unlocks by itself at all hours, and its readers take no cards.
        String after = before.replace("shifts:\n", "shifts:\n" + ALL_WEEK)
                .replaceFirst("credentials: .*", "credentials: [pin]\n    auto_unlock: {shift: 9}");
        long[] tookNs = new long[CHANGES - UNCOUNTED];
        for (int i = 0; i < CHANGES; i++) {
            boolean changed = i % 2 == 0;
            Policy wanted = policy(changed ? after : before);
            long begunNs = time.nowNs();
            assertThat(catalog.apply(wanted, "test").refusals()).isEmpty();
            EventKind answer = shows(works, ADAS_CARDS.get(i % ADAS_CARDS.size()));
            awaitUnlocked(changed);
            if (i >= UNCOUNTED) tookNs[i - UNCOUNTED] = time.nowNs() - begunNs;
            assertThat(answer.isRejected()).as("card %d: %s", i, answer).isEqualTo(changed);
        }
        Arrays.sort(tookNs);
        long over = Arrays.stream(tookNs).filter(took -> took >= REACH_NS_MAX).count();
        String figures = "median %d µs, slowest %d µs, %d of %d not in time"
                .formatted(
                        TimeUnit.NANOSECONDS.toMicros(tookNs[tookNs.length / 2]),
                        TimeUnit.NANOSECONDS.toMicros(tookNs[tookNs.length - 1]),
                        over,
                        tookNs.length);
        report.publishEntry("apply to door", figures);
        assertThat(tookNs[IN_TIME - 1]).as(figures).isLessThan(REACH_NS_MAX);
    }

    /// Shows a card right after the change; returns its answer.
    private EventKind shows(DoorWorks works, CardBits card) throws InterruptedException {
        works.decisions().submit(1, "entry", new Shown.Card(card), time.nowNs(), bits -> {
            long value = bits.number().longValueExact();
            return new CardNumber("raw", null, value, value);
        });
        return Objects.requireNonNull(answers.kinds.poll(10, TimeUnit.SECONDS), "an answer");
    }

    private void awaitUnlocked(boolean wanted) throws InterruptedException {
        long seen = board.revision();
        while (Objects.requireNonNull(board.of(1)).standing().unlocked() != wanted) {
            long now = board.awaitChange(seen, 10_000);
            assertThat(now).as("the lane goes on").isGreaterThan(seen);
            seen = now;
        }
    }

    private static Policy policy(String file) {
        return switch (SiteFile.parse("site.yaml", file)) {
            case Valid<Policy>(Policy policy) -> policy;
            case Faulty<Policy> faulty -> throw new AssertionError(faulty.toString());
        };
    }
}
