package dev.lintel.controller.backup;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.DataFolderException;
import dev.lintel.controller.files.LinkFree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Puts the files of a backup in the place of a box's so that a power cut leaves one of the two boxes
/// whole:
///
/// ```
///   mark   restoring appears, whole and on disk         before: the old box.  From here on: the restored one
///   out    each old file goes to before-restore-of-TIME, lintel.db first
///   in     each new one comes from files.restoring, lintel.db last
///   end    restoring goes
/// ```
///
/// [#run] by `lintel restore`, when all that comes is on disk and checked. What it leaves behind is
/// finished by the next start, before anything in the folder is read, or else taken back ([#finish]); the
/// next `lintel restore` takes it back, so that what it puts aside, and the wiring that it keeps, are the
/// old box's ([#takeBack]). Each step shows by itself whether it was done ([ExchangePlan]), so that a
/// second cut changes nothing.
public final class Exchange {
    /// The file that says that the folder is none of a box's for now.
    public static final String MARKER = "restoring";

    /// Where what comes lies until it does.
    static final String FRESH = "files.restoring";

    /// What processes hold open or leave for each other, and what was put aside before.
    private static final Pattern STAYS = Pattern.compile(
            "(lintel|copying)[.]lock|control[.](sock|path)|before-restore.*|files[.]restoring|restoring([.]part)?");

    private static final String DATABASE = "lintel.db";

    /// Without these no door of the box works, or nobody is admitted by card, or no page is served as
    /// before.
    private static final List<String> NEEDED =
            List.of("controller.yaml", "keys", "tls", "event-floor", DATABASE, DATABASE + "-wal");

    /// Hears of each step before it is done: a test cuts the power there, or has the disk refuse it.
    @FunctionalInterface
    interface Step {
        void before(Path file) throws IOException;
    }

    private final Path data;
    private final Path fresh;
    private final Path mark;
    private final Step step;

    private Exchange(Path data, Step step) {
        this.data = data;
        this.fresh = data.resolve(FRESH);
        this.mark = data.resolve(MARKER);
        this.step = step;
    }

    /// In that data folder.
    public static Exchange of(Path data) {
        return new Exchange(data, _ -> {});
    }

    static Exchange of(Path data, Step step) {
        return new Exchange(data, step);
    }

    /// Whether an exchange was begun there and has no end.
    public boolean isMarked() {
        return ExchangePlan.isThere(mark);
    }

    /// Puts what lies in `files.restoring` in the place of what there is. Returns the folder that this has
    /// gone to; null where there was nothing. Throws IOException: the box of before stands again, or the
    /// mark does.
    ///
    /// @param what names the restored box, for sentences
    /// @param at goes into the name of the folder
    @Nullable
    Path run(String what, String at) throws IOException {
        String before = "before-restore-of-" + at;
        for (int i = 2; ExchangePlan.isThere(data.resolve(before)); i++) before = "before-restore-of-" + at + "-" + i;
        List<String> old = names(data).reversed().stream()
                .filter(name -> !STAYS.matcher(name).matches())
                .toList();
        var plan = new ExchangePlan(what, before, old, names(fresh));
        try {
            step.before(mark);
            DataFolder.writeDurably(mark, plan.write());
            forward(plan);
        } catch (IOException e) {
            tryBack(plan, e);
            throw e;
        }
        end();
        return old.isEmpty() ? null : data.resolve(before);
    }

    private void tryBack(ExchangePlan plan, IOException why) throws IOException {
        try {
            back(plan);
            end();
        } catch (IOException e) {
            e.addSuppressed(why);
            throw new IOException(
                    words(why) + "; nor can it be taken back (" + words(e)
                            + "): the next start, or the next 'lintel restore', tries it again",
                    e);
        }
    }

