package dev.lintel.controller.store;

import dev.lintel.controller.files.ClientWork;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.DataFolderException;
import dev.lintel.controller.store.StoreException.Reason;
import dev.lintel.controller.time.Time;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;

/// The box's SQLite file: one writer, a few readers. Safe to use from any thread but an event loop, for it blocks.
/// Opened and closed by the wiring.
public final class Database implements AutoCloseable {
    /// Readers beside the decision's own: two cores' worth; more only wait for the same disk.
    private static final int READERS = 2;
    /// Page cache of the decision's connection in KiB; a decision reads 4 pages of 4 KiB.
    public static final int CACHE_KIB = 4000;
    /// Of the writer's and each other reader's: they read many people once, and the system caches what they read again.
    static final int OTHERS_CACHE_KIB = 2000;
    /// How long a connection waits for a lock of another process, such as a backup tool.
    private static final int BUSY_MS = 5000;

    /// SQLite's SQLITE_OPEN_NOFOLLOW, for which the driver has no name.
    private static final int OPEN_NOFOLLOW = 0x01000000;
    /// How soon who waits for a reader hears that the store is closed.
    private static final long CLOSED_LOOK_MS = 200;

    /// A file up to this size is checked page by page before it is opened; the check takes some 5 ms a MB.
    private static final long CHECKED_BYTES_MAX = 8L << 20;

    /// The file of the key with which names of people are hashed for the event chain.
    static final String NAME_KEY = "event-names";

    /// As long as the hash that it keys.
    private static final int NAME_KEY_BYTES = 32;

    private final Path file;
    private final BlockingQueue<Sql> readers = new ArrayBlockingQueue<>(READERS);
    private final List<Sql> ownReaders = new CopyOnWriteArrayList<>();
    /// Of the read that the calling thread is in.
    private final ScopedValue<Sql> reading = ScopedValue.newInstance();
    private final Writer writer;
    private final ApiKeyStore apiKeys;
    private final ThreatStore threats;
    private final AtomicLong trims = new AtomicLong();
    private final RightsMemory rightsMemory = RightsMemory.ofHeap();
    private volatile Consumer<StoreException> readFault = _ -> {};
    private volatile boolean closed;

    private Database(DataFolder folder, Time time) {
        this.file = folder.database();
        this.apiKeys = new ApiKeyStore(this, time);
        refuseUntouched(file);
        folder.ensurePrivate(file);
        Sql write = connectLasting(file, false, OTHERS_CACHE_KIB);
        try {
            Migrations.run(write, Migrations.BOX, folder.isInMemory() ? null : new SchemaBackups(file));
            PersonKeys.fill(write);
            this.threats = new ThreatStore(this, write, time);
            for (int i = 0; i < READERS; i++) readers.add(connectLasting(file, true, OTHERS_CACHE_KIB));
            var chain = new EventChain(folder.secret(NAME_KEY, NAME_KEY_BYTES));
            this.writer = new Writer(write, time, chain, rightsMemory.changes());
        } catch (StoreException | DataFolderException e) { // pages of the log are damaged, or the key cannot be made
            write.close();
            for (Sql reader : readers) reader.close();
            throw e;
        }
    }

    /// Opens or creates the file and brings it to this version's schema. Throws [StoreException] with a reason.
    public static Database open(DataFolder folder, Time time) {
        return new Database(folder, time);
    }

    /// Runs in a transaction.
    @FunctionalInterface
    public interface Work<T extends @Nullable Object> {
        T run(Sql sql);
    }

    /// Runs `work` in a read transaction: it sees one state of the database throughout. Keep it short: an open read
    /// transaction keeps the write-ahead log from shrinking. A read within a read is a part of it and sees the same
    /// state: with a reader of its own, two threads that each hold one would wait for each other's for ever.
    public <T extends @Nullable Object> T read(Work<T> work) {
        if (reading.isBound()) return work.run(reading.get());
        Sql sql = takeReader();
        try {
            return ScopedValue.where(reading, sql).call(() -> begun(sql, work));
        } finally {
            readers.add(sql);
        }
    }

    private <T extends @Nullable Object> T begun(Sql sql, Work<T> work) {
        sql.rightsBegin(rightsGeneration()); // before: what is committed in between is of a later generation
        sql.at(writer.commits()); // before: what is committed in between may be seen, and is read anew next time
        sql.begin("BEGIN");
        T result;
        try {
            result = work.run(sql);
        } catch (RuntimeException | Error e) { // whatever the work threw is what the caller must see
            endFailed(sql, e);
            throw e;
        }
        sql.run("COMMIT");
        return result;
    }

