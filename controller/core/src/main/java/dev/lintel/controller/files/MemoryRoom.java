package dev.lintel.controller.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Where the database of a box goes whose disk takes nothing: a new folder, its owner's alone, on a RAM
/// disk. What lies there takes the machine's memory, and mostly a file system that others need as well. At
/// start only.
///
/// @param folders on RAM disks; where they have the same room, the first is taken
/// @param room how many bytes a database may come to in one of them
public record MemoryRoom(List<Path> folders, ToLongFunction<Path> room) {
    /// Half of what is free there: `/run` is systemd's, too.
    private static final int FREE_SHARE = 2;
    /// A third of the memory that is available: with 512 MB some 100 MB, and as much again for the rest of
    /// a start.
    private static final int MEMORY_SHARE = 3;

    private static final Path MEMINFO = Path.of("/proc/meminfo");
    private static final String AVAILABLE = "MemAvailable:";
    private static final int KIB = 1024;

    private static final String PREFIX = "lintel-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "\\d+");
    private static final Pattern CONTENT = Pattern.compile("lintel[.](lock|db(-wal|-shm|-journal)?)|keys");
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final Logger LOG = System.getLogger(MemoryRoom.class.getName());

    public MemoryRoom {
        folders = List.copyOf(folders);
    }

    /// On this machine.
    public static MemoryRoom of(Path... folders) {
        return new MemoryRoom(List.of(folders), MemoryRoom::measured);
    }

    private static long measured(Path folder) {
        try {
            long free = Files.getFileStore(folder).getUsableSpace() / FREE_SHARE;
            return Math.min(free, available() / MEMORY_SHARE);
        } catch (IOException e) {
            return 0; // whoever makes a folder there is told why
        }
    }

    /// No bound where the system does not tell.
    private static long available() {
        try {
            for (String line : Files.readAllLines(MEMINFO)) {
                if (line.startsWith(AVAILABLE)) return Long.parseLong(line.replaceAll("\\D", "")) * KIB;
            }
            return Long.MAX_VALUE;
        } catch (IOException e) {
            return Long.MAX_VALUE;
        }
    }

    /// A new folder in the roomiest that takes one.
    public Path make() throws IOException {
        List<Path> roomiest = folders.stream()
                .sorted(Comparator.comparingLong(room).reversed())
                .toList();
        IOException refused = new IOException("there is no RAM disk");
        for (Path folder : roomiest) {
            try {
                return Files.createTempDirectory(folder, PREFIX, OWNER_ONLY);
            } catch (IOException e) {
                refused = e;
            }
        }
        throw refused;
    }

    /// How many bytes a database in a folder that was made may come to.
    public long bytesMax(Path made) {
        return room.applyAsLong(made.resolve("..").normalize());
    }

    /// Removes what processes have left that were killed: whoever lives holds the lock of theirs.
    public void clear() {
        for (Path folder : folders) {
            try (Stream<Path> all = Files.list(folder)) {
                for (Path each : all.filter(MemoryRoom::isOurs).toList()) {
                    removeUnlessHeld(each);
                }
            } catch (IOException | UncheckedIOException e) {
                LOG.log(Level.WARNING, "what is left in " + folder + " cannot be looked at: " + e.getMessage());
            }
        }
    }

    /// A folder of somebody else's may have such a name: it has other files, or none yet. Ours that stands for a box's
    /// whole folder has its lock.
    private static boolean isOurs(Path each) {
        if (!NAME.matcher(each.getFileName().toString()).matches()) return false;
        if (!Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)) return false;
        try (Stream<Path> inside = Files.list(each)) {
            List<Path> files = inside.toList();
            boolean isFolder = files.contains(each.resolve("lintel.lock"));
            return isFolder
                    || (!files.isEmpty()
                            && files.stream()
                                    .allMatch(file -> CONTENT.matcher(
                                                    file.getFileName().toString())
                                            .matches()));
        } catch (IOException | UncheckedIOException e) {
            return false; // another user's
        }
    }

    private static void removeUnlessHeld(Path left) {
        try (DataFolder _ = DataFolder.open(left)) {
            remove(left);
        } catch (DataFolderException | IOException | UncheckedIOException e) {
            LOG.log(Level.INFO, left + " stays: " + e.getMessage());
        }
    }

    /// With all that is in it.
    public static void remove(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(path);
        }
    }
}
