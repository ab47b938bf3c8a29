package dev.lintel.tools.pack;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Runs the programs of others. What they print is kept, and shown only where they fail.
public final class Programs {
    /// A program that fails says why in its last lines.
    private static final int LINES_SHOWN = 12;

    private Programs() {}

    /// Throws [PackException] that names Debian's package where `program` is not there.
    public static void require(String program, String debianPackage) {
        for (String folder : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
            if (!folder.isEmpty() && Files.isExecutable(Path.of(folder, program))) return;
        }
        throw new PackException(program + " is not installed: apt install " + debianPackage);
    }

    /// Runs it to its end and returns what it printed. Throws [PackException] where it fails.
    public static String run(String... command) {
        return run(Map.of(), List.of(command));
    }

    /// The same with more variables.
    public static String run(Map<String, String> environment, List<String> command) {
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        try {
            Process process = builder.start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int code = process.waitFor();
            if (code != 0) throw new PackException(command.getFirst() + " failed (" + code + "): " + lastLines(said));
            return said;
        } catch (IOException e) {
            throw new PackException(command.getFirst() + " cannot be run: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PackException(command.getFirst() + " was interrupted", e);
        }
    }

    private static String lastLines(String said) {
        List<String> lines = said.lines().filter(line -> !line.isBlank()).toList();
        return lines.subList(Math.max(0, lines.size() - LINES_SHOWN), lines.size()).stream()
                .collect(Collectors.joining(System.lineSeparator()));
    }
}
