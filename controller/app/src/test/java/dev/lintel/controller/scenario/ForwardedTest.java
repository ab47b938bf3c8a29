package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.ApiClient;
import dev.lintel.controller.api.ApiClient.Answer;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.time.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What somebody writes at a box is done at its hub and stands at the box once it is answered; without the hub nothing
/// is done anywhere.
class ForwardedTest {
    /// Tries at losing an answer: what a box keeps open is there for a write nearly always.
    private static final int LOSSES_MAX = 5;
    private static final String PEOPLE = "/api/3/people";
    private static final String RESERVATIONS = "/api/3/reservations";

    @TempDir
    Path folder;

    /// One request to a box.
    private record Write(
            String method, String path, @Nullable String body) {}

    private static Answer send(ApiClient box, Write write) {
        return box.send(write.method, write.path, write.body);
    }

    private static void done(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isBetween(200, 204);
    }

    private static String card(SyncPair pair, long number) {
        long type = number(pair.hub.database(), "SELECT id FROM credential_type WHERE account_id = 1 AND code = 200");
        return "{\"credential_type_id\":" + type + ",\"value\":\"" + number + "\"}";
    }

    private static long number(Database database, String query) {
        return database.read(sql -> sql.get(query, row -> row.number(1)));
    }

    /// An hour of tomorrow at channel 2.
    private static String reservation(SyncPair pair, long person) {
        Instant from = pair.hub.time.now().truncatedTo(ChronoUnit.DAYS).plus(Duration.ofHours(34));
        return "{\"person_id\":" + person + ",\"channel_ids\":[2],\"start_time\":\"" + from + "\",\"end_time\":\""
                + from.plus(Duration.ofHours(1)) + "\"}";
    }

    private static String decision(SyncPair pair, long card) {
        return String.valueOf(pair.box.card(1, card).get("decision"));
    }

    /// The box is asked as soon as it has answered the write: it must not be behind then.
    @Test
    void aPersonAndACardThatAreWrittenAtTheBoxAreAtTheHubAndAtTheDoor() {
        try (var pair = SyncPair.joined(folder)) {
            ApiClient box = pair.box.client();
            ApiClient hub = pair.hub.client();
            long ada = box.create(PEOPLE, "{\"first_name\":\"Ada\",\"last_name\":\"Byron\",\"role_ids\":[1]}");
            String path = PEOPLE + "/" + ada;
            done(box.put(path, "{\"department\":\"Engines\"}"));
            for (ApiClient each : List.of(box, hub)) {
                assertThat(each.get(path).text()).contains("\"Ada\"", "\"Engines\"");
            }
            done(box.post(path + "/credentials", card(pair, 20_001)));
            assertThat(decision(pair, 20_001)).isEqualTo("admitted");
            String card = "/api/3/credentials/"
                    + number(pair.hub.database(), "SELECT id FROM credential WHERE card_number = 20001");
            for (ApiClient each : List.of(box, hub))
                assertThat(each.get(card).text()).contains("20001");
            done(box.put(path, "{\"enabled\":false}"));
            assertThat(decision(pair, 20_001)).isEqualTo("rejected");
            done(box.put(path, "{\"enabled\":true}"));
            assertThat(decision(pair, 20_001)).isEqualTo("admitted");
            done(box.delete(card));
            assertThat(decision(pair, 20_001)).isEqualTo("rejected");
            for (ApiClient each : List.of(box, hub))
                assertThat(each.get(card).status()).isEqualTo(404);
            done(box.delete(path));
            for (ApiClient each : List.of(box, hub))
                assertThat(each.get(path).status()).isEqualTo(404);
            pair.agree();
            assertThat(pair.agreement().boxRows()).hasSize(SyncPair.PEOPLE);
        }
    }

    /// Otherwise a stolen box would get to know everybody, one reservation each.
    @Test
    void aReservationThatIsMadeAtTheBoxIsOfSomebodyWhoConcernsIt() {
        try (var pair = SyncPair.joined(folder)) {
            ApiClient box = pair.box.client();
            ApiClient hub = pair.hub.client();
            long guest = hub.create(PEOPLE, "{\"first_name\":\"Guest\",\"last_name\":\"Of A Day\"}");
            assertThat(box.get(PEOPLE + "/" + guest).status()).isEqualTo(404); // without any right at its doors
            assertThat(box.post(RESERVATIONS, reservation(pair, guest)).status())
                    .isEqualTo(422);
            hub.create(RESERVATIONS, reservation(pair, guest));
            pair.agree();
            assertThat(box.get(PEOPLE + "/" + guest).status()).isEqualTo(200);
            long made = box.create(RESERVATIONS, reservation(pair, guest));
            for (ApiClient each : List.of(box, hub)) {
                assertThat(each.get(RESERVATIONS).column("person_id")).containsExactly(guest, guest);
            }
            done(box.delete(RESERVATIONS + "/" + made));
            for (ApiClient each : List.of(box, hub))
                assertThat(each.get(RESERVATIONS).array()).hasSize(1);
            pair.agree();
        }
    }

