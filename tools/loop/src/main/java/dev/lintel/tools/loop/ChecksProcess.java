package dev.lintel.tools.loop;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// Runs [Checks] in its own JVM while tests run.
final class ChecksProcess {
    /// What Error Prone and the formatter need of the compiler.
    private static final List<String> INTERNALS =
            List.of("api", "code", "comp", "file", "main", "model", "parser", "processing", "tree", "util");

    /// The JVM's optimising compiler costs more processor time than it saves, and tests need that time: 129 s with it
    /// and 99 s without, for the 1,600 sources of `controller`, measured side by side.
    private static final String FIRST_COMPILER_ONLY = "-XX:TieredStopAtLevel=1";

    /// A large young generation, in large pages: 76 s of processor time without, 68 s with it, for the sources of
    /// `controller` without its tests, measured side by side.
    private static final List<String> HEAP =
            List.of("-XX:+UseSerialGC", "-Xms1g", "-Xmn700m", "-Xmx2g", "-XX:+UseTransparentHugePages");

    private static final String OUT_OF_MEMORY = "; 3 and 137 mean that it lacked memory: it needs 2 GB";

    private ChecksProcess() {}

    /// @param passed whether nothing was found
    /// @param text what was found
    /// @param durationNs how long it took
    record Found(boolean passed, String text, long durationNs) {}

    /// Checks these source sets; waits for the end.
    static Found check(Path root, Collection<SourceSet> sets) {
        var arguments = new ArrayList<>(List.of("check", root.toString()));
        sets.forEach(set -> arguments.add(Checks.name(set)));
        return run(arguments);
    }

    static Found format(Path root) {
        return run(List.of("format", root.toString()));
    }

    private static Found run(List<String> arguments) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(HEAP);
        command.addAll(List.of(FIRST_COMPILER_ONLY, "-XX:-UsePerfData", "-XX:+ExitOnOutOfMemoryError"));
        for (String name : INTERNALS) {
            command.add("--add-opens=jdk.compiler/com.sun.tools.javac." + name + "=ALL-UNNAMED");
            command.add("--add-exports=jdk.compiler/com.sun.tools.javac." + name + "=ALL-UNNAMED");
        }
        command.add("--sun-misc-unsafe-memory-access=allow");
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Checks.class.getName()));
        command.addAll(arguments);
        long startNs = System.nanoTime();
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            Thread end = Thread.ofPlatform().name("end-of-checks").unstarted(process::destroyForcibly);
            Runtime.getRuntime().addShutdownHook(end); // when the run is stopped, the checks stop too
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int exit = process.waitFor();
            Runtime.getRuntime().removeShutdownHook(end);
            if (exit > 1) text += "\nthe process of the checks ended with exit code " + exit + OUT_OF_MEMORY;
            return new Found(exit == 0, text.strip(), System.nanoTime() - startNs);
        } catch (IOException e) {
            throw new LoopException("the checks could not be started: " + e.getMessage());
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while the checks run", e);
        }
    }
}
