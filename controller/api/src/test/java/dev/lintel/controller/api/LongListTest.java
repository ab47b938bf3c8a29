package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.store.CredentialStore;
import dev.lintel.controller.store.CredentialType;
import dev.lintel.controller.store.PersonStore;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Lists longer than a chunk, and pages of them.
class LongListTest {
    private static final String PEOPLE = "/api/3/people";
    private static final int MANY = 1_203;
    private static final CredentialType CARD = new CredentialType(1, "Card", "credentials_number", 200);

    @TempDir
    Path folder;

    private ApiBox box;
    private ApiClient client;

    @BeforeEach
    void start() {
        box = new ApiBox(folder);
        client = box.client();
    }

    @AfterEach
    void stop() {
        box.close();
    }

    private void addPeople(int count) {
        box.database.write(sql -> {
            for (int i = 0; i < count; i++) {
                sql.run("INSERT INTO person (account_id, first_name, last_name, enabled, created_at, updated_at)"
                        + " VALUES (1, 'N', 'N', 1, 0, 0)");
            }
            return true;
        });
    }

    private static List<Object> ids(long first, long last) {
        return LongStream.rangeClosed(first, last).<Object>mapToObj(id -> id).toList();
    }

    @Test
    void theWholeListOfPeopleComesInOrderWithItsHeaders() {
        addPeople(MANY);
        var all = client.get(PEOPLE + "?skip_pagination=true");
        assertThat(all.column("id")).isEqualTo(ids(1, MANY));
        assertThat(all.header("Total")).isEqualTo("1203");
        assertThat(all.header("Per-Page")).isEqualTo("1203");
    }

    @Test
    void eachPageOfPeopleIsWholeWhateverItsSize() {
        addPeople(MANY);
        assertThat(client.get(PEOPLE + "?per_page=500&page=1").column("id")).isEqualTo(ids(1, 500));
        var middle = client.get(PEOPLE + "?per_page=500&page=2");
        assertThat(middle.column("id")).isEqualTo(ids(501, 1_000));
        assertThat(middle.header("Total")).isEqualTo("1203");
        assertThat(middle.header("Per-Page")).isEqualTo("500");
        assertThat(middle.header("Link")).contains("page=3&per_page=500>; rel=\"next\"");
        assertThat(client.get(PEOPLE + "?per_page=500&page=3").column("id")).isEqualTo(ids(1_001, MANY));
        assertThat(client.get(PEOPLE + "?per_page=50&page=2").column("id")).isEqualTo(ids(51, 100));
        assertThat(client.get(PEOPLE + "?per_page=51&page=2").column("id")).isEqualTo(ids(52, 102));
        var head = client.send("HEAD", PEOPLE + "?per_page=500", null);
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.text()).isEmpty();
        assertThat(head.header("Total")).isEqualTo("1203");
    }

    @Test
    void credentialsOfEverybodyComeWholeToo() {
        addPeople(MANY);
        box.database.write(sql -> {
            for (int i = 1; i <= MANY; i++) CredentialStore.insert(sql, i, CARD, 10_000 + i, 0);
            return true;
        });
        assertThat(client.get("/api/3/credentials?skip_pagination=true").column("person_id"))
                .isEqualTo(ids(1, MANY));
        var page = client.get("/api/3/credentials");
        assertThat(page.column("person_id")).isEqualTo(ids(1, 500));
        assertThat(page.header("Total")).isEqualTo("1203");
    }

    @Test
    void theDatabaseIsAskedAsOftenForFiveHundredPeopleAsForOne() {
        addPeople(500);
        assertThat(asked(500)).isEqualTo(asked(1)).isLessThan(10);
    }

    /// Statements run to show so many people.
    private long asked(int people) {
        var credentials = new CredentialJson(box.mobile(), box.wallet(), box.database);
        return box.database.read(sql -> {
            var some = PersonStore.page(sql, new PersonStore.Filter(null, null, List.of()), people, 0);
            long before = sql.asked();
            assertThat(new PersonJson(sql, credentials, 0, "https://localhost").of(some))
                    .hasSize(people);
            return sql.asked() - before;
        });
    }

    @Test
    void aPageAndItsTotalAreOfOneMoment() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> adding = threads.submit(() -> {
                for (int i = 0; i < 300; i++) addPeople(1);
            });
            do {
                var page = client.get(PEOPLE + "?per_page=500");
                assertThat(page.header("Total")).isEqualTo("" + page.array().size());
            } while (!adding.isDone());
            adding.get();
        }
        assertThat(client.get(PEOPLE + "?per_page=500").array()).hasSize(300);
    }
}
