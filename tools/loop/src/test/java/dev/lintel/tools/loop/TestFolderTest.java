package dev.lintel.tools.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestFolderTest {
    private static final String OPTION = "-Djava.io.tmpdir=";
    private static final long ROOM_BYTES = 2L << 30;
    /// Where at least this much is installed, 2 GB are free while tests run.
    private static final long MACHINE_BYTES = 8L << 30;

    @TempDir
    Path folder;

    private static Path pathOf(TestFolder made) {
        List<String> options = made.jvmOptions();
        assertThat(options).singleElement().asString().startsWith(OPTION);
        return Path.of(options.getFirst().substring(OPTION.length()));
    }

    @Test
    void folderThatIsNoMount_isNotUsed() {
        try (var made = TestFolder.in(folder, 0)) {
            assertThat(made.jvmOptions()).isEmpty();
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void memoryThatProcessesNeed_isNotUsed() {
        try (var made = TestFolder.inMemory(Long.MAX_VALUE / 2)) {
            assertThat(made.jvmOptions()).isEmpty();
        }
    }

    /// The machine decides whether these tests can run, not the class that they test.
    private static void assumeRoom() throws IOException {
        long free = Path.of("/dev/shm").toFile().getUsableSpace();
        assumeTrue(free >= ROOM_BYTES, "/dev/shm is smaller than 2 GB, as in a container");
        var memory = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        assumeTrue(memory.getTotalMemorySize() >= MACHINE_BYTES, "the machine has less than 8 GB of memory");
    }

    @Test
    void close_removesWhatTestsLeft() throws IOException {
        assumeRoom();
        Path path;
        try (var made = TestFolder.inMemory(0)) {
            path = pathOf(made);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .isEqualTo("rwx--x--x");
            Path inside = Files.createDirectories(path.resolve("a/b"));
            Files.writeString(inside.resolve("file"), "left");
            Path outside = Files.writeString(folder.resolve("kept"), "kept");
            Files.createSymbolicLink(inside.resolve("file-link"), outside);
            Files.createSymbolicLink(path.resolve("folder-link"), folder);
        }
        assertThat(path).doesNotExist();
        assertThat(folder.resolve("kept")).content().isEqualTo("kept");
    }

    /// A run that was killed cannot remove its own; one that runs keeps its own.
    @Test
    void folderOfAKilledRun_isRemoved() throws IOException {
        assumeRoom();
        Path killed = Path.of("/dev/shm/lintel-0");
        Files.createDirectories(killed.resolve("a"));
        Files.createFile(killed.resolve("in-use"));
        try (var first = TestFolder.inMemory(0)) {
            assertThat(killed).doesNotExist();
            assertThat(pathOf(first).resolve("in-use")).exists();
        }
    }

    @Test
    void close_keepsMounts() throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "only root can mount");
        assumeRoom();
        Path kept = Files.writeString(folder.resolve("kept"), "kept");
        Path point;
        try (var made = TestFolder.inMemory(0)) {
            point = Files.createDirectories(pathOf(made).resolve("mounted"));
            run("mount", "--bind", folder.toString(), point.toString());
        }
        try {
            assertThat(kept).content().isEqualTo("kept");
        } finally {
            run("umount", point.toString());
            Files.delete(point);
            Files.delete(point.getParent());
        }
    }

    private static void run(String... words) throws Exception {
        assertThat(new ProcessBuilder(words).inheritIO().start().waitFor()).isZero();
    }
}
