package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
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

    private Sql connect() {
        return Database.connect(folder.resolve("things.db"), false, 500);
    }

    private static String ids(Sql sql) {
        return sql.get("SELECT group_concat(id) FROM (SELECT id FROM thing ORDER BY id)", row -> row.text(1));
    }
}
