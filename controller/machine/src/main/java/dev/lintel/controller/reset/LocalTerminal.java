package dev.lintel.controller.reset;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Which terminal a process was started from, by the kernel's own word, and whether that is a part of the machine: a
/// screen with a keyboard, or a serial port. What comes by ssh, or from a program, has a pseudo terminal, or none.
public final class LocalTerminal {
    private static final int MAJOR_TTY = 4;
    private static final int MAJOR_AMA = 204;
    private static final int SERIAL_FROM = 64; // minor numbers: 0 to 63 are screens
    private static final int PSEUDO_FROM = 136;
    private static final int PSEUDO_TO = 143;
    private static final int SUDOS_MAX = 4;
    private static final int BYTE_BITS = 8;
    private static final int BYTE = 0xFF;

    private LocalTerminal() {}

    /// One line of `/proc/PID/stat`, as far as it matters here.
    private record Stat(String command, long parent, int major, int minor) {}

    /// `tty1`, `ttyS0` or `ttyAMA0`; null where the process has another terminal or none. `sudo` gives what it starts
    /// a pseudo terminal of its own: then its own counts.
    ///
    /// @param root of the machine: `/`, but for tests
    public static @Nullable String of(Path root, long pid) {
        Stat stat = stat(root, pid);
        for (int i = 0; i < SUDOS_MAX && stat != null && isPseudo(stat); i++) {
            Stat parent = stat(root, stat.parent);
            stat = parent != null && parent.command.equals("sudo") ? parent : null;
        }
        return stat == null ? null : name(stat);
    }

    /// Whether the process runs that command of Lintel's.
    public static boolean runs(Path root, long pid, String command) {
        try {
            String line = Files.readString(root.resolve("proc/" + pid + "/cmdline"), StandardCharsets.ISO_8859_1);
            return line.contains("lintel") && line.contains("\0" + command + "\0");
        } catch (IOException e) { // it has ended
            return false;
        }
    }

    private static boolean isPseudo(Stat stat) {
        return stat.major >= PSEUDO_FROM && stat.major <= PSEUDO_TO;
    }

    private static @Nullable String name(Stat stat) {
        if (stat.major == MAJOR_AMA && stat.minor >= SERIAL_FROM) return "ttyAMA" + (stat.minor - SERIAL_FROM);
        if (stat.major != MAJOR_TTY) return null;
        return stat.minor < SERIAL_FROM ? "tty" + stat.minor : "ttyS" + (stat.minor - SERIAL_FROM);
    }

    /// `PID (COMMAND) STATE PARENT GROUP SESSION TTY ...`; the command may have blanks and brackets in it.
    private static @Nullable Stat stat(Path root, long pid) {
        try {
            String line = Files.readString(root.resolve("proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
            int begin = line.indexOf('(');
            int end = line.lastIndexOf(')');
            if (begin < 0 || end < begin) return null;
            String[] rest = line.substring(end + 1).strip().split(" ", -1);
            int device = Integer.parseInt(rest[4]);
            int minor = (device & BYTE) | ((device >>> (BYTE_BITS + BYTE_BITS + BYTE_BITS - 4)) << BYTE_BITS);
            return new Stat(
                    line.substring(begin + 1, end), Long.parseLong(rest[1]), (device >>> BYTE_BITS) & 0xFFF, minor);
        } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException e) { // it has ended, or no Linux
            return null;
        }
    }
}
