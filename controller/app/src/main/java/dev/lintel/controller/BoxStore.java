package dev.lintel.controller;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.FolderWatch;
import dev.lintel.controller.health.Health;
import dev.lintel.controller.health.Housekeeping;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.DatabaseProof;
import dev.lintel.controller.store.DiskProbe;
import dev.lintel.controller.store.MemoryLeft;
import dev.lintel.controller.store.OpenedDatabase;
import dev.lintel.controller.store.Outage;
import dev.lintel.controller.store.PlaceStore;
import dev.lintel.controller.store.Recovery;
import dev.lintel.controller.store.ReturnedDatabase;
import dev.lintel.controller.store.RightsStore;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The box's database, as a start opens it, and whether it proves damaged while the box runs:
///
/// ```
///   a decision or the writer meets damage ---.
///   a look at all that decisions read -------+--> [DatabaseDoubt] --> [#isDamaged] --> the box restarts, and
///                                                                                      [Recovery] replaces it
/// ```
///
/// Opened and closed by the wiring; the rest is for any thread.
final class BoxStore implements AutoCloseable {
    /// Doors have been opened and readers are back; a card that nobody has shown yet is found before its
    /// holder comes.
    private static final Duration LOOK_AFTER = Duration.ofSeconds(10);

    /// Doors have opened, readers are back.
    private static final Duration REMEMBER_AFTER = Duration.ofSeconds(3);
    /// Until a change is in memory nobody is known from there, should the disk go.
    private static final Duration REMEMBER_EVERY = Duration.ofSeconds(5);
    /// Whatever kept it from being read is mended by then, or after another hour.
    private static final Duration ASIDE_AFTER = Duration.ofMinutes(2);

    private static final Duration ASIDE_EVERY = Duration.ofHours(1);
    private static final Duration DOUBT_EVERY = Duration.ofSeconds(1);
    /// A disk that failed at the start may work when the doors have opened.
    private static final Duration DISK_AFTER = Duration.ofSeconds(10);

    /// After a return to a disk that failed again: each restart costs some seconds in which no door opens. It doubles
    /// with each further return.
    private static final Duration DISK_AFTER_RETURN = Duration.ofMinutes(1);

    private static final Duration DISK_AFTER_MAX = Duration.ofMinutes(30);
    /// A disk that worked for so long is not the one that fails at each start.
    private static final Duration RETURN_HOLDS = Duration.ofHours(1);

    private static final Duration DISK_EVERY = Duration.ofMinutes(1);
    /// While it cannot be read, as while a box runs on it: after a minute of failed looks it is damaged.
    private static final Duration DISK_UNREADABLE_EVERY = Duration.ofSeconds(5);

    /// What is written between a look and the removal of the folder is lost with it.
    private static final Duration FOLDER_EVERY = Duration.ofSeconds(5);

    private static final Duration LOOK_EVERY = Duration.ofDays(1);
    private static final Logger LOG = System.getLogger(BoxStore.class.getName());

    private final OpenedDatabase opened;
    private final @Nullable Outage outage;
    private final boolean replaced;
    private final DatabaseProof proof;
    private final DatabaseDoubt doubt;
    private final FolderWatch folder;
    /// Of the disk's database, while this one is in memory because of the disk.
    private final @Nullable DatabaseDoubt disk;
    private final @Nullable DatabaseProof diskProof;
    private final Time time;
    private final int returns;
    private final long openedNs;
    private volatile boolean asideReturns;
    private volatile boolean recovered;
    private @Nullable MemoryLeft left; // once it is closed
    private boolean failed; // on the housekeeping thread
    private boolean diskSound; // these two on the thread of long looks
    private long nextDiskNs;
    private boolean watched; // these two on the thread of the wiring
    private boolean succeeded;
    private boolean erased;
    private boolean continues; // what an earlier box of this process has left in memory

