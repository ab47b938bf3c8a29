package dev.lintel.controller.people;

/// An image could not be fetched; the message says why, in words for the log. It never holds what the other side said.
final class FetchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean again;

    /// @param again whether it may be there another time
    FetchException(String why, boolean again) {
        super(why, null, false, false);
        this.again = again;
    }

    boolean again() {
        return again;
    }
}
