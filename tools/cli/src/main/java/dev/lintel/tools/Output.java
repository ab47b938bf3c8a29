package dev.lintel.tools;

import dev.lintel.controller.json.Json;
import dev.lintel.controller.log.Printable;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Where a command's answer goes, as a sentence or, with `--json`, as one JSON object a line. Names and reasons come
/// from people and cards: what a terminal would take for a command is not printed.
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
        out.println(harmless(text));
        out.flush();
    }

    /// The same text for a terminal to show; several lines stay several.
    static String harmless(String text) {
        return Printable.lines(text);
    }

    /// A value inside a line, which cannot end it.
    static String inLine(@Nullable Object value) {
        return Printable.of(String.valueOf(value));
    }
}
