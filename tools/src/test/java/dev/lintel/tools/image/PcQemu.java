package dev.lintel.tools.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A whole PC: QEMU's `q35`, which starts by UEFI, with a screen and a serial port. Its
/// processor is emulated: what a test sees does not hang on who runs it.
final class PcQemu implements AutoCloseable {
    private static final Path FIRMWARE = Path.of("/usr/share/OVMF");
    private static final long OFF_MINUTES = 5;

    private final Process process;
    private final Wire wire;

    private PcQemu(Process process, Wire wire) {
        this.process = process;
        this.wire = wire;
    }

    /// Switches it on.
    ///
    /// @param folder for its firmware's variables and what it says on its serial port (`console`)
    /// @param https the port here that leads to its 8443, `ssh` the one to its 22
    static PcQemu start(Path disk, Path folder, int https, int ssh) throws IOException {
        Path variables = folder.resolve("variables");
        if (!Files.exists(variables)) Files.copy(FIRMWARE.resolve("OVMF_VARS_4M.fd"), variables);
        String code = "if=pflash,format=raw,readonly=on,file=" + FIRMWARE.resolve("OVMF_CODE_4M.fd");
        String net = "user,id=net,hostfwd=tcp:127.0.0.1:" + https + "-:8443,hostfwd=tcp:127.0.0.1:" + ssh + "-:22";
        var wire = new Wire(VirtBox.freePort());
        List<String> command = List.of(
                "qemu-system-x86_64",
                "-machine",
                "q35,accel=tcg",
                "-cpu",
                "Nehalem",
                "-m",
                "1024",
                "-display",
                "none",
                "-vga",
                "std",
                "-monitor",
                "none",
                "-drive",
                code,
                "-drive",
                "if=pflash,format=raw,file=" + variables,
                "-drive",
                "if=none,id=disk,format=raw,file=" + disk,
                "-device",
                "virtio-blk-pci,drive=disk",
                "-netdev",
                net,
                "-device",
                "virtio-net-pci,netdev=net,romfile=",
                "-netdev",
                wire.option(),
                "-device",
                "virtio-net-pci,netdev=wire,romfile=",
                "-device",
                "virtio-rng-pci",
                "-serial",
                "file:" + folder.resolve("console"));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("qemu").toFile())
                .start();
        return new PcQemu(process, wire);
    }

    /// The cable in its second socket.
    Wire wire() {
        return wire;
    }

    /// Until it has switched itself off.
    void awaitOff() throws InterruptedException {
        if (!process.waitFor(OFF_MINUTES, TimeUnit.MINUTES)) throw new AssertionError("it is on still");
    }

    /// Takes its power away.
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
        wire.close();
    }
}
