package dev.lintel.tools.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.tools.image.Images.Made;
import dev.lintel.tools.pack.PackException;
import dev.lintel.tools.pack.Programs;
import dev.lintel.tools.pack.Sources;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
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
    private static final String EVENTS = "lintel events tail --json --n 500";
    private static final String PEOPLE = "first_name,last_name,card,groups\nAda,North,66537,Staff\n";

    @TempDir
    Path folder;

    private final SystemTime time = new SystemTime();
    private int https;
    private int ssh;

    @Test
    void aCardBecomesABoxThatOpensItsDoorAndOutlivesAPowerCut() throws Exception {
        Path image = folder.resolve("image");
        Made made =
                new Images(Sources.at(Path.of(".."), "0.1.0"), time, _ -> {}).make(Board.VIRT_ARM64, Card.PLAIN, image);
        System.out.printf(
                "image: %.0f MB, %.0f MB of them in use, root %.0f MB, made in %.0f s%n",
                made.bytes() / MB, made.usedBytes() / MB, made.rootBytes() / MB, made.seconds());
        assertThat(new Verifier(_ -> {}).verify(image).version()).isEqualTo("0.1.0");

        Identity box = Identity.make(card(), time);
        Path disk = flashed(image, box);
        https = freePort();
        ssh = freePort();
        Files.writeString(folder.resolve("ca.crt"), box.card().files().get("ca.crt"));
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
            until("the site is applied", () -> inside("lintel site export").contains("name: Gate"));
            inside("printf '" + PEOPLE.replace("\n", "\\n") + "' >/run/p.csv && lintel people import /run/p.csv");
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
    private Path flashed(Path image, Identity box) throws IOException {
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
