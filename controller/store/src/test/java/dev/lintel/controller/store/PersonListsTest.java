package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.time.HandTime;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What many people hold, asked for at once.
class PersonListsTest {
    private static final CredentialType CARD = new CredentialType(1, "Card", "credentials_number", 200);

    @TempDir
    Path folder;

    private DataFolder data;
    private Database database;

    @BeforeEach
    void start() {
        data = DataFolder.open(folder);
        database = TestDatabase.open(data, new HandTime("2026-03-02T10:00:00Z"));
        database.write(sql -> {
            sql.run("INSERT INTO account VALUES (1, 'Test', 'UTC', 0, 0)");
            sql.run("INSERT INTO credential_type (id, account_id, label, slug, code)"
                    + " VALUES (1, 1, 'Card', 'credentials_number', 200)");
            sql.run("INSERT INTO people_group (id, account_id, name, created_at, updated_at)"
                    + " VALUES (1, 1, 'A', 0, 0), (2, 1, 'B', 0, 0)");
            sql.run("INSERT INTO role (id, account_id, name, created_at, updated_at)"
                    + " VALUES (1, 1, 'A', 0, 0), (2, 1, 'B', 0, 0)");
            for (int id = 1; id <= 4; id++) {
                sql.run(
                        "INSERT INTO person (id, account_id, first_name, last_name, enabled, created_at, updated_at)"
                                + " VALUES (?, 1, 'N', 'N', 1, 0, 0)",
                        id);
            }
            return true;
        });
    }

    @AfterEach
    void stop() {
        database.close();
        data.close();
    }

    @Test
    void eachHasWhatIsTheirsAndNobodyElses() {
        database.write(sql -> {
            PersonStore.replaceGroups(sql, 1, List.of(2L, 1L));
            PersonStore.replaceGroups(sql, 4, List.of(1L));
            PersonStore.replaceRoles(sql, 2, List.of(2L, 1L));
            GroupReservationStore.insert(sql, 2, List.of(2L), new ReservationStore.Span(100, 200), 0);
            CredentialStore.insert(sql, 3, CARD, 77, 0);
            return CredentialStore.insert(sql, 4, CARD, 78, 0);
        });
        List<Long> asked = List.of(1L, 2L, 3L);
        database.read(sql -> {
            assertThat(PersonStore.groupIds(sql, asked, 99)).isEqualTo(Map.of(1L, List.of(1L, 2L)));
            assertThat(PersonStore.groupIds(sql, asked, 100)).isEqualTo(Map.of(1L, List.of(1L, 2L), 2L, List.of(2L)));
            assertThat(PersonStore.groupIds(sql, asked, 200)).containsOnlyKeys(1L);
            assertThat(PersonStore.roleIds(sql, asked)).isEqualTo(Map.of(2L, List.of(1L, 2L)));
            var credentials = CredentialStore.of(sql, asked);
            assertThat(credentials).isEqualTo(Map.of(3L, CredentialStore.of(sql, 3)));
            assertThat(credentials.get(3L)).extracting(Credential::value).containsExactly("77");
            assertThat(PersonStore.groupIds(sql, List.of(), 100)).isEmpty();
            return true;
        });
    }

    /// A table that is read whole would be, at 100,000 people, once for every chunk.
    @Test
    void noTableIsReadWhole() {
        for (String query : List.of(PersonStore.GROUPS, PersonStore.ROLES, CredentialStore.OF_ALL)) {
            List<String> plan = database.read(sql -> sql.list("EXPLAIN QUERY PLAN " + query, row -> row.text(4)));
            assertThat(plan)
                    .as(query)
                    .filteredOn(step -> step.startsWith("SCAN") && !step.contains("json_each"))
                    .isEmpty();
            assertThat(plan).as(query).anyMatch(step -> step.contains("SEARCH") && step.contains("(person_id=?"));
        }
    }
}
