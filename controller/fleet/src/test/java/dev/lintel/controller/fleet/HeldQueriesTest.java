package dev.lintel.controller.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.store.Sql;
import dev.lintel.controller.store.TestDatabase;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeldQueriesTest {
    private static final String EVENTS = """
            WITH RECURSIVE n(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
            INSERT INTO event (id, kind, pin, occurred_at, boot_id, monotonic_ns, additional, created_at, hash)
              SELECT i, 350, 0, i, '', 0, ?3, i, x'00' FROM n""";
    private static final String HELD =
            "{\"action\":\"a snapshot is held back\",\"snapshot\":\"ab12\",\"people\":70,\"of\":100%s}";
    private static final String IMPORTED = "{\"what\":\"person\",\"action\":\"update\",\"id\":7}";

    @TempDir
    Path folder;

    private Sql sql;

    @BeforeEach
    void open() throws Exception {
        sql = TestDatabase.connect(folder.resolve("lintel.db"));
        TestDatabase.migrate(sql);
    }

    @AfterEach
    void close() {
        sql.close();
    }

    /// Each person of an import is a change of configuration.
    @Test
    void theNumbersOfAHeldSnapshotAreFoundAfterAnImportOfManyPeople() {
        sql.run(EVENTS, 1, 1, HELD.formatted(""));
        sql.run(EVENTS, 2, 2, HELD.formatted(",\"box\":\"Gate\""));
        sql.run(EVENTS, 3, 50_000, IMPORTED);
        assertThat(HeldQueries.told(sql, "ab12", null)).isEqualTo(new HeldQueries.Told(70, 100, 1));
        assertThat(HeldQueries.told(sql, "ab12", "Gate")).isEqualTo(new HeldQueries.Told(70, 100, 2));
        assertThat(HeldQueries.told(sql, "ab12", "Barn")).isNull();
        assertThat(HeldQueries.told(sql, "ab1", null)).isNull();
    }

    @Test
    void theNewestNumbersCount() {
        sql.run(EVENTS, 1, 1, HELD.formatted("").replace("70", "20"));
        sql.run(EVENTS, 2, 2, HELD.formatted(""));
        sql.run(EVENTS, 3, 3, "{\"what\":\"the text ab12\",\"people\":1,\"of\":2}");
        assertThat(HeldQueries.told(sql, "ab12", null)).isEqualTo(new HeldQueries.Told(70, 100, 2));
    }

    /// A page asks for it.
    @Test
    void theSearchReadsEventsByAnIndexFromTheNewestOn() {
        String plan = String.join(
                "; ", sql.list("EXPLAIN QUERY PLAN " + HeldQueries.TOLD, row -> row.text(4), 350, "ab12", null, 1));
        assertThat(plan).contains("SEARCH event USING INDEX event_kind").doesNotContain("TEMP B-TREE");
    }
}
