package dev.lintel.tools.image;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.tools.pack.PackException;
import dev.lintel.tools.pack.Programs;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// One box on the emulated board, as its installer and its administrator reach it: a card that is a file, its network
/// (HTTPS by the card's authority alone, SSH by the card's key), and what it says on its serial line. The board itself
/// is a [Qemu], started and switched off any number of times.
final class VirtBox {
    static final double MB = 1e6;
    static final double NS = 1e9;
    /// The box's database.
    static final String DATABASE = "/var/lib/lintel/lintel.db";

    /// The disk is larger than the image: the first boot makes use of it.
    private static final long DISK_BYTES = 4L << 30;
    /// An emulated board beside other work takes minutes to start.
    private static final long START_NS = TimeUnit.MINUTES.toNanos(25);

    /// It writes half a gigabyte, starts the board anew, and tests itself.
    private static final long UPDATE_NS = TimeUnit.MINUTES.toNanos(60);

    private static final long LOOK_NS = TimeUnit.SECONDS.toNanos(2);
    private static final int ASKED_AGAIN = 5;
    /// What root has noted of the last update, and of what the pages asked for last. No command of the program: each
    /// start of that would take the emulated processor from whoever carries the update out.
    private static final String NOTES =
            "cat /var/lib/lintel-os/update/last.json /run/lintel-system/answer.json 2>/dev/null || true";

    private static final String JOURNAL = "journalctl --boot --no-pager --lines 60 --unit lintel-system --unit lintel";

    final Path folder;
    final Identity identity;
    private final SystemTime time = new SystemTime();
    private final int https = freePort();
    private final int ssh = freePort();
    private final Path disk;

    private VirtBox(Path folder, Path image, Card card) throws IOException {
        this.folder = folder;
        this.identity = Identity.make(card, time);
        this.disk = folder.resolve("disk");
        String authority = Objects.requireNonNull(identity.card().files().get("ca.crt"));
        Files.writeString(folder.resolve("ca.crt"), authority);
        flash(image);
    }

    /// A card with `image`, and what `lines` say of it beside its name and its key for SSH.
    static VirtBox flashed(Path folder, Path image, String lines) throws IOException {
        Programs.run(
                "ssh-keygen",
                "-q",
                "-t",
                "ed25519",
                "-N",
                "",
                "-f",
                folder.resolve("key").toString());
        String key = Files.readString(folder.resolve("key.pub")).strip();
        Path card = Files.writeString(
                folder.resolve("card.yaml"), "host_name: north-gate\nssh_keys: [\"" + key + "\"]\n" + lines);
        return new VirtBox(folder, image, Card.read(card));
    }

    private void flash(Path image) throws IOException {
        try (var file = new RandomAccessFile(disk.toFile(), "rw")) {
            file.setLength(DISK_BYTES);
        }
        try (var from = Personal.of(image, identity.card());
                var to = DiskFile.target(new Disk("disk", disk, "", DISK_BYTES, null))) {
            Flasher.Flashed flashed = new Flasher(time, _ -> {}).flash(from, to);
            System.out.printf(
                    "flash: %.0f s written, %.0f s read back%n", flashed.writeSeconds(), flashed.readSeconds());
        }
    }

    /// Switches the board on.
    Qemu start() throws IOException {
        return Qemu.start(disk, folder, https, ssh);
    }

    /// The same card in a PC.
    PcQemu startPc() throws IOException {
        return PcQemu.start(disk, folder, https, ssh, null);
    }

    /// The same, where the card has it have that address.
    PcQemu startPc(String address) throws IOException {
        return PcQemu.start(disk, folder, https, ssh, address);
    }

    /// Seconds until HTTPS answered.
    double answering() throws Exception {
        long begunNs = time.nowNs();
        until("HTTPS answers", () -> get("/health").contains("status"));
        return (time.nowNs() - begunNs) / NS;
    }

    /// Waits for HTTPS and says how long that took, and what the box says of its own start.
    void started(String what) throws Exception {
        System.out.printf("%s to HTTPS: %.0f s%n", what, answering());
        String log = inside("journalctl --boot --unit lintel --output cat");
        log.lines().filter(line -> line.contains("doors work")).forEach(System.out::println);
    }

    /// Whatever is asked for is true before long; what fails on the way is not there yet.
    void until(String what, Looked looked) throws Exception {
        until(what, START_NS, looked);
    }

    private void until(String what, long withinNs, Looked looked) throws Exception {
        long endNs = time.nowNs() + withinNs;
        Exception last = null;
        while (time.nowNs() - endNs < 0) {
            try {
                if (looked.isTrue()) return;
            } catch (PackException e) {
                last = e;
            }
            LockSupport.parkNanos(LOOK_NS);
        }
        throw new AssertionError(what + ": not in time. " + Files.readString(folder.resolve("console")), last);
    }