    private static void endFailed(Sql sql, Throwable why) {
        try {
            sql.run("ROLLBACK");
        } catch (StoreException e) {
            why.addSuppressed(e); // SQLite may have ended the transaction by itself
        }
    }

    /// Hands `work` to the writer and does not wait: for what may be lost, such as when a key was last used. It is
    /// dropped when the writer is far behind, when it fails, and once the store is closed.
    public void writeLater(Work<?> work) {
        writer.offer(work);
    }

    /// Runs `work` on the writer thread and returns its answer once it is on disk. Whatever `work` throws is thrown
    /// here, and nothing of it is kept.
    public <T extends @Nullable Object> T write(Work<T> work) {
        return writer.run(work);
    }

    /// Waits `timeoutMs` at most until events and door states of before this call are on disk. Returns whether they
    /// are. Any thread but an event loop and the door lane.
    public boolean awaitDisk(long timeoutMs) throws InterruptedException {
        return writer.awaitDisk(timeoutMs);
    }

    /// Refuses every write with [StoreException] (`DISK`) while `why` gives a reason. It is asked before each
    /// transaction, on the writer thread; it must not wait.
    public void refuseWritesWhile(Supplier<@Nullable String> why) {
        writer.refuseWhile(why);
    }

    /// Refuses changes that clients ask for ([ClientWork]) with [StoreException] (`DISK`) from now on.
    public void refuseChanges(String why) {
        writer.refuseChanges(why);
    }

    /// Calls `hook` after each commit, on the writer thread: it may only wake another thread. It stays for ever.
    public void onCommit(Runnable hook) {
        writer.onCommit(hook);
    }

    /// Whether this is the folder's own: a service whose disk fails works on another one.
    public boolean isOf(DataFolder folder) {
        return file.equals(folder.database());
    }

    /// When the writer last went round: half a second ago at most, unless it is at a long piece of work or the disk
    /// keeps it waiting.
    public long writerAliveNs() {
        return writer.aliveNs();
    }

    /// The log of events, which shares the writer.
    public SqliteEventLog events() {
        return writer.events();
    }

    /// What stands at each door, which shares the writer.
    public DoorStateStore doorStates() {
        return writer.doorStates();
    }

    /// Lets the file grow to `bytes` at most, or to what it has already; a write beyond it throws [StoreException]
    /// (`FULL`).
    public void growTo(long bytes) {
        long pages = bytes / read(sql -> sql.get("PRAGMA page_size", row -> row.number(1)));
        long bound = Math.max(1, pages); // SQLite takes 0 for none
        writer.run(sql -> sql.get("PRAGMA max_page_count = " + bound, row -> row.number(1)));
    }

    /// How often the log has lost its oldest events: counts of them are void then.
    long trims() {
        return trims.get();
    }

    void trimmed() {
        trims.incrementAndGet();
    }

    /// How often something was changed that decisions read.
    long rightsGeneration() {
        return rightsMemory.changes().generation();
    }

    /// Calls `hook` with each failed read of a decision that memory answers, or nothing does. Any thread; it must not
    /// wait.
    public void onReadFault(Consumer<StoreException> hook) {
        readFault = hook;
    }

    void readFailed(StoreException e) {
        readFault.accept(e);
    }

    /// What decisions read last.
    RightsMemory rightsMemory() {
        return rightsMemory;
    }

    /// The keys of API clients, and which of them are known already.
    public ApiKeyStore apiKeys() {
        return apiKeys;
    }

    /// The threat levels of sites.
    public ThreatStore threats() {
        return threats;
    }

    /// Who moves where, which shares the writer.
    PlaceMoves placeMoves() {
        return writer.places();
    }

    /// Uses of credentials, which share the writer.
    UseWrites useWrites() {
        return writer.uses();
    }

    /// A read connection of its own, for the decision thread. The caller closes nothing, but has ended its thread
    /// before the database is closed.
    Sql ownReader() {
        return ownReader(CACHE_KIB);
    }

    /// The same for another thread, with a page cache of `cacheKib`.
    Sql ownReader(int cacheKib) {
        Sql reader = connectLasting(file, true, cacheKib);
        ownReaders.add(reader);
        return reader;
    }

    /// Commits what waits and closes. Later reads and writes throw [StoreException] (`CLOSED`). The writer goes last:
    /// the last connection carries the write-ahead log over into the file, so that the file alone is all there is.
    @Override
    public void close() {
        closeReaders();
        writer.close();
    }

    /// Closes and commits nothing more: what is not on disk by now is lost, as when the process is killed. For those
    /// who try out what a kill leaves behind.
    public void abandon() {
        closeReaders();
        writer.abandon();
    }

    private void closeReaders() {
        for (int i = 0; i < READERS; i++) takeReader().close();
        closed = true;
        for (Sql reader : ownReaders) reader.close();
    }

