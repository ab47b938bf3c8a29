package dev.lintel.tools.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.tools.pack.Programs;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A Raspberry Pi's image of true structure, whose firmware, kernel and root hold nothing: tables, boot partition, what
/// `image verify` says, what a card is given. What it starts is in [PiBoardTest].
class PiImageTest {
    private static final List<String> FIRMWARE = List.of(
            "bootcode.bin",
            "start.elf",
            "fixup.dat",
            "start4.elf",
            "fixup4.dat",
            "u-boot.bin",
            "bcm2711-rpi-4-b.dtb",
            "bcm2711-rpi-cm4-io.dtb",
            "bcm2837-rpi-3-b-plus.dtb",
            "bcm2837-rpi-zero-2-w.dtb");
    private static final Path OWN = Path.of("src/main/image");
    private static final int TABLE_AT = 446;

    private static final Partitions PARTITIONS = Partitions.of("rpi test");

    @TempDir
    private static Path made;

    /// No case changes it.
    private static Path original;

    @TempDir
    Path folder;

    /// One case's own copy.
    private Path image = Path.of("image");

    @BeforeAll
    static void make() throws IOException {
        Installed.require("sfdisk", "mformat", "mke2fs", "fsck.vfat");
        Path parts = Files.createDirectories(made.resolve("parts"));
        Path firmware = Files.createDirectories(parts.resolve("firmware"));
        for (String file : FIRMWARE) Files.writeString(firmware.resolve(file), file);
        Files.writeString(parts.resolve("linux"), "kernel");
        Files.writeString(parts.resolve("initrd"), "first files");
        Path root = parts.resolve("root.ext4");
        try (var file = new RandomAccessFile(root.toFile(), "rw")) {
            file.setLength(Partitions.SLOT_BYTES);
        }
        Programs.run("mke2fs", "-q", "-t", "ext4", "-O", "^has_journal", root.toString());
        Path boot = made.resolve("boot.fat");
        FileTime when = FileTime.from(Instant.parse("2026-11-01T00:00:00Z"));
        new BootPartition(Board.RPI, PARTITIONS, OWN).make(parts, "0.1.0", Card.PLAIN, when, boot);
        original = made.resolve("image");
        Assembly.make(PARTITIONS, Board.RPI, boot, root, original);
    }

    /// `cp` leaves the holes of the file out; Java reads and writes them.
    @BeforeEach
    void copy() {
        image = folder.resolve("image");
        Programs.run("cp", "--sparse=auto", original.toString(), image.toString());
    }

    @Test
    void itIsWhole() {
        assertThat(new Verifier(_ -> {}).verify(image).version()).isEqualTo("0.1.0");
    }

    @Test
    void aByteThatChangedInAKernelIsSeenByItsSumAlone() throws IOException {
        Path published = folder.resolve("published");
        ImageSum.publish(image, published);
        assertThat(new Verifier(_ -> {}).verify(published).sha256()).isNotNull();
        String boot = published + "@@" + Partitions.bootAt();
        put(boot, "lintel/a/linux", "kernem".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> new Verifier(_ -> {}).verify(published))
                .isInstanceOf(ImageException.class)
                .hasMessageEndingWith("published is not what was made: " + published + ".sha256 has another sum");
        Files.delete(ImageSum.beside(published));
        assertThat(new Verifier(_ -> {}).verify(published).sha256())
                .as("structure alone")
                .isNull();
    }

    @Test
    void bothTablesHaveTheBootPartitionUnderTheSameNumber() throws IOException {
        assertThat(Programs.run("sfdisk", "--json", image.toString()))
                .contains("\"label\": \"gpt\"", "\"name\": \"lintel-boot\"", "\"name\": \"lintel-root-a\"");
        ByteBuffer old = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
        try (var file = FileChannel.open(image)) {
            file.read(old, TABLE_AT);
        }
        assertThat(old.get(4)).as("FAT32, which the Pi 3's boot ROM looks for").isEqualTo((byte) 0x0C);
        assertThat(old.getInt(8)).isEqualTo(2048);
        assertThat(old.getInt(12)).isEqualTo((int) (Partitions.BOOT_BYTES / 512));
        assertThat(old.get(20)).as("what says that there is a GPT").isEqualTo((byte) 0xEE);
        assertThat(old.getInt(24)).isEqualTo(1);
    }

