package dev.lintel.controller;

import dev.lintel.controller.store.DatabaseProof;
import dev.lintel.controller.store.DatabaseProof.Proof;
import dev.lintel.controller.store.DatabaseProof.Verdict;
import dev.lintel.controller.store.DiskProbe;
import dev.lintel.controller.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Whether the database of a running box is damaged. An operation that failed as if it were raises a doubt; only looks
/// at the database settle it:
///
/// ```
///   raise --> look --- sound ------------------------------------------> no doubt
///              ^  |--- damaged, and damaged again a second later -------> damaged
///              |  |--- not in its folder ------------------------------> the doubt stays until it is back
///              |  |--- cannot be read, and the disk gives no file ------> the disk is gone: looked at again, for ever
///              |  |--- cannot be read, and the disk is mounted again ----> back: the box opens it again
///              |  |--- cannot be read for a minute, other files can ----> damaged
///              |  +--- undecided (no memory, say) ----------------------> the doubt stays
///              +------ every few seconds
/// ```
///
/// `raise`, `words` and `damage` from any thread; `look` on the second thread of [LongLooks], each second.
final class DatabaseDoubt {
    /// In a row: what a disk gave wrongly once, it may give rightly the next time.
    private static final int DAMAGED_LOOKS = 2;
    /// A cable that is plugged in again or a controller that resets takes some seconds; a dead sector stays dead.
    private static final long UNREADABLE_NS_MAX = TimeUnit.MINUTES.toNanos(1);

    private static final long AGAIN_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long UNREADABLE_AGAIN_NS = TimeUnit.SECONDS.toNanos(5);
    private static final Logger LOG = System.getLogger(DatabaseDoubt.class.getName());

    private final DatabaseProof proof;
    private final Supplier<DiskProbe.Finding> probe;
    private final Time time;
    private final AtomicReference<@Nullable String> raised = new AtomicReference<>();
    private final AtomicReference<@Nullable String> damage = new AtomicReference<>();
    private final AtomicBoolean whole = new AtomicBoolean();
    private final AtomicReference<Runnable> onSound = new AtomicReference<>(() -> {});
    private volatile @Nullable String disk;
    private volatile boolean back;
    private int damagedLooks; // these three on the thread of `look`
    private @Nullable Long unreadableSinceNs;
    private long nextNs;

    /// @param probe looks at the disk
    DatabaseDoubt(DatabaseProof proof, Supplier<DiskProbe.Finding> probe, Time time) {
        this.proof = proof;
        this.probe = probe;
        this.time = time;
        this.nextNs = time.nowNs();
    }

    /// Something failed as if the database were damaged.
    ///
    /// @param writing where something was written: every page is looked at then, not only what decisions read
    void raise(String how, boolean writing) {
        if (writing) whole.set(true);
        if (raised.compareAndSet(null, how)) LOG.log(Level.WARNING, "the database is looked at: " + how);
    }

    /// @param hook runs each time the database proves sound
    void onSound(Runnable hook) {
        onSound.set(hook);
    }

    /// What is wrong, for /health; null: nothing.
    @Nullable
    String words() {
        String proven = damage.get();
        if (proven != null) return proven;
        if (disk != null) return disk;
        String how = raised.get();
        return how == null ? null : "the database is looked at: " + how;
    }

    /// How the database is damaged, once that is proven.
    @Nullable
    String damage() {
        return damage.get();
    }

    /// Whether its disk was removed and is mounted again: the files that this process has open stay unreadable.
    boolean isBack() {
        return back;
    }

    /// Whether the last look could not read it, and other files can be read. On the thread of `look`.
    boolean isUnreadable() {
        return unreadableSinceNs != null;
    }

    /// Looks, where there is a doubt and it is time.
    void look() {
        if (raised.get() == null || damage.get() != null || back || time.nowNs() - nextNs < 0) return;
        boolean all = whole.get();
        Proof found = proof.look(all);
        if (Thread.currentThread().isInterrupted()) return; // half a look says nothing
        if (found.verdict() != Verdict.DAMAGED) damagedLooks = 0;
        switch (found.verdict()) {
            case SOUND -> sound(all);
            case DAMAGED -> damaged(found.words());
            case MISSING -> missing(found.words());
            case UNREADABLE -> unreadable(found.words());
            case BACK -> back(found.words());
            case UNDECIDED -> undecided();
        }
    }

    private void sound(boolean all) {
        unreadableSinceNs = null;
        disk = null;
        nextNs = time.nowNs() + AGAIN_NS;
        if (!all && whole.get()) return; // raised meanwhile, and not looked at yet
        whole.set(false);
        onSound.get().run();
        LOG.log(
                Level.WARNING,
                "the database is sound: the disk had failed for a moment (" + raised.getAndSet(null) + ")");
    }

    private void damaged(String words) {
        nextNs = time.nowNs() + AGAIN_NS;
        if (++damagedLooks >= DAMAGED_LOOKS) prove(words);
    }

    private void unreadable(String words) {
        long nowNs = time.nowNs();
        nextNs = nowNs + UNREADABLE_AGAIN_NS;
        DiskProbe.Finding found = probe.get();
        said(found.fault());
        if (!found.gives()) {
            unreadableSinceNs = null;
            return;
        }
        Long since = unreadableSinceNs;
        if (since == null) unreadableSinceNs = nowNs;
        else if (nowNs - since >= UNREADABLE_NS_MAX) prove(words);
    }

    private void back(String words) {
        back = true;
        disk = words + "; the box opens its database again";
        LOG.log(Level.WARNING, disk);
    }

    /// Somebody took it away, and may put it back: no time makes that damage.
    private void missing(String words) {
        nextNs = time.nowNs() + UNREADABLE_AGAIN_NS;
        unreadableSinceNs = null;
        said(words);
    }

    private void undecided() {
        nextNs = time.nowNs() + UNREADABLE_AGAIN_NS;
        unreadableSinceNs = null;
        said(probe.get().fault());
    }

    private void said(@Nullable String fault) {
        if (fault != null && disk == null) {
            LOG.log(Level.ERROR, fault + "; the database is not damaged, and stays in use");
        }
        disk = fault;
    }

    private void prove(String words) {
        String said = "the database is damaged: " + words;
        damage.set(said);
        LOG.log(Level.ERROR, said);
    }
}
