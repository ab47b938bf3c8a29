package dev.lintel.controller.files;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// How much room the disk under the data folder has: events are never deleted, so it fills one day, and somebody must
/// hear of it before. Asked now and then by housekeeping, for it may block on a failing disk.
public final class DiskRoom {
    /// From here on it is worth a warning ...
    static final double FULL_SHARE = 0.85;
    /// ... unless this much is free all the same: years of events.
    static final long FREE_BYTES = 1L << 30;

    private static final double PERCENT = 100.0;
    private static final long MIB = 1L << 20;

    private DiskRoom() {}

    /// A sentence when the disk is nearly full or cannot be asked, else null.
    public static @Nullable String fault(Path folder) {
        try {
            FileStore disk = Files.getFileStore(folder);
            long used = disk.getTotalSpace() - disk.getUnallocatedSpace();
            return fault(used, disk.getUsableSpace());
        } catch (IOException e) {
            return "the disk does not say how full it is: " + e.getMessage();
        }
    }

    /// What this process could still write, in bytes; -1 when the disk cannot be asked.
    public static long freeBytes(Path folder) {
        try {
            return Files.getFileStore(folder).getUsableSpace();
        } catch (IOException e) {
            return -1; // fault() tells why
        }
    }

    /// The share is of what this process could use, as `df` shows it.
    static @Nullable String fault(long usedBytes, long freeBytes) {
        double full = (double) usedBytes / Math.max(1, usedBytes + freeBytes);
        if (full < FULL_SHARE || freeBytes >= FREE_BYTES) return null;
        return "the disk is %.0f %% full, %d MiB are free".formatted(full * PERCENT, freeBytes / MIB);
    }
}
