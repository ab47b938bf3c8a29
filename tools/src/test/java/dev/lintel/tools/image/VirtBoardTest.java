package dev.lintel.tools.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.update.Bundle;
import dev.lintel.controller.update.BundleWriter;
import dev.lintel.controller.update.Manifest;
import dev.lintel.controller.update.Manifest.Part;
import dev.lintel.controller.update.SigningKey;
import dev.lintel.controller.update.Trust;
import dev.lintel.tools.image.Images.Bundled;
import dev.lintel.tools.image.Images.Made;
import dev.lintel.tools.pack.PackException;
import dev.lintel.tools.pack.Programs;
import dev.lintel.tools.pack.Sources;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The arm64 image, unmodified, on an emulated board, seen from outside only: over its network, at its GPIO lines.
@Tag("slow")
class VirtBoardTest {
    private static final double MB = 1e6;
    private static final double NS = 1e9;
    /// The disk is larger than the image: the first boot makes use of it.
    private static final long DISK_BYTES = 4L << 30;
    /// An emulated board beside other work takes minutes to start.
    private static final long START_NS = TimeUnit.MINUTES.toNanos(25);

    private static final long LOOK_NS = TimeUnit.SECONDS.toNanos(2);
    private static final int D0 = 0;
    private static final int D1 = 1;
    private static final int STRIKE = 2;
    private static final int PRESSES_MAX = 10;
    /// Facility 1, number 1001 in H10301, with its parity.
    private static final String CARD = "10000000100000011111010010";

    private static final String WIRING = """
            hardware: board
            channels:
              - unit: 1
                readers: {entry: {driver: wiegand, d0: 0, d1: 1, formats: [H10301]}}
                strike: {line: 2, active: high, fail: secure}
                egress: mechanical
            """;
    private static final String SITE = """
            account: {name: North, time_zone: UTC}
            sites: [{id: 1, name: North, time_zone: UTC}]
            roles: [{id: 1, name: Always, channels: [1]}]
            groups: [{id: 1, name: Staff, roles: [1]}]
            channels: [{unit: 1, id: 1, name: Gate, site: 1, untrusted_clock: {held: allow, wrong: allow}}]
            """;
    private static final String STATUS = "lintel bundle status --json";
    private static final String EVENTS = "lintel events tail --json --n 500";
    private static final String PEOPLE = "first_name,last_name,card,groups\nAda,North,66537,Staff\n";

    /// What all of it starts from, built once: minutes of emulation.
    @TempDir
    static Path built;

    @TempDir
    Path folder;

    private static final SigningKey KEY = SigningKey.make("release");
    private static Path image = Path.of("image");
    private static Path bundle = Path.of("bundle");

    private final SystemTime time = new SystemTime();
    private int https;
    private int ssh;

    @BeforeAll
    static void build() {
        Trust trust = Trust.make(1, 1, List.of(KEY.trusted())).sign(KEY);
        var images = new Images(Sources.at(Path.of(".."), "0.1.0"), new SystemTime(), _ -> {});
        image = built.resolve("image");
        Made made = images.make(Board.VIRT_ARM64, Card.PLAIN, new Origin(trust, 365, 1L), image);
        System.out.printf(
                "image: %.0f MB, %.0f MB of them in use, root %.0f MB, made in %.0f s%n",
                made.bytes() / MB, made.usedBytes() / MB, made.rootBytes() / MB, made.seconds());
        assertThat(new Verifier(_ -> {}).verify(image).version()).isEqualTo("0.1.0");
        bundle = built.resolve("bundle");
        Bundled bundled = images.bundle(Board.VIRT_ARM64, new Origin(null, 365, 2L), bundle);
        Bundle.sign(bundle, List.of(KEY), List.of());
        System.out.printf(
                "bundle: %.0f MB, made in %.0f s%n", bundled.manifest().bundleBytes() / MB, bundled.seconds());
    }

