package dev.lintel.controller.hub;

import dev.lintel.controller.config.MassGuard;
import dev.lintel.controller.fleet.BoxStore;
import dev.lintel.controller.fleet.PublishedStore;
import dev.lintel.controller.fleet.PublishedStore.Held;
import dev.lintel.controller.fleet.PublishedStore.Taken;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.RevisionQueries;
import dev.lintel.controller.store.Sql;
import dev.lintel.controller.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Up to which revision boxes may follow: to the newest, unless too many people were deleted or disabled at
/// once. Then what changed is held back until an operator lets it through: an import that went wrong must not
/// lock everybody out of every door. While nobody follows, nothing is held back or told of. Any thread that may block.
final class Publication {
    /// At once: within this time.
    static final long WINDOW_MS = TimeUnit.MINUTES.toMillis(10);

    private static final Logger LOG = System.getLogger(Publication.class.getName());

    /// How far it has got is not worth a write each time. Those who went out meanwhile were no mass, being counted
    /// within the window, so that a restart that counts them once more holds nothing back for their sake.
    static final long KEEP_NS = TimeUnit.SECONDS.toNanos(10);

    private final Database database;
    private final MassGuard guard;
    private final Time time;
    /// The newest revision that was found good; what is beyond is counted before it is told.
    private final AtomicLong published = new AtomicLong();
    /// Up to here nobody followed: who follows since began with what stood then.
    private final AtomicLong alone = new AtomicLong();
    private volatile @Nullable Held held;
    /// What is on disk of `published`; the hub's thread.
    private long kept;

    private long keptNs;

    Publication(Database database, MassGuard guard, Time time) {
        this.database = database;
        this.guard = guard;
        this.time = time;
    }

    /// Goes on where an earlier start was. Before anybody asks.
    void begin() {
        database.read(sql -> {
            kept = PublishedStore.published(sql);
            published.set(kept);
            if (!BoxStore.isFollowed(sql)) noteAlone(RevisionQueries.head(sql));
            return true;
        });
        keptNs = time.nowNs() - KEEP_NS;
    }

    /// Up to where boxes may follow, in the caller's transaction.
    long limit(Sql sql) {
        Held standing = PublishedStore.held(sql);
        if (standing != null) return standing.from();
        long head = RevisionQueries.head(sql);
        if (head <= published.get()) return head; // below: the database was restored beneath us
        Held excess = excess(sql, head);
        if (excess != null) return excess.from();
        published.accumulateAndGet(head, Math::max);
        return head;
    }

    /// What would have to be held back: too many within the window, or that boxes have not been told of yet. Those
    /// count however long ago it was: the hub may have been off, or could not write that it holds them
    /// back.
    private @Nullable Held excess(Sql sql, long head) {
        if (!BoxStore.isFollowed(sql)) {
            noteAlone(head);
            return null;
        }
        long nowMs = time.nowMs();
        long beyond = Math.max(PublishedStore.approved(sql), alone.get());
        Taken taken = PublishedStore.taken(sql, nowMs - WINDOW_MS, beyond, published.get());
        if (!guard.isTooMany(taken.count(), () -> PublishedStore.enabled(sql) + taken.count())) return null;
        return new Held(Math.max(published.get(), taken.least() - 1), head, taken.count(), nowMs);
    }

    private void noteAlone(long head) {
        alone.accumulateAndGet(head, Math::max);
        published.accumulateAndGet(head, Math::max);
    }

    /// Holds back what is too much, so that it stays so when its time is over. Returns what is held back; null:
    /// nothing.
    @Nullable
    Held look() {
        Held now = database.read(sql -> {
            Held standing = BoxStore.isFollowed(sql) ? PublishedStore.held(sql) : null;
            if (standing != null) return standing;
            long head = RevisionQueries.head(sql);
            return head <= published.get() ? null : excess(sql, head);
        });
        if (now != null && held == null) {
            now = database.write(sql -> {
                Held standing = PublishedStore.held(sql);
                if (standing != null) return standing;
                Held excess = excess(sql, RevisionQueries.head(sql));
                if (excess != null) PublishedStore.hold(sql, excess);
                return excess;
            });
            if (now != null) LOG.log(Level.WARNING, words(now));
        }
        held = now;
        return now;
    }

    /// Keeps how far boxes may have followed, for the next start: now and then, and never more than that. The
    /// hub's thread.
    void keep() {
        long upTo = published.get();
        if (upTo == kept || time.nowNs() - keptNs < KEEP_NS) return;
        database.write(sql -> {
            PublishedStore.keep(sql, upTo, alone.get());
            return true;
        });
        kept = upTo;
        keptNs = time.nowNs();
    }

    /// What was held back is let through.
    void published() {
        held = null;
    }

    /// For /health: from memory.
    @Nullable
    String fault() {
        Held now = held;
        return now == null ? null : words(now);
    }

    private String words(Held held) {
        return held.people() + " people were deleted or disabled at once, which is more than " + guard.percent()
                + " % of all: boxes get no changes until"
                + " 'lintel hub publish' lets them through";
    }
}
