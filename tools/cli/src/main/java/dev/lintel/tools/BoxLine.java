package dev.lintel.tools;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/// A line that a running box has and does work on for a tool: it lends its bus meanwhile. Main thread.
final class BoxLine {
    private final ControlClient box;
    private final CommandSpec spec;
    private final TerminalProgress progress;

    /// Each answer of a work but what is shown here: `found` and `ended`.
    @FunctionalInterface
    interface Answers {
        void on(String type, Map<String, @Nullable Object> answer);
    }

    private BoxLine(ControlClient box, CommandSpec spec) {
        this.box = box;
        this.spec = spec;
        this.progress = new TerminalProgress(spec);
    }

    /// Null where no box runs on that folder, or none that has the port: then the port is the tool's own.
    static @Nullable BoxLine of(Path data, String port, CommandSpec spec) {
        var box = new ControlClient(data);
        if (!box.runs()) return null;
        var has = box.askOne(Map.of("command", "osdp port", "port", port));
        return has.get("port") == null ? null : new BoxLine(box, spec);
    }

    /// Has the box do it; `request` without its command's name.
    void work(String command, Map<String, ? extends @Nullable Object> request, Answers answers) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(request);
        all.put("command", command);
        try {
            box.ask(all, answer -> {
                String type = String.valueOf(answer.get("type"));
                switch (type) {
                    case "begun" ->
                        say("the box on " + box.dataFolder() + " runs and does it: its bus " + answer.get("bus")
                                + " lends its line meanwhile");
                    case "note" -> say(String.valueOf(answer.get("words")));
                    case "at" -> progress.show(answer.get("percent") + " %  " + answer.get("doing"));
                    default -> {
                        progress.clear();
                        answers.on(type, answer);
                    }
                }
            });
        } finally {
            progress.clear();
        }
    }

    private void say(String words) {
        progress.clear();
        PrintWriter err = spec.commandLine().getErr();
        err.println("lintel: " + Output.inLine(words));
        err.flush();
    }
}