    @Test
    void withoutTheHubEachWriteIsRefusedAndNothingIsDoneAnywhere() {
        try (var pair = SyncPair.joined(folder)) {
            ApiClient box = pair.box.client();
            long standing = box.create(RESERVATIONS, reservation(pair, 5));
            String card = "/api/3/credentials/"
                    + number(pair.hub.database(), "SELECT id FROM credential WHERE card_number = 10003");
            var writes = List.of(
                    new Write("PUT", PEOPLE + "/1", "{\"department\":\"Dock\"}"),
                    new Write("POST", PEOPLE, "{\"first_name\":\"Ada\",\"last_name\":\"Byron\",\"role_ids\":[1]}"),
                    new Write("DELETE", card, null),
                    new Write("POST", PEOPLE + "/3/credentials", card(pair, 20_003)),
                    new Write("POST", RESERVATIONS, reservation(pair, 6)),
                    new Write("DELETE", RESERVATIONS + "/" + standing, null),
                    new Write("DELETE", PEOPLE + "/4", null));
            pair.agree();
            var before = new Standing(pair);

            pair.proxy.close(true);
            for (Write write : writes) refused(send(box, write), write);
            assertThat(new Standing(pair)).isEqualTo(before);

            // Nor is it done later, when all that was lost on the way could have come.
            pair.proxy.close(false);
            Await.until(
                    "the box is back", () -> Boolean.TRUE.equals(pair.status().get("online")));
            pair.agree();
            assertThat(new Standing(pair)).isEqualTo(before);

            // What was refused was good: with the hub each of them is done.
            for (Write write : writes) done(send(box, write));
            pair.agree();
            assertThat(pair.agreement().boxRows()).hasSize(SyncPair.PEOPLE);
        }
    }

    private static void refused(Answer answer, Write write) {
        assertThat(answer.status()).as(write + answer.text()).isEqualTo(503);
        assertThat(answer.text()).contains("upstream unavailable");
        assertThat(answer.header("Retry-After")).isNotEmpty();
    }

    /// A line that carries nothing and does not end is waited for as long as somebody waits for an answer.
    @Test
    void onALineThatCarriesNothingAWriteIsRefusedInTimeAndNotDone() {
        try (var pair = SyncPair.joined(folder)) {
            ApiClient box = pair.box.client();
            var before = new Standing(pair);
            var write = new Write("PUT", PEOPLE + "/1", "{\"department\":\"Dock\"}");
            pair.proxy.holdingUp = true;
            long fromNs = pair.box.time.nowNs();
            refused(send(box, write), write);
            assertThat(Duration.ofNanos(pair.box.time.nowNs() - fromNs)).isLessThan(Duration.ofSeconds(20));
            pair.proxy.drop();
            pair.proxy.heal();
            Await.until(
                    "the box is back", () -> Boolean.TRUE.equals(pair.status().get("online")));
            pair.agree();
            assertThat(new Standing(pair)).isEqualTo(before);
            done(send(box, write));
        }
    }

    /// The hub does it and its answer is lost. Whoever asks the same once more, as the answer says, is told of
    /// the one that was made, and nobody is there twice.
    @Test
    void whoAsksOnceMoreForALostAnswerMakesNobodyTwice() {
        try (var pair = SyncPair.joined(folder)) {
            ApiClient box = pair.box.client();
            var write = new Write("POST", PEOPLE, "{\"first_name\":\"Ada\",\"last_name\":\"Byron\",\"role_ids\":[1]}");
            String there = "SELECT count(*) FROM person WHERE last_name = 'Byron'";
            // A connection that must be opened first never comes to carry the write: then there was no answer to lose.
            for (int tries = 0; tries < LOSSES_MAX && number(pair.hub.database(), there) == 0; tries++) {
                pair.proxy.holdingDown = true;
                refused(send(box, write), write);
                pair.proxy.drop();
                pair.proxy.heal();
                Await.until(
                        "the box is back",
                        () -> Boolean.TRUE.equals(pair.status().get("online")));
            }
            assertThat(number(pair.hub.database(), there)).isEqualTo(1);
            Answer again = send(box, write);
            done(again);
            assertThat(number(pair.hub.database(), there)).isEqualTo(1);
            pair.agree();
            done(send(box, write)); // answered, so the next is another one
            assertThat(number(pair.hub.database(), there)).isEqualTo(2);
            pair.agree();
        }
    }

    /// What there is on both sides: people by count and hash, which tell of cards and reservations, too.
    private record Standing(Object hub, Object box, long reservations, long credentials) {
        Standing(SyncPair pair) {
            this(
                    pair.agreement().hubCheck(),
                    pair.agreement().boxCheck(),
                    number(pair.hub.database(), "SELECT count(*) FROM reservation"),
                    number(pair.hub.database(), "SELECT count(*) FROM credential"));
        }
    }
}
