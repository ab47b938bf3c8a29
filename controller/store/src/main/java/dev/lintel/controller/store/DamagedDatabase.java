package dev.lintel.controller.store;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.StoreException.Reason;
import dev.lintel.controller.time.Time;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Puts a damaged database aside, and another in its place: its own content where only events or indexes
/// are damaged ([PresentContent]), else the newest good snapshot. The power may go at each line:
///
/// ```
///   lintel.db.next            the content, or the snapshot and  before: lintel.db is found damaged again
///                             what can be read since ([SinceSnapshot]), or an empty database
///   lintel.db.next-complete   how that was made ([ReplacementMark])
///   lintel.db, then its -wal  go to lintel.db.damaged-TIME      from here on it [#isGone]: the next start moves the
///                                                               -wal first, and takes `next` as it is
///   event-floor               ids that were seen are not used again
///   lintel.db.common-TIME     for a return ([ReturnedDatabase])
///   lintel.db.replaced        what the box tells of it, until its log has that
///   lintel.db.next            becomes lintel.db
/// ```
///
/// The database goes before its log of writes: it must not be opened without that, nor the replacement with
/// it. On the starting thread.
final class DamagedDatabase {
    /// Damaged files that are kept: the first, which has the history of before, and the newest. A disk that
    /// damages each one it is given would be full of them.
    private static final int KEPT_MAX = 3;
    /// Within [#OFTEN_MS]; one after the other that is damaged so soon is the disk's own doing, and the
    /// next file would be no better. Each costs a start, in which no door opens.
    static final int REPLACED_MAX = 2;
    /// Whoever replaces the card finds it good again; a page a day that an old card loses is no reason.
    private static final long OFTEN_MS = TimeUnit.HOURS.toMillis(1);
    /// Ids of events that a damaged file may have shown beyond those that can still be read in it.
    private static final long IDS_SKIPPED = 1_000_000;

    private static final String ASIDE = "lintel.db.damaged-";
    private static final String TOLD_OF = "lintel.db.replaced";
    private static final Logger LOG = System.getLogger(DamagedDatabase.class.getName());

    private final DataFolder folder;
    private final Time time;
    private final Step step;
    private final Path file;
    private final ReplacementMark mark;

    /// What is asked before each change of a file: a test has the power go there, or the disk refuse it.
    @FunctionalInterface
    interface Step {
        void before(Path changed) throws IOException;
    }

    DamagedDatabase(DataFolder folder, Time time, Step step) {
        this.folder = folder;
        this.time = time;
        this.step = step;
        this.file = folder.database();
        this.mark = new ReplacementMark(folder);
    }

    /// Whether there is no database though copies show that there was one: this was cut, or somebody took
    /// it. Throws [StoreException] (`DISK`) where the disk does not say.
    static boolean isGone(DataFolder folder) {
        try {
            if (Files.size(folder.database()) > 0) return false;
        } catch (NoSuchFileException e) {
            LOG.log(Level.DEBUG, "there is no database", e);
        } catch (IOException e) {
            throw new StoreException(Reason.DISK, folder.database().getFileName() + ": " + e.getMessage(), e);
        }
        return !asides(folder).isEmpty() || !Snapshots.newestFirst(folder).isEmpty();
    }

    /// Whether the disk damages what it is given. Times to come count as well: of a clock that was lost
    /// nobody knows how long ago they were.
    static boolean isTooOften(DataFolder folder, Time time) {
        long since = time.nowMs() - OFTEN_MS;
        return asides(folder).stream().filter(each -> at(each) > since).count() >= REPLACED_MAX;
    }

    private static long at(Path aside) {
        return Long.parseLong(aside.getFileName().toString().substring(ASIDE.length()));
    }

    /// Throws IOException where the disk does not take it: then it is damaged still, or gone.
    void replace() throws IOException {
        Path next = beside("lintel.db.next");
        boolean gone = isGone(folder);
        // Without `next` no replacement was cut: one that was put aside long ago knows nothing of later revocations.
        boolean resumed = gone && Files.exists(next);
        if (resumed) moveLeftLog();
        Path snapshot = newestGood();
        Path cut = gone ? cut(snapshot, next) : null;
        ReplacementMark.Made made = cut == null ? null : complete(snapshot, next);
        if (made == null) made = make(snapshot, next, resumed ? cut : gone ? null : file);
        Path aside = aside(cut);
        if (!gone) move(file, aside);
        if (Files.exists(log(file))) move(log(file), log(aside));
        remove(beside("lintel.db-shm")); // an index of the other two: it tells nothing
        long ids = Math.max(idsUsed(), snapshot == null ? 0 : PolicyCopy.head(snapshot));
        ids = Math.max(ids, PolicyCopy.head(next));
        write(beside(Recovery.FLOOR), Long.toString(ids + IDS_SKIPPED));
        Path kept = gone ? cut : aside;
        if (kept != null && (!gone || resumed)) keepBase(made, kept, next);
        write(beside(TOLD_OF), words(gone && !resumed, kept) + "; " + made.decides());
        move(next, file);
        remove(mark.file());
        thinOut();
    }

