package dev.lintel.tools.image;

import dev.lintel.controller.time.Time;
import dev.lintel.tools.pack.Trees;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The Debians that were laid out and are kept: one a board, for each is some hundred MB. What is kept is of use as
/// long as the archive holds the same packages; where it cannot be asked, it has to do, and that is told.
///
/// ```
///   CACHE/debian-trixie-BOARD-RECIPE.tar     the files
///   CACHE/debian-trixie-BOARD-RECIPE.state   its day, what the archive held, when it was laid out: written last
/// ```
///
/// One thread, under the lock of [Images].
final class Bases {
    private static final int HASH_SHOWN = 16;
    private static final int STATE_LINES = 3;
    /// In the place of a hash: no archive has it.
    private static final String UNASKED = "-";

    private final Path cache;
    private final String stem;
    private final Archive archive;
    private final Time time;
    private final Consumer<String> progress;

    /// A base.
    ///
    /// @param laid when the archive's newest list was made, so that the same lists give the same base on each
    /// machine. The time of this machine's clock if the archive did not answer
    record Base(Path tar, Debian debian, Instant laid) {}

    private record Kept(LocalDate day, String hash, Instant laid) {}

    /// Lays Debian out as the file `part`, in which no file is newer than `laid`.
    @FunctionalInterface
    interface Laying {
        void lay(Path part, Instant laid) throws IOException;
    }

    Bases(Path cache, Board board, Archive archive, Time time, Consumer<String> progress) {
        this.cache = cache;
        this.stem = "debian-" + RootFs.SUITE + "-" + board.title() + "-";
        this.archive = archive;
        this.time = time;
        this.progress = progress;
    }

    /// Which kept base a build uses.
    ///
    /// @param none not one, so that Debian is laid out again
    /// @param ofTheseLists only one that was laid out with the lists that the archive has now: their time is in an
    /// image, also where all packages are the same. The archive has to answer
    record Reuse(boolean none, boolean ofTheseLists) {}

    /// The base of `recipe`: that which is kept, or one that is laid out by `laying`. Throws [ImageException] in words.
    Base get(String recipe, Reuse reuse, Laying laying) throws IOException {
        String name = stem + Trees.sha256(recipe).substring(0, HASH_SHOWN);
        Path tar = cache.resolve(name + ".tar");
        Kept kept = kept(name);
        progress.accept("asking Debian's archive what is new");
        Archive.State now;
        try {
            now = archive.ask();
        } catch (IOException e) {
            String why = String.valueOf(e.getMessage());
            if (reuse.ofTheseLists) {
                throw new ImageException(
                        "--reproducible needs the time of Debian's lists, which cannot be read: " + why);
            }
            if (kept != null && !reuse.none) return new Base(tar, new Debian(kept.day, false, why), kept.laid);
            return laid(name, null, why, laying); // apt may know a way that we do not: a proxy of its own
        }
        if (kept != null && fits(kept, now, reuse)) return new Base(tar, new Debian(kept.day, false, null), kept.laid);
        return laid(name, now, null, laying);
    }

    private static boolean fits(Kept kept, Archive.State now, Reuse reuse) {
        return !reuse.none && kept.hash.equals(now.hash()) && (!reuse.ofTheseLists || kept.laid.equals(now.at()));
    }

    /// @param now null: what the archive holds is not known; the day is this one's, and the next build asks again
    private Base laid(String name, Archive.@Nullable State now, @Nullable String unasked, Laying laying)
            throws IOException {
        Path tar = cache.resolve(name + ".tar");
        Files.createDirectories(cache);
        Path part = cache.resolve("part-" + name + ".tar");
        Instant laid = now == null ? time.now().truncatedTo(ChronoUnit.SECONDS) : now.at();
        laying.lay(part, laid);
        Trees.moveOver(part, tar);
        // After the files: with the state of those before, they are laid out once more.
        Path state = cache.resolve("part-" + name + ".state");
        LocalDate day = now == null ? LocalDate.ofInstant(laid, ZoneOffset.UTC) : now.day();
        String lines = String.join("\n", day.toString(), now == null ? UNASKED : now.hash(), laid.toString(), "");
        Files.writeString(state, lines, StandardCharsets.US_ASCII);
        Trees.moveOver(state, cache.resolve(name + ".state"));
        removeOthers(name);
        return new Base(tar, new Debian(day, true, unasked), laid);
    }

    /// What is known of the one that is kept; null where there is none.
    private @Nullable Kept kept(String name) throws IOException {
        Path state = cache.resolve(name + ".state");
        if (!Files.exists(cache.resolve(name + ".tar")) || !Files.exists(state)) return null;
        List<String> lines = Files.readAllLines(state, StandardCharsets.ISO_8859_1);
        if (lines.size() != STATE_LINES) return null;
        try {
            return new Kept(LocalDate.parse(lines.getFirst()), lines.get(1), Instant.parse(lines.getLast()));
        } catch (DateTimeException e) { // a file that was damaged: laid out once more
            return null;
        }
    }

    /// Those of other recipes, and what was broken off.
    private void removeOthers(String name) throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.list(cache)) {
            all = files.toList();
        }
        for (Path file : all) {
            String called = file.getFileName().toString();
            boolean ours = called.startsWith(stem) || called.startsWith("part-" + stem);
            if (ours && !called.startsWith(name)) Files.delete(file);
        }
    }
}
