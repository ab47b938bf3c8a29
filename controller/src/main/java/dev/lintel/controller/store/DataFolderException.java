package dev.lintel.controller.store;

import org.jspecify.annotations.Nullable;

/// The data folder cannot be used; the message is a sentence for the person at the terminal.
public final class DataFolderException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public DataFolderException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
