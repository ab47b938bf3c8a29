package dev.lintel.controller.people;

import java.io.IOException;

/// The folder of images cannot be read or written: the disk is full, read-only or gone.
public final class ImageShelfException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ImageShelfException(String what, IOException cause) {
        super(what + ": " + cause.getMessage(), cause);
    }
}
