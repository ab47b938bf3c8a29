package dev.lintel.reader.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// On real sockets; socat is the service manager.
class NotifySocketTest {
    private static final int ECONNREFUSED = 111;
    private static final int ENOENT = 2;

    @TempDir
    Path folder;

    /// What socat hears at `address`, once it says that it listens.
    private static Process hear(String address, Path said) throws Exception {
        Process socat = new ProcessBuilder("socat", "-u", "-d", "-d", address, "STDOUT")
                .redirectError(said.toFile())
                .start();
        while (!Files.readString(said).contains("starting data transfer")) {
            if (!socat.isAlive()) throw new AssertionError(Files.readString(said));
            Thread.onSpinWait();
        }
        return socat;
    }

    @Test
    void linesReachASocketWithAPath() throws Exception {
        Path path = folder.resolve("notify");
        heardAt("UNIX-RECV:" + path, path.toString());
    }

    @Test
    void linesReachAnAbstractSocket() throws Exception {
        String name = "lintel-test-" + ProcessHandle.current().pid();
        heardAt("ABSTRACT-RECV:" + name, "@" + name);
    }

    private void heardAt(String address, String name) throws Exception {
        NotifySocket socket = Objects.requireNonNull(NotifySocket.of(name));
        Process socat = hear(address, folder.resolve("said"));
        try (BufferedReader heard = socat.inputReader(StandardCharsets.UTF_8)) {
            assertThat(socket.tell("READY=1\nSTATUS=two doors, und eine Tür\n")).isTrue();
            assertThat(heard.readLine()).isEqualTo("READY=1");
            assertThat(heard.readLine()).isEqualTo("STATUS=two doors, und eine Tür");
            for (int i = 0; i < 2_000; i++) {
                assertThat(socket.tell("WATCHDOG=1\n")).isTrue();
                assertThat(heard.readLine()).isEqualTo("WATCHDOG=1");
            }
        } finally {
            socat.destroyForcibly().waitFor();
        }
        assertThatThrownBy(() -> socket.tell("STOPPING=1\n"))
                .isInstanceOfSatisfying(
                        LinuxException.class, e -> assertThat(e.errno()).isIn(ECONNREFUSED, ENOENT))
                .hasMessageContaining(name);
    }

    @Test
    void aManagerThatTakesNothingKeepsNobodyWaiting() throws Exception {
        Path path = folder.resolve("notify");
        NotifySocket socket = Objects.requireNonNull(NotifySocket.of(path.toString()));
        Process socat = hear("UNIX-RECV:" + path, folder.resolve("said"));
        try {
            new ProcessBuilder("kill", "-STOP", Long.toString(socat.pid()))
                    .start()
                    .waitFor();
            int taken = 0;
            while (taken < 100_000 && socket.tell("WATCHDOG=1\n")) taken++;
            assertThat(taken).as("what the kernel holds for it").isBetween(1, 10_000);
        } finally {
            socat.destroyForcibly().waitFor();
        }
    }

    @Test
    void namesAreTakenOrRefusedInWords() {
        assertThat(NotifySocket.of(null)).isNull();
        assertThat(NotifySocket.of("")).isNull();
        assertThat(NotifySocket.of("vsock:2:1234")).isNull();
        assertThat(NotifySocket.of("relative")).isNull();
        assertThat(NotifySocket.of("/" + "x".repeat(106))).isNotNull();
        assertThatThrownBy(() -> NotifySocket.of("/" + "x".repeat(107))).hasMessageContaining("NOTIFY_SOCKET");
        assertThat(NotifySocket.of("@" + "x".repeat(107))).isNotNull();
        assertThatThrownBy(() -> NotifySocket.of("@" + "x".repeat(108))).hasMessageContaining("NOTIFY_SOCKET");
        assertThatThrownBy(() -> NotifySocket.of("@")).hasMessageContaining("NOTIFY_SOCKET");
        NotifySocket socket = Objects.requireNonNull(NotifySocket.of("/nobody/is/here"));
        assertThatThrownBy(() -> socket.tell("x".repeat(5_000))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> socket.tell("READY=1\n"))
                .isInstanceOfSatisfying(
                        LinuxException.class, e -> assertThat(e.errno()).isEqualTo(ENOENT));
    }
}
