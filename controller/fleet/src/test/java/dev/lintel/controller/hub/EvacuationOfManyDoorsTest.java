package dev.lintel.controller.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.DoorOrders;
import dev.lintel.controller.door.DoorOrders.Outcome;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.door.Elsewhere;
import dev.lintel.controller.evacuation.Evacuations;
import dev.lintel.controller.evacuation.Report;
import dev.lintel.controller.evacuation.Report.Result;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A box with many doors that answers no order: an evacuation must not wait for each of them.
class EvacuationOfManyDoorsTest {
    private static final int DOORS = 60;

    @TempDir
    Path path;

    /// Each order waits for its answer in vain, which the test does not.
    private static final class Hanging implements Elsewhere {
        final AtomicInteger asked = new AtomicInteger();

        @Override
        public boolean has(long channelId) {
            return true;
        }

        @Override
        public Sync sync(long channelId) {
            return Sync.UNKNOWN;
        }

        @Override
        public Map<String, Sync> syncs() {
            return Map.of();
        }

        @Override
        public Outcome give(long channelId, DoorCommand command, String by) {
            asked.incrementAndGet();
            return new Outcome.Unanswered("the box did not answer within 3 s");
        }

        @Override
        public Outcome admit(long channelId, @Nullable Long personId, long requestId, String by) {
            throw new IllegalStateException("not asked here");
        }

        @Override
        public Outcome phone(long channelId, String side, long credentialId, String request) {
            throw new IllegalStateException("not asked here");
        }
    }

    /// Each door as its box showed it last.
    private static final class Shown implements DoorViews {
        @Override
        public List<DoorView> all() {
            return List.of();
        }

        @Override
        public DoorView of(long channelId) {
            return new DoorView(channelId, (int) channelId, "secure", "normal", false, false, Map.of());
        }

        @Override
        public long revision() {
            return 0;
        }

        @Override
        public long awaitChange(long revision, long timeoutMs) {
            return revision;
        }
    }

    @Test
    void boxThatHangs_isAskedOnceForEachOrderUnderWay_andAllItsDoorsAreListed() {
        try (var rig = new HubRig(path)) {
            rig.database.write(sql -> sql.run("DELETE FROM channel_box"));
            rig.database.write(sql -> {
                for (int id = 100; id < 100 + DOORS; id++) {
                    sql.run(
                            "INSERT INTO channel (id, account_id, site_id, unit, name, kind, unlock_ms,"
                                    + " extended_unlock_ms, warning_ms, extended_open_ms, relock, forced, created_at,"
                                    + " updated_at) VALUES (?, 1, 1, ?, ?, 'door', 5000, 15000, 20000, 30000, 'open',"
                                    + " 1, 0, 0)",
                            id,
                            -id,
                            "Door " + id);
                    sql.run("INSERT INTO channel_box (channel_id, box, unit) VALUES (?, 'Slow', ?)", id, id);
                }
                return true;
            });
            var hanging = new Hanging();
            var orders = new DoorOrders(_ -> false, _ -> true, rig.time, hanging);
            Report report = Objects.requireNonNull(
                    new Evacuations(rig.database, new Shown(), orders).start(1, null, "olga@example.com"));
            assertThat(report.lines())
                    .filteredOn(line -> line.door().channelId() >= 100)
                    .hasSize(DOORS)
                    .allMatch(line -> line.result() == Result.UNANSWERED);
            assertThat(hanging.asked.get()).isLessThan(DOORS);
            assertThat(report.isComplete()).isFalse();
        }
    }
}