    @FunctionalInterface
    interface Looked {
        boolean isTrue() throws Exception;
    }

    /// Waits until root has noted of the last update that it is `state`: `WRITING`, `KEPT` or `FAILED`. A restart of
    /// the machine lets its lines fall, which no wire does: a reader whose lines stay low would be held against it.
    void updated(Qemu board, String state) throws Exception {
        try {
            until("the update is " + state, UPDATE_NS, () -> {
                VirtDoor.idle(board);
                String notes = inside(NOTES);
                if (notes.contains("REFUSED")) throw new AssertionError("refused: " + notes);
                return notes.contains("\"" + state + "\"");
            });
        } catch (AssertionError e) {
            throw new AssertionError(inside(NOTES) + inside(JOURNAL), e);
        }
    }

    /// By the box's name, and trusting nothing but the authority that the card was given.
    String get(String path) {
        return curl(path, List.of());
    }

    String origin() {
        return "https://north-gate.local:" + https;
    }

    /// The same with more of curl's options.
    String curl(String path, List<String> options) {
        return Programs.run(curlWords(path, options).toArray(String[]::new));
    }

    /// By an address of the box's own, as whoever types it, trusting that authority alone; the way there leads here.
    String byAddress(String address, String path) {
        return Programs.run(
                "curl",
                "--silent",
                "--show-error",
                "--max-time",
                "60",
                "--cacert",
                folder.resolve("ca.crt").toString(),
                "--connect-to",
                address + ":8443:127.0.0.1:" + https,
                "https://" + address + ":8443" + path);
    }

    List<String> curlWords(String path, List<String> options) {
        var command = new ArrayList<>(List.of(
                "curl",
                "--silent",
                "--show-error",
                "--max-time",
                "60",
                "--cacert",
                folder.resolve("ca.crt").toString(),
                "--resolve",
                "north-gate.local:" + https + ":127.0.0.1"));
        command.addAll(options);
        command.add(origin() + path);
        return command;
    }

    /// Runs it on the box, as root, by the card's key. An emulated board beside other work may be too slow to ask its
    /// own process anything within seconds: then nothing was done, and it is asked again.
    String inside(String command) {
        for (int left = ASKED_AGAIN; ; left--) {
            try {
                return Programs.run(sshWords(command).toArray(String[]::new));
            } catch (PackException e) {
                if (left == 0 || !String.valueOf(e.getMessage()).contains("no request came in time")) throw e;
            }
        }
    }

    private List<String> sshWords(String command) {
        var words = new ArrayList<>(List.of("ssh", "-p", Integer.toString(ssh), "-o", "ConnectTimeout=60"));
        words.addAll(byKey());
        words.addAll(List.of("root@127.0.0.1", command));
        return words;
    }

    private List<String> byKey() {
        return List.of(
                "-i",
                folder.resolve("key").toString(),
                "-o",
                "BatchMode=yes",
                "-o",
                "LogLevel=ERROR",
                "-o",
                "StrictHostKeyChecking=accept-new",
                "-o",
                "UserKnownHostsFile=" + folder.resolve("hosts"));
    }

    /// Reads the box's events as it shows them, until its power goes; asks again as above.
    Shown follow() throws IOException {
        for (int left = ASKED_AGAIN; ; left--) {
            var shown = new Shown(new ProcessBuilder(sshWords("lintel events tail --n 1 --follow --json"))
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectErrorStream(true)
                    .start());
            if (shown.begins()) return shown;
            if (left == 0) throw new IOException("the box shows no events: " + shown.last());
        }
    }

    /// Puts a file on the box.
    void send(Path file, String place) {
        copy(file.toString(), "root@127.0.0.1:" + place);
    }

    /// The box's database, of a moment at which nobody writes to it, as a data folder on this side.
    Path database() throws IOException {
        inside("systemctl stop lintel");
        Path there = Files.createDirectories(folder.resolve("data"));
        for (String file : inside("ls " + DATABASE + "*").lines().toList()) {
            if (file.matches(".*lintel[.]db(-wal)?")) copy("root@127.0.0.1:" + file, there.toString());
        }
        return there;
    }

    private void copy(String from, String to) {
        var words = new ArrayList<>(List.of("scp", "-q", "-P", Integer.toString(ssh)));
        words.addAll(byKey());
        words.addAll(List.of(from, to));
        Programs.run(words.toArray(String[]::new));
    }

    static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
