package dev.lintel.tools.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The Debian package's whole life on a real Debian, as root: installed, started, upgraded, removed, installed anew,
/// purged. There is no systemd running in it: the test starts the service as the unit says, and is its service manager.
@Tag("slow")
class DebLifeTest {
    private static final String DATABASE = "/var/lib/lintel/lintel.db";
    private static final String ENABLED = "/etc/systemd/system/multi-user.target.wants/lintel.service";
    private static final long STOP_SECONDS_MAX = 30;
    /// Three a second: a quarter of a minute after its start it is as well as it gets.
    private static final int LINES_MAX = 50;
    private static final long LOOK_NS = 5_000_000;

    /// Not in the time that the test itself may take.
    @BeforeAll
    static void pack() {
        assertThat(Packed.all()).isNotEmpty();
    }

    @TempDir
    Path folder;

    @Test
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void aBoxLivesThroughAllOfIt() throws Exception {
        Assumptions.assumeTrue(Programs.run("id", "--user").strip().equals("0"), "only root installs packages");
        Path deb = Packed.of(Arch.host()).deb();
        try (Chroot debian = Chroot.trixie(folder.resolve("debian"))) {
            debian.run("apt-get", "-qq", "update"); // for the libraries that it depends on
            install(debian, deb);
            assertThat(debian.run("lintel", "--version")).contains("lintel 0.1.0");
            assertThat(debian.file(ENABLED))
                    .satisfies(link -> assertThat(Files.isSymbolicLink(link)).isTrue());
            assertThat(debian.run("systemd-analyze", "verify", "/usr/lib/systemd/system/lintel.service"))
                    .isEmpty();
            for (String unit : List.of(
                    "lintel-cache.service",
                    "lintel-system.path",
                    "lintel-system.service",
                    "lintel-network-back.timer")) {
                assertThat(debian.run("systemd-analyze", "verify", "/usr/lib/systemd/system/" + unit))
                        .isEmpty();
            }
            assertThat(debian.run("dpkg", "--verify", "lintel")).isEmpty();
            assertThat(debian.run("id", "lintel")).contains("(lintel)");
            assertThat(debian.run("getent", "group", "gpio")).contains("gpio");

            serve(debian);
            byte[] database = Files.readAllBytes(debian.file(DATABASE));

            upgrade(debian, deb);
            assertThat(debian.run("dpkg-query", "--show", "lintel")).contains("0.1.1");
            assertThat(debian.file(DATABASE)).hasBinaryContent(database);
            serve(debian);

            debian.run("dpkg", "--remove", "lintel");
            assertThat(debian.file("/usr/lib/lintel")).doesNotExist();
            assertThat(debian.file("/usr/bin/lintel")).doesNotExist();
            assertThat(debian.file(DATABASE)).exists();

            install(debian, deb);
            serve(debian);

            debian.run("dpkg", "--purge", "lintel");
            assertThat(debian.file("/var/lib/lintel")).doesNotExist();
            assertThat(debian.file("/var/cache/lintel")).doesNotExist();
            assertThat(Files.exists(debian.file(ENABLED), LinkOption.NOFOLLOW_LINKS))
                    .isFalse();
            assertThatThrownBy(() -> debian.run("id", "lintel")).isInstanceOf(PackException.class);
        }
    }

    private static void install(Chroot debian, Path deb) throws IOException {
        Files.copy(deb, debian.file("/tmp/lintel.deb"));
        debian.run("apt-get", "-qq", "install", "--yes", "--no-install-recommends", "/tmp/lintel.deb");
        Files.delete(debian.file("/tmp/lintel.deb"));
    }

    /// The same files under a higher version.
    private void upgrade(Chroot debian, Path deb) throws IOException {
        Path raw = folder.resolve("raw");
        Programs.run("dpkg-deb", "--raw-extract", deb.toString(), raw.toString());
        Path control = raw.resolve("DEBIAN/control");
        Files.writeString(control, Files.readString(control).replace("Version: 0.1.0", "Version: 0.1.1"));
        Path newer = folder.resolve("newer.deb");
        Programs.run("dpkg-deb", "--root-owner-group", "-Znone", "--build", raw.toString(), newer.toString());
        install(debian, newer);
    }

    /// Starts it as the unit does, waits until it says that it works and is well, asks it, and ends it.
    private void serve(Chroot debian) throws Exception {
        debian.run("install", "--directory", "--owner=lintel", "--group=lintel", "--mode=0700", "/var/lib/lintel");
        debian.run("install", "--directory", "--owner=lintel", "--group=lintel", "--mode=0700", "/run/lintel");
        int port = freePort();
        Files.writeString(
                debian.file("/var/lib/lintel/controller.yaml"),
                "name: Gate\nhardware: board\nlisten: {https: " + port
                        + ", http: 0}\nchannels: []\nclock: {rtc: true}\n");
        Path notify = debian.file("/run/notify");
        Files.deleteIfExists(notify);
        Path failed = folder.resolve("failed");
        Process manager = new ProcessBuilder("socat", "-u", "UNIX-RECV:" + notify + ",mode=666", "STDOUT").start();
        try (BufferedReader told = manager.inputReader(StandardCharsets.UTF_8)) {
            while (!Files.exists(notify)) LockSupport.parkNanos(LOOK_NS);
            Process service = new ProcessBuilder(debian.command(
                            "NOTIFY_SOCKET=/run/notify",
                            "WATCHDOG_USEC=3000000",
                            "RUNTIME_DIRECTORY=/run/lintel",
                            "setpriv",
                            "--reuid=lintel",
                            "--regid=lintel",
                            "--init-groups",
                            "/usr/lib/lintel/bin/lintel",
                            "run"))
                    .redirectErrorStream(true)
                    .redirectOutput(failed.toFile())
                    .start();
            var _ = service.onExit().thenRun(manager::destroy);
            try {
                until(told, "READY=1", failed);
                assertThat(until(told, "STATUS=ready", failed)).contains("WATCHDOG=1");
                assertThat(debian.file("/run/lintel/starting"))
                        .as("the mark of a start")
                        .doesNotExist();
                assertThat(Programs.run("curl", "--silent", "--insecure", "https://localhost:" + port + "/health"))
                        .contains("ready");
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(debian.file(DATABASE))))
                        .isEqualTo("rw-------");
                assertThat(debian.run("stat", "--format=%U", DATABASE)).contains("lintel");
                service.children().forEach(ProcessHandle::destroy); // unshare itself would not hand it on
                until(told, "STOPPING=1", failed);
                assertThat(service.waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
            } finally {
                service.destroyForcibly().waitFor();
            }
        } finally {
            manager.destroyForcibly().waitFor();
        }
    }

    /// The lines up to the one that begins so. Whoever talks ends the manager with itself, so that nobody waits for
    /// more.
    private static List<String> until(BufferedReader told, String beginning, Path failed) throws IOException {
        var lines = new ArrayList<String>();
        for (String line = told.readLine(); line != null; line = told.readLine()) {
            lines.add(line);
            if (line.startsWith(beginning)) return lines;
            if (lines.size() == LINES_MAX) break;
        }
        throw new AssertionError(
                "it ended, or did not say " + beginning + ": " + lines + ": " + Files.readString(failed));
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
