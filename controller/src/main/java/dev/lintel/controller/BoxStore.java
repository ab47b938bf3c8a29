package dev.lintel.controller;

import dev.lintel.controller.health.Health;
import dev.lintel.controller.store.DataFolder;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.Recovery;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// The box's database, as a start opens it, and whether it proves damaged while the box runs:
///
/// ```
///   a decision or the writer meets damage ---.
///   a look at all that decisions read -------+--> [#isDamaged] --> the box begins anew, and [Recovery] replaces it
/// ```
///
/// Opened and closed by the wiring; the rest is for any thread.
final class BoxStore implements AutoCloseable {
    /// Doors have been opened and readers are back; a card that nobody has shown yet is found before its
    /// holder comes.
    private static final Duration LOOK_AFTER = Duration.ofSeconds(10);

    private static final Duration LOOK_EVERY = Duration.ofDays(1);
    private static final Logger LOG = System.getLogger(BoxStore.class.getName());

    private final Recovery.Opened opened;
    private final boolean replaced;
    private final AtomicReference<@Nullable String> damage = new AtomicReference<>();

    private BoxStore(Recovery.Opened opened, boolean service) {
        this.opened = opened;
        this.replaced = service && opened.memory() == null;
    }

    /// @param damaged what is on the disk has proved to be of no use; heard by a service alone
    static BoxStore open(CutRestore restore, DataFolder folder, Surroundings surroundings, Time time, boolean damaged) {
        if (!surroundings.service()) return new BoxStore(Recovery.openOnDisk(folder, time), false);
        var memory = surroundings.memory();
        Recovery.Opened opened;
        if (restore.stuck() != null) opened = restore.database(folder, memory, time, damaged);
        else opened = damaged ? Recovery.openDamaged(folder, memory, time) : Recovery.open(folder, memory, time);
        return new BoxStore(opened, true);
    }

    Database database() {
        return opened.database();
    }

    /// Whether it is the disk's own.
    boolean isOnDisk() {
        return opened.memory() == null;
    }

    /// Says in the log and in /health what was wrong at the start, and there what is wrong later.
    void tell(Health health) {
        health.add("storage", damage::get);
        String reason = opened.reason();
        if (reason == null) return;
        LOG.log(Level.ERROR, reason);
        // It works again: no reason to leave a version that is on trial, and none to forget it.
        if (isOnDisk()) health.add("recovery", () -> reason);
        else health.lasting("storage", reason);
    }

    /// A presentation could not be decided.
    void undecided(RuntimeException e) {
        LOG.log(Level.ERROR, "a decision failed", e);
        if (e instanceof StoreException store && store.reason() == StoreException.Reason.CORRUPT) {
            damaged("a decision could not be read: " + e.getMessage());
        }
    }

    void lookAfter(Housekeeping housekeeping) {
        housekeeping.every("look through the database", LOOK_AFTER, LOOK_EVERY, this::look);
    }

    /// Looks at all that decisions read. It takes seconds where there are very many people. Twice, where something
    /// is wrong: it reads every page, and one that the disk did not give for a moment is no damage.
    void look() {
        if (database().decisionsFault() == null) return;
        String fault = database().decisionsFault();
        if (fault != null) damaged(fault);
    }

    private void damaged(String how) {
        String said = "the database is damaged: " + how;
        if (damage.compareAndSet(null, said)) LOG.log(Level.ERROR, said);
    }

    /// Whether the box is to begin anew, with another database: a service's on the disk. One in memory ends
    /// with the box, and at a terminal somebody reads what to do.
    boolean isDamaged() {
        return replaced && (damage.get() != null || database().events().damaged());
    }

    /// For the box that begins in this one's place.
    Predecessor predecessor() {
        return new Predecessor(isDamaged(), database().events()::unwritten);
    }

    @Override
    public void close() {
        opened.close();
    }
}
