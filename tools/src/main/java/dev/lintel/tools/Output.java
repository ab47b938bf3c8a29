package dev.lintel.tools;

import dev.lintel.controller.json.Json;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Where a command's answer goes, as a sentence or, with `--json`, as one JSON object a line. Names and reasons come
/// from people and cards: what a terminal would take for a command is not printed.
final class Output {
    /// Controls but the tab and the line's end, and marks that turn the direction of writing.
    private static final Pattern COMMANDS =
            Pattern.compile("[\\p{Cc}\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069&&[^\\t\\n]]");

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
        return COMMANDS.matcher(text).replaceAll("\uFFFD");
    }

    /// A value inside a line, which cannot end it.
    static String inLine(@Nullable Object value) {
        return harmless(String.valueOf(value).replace('\n', ' '));
    }
}
