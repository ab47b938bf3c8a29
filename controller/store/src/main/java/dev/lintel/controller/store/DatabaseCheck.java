package dev.lintel.controller.store;

import dev.lintel.controller.time.Time;
import dev.lintel.reader.Bytes;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sqlite.ProgressHandler;

/// Looks whether a database is whole, beside a process that writes to it or where none runs: SQLite's own check of
/// every
/// page and index, and of `lintel.db` the chain of events. For `lintel doctor`, in the command's process; ends when its
/// time is over. Changes nothing.
public final class DatabaseCheck {
    /// Faults that are told; more say nothing more.
    private static final int FAULTS_MAX = 3;
    /// Of SQLite's instructions between two looks at the clock: some milliseconds on a slow board.
    private static final int INSTRUCTIONS = 100_000;
    /// Two years of a busy door, and a few seconds of a slow board. What is older was newer at an earlier check.
    private static final int CHAIN_MAX = 200_000;

    private static final int CHAIN_STEP = 2_000;

    private static final String CHAIN = """
            SELECT id, kind, channel_id, person_id, name_mac, credential_id, credentials_number, pin, occurred_at,
                   boot_id, monotonic_ns, additional, hash
              FROM event
             WHERE id > ? AND id <= ?
             ORDER BY id
             LIMIT ?""";

    private final Path file;
    private final Time time;
    private final long untilNs;
    private final Consumer<String> progress;

    private DatabaseCheck(Path file, Time time, Duration limit, Consumer<String> progress) {
        this.file = file;
        this.time = time;
        this.untilNs = time.nowNs() + limit.toNanos();
        this.progress = progress;
    }

    /// What was seen.
    ///
    /// @param fault what is wrong, in words; null when nothing was found
    /// @param newer whether the fault is only that a newer version wrote it
    /// @param complete whether all of it was looked at; false when the time was over
    /// @param schema the version of its tables
    /// @param events how many of the newest events hang together; 0 for another database
    public record Checked(@Nullable String fault, boolean newer, boolean complete, int schema, long events) {}

    /// The files that there may be in a data folder.
    public static List<String> files() {
        return Migrations.ALL.stream().map(Migrations.Series::file).toList();
    }

    /// Checks `file` for `limit` at most; `progress` hears what is being done.
    public static Checked of(Path file, Time time, Duration limit, Consumer<String> progress) {
        return new DatabaseCheck(file, time, limit, progress).run();
    }

    /// SQLite asks between its instructions; another answer than 0 ends what it does.
    private final class Watch extends ProgressHandler {
        private long instructions;

        @Override
        protected int progress() {
            instructions += INSTRUCTIONS;
            progress.accept("checking " + file.getFileName() + ": " + instructions / 1_000_000 + " M steps");
            return isOver() ? 1 : 0;
        }
    }

    private boolean isOver() {
        return time.nowNs() - untilNs >= 0;
    }

    private Checked run() {
        progress.accept("checking " + file.getFileName());
        int schema = 0;
        try (Connection connection = Database.connectToRead(file)) {
            var sql = new Sql(connection);
            schema = schema(sql);
            ProgressHandler.setHandler(connection, INSTRUCTIONS, new Watch());
            List<String> found = sql.list("PRAGMA integrity_check(" + FAULTS_MAX + ")", row -> row.text(1));
            ProgressHandler.clearHandler(connection);
            if (!found.equals(List.of("ok"))) return faulty(String.join("; ", found), schema);
            boolean box = file.getFileName().toString().equals(Migrations.BOX.file());
            return box ? chain(sql, schema) : new Checked(null, false, true, schema, 0);
        } catch (StoreException e) {
            if (isOver()) return new Checked(null, false, false, schema, 0);
            boolean newer = e.reason() == StoreException.Reason.NEWER;
            return new Checked(oneLine(String.valueOf(e.getMessage())), newer, true, schema, 0);
        } catch (SQLException e) { // closing it
            return faulty(Sql.words(e), schema);
        }
    }

    private static Checked faulty(String fault, int schema) {
        return new Checked(oneLine(fault), false, true, schema, 0);
    }

    /// SQLite's messages may have several lines.
    private static String oneLine(String fault) {
        String line = fault.replaceAll("\\s+", " ").strip();
        return line.length() <= FAULT_CHARS_MAX ? line : line.substring(0, FAULT_CHARS_MAX) + "…";
    }

    private static final int FAULT_CHARS_MAX = 200;

    private int schema(Sql sql) {
        for (Migrations.Series series : Migrations.ALL) {
            if (series.file().equals(file.getFileName().toString())) return Migrations.refuseNewer(sql, series);
        }
        return 0;
    }

    /// The newest events, from the one before them on: each hash is to be that of its row and of the hash before it.
    private Checked chain(Sql sql, int schema) {
        long head = sql.get("SELECT coalesce(max(id), 0) FROM event", row -> row.number(1));
        Long first = sql.one(
                "SELECT id FROM event WHERE id <= ? ORDER BY id DESC LIMIT 1 OFFSET ?",
                row -> row.number(1),
                head,
                CHAIN_MAX);
        var links = new Links(new EventChain(new byte[1]));
        long from = first == null ? 0 : first - 1;
        while (links.fault == null && !isOver()) {
            long before = links.seen;
            sql.each(CHAIN, links::take, Math.max(from, links.lastId), head, CHAIN_STEP);
            progress.accept("checking the chain of events: " + links.seen);
            if (links.seen == before) return new Checked(null, false, true, schema, links.seen);
        }
        return new Checked(links.fault, false, links.fault != null, schema, links.seen);
    }

    /// Goes along the chain.
    private static final class Links {
        private final EventChain chain;
        private @Nullable Bytes before;
        private @Nullable String fault;
        private long lastId;
        private long seen;

        Links(EventChain chain) {
            this.chain = chain;
        }

        void take(Row row) {
            long id = row.number(1);
            Bytes hash = row.blob(13);
            Bytes known = before;
            if (known != null && fault == null) {
                List<@Nullable Object> columns = Arrays.asList(
                        id,
                        row.number(2),
                        row.nullableNumber(3),
                        row.nullableNumber(4),
                        row.nullableBlob(5),
                        row.nullableNumber(6),
                        row.nullableText(7),
                        row.flag(8),
                        row.number(9),
                        row.text(10),
                        row.number(11),
                        row.text(12));
                if (!chain.stored(known, columns).equals(hash)) {
                    fault = "the chain of events is broken at event " + id
                            + ": it, or one before it, was altered or is gone";
                }
            }
            before = hash;
            lastId = id;
            seen++;
        }
    }
}
