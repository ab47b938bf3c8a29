package dev.lintel.controller.store;

import dev.lintel.controller.files.TemporaryFault;
import org.jspecify.annotations.Nullable;

/// A statement or the database file failed; the message holds what was tried. Values bound to it are not in it: they
/// may be secrets.
public final class StoreException extends RuntimeException implements TemporaryFault {
    private static final long serialVersionUID = 1L;

    /// What the caller may do about it.
    public enum Reason {
        /// A unique index or another constraint refused the row.
        CONSTRAINT,
        /// No room on the disk.
        FULL,
        /// The file is not a database, or pages of it are damaged. Not sure: SQLite says the same where
        /// the disk failed to give a page (EIO, ENXIO), which may succeed the next time.
        CORRUPT,
        /// The disk gives or takes nothing: it fails, is gone, or is mounted read-only.
        DISK,
        /// The box refuses changes: its database is in memory only, or its folder cannot be used. The message says why
        /// to users.
        REFUSED,
        /// The file is not there, though what lies beside it shows that there was one.
        GONE,
        /// The file was written by a newer version, or by a build between two versions whose tables are others.
        NEWER,
        /// The store is closed.
        CLOSED,
        /// The work takes more memory than is left.
        MEMORY,
        /// Anything else the disk or SQLite reports.
        OTHER
    }

    private final Reason reason;

    public StoreException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }

    @Override
    public @Nullable String forClient() {
        return switch (reason) {
            case FULL -> "there is no room on the disk; ask again when there is";
            case REFUSED -> getMessage() + "; ask again later";
            case DISK, CORRUPT -> "the disk fails; ask again later";
            case CLOSED -> "what is kept cannot be read now; ask again later";
            case MEMORY -> "there is too little memory just now";
            case CONSTRAINT, GONE, NEWER, OTHER -> null;
        };
    }

    @Override
    public String forLog() {
        return switch (reason) {
            case FULL -> "no room on the disk";
            case MEMORY -> "too little memory";
            default -> String.valueOf(getMessage());
        };
    }

    @Override
    public int retryS() {
        return reason == Reason.MEMORY ? MEMORY_RETRY_S : DISK_RETRY_S;
    }

    /// Whether the disk may be at fault, so that the same may succeed later.
    public boolean isOfDisk() {
        return reason == Reason.CORRUPT || reason == Reason.DISK || reason == Reason.REFUSED;
    }
}
