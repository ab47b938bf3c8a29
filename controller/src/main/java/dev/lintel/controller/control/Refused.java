package dev.lintel.controller.control;

/// A command cannot be done as asked. The message is a sentence for the person at the terminal.
public final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Refused(String message) {
        super(message);
    }
}
