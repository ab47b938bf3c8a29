package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The power of a box goes while clients write and cards are presented: ext4 on a loop device ends without a flush of
/// its journal, and the process is killed. Everything that was acknowledged is there at the next start.
@Timeout(600)
class PowerCutBoxTest {
    private static final int CUT_MS_MIN = 300;
    private static final int CUT_MS_MAX = 2_500;
    /// In which a box on a disk without power must acknowledge nothing.
    private static final long AFTER_MS = 200;

    private final Path folder;
    private final Path data;
    private final DiskStorm storm;

    PowerCutBoxTest(@TempDir Path folder) {
        this.folder = folder;
        this.data = folder.resolve("disk/data");
        this.storm = new DiskStorm(data);
    }

    @Test
    void powerIsCutOnce_everythingAcknowledgedIsThere() throws Exception {
        cutPower(1, 1);
    }

    @Test
    @Tag("slow")
    void powerIsCutTenTimes_everythingAcknowledgedIsThere() throws Exception {
        cutPower(10, 20_260_302);
    }

    private void cutPower(int cycles, long seed) throws Exception {
        try (LoopDisk disk = LoopDisk.in(folder)) {
            Box.prepared(data);
            disk.sync(); // a copy, not written as a box writes its files
            var random = new Random(seed);
            var starts = new ArrayList<Long>();
            for (int cycle = 1; cycle <= cycles; cycle++) {
                try (Box box = Box.start(data, Map.of("LINTEL_SERVICE", "1"))) {
                    writeUntilTheCut(box, disk, random.nextInt(CUT_MS_MIN, CUT_MS_MAX));
                }
                disk.mountAgain();
                try (Box box = Box.start(data, Map.of("LINTEL_SERVICE", "1"))) {
                    starts.add(doorsAfterMs(box));
                    storm.assertKept(box, "seed " + seed + ", cycle " + cycle);
                }
            }
            print(cycles, seed, starts);
        }
    }

    private void print(int cycles, long seed, List<Long> starts) {
        System.out.printf(
                "power cuts: %d (seed %d); %s; doors after a start: %d ms at most%n",
                cycles,
                seed,
                storm.figures(),
                starts.stream().mapToLong(Long::longValue).max().orElse(0));
    }

    /// From the start of its process, as the box prints it.
    private static long doorsAfterMs(Box box) {
        Matcher seconds =
                Pattern.compile("doors worked after (\\d+)\\.(\\d{3}) s").matcher(box.welcome());
        assertThat(seconds.find()).as(box.welcome()).isTrue();
        return TimeUnit.SECONDS.toMillis(Long.parseLong(seconds.group(1))) + Long.parseLong(seconds.group(2));
    }

    private void writeUntilTheCut(Box box, LoopDisk disk, int cutMs) throws InterruptedException {
        storm.begin(box, box.api());
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(cutMs));
        disk.shutDown();
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(AFTER_MS));
        storm.end();
        box.kill();
        storm.join();
    }
}
