package dev.lintel.tools.pack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The Debian package on Debian 12, which is older than the Debian that its Java runtime comes from: installed by apt
/// into a clean system, which then starts with its own systemd in a container. Needs root and a network.
@Tag("slow")
class Debian12Test {
    /// Runs in the container once the service is ready, and ends the container.
    private static final String CHECK = """
            #!/bin/bash
            exec >/checked 2>&1
            finish() { systemctl poweroff --no-block; }
            trap finish EXIT
            systemctl --version | head -n 1
            echo "service $(systemctl is-active lintel.service)"
            echo "status $(systemctl show --property=StatusText --value lintel.service)"
            echo "health $(curl --silent --insecure https://localhost:@PORT@/health)"
            echo "doctor $(lintel doctor --json 2>&1 | tr '\\n' ' ')"
            "$(readlink -f /usr/lib/lintel)/jre/bin/java" -version
            journalctl --boot --no-pager | grep -i 'unknown key\\|unknown section\\|unknown lvalue' &&
                echo "settings ignored"

            # Starts that cannot work, and what systemd and pause-starts make of them.
            broken=/run/systemd/system/lintel.service.d/broken.conf
            mkdir -p "${broken%/*}"
            printf '[Service]\\nEnvironment=LINTEL_JAVA_OPTS=-XX:NoSuchOption\\n' >"$broken"
            systemctl daemon-reload
            systemctl restart --no-block lintel.service
            timeout 120 journalctl --follow --lines=all --unit=lintel.service |
                grep --max-count=1 'waiting 4 s: 3 starts'
            rm "$broken"
            systemctl daemon-reload
            systemctl restart lintel.service
            echo "again $(systemctl is-active lintel.service)"
            echo "failed starts: $(ls /run/lintel | grep --count failed-starts)"
            kill -KILL "$(systemctl show --property=MainPID --value lintel.service)"
            timeout 120 bash -c 'until [ "$(systemctl show --property=NRestarts --value lintel.service)" = 1 ] &&
                systemctl --quiet is-active lintel.service; do sleep 1; done'
            echo "after a kill $(systemctl is-active lintel.service)"
            echo "waits: $(journalctl --boot --no-pager --unit=lintel.service |
                grep --count 'waiting .* starts did not work')"
            """;

    private static final String UNIT = """
            [Unit]
            After=lintel.service
            [Service]
            Type=oneshot
            ExecStart=/check
            TimeoutStartSec=10min
            [Install]
            WantedBy=multi-user.target
            """;

    /// Not in the time that the test itself may take.
    @BeforeAll
    static void pack() {
        assertThat(Packed.all()).isNotEmpty();
    }

    @TempDir
    Path folder;

    @Test
    @Timeout(value = 25, unit = TimeUnit.MINUTES)
    void packageInstallsAndRunsOnDebian12() throws Exception {
        Assumptions.assumeTrue(Programs.run("id", "--user").strip().equals("0"), "only root installs packages");
        Programs.require("systemd-nspawn", "systemd-container");
        Path deb = Packed.of(Arch.host()).deb();
        try (Chroot debian = Chroot.of("bookworm", folder.resolve("debian"))) {
            Files.copy(deb, debian.file("/tmp/lintel.deb"));
            debian.run("apt-get", "-qq", "update");
            debian.run(
                    "apt-get",
                    "-qq",
                    "install",
                    "--yes",
                    "--no-install-recommends",
                    "/tmp/lintel.deb",
                    "curl",
                    "systemd-sysv");
            for (String unit : List.of("lintel.service", "lintel-cache.service", "lintel-system.path")) {
                assertThat(debian.run("systemd-analyze", "verify", "/usr/lib/systemd/system/" + unit))
                        .isEmpty();
            }
            int port = freePort();
            prepare(debian, port);
            Programs.run(
                    "systemd-nspawn",
                    "--register=no",
                    "--keep-unit",
                    "--console=pipe",
                    "--directory=" + debian.root,
                    "--boot");
            String checked = Files.readString(debian.file("/checked"));
            System.out.println(checked);
            assertThat(checked)
                    .contains("systemd 252", "service active", "status ready")
                    .containsPattern("health .*\"status\":\"ready\"")
                    .doesNotContain("settings ignored")
                    .contains(Packed.of(Arch.host()).java())
                    .contains("again active", "failed starts: 0", "after a kill active", "waits: 3");
        }
    }

    private static void prepare(Chroot debian, int port) throws IOException {
        debian.run("install", "--directory", "--owner=lintel", "--group=lintel", "--mode=0700", "/var/lib/lintel");
        Files.writeString(
                debian.file("/var/lib/lintel/controller.yaml"),
                "name: Gate\nhardware: board\nlisten: {https: " + port
                        + ", http: 0}\nchannels: []\nclock: {rtc: true}\n");
        Files.writeString(debian.file("/check"), CHECK.replace("@PORT@", Integer.toString(port)));
        Files.setPosixFilePermissions(debian.file("/check"), PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(debian.file("/etc/systemd/system/check.service"), UNIT);
        debian.run("systemctl", "enable", "check.service");
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
