package dev.lintel.controller.files;

import org.jspecify.annotations.Nullable;

/// The data folder cannot be used; the message is a sentence for the person at the terminal.
public final class DataFolderException extends RuntimeException implements TemporaryFault {
    private static final long serialVersionUID = 1L;

    private final boolean inUse;

    public DataFolderException(String message, @Nullable Throwable cause) {
        this(message, cause, false);
    }

    private DataFolderException(String message, @Nullable Throwable cause, boolean inUse) {
        super(message, cause);
        this.inUse = inUse;
    }

    static DataFolderException inUse(String message, @Nullable Throwable cause) {
        return new DataFolderException(message, cause, true);
    }

    /// Whether another process holds the folder: its doors are in good hands.
    public boolean inUse() {
        return inUse;
    }

    @Override
    public String forClient() {
        return "the disk takes no file; ask again later";
    }

    @Override
    public String forLog() {
        return String.valueOf(getMessage());
    }
}
