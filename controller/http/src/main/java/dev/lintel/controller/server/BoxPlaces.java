package dev.lintel.controller.server;

import dev.lintel.sync.wire.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// How many requests of boxes their hub answers at once, and how many of one box: one that is slow, faulty or in the
/// wrong hands takes its own share and no more. Who shows no certificate has one share with all such. Any thread that
/// may block.
///
/// ```
///   of one box 4 ──► with a long body: of it 2, of all 4 ──► all but downloads: of all 32
///                                                        └─► downloads: of it 2, of all 16
/// ```
///
/// A place is kept until the answer is sent: until then it is in memory.
final class BoxPlaces {
    /// Of one box: its download, its upload, a picture, and what its clients write; more of those wait for it.
    static final int PER_BOX_MAX = 4;
    /// What it follows, and pictures behind that.
    static final int DOWNLOADS_PER_BOX_MAX = 2;
    /// An upload, and a write with a small picture in it.
    static final int LONG_BODIES_PER_BOX_MAX = 2;
    /// Of all boxes: most wait for the database's readers or its writer.
    private static final int OTHERS_MAX = 32;
    /// Of all boxes, each some 200 kB packed, and 4 MB at the very most: of 500 boxes that all fetch everything, those
    /// with slow lines keep a few megabytes of the hub.
    private static final int DOWNLOADS_MAX = 16;
    /// Of all boxes, each some megabytes in memory at most. They are apart from those of the API (`Exchanges`).
    private static final int LONG_BODIES_MAX = 4;
    /// How long a request waits at each of these before the box is asked to come again.
    private static final long WAITS_S = 10;
    /// How long one with a long body waits: those before it arrive over slow lines.
    private static final long LONG_WAITS_S = 30;
    /// How long a box may take for any answer. A connection on which nothing moves at all is closed by then
    /// (`WebServer`).
    private static final long SENT_S = 60;
    /// And how much longer it may take for a long one: over the slowest line there is, of 32 kbit/s. Were it cut off
    /// earlier, it would ask for the same again, for ever.
    private static final long SENT_BYTES_A_SECOND = 4096;

    private static final String NOBODY = "";
    private static final Set<String> DOWNLOADS = Set.of(Wire.CHANGES, Wire.SNAPSHOT, Wire.IMAGES + ":name");

    private final Semaphore others = new Semaphore(OTHERS_MAX, true);
    private final Semaphore downloads = new Semaphore(DOWNLOADS_MAX, true);
    private final Semaphore longBodies = new Semaphore(LONG_BODIES_MAX, true);
    /// Of whom something is asked or waits now.
    private final Map<String, Share> shares = new ConcurrentHashMap<>();

    private static final class Share {
        private final Semaphore answered = new Semaphore(PER_BOX_MAX, true);
        private final Semaphore downloads = new Semaphore(DOWNLOADS_PER_BOX_MAX, true);
        private final Semaphore longBodies = new Semaphore(LONG_BODIES_PER_BOX_MAX, true);
        /// Changed while its entry of the map is held.
        private int users;
    }

    /// Of one request. One thread.
    final class Place implements AutoCloseable {
        private final String who;
        private final List<Semaphore> held = new ArrayList<>();
        private final List<Semaphore> heldForBody = new ArrayList<>();

        private Place(String who) {
            this.who = who;
        }

        private boolean take(Semaphore semaphore) throws InterruptedException {
            boolean taken = semaphore.tryAcquire(WAITS_S, TimeUnit.SECONDS);
            if (taken) held.add(semaphore);
            return taken;
        }

        private boolean takeForBody(Semaphore semaphore) throws InterruptedException {
            boolean taken = semaphore.tryAcquire(LONG_WAITS_S, TimeUnit.SECONDS);
            if (taken) heldForBody.add(semaphore);
            return taken;
        }

        /// Nothing of the request's body is needed any more.
        void bodyRead() {
            for (Semaphore semaphore : heldForBody) semaphore.release();
            heldForBody.clear();
        }

        @Override
        public void close() {
            bodyRead();
            for (Semaphore semaphore : held) semaphore.release();
            held.clear();
            shares.computeIfPresent(who, (_, share) -> --share.users == 0 ? null : share);
        }
    }

    /// Waits for a place; null: none came free in time. The caller closes it.
    ///
    /// @param box what the certificate names; null: there is none
    /// @param pattern the route's
    /// @param longBody whether a body is on its way that is not a short one
    @Nullable
    Place take(@Nullable String box, String pattern, boolean longBody) {
        String who = box == null ? NOBODY : box;
        Share share = shares.compute(who, (_, standing) -> entered(standing));
        var place = new Place(who);
        boolean taken = false;
        try {
            taken = place.take(share.answered)
                    && (!longBody || (place.takeForBody(share.longBodies) && place.takeForBody(longBodies)))
                    && (DOWNLOADS.contains(pattern)
                            ? place.take(share.downloads) && place.take(downloads)
                            : place.take(others));
        } catch (InterruptedException e) { // refused, as those are that have waited for long
            Thread.currentThread().interrupt();
        } finally {
            if (!taken) place.close();
        }
        return taken ? place : null;
    }

    /// How long a box may take for an answer with a body of `bytes`, in seconds.
    static long sentWithinS(long bytes) {
        return SENT_S + bytes / SENT_BYTES_A_SECOND;
    }

    private static Share entered(@Nullable Share standing) {
        Share share = standing == null ? new Share() : standing;
        share.users++;
        return share;
    }
}
