package dev.lintel.tools.image;

import dev.lintel.controller.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A whole arm64 board: QEMU's `virt` with its own firmware, starting from a disk's file. Its eight GPIO lines are
/// moved
/// and seen from outside, as wires are.
///
/// ```
///   QMP      where in the machine the GPIO chip is
///   qtest    set_irq_in CHIP unnamed-gpio-in LINE LEVEL --> OK        readl ADDRESS --> OK 0x...
///            irq_intercept_out CHIP                     <-- IRQ raise LINE, IRQ lower LINE
/// ```
final class Qemu implements AutoCloseable {
    /// The chip's register of edges that the guest has not fetched yet.
    private static final String PENDING = "readl 0x9030418";
    /// Emulation beside other work: a tenth of a second is an answer.
    private static final Duration ANSWER = Duration.ofMinutes(2);

    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long EDGE_NS = TimeUnit.MILLISECONDS.toNanos(4);
    private static final Path FIRMWARE = Path.of("/usr/share/AAVMF");

    private final Process process;
    private final SocketChannel qtest;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> edges = new LinkedBlockingQueue<>();
    private final String chip;

    private Qemu(Process process, Path folder) throws IOException {
        this.process = process;
        this.qtest = connect(process, folder.resolve("qtest"));
        Thread.ofPlatform().daemon().name("output").start(this::read);
        this.chip = chip(folder.resolve("qmp"), process);
        command("irq_intercept_out " + chip);
    }

    /// Switches it on.
    ///
    /// @param folder for its sockets, its firmware's variables and what it says on its serial line (`console`)
    /// @param https the port here that leads to its 8443, `ssh` the one to its 22
    static Qemu start(Path disk, Path folder, int https, int ssh) throws IOException {
        Path variables = folder.resolve("variables");
        if (!Files.exists(variables)) Files.copy(FIRMWARE.resolve("AAVMF_VARS.fd"), variables);
        for (String socket : List.of("qtest", "qmp")) Files.deleteIfExists(folder.resolve(socket));
        String code = "if=pflash,format=raw,readonly=on,file=" + FIRMWARE.resolve("AAVMF_CODE.fd");
        String net = "user,id=net,hostfwd=tcp:127.0.0.1:" + https + "-:8443,hostfwd=tcp:127.0.0.1:" + ssh + "-:22";
        Process process = new ProcessBuilder(
                        "qemu-system-aarch64",
                        "-machine",
                        "virt,acpi=off",
                        "-cpu",
                        "cortex-a72",
                        "-smp",
                        "1",
                        "-m",
                        "1024",
                        "-nographic",
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
                        "-device",
                        "virtio-rng-pci",
                        "-serial",
                        "file:" + folder.resolve("console"),
                        "-qtest",
                        "unix:" + folder.resolve("qtest") + ",server=on,wait=off",
                        "-qtest-log",
                        "/dev/null",
                        "-qmp",
                        "unix:" + folder.resolve("qmp") + ",server=on,wait=off")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("qemu").toFile())
                .start();
        try {
            return new Qemu(process, folder);
        } catch (IOException | RuntimeException e) {
            process.destroyForcibly();
            throw new IOException(Files.readString(folder.resolve("qemu")), e);
        }
    }

    /// Moves a line that the guest has as an input.
    void set(int line, boolean high) throws IOException {
        command("set_irq_in " + chip + " unnamed-gpio-in " + line + " " + (high ? 1 : 0));
    }

    /// A card's bits at a Wiegand reader's two lines, which rest high. Each edge waits until the guest has fetched the
    /// one before: an emulated processor is slower than any reader.
    void card(int d0, int d1, String bits) throws IOException {
        for (int bit = 0; bit < bits.length(); bit++) {
            int line = bits.charAt(bit) == '0' ? d0 : d1;
            set(line, false);
            fetched();
            set(line, true);
            fetched();
        }
    }

    private void fetched() throws IOException {
        do {
            LockSupport.parkNanos(EDGE_NS);
        } while (Long.decode(command(PENDING)) != 0);
    }

    /// The next edge that the guest makes on `line` of its outputs: true for a rising one, null where none comes in
    /// time.
    @Nullable
    Boolean edge(int line, Duration within) throws InterruptedException {
        while (true) {
            String edge = edges.poll(within.toNanos(), TimeUnit.NANOSECONDS);
            if (edge == null) return null;
            if (edge.endsWith(" " + line)) return edge.contains("raise");
        }
    }

    /// Takes its power away.
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
        try {
            qtest.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private String command(String words) throws IOException {
        say(qtest, words);
        try {
            String answer = answers.poll(ANSWER.toNanos(), TimeUnit.NANOSECONDS);
            if (answer == null || !answer.startsWith("OK")) throw new IOException(words + ": " + answer);
            return answer.substring(2).strip();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    private void read() {
        try {
            for (String line = line(qtest); line != null; line = line(qtest)) {
                (line.startsWith("IRQ ") ? edges : answers).add(line);
            }
        } catch (IOException e) {
            answers.add("gone: " + e.getMessage());
        }
    }

    private static void say(SocketChannel channel, String words) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap((words + "\n").getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) channel.write(bytes);
    }

    /// The next line, or null where there is none any more.
    private static @Nullable String line(SocketChannel channel) throws IOException {
        var line = new ByteArrayOutputStream();
        ByteBuffer one = ByteBuffer.allocate(1);
        while (channel.read(one.clear()) > 0) {
            if (one.get(0) == '\n') return line.toString(StandardCharsets.UTF_8);
            line.write(one.get(0));
        }
        return null;
    }

    /// Its sockets are there a moment after its start.
    private static SocketChannel connect(Process process, Path socket) throws IOException {
        while (process.isAlive()) {
            if (Files.exists(socket)) {
                SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
                try {
                    channel.connect(UnixDomainSocketAddress.of(socket));
                    return channel;
                } catch (IOException e) {
                    channel.close();
                }
            }
            LockSupport.parkNanos(LOOK_NS);
        }
        throw new IOException("QEMU ended");
    }

    private static String chip(Path socket, Process process) throws IOException {
        try (SocketChannel channel = connect(process, socket)) {
            line(channel); // its greeting
            say(channel, "{\"execute\":\"qmp_capabilities\"}");
            line(channel);
            say(channel, "{\"execute\":\"qom-list\",\"arguments\":{\"path\":\"/machine/unattached\"}}");
            String children = line(channel);
            if (children != null && Json.parseObject(children).get("return") instanceof List<?> all) {
                for (Object one : all) {
                    if (one instanceof Map<?, ?> child && "child<pl061>".equals(child.get("type"))) {
                        return "/machine/unattached/" + child.get("name");
                    }
                }
            }
            throw new IOException("this QEMU's machine has no GPIO chip");
        }
    }
}
