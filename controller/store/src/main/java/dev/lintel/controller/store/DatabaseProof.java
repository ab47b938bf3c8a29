package dev.lintel.controller.store;

import dev.lintel.controller.files.FileIdentity;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// Proves whether a database in use is damaged, after an operation on it failed as if it were. SQLite reports a page
/// that the disk did not give (EIO) as damage, so its word alone proves nothing:
///
/// ```
///   there is no such file in the folder          -> MISSING     somebody took it away: that is no damage
///   the files cannot be read to their end        -> UNREADABLE  the disk's fault
///   they cannot, and the path leads to others    -> BACK        the disk was removed and is mounted again
///   they can, and SQLite's check finds nothing   -> SOUND
///   they can before and after, and it does find  -> DAMAGED
///   they can, and the check ends otherwise       -> UNDECIDED  no memory, a disk that takes no index of the log
/// ```
///
/// One thread, which waits for the disk. Close it after the database: closing a file drops the locks that the process
/// has on it.
public final class DatabaseProof implements AutoCloseable {
    private static final int CHUNK_BYTES = 1 << 20;

    private final Path file;
    private @Nullable RandomAccessFile raw;
    private @Nullable FileIdentity identity;

    /// Opens the file at once, where it is there: so it can be read to its end even where somebody takes it away.
    public DatabaseProof(Path file) {
        this.file = file;
        try {
            raw = new RandomAccessFile(file.toFile(), "r");
            identity = FileIdentity.of(file);
        } catch (IOException e) {
            raw = null; // each look tries again
        }
    }

    /// How a file is.
    public enum Verdict {
        SOUND,
        MISSING,
        UNREADABLE,
        BACK,
        DAMAGED,
        UNDECIDED
    }

    /// What a look found, in words as well.
    ///
    /// @param words what is wrong; empty when sound
    public record Proof(Verdict verdict, String words) {}

    /// Looks at what decisions read, on a connection of its own.
    ///
    /// @param whole at every page and index: takes minutes for years of events
    public Proof look(boolean whole) {
        Proof found = lookAtFile(whole);
        boolean missing = found.verdict != Verdict.SOUND && isMissing(); // after the look: it may go during one
        if (missing) return new Proof(Verdict.MISSING, file.getFileName() + " is not in its folder");
        if (found.verdict == Verdict.UNREADABLE && isAnother())
            return new Proof(Verdict.BACK, "the disk was taken away, and is mounted again");
        return found;
    }

    private boolean isAnother() {
        FileIdentity now = FileIdentity.of(file);
        return identity != null && now != null && !now.equals(identity);
    }

    /// Only where the file system says so: a disk that fails says something else.
    private boolean isMissing() {
        try {
            Files.getLastModifiedTime(file);
            return false;
        } catch (NoSuchFileException e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private Proof lookAtFile(boolean whole) {
        String unreadable = unreadable();
        if (unreadable != null) return new Proof(Verdict.UNREADABLE, unreadable);
        String found;
        try {
            found = DecisionTables.fault(file);
            if (found == null && whole) found = wholeFault();
        } catch (StoreException e) {
            if (e.reason() != StoreException.Reason.CORRUPT) {
                unreadable = unreadable();
                if (unreadable != null) return new Proof(Verdict.UNREADABLE, unreadable);
                return new Proof(Verdict.UNDECIDED, String.valueOf(e.getMessage()));
            }
            found = String.valueOf(e.getMessage());
        }
        if (found == null) return new Proof(Verdict.SOUND, "");
        unreadable = unreadable();
        if (unreadable != null) return new Proof(Verdict.UNREADABLE, unreadable);
        return new Proof(Verdict.DAMAGED, found);
    }

    private @Nullable String wholeFault() {
        try (Connection connection = Database.connectToRead(file)) {
            String found = new Sql(connection).get("PRAGMA integrity_check(1)", row -> row.text(1));
            return found.equals("ok") ? null : found;
        } catch (SQLException e) {
            throw Sql.failed("check " + file.getFileName(), e);
        }
    }

    /// Why the bytes of the database or of its log of writes cannot be read; null: they can. Reads all of them.
    @Nullable
    String unreadable() {
        try {
            if (raw == null) {
                raw = new RandomAccessFile(file.toFile(), "r");
                identity = FileIdentity.of(file);
            }
            readAll(raw);
            readLog();
            return null;
        } catch (IOException e) {
            return file.getFileName() + " cannot be read: " + e.getMessage();
        }
    }

    /// The same of a database that this process does not have open: closing the file would drop its locks.
    static @Nullable String unreadable(Path unused) {
        try (var proof = new DatabaseProof(unused)) {
            return proof.unreadable();
        }
    }

    private void readLog() throws IOException {
        try (var log = new RandomAccessFile(file + "-wal", "r")) {
            readAll(log);
        } catch (FileNotFoundException e) {
            if (!file.toFile().exists()) throw e; // there need not be a log; a disk that is gone has neither
        }
    }

    private static void readAll(RandomAccessFile from) throws IOException {
        byte[] chunk = new byte[CHUNK_BYTES];
        from.seek(0);
        while (from.read(chunk) >= 0 && !Thread.currentThread().isInterrupted()) {}
    }

    @Override
    public void close() {
        try {
            if (raw != null) raw.close();
        } catch (IOException e) {
            raw = null; // only read from: nothing is lost
        }
    }
}
