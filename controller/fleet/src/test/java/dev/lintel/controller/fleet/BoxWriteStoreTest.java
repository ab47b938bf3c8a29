package dev.lintel.controller.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.store.Sql;
import dev.lintel.controller.store.TestDatabase;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BoxWriteStoreTest {
    /// Configuration changes with these numbers and this `additional`.
    private static final String EVENTS = """
            WITH RECURSIVE n(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
            INSERT INTO event (id, kind, pin, occurred_at, boot_id, monotonic_ns, additional, created_at, hash)
              SELECT i, 350, 0, i, '', 0, ?3, i, x'00' FROM n""";

    private static final String WRITE = "{\"what\":\"person\",\"action\":\"create\",\"id\":7,\"credential\":\"box 3\"}";
    /// What a box has sent, and says to be a write at the hub.
    private static final String SENT = "{\"what\":\"person\",\"credential\":\"box 3\",\"box\":\"Gate\"}";

    @TempDir
    Path folder;

    private Sql sql;

    @BeforeEach
    void open() throws Exception {
        sql = TestDatabase.connect(folder.resolve("lintel.db"));
    }

    @AfterEach
    void close() {
        sql.close();
    }

    /// A stolen box can send as many events as it likes.
    @Test
    void eventsThatABoxSendsHideNoneOfItsWrites() {
        TestDatabase.migrate(sql);
        sql.run(EVENTS, 1, 2, WRITE);
        sql.run(EVENTS, 3, 100_003, SENT);
        sql.run(EVENTS, 100_004, 200_005, "{\"what\":\"person\",\"credential\":\"key 3\"}");
        assertThat(BoxWrites.count(sql, 3)).isEqualTo(2);
        assertThat(BoxWrites.of(sql, 3, 1))
                .singleElement()
                .satisfies(written -> assertThat(written.words()).startsWith("create person 7"));
        assertThat(BoxWrites.count(sql, 33)).isZero();
    }

    /// A damaged database was replaced by one whose log begins with the newest event.
    @Test
    void logThatBeginsAfterTheBoxJoined_isSaidToLackEarlierWrites() {
        TestDatabase.migrate(sql);
        String box = "INSERT INTO box (id, name, state, everything, read_only, joined_at, joined_by, units)"
                + " VALUES (?, 'Gate', 'revoked', 0, 0, ?, 'olga', '[]')";
        sql.run(box, 3, 50);
        sql.run(box, 4, 101);
        assertThat(BoxWrites.begins(sql, 3)).as("an empty log").isNull();
        sql.run(EVENTS, 100, 102, SENT);
        assertThat(BoxWrites.begins(sql, 3)).isEqualTo(new BoxWrites.Beginning(100, 100));
        assertThat(BoxWrites.begins(sql, 4)).as("it joined later").isNull();
        sql.run(EVENTS, 1, 1, SENT);
        assertThat(BoxWrites.begins(sql, 3)).as("a log from its first event").isNull();
    }

    @Test
    void writesOfBeforeAreListed() {
        TestDatabase.migrateTo(sql, 17);
        sql.run(EVENTS, 1, 2, WRITE);
        sql.run(EVENTS, 3, 9, SENT);
        TestDatabase.migrate(sql);
        assertThat(BoxWrites.count(sql, 3)).isEqualTo(2);
    }
}
