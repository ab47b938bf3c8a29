package dev.lintel.controller.store;

import org.jspecify.annotations.Nullable;

/// A statement or the database file failed; the message holds what was tried. Values bound to it are not in it: they
/// may be secrets.
public final class StoreException extends RuntimeException {
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

    /// Whether the disk may be at fault, so that the same may succeed later.
    public boolean isOfDisk() {
        return reason == Reason.CORRUPT || reason == Reason.DISK || reason == Reason.REFUSED;
    }
}
