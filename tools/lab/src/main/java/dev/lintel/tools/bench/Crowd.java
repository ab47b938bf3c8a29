package dev.lintel.tools.bench;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.Sql;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/// A database full of people, made by SQL on the controller's own schema and kept for the next run.
///
/// ```
///   person i   card number(i), every other one also fob number(people + i); 2.25 groups, 0.75 roles
///   group  g   2 roles of 200;      role r   16 of 64 channels, every other one within a shift of 100
/// ```
final class Crowd {
    static final int CHANNELS = 64;
    private static final int SHIFTS = 100;
    private static final int ROLES = 200;
    private static final int GROUPS = 2_000;
    /// People in one transaction.
    private static final int BATCH = 25_000;
    /// Changes when the statements below do: a database made by others is not used.
    private static final String VERSION = "1";

    /// Numbers from 1 up to a limit, for an INSERT to select from.
    private static final String COUNT =
            "WITH RECURSIVE n(i) AS (VALUES (?1 + 0) UNION ALL SELECT i + 1 FROM n WHERE i" + " < ?2) ";
    /// Odd, so that the product is another for each factor within the mask's bits: no card number comes twice.
    private static final long SPREAD = 2_654_435_761L;

    private static final long NUMBER_MASK = (1L << 34) - 1;

    private static final List<String> SITE = List.of(
            "INSERT INTO account VALUES (1, 'Bench', 'UTC', 0, 0)",
            "INSERT INTO site VALUES (1, 1, 'Bench', 'UTC', '', 0, 0)",
            "INSERT INTO credential_type VALUES (1, 1, 'Card', 'card', 200, NULL)",
            "INSERT INTO credential_type VALUES (2, 1, 'Key fob', 'fob', 203, NULL)");
    private static final String SHIFT = COUNT + "INSERT INTO shift SELECT i, 1, 'Shift ' || i, '', 0, 0 FROM n";
    private static final String SHIFT_TIME =
            COUNT + "INSERT INTO shift_time SELECT i, 0, 127, i * 10, i * 10 + 400 FROM n";
    private static final String CHANNEL = COUNT
            + "INSERT INTO channel (id, account_id, site_id, unit, name, kind, unlock_ms, extended_unlock_ms,"
            + " extended_open_ms, warning_ms, relock, forced, created_at, updated_at)"
            + " SELECT i, 1, 1, i, 'Door ' || i, 'door', 5000, 15000, 30000, 20000, 'open', 1, 0, 0 FROM n";
    private static final String ACCEPT =
            COUNT + "INSERT INTO channel_accept SELECT i, side.column1, 0, NULL, 'card,pin' FROM n, ("
                    + "VALUES ('entry'), ('exit')) AS side";
    private static final String ROLE = COUNT
            + "INSERT INTO role (id, account_id, name, notes, shift_id, created_at, updated_at)"
            + " SELECT i, 1, 'Role ' || i, '', iif(i % 2, NULL, i / 2), 0, 0 FROM n";
    private static final String ROLE_CHANNEL =
            COUNT + "INSERT OR IGNORE INTO role_channel SELECT i / 16, i * 7 % 64 + 1 FROM n";
    private static final String GROUP =
            COUNT + "INSERT INTO people_group SELECT i, 1, 'Group ' || i, '', 0, 0, 0 FROM n";
    private static final String GROUP_ROLE =
            COUNT + "INSERT OR IGNORE INTO group_role SELECT i / 2, i * 7919 % 200 + 1 FROM n";

