package dev.lintel.controller.store;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// An open database, and what is wrong in a sentence for /health and the console; null when all is
/// well.
///
/// @param outage null: on disk
public record OpenedDatabase(
        Database database,
        @Nullable String reason,
        DataFolder folder,
        @Nullable InMemory outage) implements AutoCloseable {
    /// A disk that hangs must not keep the process from its end: systemd waits for 90 s.
    private static final long LEAVE_S_MAX = 20;

    private static final String LOST = "what happened in memory is lost: the disk cannot be used";

    private static final Logger LOG = System.getLogger(OpenedDatabase.class.getName());

    /// A database in memory.
    ///
    /// @param decides what it was made of, as the end of a sentence
    /// @param left where a box continues with it, what it continues; else null
    public record InMemory(
            DataFolder folder,
            Outage outage,
            String decides,
            @Nullable MemoryLeft left) {}

    /// The folder of a database in memory; null: it is on disk.
    public @Nullable DataFolder memory() {
        return outage == null ? null : outage.folder;
    }

    /// The database in memory of a box that does not return to the disk's before a start by hand.
    public @Nullable InMemory staying() {
        if (outage == null) return null;
        return new InMemory(outage.folder, outage.outage.until(false), outage.decides, outage.left);
    }

    /// A database in memory is removed, unless a start that failed tries again with it.
    @Override
    public void close() {
        long floor = database.events().head();
        database.close();
        if (outage == null || (outage.left != null && outage.left.isToBeTriedAgain())) return;
        MemoryLeft.remove(outage.folder, folder, floor);
    }

    /// Closes a database in memory for the next start in this process. Returns what that has to take; null: the
    /// disk's database has taken it.
    ///
    /// @param sound whether the disk's database is
    public @Nullable MemoryLeft leave(boolean sound) {
        MemoryLeft left = left();
        database.close();
        if (!sound || !left.goesToDisk()) return left;
        left.end();
        return null;
    }

    /// Closes a database in memory at the end of the process. The disk's database takes what happened, where it
    /// can be used within some seconds; otherwise that is lost.
    public void leaveForGood(Time time) {
        MemoryLeft left = left();
        Outage ended = left.outage();
        database.close();
        var task = new FutureTask<>(
                () -> ended.lasts(folder, time) == null && (left.goesToDisk() || left.eventsGoToDisk(time)));
        Thread.ofPlatform().name("leave-memory").daemon(true).start(task);
        try {
            if (task.get(LEAVE_S_MAX, TimeUnit.SECONDS)) left.end();
            else lost(left);
        } catch (TimeoutException e) { // the disk hangs; the thread still uses the files
            LOG.log(Level.ERROR, LOST);
        } catch (ExecutionException e) {
            LOG.log(Level.ERROR, "what happened in memory does not go to the disk", e.getCause());
            lost(left);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void lost(MemoryLeft left) {
        LOG.log(Level.ERROR, LOST);
        left.remove();
    }

    private MemoryLeft left() {
        InMemory here = Objects.requireNonNull(outage, "the database is in memory");
        return new MemoryLeft(
                here.folder, folder, here.outage, database.events().head(), here.decides);
    }
}
