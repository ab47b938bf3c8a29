package dev.lintel.tools.image;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/// QEMU's Raspberry Pi 3B with a card in it. It has no firmware: QEMU does what that would, and starts U-Boot with a
/// device tree, both from the card's boot partition. From there on all of it is what a board runs.
final class PiQemu implements AutoCloseable {
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Process process;
    private final Path uart;
    private final Path loader;

    private PiQemu(Process process, Path uart, Path loader) {
        this.process = process;
        this.uart = uart;
        this.loader = loader;
    }

    /// Switches it on.
    ///
    /// @param card of a size that a card can have: a power of two
    /// @param folder with `u-boot.bin` and the board's `tree.dtb`; for what it says
    /// @param more options of QEMU
    static PiQemu start(Path card, Path folder, List<String> more) throws IOException {
        Path uart = folder.resolve("uart");
        Path loader = folder.resolve("loader");
        Files.deleteIfExists(uart);
        Files.deleteIfExists(loader);
        var command = new ArrayList<>(List.of(
                "qemu-system-aarch64",
                "-M",
                "raspi3b",
                "-kernel",
                folder.resolve("u-boot.bin").toString(),
                "-dtb",
                folder.resolve("tree.dtb").toString(),
                "-drive",
                "if=sd,format=raw,file=" + card,
                "-display",
                "none",
                "-monitor",
                "none",
                "-serial",
                "file:" + uart, // the PL011, of the header
                "-serial",
                "file:" + loader)); // the mini UART, on which U-Boot talks where nobody turned it off
        command.addAll(more);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("qemu").toFile())
                .start();
        return new PiQemu(process, uart, loader);
    }

    /// A card as large as the next power of two, with `image` on it.
    static Path card(Path image, Path card) throws IOException {
        Files.copy(image, card);
        try (var file = new RandomAccessFile(card.toFile(), "rw")) {
            file.setLength(Long.highestOneBit(Files.size(image) - 1) * 2);
        }
        return card;
    }

    /// What U-Boot has said so far, of itself and of the script.
    String loader() throws IOException {
        return Files.exists(loader) ? Files.readString(loader, StandardCharsets.ISO_8859_1) : "";
    }

    /// What came out of the header's serial port.
    String uart() throws IOException {
        return Files.exists(uart) ? Files.readString(uart, StandardCharsets.ISO_8859_1) : "";
    }

    /// Waits until U-Boot has said that so many times.
    void awaitLoader(String words, int times, long withinNs) throws IOException {
        long endNs = System.nanoTime() + withinNs;
        while (loader().split(Pattern.quote(words), -1).length <= times) {
            if (System.nanoTime() - endNs > 0 || !process.isAlive()) throw new AssertionError(words + ": " + loader());
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    boolean isRunning() {
        return process.isAlive();
    }

    /// Takes its power away.
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
