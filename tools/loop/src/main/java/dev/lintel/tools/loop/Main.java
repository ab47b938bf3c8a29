package dev.lintel.tools.loop;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The loop's commands, called by the launcher with the project's folder and whether its output is a terminal (`true`):
/// `ROOT TERMINAL compile`, `ROOT TERMINAL test OPTION...`, `ROOT TERMINAL format`.
final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        Path root = Path.of(arguments[0]);
        String command = arguments[2];
        List<String> options = List.of(arguments).subList(3, arguments.length);
        var output = new Output(System.out, Boolean.parseBoolean(arguments[1]));
        int exit;
        try {
            exit = switch (command) {
                case "compile" -> compile(root, output);
                case "format" -> format(root, output);
                case "test" -> new TestRun(root, output).run(TestOptions.parse(options));
                default -> throw new LoopException(LoopException.USAGE, "unknown command '" + command + "'");
            };
        } catch (LoopException e) {
            output.line(String.valueOf(e.getMessage()));
            exit = e.exit();
        } catch (UncheckedIOException e) { // a full disk, or a file that the user may not read
            output.line("lintel: " + e.getCause());
            exit = 1;
        }
        System.exit(exit);
    }

    private static int compile(Path root, Output output) {
        var workspace = new Workspace(root);
        var mains = new ArrayList<SourceSet>();
        for (String module : workspace.modules()) mains.add(workspace.main(module));
        new Build(workspace, output).compile(mains);
        return 0;
    }

    private static int format(Path root, Output output) {
        ChecksProcess.Found found = ChecksProcess.format(root);
        output.line(found.text());
        return found.passed() ? 0 : 1;
    }
}