    @Test
    void aCardBecomesABoxThatOpensItsDoorAndOutlivesAPowerCut() throws Exception {
        Identity box = Identity.make(card(), time);
        Path disk = flashed(box);
        long events;
        try (Qemu board = Qemu.start(disk, folder, https, ssh)) {
            idle(board);
            System.out.printf("first boot to HTTPS: %.0f s%n", answering());
            assertThat(get("/health")).contains("\"status\"");
            assertThat(get(box.link().substring(box.link().indexOf("/setup"))))
                    .as("the link on the card's paper")
                    .contains("csrf");
            assertThat(inside("ls /efi/lintel/card"))
                    .as("what the card was given is taken")
                    .isEmpty();
            assertThat(inside("hostname")).isEqualTo("north-gate\n");
            assertThat(inside("touch /usr/x 2>&1 || true")).contains("Read-only");
            assertThat(inside("lsblk --noheadings --raw --output PARTLABEL /dev/vda")
                            .lines())
                    .contains("lintel-boot", "lintel-root-a", "lintel-root-b", "lintel-data");
            people();
            opens(board);
            events = inside(EVENTS).lines().count();
        } // its power is gone
        try (Qemu board = Qemu.start(disk, folder, https, ssh)) {
            idle(board);
            System.out.printf("second boot to HTTPS: %.0f s%n", answering());
            assertThat(inside(EVENTS).lines().count()).as("no event is lost").isGreaterThanOrEqualTo(events);
            assertThat(inside("journalctl --list-boots --quiet").lines())
                    .as("one machine")
                    .hasSize(2);
            opens(board);
        }
    }

    @Test
    void anUpdateIsKeptOneThatFailsIsLeftAndAPowerCutHarmsNeither() throws Exception {
        Identity box = Identity.make(card(), time);
        Path disk = flashed(box);
        Path broken = broken();
        try (Qemu board = Qemu.start(disk, folder, https, ssh)) {
            idle(board);
            answering();
            people();
            send(bundle);
            inside("systemd-run --quiet lintel bundle install /var/tmp/bundle --yes");
            until("the slot is being written", () -> inside(STATUS).contains("\"last_update\":\"writing\""));
        } // its power is gone
        try (Qemu board = Qemu.start(disk, folder, https, ssh)) {
            idle(board);
            answering();
            assertThat(inside(STATUS)).contains("\"slot\":\"a\"", "\"slots\":{\"a\":\"good\"}");
            opens(board);
            long events = inside(EVENTS).lines().count();
            long begunNs = time.nowNs();
            assertThat(inside("lintel bundle install /var/tmp/bundle --yes --no-restart"))
                    .contains("is in slot b");
            System.out.printf("install: %.0f s%n", (time.nowNs() - begunNs) / NS);
            restarted("\"last_update\":\"kept\"");
            assertThat(inside(STATUS)).contains("\"slot\":\"b\"", "\"release\":2");
            System.out.printf("install, restart, test: %.0f s%n", (time.nowNs() - begunNs) / NS);
            assertThat(inside(EVENTS).lines().count()).as("no event is lost").isGreaterThanOrEqualTo(events);
            idle(board);
            opens(board);
            send(broken);
            inside("lintel bundle install /var/tmp/bundle --yes --no-restart");
            restarted("\"last_update\":\"failed\"");
            assertThat(inside(STATUS)).contains("\"slot\":\"b\"", "\"a\":\"failed\"");
            idle(board);
            opens(board);
        }
    }

    /// The same without its program, as a disk that lost a sector has it.
    private Path broken() throws IOException {
        Map<Part, Path> parts = new EnumMap<>(Part.class);
        Manifest manifest;
        try (Bundle whole = Bundle.open(bundle)) {
            manifest = whole.manifest();
            for (Part part : Part.values()) {
                Path file = folder.resolve(part.title());
                try (var out = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                    whole.unpack(part, piece -> {
                        while (piece.hasRemaining()) out.write(piece);
                    });
                }
                parts.put(part, file);
            }
        }
        String root = folder.resolve("root").toString();
        Programs.run("debugfs", "-w", "-R", "rm /usr/lib/lintel/lintel.jar", root);
        Path broken = folder.resolve("broken");
        var about = new BundleWriter.About(
                "0.3.0", 3, manifest.board(), manifest.built(), manifest.expires(), manifest.options());
        BundleWriter.write(about, parts, broken);
        Bundle.sign(broken, List.of(KEY), List.of());
        return broken;
    }

    private void people() throws Exception {
        until("the site is applied", () -> inside("lintel site export").contains("name: Gate"));
        inside("printf '" + PEOPLE.replace("\n", "\\n") + "' >/run/p.csv && lintel people import /run/p.csv");
    }

    /// Restarts the box, and waits until it says so of its last update.
    private void restarted(String state) throws Exception {
        inside("systemctl reboot");
        until(state, () -> inside(STATUS).contains(state));
        answering();
    }

