package dev.lintel.controller.people;

import dev.lintel.controller.files.TemporaryFault;
import java.io.IOException;

/// The folder of images cannot be read or written: the disk is full, read-only or gone.
public final class ImageShelfException extends RuntimeException implements TemporaryFault {
    private static final long serialVersionUID = 1L;

    ImageShelfException(String what, IOException cause) {
        super(what + ": " + cause.getMessage(), cause);
    }

    @Override
    public String forClient() {
        return "images cannot be kept now; ask again later";
    }

    @Override
    public String forLog() {
        return String.valueOf(getMessage());
    }
}
