package dev.lintel.controller.store;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.StoreException.Reason;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Whole copies of a database from before its tables were changed by a newer version:
/// `lintel.db.schema-7` beside `lintel.db`. What a version that was gone back to goes on from
/// ([StepBack]). Only the newest is kept. On the opening thread.
final class SchemaBackups {
    /// As often the room of the database is asked for: see [#requireRoom].
    static final int COPIES = 3;

    private static final long MIB = 1 << 20;

    private final Path file;
    private final Pattern name;

    /// @param file the database
    SchemaBackups(Path file) {
        this.file = file;
        this.name = Pattern.compile(Pattern.quote(file.getFileName() + ".schema-") + "(\\d{1,4})");
    }

    /// Takes one of the database that `sql` has open, whose tables are of that version. It appears
    /// whole or not at all. Throws [StoreException]: then the tables are left as they are, for there
    /// would be no way back.
    void take(Sql sql, int version) {
        Path target = file.resolveSibling(file.getFileName() + ".schema-" + version);
        Path part = file.resolveSibling(file.getFileName() + ".schema-part");
        try {
            requireRoom();
            Files.deleteIfExists(part);
            DataFolder.writePrivate(part, new byte[0]); // SQLite writes into an empty file, with the rights that it has
            sql.run("VACUUM INTO ?", part.toString());
            force(part); // SQLite leaves that to the system
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            DataFolder.force(file.resolveSibling("."));
            for (Path old : all()) if (!old.equals(target)) Files.delete(old);
        } catch (IOException e) {
            throw new StoreException(Reason.OTHER, target.getFileName() + ": " + e.getMessage(), e);
        } finally {
            part.toFile().delete();
        }
    }

    /// For this copy, and for another one and its log on the way back: a way that is too narrow then is
    /// none.
    private void requireRoom() throws IOException {
        long needed = COPIES * Files.size(file);
        long free = Files.getFileStore(file).getUsableSpace();
        if (free >= needed) return;
        throw new StoreException(
                Reason.FULL,
                "before its tables are changed " + file.getFileName() + " is copied, for which " + needed / MIB
                        + " MiB are needed and " + free / MIB + " MiB are free",
                null);
    }

    /// Has a file's content on disk when this returns.
    static void force(Path file) throws IOException {
        try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    /// The newest that is whole and whose tables this version knows; null where there is none.
    @Nullable
    Path newestKnown(Migrations.Series series) {
        try {
            for (Path backup : all()) if (isGood(backup, series)) return backup;
            return null;
        } catch (IOException e) {
            return null;
        }
    }

    private static boolean isGood(Path backup, Migrations.Series series) {
        try {
            Sql sql = Database.connectUntouched(backup);
            try {
                return Migrations.refuseNewer(sql, series) > 0
                        && sql.get("PRAGMA integrity_check(1)", row -> row.text(1))
                                .equals("ok");
            } finally {
                sql.close();
            }
        } catch (StoreException e) {
            return false; // newer as well, or damaged
        }
    }

    /// The numbers of all, the newest first.
    List<Integer> versions() throws IOException {
        return all().stream().map(this::version).toList();
    }

    /// The newest first.
    private List<Path> all() throws IOException {
        try (Stream<Path> files = Files.list(file.toAbsolutePath().getParent())) {
            return files.filter(each -> version(each) >= 0)
                    .sorted(Comparator.comparingInt(this::version).reversed())
                    .toList();
        }
    }

    private int version(Path each) {
        Matcher matcher = name.matcher(each.getFileName().toString());
        return matcher.matches() ? Integer.parseInt(matcher.group(1)) : -1;
    }
}