    private static final List<String> PEOPLE = List.of(
            COUNT + "INSERT INTO person (id, account_id, first_name, last_name, email, enabled, created_at, updated_at)"
                    + " SELECT i, 1, 'First' || i * 7919 % 5000, 'Last' || i * 104729 % 20000, 'p' || i ||"
                    + " '@example.com', i % 50 <> 0, 0, 0 FROM n",
            credentials(1, "i", ""),
            credentials(2, "i + ?3", " WHERE i % 2 = 0"),
            COUNT + "INSERT OR IGNORE INTO person_group SELECT i, i * 31 % 2000 + 1 FROM n",
            COUNT + "INSERT OR IGNORE INTO person_group SELECT i, i * 7919 % 2000 + 1 FROM n",
            COUNT + "INSERT OR IGNORE INTO person_group SELECT i, i * 17 % 2000 + 1 FROM n WHERE i % 4 = 0",
            COUNT + "INSERT INTO person_role SELECT i, i * 13 % 200 + 1 FROM n WHERE i % 4 <> 0");

    private Crowd() {}

    /// The number on credential `index`: 1 to the number of people for cards, above it for fobs.
    static long number(long index) {
        return index * SPREAD & NUMBER_MASK;
    }

    /// The data folder that holds a database of `people`, made now unless an earlier run has.
    static Path folder(int people, Bench.Setting setting) {
        Path folder = setting.work().resolve("people-" + people + "-" + schemaHash(setting));
        if (Files.exists(folder)) return folder;
        Path fresh = Folders.fresh(setting.work(), "people");
        try (DataFolder data = DataFolder.open(fresh);
                Database database = Database.open(data, setting.time())) {
            fill(database, people, setting);
        }
        try {
            return Files.move(fresh, folder);
        } catch (IOException e) {
            throw new BenchException("the new database cannot be moved to " + folder, e);
        }
    }

    private static void fill(Database database, int people, Bench.Setting setting) {
        database.write(sql -> {
            for (String statement : SITE) sql.run(statement);
            sql.run(SHIFT, 1, SHIFTS);
            sql.run(SHIFT_TIME, 1, SHIFTS);
            sql.run(CHANNEL, 1, CHANNELS);
            sql.run(ACCEPT, 1, CHANNELS);
            sql.run(ROLE, 1, ROLES);
            sql.run(ROLE_CHANNEL, 16, ROLES * 16 + 15);
            sql.run(GROUP, 1, GROUPS);
            return sql.run(GROUP_ROLE, 2, GROUPS * 2 + 1);
        });
        for (int from = 1; from <= people; from += BATCH) {
            int first = from;
            int last = Math.min(people, from + BATCH - 1);
            setting.say("decision: making people, %,d of %,d".formatted(last, people));
            database.write(sql -> people(sql, first, last, people));
        }
    }

    private static int people(Sql sql, int first, int last, int people) {
        int rows = 0;
        for (String statement : PEOPLE) {
            if (statement.contains("?3")) rows += sql.run(statement, first, last, people);
            else rows += sql.run(statement, first, last);
        }
        return rows;
    }

    private static String credentials(int type, String index, String where) {
        String number = "((" + index + ") * " + SPREAD + " & " + NUMBER_MASK + ")";
        return COUNT
                + "INSERT INTO credential (account_id, person_id, credential_type_id, value, card_number, status,"
                + " created_at, updated_at) SELECT 1, i, " + type + ", " + number + ", " + number
                + ", 'active', 0, 0 FROM n" + where;
    }

    /// Names the schema that this version makes, so that a kept database of another is not taken for it.
    private static String schemaHash(Bench.Setting setting) {
        Path empty = Folders.fresh(setting.work(), "schema");
        try (DataFolder data = DataFolder.open(empty);
                Database database = Database.open(data, setting.time())) {
            List<String> schema = database.read(
                    sql -> sql.list("SELECT coalesce(sql, name) FROM sqlite_schema ORDER BY name", row -> row.text(1)));
            var digest = MessageDigest.getInstance("SHA-256");
            for (String part : schema) digest.update(part.getBytes(StandardCharsets.UTF_8));
            byte[] hash = digest.digest(VERSION.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 6);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        } finally {
            Folders.delete(empty);
        }
    }
}