    /// A power cut after the move of the database has left its log of writes behind: nothing may read one without the
    /// other.
    private void moveLeftLog() throws IOException {
        List<Path> asides = asides(folder);
        if (asides.isEmpty() || Files.exists(log(asides.getLast())) || !Files.exists(log(file))) return;
        move(log(file), log(asides.getLast()));
    }

    /// What a replacement that was cut had made of `next`; null where `next` has to be made again.
    private ReplacementMark.@Nullable Made complete(@Nullable Path snapshot, Path next) {
        ReplacementMark.Made made = mark.read();
        boolean older = snapshot != null && PolicyCopy.head(next) < PolicyCopy.head(snapshot);
        return made == null || older || !Snapshots.isGood(next) ? null : made;
    }

    /// Makes `next`, and marks it as complete.
    private ReplacementMark.Made make(@Nullable Path snapshot, Path next, @Nullable Path damaged) throws IOException {
        remove(mark.file());
        ReplacementMark.Made made;
        Present present = present(snapshot, next, damaged);
        if (present != null) {
            made = new ReplacementMark.Made(null, decides(present));
        } else if (snapshot != null) {
            copy(snapshot, next);
            String decides = decides(snapshot, since(snapshot, next, damaged));
            made = new ReplacementMark.Made(snapshot.getFileName().toString(), decides);
        } else {
            makeEmpty(next);
            made = new ReplacementMark.Made(null, "an empty one decides");
        }
        step.before(mark.file());
        mark.write(made);
        return made;
    }

    /// What happened at this start or at an earlier one, in a sentence that nobody has been told; null:
    /// nothing.
    static @Nullable String untold(DataFolder folder) {
        Path told = folder.path().resolve(TOLD_OF);
        try {
            return Files.exists(told) ? Files.readString(told) : null;
        } catch (IOException e) {
            return "the database was replaced, and " + told + " cannot be read: " + e.getMessage();
        }
    }

    /// The log has it on disk.
    static void told(DataFolder folder) {
        try {
            Files.deleteIfExists(folder.path().resolve(TOLD_OF));
            Files.deleteIfExists(new ReplacementMark(folder).file()); // where the power went before its removal
        } catch (IOException e) {
            LOG.log(Level.WARNING, TOLD_OF + " stays, and is told again: " + e.getMessage());
        }
    }

    private @Nullable Path newestGood() {
        for (Path snapshot : Snapshots.newestFirst(folder)) {
            if (Snapshots.isGood(snapshot)) return snapshot;
        }
        return null;
    }

    /// The database that a replacement had put aside before it was cut; null where none was under way: one that was
    /// damaged long ago, and lies there still, tells nothing of the box that lost its database now.
    private @Nullable Path cut(@Nullable Path snapshot, Path next) {
        List<Path> asides = asides(folder);
        if (asides.isEmpty() || (snapshot != null && !Files.exists(next))) return null;
        long head = PolicyCopy.head(asides.getLast()); // 0: it cannot be told any more
        boolean older = snapshot != null && head > 0 && head < PolicyCopy.head(snapshot);
        return older ? null : asides.getLast();
    }

    /// A log of writes that was left behind goes to the database that was put aside before it.
    private Path aside(@Nullable Path cut) {
        if (cut != null && !Files.exists(log(cut))) return cut;
        long at = time.nowMs();
        while (Files.exists(beside(ASIDE + at))) at++; // a clock that was lost shows the same time twice
        return beside(ASIDE + at);
    }

    private static String words(boolean gone, @Nullable Path aside) {
        if (aside == null) return "the database was gone";
        String kept = " is kept as " + aside.getFileName();
        return gone ? "the database was gone, one that was damaged" + kept : "the database was damaged and" + kept;
    }

    private static String decides(Path snapshot, long events) {
        String since = events == 0 ? "" : ", with " + events + " events since";
        return "snapshot " + snapshot.getFileName() + " decides" + since;
    }

    private static String decides(Present present) {
        ReadableEvents.Copied copied = present.copied;
        String lost = copied.words();
        boolean indexes = !present.indexes.isEmpty();
        String damaged = indexes ? (lost.isEmpty() ? "indexes" : "events and indexes") : "events";
        return "only " + damaged + " are damaged: people, rights and settings are as they were, with "
                + copied.events() + " events" + (lost.isEmpty() ? "" : "; " + lost)
                + (copied.all() ? "" : "; events before " + copied.before() + " are in that file alone")
                + (indexes ? "; indexes built again: " + String.join(", ", present.indexes) : "");
    }

    /// What a replacement has of the damaged database.
    ///
    /// @param indexes names of those that could not be read, and are built again
    private record Present(ReadableEvents.Copied copied, List<String> indexes) {}

