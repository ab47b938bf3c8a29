package dev.lintel.controller.people;

/// What was sent is no image that this box takes; the message says why, in words for the log.
public final class ImageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ImageException(String why) {
        super(why, null, false, false);
    }
}