    private void send(Path file) {
        Programs.run(
                "scp",
                "-q",
                "-i",
                folder.resolve("key").toString(),
                "-P",
                Integer.toString(ssh),
                "-o",
                "BatchMode=yes",
                "-o",
                "StrictHostKeyChecking=accept-new",
                "-o",
                "UserKnownHostsFile=" + folder.resolve("hosts"),
                file.toString(),
                "root@127.0.0.1:/var/tmp/bundle");
    }

    private Card card() throws IOException {
        Programs.run(
                "ssh-keygen",
                "-q",
                "-t",
                "ed25519",
                "-N",
                "",
                "-f",
                folder.resolve("key").toString());
        Files.writeString(folder.resolve("wiring.yaml"), WIRING);
        Files.writeString(folder.resolve("site.yaml"), SITE);
        String key = Files.readString(folder.resolve("key.pub")).strip();
        return Card.read(Files.writeString(
                folder.resolve("card.yaml"),
                "host_name: north-gate\nssh_keys: [\"" + key + "\"]\ncontroller: wiring.yaml\nsite: site.yaml\n"));
    }

    /// A card of four gigabytes, which is a file.
    private Path flashed(Identity box) throws IOException {
        https = freePort();
        ssh = freePort();
        Files.writeString(folder.resolve("ca.crt"), box.card().files().get("ca.crt"));
        Path disk = folder.resolve("disk");
        try (var file = new RandomAccessFile(disk.toFile(), "rw")) {
            file.setLength(DISK_BYTES);
        }
        try (var from = Personal.of(image, box.card());
                var to = DiskFile.target(new Disk("disk", disk, "", DISK_BYTES, null))) {
            Flasher.Flashed flashed = new Flasher(time, _ -> {}).flash(from, to);
            System.out.printf(
                    "flash: %.0f s written, %.0f s read back%n", flashed.writeSeconds(), flashed.readSeconds());
        }
        return disk;
    }

    /// A reader's lines rest high.
    private static void idle(Qemu board) throws IOException {
        board.set(D0, true);
        board.set(D1, true);
    }

    /// A press of the card opens the door, and the strike is let go of again. A frame that the emulation tore in two is
    /// refused by the box, and presented once more, as a person does.
    private void opens(Qemu board) throws Exception {
        for (int attempt = 0; attempt < PRESSES_MAX; attempt++) {
            board.forget();
            board.card(D0, D1, CARD);
            Boolean first = board.edge(STRIKE, Duration.ofSeconds(20));
            if (first == null) continue;
            assertThat(first).as("released").isTrue();
            assertThat(board.edge(STRIKE, Duration.ofMinutes(2)))
                    .as("secured again")
                    .isFalse();
            assertThat(inside(EVENTS)).contains("Ada");
            return;
        }
        throw new AssertionError("the card opened nothing in " + PRESSES_MAX + " presses: " + inside(EVENTS));
    }

    private double answering() throws Exception {
        long begunNs = time.nowNs();
        until("HTTPS answers", () -> get("/health").contains("status"));
        return (time.nowNs() - begunNs) / NS;
    }

    /// Whatever is asked for is true before long; what fails on the way is not there yet.
    private void until(String what, Looked looked) throws Exception {
        long endNs = time.nowNs() + START_NS;
        Exception last = null;
        while (time.nowNs() < endNs) {
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
    private interface Looked {
        boolean isTrue() throws Exception;
    }

    /// By the box's name, and trusting nothing but the authority that the card was given.
    private String get(String path) {
        return Programs.run(
                "curl",
                "--silent",
                "--show-error",
                "--max-time",
                "60",
                "--cacert",
                folder.resolve("ca.crt").toString(),
                "--resolve",
                "north-gate.local:" + https + ":127.0.0.1",
                "https://north-gate.local:" + https + path);
    }

    /// Runs it on the box, as root, by the card's key.
    private String inside(String command) {
        return Programs.run(
                "ssh",
                "-i",
                folder.resolve("key").toString(),
                "-p",
                Integer.toString(ssh),
                "-o",
                "BatchMode=yes",
                "-o",
                "ConnectTimeout=60",
                "-o",
                "LogLevel=ERROR",
                "-o",
                "StrictHostKeyChecking=accept-new",
                "-o",
                "UserKnownHostsFile=" + folder.resolve("hosts"),
                "root@127.0.0.1",
                command);
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
