package dev.lintel.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/// Java, processor, memory and clock.
final class MachineChecks {
    private static final int JAVA = 25;
    /// A 512 MB board shows a little less: part of it is the graphics chip's.
    private static final long MEMORY_MB_MIN = 400;
    /// A running box takes up to 130 MB; below this the kernel starts to swap or kill.
    private static final long AVAILABLE_MB_MIN = 150;

    private MachineChecks() {}

    static List<Finding> all() {
        return List.of(java(), architecture(), memory(), clock());
    }

    private static Finding java() {
        String found = "Java " + Runtime.version();
        if (Runtime.version().feature() >= JAVA) return Finding.ok("java", found);
        return Finding.fail("java", found, "Lintel needs Java 25: set LINTEL_JAVA_HOME to one");
    }

    private static Finding architecture() {
        String found = System.getProperty("os.name") + " on " + System.getProperty("os.arch");
        if (!System.getProperty("os.name").equals("Linux")) {
            return Finding.warn("machine", found, "only simulated hardware works here: a board runs Linux");
        }
        if (Set.of("amd64", "aarch64").contains(System.getProperty("os.arch"))) return Finding.ok("machine", found);
        return Finding.warn("machine", found, "Lintel is built and tested for amd64 and arm64 only");
    }

    private static Finding memory() {
        long total = meminfoMb("MemTotal:");
        long available = meminfoMb("MemAvailable:");
        if (total < 0) return Finding.warn("memory", "unknown: no /proc/meminfo", "check by hand: 512 MB is enough");
        String found = available + " MB of " + total + " MB available";
        if (total < MEMORY_MB_MIN) return Finding.fail("memory", found, "use a board with 512 MB or more");
        if (available < AVAILABLE_MB_MIN) return Finding.warn("memory", found, "stop other programs on this board");
        return Finding.ok("memory", found);
    }

    private static long meminfoMb(String name) {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/meminfo"))) {
                if (line.startsWith(name)) return Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024;
            }
        } catch (IOException e) { // not Linux
            return -1;
        }
        return -1;
    }

    /// systemd-timesyncd leaves a file when it has synchronised; the kernel's own word on it needs a system call.
    private static Finding clock() {
        if (Files.exists(Path.of("/run/systemd/timesync/synchronized"))) {
            return Finding.ok("clock", "synchronised by systemd-timesyncd");
        }
        for (String server : List.of("/run/chrony", "/run/chrony-helper", "/run/ntpd.pid", "/run/openntpd.pid")) {
            if (Files.exists(Path.of(server)))
                return Finding.ok("clock", "a time server's client runs (" + server + ")");
        }
        return Finding.warn(
                "clock",
                "nothing tells that it is synchronised",
                "shifts and validity dates follow this clock: turn on systemd-timesyncd, chrony or an RTC");
    }
}
