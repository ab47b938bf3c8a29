package dev.lintel.controller.files;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Watches whether the database that the box has open is still in the data folder. Where the folder is removed or
/// renamed, SQLite continues to write to files that no start will find: the database refuses writes meanwhile.
///
/// [#look] on housekeeping's thread, [#fault] on any.
public final class FolderWatch {
    private static final Logger LOG = System.getLogger(FolderWatch.class.getName());

    private final Path folder;
    private final Path file;
    private final @Nullable Long inode;
    private volatile @Nullable String fault;

    private FolderWatch(DataFolder folder) {
        this.folder = folder.path();
        this.file = folder.database();
        this.inode = inode();
    }

    /// Watches a folder whose database is open.
    public static FolderWatch of(DataFolder folder) {
        return new FolderWatch(folder);
    }

    /// Looks, and logs what has changed.
    public void look() {
        String before = fault;
        String now = words();
        fault = now;
        if (now != null && before == null) LOG.log(Level.ERROR, now + " (" + file + ")");
        if (now == null && before != null) LOG.log(Level.WARNING, "the data folder is back: " + folder);
    }

    /// Why the next start would not find what is written now, as the last look found it; null: it would find it.
    /// Clients see the sentence, so it names no path.
    public @Nullable String fault() {
        return fault;
    }

    private @Nullable String words() {
        if (inode == null) return null; // what is wrong with such a disk, others report
        if (!isThere(folder)) {
            return "the data folder is gone: put it back, or restart the box; it takes no changes meanwhile";
        }
        Long now = inode();
        if (now == null ? isThere(file) : now.equals(inode)) return null;
        return "the database is gone from the data folder: put it back, or restart the box; it takes no changes"
                + " meanwhile";
    }

    /// False only where the file system says so: a disk that fails says something else.
    private static boolean isThere(Path path) {
        try {
            Files.getLastModifiedTime(path);
            return true;
        } catch (NoSuchFileException e) {
            return false;
        } catch (FileSystemException e) { // a file in the place of a folder above
            return !"Not a directory".equals(e.getReason());
        } catch (IOException e) {
            return true;
        }
    }

    /// The kernel gives it to no other file while the database is open, and it stays when a disk is mounted again.
    private @Nullable Long inode() {
        try {
            return ((Number) Files.getAttribute(file, "unix:ino")).longValue();
        } catch (IOException e) {
            return null;
        }
    }
}
