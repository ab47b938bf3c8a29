package dev.lintel.tools.loop;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The folder for the temporary files of one test run: in memory where there is enough of it. There a test that
/// makes files takes 4 % less processor time, and never waits for a disk. It is removed with all that tests have left
/// in it.
final class TestFolder implements AutoCloseable {
    private static final String NAME = "lintel-";
    private static final Path MEMORY = Path.of("/dev/shm");

    /// The files of the tests without the tag `slow` take up to 560 MB at the same time.
    private static final long ROOM_BYTES = 2L << 30;

    /// A file that a run locks while it uses the folder. A folder without a locked file belongs to a killed run.
    private static final String LOCK = "in-use";

    private final @Nullable Path path;
    private final @Nullable FileChannel lock;

    private TestFolder(@Nullable Path path, @Nullable FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /// The folder, or the system's one where memory does not do.
    ///
    /// @param processBytes what the processes of the run need themselves
    static TestFolder inMemory(long processBytes) {
        return in(MEMORY, processBytes);
    }

    static TestFolder in(Path parent, long processBytes) {
        try {
            boolean fits = isProgramFolder(parent)
                    && parent.toFile().getUsableSpace() >= ROOM_BYTES
                    && availableBytes() >= ROOM_BYTES + processBytes;
            if (!fits) return systems();
            removeOld(parent);
            return make(parent);
        } catch (IOException e) { // such as a system without /proc
            return systems();
        }
    }

    /// The system's folder for temporary files, which is not removed.
    static TestFolder systems() {
        return new TestFolder(null, null);
    }

    /// Whether programs may be started from it: tests write scripts, and the SQLite driver its library.
    private static boolean isProgramFolder(Path folder) throws IOException {
        if (!Files.isWritable(folder)) return false;
        for (List<String> mount : mountTable()) {
            if (mount.get(1).equals(folder.toString())) {
                return !List.of(mount.get(3).split(",")).contains("noexec");
            }
        }
        return false;
    }

    /// See proc(5): the device, the folder, the kind of file system, its options.
    private static List<List<String>> mountTable() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/mounts")).stream()
                .map(line -> List.of(line.split(" ")))
                .toList();
    }

    private static Set<Path> mounts() throws IOException {
        return mountTable().stream().map(mount -> Path.of(mount.get(1))).collect(Collectors.toSet());
    }

    private static long availableBytes() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/meminfo"))) {
            if (line.startsWith("MemAvailable:")) return Long.parseLong(line.replaceAll("[^0-9]", "")) << 10;
        }
        return 0;
    }

    private static TestFolder make(Path parent) throws IOException {
        var enteredByAll = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx--x--x"));
        // A short name: paths of sockets have at most 107 characters.
        Path path = parent.resolve(NAME + ProcessHandle.current().pid());
        Files.createDirectory(path, enteredByAll);
        var made = new TestFolder(path, lock(path));
        Runtime.getRuntime()
                .addShutdownHook(Thread.ofPlatform().name("end-of-test-folder").unstarted(made::close));
        return made;
    }

    /// Null where a run holds it.
    private static @Nullable FileChannel lock(Path path) throws IOException {
        var file = FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (file.tryLock() != null) return file;
        file.close();
        return null;
    }

    private static void removeOld(Path parent) throws IOException {
        try (var all = Files.newDirectoryStream(parent, NAME + "[0-9]*")) {
            for (Path old : all) {
                if (!Files.isDirectory(old, LinkOption.NOFOLLOW_LINKS) || !Files.isWritable(old)) continue;
                if (!Files.exists(old.resolve(LOCK))) continue; // its run is about to make it
                FileChannel lock = lock(old);
                if (lock != null) new TestFolder(old, lock).close();
            }
        }
    }

    /// The JVM option that names it; none for the system's folder.
    List<String> jvmOptions() {
        return path == null ? List.of() : List.of("-Djava.io.tmpdir=" + path);
    }

    /// Removes it. What a test has mounted there and left stays, with the folders above it.
    @Override
    public void close() {
        if (path == null || lock == null || !Files.exists(path)) return;
        try (lock) {
            Set<Path> mounts = mounts();
            Files.walkFileTree(path, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    return mounts.contains(folder) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    return delete(file);
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) {
                    return FileVisitResult.CONTINUE; // a process of a test has removed it meanwhile
                }

                @Override
                public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) {
                    return delete(folder);
                }
            });
        } catch (IOException e) {
            throw new LoopException("the temporary files of tests could not be removed: " + e.getMessage());
        }
    }

    private static FileVisitResult delete(Path path) {
        try {
            Files.delete(path);
        } catch (IOException e) { // a process of a test removes or fills it just now
        }
        return FileVisitResult.CONTINUE;
    }
}
