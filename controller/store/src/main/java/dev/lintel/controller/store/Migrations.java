package dev.lintel.controller.store;

import dev.lintel.controller.store.StoreException.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// Brings a database to this version's schema: numbered files, all that are new in one transaction,
/// forward only. Runs at open, on the opening thread. The version reached is SQLite's `user_version`; a checksum of
/// the files that led there is its `application_id`, so that a database whose tables are others under
/// the same number is refused in words, and not met later as a column that is missing.
///
/// A column's new word (a kind of alarm, a way of reading) is a new file too, though it changes no table: the version
/// before gets its own tables back after a failed update only where the newer one's number is higher.
final class Migrations {
    /// The newest migration; files are `0001.sql` to this one.
    static final int LATEST = 35;

    /// The tables of `lintel.db`.
    static final Series BOX = new Series("", LATEST);
    /// The tables of `oauth.db`.
    static final Series OAUTH = new Series("oauth/", 3);
    /// The tables of `webhooks.db`.
    static final Series WEBHOOKS = new Series("webhooks/", 1);
    /// The tables of `sync.db`.
    static final Series SYNC = new Series("sync/", 3);

    /// All there are in a data folder.
    static final List<Series> ALL = List.of(BOX, OAUTH, WEBHOOKS, SYNC);

    /// The files that make one database: where they are, and how many.
    record Series(String folder, int latest) {
        /// The database that they make.
        String file() {
            return folder.isEmpty() ? "lintel.db" : folder.replace("/", ".db");
        }
    }

    /// Of what was asked for: a process asks at each open, and reading eleven files takes longer than the open itself.
    private static final Map<String, Integer> CHECKSUMS = new ConcurrentHashMap<>();

    private Migrations() {}

    /// Throws [StoreException] (`NEWER`) when the file comes from a newer version; it is left as it
    /// was.
    ///
    /// @param backups takes a copy before anything is changed; null where nobody goes back
    static void run(Sql sql, Series series, @Nullable SchemaBackups backups) {
        int version = refuseNewer(sql, series);
        if (backups != null && version > 0 && version < series.latest) backups.take(sql, version);
        if (version == series.latest) return;
        var all = new StringBuilder("BEGIN IMMEDIATE;\n");
        for (int next = version + 1; next <= series.latest; next++) {
            all.append(read(series, next)).append('\n');
        }
        all.append("PRAGMA user_version = ").append(series.latest);
        all.append(";\nPRAGMA application_id = ")
                .append(checksum(series, series.latest))
                .append(";\nCOMMIT;");
        sql.script(all.toString());
    }

    /// Of what the files up to that one do: neither comments nor white space count.
    static int checksum(Series series, int last) {
        return CHECKSUMS.computeIfAbsent(series.folder + last, _ -> computeChecksum(series, last));
    }

    private static int computeChecksum(Series series, int last) {
        var crc = new CRC32C();
        for (int number = 1; number <= last; number++) {
            String text = read(series, number).replaceAll("--[^\n]*", "").replaceAll("\\s+", " ");
            crc.update(text.strip().getBytes(StandardCharsets.UTF_8));
        }
        return (int) crc.getValue();
    }

    /// The version that the file has. Throws as [#run] does.
    static int refuseNewer(Sql sql, Series series) {
        int version = sql.get("PRAGMA user_version", row -> row.integer(1));
        if (version > series.latest) {
            throw new StoreException(
                    Reason.NEWER,
                    "the database was written by a newer version (schema " + version + ", this one knows up to "
                            + series.latest + ")",
                    null);
        }
        int made = sql.get("PRAGMA application_id", row -> row.integer(1));
        if (version > 0 && made != checksum(series, version)) {
            throw new StoreException(
                    Reason.NEWER,
                    "the database was made by a build from between two versions, whose tables are others (schema "
                            + version + "); run that build, or move the file and snapshots/ away to start with an"
                            + " empty one",
                    null);
        }
        return version;
    }

    private static String read(Series series, int number) {
        String name = series.folder + "%04d.sql".formatted(number);
        try (InputStream file = Migrations.class.getResourceAsStream(name)) {
            if (file == null) throw new IllegalStateException("migration " + name + " is not in the jar");
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("migration " + name, e);
        }
    }
}
