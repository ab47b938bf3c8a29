package dev.lintel.tools.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.tools.pack.PackException;
import dev.lintel.tools.pack.Programs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A block device of the kernel's, as root: written, read back past the kernel's memory, and refused while
/// it is used.
class DiskFileTest {
    private static final int SECTOR = 512;
    private static final int IMAGE_BYTES = Flasher.PIECE_BYTES + SECTOR;
    private static final int DISK_BYTES = 3 * Flasher.PIECE_BYTES;

    @TempDir
    Path folder;

    private LoopDisk loop;
    private Path image;

    @BeforeEach
    void make() throws IOException {
        loop = LoopDisk.make(folder.resolve("medium"), DISK_BYTES);
        byte[] bytes = new byte[IMAGE_BYTES];
        new Random(7).nextBytes(bytes);
        image = Files.write(folder.resolve("image"), bytes);
    }

    @AfterEach
    void detach() {
        if (loop != null) loop.close();
    }

    @Test
    void whatIsFlashedIsOnTheMedium() throws IOException {
        try (var from = DiskFile.image(image);
                var to = DiskFile.target(loop.disk())) {
            assertThat(new Flasher(new SystemTime(), _ -> {}).flash(from, to).bytes())
                    .isEqualTo(IMAGE_BYTES);
        }
        assertThat(Arrays.copyOf(loop.medium(), IMAGE_BYTES)).isEqualTo(Files.readAllBytes(image));
    }

    /// The kernel still has in memory what was written: only who reads past that sees it.
    @Test
    void aByteThatTheMediumChangedIsSeen() throws IOException {
        int place = Flasher.PIECE_BYTES + 5;
        try (var from = DiskFile.image(image);
                var to = DiskFile.target(loop.disk());
                var kept = FileChannel.open(loop.device())) {
            var worn = new Worn(to, kept, loop, place);
            assertThatThrownBy(() -> new Flasher(new SystemTime(), _ -> {}).flash(from, worn))
                    .isInstanceOf(ImageException.class)
                    .hasMessageContaining("sector " + place / SECTOR + ", byte " + place + ". Do not use this card");
            assertThat(byteAt(kept, place)).as("in the kernel's memory").isEqualTo(Files.readAllBytes(image)[place]);
        }
    }

    @Test
    void aDiskIsEitherMountedOrWritten() throws IOException {
        Path place = Files.createDirectories(folder.resolve("place"));
        mount(place);
        try {
            assertThatThrownBy(() -> DiskFile.target(loop.disk()))
                    .isInstanceOf(ImageException.class)
                    .hasMessage(loop.device() + " is in use: something has mounted or claimed it");
        } finally {
            Programs.run("umount", place.toString());
        }
        try (var _ = DiskFile.target(loop.disk())) {
            assertThatThrownBy(() -> Programs.run("mount", loop.device().toString(), place.toString()))
                    .as("nor is one mounted that is being written")
                    .isInstanceOf(PackException.class)
                    .message()
                    .containsAnyOf("busy", "Can't open blockdev"); // older and newer util-linux
        }
    }

    private void mount(Path place) {
        try {
            Programs.run("mke2fs", "-q", "-t", "ext4", loop.device().toString());
            Programs.run("mount", loop.device().toString(), place.toString());
        } catch (PackException e) {
            Assumptions.abort("nothing can be mounted here: " + e.getMessage());
        }
    }

    private static byte byteAt(FileChannel channel, long at) throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        channel.read(one, at);
        return one.get(0);
    }

    /// A medium that changes one byte once everything is on it, after the kernel has read it to its memory.
    private record Worn(Flasher.Target disk, FileChannel kept, LoopDisk medium, long place) implements Flasher.Target {
        @Override
        public long bytes() {
            return disk.bytes();
        }

        @Override
        public void write(ByteBuffer piece, long at) throws IOException {
            disk.write(piece, at);
        }

        @Override
        public void force() throws IOException {
            disk.force();
            byteAt(kept, place);
            medium.change(place);
        }

        @Override
        public void read(ByteBuffer piece, long at) throws IOException {
            disk.read(piece, at);
        }
    }
}
