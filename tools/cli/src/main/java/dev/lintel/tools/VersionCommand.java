package dev.lintel.tools;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `lintel version`.
@Command(
        name = "version",
        description = "Shows the version of Lintel, Java and the machine.",
        mixinStandardHelpOptions = true)
final class VersionCommand implements Callable<Integer> {
    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        Map<String, @Nullable Object> facts = new LinkedHashMap<>();
        facts.put("version", Version.text());
        facts.put("java", Runtime.version().toString());
        facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("arch", System.getProperty("os.arch"));
        output.print(
                facts,
                all -> "lintel " + all.get("version") + ", Java " + all.get("java") + " on " + all.get("os") + " ("
                        + all.get("arch") + ")");
        return 0;
    }
}
