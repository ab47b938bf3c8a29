package dev.lintel.tools;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where a data folder lies, by the kernel's list of mounts: its file system, and the disk under it.
///
/// @param options of the mount, `rw,relatime`
/// @param type of the file system
/// @param partition the block device with the file system; null for one without a disk
/// @param disk the whole device that it is part of; null as above
record DataDisk(
        List<String> options,
        String type,
        @Nullable String partition,
        @Nullable String disk) {
    private static final int OPTIONS = 5;
    private static final int FIELDS_MIN = 10;

    /// Null where the kernel does not tell.
    static @Nullable DataDisk of(KernelFiles files, Path folder) {
        Path place = real(folder);
        String best = null;
        int longest = -1;
        for (String line : files.lines("proc/self/mountinfo")) {
            String[] words = line.split(" ", -1);
            if (words.length < FIELDS_MIN) continue;
            Path mount = Path.of(words[4].replace("\\040", " "));
            if (!place.startsWith(mount) || mount.getNameCount() < longest) continue;
            longest = mount.getNameCount(); // of two at one place the later one covers the other
            best = line;
        }
        return best == null ? null : of(files, best.split(" ", -1));
    }

    private static DataDisk of(KernelFiles files, String[] words) {
        int dash = List.of(words).indexOf("-");
        String type = dash < 0 ? "" : words[dash + 1];
        String partition = name(files, "sys/dev/block/" + words[2]);
        String disk = partition;
        if (partition != null && files.has("sys/dev/block/" + words[2] + "/partition")) {
            disk = name(files, "sys/dev/block/" + words[2] + "/..");
        }
        return new DataDisk(List.of(words[OPTIONS].split(",", -1)), type, partition, disk);
    }

    private static @Nullable String name(KernelFiles files, String link) {
        try {
            return files.root().resolve(link).toRealPath().getFileName().toString();
        } catch (IOException e) { // tmpfs, an overlay, a network's file system
            return null;
        }
    }

    /// Of a folder that is not there yet, where it would be.
    private static Path real(Path folder) {
        Path path = folder.toAbsolutePath().normalize();
        for (Path at = path; at != null; at = at.getParent()) {
            try {
                return at.toRealPath();
            } catch (IOException e) { // its parent may be there
            }
        }
        return path;
    }

    boolean isReadOnly() {
        return options.contains("ro");
    }
}
