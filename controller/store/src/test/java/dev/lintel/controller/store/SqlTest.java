package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One connection, on a real file.
final class SqlTest {
    @TempDir
    Path folder;

    @Test
    void aTransactionThatWasLeftOpenEndsWithoutATraceBeforeTheNext() {
        Sql one = connect();
        Sql other = connect();
        one.run("CREATE TABLE thing (id INTEGER)");
        one.begin("BEGIN IMMEDIATE");
        one.run("INSERT INTO thing VALUES (1)");
        one.begin("BEGIN IMMEDIATE");
        one.run("INSERT INTO thing VALUES (2)");
        one.run("COMMIT");
        assertThat(ids(other)).isEqualTo("2");

        other.begin("BEGIN");
        assertThat(ids(other)).isEqualTo("2");
        one.run("INSERT INTO thing VALUES (3)");
        assertThat(ids(other)).as("its own moment").isEqualTo("2");
        other.begin("BEGIN");
        assertThat(ids(other)).as("not the past").isEqualTo("2,3");
        other.run("COMMIT");
        one.close();
        other.close();
    }

    @Test
    void whereNoneIsOpenTheFirstRefusalIsToldOf() {
        Sql sql = connect();
        assertThatThrownBy(() -> sql.begin("BEGIN SOMEHOW"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("SOMEHOW");
        sql.close();
    }

    /// Messages reach people on the command line, on pages and in answers.
    @Test
    void messagesHaveNoStatementAndNoNameOfAnErrorOfSqlite() throws Exception {
        Sql sql = connect();
        sql.run("CREATE TABLE thing (name TEXT UNIQUE)");
        sql.run("INSERT INTO thing VALUES ('secret')");
        assertThat(refusal(() -> sql.run("INSERT INTO thing VALUES ('secret')")))
                .isEqualTo("UNIQUE constraint failed: thing.name");
        sql.script("PRAGMA max_page_count = 3");
        assertThat(refusal(() -> sql.run("INSERT INTO thing VALUES (zeroblob(100000))")))
                .isEqualTo("no room on the disk (database or disk is full)");
        Sql other = connect();
        other.script("PRAGMA busy_timeout = 0");
        sql.begin("BEGIN IMMEDIATE");
        assertThat(refusal(() -> other.begin("BEGIN IMMEDIATE")))
                .isEqualTo("another program is using the database (database is locked)");
        sql.close();
        other.close();

        Path none = Files.writeString(folder.resolve("none.db"), "no database".repeat(1_000));
        assertThat(refusal(() -> Database.connect(none, false, 500)))
                .isEqualTo("could not open none.db: the database is damaged, or the disk gives wrong data"
                        + " (file is not a database)");
        Path noFile = Files.createDirectory(folder.resolve("folder.db"));
        assertThat(refusal(() -> Database.connect(noFile, false, 500)))
                .isEqualTo("could not open folder.db: the disk fails (unable to open database file)");
    }

    private static String refusal(ThrowingCallable work) {
        return String.valueOf(assertThatExceptionOfType(StoreException.class)
                .isThrownBy(work)
                .actual()
                .getMessage());
    }

    private Sql connect() {
        return Database.connect(folder.resolve("things.db"), false, 500);
    }

    private static String ids(Sql sql) {
        return sql.get("SELECT group_concat(id) FROM (SELECT id FROM thing ORDER BY id)", row -> row.text(1));
    }
}
