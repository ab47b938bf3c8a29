package dev.lintel.tools;

/// A command was refused or failed: its message goes to standard error as it is, the exit code is 1.
final class CommandFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CommandFailed(String message) {
        super(message);
    }
}
