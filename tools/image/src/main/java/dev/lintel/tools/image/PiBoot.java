package dev.lintel.tools.image;

import dev.lintel.tools.pack.Programs;
import dev.lintel.tools.pack.Trees;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/// What a Raspberry Pi starts from, beside the slots:
///
/// ```
///   boot ROM, or the board's EEPROM   finds the first FAT partition: the Pi 3 in the old table only (#bridge)
///   bootcode.bin, start*.elf          the firmware, as Debian's raspi-firmware has it; reads config.txt, *.dtb
///   u-boot.bin                        Debian's U-Boot; reads uboot.env, and runs
///   boot.scr                          our script, which chooses the slot: src/main/image/rpi/boot.cmd
/// ```
final class PiBoot {
    static final String SCRIPT = "boot.scr";
    static final String ENVIRONMENT = "uboot.env";
    /// Each without which no Raspberry Pi of ours starts.
    private static final Set<String> FIRMWARE = Set.of(
            "bootcode.bin",
            "config.txt",
            "start.elf",
            "fixup.dat",
            "start4.elf",
            "fixup4.dat",
            "u-boot.bin",
            SCRIPT,
            ENVIRONMENT,
            "bcm2711-rpi-4-b.dtb",
            "bcm2711-rpi-cm4-io.dtb",
            "bcm2837-rpi-3-b-plus.dtb",
            "bcm2837-rpi-zero-2-w.dtb");

    /// As Debian's U-Boot for the Raspberry Pi is built.
    private static final int ENVIRONMENT_BYTES = 0x4000;
    /// The legacy image format of U-Boot.
    private static final int HEAD_BYTES = 64;

    private static final int HEAD_MAGIC = 0x2705_1956;
    private static final int HEAD_CHECK_AT = 4;
    private static final int HEAD_DATA_CHECK_AT = 24;
    private static final int NAME_BYTES = 32;
    private static final byte LINUX = 5;
    private static final byte ARM64 = 22;
    private static final byte SCRIPT_TYPE = 6;
    /// U-Boot asks nobody whether to start: what a reader sends on the serial port is no key that was pressed.
    private static final String VARIABLES = """
            bootdelay=-2
            bootcmd=setenv devtype mmc; setenv distro_bootpart 1; for n in 0 1; do setenv devnum ${n}; \
            if load mmc ${n}:1 0x06000000 boot.scr; then source 0x06000000; fi; done; sleep 60; reset
            stdin=serial
            stdout=serial,vidconsole
            stderr=serial,vidconsole
            """;

    private static final int TABLE_AT = 446;
    private static final int ENTRY_BYTES = 16;
    private static final int TYPE_AT = 4;
    private static final int START_AT = 8;
    private static final int SECTORS_AT = 12;
    private static final byte FAT32 = 0x0C;
    private static final byte PROTECTIVE = (byte) 0xEE;
    private static final byte[] NO_CYLINDER = {(byte) 0xFE, (byte) 0xFF, (byte) 0xFF};

    private PiBoot() {}

    /// Lays the firmware's files into the boot partition's folder `tree`.
    ///
    /// @param firmware what [RootFs] took from Debian's packages
    /// @param own `src/main/image/rpi`
    static void lay(Path firmware, Path own, FileTime when, Path tree) throws IOException {
        Files.createDirectories(tree);
        try (Stream<Path> files = Files.list(firmware)) {
            for (Path file : files.sorted().toList()) Trees.copyFile(file, tree.resolve(file.getFileName()));
        }
        Trees.copyFile(own.resolve("config.txt"), tree.resolve("config.txt"));
        byte[] script = Files.readAllBytes(own.resolve("boot.cmd"));
        Files.write(tree.resolve(SCRIPT), script(script, when.to(TimeUnit.SECONDS)));
        Files.write(tree.resolve(ENVIRONMENT), environment());
    }

