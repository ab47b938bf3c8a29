package dev.lintel.tools;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.time.Time;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// The data folder: whether it can be written, who may read it, its room, and how fast its disk takes an event.
final class DataFolderChecks {
    private static final long FREE_MB_MIN = 200;
    private static final long FREE_MB_GOOD = 1_000;
    private static final int SYNCS = 20;
    private static final int SYNC_BYTES = 4096;
    /// Above this the log lags visibly behind the door.
    private static final long SYNC_MS_MAX = 50;

    private DataFolderChecks() {}

    static List<Finding> all(Path folder) {
        if (!Files.exists(folder)) return List.of(absent(folder));
        if (!Files.isDirectory(folder)) {
            return List.of(Finding.fail("data folder", folder + " is a file", "name another folder with --data"));
        }
        if (!Files.isWritable(folder)) {
            return List.of(Finding.fail(
                    "data folder", folder + " is not writable", "run as its owner, or give the folder to this user"));
        }
        return List.of(rights(folder), room(folder), sync(folder));
    }

    private static Finding absent(Path folder) {
        Path parent = folder.toAbsolutePath().normalize();
        while (parent != null && !Files.exists(parent)) parent = parent.getParent();
        if (parent != null && Files.isWritable(parent)) {
            return Finding.ok("data folder", folder + " is not there yet; the first run makes it");
        }
        return Finding.fail(
                "data folder", folder + " is not there and cannot be made", "make it, or name another with --data");
    }

    private static Finding rights(Path folder) {
        try {
            String rights = PosixFilePermissions.toString(Files.getPosixFilePermissions(folder));
            if (rights.equals("rwx------")) return Finding.ok("data folder", folder + ", its owner's only");
            return Finding.warn(
                    "data folder",
                    folder + " has the rights " + rights,
                    "others could read keys and people: chmod 700 " + folder);
        } catch (IOException e) {
            return Finding.fail("data folder", "its rights cannot be read: " + e.getMessage(), "check the file system");
        }
    }

    private static Finding room(Path folder) {
        try {
            long freeMb = Files.getFileStore(folder).getUsableSpace() >> 20;
            String found = freeMb + " MB free";
            if (freeMb < FREE_MB_MIN) return Finding.fail("disk space", found, "free some: events are never deleted");
            if (freeMb < FREE_MB_GOOD) return Finding.warn("disk space", found, "a year of a busy door takes 1 GB");
            return Finding.ok("disk space", found);
        } catch (IOException e) {
            return Finding.fail("disk space", "unknown: " + e.getMessage(), "check the file system");
        }
    }

    private static Finding sync(Path folder) {
        Time time = new SystemTime();
        long[] takenNs = new long[SYNCS];
        Path scratch = folder.resolve("doctor.scratch");
        try (FileChannel file = FileChannel.open(
                scratch, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE)) {
            for (int i = 0; i < SYNCS; i++) {
                long beganNs = time.nowNs();
                file.write(ByteBuffer.allocate(SYNC_BYTES));
                file.force(false);
                takenNs[i] = time.nowNs() - beganNs;
            }
        } catch (IOException e) {
            return Finding.fail("disk speed", "a file cannot be written: " + e.getMessage(), "check the file system");
        }
        Arrays.sort(takenNs);
        double middleMs = takenNs[SYNCS / 2] / 1e6;
        double worstMs = takenNs[SYNCS - 1] / 1e6;
        String found =
                String.format(Locale.ROOT, "a write reaches the disk in %.1f ms, at worst %.1f ms", middleMs, worstMs);
        if (worstMs <= SYNC_MS_MAX) return Finding.ok("disk speed", found);
        return Finding.warn(
                "disk speed", found, "doors do not wait for it, but events lag: use a faster card or an SSD");
    }
}
