package dev.lintel.controller.store;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.DataFolderException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A file beside the box's own, with a writer of its own, for what must neither wait for a site file, a sync or
/// a storm of events nor hold them up: applications and their tokens in `oauth.db`, what receivers are told in
/// `webhooks.db`, what a hub tells in `sync.db`. One writer, taking turns; a caller has its answer when the
/// commit is on disk. Safe to use from any thread but an event loop.
///
/// ```
///   refresh --> lock --> BEGIN IMMEDIATE .. one caller's work .. COMMIT (FULL, fsync) --> answer
/// ```
public final class SideDatabase implements AutoCloseable {
    /// One for the work that goes on all the time, one for pages that show it.
    private static final int READERS = 2;
    /// Page cache of what is written and read in its order: no page is wanted again soon.
    private static final int IN_ORDER_KIB = 500;

    /// How often who waits for a reader looks whether there will be one.
    private static final long READER_MS = 50;

    private final DataFolder folder;
    private final Kind kind;
    /// Not fair: whoever holds a thread of the platform need not wait for a virtual one that has none.
    private final ReentrantLock turn = new ReentrantLock();
    private final BlockingQueue<Sql> readers = new ArrayBlockingQueue<>(READERS);
    private final AtomicLong commits = new AtomicLong();
    private volatile Runnable onCommit = () -> {};
    /// Null until it is open.
    private volatile @Nullable Sql writer;

    private volatile @Nullable String fault;
    private volatile boolean closed;

    /// What is in one.
    ///
    /// @param sorry begins what is told when it cannot be opened
    /// @param cacheKib page cache of each of its connections
    private record Kind(String file, Migrations.Series schema, String sorry, int cacheKib) {}

    private SideDatabase(DataFolder folder, Kind kind) {
        this.folder = folder;
        this.kind = kind;
    }

    /// A folder's applications and tokens. Like each of them it is opened, or made, when it is first needed, and tried
    /// again each time while it cannot be: until then each use throws [StoreException] (`CLOSED`).
    public static SideDatabase oauth(DataFolder folder) {
        return new SideDatabase(
                folder,
                new Kind(
                        "oauth.db",
                        Migrations.OAUTH,
                        "applications and tokens cannot be read: ",
                        Database.OTHERS_CACHE_KIB));
    }

    /// What receivers of webhooks and notification rules are told.
    public static SideDatabase webhooks(DataFolder folder) {
        return new SideDatabase(
                folder,
                new Kind("webhooks.db", Migrations.WEBHOOKS, "webhooks cannot be read: ", Database.OTHERS_CACHE_KIB));
    }

    /// What a box that follows a hub puts together before it stands, and when it last had contact.
    public static SideDatabase sync(DataFolder folder) {
        return new SideDatabase(
                folder, new Kind("sync.db", Migrations.SYNC, "what a hub tells cannot be kept: ", IN_ORDER_KIB));
    }

    /// For /health: why it cannot be opened, or null.
    public @Nullable String fault() {
        return fault;
    }

    /// Whether there is anything in it yet.
    public boolean exists() {
        return Files.exists(file());
    }

    /// Whether `box` is the database of the same folder: whose users allowed what is kept here, and whose log was read.
    public boolean isBeside(Database box) {
        return box.isOf(folder);
    }

    private Path file() {
        return folder.path().resolve(kind.file);
    }

    /// Brings the file to this version's schema.
    private Sql opened() {
        Sql open = writer;
        if (open != null) return open;
        turn.lock();
        try {
            open = writer;
            if (open != null) return open;
            if (closed) throw Database.closed();
            open = connectOrGoBack();
            writer = open;
            fault = null;
            return open;
        } catch (StoreException | DataFolderException e) {
            if (closed) throw e;
            fault = kind.sorry + e.getMessage();
            throw new StoreException(StoreException.Reason.CLOSED, String.valueOf(fault), e);
        } finally {
            turn.unlock();
        }
    }

    private Sql connectOrGoBack() {
        try {
            return connect();
        } catch (StoreException e) {
            boolean newer = e.reason() == StoreException.Reason.NEWER && !folder.isInMemory();
            if (!newer || !StepBack.takeSide(file(), kind.schema)) throw e;
            return connect();
        }
    }

