package dev.lintel.tools;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The disk under the data folder: whether its file system has found faults, how far it is worn, and how much is
/// written to it. Cards end by being written; what they tell of it differs: eMMC and UFS give the kernel an estimate
/// of their life, SSDs tell `smartctl`, SD cards nobody.
final class StorageChecks {
    private static final String WEAR = "storage wear";
    private static final String WRITES = "writes";
    /// eMMC 5.0 and UFS: 1 is up to 10 % of the life, 10 is up to 100 %, 11 is beyond.
    private static final int LIFE_WARN = 8;

    private static final int LIFE_FAIL = 10;
    private static final int LIFE_STEP = 10;
    private static final int EOL_WARNING = 2;
    private static final int EOL_URGENT = 3;
    private static final long SECTOR_BYTES = 512;
    private static final int STAT_WRITTEN = 6;
    private static final double DAY_S = 86_400;
    private static final double YEAR_S = 365.25 * DAY_S;
    private static final double GB = 1e9;
    /// A cheap card takes some 500 times its size.
    private static final double FILLS_A_YEAR_MAX = 50;

    private static final long INODES_FREE_PERCENT_MIN = 5;
    private static final double PERCENT = 100;

    private StorageChecks() {}

    /// @param programs what a program of the machine says; null where there is none
    static List<Finding> all(KernelFiles files, Path data, Function<List<String>, @Nullable String> programs) {
        DataDisk disk = DataDisk.of(files, data);
        if (disk == null) return List.of(Finding.ok("file system", "the kernel does not tell where " + data + " lies"));
        var findings = new ArrayList<Finding>();
        findings.add(fileSystem(files, disk));
        if (disk.disk() != null) {
            findings.add(wear(files, disk.disk(), new SmartChecks(WEAR, programs)));
            Finding writes = writes(files, disk.disk());
            if (writes != null) findings.add(writes);
        }
        return findings;
    }

    private static Finding fileSystem(KernelFiles files, DataDisk disk) {
        String where = disk.type() + (disk.partition() == null ? "" : " on " + disk.partition());
        Long errors = files.number("sys/fs/ext4/" + disk.partition() + "/errors_count");
        if (errors != null && errors > 0) {
            return Finding.fail(
                    "file system",
                    where + " has found " + errors + " faults in itself",
                    "lintel backup to another disk now, then check it (fsck) or replace the card");
        }
        if (disk.isReadOnly()) {
            return Finding.fail(
                    "file system",
                    where + " takes nothing: it is mounted read-only",
                    "the kernel does so when a disk fails: look at its log (dmesg), and replace the disk");
        }
        return Finding.ok("file system", where + ", no faults");
    }

    private static Finding wear(KernelFiles files, String disk, SmartChecks smart) {
        String device = "sys/block/" + disk + "/device/";
        String life = files.text(device + "life_time");
        if (life != null) return estimated(disk, life.split("\\s+", -1), files.number(device + "pre_eol_info"));
        String health = device + "../../../health_descriptor/"; // UFS: host, target, unit
        Long ufs = files.number(health + "life_time_estimation_a");
        if (ufs != null) {
            String second = files.text(health + "life_time_estimation_b");
            return estimated(
                    disk, new String[] {"" + ufs, second == null ? "0" : second}, files.number(health + "eol_info"));
        }
        String kind = files.text(device + "type");
        if ("SD".equals(kind)) {
            return Finding.ok(WEAR, card(files, disk, device) + " tells nothing of its wear: see how much is written");
        }
        String model = files.text(device + "model");
        String what = model == null ? disk : disk + " (" + Output.inLine(model) + ")";
        return smart.of(disk, what);
    }

    /// With the month it was made in: a card that is ten years old is not trusted.
    private static String card(KernelFiles files, String disk, String device) {
        String name = files.text(device + "name");
        String date = files.text(device + "date");
        return "SD card " + disk + (name == null ? "" : " " + Output.inLine(name))
                + (date == null ? "" : " of " + date);
    }

    private static Finding estimated(String disk, String[] lives, @Nullable Long endOfLife) {
        long worst = 0;
        for (String life : lives) worst = Math.max(worst, estimate(life));
        String found = worst == 0
                ? disk + " gives no estimate of its life"
                : disk
                        + (worst > LIFE_FAIL
                                ? " is beyond its life"
                                : " has used up to " + worst * LIFE_STEP + " % of its life");
        if (worst > LIFE_FAIL || (endOfLife != null && endOfLife >= EOL_URGENT)) {
            return Finding.fail(WEAR, found, "lintel backup, and replace it: it may stop taking anything any day");
        }
        if (worst >= LIFE_WARN || (endOfLife != null && endOfLife == EOL_WARNING)) {
            return Finding.warn(WEAR, found, "plan its replacement, and have a backup");
        }
        return Finding.ok(WEAR, found);
    }

    private static long estimate(String life) {
        try {
            return Long.decode(life);
        } catch (NumberFormatException e) { // what no standard knows
            return 0;
        }
    }

    /// By all programs of the machine, since it was switched on.
    private static @Nullable Finding writes(KernelFiles files, String disk) {
        String stat = files.text("sys/block/" + disk + "/stat");
        Long sectors = files.number("sys/block/" + disk + "/size");
        String uptime = files.text("proc/uptime");
        if (stat == null || sectors == null || uptime == null) return null;
        String[] numbers = stat.split("\\s+", -1);
        if (numbers.length <= STAT_WRITTEN) return null;
        double written = Double.parseDouble(numbers[STAT_WRITTEN]) * SECTOR_BYTES;
        double upS = Double.parseDouble(uptime.split(" ", -1)[0]);
        double size = sectors * SECTOR_BYTES;
        String found = String.format(Locale.ROOT, "%.1f GB to %s in %.1f days", written / GB, disk, upS / DAY_S);
        if (upS < DAY_S) return Finding.ok(WRITES, found + "; ask again after a day for what that is a year");
        double year = written / upS * YEAR_S;
        String rate = String.format(Locale.ROOT, "; %,.0f GB a year, %.0f times its size", year / GB, year / size);
        if (year / size <= FILLS_A_YEAR_MAX) return Finding.ok(WRITES, found + rate);
        return Finding.warn(WRITES, found + rate, "find out what writes so much (iotop): a card lasts some 500 times");
    }

    /// A file system that has room and takes no file all the same.
    ///
    /// @param counts what `stat -f -c '%c %d'` says: all inodes, and free ones; null where it says nothing
    static @Nullable Finding inodes(@Nullable String counts) {
        if (counts == null || !counts.strip().matches("\\d{1,18} \\d{1,18}")) return null;
        String[] numbers = counts.strip().split(" ", -1);
        long all = Long.parseLong(numbers[0]);
        long free = Long.parseLong(numbers[1]);
        if (all == 0) return null; // btrfs, vfat: they have as many as they need
        String found = String.format(Locale.ROOT, "%,d of %,d inodes free", free, all);
        if (free * PERCENT / all >= INODES_FREE_PERCENT_MIN) return Finding.ok("files", found);
        String advice = "a file system without them takes no file, whatever room it has: remove some";
        return free == 0 ? Finding.fail("files", found, advice) : Finding.warn("files", found, advice);
    }
}
