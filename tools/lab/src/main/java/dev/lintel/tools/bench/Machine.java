package dev.lintel.tools.bench;

import dev.lintel.controller.time.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The machine that figures belong to, and how busy it was when they were taken.
///
/// @param date ISO, UTC
/// @param load the load averages of 1, 5 and 15 minutes when the run began
record Machine(String cpu, int cores, long memoryMb, String kernel, String jdk, String date, String load) {
    static Machine here(Time time) {
        return new Machine(
                field("/proc/cpuinfo", "model name"),
                Runtime.getRuntime().availableProcessors(),
                kib("/proc/meminfo", "MemTotal") / 1024,
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"),
                System.getProperty("java.vm.name") + " " + Runtime.version(),
                time.now().toString(),
                loadNow());
    }

    String text() {
        return cpu + ", " + cores + " cores, " + memoryMb + " MB; " + kernel + "; " + jdk + "\n" + date + ", load "
                + load + "\n\n";
    }

    Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("cpu", cpu);
        json.put("cores", (long) cores);
        json.put("memory_mb", memoryMb);
        json.put("kernel", kernel);
        json.put("jdk", jdk);
        json.put("date", date);
        json.put("load", load);
        return json;
    }

    /// The load averages now, as the kernel writes them.
    static String loadNow() {
        List<String> lines = lines("/proc/loadavg");
        if (lines.isEmpty()) return "unknown";
        return lines.getFirst().replaceFirst("^(\\S+ \\S+ \\S+) .*", "$1");
    }

    /// A number of KiB from one of the kernel's tables of `Name:  N kB`; -1 when it is not there.
    static long kib(String file, String name) {
        String digits = field(file, name).replaceAll("[^0-9]", "");
        return digits.isEmpty() ? -1 : Long.parseLong(digits);
    }

    private static String field(String file, String name) {
        for (String line : lines(file)) {
            if (line.startsWith(name))
                return line.substring(line.indexOf(':') + 1).strip();
        }
        return "unknown";
    }

    private static List<String> lines(String file) {
        try {
            return Files.readAllLines(Path.of(file));
        } catch (IOException e) { // not Linux, or the process it tells of has ended
            return List.of();
        }
    }
}
