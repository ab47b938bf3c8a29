package dev.lintel.controller;

import dev.lintel.controller.backup.Exchange;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.DataFolderException;
import dev.lintel.controller.files.MemoryRoom;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.OpenedDatabase;
import dev.lintel.controller.store.Recovery;
import dev.lintel.controller.time.Time;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What a start does about a restore that was cut off, before it reads anything of the folder:
///
/// ```
///   finished, or taken back ----------------------> a box as any; the log says so, and an event
///   neither: its disk takes nothing, say
///        somebody is there to read why -----------> no start
///        a service -------------------------------> a copy in memory of the box that goes on; the folder is left alone
/// ```
///
/// A service does not stay out: without it no exit releases its door. The copy is of the restored box where
/// all of that is there: somebody has said that this box is to be that one, wiring and all, and the next
/// start that the disk lets finish makes the same of it. Opened and closed by the wiring, on its thread.
///
/// @param data the folder to start with
/// @param done what became of it, in a sentence; null where nothing was cut off
/// @param stuck null where the folder is a box's again
record CutRestore(
        Path data, @Nullable String done, @Nullable Stuck stuck) implements AutoCloseable {
    private static final Logger LOG = System.getLogger(CutRestore.class.getName());

    /// A folder that no box may work in.
    ///
    /// @param home that folder, held so that nobody else restores into it meanwhile
    /// @param room on the RAM disk, in its place
    record Stuck(String why, DataFolder home, Path room) {
        /// Nothing in the room leads to a database on the disk from here on.
        private void unlink() {
            try {
                for (String link : List.of("lintel.db", "lintel.db-wal")) Files.deleteIfExists(room.resolve(link));
            } catch (IOException e) {
                throw new UncheckedIOException("a link in memory cannot be removed", e);
            }
        }
    }

    /// Throws [DataFolderException] where the box cannot start, or another process holds the folder.
    static CutRestore settle(Path data, Surroundings surroundings) {
        Exchange exchange = Exchange.of(data);
        try {
            String done = exchange.finish();
            if (done != null) LOG.log(Level.WARNING, done);
            return new CutRestore(data, done, null);
        } catch (DataFolderException e) {
            if (e.inUse() || !surroundings.service()) throw e;
            LOG.log(Level.ERROR, String.valueOf(e.getMessage()));
            return inMemory(exchange, data, surroundings.memory(), String.valueOf(e.getMessage()));
        }
    }

    private static CutRestore inMemory(Exchange exchange, Path data, MemoryRoom memory, String why) {
        DataFolder home = DataFolder.openForService(data);
        try {
            Path room = memory.make();
            var restore = new CutRestore(room, null, new Stuck(why, home, room));
            try {
                exchange.layNeeded(room);
            } catch (IOException e) { // what could not be read is missing, as on any failing disk
                LOG.log(Level.ERROR, "not all of the box can be read: " + e.getMessage());
            }
            return restore;
        } catch (IOException e) {
            home.close();
            throw new DataFolderException(why + "; nor is there room for it in memory: " + e.getMessage(), e);
        }
    }

    /// The folder of the box that starts.
    DataFolder open(boolean service) {
        if (stuck != null) return DataFolder.inPlaceOf(stuck.home, stuck.room);
        return service ? DataFolder.openForService(data) : DataFolder.open(data);
    }

    /// The database in memory of a box whose folder is left alone.
    OpenedDatabase database(DataFolder folder, MemoryRoom memory, Time time, Recovery.Before before) {
        Stuck here = Objects.requireNonNull(stuck, "asked of such a box alone");
        // What is on the disk has proved to be of no use: an empty one lets the exits work.
        if (before.known() != Recovery.Known.NOTHING) here.unlink();
        var opened = Recovery.openInMemory(folder, memory, time, here.why, before.left());
        here.unlink();
        // Which ids events have had in memory is kept on the disk, as soon as that takes it.
        return new OpenedDatabase(opened.database(), opened.reason(), here.home, opened.staying());
    }

    /// Tells what became of it in the box's log.
    void tell(Database database, Time time) {
        if (done != null) Recovery.tell(database, time, done);
    }

    @Override
    public void close() {
        if (stuck == null) return;
        stuck.home.close();
        try {
            MemoryRoom.remove(stuck.room);
        } catch (IOException e) {
            throw new UncheckedIOException("the box in memory cannot be removed", e);
        }
    }
}
