package dev.lintel.controller.people;

import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PersonImageStore;
import dev.lintel.controller.store.PersonImageStore.Job;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.time.Time;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Makes the images that rows of `person_image` want, one after another, and removes the files of those that nobody
/// wants any more. All it has to know is in the database, so a box that dies goes on where it was. On a thread of its
/// own: no door waits for a picture. Opened and closed by the wiring.
public final class ImageWorker implements AutoCloseable {
    /// Attempts to fetch an image; and to make one that the process did not survive making.
    static final int ATTEMPTS_MAX = 4;
    /// After the first, second and third attempt: a server that restarts, a line that is down, a short outage.
    private static final long[] AGAIN_AFTER_MS = {5_000, 60_000, 600_000, 600_000};

    private static final long LONGEST_MS = 600_000;
    /// How long it rests when nobody wakes it and nothing is due.
    private static final long REST_MS_MAX = 60_000;
    /// After the disk refused something.
    private static final long REST_AFTER_FAULT_MS = 10_000;
    /// Names whose files are removed in one go.
    private static final int DROPPED_MAX = 100;

    private static final long CLOSE_MS_MAX = 2_000;
    private static final Logger LOG = System.getLogger(ImageWorker.class.getName());

    private final Database database;
    private final ImageShelf shelf;
    private final ImageFetcher fetcher;
    private final Time time;
    private final Semaphore wake = new Semaphore(0);
    private volatile boolean closing;
    private volatile @Nullable Thread thread;

    public ImageWorker(Database database, ImageShelf shelf, ImageFetcher fetcher, Time time) {
        this.database = database;
        this.shelf = shelf;
        this.fetcher = fetcher;
        this.time = time;
    }

    /// Works from now on, beginning with what an earlier run left. To be called before anybody can upload: what
    /// arrived and never got a row is removed before this returns.
    public ImageWorker start() {
        try {
            if (shelf.isBeside(database)) shelf.sweep(() -> database.read(PersonImageStore::wanted));
        } catch (StoreException | ImageShelfException e) { // a disk of no use: it costs room, no more
            LOG.log(Level.WARNING, "what is left of images stays: " + e.getMessage());
        }
        thread = Thread.ofPlatform().name("images").daemon(true).start(this::run);
        return this;
    }

    /// Something may be due. Any thread.
    public void wake() {
        wake.release();
    }

    private void run() {
        while (!closing) {
            long rest = REST_AFTER_FAULT_MS;
            try {
                work();
                rest = restMs();
            } catch (StoreException | ImageShelfException e) { // the disk: what waits, waits
                if (!closing) LOG.log(Level.WARNING, "images wait: " + e.getMessage());
            } catch (RuntimeException | OutOfMemoryError e) {
                // Whatever it is must not end the thread: images would stop for good, and an error that nobody
                // catches ends the box. An image that there is never room for is given up after its attempts.
                LOG.log(Level.ERROR, "making images failed", e);
            }
            try {
                if (wake.tryAcquire(rest, TimeUnit.MILLISECONDS)) wake.drainPermits();
            } catch (InterruptedException e) {
                return; // close()
            }
        }
    }

    private long restMs() {
        Long next = database.read(PersonImageStore::nextAtMs);
        return next == null ? REST_MS_MAX : Math.clamp(next - time.nowMs(), 1, REST_MS_MAX);
    }

    /// Makes what is due, and removes what is dropped. On its own thread, or a test's.
    public void work() {
        while (!closing) {
            long now = time.nowMs();
            Job job = database.read(sql -> PersonImageStore.due(sql, now, now + LONGEST_MS));
            if (job == null) break;
            make(job, now);
        }
        while (!closing) {
            List<String> names = database.read(sql -> PersonImageStore.dropped(sql, DROPPED_MAX));
            if (names.isEmpty()) break;
            for (String name : names) shelf.delete(name);
            database.write(sql -> {
                PersonImageStore.gone(sql, names);
                return true;
            });
        }
    }

    private void make(Job job, long now) {
        if (job.attempts() >= ATTEMPTS_MAX) {
            giveUp(job, "it was tried " + ATTEMPTS_MAX + " times");
            return;
        }
        database.write(sql -> {
            PersonImageStore.begin(sql, job, now + AGAIN_AFTER_MS[job.attempts()]);
            return true;
        });
        try {
            String url = job.sourceUrl();
            if (url != null) fetch(job, url);
            ImageHeader header = shelf.header(job.name());
            shelf.keep(job.name(), ImageMaker.make(shelf.plain(job.name()), header));
        } catch (FetchException e) {
            if (e.again() && job.attempts() + 1 < ATTEMPTS_MAX) {
                LOG.log(Level.INFO, about(job) + ": " + e.getMessage() + "; it is tried again");
            } else {
                giveUp(job, String.valueOf(e.getMessage()));
            }
            return;
        } catch (ImageException e) {
            giveUp(job, String.valueOf(e.getMessage()));
            return;
        } catch (NoSuchFileException e) {
            giveUp(job, "its file is gone");
            return;
        } catch (IOException e) {
            throw new ImageShelfException("an image cannot be made", e);
        }
        database.write(sql -> {
            PersonImageStore.done(sql, job, time.nowMs());
            return true;
        });
        shelf.deleteIncoming(job.name());
    }

    private void fetch(Job job, String url) {
        var upload = new Upload(shelf, job.name());
        try {
            fetcher.fetch(URI.create(url), job.attempts(), portion -> upload.write(portion, portion.length));
            upload.end();
        } catch (FetchException e) {
            upload.drop();
            throw e;
        }
        String fault = upload.fault();
        if (fault != null) throw new ImageException(fault);
    }

    private void giveUp(Job job, String why) {
        LOG.log(Level.WARNING, about(job) + " is given up: " + why);
        database.write(sql -> {
            PersonImageStore.giveUp(sql, job, why, time.nowMs());
            return true;
        });
    }

    /// Of an address only its host: paths and queries of image links are often secrets.
    private static String about(Job job) {
        String url = job.sourceUrl();
        String from = url == null ? "" : " from " + URI.create(url).getHost();
        return "the image of person " + job.personId() + from;
    }

    @Override
    public void close() {
        closing = true;
        Thread running = thread;
        if (running == null) return;
        running.interrupt();
        try {
            running.join(CLOSE_MS_MAX);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
