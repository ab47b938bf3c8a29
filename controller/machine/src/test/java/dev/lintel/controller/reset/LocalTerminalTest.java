package dev.lintel.controller.reset;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalTerminalTest {
    @TempDir
    Path root;

    private void process(int pid, String command, int parent, int device) throws IOException {
        Path folder = Files.createDirectories(root.resolve("proc/" + pid));
        Files.writeString(
                folder.resolve("stat"),
                pid + " (" + command + ") S " + parent + " " + pid + " " + pid + " " + device + " " + pid
                        + " 4194304 0\n");
    }

    /// Devices as the kernel's `proc(5)` has them: minor in bits 31 to 20 and 7 to 0, major in 15 to 8.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1025   | tty1      # 4:1, a screen
            1031   | tty7
            1088   | ttyS0     # 4:64
            52288  | ttyAMA0   # 204:64
            34816  |           # 136:0, ssh and every other program that plays a terminal
            35071  |           # 136:255
            1083649|           # 137:0 of minor 256 on
            0      |           # a service, cron
            1281   |           # 5:1, /dev/console: whatever the kernel was told
            58624  |           # 229:0, of a virtual machine
            """)
    void onlyAScreenOrASerialPortIsPartOfTheBox(int device, String comes) throws IOException {
        process(40, "java", 30, device);
        process(30, "sshd", 1, 0);
        String name = comes == null ? "" : comes.replaceAll("#.*", "").strip();
        assertThat(LocalTerminal.of(root, 40)).isEqualTo(name.isEmpty() ? null : name);
    }

    @Test
    void sudosOwnPseudoTerminalIsSeenThrough() throws IOException {
        process(50, "java", 45, 34816);
        process(45, "sudo", 44, 34816);
        process(44, "sudo", 40, 1025);
        assertThat(LocalTerminal.of(root, 50)).isEqualTo("tty1");
        process(44, "sudo", 40, 34817); // somebody came by ssh
        process(40, "bash", 39, 34817);
        assertThat(LocalTerminal.of(root, 50)).isNull();
        process(60, "java", 61, 34816); // a terminal's program with a screen is no sudo
        process(61, "odd (sudo) ", 1, 1025);
        assertThat(LocalTerminal.of(root, 60)).isNull();
        assertThat(LocalTerminal.of(root, 999)).isNull();
    }

    @Test
    void theCommandIsAskedOfTheKernelToo() throws IOException {
        process(70, "java", 1, 1025);
        Files.writeString(root.resolve("proc/70/cmdline"), "java\0-jar\0/usr/lib/lintel/lintel.jar\0reset\0--all\0");
        assertThat(LocalTerminal.runs(root, 70, "reset")).isTrue();
        Files.writeString(root.resolve("proc/70/cmdline"), "/sbin/agetty\0tty1\0");
        assertThat(LocalTerminal.runs(root, 70, "reset")).isFalse();
    }
}
