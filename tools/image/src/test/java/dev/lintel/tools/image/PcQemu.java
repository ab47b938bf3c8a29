package dev.lintel.tools.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A whole PC: QEMU's `q35`, which starts by UEFI, with a screen and a serial port. Its
/// processor is emulated: what a test sees does not hang on who runs it.
final class PcQemu implements AutoCloseable {
    private static final Path FIRMWARE = Path.of("/usr/share/OVMF");
    private static final long OFF_MINUTES = 5;

    private final Process process;
    private final @Nullable Wire wire;

    private PcQemu(Process process, @Nullable Wire wire) {
        this.process = process;
        this.wire = wire;
    }

    /// Switches it on.
    ///
    /// @param folder for its firmware's variables and what it says on its serial port (`console`)
    /// @param https the port here that leads to its 8443, `ssh` the one to its 22
    /// @param address where it is reached, which it has by itself; null: DHCP gives it one, and it has
    ///     a second socket
    static PcQemu start(Path disk, Path folder, int https, int ssh, @Nullable String address) throws IOException {
        Path variables = folder.resolve("variables");
        if (!Files.exists(variables)) Files.copy(FIRMWARE.resolve("OVMF_VARS_4M.fd"), variables);
        String to = address == null ? "" : address;
        List<String> command = machine(disk, folder);
        command.addAll(socket(
                "net",
                "user,id=net,hostfwd=tcp:127.0.0.1:" + https + "-" + to + ":8443,hostfwd=tcp:127.0.0.1:" + ssh + "-"
                        + to + ":22"));
        // A card's own network is that of each socket: two of them would have one address.
        Wire wire = address == null ? new Wire(VirtBox.freePort()) : null;
        if (wire != null) command.addAll(socket("wire", wire.option()));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("qemu").toFile())
                .start();
        return new PcQemu(process, wire);
    }

    private static List<String> machine(Path disk, Path folder) {
        String code = "if=pflash,format=raw,readonly=on,file=" + FIRMWARE.resolve("OVMF_CODE_4M.fd");
        return new ArrayList<>(List.of(
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
                "if=pflash,format=raw,file=" + folder.resolve("variables"),
                "-drive",
                "if=none,id=disk,format=raw,file=" + disk,
                "-device",
                "virtio-blk-pci,drive=disk",
                "-device",
                "virtio-rng-pci",
                "-serial",
                "file:" + folder.resolve("console")));
    }

    /// A network's socket of that name, and what is at the other end of its cable.
    private static List<String> socket(String name, String net) {
        return List.of("-netdev", net, "-device", "virtio-net-pci,netdev=" + name + ",romfile=");
    }

    /// The cable in its second socket.
    Wire wire() {
        return Objects.requireNonNull(wire, "it has one socket");
    }

    /// Until it has switched itself off.
    void awaitOff() throws InterruptedException {
        if (!process.waitFor(OFF_MINUTES, TimeUnit.MINUTES)) throw new AssertionError("it is on still");
    }

    /// Takes its power away.
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
        if (wire != null) wire.close();
    }
}
