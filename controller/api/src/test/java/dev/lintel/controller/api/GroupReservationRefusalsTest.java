package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.store.GroupReservationStore;
import dev.lintel.controller.store.ReservationStore.Span;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The box's clock stands at 2026-03-02T10:00:00.123Z.
class GroupReservationRefusalsTest {
    private static final String RESERVATIONS = "/api/3/group_reservations";
    private static final String NOON = Reserving.noon("group_ids");

    @TempDir
    Path folder;

    private ApiBox box;
    private ApiClient client;

    @BeforeEach
    void start() {
        box = new ApiBox(folder);
        client = box.client();
        Reserving.addPerson(box);
    }

    @AfterEach
    void stop() {
        box.close();
    }

    private long create(String body) {
        return client.create(RESERVATIONS, body);
    }

    private static String body(String groups, String start, String end) {
        return Reserving.body("group_ids", groups, start, end);
    }

    private void longest(Duration max) {
        box.database.write(sql -> sql.run(
                "INSERT OR REPLACE INTO account_limits (account_id, group_reservation_max_ms) VALUES (1, ?)",
                max.toMillis()));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            2026-03-02T10:00:00.124Z, 2026-03-02T10:01:00.124Z
            2026-03-02T11:00:00Z,     2027-03-02T11:00:00Z
            """)
    void atTheVeryEdgeOfEachRuleAGroupReservationIsTaken(String start, String end) {
        create(body("[1]", start, end));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            2026-03-02T10:00:00.123Z, 2026-03-02T12:00:00Z,     start_time
            2026-03-01T10:00:00Z,     2026-03-02T12:00:00Z,     start_time
            2026-03-02T11:00:00Z,     2026-03-02T11:00:59.999Z, end_time
            2026-03-02T11:00:00Z,     2026-03-02T11:00:00Z,     end_time
            2026-03-02T11:00:00Z,     2026-03-02T10:00:00Z,     end_time
            2026-03-02T11:00:00Z,     2027-03-02T11:00:00.001Z, end_time
            2026-03-02T11:00:00Z,     9999-12-30T11:00:00Z,     end_time
            """)
    void oneStepBeyondTheEdgeItIsInvalid(String start, String end, String field) {
        var answer = client.post(RESERVATIONS, body("[1]", start, end));
        assertThat(answer.status()).as(answer.text()).isEqualTo(422);
        assertThat(answer.object())
                .containsEntry("error", "validation_failed")
                .containsEntry("errors", Map.of(field, List.of("is invalid")));
        assertThat(client.get(RESERVATIONS).array()).isEmpty();
    }

    @Test
    void aThousandThatHaveNotEndedAreAsManyAsOneMayHave() {
        box.database.write(sql -> {
            var span = new Span(4_000_000_000_000L, 4_000_000_060_000L);
            for (int i = 0; i < 999; i++) GroupReservationStore.insert(sql, 7, List.of(1L), span, 0);
            return true;
        });
        create(NOON);
        var refused = client.post(RESERVATIONS, NOON);
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text()).contains("person_id", "has too many of them that have not ended (maximum is 1000)");
    }

    @Test
    void theSiteSaysHowLongOneMayLast() {
        longest(Duration.ofHours(1));
        long id = create(NOON);
        var over = client.post(RESERVATIONS, NOON.replace("T13:00:00+", "T13:00:00.001+"));
        assertThat(over.status()).isEqualTo(422);
        assertThat(over.object()).containsEntry("errors", Map.of("end_time", List.of("is invalid")));
        longest(Duration.ofMinutes(1));
        assertThat(client.post(RESERVATIONS, NOON).status()).isEqualTo(422);
        assertThat(client.get(RESERVATIONS).column("id")).containsExactly(id);
        create(body("[1]", "2026-03-02T11:00:00Z", "2026-03-02T11:01:00Z"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"group_reservation\":{}}",
                "{\"group_reservation\":[1]}",
                "{\"person_id\":\" \",\"group_ids\":[null],\"start_time\":\" \",\"end_time\":null}"
            })
    void whatIsMissingCannotBeBlank(String body) {
        var answer = client.post(RESERVATIONS, body);
        assertThat(answer.status()).isEqualTo(422);
        List<String> blank = List.of("can't be blank");
        assertThat(answer.object())
                .containsEntry(
                        "errors",
                        Map.of("person_id", blank, "group_ids", blank, "start_time", blank, "end_time", blank));
    }

    @Test
    void everythingThatIsWrongIsSaidAtOnce() {
        var answer = client.post(
                RESERVATIONS,
                "{\"person_id\":8,\"group_ids\":[1,9],\"start_time\":\"2026-03-01\",\"end_time\":\"2026-02-28\"}");
        List<String> invalid = List.of("is invalid");
        assertThat(answer.object())
                .containsEntry(
                        "errors",
                        Map.of("person_id", invalid, "group_ids", invalid, "start_time", invalid, "end_time", invalid));
    }

    @Test
    void whateverABodyHoldsIsRefusedByNameAndLeavesNothing() {
        HostileBodies.tryAll(client, RESERVATIONS, NOON, List.of("person_id", "group_ids", "start_time", "end_time"));
        assertThat(client.get(RESERVATIONS).array()).isEmpty();
        assertThat(new EventStore(box.database).newest(10)).isEmpty();
    }
}
