package dev.lintel.tools.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.time.SystemTime;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real files, which stand for disks; and a disk that loses what it was given, as worn and forged cards do.
class FlasherTest {
    private static final int SECTOR = 512;
    /// Two pieces and a sector.
    private static final int IMAGE_BYTES = 2 * Flasher.PIECE_BYTES + SECTOR;

    private static final int DISK_BYTES = 4 * Flasher.PIECE_BYTES;

    @TempDir
    Path folder;

    private final List<String> told = new ArrayList<>();

    private Path image() throws IOException {
        byte[] bytes = new byte[IMAGE_BYTES];
        new Random(7).nextBytes(bytes);
        return Files.write(folder.resolve("image"), bytes);
    }

    private Disk disk(int bytes) throws IOException {
        byte[] old = new byte[bytes];
        Arrays.fill(old, (byte) 0xA5);
        Path file = Files.write(folder.resolve("disk"), old);
        return new Disk("disk", file, "", bytes, null);
    }

    private Flasher flasher() {
        return new Flasher(new SystemTime(), told::add);
    }

    @Test
    void everyByteIsThereAndWhatACardWasBeforeIsGone() throws IOException {
        Disk disk = disk(DISK_BYTES);
        Path image = image();
        try (var from = DiskFile.image(image);
                var to = DiskFile.target(disk)) {
            assertThat(flasher().flash(from, to).bytes()).isEqualTo(IMAGE_BYTES);
        }
        byte[] after = Files.readAllBytes(disk.device());
        assertThat(Arrays.copyOf(after, IMAGE_BYTES)).isEqualTo(Files.readAllBytes(image));
        assertThat(after).hasSize(DISK_BYTES);
        assertThat(Arrays.copyOfRange(after, DISK_BYTES - (int) Flasher.TAIL_BYTES, DISK_BYTES))
                .as("where a second table may have been")
                .containsOnly(0);
        assertThat(told.getFirst()).startsWith("writing 49 %");
        assertThat(told.getLast()).startsWith("reading back 100 %");
    }

    @Test
    void aDiskOfExactlyItsSizeHoldsIt() throws IOException {
        Disk disk = disk(IMAGE_BYTES);
        try (var from = DiskFile.image(image());
                var to = DiskFile.target(disk)) {
            flasher().flash(from, to);
        }
        assertThat(disk.device()).hasSameBinaryContentAs(folder.resolve("image"));
    }

    @Test
    void aDiskThatIsTooSmallIsLeftAsItIs() throws IOException {
        Disk disk = disk(IMAGE_BYTES - SECTOR);
        byte[] before = Files.readAllBytes(disk.device());
        try (var from = DiskFile.image(image());
                var to = DiskFile.target(disk)) {
            assertThatThrownBy(() -> flasher().flash(from, to))
                    .isInstanceOf(ImageException.class)
                    .hasMessageContaining("the image needs");
        }
        assertThat(Files.readAllBytes(disk.device())).isEqualTo(before);
    }

    /// Every place matters: the first sector, the last one, and both sides of a piece's end.
    @Test
    void aSectorThatChangesIsNamed() throws IOException {
        for (int sector : new int[] {
            0, 1, Flasher.PIECE_BYTES / SECTOR - 1, Flasher.PIECE_BYTES / SECTOR, IMAGE_BYTES / SECTOR - 1
        }) {
            Disk disk = disk(DISK_BYTES);
            try (var from = DiskFile.image(image());
                    var to = DiskFile.target(disk)) {
                var worn = new Worn(to, sector);
                assertThatThrownBy(() -> flasher().flash(from, worn))
                        .isInstanceOf(ImageException.class)
                        .hasMessageContaining("sector " + sector + ", byte " + (sector * (long) SECTOR + 3));
            }
        }
    }

    @Test
    void whatCannotBeWrittenIsSaidWithItsPlace() throws IOException {
        Disk disk = disk(DISK_BYTES);
        try (var from = DiskFile.image(image());
                var to = DiskFile.target(disk)) {
            var full = new Refusing(to, Flasher.PIECE_BYTES);
            assertThatThrownBy(() -> flasher().flash(from, full))
                    .isInstanceOf(ImageException.class)
                    .hasMessage("writing failed at byte " + Flasher.PIECE_BYTES + ": Input/output error");
        }
    }

    /// Gives back one byte of a sector as another one.
    private record Worn(Flasher.Target disk, long sector) implements Flasher.Target {
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
        }

        @Override
        public void read(ByteBuffer piece, long at) throws IOException {
            int begin = piece.position();
            disk.read(piece, at);
            long place = begin + sector * SECTOR + 3 - at;
            if (place >= begin && place < piece.position()) piece.put((int) place, (byte) ~piece.get((int) place));
        }
    }

    /// Takes nothing from a place on.
    private record Refusing(Flasher.Target disk, long from) implements Flasher.Target {
        @Override
        public long bytes() {
            return from * 4;
        }

        @Override
        public void write(ByteBuffer piece, long at) throws IOException {
            if (at >= from && at < from * 3) throw new IOException("Input/output error");
            disk.write(piece, at);
        }

        @Override
        public void force() throws IOException {
            disk.force();
        }

        @Override
        public void read(ByteBuffer piece, long at) throws IOException {
            disk.read(piece, at);
        }
    }
}
