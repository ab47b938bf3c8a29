package dev.lintel.controller.store;

import dev.lintel.controller.files.LinkFree;
import dev.lintel.controller.store.Migrations.Series;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Whether the disk has room for what another version does to a box's databases at its first start: a newer one changes
/// their tables ([SchemaBackups]), an older one goes back to the copy of before ([StepBack]). Without it that version
/// works in memory, and what happens there is lost. Asked before one is installed or gone back to: by root, of a folder
/// that is the box's ([#lack]: no link is followed, and of a database its first bytes alone are read), and by the box
/// itself ([#lackHere]).
public final class SchemaRoom {
    /// On the way back: the copy, which grows to the size of the newer file, and its log.
    private static final int BACK_COPIES = 2;
    /// What the box itself writes until it restarts.
    private static final long SPARE_BYTES = 16L << 20;

    private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
    /// Where SQLite has its `user_version`, the most significant byte first.
    private static final int VERSION_AT = 60;

    private static final double MB = 1e6;

    private SchemaRoom() {}

    /// What this version's tables are: the number of the newest migration, by database.
    public static Map<String, Integer> ofThisVersion() {
        Map<String, Integer> known = new TreeMap<>();
        for (Series series : Migrations.ALL) known.put(series.file(), series.latest());
        return known;
    }

    /// What a version before may know, by the copies of before a change: where nobody has noted what it does know.
    public static Map<String, Integer> ofCopies(Path data) throws IOException {
        Map<String, Integer> known = new TreeMap<>();
        for (Series series : Migrations.ALL) {
            List<Integer> copies = copies(data, series);
            if (!copies.isEmpty()) known.put(series.file(), copies.getFirst());
        }
        return known;
    }

    /// Why that version could not do with the databases what it has to, in a sentence with what helps; null: it can.
    /// Never in a process that has one of them open: closing a file ends all of a process's locks on it, SQLite's
    /// too, and whoever then opens and closes the database takes its log away from under that process.
    ///
    /// @param data the box's folder
    /// @param known what its tables are, as of [#ofThisVersion]; a database that is not there counts nothing
    /// @param freed bytes in that folder that are free by then
    public static @Nullable String lack(Path data, Map<String, Integer> known, long freed) throws IOException {
        return lack(data, known, freed, series -> version(data, series));
    }

    /// The same, asked by the box itself, which has them open: their tables are this version's.
    public static @Nullable String lackHere(Path data, Map<String, Integer> known, long freed) throws IOException {
        return lack(data, known, freed, Series::latest);
    }

    @FunctionalInterface
    private interface Tables {
        /// -1: it is no database.
        int of(Series series) throws IOException;
    }

    private static @Nullable String lack(Path data, Map<String, Integer> known, long freed, Tables tables)
            throws IOException {
        long needed = 0;
        boolean back = false;
        var changed = new ArrayList<String>();
        for (Series series : Migrations.ALL) {
            Integer wanted = known.get(series.file());
            long bytes = bytes(data, series);
            if (wanted == null || bytes == 0) continue;
            int now = tables.of(series);
            if (now < 0 || wanted == now) continue;
            if (wanted < now && series.equals(Migrations.BOX) && !hasCopy(data, series, wanted)) {
                return series.file() + " has newer tables than that version knows, and there is no copy of before ("
                        + series.file() + ".schema-" + wanted + " in " + data + "): it could read nothing of it";
            }
            back |= wanted < now;
            needed += (wanted < now ? BACK_COPIES : SchemaBackups.COPIES) * bytes;
            changed.add(series.file());
        }
        if (changed.isEmpty()) return null;
        long free = Files.getFileStore(data).getUsableSpace() + freed;
        if (free - SPARE_BYTES >= needed) return null;
        return "that version has other tables in " + String.join(", ", changed) + ": copies of before need "
                + Math.round((needed + SPARE_BYTES) / MB) + " MB in " + data + ", and " + Math.round(free / MB)
                + " MB are free; remove there what nobody wants any more (before-restore-of-*, *.newer-schema-*,"
                + " *.damaged-*" + (back ? "" : ", and *.schema-* of older versions") + "), or move the box to a"
                + " larger card by 'lintel backup' and 'lintel restore'";
    }

    /// Of the tables as they are; -1: the file is no database. What was written last may be in the log beside it still:
    /// all of a new one, or a change, of which the copy of before tells that was made by this version.
    private static int version(Path data, Series series) throws IOException {
        byte[] head;
        try (InputStream in = LinkFree.open(data, series.file())) {
            head = in.readNBytes(VERSION_AT + Integer.BYTES);
        }
        if (head.length == 0) return series.latest();
        boolean database = head.length > VERSION_AT && Arrays.equals(Arrays.copyOf(head, MAGIC.length), MAGIC);
        if (!database) return -1;
        int version = ByteBuffer.wrap(head).getInt(VERSION_AT);
        boolean changed = version < series.latest() && copies(data, series).contains(version);
        return version == 0 || changed ? series.latest() : version;
    }

    private static boolean hasCopy(Path data, Series series, int known) throws IOException {
        return copies(data, series).stream().anyMatch(version -> version <= known);
    }

    /// Numbers of the copies of before a change, the highest first.
    private static List<Integer> copies(Path data, Series series) throws IOException {
        if (!Files.isDirectory(data)) return List.of();
        return new SchemaBackups(data.resolve(series.file())).versions();
    }

    /// Of a database and its log; 0: it is not there.
    private static long bytes(Path data, Series series) throws IOException {
        long bytes = 0;
        for (String suffix : List.of("", "-wal")) {
            try {
                bytes += Files.readAttributes(
                                data.resolve(series.file() + suffix),
                                BasicFileAttributes.class,
                                LinkOption.NOFOLLOW_LINKS)
                        .size();
            } catch (NoSuchFileException e) {
                // a box that does without it, or that has ended and carried its log over
            }
        }
        return bytes;
    }
}