    /// What systemd-repart does at the first boot, by the same library.
    @Test
    void theOldTableStaysWhenPartitionsAreAdded() throws IOException {
        try (var file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(Partitions.bytes() * 2);
        }
        Path script = Files.writeString(folder.resolve("more"), "size=1MiB, name=\"lintel-data\"\n");
        Programs.run("sh", "-c", "sfdisk --append --no-reread --no-tell-kernel " + image + " <" + script);
        assertThat(PiBoot.isBridged(image)).isTrue();
        assertThat(Programs.run("sfdisk", "--json", image.toString())).contains("\"name\": \"lintel-data\"");
    }

    @Test
    void aCardsNameIsOnTheKernelsCommandLine() throws IOException {
        var card = new Card("north-gate", null, Map.of("site.yaml", "account: {}\n"));
        Path flashed = folder.resolve("flashed");
        try (var personal = Personal.of(image, card);
                var out = FileChannel.open(flashed, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer piece = ByteBuffer.allocate(1 << 20);
            for (long at = 0; at < Partitions.rootAt(); at += piece.capacity()) {
                personal.read(piece.clear(), at);
                piece.flip();
                while (piece.hasRemaining()) out.write(piece, at + piece.position());
            }
        }
        String boot = flashed + "@@" + Partitions.bootAt();
        assertThat(Programs.run("mtype", "-i", boot, "::/lintel/a/entry"))
                .isEqualTo("""
                title=Lintel 0.1.0 (a)
                options=%s systemd.hostname=north-gate
                """.formatted(PARTITIONS.options(Board.RPI, PARTITIONS.rootA())));
        assertThat(Programs.run("mtype", "-i", boot, "::/lintel/a/good")).isEqualTo("generation=1\n");
        assertThat(Programs.run("mtype", "-i", boot, "::/lintel/card/site.yaml"))
                .isEqualTo("account: {}\n");
    }

    @Test
    void whatIsMissingOrDamagedIsNamed() throws IOException {
        String boot = image + "@@" + Partitions.bootAt();
        Programs.run("mdel", "-i", boot, "::/start4.elf");
        assertThatThrownBy(() -> new Verifier(_ -> {}).verify(image)).hasMessageContaining("[start4.elf] are missing");
        put(boot, "start4.elf", new byte[100]);
        new Verifier(_ -> {}).verify(image);
        byte[] script = PiBoot.script(Files.readAllBytes(OWN.resolve("rpi/boot.cmd")), 1);
        put(boot, "boot.scr", script);
        new Verifier(_ -> {}).verify(image);
        script[script.length / 2] ^= 1;
        put(boot, "boot.scr", script);
        assertThatThrownBy(() -> new Verifier(_ -> {}).verify(image)).hasMessageContaining("boot.scr is damaged");
        put(boot, "boot.scr", PiBoot.script(new byte[10], 1));
        byte[] environment = PiBoot.environment();
        environment[100] ^= 1;
        put(boot, "uboot.env", environment);
        assertThatThrownBy(() -> new Verifier(_ -> {}).verify(image)).hasMessageContaining("uboot.env is damaged");
        put(boot, "uboot.env", PiBoot.environment());
        Programs.run("mdel", "-i", boot, "::/lintel/a/good");
        assertThatThrownBy(() -> new Verifier(_ -> {}).verify(image)).hasMessageContaining("the entry's kernel");
    }

    private void put(String boot, String name, byte[] content) throws IOException {
        Path file = Files.write(folder.resolve("content"), content);
        Programs.run("mcopy", "-o", "-i", boot, file.toString(), "::/" + name);
    }
}
