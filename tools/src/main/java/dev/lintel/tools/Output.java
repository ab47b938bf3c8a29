package dev.lintel.tools;

import dev.lintel.controller.json.Json;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Where a command's answer goes, as a sentence or, with `--json`, as one JSON object a line.
final class Output {
    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    CommandSpec spec;

    @Option(names = "--json", description = "Print JSON, one object a line.")
    boolean json;

    /// Prints `answer`: as it is for `--json`, else what `sentence` makes of it.
    void print(Map<String, @Nullable Object> answer, Function<Map<String, @Nullable Object>, String> sentence) {
        line(json ? Json.write(answer) : sentence.apply(answer));
    }

    void line(String text) {
        var out = spec.commandLine().getOut();
        out.println(text);
        out.flush();
    }
}