    private BoxStore(OpenedDatabase opened, boolean service, int returns, Time time) {
        this.opened = opened;
        this.replaced = service && opened.memory() == null;
        DataFolder used = opened.memory() == null ? opened.folder() : opened.memory();
        this.proof = new DatabaseProof(used.database());
        this.folder = FolderWatch.of(used);
        opened.database().refuseWritesWhile(folder::fault);
        used.refuseWritesWhile(folder::fault);
        this.doubt = new DatabaseDoubt(proof, () -> DiskProbe.look(used.path()), time);
        this.time = time;
        this.returns = returns;
        this.openedNs = time.nowNs();
        this.nextDiskNs = openedNs;
        this.outage = opened.outage() == null ? null : opened.outage().outage();
        this.diskProof = outage != null && outage.returns()
                ? new DatabaseProof(opened.folder().database())
                : null;
        this.disk = diskProof == null
                ? null
                : new DatabaseDoubt(
                        diskProof, () -> DiskProbe.look(opened.folder().path()), time);
    }

    /// @param before what is known of the box before; a service uses it
    static BoxStore open(
            CutRestore restore, DataFolder folder, Surroundings surroundings, Time time, Recovery.Before before) {
        if (!surroundings.service()) return new BoxStore(Recovery.openOnDisk(folder, time), false, 0, time);
        var memory = surroundings.memory();
        OpenedDatabase opened = restore.stuck() == null
                ? Recovery.open(folder, memory, time, before)
                : restore.database(folder, memory, time, before);
        var store = new BoxStore(opened, true, before.returns(), time);
        var here = opened.outage();
        store.continues = restore.stuck() == null && here != null && here.left() != null;
        return store;
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
        health.add("storage", this::words);
        health.add("data folder", folder::fault);
        String reason = opened.reason();
        if (reason == null) return;
        LOG.log(Level.ERROR, reason);
        // It works again: no reason to leave a version that is on trial, and none to forget it.
        if (isOnDisk()) health.add("recovery", () -> reason);
        else health.lasting("storage", reason + nextTry());
    }

    private String nextTry() {
        if (returns == 0 || disk == null) return "";
        return "; the disk failed again after " + returns + (returns == 1 ? " return" : " returns")
                + " to it, and is tried " + diskAfter(returns).toMinutes()
                + " min after this start, or when the service is restarted";
    }

    private @Nullable String words() {
        String wrong = doubt.words();
        String missing = wrong == null ? null : RightsStore.missing(database());
        return missing == null ? wrong : wrong + "; " + missing;
    }

    /// A first start gave the box its first site and doors.
    void begun() {
        if (replaced) ReturnedDatabase.begun(opened.folder());
    }

    /// A presentation could not be decided.
    void undecided(RuntimeException e) {
        LOG.log(Level.ERROR, "a decision failed", e);
        if (e instanceof StoreException store) unread(store);
    }

    /// Something that decisions read could not be read, whether memory answered or not.
    private void unread(StoreException e) {
        if (e.isOfDisk() && folder.fault() == null)
            doubt.raise("a decision could not be read: " + e.getMessage(), false);
    }

    /// @param looks for what reads whole files
    /// @param onSound runs each time the database proves sound after a doubt
    void lookAfter(Housekeeping housekeeping, LongLooks looks, Runnable onSound) {
        doubt.onSound(onSound);
        database().onReadFault(this::unread);
        looks.every("look through the database", LOOK_AFTER, LOOK_EVERY, this::look);
        if (replaced) looks.every("databases put aside", ASIDE_AFTER, ASIDE_EVERY, this::lookAside);
        looks.everyAfterError("doubts of the database", DOUBT_EVERY, DOUBT_EVERY, this::settle);
        watchDisk();
        if (disk != null)
            looks.everyAfterError("the disk's database", diskAfter(returns), DISK_UNREADABLE_EVERY, this::lookAtDisk);
        housekeeping.every("rights in memory", REMEMBER_AFTER, REMEMBER_EVERY, this::remember);
        housekeeping.every("data folder", FOLDER_EVERY, FOLDER_EVERY, folder::look);
        housekeeping.every("failed writes", DOUBT_EVERY, DOUBT_EVERY, this::lookAtWriter);
    }

    /// Looks at all that decisions read. It takes seconds where there are very many people.
    void look() {
        String fault = database().decisionsFault();
        if (fault != null && folder.fault() == null) doubt.raise(fault, false);
    }