    /// What was cut is finished, or else taken back. Returns what was done, in a sentence; null where
    /// nothing was cut. Throws [DataFolderException] where neither can be done, or another process holds
    /// the folder.
    public @Nullable String finish() {
        if (!isMarked()) return null;
        try (DataFolder _ = DataFolder.open(data)) {
            ExchangePlan plan = ExchangePlan.read(mark);
            String lost = plan.lostOfFresh(data);
            if (lost != null) return tookBack(plan, lost + " of it is lost");
            try {
                forward(plan);
            } catch (IOException e) {
                return tookBack(plan, words(e));
            }
            end();
            return "the restore of " + plan.what() + " had been cut off and is finished now; what was here before"
                    + " is in " + plan.before();
        } catch (DataFolderException e) {
            if (e.inUse()) throw e;
            throw stuck(String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw stuck(words(e), e);
        }
    }

    /// As [#finish], by who holds the folder and wants the box of before.
    @Nullable
    String takeBack() {
        if (!isMarked()) return null;
        try {
            ExchangePlan plan = ExchangePlan.read(mark);
            if (plan.lostOfOld(data) == null) return tookBack(plan, "another restore was begun");
            forward(plan);
            end();
            return "the restore of " + plan.what() + " had been cut off and was finished first";
        } catch (IOException e) {
            throw stuck(words(e), e);
        }
    }

    private String tookBack(ExchangePlan plan, String why) throws IOException {
        String lost = plan.lostOfOld(data);
        if (lost != null) throw new IOException(why + ", and of what was here before " + lost + " is lost");
        back(plan);
        end();
        return "the restore of " + plan.what() + " had been cut off and is taken back (" + why
                + "): this is the box of before it";
    }

    private static DataFolderException stuck(String why, Exception e) {
        return new DataFolderException(
                "a restore of this box was cut off, and can be neither finished nor taken back: " + why, e);
    }

    /// Both paths of a move say less than what was in its way.
    private static String words(IOException e) {
        if (!(e instanceof FileSystemException file) || file.getReason() == null) return String.valueOf(e.getMessage());
        return Path.of(file.getFile()).getFileName() + ": " + file.getReason();
    }

    /// Lays what doors and pages need into the empty folder `room`: of the restored box where it is whole,
    /// else of the one of before; where the mark is of no use, of whatever stands in the data folder. The
    /// database is a link, for whoever copies it further. For a start that [#finish] is denied.
    /// Throws IOException for what could not be read; the rest is there then.
    public void layNeeded(Path room) throws IOException {
        IOException unread = null;
        for (String name : NEEDED) {
            Path from = place(name);
            if (from == null || !Files.exists(from)) continue;
            try {
                if (name.startsWith(DATABASE)) Files.createSymbolicLink(room.resolve(name), from.toAbsolutePath());
                else copy(from, room.resolve(name));
            } catch (IOException e) {
                unread = e;
            } catch (UncheckedIOException e) { // while a folder is listed
                unread = e.getCause();
            }
        }
        if (unread != null) throw unread;
    }

    private @Nullable Path place(String name) {
        try {
            return ExchangePlan.read(mark).place(data, name);
        } catch (IOException e) { // told by what `finish` has thrown
            return data.resolve(name);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from, FileVisitOption.FOLLOW_LINKS)) {
            for (Path path : all.toList()) {
                Path copy = to.resolve(from.relativize(path).toString());
                if (Files.isDirectory(path)) DataFolder.makePrivate(copy);
                else DataFolder.writePrivate(copy, Files.readAllBytes(path));
            }
        }
    }

    private void forward(ExchangePlan plan) throws IOException {
        Path before = data.resolve(plan.before());
        if (!plan.old().isEmpty()) {
            folder(before);
            for (String name : plan.old()) {
                if (!plan.isOut(data, name)) move(name, data, before);
            }
            DataFolder.force(before); // a name that is twice on the disk is in its place; one that is nowhere is lost
            DataFolder.force(data);
        }
        if (ExchangePlan.isThere(fresh)) {
            folder(fresh);
            for (String name : plan.fresh()) {
                if (ExchangePlan.isThere(fresh.resolve(name))) move(name, fresh, data);
            }
            DataFolder.force(data);
            DataFolder.force(fresh);
        }
        unmark();
    }

    private void back(ExchangePlan plan) throws IOException {
        Path before = data.resolve(plan.before());
        folder(fresh);
        for (String name : plan.fresh().reversed()) {
            if (plan.isIn(data, name)) move(name, data, fresh);
        }
        DataFolder.force(fresh);
        DataFolder.force(data);
        if (ExchangePlan.isThere(before)) {
            folder(before);
            for (String name : plan.old().reversed()) {
                if (plan.isOut(data, name)) move(name, before, data);
            }
            DataFolder.force(data);
            DataFolder.force(before);
            step.before(before);
            Files.delete(before);
        }
        unmark();
    }

    /// All is in its place, on disk.
    private void unmark() throws IOException {
        step.before(mark);
        Files.deleteIfExists(mark);
    }

    /// What is left in `files.restoring` is no part of the box by now.
    private void end() throws IOException {
        DataFolder.force(data);
        removeFresh();
    }

    /// Removes what an unpacking has left; what an exchange needs stays.
    void removeFresh() throws IOException {
        if (!isMarked()) remove(fresh);
    }

    /// Root moves nothing into or out of what is a link of the box's.
    private void folder(Path folder) throws IOException {
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) return;
        if (ExchangePlan.isThere(folder)) throw LinkFree.isLink(folder);
        step.before(folder);
        DataFolder.makePrivate(folder);
        DataFolder.force(data);
    }

    private void move(String name, Path from, Path to) throws IOException {
        step.before(to.resolve(name));
        Files.move(from.resolve(name), to.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }

    /// The database goes first and comes last: of two that are listed here it is the last.
    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .sorted(Comparator.<String, Boolean>comparing(DATABASE::equals)
                            .thenComparing(Comparator.naturalOrder()))
                    .toList();
        }
    }

    private static void remove(Path folder) throws IOException {
        if (!ExchangePlan.isThere(folder)) return;
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(path);
        }
    }
}
