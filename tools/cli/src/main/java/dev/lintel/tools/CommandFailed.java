package dev.lintel.tools;

import dev.lintel.controller.control.Refused;

/// A command was refused or failed: its message goes to standard error as it is, the exit code is 1, but
/// for commands that tell what may work another time (see [#told]).
final class CommandFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean forNow;
    private final int exit;

    CommandFailed(String message) {
        this(message, false, Refused.FOR_GOOD);
    }

    private CommandFailed(String message, boolean forNow, int exit) {
        super(message);
        this.forNow = forNow;
        this.exit = exit;
    }

    /// Nobody answered, or nobody could: the very same may work another time.
    static CommandFailed forNow(String message) {
        return new CommandFailed(message, true, Refused.FOR_GOOD);
    }

    /// The same, of a command whose exit code tells what may work another time.
    CommandFailed told() {
        return new CommandFailed(String.valueOf(getMessage()), forNow, forNow ? Refused.FOR_NOW : Refused.FOR_GOOD);
    }

    int exit() {
        return exit;
    }
}
