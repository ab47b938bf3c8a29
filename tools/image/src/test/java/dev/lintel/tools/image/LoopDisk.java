package dev.lintel.tools.image;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lintel.tools.pack.PackException;
import dev.lintel.tools.pack.Programs;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/// A block device of the kernel's that a file is behind. Skips the test where there can be none: without
/// root, and in containers.
final class LoopDisk implements AutoCloseable {
    private final Path file;
    private final Path device;

    private LoopDisk(Path file, Path device) {
        this.file = file;
        this.device = device;
    }

    static LoopDisk make(Path file, long bytes) throws IOException {
        assumeTrue("root".equals(System.getProperty("user.name")), "loop devices are for root");
        try (var made = new RandomAccessFile(file.toFile(), "rw")) {
            made.setLength(bytes);
        }
        try {
            String device = Programs.run("losetup", "--find", "--show", file.toString());
            return new LoopDisk(file, Path.of(device.strip()));
        } catch (PackException e) {
            return Assumptions.abort("no loop device here: " + e.getMessage());
        }
    }

    Disk disk() throws IOException {
        return new Disk(device.getFileName().toString(), device, "", Files.size(file), null);
    }

    Path device() {
        return device;
    }

    /// Changes the medium behind the kernel's back: what it keeps of the device in memory stays as it was.
    void change(long at) throws IOException {
        try (var medium = new RandomAccessFile(file.toFile(), "rw")) {
            medium.seek(at);
            int old = medium.read();
            medium.seek(at);
            medium.write(~old);
        }
    }

    byte[] medium() throws IOException {
        return Files.readAllBytes(file);
    }

    @Override
    public void close() {
        Programs.run("losetup", "--detach", device.toString());
    }
}
