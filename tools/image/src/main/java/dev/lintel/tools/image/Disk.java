package dev.lintel.tools.image;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A disk of this machine.
///
/// @param name as the kernel names it: `sdb`, `mmcblk0`
/// @param model as its maker names it; empty where it does not say
/// @param refusal why no image goes there, as a sentence's end; null where one may
public record Disk(
        String name,
        Path device,
        String model,
        long bytes,
        @Nullable String refusal) {
    private static final long MB = 1_000_000;

    /// Why so many bytes are too few for a box, as a sentence's end; null where they are not. An image alone is
    /// smaller, and on a disk that holds no more a box never comes through its first boot.
    public static @Nullable String tooSmall(long bytes) {
        long least = Partitions.diskBytesMin();
        if (bytes >= least) return null;
        return "holds " + bytes / MB + " MB, and a box needs " + Math.ceilDiv(least, MB) + " MB";
    }
}
