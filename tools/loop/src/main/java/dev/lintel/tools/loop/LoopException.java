package dev.lintel.tools.loop;

/// The loop cannot continue. The message is one or more complete sentences for the person at the terminal.
final class LoopException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// The exit code for wrong usage; 1 otherwise.
    static final int USAGE = 2;

    private final int exit;

    LoopException(String message) {
        this(1, message);
    }

    LoopException(int exit, String message) {
        super(message);
        this.exit = exit;
    }

    int exit() {
        return exit;
    }
}