    /// Makes `next` from the damaged database. Returns null where not all that decides can be read.
    private @Nullable Present present(@Nullable Path snapshot, Path next, @Nullable Path damaged) throws IOException {
        if (damaged == null) return null;
        List<String> indexes = PresentContent.damagedIndexes(damaged, snapshot == null ? 0 : PolicyCopy.head(snapshot));
        if (indexes == null) return null;
        step.before(next);
        Snapshots.deleteDatabase(next);
        DataFolder.writePrivate(next, new byte[0]);
        try {
            ReadableEvents.Copied copied = PresentContent.into(next, damaged);
            SchemaBackups.force(next);
            DataFolder.force(folder.path());
            return new Present(copied, indexes);
        } catch (StoreException e) {
            LOG.log(Level.WARNING, "the content of the damaged database cannot be used: " + e.getMessage());
            return null;
        }
    }

    /// Returns how many events the damaged one could add.
    private long since(Path snapshot, Path next, @Nullable Path damaged) throws IOException {
        if (damaged == null) return 0;
        step.before(next);
        try {
            long events = SinceSnapshot.into(next, damaged);
            SchemaBackups.force(next);
            return events;
        } catch (StoreException e) { // a sector that cannot be read has SQLite end a transaction by itself
            LOG.log(Level.WARNING, "nothing is taken over from the damaged database: " + e.getMessage());
            copy(snapshot, next);
            return 0;
        }
    }

    /// What both have in common, should the one that is put aside prove sound: [ReturnedDatabase].
    private void keepBase(ReplacementMark.Made made, Path aside, Path next) throws IOException {
        Path base = ReturnedDatabase.base(aside);
        step.before(base);
        Snapshots.deleteDatabase(base); // half of one, where the power went here
        try {
            if (made.snapshot() == null) {
                DataFolder.writePrivate(base, new byte[0]);
                PolicyCopy.ofUnused(next, base, Long.MAX_VALUE);
                SchemaBackups.force(base);
            } else Files.createLink(base, beside("snapshots").resolve(made.snapshot()));
        } catch (StoreException | IOException | UnsupportedOperationException e) { // no room, or no links
            Snapshots.deleteDatabase(base);
            LOG.log(Level.WARNING, "should " + aside.getFileName() + " prove sound, it cannot come back: " + e);
        }
    }

    /// Makes a database without people, whose numbers were never used.
    private void makeEmpty(Path next) throws IOException {
        step.before(next);
        Snapshots.deleteDatabase(next);
        DataFolder.writePrivate(next, new byte[0]);
        Sql sql = Database.connect(next, false, Database.OTHERS_CACHE_KIB);
        try {
            sql.script("PRAGMA journal_mode = DELETE"); // one file
            Migrations.run(sql, Migrations.BOX, null);
        } finally {
            sql.close();
        }
        SinceSnapshot.skipAllNumbers(next);
        SchemaBackups.force(next);
        DataFolder.force(folder.path());
    }

    private long idsUsed() {
        long ids = Recovery.floor(folder);
        for (Path aside : asides(folder)) ids = Math.max(ids, PolicyCopy.head(aside));
        return ids;
    }

    /// Removes what was put aside between the first and the newest ones.
    private void thinOut() {
        List<Path> asides = asides(folder);
        try {
            for (int i = 1; i <= asides.size() - KEPT_MAX; i++) thinOut(asides.get(i));
        } catch (IOException e) {
            LOG.log(Level.WARNING, "databases that were damaged cannot be thinned out: " + e.getMessage());
        }
    }

    private static void thinOut(Path aside) throws IOException {
        Files.deleteIfExists(ReturnedDatabase.base(aside));
        Snapshots.deleteDatabase(aside);
    }

    /// The oldest first.
    static List<Path> asides(DataFolder folder) {
        try (Stream<Path> files = Files.list(folder.path())) {
            return files.filter(each -> each.getFileName().toString().matches(ASIDE + "\\d+"))
                    .sorted()
                    .toList();
        } catch (IOException | UncheckedIOException e) { // a disk that is not there has none
            return List.of();
        }
    }

    private Path beside(String name) {
        return folder.path().resolve(name);
    }

    private static Path log(Path database) {
        return database.resolveSibling(database.getFileName() + "-wal");
    }

    private void copy(Path snapshot, Path next) throws IOException {
        step.before(next);
        Snapshots.deleteDatabase(next); // and what SQLite has left beside it
        DataFolder.force(folder.path());
        step.before(next);
        MemoryDatabase.copyPrivate(snapshot, next);
        SchemaBackups.force(next);
        DataFolder.force(folder.path());
    }

    private void write(Path to, String text) throws IOException {
        step.before(to);
        DataFolder.writeDurably(to, text.getBytes(StandardCharsets.UTF_8));
    }

    private void move(Path from, Path to) throws IOException {
        step.before(to);
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        DataFolder.force(folder.path());
    }

    private void remove(Path old) throws IOException {
        if (!Files.exists(old)) return;
        step.before(old);
        Files.delete(old);
        DataFolder.force(folder.path());
    }
}
