package dev.lintel.tools.box;

import dev.lintel.tools.pack.PackException;
import dev.lintel.tools.pack.Programs;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.Assumptions;

/// ext4 on a loop device, for a box whose disk stops as at a power cut. Needs root and loop devices: where the machine
/// mounts nothing at first, the test is skipped with the reason. A mount that fails later fails the test.
final class LoopDisk implements AutoCloseable {
    private static final long BYTES = 128L << 20;

    /// `EXT4_IOC_SHUTDOWN` with `EXT4_GOING_FLAGS_NOLOGFLUSH`: as ext4 stops when its device is gone.
    private static final String SHUT_DOWN = "import fcntl, os, struct, sys; fcntl.ioctl(os.open(sys.argv[1],"
            + " os.O_RDONLY), 0x8004587d, struct.pack('I', 2))";

    private final Path folder;
    private final Path disk;
    private Path image;

    private LoopDisk(Path folder, Path disk, Path image) {
        this.folder = folder;
        this.disk = disk;
        this.image = image;
    }

    /// A new disk, mounted at `disk` in `folder`.
    static LoopDisk in(Path folder) throws IOException {
        var made = new LoopDisk(folder, Files.createDirectory(folder.resolve("disk")), folder.resolve("image"));
        try (var image = new RandomAccessFile(made.image.toFile(), "rw")) {
            image.setLength(BYTES);
        }
        Programs.run("mkfs.ext4", "-q", "-F", made.image.toString());
        try {
            made.mount();
        } catch (PackException e) {
            Assumptions.abort("a disk of its own needs root and a loop device: " + e.getMessage());
        }
        return made;
    }

    /// Where it is mounted.
    Path path() {
        return disk;
    }

    private void mount() {
        Programs.run("mount", "-o", "loop", image.toString(), disk.toString());
    }

    /// Writes to the device what the kernel has in memory.
    void sync() {
        Programs.run("sync", "--file-system", disk.toString());
    }

    /// From here on the disk takes and gives nothing.
    void shutDown() {
        Programs.run("python3", "-c", SHUT_DOWN, disk.toString());
    }

    /// As after a power cut. Nobody may use the disk.
    void mountAgain() {
        Programs.run("umount", disk.toString());
        mount();
    }

    /// As another device: the kernel still has the one before, which somebody uses.
    void plugInAgain() throws IOException {
        Programs.run("umount", "--lazy", disk.toString());
        image = Files.copy(image, folder.resolve("plugged"), StandardCopyOption.REPLACE_EXISTING);
        mount();
    }

    @Override
    public void close() {
        Programs.run("umount", "--lazy", disk.toString());
    }
}
