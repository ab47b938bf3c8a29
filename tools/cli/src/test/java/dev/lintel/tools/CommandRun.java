package dev.lintel.tools;

import dev.lintel.controller.json.Json;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A command of the command line as it ended, run inside the test's process: only `run` needs one of its own. For
/// the tests of this module; any thread.
///
/// @param exit the exit code
/// @param out what went to standard output
/// @param err what went to standard error
public record CommandRun(int exit, String out, String err) {
    public static CommandRun of(String... arguments) {
        return withInput("", arguments);
    }

    /// The same with `input` on its standard input.
    public static CommandRun withInput(String input, String... arguments) {
        return withInput(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), arguments);
    }

    /// The same for what is typed meanwhile.
    static CommandRun withInput(InputStream in, String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        int exit = CommandLines.execute(in, new PrintWriter(out, true), new PrintWriter(err, true), arguments);
        return new CommandRun(exit, out.toString(), err.toString());
    }

    /// The one JSON object that was printed. Throws `JsonException` when it was anything else.
    public Map<String, @Nullable Object> json() {
        return Json.parseObject(out);
    }
}
