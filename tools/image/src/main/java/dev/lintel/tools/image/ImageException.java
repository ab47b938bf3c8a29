package dev.lintel.tools.image;

/// Why no image could be made, written or found good, for whoever asked for it.
public final class ImageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ImageException(String message) {
        super(message);
    }

    public ImageException(String message, Throwable cause) {
        super(message, cause);
    }
}