    /// While the disk gives nothing, what was read last is good.
    private void remember() {
        if (doubt.words() != null) return;
        try {
            RightsStore.remember(database());
            PlaceStore.remember(database());
        } catch (StoreException e) {
            if (!e.isOfDisk()) throw e;
            unread(e);
        }
    }

    /// Looks whether a database that was put aside is sound after all.
    void lookAside() {
        if (ReturnedDatabase.prove(opened.folder())) asideReturns = true;
    }

    /// The box has started: has [#lookAtDisk] try a database that it finds sound.
    void watchDisk() {
        watched = true;
        if (disk != null) disk.onSound(this::tryDisk);
    }

    /// When a box in memory first looks at the disk's database.
    ///
    /// @param returns how often in a row that failed again after a return
    static Duration diskAfter(int returns) {
        if (returns == 0) return DISK_AFTER;
        Duration after = DISK_AFTER_RETURN;
        for (int i = 1; i < returns && after.compareTo(DISK_AFTER_MAX) < 0; i++) after = after.multipliedBy(2);
        return after.compareTo(DISK_AFTER_MAX) < 0 ? after : DISK_AFTER_MAX;
    }

    /// Looks at the disk's database, while this one is in memory. It proves sound, or damaged as that of a running box.
    /// One that was sound is only tried until it can be used: a look reads all of it.
    void lookAtDisk() {
        if (disk == null || outage == null || recovered) return;
        if (!disk.isUnreadable() && time.nowNs() - nextDiskNs < 0) return;
        nextDiskNs = time.nowNs() + DISK_EVERY.toNanos();
        Outage.Fault fault = diskSound ? outage.lasts(opened.folder(), time) : null;
        if (fault != null && !fault.ofDamage()) return;
        disk.raise("it could not be used at the start", true);
        disk.look();
    }

    /// A restart costs some seconds in which no door opens: the disk's database has to open and to take a write first.
    private void tryDisk() {
        if (outage == null) return;
        diskSound = true;
        Outage.Fault fault = outage.lasts(opened.folder(), time);
        if (fault == null) recovered = true;
        else LOG.log(Level.WARNING, "the disk's database can be read, and cannot be used yet: " + fault.words());
    }

    /// Settles a doubt, where there is one and the database is in its folder: while it is not, every write fails, and
    /// a look would find another file or none.
    void settle() {
        if (folder.fault() == null) doubt.look();
    }

    private void lookAtWriter() {
        if (folder.fault() != null) return;
        boolean failing = database().events().failing();
        if (database().events().damaged()) doubt.raise("events cannot be written", true);
        else if (failing && !failed) doubt.raise("events cannot be written", false); // once: it may be writing alone
        failed = failing;
    }

    /// Whether the box is to restart with another database, because that of a service on its disk is damaged. At a
    /// terminal somebody reads what to do.
    boolean isDamaged() {
        return (replaced && doubt.damage() != null) || (disk != null && disk.damage() != null);
    }

    /// Whether the box is to restart with the database that was put aside, or that is on its disk and works again.
    boolean returns() {
        return asideReturns || recovered || (replaced && doubt.isBack()) || (disk != null && disk.isBack());
    }

    /// Call it before [#close]: a box begins in the place of this one and takes what `close` then leaves in memory.
    Predecessor handOver() {
        succeeded = true;
        boolean held = isOnDisk() && time.nowNs() - openedNs >= RETURN_HOLDS.toNanos();
        boolean back = recovered || (disk != null && disk.isBack());
        return new Predecessor(
                isDamaged(),
                () -> new Predecessor.Left(database().events().unwritten(), left),
                held ? 0 : returns + (back ? 1 : 0));
    }

    /// As [#handOver()] and [#erase].
    Predecessor handOver(boolean reset) {
        if (!reset) return handOver();
        erase();
        return Predecessor.NONE;
    }

    /// The box is reset: what is in memory goes to no disk.
    void erase() {
        erased = true;
    }

    @Override
    public void close() {
        if (diskProof != null) diskProof.close(); // before anything opens the file: this drops locks on it
        if (erased) opened.close();
        else if (outage != null && succeeded) left = opened.leave(recovered);
        else if (outage != null && watched && (outage.returns() || continues)) opened.leaveForGood(time);
        else opened.close();
        proof.close();
    }
}
