package dev.lintel.tools.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.tools.pack.Programs;
import dev.lintel.tools.pack.Sources;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The Raspberry Pi's image in QEMU's Raspberry Pi 3B: Debian's U-Boot runs our script.
@Tag("slow")
class PiBoardTest {
    private static final double MB = 1e6;
    private static final long SLOTS_NS = TimeUnit.MINUTES.toNanos(5);
    private static final int CUTS = 12;
    /// From what the script says of the slots to the kernel's start.
    private static final int CUT_MS_MAX = 400;

    private static final Pattern CHOSEN = Pattern.compile("Lintel: starting slot ([ab])");

    /// In place of Linux: an arm64 image that has the watchdog reset the board, as a kernel does that panics.
    private static final int[] RESETS = {
        0xD2A7_E200, // movz x0, #0x3f10, lsl #16: the watchdog's registers
        0x52AB_4001, // movz w1, #0x5a00, lsl #16: their password
        0x7280_0141, // movk w1, #10: ticks
        0xB900_2401, // str  w1, [x0, #0x24]
        0x52AB_4002, // movz w2, #0x5a00, lsl #16
        0x7280_0402, // movk w2, #0x20: full reset
        0xB900_1C02, // str  w2, [x0, #0x1c]
        0x1400_0000 // b    .
    };

    @TempDir
    static Path built;

    @TempDir
    Path folder;

    private static Path image = Path.of("image");
    private Path card = Path.of("card");
    private String boot = "";
    private List<String> chosen = List.of();

    @BeforeAll
    static void build() {
        image = built.resolve("image");
        Images.Made made = new Images(Sources.at(Path.of("../.."), "0.1.0"), new SystemTime(), _ -> {})
                .make(Board.RPI, Card.PLAIN, new Origin(null, 365, 1L), image);
        System.out.printf(
                "rpi image: %.0f MB, %.0f MB of them in use, root %.0f MB, made in %.0f s%n",
                made.bytes() / MB, made.usedBytes() / MB, made.rootBytes() / MB, made.seconds());
        assertThat(new Verifier(_ -> {}).verify(image).version()).isEqualTo("0.1.0");
    }

    /// The image, with a slot b that is on trial, and in both what resets in place of a kernel.
    @BeforeEach
    void make() throws IOException {
        card = PiQemu.card(image, folder.resolve("card"));
        boot = card + "@@" + Partitions.bootAt();
        for (String file : List.of("u-boot.bin", "bcm2837-rpi-3-b.dtb")) take(file);
        Files.move(folder.resolve("bcm2837-rpi-3-b.dtb"), folder.resolve("tree.dtb"));
    }

    private void take(String file) {
        Programs.run("mcopy", "-i", boot, "::/" + file, folder.resolve(file).toString());
    }

    private void put(String file, String text) throws IOException {
        put(file, text.getBytes(StandardCharsets.US_ASCII));
    }

    private void put(String file, byte[] content) throws IOException {
        Path source = Files.write(folder.resolve("put"), content);
        Programs.run("mcopy", "-o", "-i", boot, source.toString(), "::/" + file);
    }

    private void slotsThatReset() throws IOException {
        ByteBuffer kernel = ByteBuffer.allocate(64 + 4 * RESETS.length).order(ByteOrder.LITTLE_ENDIAN);
        kernel.putInt(0x1400_0010)
                .putInt(0)
                .putLong(0)
                .putLong(kernel.capacity())
                .putLong(0xA);
        kernel.putInt(56, 0x644D_5241).position(64); // "ARM\x64"
        for (int instruction : RESETS) kernel.putInt(instruction);
        Programs.run("mmd", "-i", boot, "::/lintel/b");
        for (String slot : List.of("a", "b")) {
            put("lintel/" + slot + "/linux", kernel.array());
            put("lintel/" + slot + "/initrd", new byte[512]);
        }
        put("lintel/b/entry", "title=Lintel 2 (b)\noptions=root=PARTUUID=b ro\n");
        trial("generation=2\ntries=3\n");
    }

    private void trial(String text) throws IOException {
        put("lintel/b/trial", text);
    }

    @Test
    void aVersionThatResetsTheBoardIsTriedThreeTimesAndThenLeft() throws IOException {
        slotsThatReset();
        try (PiQemu board = PiQemu.start(card, folder, List.of())) {
            board.awaitLoader("Lintel: starting slot", 5, SLOTS_NS);
            assertThat(CHOSEN.matcher(board.loader()).results().limit(5).map(slot -> slot.group(1)))
                    .containsExactly("b", "b", "b", "a", "a");
        }
        assertThat(trial()).isEqualTo("generation=2\ntries=0\n");
        Programs.run("mdel", "-i", boot, "::/lintel/b/trial");
        put("lintel/b/good", "generation=2\n");
        assertThat(first()).as("it passed its test").isEqualTo("b");
        put("lintel/a/trial", "generation=3\ntries=3\n");
        assertThat(first()).as("of two names the good one counts").isEqualTo("b");
        Programs.run("mdel", "-i", boot, "::/lintel/a/good");
        assertThat(first()).as("going back is a trial").isEqualTo("a");
        put("lintel/a/trial", "\0\0\0\0\0\0\0\0");
        assertThat(first()).as("what is damaged is no slot").isEqualTo("b");
        put("lintel/a/trial", "generation=3\ntries=3\n");
        Programs.run("mdel", "-i", boot, "::/lintel/a/linux");
        assertThat(first()).as("whose kernel is gone is passed over").isEqualTo("a");
        assertThat(chosen).contains("b");
    }

    /// The slot that is tried first, at one start of the board.
    private String first() throws IOException {
        try (PiQemu board = PiQemu.start(card, folder, List.of())) {
            board.awaitLoader("Lintel: slot a", 2, SLOTS_NS); // it has started something, and was reset
            String once = board.loader();
            int second = once.indexOf("Lintel: slot a", once.indexOf("Lintel: slot a") + 1);
            chosen = CHOSEN.matcher(once.substring(0, second))
                    .results()
                    .map(slot -> slot.group(1))
                    .toList();
            return chosen.getFirst();
        }
    }

    private String trial() {
        return Programs.run("mtype", "-i", boot, "::/lintel/b/trial").replace("\0", "");
    }

    @Test
    void withoutPowerWhileATryIsTakenTheCardStaysWholeAndNoTryIsWonBack() throws IOException {
        slotsThatReset();
        var random = new Random(26);
        for (int cut = 0; cut < CUTS; cut++) {
            trial("generation=2\ntries=3\n");
            try (PiQemu board = PiQemu.start(card, folder, List.of())) {
                board.awaitLoader("Lintel: slot a", 1, SLOTS_NS);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(CUT_MS_MAX)));
            } // its power is gone
            assertThat(trial()).isIn("generation=2\ntries=3\n", "generation=2\ntries=2\n", "generation=2\ntries=1\n");
            requireWhole();
        }
    }

    private void requireWhole() throws IOException {
        Path copy = folder.resolve("boot.fat");
        Files.deleteIfExists(copy);
        try (var in = FileChannel.open(card);
                var out = FileChannel.open(copy, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (long at = 0; at < Partitions.BOOT_BYTES; ) {
                at += in.transferTo(Partitions.bootAt() + at, Partitions.BOOT_BYTES - at, out);
            }
        }
        Programs.run("fsck.vfat", "-n", copy.toString());
    }
}
