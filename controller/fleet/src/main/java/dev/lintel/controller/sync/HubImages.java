package dev.lintel.controller.sync;

import dev.lintel.controller.fleet.ImagesIn;
import dev.lintel.controller.fleet.ImagesIn.Wanted;
import dev.lintel.controller.people.ImageShelf;
import dev.lintel.controller.people.ImageShelfException;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.Bytes;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Fetches people's pictures from the hub, one by one, behind all else: no door needs one. Any thread, one at a time.
public final class HubImages {
    /// A hub makes them at most some 100 KB large.
    static final int BYTES_MAX = 4 << 20;
    /// In one go: then others have their turn.
    private static final int AT_ONCE = 100;

    private static final long AGAIN_FIRST_MS = TimeUnit.SECONDS.toMillis(30);
    private static final long AGAIN_MAX_MS = TimeUnit.HOURS.toMillis(6);
    /// Some two weeks: then only another picture of the person is fetched.
    private static final int ATTEMPTS_MAX = 60;
    /// Doublings that reach [#AGAIN_MAX_MS].
    private static final int DOUBLINGS_MAX = 10;
    /// It becomes the name of a file.
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    private static final Logger LOG = System.getLogger(HubImages.class.getName());

    private final Database database;
    private final ImageShelf shelf;
    private final HubLine line;
    private final Time time;
    private final AtomicBoolean running = new AtomicBoolean();

    public HubImages(Database database, ImageShelf shelf, HubLine line, Time time) {
        this.database = database;
        this.shelf = shelf;
        this.line = line;
        this.time = time;
    }

    /// Fetches what is due, unless that goes on already. A hub that is away is asked for one at most.
    public void step() {
        if (!running.compareAndSet(false, true)) return;
        try {
            for (int i = 0; i < AT_ONCE; i++) {
                Wanted image = next();
                if (image == null || !fetch(image)) return;
            }
        } catch (StoreException | ImageShelfException e) { // a disk that is full: again with the next step
            LOG.log(Level.WARNING, "pictures of people wait: " + e.getMessage());
        } finally {
            running.set(false);
        }
    }

    private @Nullable Wanted next() {
        long nowMs = time.nowMs();
        return database.read(sql -> ImagesIn.due(sql, nowMs, nowMs + AGAIN_MAX_MS));
    }

    /// Whether it is worth going on.
    private boolean fetch(Wanted image) {
        if (!NAME.matcher(image.name()).matches() || image.attempts() >= ATTEMPTS_MAX) {
            database.write(sql -> {
                ImagesIn.giveUp(sql, image);
                return true;
            });
            return true;
        }
        try {
            Bytes large = jpeg(line.image(image.name(), false));
            Bytes small = jpeg(line.image(image.name(), true));
            shelf.bring(image.name(), large, small);
            return database.write(sql -> {
                ImagesIn.arrived(sql, image);
                return true;
            });
        } catch (UplineException e) {
            long againAtMs =
                    time.nowMs() + Math.min(AGAIN_MAX_MS, AGAIN_FIRST_MS << Math.min(image.attempts(), DOUBLINGS_MAX));
            return database.write(sql -> {
                ImagesIn.failed(sql, image, againAtMs);
                return line.status().online();
            });
        }
    }

    private static Bytes jpeg(byte[] content) {
        boolean begins = content.length > 2 && content[0] == (byte) 0xFF && content[1] == (byte) 0xD8;
        if (!begins || content.length > BYTES_MAX) throw new UplineException("the hub sent what is no picture");
        return Bytes.copyOf(content);
    }
}
