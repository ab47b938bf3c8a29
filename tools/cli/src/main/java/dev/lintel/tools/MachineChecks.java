package dev.lintel.tools;

import java.util.List;
import java.util.Set;

/// Java, processor and memory.
final class MachineChecks {
    private static final int JAVA = 25;
    /// A 512 MB board shows a little less: part of it is the graphics chip's.
    private static final long MEMORY_MB_MIN = 400;
    /// A running box takes up to 130 MB; below this the kernel starts to swap or kill.
    private static final long AVAILABLE_MB_MIN = 150;

    private MachineChecks() {}

    static List<Finding> all(KernelFiles files) {
        return List.of(java(), architecture(), memory(files));
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

    private static Finding memory(KernelFiles files) {
        long total = meminfoMb(files, "MemTotal:");
        long available = meminfoMb(files, "MemAvailable:");
        if (total < 0) return Finding.warn("memory", "unknown: no /proc/meminfo", "check by hand: 512 MB is enough");
        String found = available + " MB of " + total + " MB available";
        if (total < MEMORY_MB_MIN) return Finding.fail("memory", found, "use a board with 512 MB or more");
        if (available < AVAILABLE_MB_MIN) return Finding.warn("memory", found, "stop other programs on this board");
        return Finding.ok("memory", found);
    }

    private static long meminfoMb(KernelFiles files, String name) {
        for (String line : files.lines("proc/meminfo")) {
            if (line.startsWith(name)) return Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024;
        }
        return -1; // not Linux
    }
}
