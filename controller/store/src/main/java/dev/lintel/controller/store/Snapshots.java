package dev.lintel.controller.store;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.StoreException.Reason;
import dev.lintel.controller.time.Time;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Copies without history ([PolicyCopy]) in the data folder's `snapshots/`: what decides when the database
/// is lost. One a day is enough, for a synced box follows its upstream and a standalone one has backups.
/// Taken on any thread that may block.
public final class Snapshots {
    /// Days of which the newest is kept: the last may have been taken from a database that was already
    /// damaged. Starts take one each, so that any number may be of one day.
    static final int DAYS_MAX = 3;

    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("'policy-'yyyyMMdd-HHmmss-SSS'.db'").withZone(ZoneOffset.UTC);

    private final DataFolder folder;
    private final Time time;

    public Snapshots(DataFolder folder, Time time) {
        this.folder = folder;
        this.time = time;
    }

    /// Takes one, and removes those that are not [#kept]. A snapshot appears whole or not at all.
    public Path take() {
        Path target = folder.folder("snapshots").resolve(NAME.format(time.now()));
        try {
            copy(target);
            Set<Path> kept = kept();
            kept.add(target); // also where the clock went back
            for (Path each : newestFirst()) if (!kept.contains(each)) Files.delete(each);
            return target;
        } catch (IOException e) {
            throw new StoreException(Reason.DISK, "snapshot " + target.getFileName() + ": " + e.getMessage(), e);
        }
    }

    /// The newest of each of the last days, and the newest that holds people: those of a box that lost them
    /// must not push it out.
    private Set<Path> kept() {
        var kept = new HashSet<Path>();
        var days = new HashSet<String>();
        boolean anybody = false;
        for (Path snapshot : newestFirst()) {
            String day = snapshot.getFileName().toString().split("-", 3)[1];
            boolean newest = days.size() < DAYS_MAX && days.add(day);
            boolean first = !anybody && holdsPeople(snapshot);
            anybody |= first;
            if (newest || first) kept.add(snapshot);
        }
        return kept;
    }

    private static boolean holdsPeople(Path snapshot) {
        if (!isGood(snapshot)) return false;
        Sql sql = Database.connectUntouched(snapshot);
        try {
            return sql.get("SELECT EXISTS (SELECT 1 FROM person WHERE deleted_at IS NULL)", row -> row.flag(1));
        } finally {
            sql.close();
        }
    }

    /// The same as `lintel.db.NAME` beside the database, in place of one of that name: what stood before
    /// something that replaces it. It stays until somebody removes it.
    public Path takeBeside(String name) {
        Path target = folder.database().resolveSibling(folder.database().getFileName() + "." + name);
        try {
            copy(target);
            return target;
        } catch (IOException e) {
            throw new StoreException(Reason.DISK, target.getFileName() + ": " + e.getMessage(), e);
        }
    }

    private void copy(Path target) throws IOException {
        Path part = target.resolveSibling("part");
        deleteDatabase(part);
        try {
            folder.ensurePrivate(part);
            PolicyCopy.ofRunning(folder.database(), part);
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            DataFolder.force(target.resolveSibling("."));
        } finally {
            deleteDatabase(part); // half of one takes room that the disk may not have
        }
    }

    /// All there are, the newest first. Nothing is made: the disk may take nothing.
    public List<Path> newestFirst() {
        return newestFirst(folder);
    }

    /// @param head the newest event's id then: a clock that ran ahead dates a snapshot wrongly, and ids it does not
    private record Dated(Path snapshot, long head) {
        static Dated of(Path snapshot) {
            return new Dated(snapshot, PolicyCopy.head(snapshot));
        }
    }

    static List<Path> newestFirst(DataFolder folder) {
        Path snapshots = folder.path().resolve("snapshots");
        if (!Files.isDirectory(snapshots)) return List.of();
        try (Stream<Path> files = Files.list(snapshots)) {
            return files.filter(file -> file.getFileName().toString().startsWith("policy-"))
                    .map(Dated::of)
                    .sorted(Comparator.comparingLong(Dated::head)
                            .thenComparing(Dated::snapshot)
                            .reversed())
                    .map(Dated::snapshot)
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            throw new StoreException(Reason.DISK, "the folder of snapshots cannot be read", e);
        }
    }

    /// Whether a snapshot is whole, by SQLite's own check of every page, and its tables are ones that this
    /// version knows.
    static boolean isGood(Path snapshot) {
        try {
            Sql sql = Database.connectUntouched(snapshot);
            try {
                return Migrations.refuseNewer(sql, Migrations.BOX) > 0
                        && sql.get("PRAGMA integrity_check(1)", row -> row.text(1))
                                .equals("ok");
            } finally {
                sql.close();
            }
        } catch (StoreException e) {
            return false; // whatever is wrong with it, it is not good
        }
    }

    static void deleteDatabase(Path file) throws IOException {
        for (String suffix : List.of("", "-wal", "-shm", "-journal")) {
            Files.deleteIfExists(file.resolveSibling(file.getFileName() + suffix));
        }
    }
}