    private Sql connect() {
        folder.ensurePrivate(file());
        Sql write = Database.connectLasting(file(), false, kind.cacheKib);
        try {
            Migrations.run(write, kind.schema, folder.isInMemory() ? null : new SchemaBackups(file()));
            for (int i = 0; i < READERS; i++) readers.add(Database.connectLasting(file(), true, kind.cacheKib));
            return write;
        } catch (StoreException e) {
            for (Sql reader = readers.poll(); reader != null; reader = readers.poll()) reader.close();
            write.close();
            throw e;
        }
    }

    /// Runs `work` in a read transaction.
    public <T extends @Nullable Object> T read(Database.Work<T> work) {
        opened();
        Sql sql = take();
        try {
            sql.begin("BEGIN");
            T result;
            try {
                result = work.run(sql);
            } finally {
                sql.run("COMMIT"); // of what only reads: whatever it threw, there is nothing to undo
            }
            fault = null;
            return result;
        } catch (StoreException e) {
            throw judged(e);
        } finally {
            readers.add(sql);
        }
    }

    /// Damage that shows only now is told as damage that keeps the file from being opened, until something succeeds:
    /// the disk may only have failed for a moment.
    private StoreException judged(StoreException e) {
        if (e.reason() != StoreException.Reason.CORRUPT) return e;
        fault = kind.sorry + e.getMessage();
        return new StoreException(StoreException.Reason.CLOSED, String.valueOf(fault), e);
    }

    /// Runs `work` in a transaction of its own and returns its answer once it is on disk. Whatever `work` throws is
    /// thrown here, and nothing of it is kept.
    public <T extends @Nullable Object> T write(Database.Work<T> work) {
        Sql sql = opened();
        turn.lock();
        try {
            if (closed) throw Database.closed();
            String refused = folder.refusal();
            if (refused != null) throw new StoreException(StoreException.Reason.REFUSED, refused, null);
            sql.begin("BEGIN IMMEDIATE");
            T result;
            try {
                result = work.run(sql);
                sql.run("COMMIT");
            } catch (StoreException e) {
                undo(sql, e);
                throw judged(e);
            } catch (RuntimeException | Error e) { // the work's own refusal, or the end of memory
                undo(sql, e);
                throw e;
            }
            fault = null;
            commits.incrementAndGet();
            onCommit.run();
            return result;
        } finally {
            turn.unlock();
        }
    }

    private static void undo(Sql sql, Throwable why) {
        try {
            sql.run("ROLLBACK");
        } catch (StoreException e) {
            why.addSuppressed(e); // a full disk makes SQLite roll back by itself
        }
    }

    /// Lets the file grow to `bytes` at most, or to what it has already; a write beyond it throws [StoreException]
    /// (`FULL`).
    public void growTo(long bytes) {
        Sql sql = opened();
        turn.lock();
        try {
            long pages = bytes / sql.get("PRAGMA page_size", row -> row.number(1));
            sql.get("PRAGMA max_page_count = " + pages, row -> row.number(1));
        } finally {
            turn.unlock();
        }
    }

    /// How often something was written since the start: what was read before the last of them may have changed.
    public long commits() {
        return commits.get();
    }

    /// Calls `hook` after each commit: it only wakes somebody. One hook; a later one takes its place.
    public void onCommit(Runnable hook) {
        onCommit = hook;
    }

    @Override
    public void close() {
        turn.lock();
        try {
            Sql open = writer;
            boolean before = closed;
            closed = true; // who waits for a reader waits no longer
            if (before || open == null) return;
            for (int i = 0; i < READERS; i++) {
                Sql reader = poll();
                while (reader == null) reader = poll(); // somebody reads: that takes milliseconds
                reader.close();
            }
            open.close(); // last: it carries the write-ahead log over into the file
        } finally {
            turn.unlock();
        }
    }

    private Sql take() {
        while (!closed) {
            Sql reader = poll();
            if (reader != null) return reader;
        }
        throw Database.closed();
    }

    private @Nullable Sql poll() {
        boolean interrupted = Thread.interrupted(); // kept for later: a connection comes back in microseconds
        try {
            return readers.poll(READER_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
            return null;
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }
}
