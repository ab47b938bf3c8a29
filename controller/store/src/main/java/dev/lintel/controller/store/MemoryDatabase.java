package dev.lintel.controller.store;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.DataFolderException;
import dev.lintel.controller.files.MemoryRoom;
import dev.lintel.controller.store.Outage.Origin;
import dev.lintel.controller.time.Time;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/// A box's database on a RAM disk, of the best that is to be had and fits there:
///
/// ```
///   lintel.db and its log as they are      where they take half of the room: events to come have the other
///   lintel.db without its history          it is newer than any snapshot, and no larger
///   the newest good snapshot, the next ..  lintel.db cannot be read, or is not one to decide from
///   an empty one                           exits work, nobody is admitted by card
/// ```
///
/// Once, at start, on the starting thread.
///
/// @param folder where it is: to be closed, and then removed, with the database
/// @param decides what it was made of, as the end of a sentence
/// @param origin what it was made of
record MemoryDatabase(Database database, DataFolder folder, String decides, Origin origin) {
    private static final Logger LOG = System.getLogger(MemoryDatabase.class.getName());
    /// Of the room there is, for a copy that has its history.
    private static final int WHOLE_SHARE = 2;

    /// One thing that it can be made of; nothing where it makes none.
    private record Source(String decides, Origin origin, Maker maker) {
        Source(String decides, Maker maker) {
            this(decides, Origin.OLDER, maker);
        }
    }

    @FunctionalInterface
    private interface Maker {
        void make(Path copy) throws IOException;
    }

    /// Throws IOException or what a [Database] throws when not even an empty one opens. Nothing is left
    /// then.
    ///
    /// @param good whether the original is one to decide from: not when it is damaged, or of a newer
    /// version
    static MemoryDatabase open(DataFolder original, MemoryRoom memory, Time time, boolean good) throws IOException {
        Path own = memory.make();
        try {
            long bytesMax = memory.bytesMax(own);
            DataFolder folder = DataFolder.inside(own, original);
            try {
                return first(sources(original, bytesMax, good), folder, bytesMax, time);
            } catch (IOException | RuntimeException | Error e) {
                folder.close();
                throw e;
            }
        } catch (IOException | RuntimeException | Error e) { // whatever it was: its memory is not to be had twice
            MemoryRoom.remove(own);
            throw e;
        }
    }

    private static List<Source> sources(DataFolder original, long bytesMax, boolean good) {
        var sources = new ArrayList<Source>();
        Path file = original.database();
        if (good && Files.isRegularFile(file)) {
            if (bytes(file) <= bytesMax / WHOLE_SHARE)
                sources.add(new Source("", Origin.WHOLE, copy -> copyWhole(file, copy)));
            sources.add(new Source(
                    ", without the events of before",
                    Origin.POLICY,
                    copy -> PolicyCopy.ofInterrupted(file, copy, bytesMax)));
        }
        for (Path snapshot : snapshots(original)) {
            String decides = ", as of snapshot " + snapshot.getFileName();
            sources.add(new Source(decides, copy -> copySnapshot(snapshot, copy, bytesMax)));
        }
        boolean had = Files.exists(file) || !sources.isEmpty();
        sources.add(new Source(
                ", and an empty one decides: exits work, nobody is admitted by card",
                had ? Origin.OLDER : Origin.NOTHING,
                _ -> {}));
        return sources;
    }

    private static List<Path> snapshots(DataFolder original) {
        try {
            return Snapshots.newestFirst(original);
        } catch (StoreException e) { // the disk does not even list them
            LOG.log(Level.WARNING, String.valueOf(e.getMessage()));
            return List.of();
        }
    }

    private static MemoryDatabase first(List<Source> sources, DataFolder folder, long bytesMax, Time time)
            throws IOException {
        for (Source source : sources) {
            try {
                source.maker.make(folder.database());
                return new MemoryDatabase(opened(folder, bytesMax, time), folder, source.decides, source.origin);
            } catch (IOException | StoreException | DataFolderException e) {
                Snapshots.deleteDatabase(folder.database());
                if (source.equals(sources.getLast())) throw e;
                LOG.log(Level.WARNING, "no database in memory" + source.decides + ": " + e.getMessage());
            }
        }
        throw new IllegalStateException("there is an empty one at least");
    }

    /// It grows into its room and no further: others' memory is not for events.
    static Database opened(DataFolder folder, long bytesMax, Time time) {
        var database = Database.open(folder, time);
        try {
            database.growTo(bytesMax);
            return database;
        } catch (StoreException e) {
            database.close();
            throw e;
        }
    }

    private static long bytes(Path file) {
        return file.toFile().length() + wal(file).toFile().length();
    }

    private static Path wal(Path file) {
        return file.resolveSibling(file.getFileName() + "-wal");
    }

    private static void copyWhole(Path file, Path copy) throws IOException {
        copyPrivate(file, copy);
        if (Files.isRegularFile(wal(file))) copyPrivate(wal(file), wal(copy));
    }

    private static void copySnapshot(Path snapshot, Path copy, long bytesMax) throws IOException {
        if (bytes(snapshot) > bytesMax) throw new IOException("there is no room for it");
        if (!Snapshots.isGood(snapshot)) throw new IOException("it is damaged, or of another version");
        copyPrivate(snapshot, copy);
    }

    /// Its owner's alone from the first byte on, and never whole in the heap.
    static void copyPrivate(Path from, Path to) throws IOException {
        Files.createFile(to, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try (var out = Files.newOutputStream(to)) {
            Files.copy(from, out);
        }
    }
}
