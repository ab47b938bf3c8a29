package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.tools.box.FaultyDisk.Fault;
import dev.lintel.tools.box.FaultyDisk.Operation;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The disk of a box fails for some seconds, again and again, at moments that a seed gives, while clients write and
/// cards are presented. Everything that was acknowledged is there afterwards, and every card was decided. In turn:
///
/// ```
///   the disk heals                          the box has run on
///   the box is killed, the disk heals       it starts again
///   the box is killed, and starts again     it decides in memory, or on the failing disk; then the disk heals
/// ```
///
/// `PowerCutBoxTest` does the same with power cuts.
@Tag("slow")
@Timeout(900)
class DiskCampaignBoxTest {
    private static final long SEED = 20_261_129;
    private static final int ROUNDS = 6;
    private static final int FAULT_MS_MIN = 500;
    private static final int FAULT_MS_MAX = 4_000;
    private static final int PRESENTED_IN_MEMORY = 5;
    /// The box looks at its disk ten seconds after a start, and then each minute.
    private static final long READY_NS_MAX = TimeUnit.SECONDS.toNanos(150);

    private final Path folder;
    private final Path data;
    private final DiskStorm storm;

    DiskCampaignBoxTest(@TempDir Path folder) {
        this.folder = folder;
        this.data = folder.resolve("disk/data");
        this.storm = new DiskStorm(data);
    }

    /// Faults of all files in the data folder.
    enum Failing {
        READ,
        WRITE,
        SYNC,
        FULL,
        READ_ONLY,
        HANG;

        void on(FaultyDisk disk) {
            switch (this) {
                case READ -> disk.fail(Operation.READ, Fault.EIO, "");
                case WRITE -> disk.fail(Operation.WRITE, Fault.EIO, "");
                case SYNC -> disk.fail(Operation.SYNC, Fault.EIO, "");
                case FULL -> disk.fail(Operation.WRITE, Fault.ENOSPC, "");
                case READ_ONLY -> {
                    disk.fail(Operation.WRITE, Fault.EROFS, "");
                    disk.fail(Operation.SYNC, Fault.EROFS, "");
                }
                case HANG -> {
                    disk.hang(Operation.WRITE, "");
                    disk.hang(Operation.SYNC, "");
                }
            }
        }

        /// A start waits for a disk that hangs, as it does for a slow one; without a certificate it serves no pages.
        void beforeAStart(FaultyDisk disk) {
            if (this == HANG) disk.heal();
            if (this == READ) disk.fail(Operation.READ, Fault.EIO, "lintel.db");
        }
    }

    @ParameterizedTest
    @EnumSource
    void diskFailsAgainAndAgain_everythingAcknowledgedIsThere(Failing failing) throws Exception {
        Path disk = Files.createDirectories(folder.resolve("disk"));
        FaultyDisk faults = FaultyDisk.under(folder, disk);
        Box.prepared(data);
        var random = new Random(SEED);
        Box box = start(faults);
        try {
            for (int round = 1; round <= ROUNDS; round++) {
                BoxApi api = box.api();
                storm.begin(box, api);
                failing.on(faults);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(FAULT_MS_MIN, FAULT_MS_MAX)));
                boolean kills = round % 3 != 1;
                if (kills) {
                    storm.end();
                    box.kill();
                    storm.join();
                    if (round % 3 == 2) faults.heal();
                    else failing.beforeAStart(faults);
                    box = start(faults);
                    for (int i = 0; i < PRESENTED_IN_MEMORY; i++) storm.presentOnce(box);
                }
                faults.heal();
                awaitReady(box, api);
                storm.end();
                storm.join();
                storm.assertKept(box, failing + ", seed " + SEED + ", round " + round);
            }
        } finally {
            faults.heal();
            box.close();
        }
        System.out.printf("disk fails, %s: %d times (seed %d); %s%n", failing, ROUNDS, SEED, storm.figures());
    }

    private Box start(FaultyDisk faults) {
        Map<String, String> environment = new HashMap<>(faults.environment());
        environment.put("LINTEL_SERVICE", "1");
        return Box.start(data, environment);
    }

    /// While the box restarts nothing listens. A box that was started again has another port.
    private static void awaitReady(Box box, BoxApi api) {
        long endNs = System.nanoTime() + READY_NS_MAX;
        String said = "";
        while (!said.contains("\"status\":\"ready\"")) {
            assertThat(System.nanoTime() - endNs).as(said).isNegative();
            try {
                said = api.get(box.url() + "/health").body();
            } catch (UncheckedIOException e) {
                said = String.valueOf(e.getCause());
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
    }
}
