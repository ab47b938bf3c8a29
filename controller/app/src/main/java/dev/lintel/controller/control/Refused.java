package dev.lintel.controller.control;

/// A command cannot be done as asked. The message is a sentence for the person at the terminal.
public final class Refused extends RuntimeException {
    /// The exit code of what cannot be done at all.
    public static final int FOR_GOOD = 1;
    /// The exit code of what may work another time as it was asked, for nobody answered: EX_TEMPFAIL of
    /// sysexits.h.
    public static final int FOR_NOW = 75;

    private static final long serialVersionUID = 1L;

    private final int exit;

    public Refused(String message) {
        this(message, FOR_GOOD);
    }

    private Refused(String message, int exit) {
        super(message);
        this.exit = exit;
    }

    /// It may work another time, as it was asked.
    public static Refused forNow(String message) {
        return new Refused(message, FOR_NOW);
    }

    /// The exit code that whoever asked is told.
    public int exit() {
        return exit;
    }
}
