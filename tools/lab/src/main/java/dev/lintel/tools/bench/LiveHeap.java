package dev.lintel.tools.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a JVM holds after a full collection, by the JDK's `jcmd`. Main thread.
final class LiveHeap {
    private static final Pattern TOTAL = Pattern.compile("Total +[0-9]+ +([0-9]+)");
    private static final double KIB = 1024;

    private LiveHeap() {}

    /// Throws [BenchException] where it cannot be asked.
    static double kib(long pid) {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        try {
            Process asked = new ProcessBuilder(jcmd.toString(), Long.toString(pid), "GC.class_histogram")
                    .redirectErrorStream(true)
                    .start();
            String said = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            Matcher total = TOTAL.matcher(said);
            if (!total.find()) throw new BenchException("the heap of process " + pid + " is not known: " + said);
            return Long.parseLong(total.group(1)) / KIB;
        } catch (IOException e) {
            throw new BenchException("jcmd cannot be started", e);
        }
    }
}
