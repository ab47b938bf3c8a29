package dev.lintel.controller.peoplefile;

/// A file as a whole is refused. The message is a sentence for whoever has it.
public final class PeopleFileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public PeopleFileException(String message) {
        super(message);
    }
}