    private Sql takeReader() {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    Sql reader = readers.poll(CLOSED_LOOK_MS, TimeUnit.MILLISECONDS);
                    if (reader != null) return reader;
                    if (closed) throw closed();
                } catch (InterruptedException e) {
                    interrupted = true; // a connection comes back in milliseconds; the interrupt is kept for later
                    LockSupport.parkNanos(1);
                }
            }
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    /// Whether the writer works: for /health. Any thread.
    public boolean alive() {
        return writer.alive();
    }

    /// Throws [StoreException] for a file of a newer version or a damaged one, before anything opens it to write:
    /// that alone would set its journal mode, or carry a write-ahead log over into it.
    private static void refuseUntouched(Path file) {
        long bytes = file.toFile().length();
        if (bytes == 0) return;
        boolean unended =
                file.resolveSibling(file.getFileName() + "-wal").toFile().length() > 0;
        if (unended) return; // the file is whole only together with its log: a killed process left both
        Sql sql = connectUntouched(file);
        try {
            Migrations.refuseNewer(sql, Migrations.BOX);
            if (bytes > CHECKED_BYTES_MAX) return;
            String found = sql.get("PRAGMA quick_check(1)", row -> row.text(1));
            if (!found.equals("ok")) throw new StoreException(Reason.CORRUPT, found, null);
        } finally {
            sql.close();
        }
    }

    /// Opens a file to look at, so that not a byte of it or beside it changes.
    static Sql connectUntouched(Path file) {
        var config = new SQLiteConfig();
        config.setReadOnly(true);
        try {
            return new Sql(
                    DriverManager.getConnection("jdbc:sqlite:file:" + file + "?immutable=1", config.toProperties()));
        } catch (SQLException e) {
            throw Sql.failed("read " + file.getFileName(), e);
        }
    }

    /// Opens a file to read, its log of a process that runs or was killed included. Nothing of it is changed.
    static Connection connectToRead(Path file) {
        var config = new SQLiteConfig();
        config.setReadOnly(true);
        config.setBusyTimeout(BUSY_MS);
        try {
            return DriverManager.getConnection("jdbc:sqlite:" + file, config.toProperties());
        } catch (SQLException e) {
            throw Sql.failed("read " + file.getFileName(), e);
        }
    }

    /// @param cacheKib page cache of the connection
    static Sql connect(Path file, boolean readOnly, int cacheKib) {
        return connect(file, readOnly, usual(cacheKib).toProperties(), null);
    }

    /// The same for a connection that is kept: it opens the file again after the disk failed.
    static Sql connectLasting(Path file, boolean readOnly, int cacheKib) {
        Properties properties = usual(cacheKib).toProperties();
        return connect(file, readOnly, properties, Reopening.of(file, readOnly, properties));
    }

    /// The same to read, of a path without any link: SQLite follows none, nor where it writes a copy to.
    static Sql connectLinkFree(Path file, int cacheKib) {
        Properties properties = usual(cacheKib).toProperties();
        String mode = SQLiteConfig.Pragma.OPEN_MODE.pragmaName;
        int usual = Integer.parseInt(properties.getProperty(mode));
        properties.setProperty(mode, Integer.toString(usual | OPEN_NOFOLLOW));
        return connect(file, true, properties, null);
    }

    private static SQLiteConfig usual(int cacheKib) {
        var config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.enforceForeignKeys(true);
        config.setCacheSize(-cacheKib); // negative: SQLite's way to say KiB, not pages
        config.setBusyTimeout(BUSY_MS);
        config.setGetGeneratedKeys(false); // the driver would prepare and run a SELECT after each INSERT
        return config;
    }

    private static Sql connect(Path file, boolean readOnly, Properties properties, Sql.@Nullable Opener opener) {
        try {
            Connection first = DriverManager.getConnection("jdbc:sqlite:" + file, properties);
            var sql = new Sql(first, opener);
            if (readOnly) sql.script(Reopening.QUERY_ONLY);
            return sql;
        } catch (SQLException e) {
            throw Sql.failed("open " + file.getFileName(), e);
        }
    }

    /// Looks through what decisions are made from; takes seconds where there are very many people. Returns
    /// what is wrong, or null; null as well once the thread is interrupted.
    public @Nullable String decisionsFault() {
        return DecisionTables.fault(file);
    }

    /// Checks the whole file. Returns `ok`, or what is wrong.
    public String integrityCheck() {
        return read(sql -> sql.get("PRAGMA integrity_check(1)", row -> row.text(1)));
    }

    static StoreException closed() {
        return new StoreException(Reason.CLOSED, "the store is closed", null);
    }
}
