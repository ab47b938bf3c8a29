package dev.lintel.controller.store;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.LinkFree;
import dev.lintel.controller.store.StoreException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Copies of a database for a backup, taken beside a process that writes to it.
public final class WholeCopy {
    /// Of the database, and of what SQLite has beside it.
    private static final List<String> ENDS = List.of("", "-wal", "-shm", "-journal");

    private WholeCopy() {}

    /// One state of `database`, as the file `copy` of its owner's alone, which is replaced. Neither path
    /// may have a link in it: root copies what belongs to a box's user. Throws [StoreException].
    public static void of(Path database, Path copy) {
        for (String end : ENDS) { // SQLite refuses them too, but says only that it cannot open the file
            Path file = database.resolveSibling(database.getFileName() + end);
            if (Files.isSymbolicLink(file)) throw new StoreException(Reason.OTHER, LinkFree.words(file), null);
        }
        try {
            Files.deleteIfExists(copy);
            DataFolder.writePrivate(copy, new byte[0]); // SQLite writes into an empty file, with the rights that it has
        } catch (IOException e) {
            throw new StoreException(Reason.DISK, copy.getFileName() + ": " + e.getMessage(), e);
        }
        Sql sql = Database.connectLinkFree(database, Database.OTHERS_CACHE_KIB);
        try {
            sql.script("PRAGMA query_only = OFF"); // it refuses to write the copy as well
            sql.run("VACUUM INTO ?", copy.toString());
        } finally {
            sql.close();
        }
    }

    /// Letters that waited when the copy was made may have gone out since: none of them waits any more. Nothing happens
    /// to a copy of before there were letters. Throws [StoreException].
    public static void endLetters(Path copy, String why, long atMs) {
        Sql sql = Database.connect(copy, false, Database.OTHERS_CACHE_KIB);
        try {
            String table = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'mail'";
            if (sql.get(table, row -> row.number(1)) > 0) MailStore.endWaiting(sql, why, atMs);
        } finally {
            sql.close();
        }
    }

    /// What is wrong with a copy, in words: damaged, or of a newer version; null when nothing is.
    public static @Nullable String fault(Path copy) {
        try {
            Sql sql = Database.connectUntouched(copy);
            try {
                String found = sql.get("PRAGMA integrity_check(1)", row -> row.text(1));
                if (!found.equals("ok")) return "it is damaged: " + found;
                for (Migrations.Series series : Migrations.ALL) {
                    if (!series.file().equals(copy.getFileName().toString())) continue;
                    Migrations.refuseNewer(sql, series);
                }
                return null;
            } finally {
                sql.close();
            }
        } catch (StoreException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
