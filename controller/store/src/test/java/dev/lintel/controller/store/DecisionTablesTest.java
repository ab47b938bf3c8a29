package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.time.HandTime;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Beside a database that works, of more than what is checked before it is opened.
class DecisionTablesTest {
    private static final long CHECKED_BYTES = 8L << 20;

    @TempDir
    Path folder;

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private DataFolder data;

    @BeforeEach
    void fill() {
        data = DataFolder.open(folder);
        try (var database = TestDatabase.open(data, time)) {
            database.write(sql -> {
                sql.script("""
                        INSERT INTO account VALUES (1, 'One', 'UTC', 0, 0);
                        INSERT INTO credential_type VALUES (1, 1, 'Card', 'card', 200, NULL);
                        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
                        INSERT INTO person (id, account_id, first_name, last_name, enabled, created_at, updated_at)
                        SELECT i, 1, 'First ' || i, 'Last ' || i, 1, 0, 0 FROM n;
                        INSERT INTO credential (account_id, person_id, credential_type_id, value, card_number, status,
                                                created_at, updated_at)
                        SELECT 1, id, 1, 1000 + id, 1000 + id, 'active', 0, 0 FROM person;
                        CREATE TABLE ballast (bytes BLOB);
                        INSERT INTO ballast VALUES (zeroblob(4000000))""");
                return true;
            });
        }
        assertThat(data.database().toFile().length()).isGreaterThan(CHECKED_BYTES);
    }

    @AfterEach
    void close() {
        data.close();
    }

    /// A leaf in the middle of the B-tree of a table or an index.
    private void damageLeaf(String tree) throws Exception {
        long page;
        long bytes;
        Sql sql = Database.connectUntouched(data.database());
        try {
            bytes = sql.get("PRAGMA page_size", row -> row.number(1));
            page = sql.get(
                    "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path LIMIT 1 OFFSET 3",
                    row -> row.number(1),
                    tree);
        } finally {
            sql.close();
        }
        try (var file = new RandomAccessFile(data.database().toFile(), "rw")) {
            file.seek((page - 1) * bytes);
            file.write(new byte[512]);
        }
    }

    @Test
    void whatIsWholeIsNotComplainedOf() {
        try (var database = TestDatabase.open(data, time)) {
            assertThat(database.decisionsFault()).isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"credential_card", "credential", "person"})
    void aDamagedPageOfATableOrAnIndexIsFound(String tree) throws Exception {
        damageLeaf(tree);
        try (var database = TestDatabase.open(data, time)) { // as every start would go on with it
            assertThat(database.decisionsFault()).isNotNull();
        }
    }

    /// Page and row are whole, but whoever holds that card is not found by it.
    @Test
    void anIndexThatSaysOtherThanItsTableIsFound() throws Exception {
        try (var file = new RandomAccessFile(data.database().toFile(), "rw")) {
            byte[] all = new byte[(int) file.length()];
            file.readFully(all);
            file.seek(placeInIndex(all, 21_000));
            file.write(0x7F);
        }
        try (var database = TestDatabase.open(data, time)) {
            assertThat(database.decisionsFault()).contains("credential");
        }
    }

    /// Of the number in `credential_card`: a record of three integers with a header of four bytes: number,
    /// account (the constant 1), row id.
    private static int placeInIndex(byte[] all, int number) {
        for (int i = 0; i < all.length - 8; i++) {
            boolean header = all[i] == 4 && all[i + 1] == 2 && all[i + 2] == 9 && all[i + 3] == 2;
            if (header && number(all, i + 4) == number) return i + 4;
        }
        throw new AssertionError("no such entry");
    }

    private static int number(byte[] all, int at) {
        return Byte.toUnsignedInt(all[at]) << 8 | Byte.toUnsignedInt(all[at + 1]);
    }

    @Test
    void aBoxThatClosesWaitsForNoLook() throws Exception {
        damageLeaf("credential");
        try (var database = TestDatabase.open(data, time)) {
            Thread.currentThread().interrupt();
            assertThat(database.decisionsFault()).isNull();
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void whateverADecisionReadsIsLookedAt() {
        Set<String> read = new HashSet<>();
        for (String statement : RightsStore.statements()) {
            Matcher table = Pattern.compile("\\b(?:FROM|JOIN)\\s+(\\w+)").matcher(statement);
            while (table.find()) read.add(table.group(1));
        }
        assertThat(read).hasSizeGreaterThan(10).isSubsetOf(DecisionTables.NAMES);
    }

    @Test
    void allThatAreLookedAtAreThere() {
        try (var database = TestDatabase.open(data, time)) {
            Set<String> tables = new HashSet<>(database.read(
                    sql -> sql.list("SELECT name FROM sqlite_schema WHERE type = 'table'", row -> row.text(1))));
            assertThat(DecisionTables.NAMES).isSubsetOf(tables);
        }
    }
}
