package dev.lintel.controller.proof;

import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.EventHeadStore;
import dev.lintel.controller.store.EventHeadStore.Unsigned;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Signs the head of the log after each group of events, on a thread of its own: neither a door nor the store's writer
/// waits for a signature. Groups that follow each other within [#PAUSE_MS] get one signature, for a head covers all
/// events before it. Started and closed by the wiring.
public final class HeadSigner implements AutoCloseable {
    /// Between two signatures, and after a head that was not signed: each is a commit more for the disk.
    private static final long PAUSE_MS = 2_000;
    /// How long the log is waited for at a time.
    private static final long WAIT_MS = 10_000;
    /// The thread ends within a look of this length.
    private static final long CLOSE_MS = 2_000;

    private static final Logger LOG = System.getLogger(HeadSigner.class.getName());

    private final Database database;
    private final LogKey key;
    private final Time time;
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile @Nullable String fault;
    private volatile @Nullable String missing;
    private @Nullable Thread thread;

    public HeadSigner(Database database, LogKey key, Time time) {
        this.database = database;
        this.key = key;
        this.time = time;
    }

    public void start() {
        thread = Thread.ofVirtual().name("event-heads").start(this::run);
    }

    /// Why the newest head is not signed, for /health; null: it is, or is about to be.
    public @Nullable String fault() {
        String now = fault;
        return now == null ? missing : now;
    }

    private void run() {
        try {
            long seen = 0;
            do {
                long head = database.events().head(); // before: what comes meanwhile is signed next time
                if (signQuietly()) seen = head;
                if (closing.await(PAUSE_MS, TimeUnit.MILLISECONDS)) return;
                if (fault == null) waitAbove(seen);
            } while (closing.getCount() > 0);
        } catch (InterruptedException _) {
            // closed
        }
    }

    private void waitAbove(long seen) throws InterruptedException {
        while (closing.getCount() > 0 && database.events().awaitHeadAbove(seen, WAIT_MS) <= seen) {}
    }

    private boolean signQuietly() {
        try {
            sign();
            fault = null;
            return true;
        } catch (StoreException e) {
            if (closing.getCount() > 0 && fault == null) LOG.log(Level.WARNING, "the log's head is not signed", e);
            fault = "the newest events are not signed: the database does not answer"; // 'storage' says why
            return false;
        } catch (RuntimeException e) { // a fault of this program must not end the thread without a word in /health
            if (closing.getCount() > 0 && fault == null) LOG.log(Level.ERROR, "the log's head is not signed", e);
            fault = "the newest events are not signed: " + e;
            return false;
        }
    }

    /// Signs the newest event unless it is signed. Returns whether it was not. Any thread that may block.
    public boolean sign() {
        missing = missingEnd();
        Unsigned newest = database.read(sql -> EventHeadStore.unsigned(sql, key.fingerprint()));
        if (newest == null) return false;
        var head = key.sign(newest.eventId(), newest.hash(), time.nowMs());
        return database.write(sql -> {
            EventHeadStore.keep(sql, head);
            return true;
        });
    }

    /// A restore brings the heads of its time along, so a head that fits no event is of a log that was changed. It
    /// stays, as evidence.
    private @Nullable String missingEnd() {
        EventHeadStore.Head head = database.read(EventHeadStore::foreign);
        if (head == null) return null;
        String words =
                "event " + head.eventId() + " was signed and is gone, or is another one now: the log was changed";
        if (missing == null) LOG.log(Level.ERROR, words);
        return words;
    }

    /// Before the database is closed.
    @Override
    public void close() {
        closing.countDown();
        Thread running = thread;
        if (running == null) return;
        running.interrupt();
        try {
            running.join(CLOSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
