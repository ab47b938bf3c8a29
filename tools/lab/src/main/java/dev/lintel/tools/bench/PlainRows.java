package dev.lintel.tools.bench;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.Row;
import dev.lintel.controller.store.Sql;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.time.Time;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The yardstick of [FirstSync]: a hub's people, read row by row and written row by row into a new database of the same
/// schema, in a process of its own with the box's options for the JVM. No network, no lines, nothing compared, no door.
public final class PlainRows {
    /// People in one transaction.
    private static final int RUN = 500;

    private static final double NS = 1e9;
    /// What people hang on, before them: none of these rows counts.
    private static final List<String> SITE =
            List.of("account", "site", "credential_type", "shift", "role", "people_group");
    /// Tables of people, and their column with a person's number.
    private static final List<List<String>> PEOPLE = List.of(
            List.of("person", "id"),
            List.of("credential", "person_id"),
            List.of("person_group", "person_id"),
            List.of("person_role", "person_id"));

    private final Database from;
    private final Database to;

    private PlainRows(Database from, Database to) {
        this.from = from;
        this.to = to;
    }

    /// Writes people into a new database and prints the seconds that it took. `args` are the folder to read from, on
    /// which nobody runs, and an empty one.
    public static void main(String[] args) {
        Time time = new SystemTime();
        try (DataFolder source = DataFolder.open(Path.of(args[0]));
                DataFolder target = DataFolder.open(Path.of(args[1]));
                Database from = Database.open(source, time);
                Database to = Database.open(target, time)) {
            var rows = new PlainRows(from, to);
            rows.site();
            long people = from.read(sql -> sql.get("SELECT max(id) FROM person", row -> row.number(1)));
            long begunNs = time.nowNs();
            for (long after = 0; after < people; after += RUN) rows.people(after);
            System.out.println((time.nowNs() - begunNs) / NS);
        }
    }

    /// Writes the people of `hub` by the launcher's command line; the seconds that it took. Null where the launcher has
    /// given none. Throws [BenchException].
    static @Nullable Double seconds(Path hub, Path work) {
        Optional<String> command = Stream.of(BoxProcess.CACHED, BoxProcess.PLAIN, BoxProcess.TESTED)
                .filter(BoxProcess::known)
                .findFirst();
        if (command.isEmpty()) return null;
        Path fresh = Folders.fresh(work, "plain");
        var words = new ArrayList<String>();
        for (String word : BoxProcess.words(command.get())) words.add(word.equals("-jar") ? "-cp" : word);
        words.addAll(List.of(PlainRows.class.getName(), hub.toString(), fresh.toString()));
        try {
            Process process = new ProcessBuilder(words)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) throw new BenchException("the plain rows were not written");
            return Double.valueOf(said.strip());
        } catch (IOException e) {
            throw new BenchException("the plain rows were not written", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchException("interrupted", e);
        } finally {
            Folders.delete(fresh);
        }
    }

    private void people(long after) {
        to.write(sql -> {
            for (List<String> table : PEOPLE) {
                String where = " WHERE " + table.getLast() + " > ?1 AND " + table.getLast() + " <= ?2";
                copy(sql, table.getFirst(), where, after, after + RUN);
            }
            return true;
        });
    }

    private void site() {
        to.write(sql -> {
            for (String table : SITE) copy(sql, table, "");
            return true;
        });
    }

    private void copy(Sql target, String table, String where, Object... arguments) {
        String columns = from.read(
                sql -> sql.get("SELECT group_concat(name) FROM pragma_table_info(?)", row -> row.text(1), table));
        int count = columns.split(",", -1).length;
        String places = String.join(",", Collections.nCopies(count, "?"));
        String insert = "INSERT OR REPLACE INTO " + table + " (" + columns + ") VALUES (" + places + ")";
        from.read(sql -> {
            sql.each(
                    "SELECT " + columns + " FROM " + table + where,
                    row -> target.run(insert, values(row, count)),
                    arguments);
            return true;
        });
    }

    private static @Nullable Object[] values(Row row, int count) {
        var values = new @Nullable Object[count];
        for (int i = 0; i < count; i++) values[i] = row.nullableText(i + 1);
        return values;
    }
}