    /// A script as U-Boot runs it: its size and a zero before it, and a head with checksums.
    static byte[] script(byte[] text, long seconds) {
        ByteBuffer data = ByteBuffer.allocate(2 * Integer.BYTES + text.length)
                .putInt(text.length)
                .putInt(0)
                .put(text);
        ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES)
                .putInt(HEAD_MAGIC)
                .putInt(0) // of the head itself
                .putInt((int) seconds)
                .putInt(data.capacity())
                .putInt(0)
                .putInt(0)
                .putInt(check(data.array()))
                .put(LINUX)
                .put(ARM64)
                .put(SCRIPT_TYPE)
                .put((byte) 0)
                .put(Arrays.copyOf("lintel".getBytes(StandardCharsets.US_ASCII), NAME_BYTES));
        head.putInt(HEAD_CHECK_AT, check(head.array()));
        return ByteBuffer.allocate(HEAD_BYTES + data.capacity())
                .put(head.array())
                .put(data.array())
                .array();
    }

    private static boolean isScript(byte[] file) {
        if (file.length <= HEAD_BYTES) return false;
        byte[] head = Arrays.copyOf(file, HEAD_BYTES);
        int said = ByteBuffer.wrap(head).getInt(HEAD_CHECK_AT);
        int data = ByteBuffer.wrap(head).getInt(HEAD_DATA_CHECK_AT);
        ByteBuffer.wrap(head).putInt(HEAD_CHECK_AT, 0);
        return said == check(head) && data == check(Arrays.copyOfRange(file, HEAD_BYTES, file.length));
    }

    /// U-Boot's variables, with their checksum before them.
    static byte[] environment() {
        byte[] text = VARIABLES.replace('\n', '\0').getBytes(StandardCharsets.US_ASCII);
        byte[] variables = Arrays.copyOf(text, ENVIRONMENT_BYTES - Integer.BYTES);
        return ByteBuffer.allocate(ENVIRONMENT_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(check(variables))
                .put(variables)
                .array();
    }

    private static boolean isEnvironment(byte[] file) {
        if (file.length != ENVIRONMENT_BYTES) return false;
        int said = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt();
        return said == check(Arrays.copyOfRange(file, Integer.BYTES, file.length));
    }

    private static int check(byte[] bytes) {
        var crc = new CRC32();
        crc.update(bytes);
        return (int) crc.getValue();
    }

    /// Writes the table of before GPT beside it: the Pi 3's boot ROM knows no other. It has the boot partition, under
    /// the same number, and what says that there is a GPT; whoever reads that leaves this one alone.
    static void bridge(Path image) throws IOException {
        try (var file = FileChannel.open(image, StandardOpenOption.WRITE)) {
            ByteBuffer table = entries();
            while (table.hasRemaining()) file.write(table, TABLE_AT + table.position());
        }
    }

    private static ByteBuffer entries() {
        ByteBuffer table = ByteBuffer.allocate(2 * ENTRY_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        entry(table, 0, FAT32, Partitions.bootAt() / Partitions.SECTOR, Partitions.BOOT_BYTES / Partitions.SECTOR);
        entry(table, ENTRY_BYTES, PROTECTIVE, 1, Partitions.bootAt() / Partitions.SECTOR - 1);
        return table;
    }

    private static void entry(ByteBuffer table, int at, byte type, long start, long sectors) {
        table.put(at + 1, NO_CYLINDER);
        table.put(at + TYPE_AT, type);
        table.put(at + TYPE_AT + 1, NO_CYLINDER);
        table.putInt(at + START_AT, (int) start);
        table.putInt(at + SECTORS_AT, (int) sectors);
    }

    /// Whether an image is a Raspberry Pi's.
    static boolean isBridged(Path image) throws IOException {
        ByteBuffer there = ByteBuffer.allocate(2 * ENTRY_BYTES);
        try (var file = FileChannel.open(image)) {
            while (there.hasRemaining() && file.read(there, TABLE_AT + there.position()) > 0) {}
        }
        return there.flip().equals(entries());
    }

    /// Throws [ImageException] that names what is missing or damaged on the boot partition `boot`, a file.
    static void verify(Path boot) throws IOException {
        String image = boot.toString();
        Set<String> there = Programs.run("mdir", "-b", "-i", image, "::/")
                .lines()
                .map(line -> line.replaceFirst("^::/", ""))
                .collect(Collectors.toSet());
        var missing = new TreeSet<>(FIRMWARE);
        missing.removeAll(there);
        if (!missing.isEmpty()) throw new ImageException("the boot partition: " + missing + " are missing");
        if (!isScript(read(image, SCRIPT))) throw new ImageException("the boot partition: boot.scr is damaged");
        if (!isEnvironment(read(image, ENVIRONMENT)))
            throw new ImageException("the boot partition: uboot.env is damaged");
    }

    private static byte[] read(String image, String name) throws IOException {
        Path copy = Files.createTempFile("lintel-boot", name);
        try {
            Programs.run("mcopy", "-n", "-o", "-i", image, "::/" + name, copy.toString());
            return Files.readAllBytes(copy);
        } finally {
            Files.delete(copy);
        }
    }
}
