package dev.lintel.tools;

import dev.lintel.controller.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `lintel version`.
@Command(
        name = "version",
        description = "Shows the version of Lintel, Java and the machine.",
        mixinStandardHelpOptions = true)
final class VersionCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    CommandSpec spec;

    @Option(names = "--json", description = "Print one JSON object.")
    boolean json;

    @Override
    public Integer call() {
        Map<String, @Nullable Object> facts = new LinkedHashMap<>();
        facts.put("version", Version.text());
        facts.put("java", Runtime.version().toString());
        facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("arch", System.getProperty("os.arch"));
        var out = spec.commandLine().getOut();
        if (json) out.println(Json.write(facts));
        else {
            out.println("lintel " + facts.get("version"));
            out.println("Java " + facts.get("java") + " on " + facts.get("os") + " (" + facts.get("arch") + ")");
        }
        return 0;
    }
}
