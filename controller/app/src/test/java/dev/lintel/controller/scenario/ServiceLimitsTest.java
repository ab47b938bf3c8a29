package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A box follows another Lintel by its public API: more people than a page has, asked no oftener than it wants to be.
class ServiceLimitsTest {
    private static final String ADMITTED = "admitted";
    private static final String REJECTED = "rejected";
    private static final int PEOPLE = 1_200;

    @TempDir
    Path folder;

    /// A page has 500.
    @Test
    void moreThanAPageOfPeopleIsFollowed() {
        try (var pair = ServicePair.begun(folder, "documented")) {
            SyncPair.people(pair.service, 1, PEOPLE, 1);
            pair.follow();
            assertThat(named(pair, "P%")).isEqualTo(PEOPLE);
            assertThat(pair.door(1, 10_000 + PEOPLE)).isEqualTo(ADMITTED);
            assertThat(pair.door(1, 10_000 + PEOPLE / 2)).isEqualTo(ADMITTED);

            long nowMs = pair.service.time.nowMs();
            pair.service
                    .database()
                    .write(sql -> sql.run("UPDATE person SET first_name = 'Anew', updated_at = ?", nowMs));
            Await.until("all that is newer is here", () -> named(pair, "Anew") == PEOPLE);
            pair.service.client().delete("/api/3/people/" + PEOPLE);
            Await.until("who was deleted is gone", () -> {
                pair.box.ask(Map.of("command", "sync now", "wait", true)); // a list that changes under it is read anew
                return named(pair, "Anew") == PEOPLE - 1;
            });
            assertThat(pair.door(1, 10_000 + PEOPLE)).isEqualTo(REJECTED);
        }
    }

    private static long named(ServicePair pair, String pattern) {
        return Objects.requireNonNull(pair.box
                .database()
                .read(sql -> sql.get(
                        "SELECT count(*) FROM person WHERE first_name LIKE ? AND deleted_at IS NULL",
                        row -> row.number(1),
                        pattern)));
    }

    /// What its 429 says of the time is kept to, and everything goes on afterwards.
    @Test
    void aServiceThatWantsToBeAskedLessOftenIsLeftAlone() {
        try (var pair = ServicePair.following(folder, "documented")) {
            pair.limit(20);
            Await.until("it has had enough", () -> pair.problem().contains("asked too often"));
            pair.person("P4", 10_004);
            for (int i = 0; i < 10; i++) {
                assertThat(pair.door(1, 10_004))
                        .as("nothing is asked meanwhile")
                        .isEqualTo(REJECTED);
                assertThat(pair.door(1, 10_001)).isEqualTo(ADMITTED);
            }
            Await.until("it is asked again", () -> {
                pair.pass(Duration.ofMinutes(1)); // it may have had enough once more
                return pair.door(1, 10_004).equals(ADMITTED);
            });
            pair.limit(0);
            pair.pass(Duration.ofMinutes(1));
            Await.until("nothing is wrong any more", () -> pair.problem().isEmpty());
            pair.person("P5", 10_005);
            Await.until("it goes on by itself", () -> pair.door(1, 10_005).equals(ADMITTED));
        }
    }
}
