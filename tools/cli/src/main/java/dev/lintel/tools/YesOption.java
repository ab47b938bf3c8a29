package dev.lintel.tools;

import java.util.Locale;
import picocli.CommandLine.Option;

/// Asks before something that cannot be taken back.
final class YesOption {
    /// Longer than any answer.
    private static final int ANSWER_MAX = 20;

    @Option(names = "--yes", description = "Do not ask.")
    boolean yes;

    /// Throws [CommandFailed] where nobody is there to be asked: before anything is begun.
    void needsSomebody() {
        if (!yes && !TerminalProgress.isTerminal()) throw new CommandFailed("nobody is here to be asked: say --yes");
    }

    /// Whether it may be done: `--yes`, or somebody at the terminal says so. Throws as [#needsSomebody()].
    boolean agreed(Output output, String question) {
        needsSomebody();
        if (yes) return true;
        output.spec.commandLine().getErr().print(Output.harmless(question) + " [y/N] ");
        output.spec.commandLine().getErr().flush();
        String answer = StandardInput.of(output.spec.commandLine(), ANSWER_MAX).next();
        return answer != null && answer.strip().toLowerCase(Locale.ROOT).matches("y|yes");
    }
}
