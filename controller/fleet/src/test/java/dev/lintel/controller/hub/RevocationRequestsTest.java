package dev.lintel.controller.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.config.MassGuard;
import dev.lintel.controller.event.Listing;
import dev.lintel.controller.fleet.HubSite;
import dev.lintel.controller.hub.TestBoxClient.TestLink;
import dev.lintel.controller.tls.ClientTrust;
import dev.lintel.sync.wire.ForwardAnswer;
import dev.lintel.sync.wire.ForwardRequest;
import dev.lintel.sync.wire.ForwardRequest.By;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The same as [UrgentsTest] with requests to the API and to `/sync/1/forward`, which write the events that name the
/// actors.
class RevocationRequestsTest {
    private static final long USER_PROGRAM = 1;
    private static final long USER_OLGA = 2;

    /// The person ids of the mass.
    private static final long MASS_FIRST = 1_000;

    private static final long MASS_LAST = 1_149;

    @TempDir
    Path path;

    private HubRig rig;
    private TestBoxClient box;
    private TestLink link;
    private HttpClient http;
    private String program;

    /// A program has deleted too many people, and the hub holds them back.
    @BeforeEach
    void start() {
        rig = HubRig.withApi(path);
        http = HttpClient.newBuilder().sslContext(ClientTrust.in(rig.authority)).build();
        HubSite.guests(rig.database, 1_000, 400);
        box = rig.join("Gate");
        link = box.link();
        link.greet();
        program = key(USER_PROGRAM);
        for (long id = MASS_FIRST; id <= MASS_LAST; id++) delete(program, id);
        rig.hub.look();
        assertThat(rig.hub.fault()).contains("people were deleted");
        for (long id = 1_150; id < 1_180; id++) {
            delete(program, id);
            UrgentsTest.urgent(rig, link); // until the budget of the program is used up
        }
    }

    @AfterEach
    void stop() {
        http.close();
        link.close();
        rig.close();
    }

    /// A new API key of a user.
    private String key(long user) {
        rig.database.write(sql -> sql.run(
                "INSERT OR IGNORE INTO user (id, account_id, email, first_name, last_name, created_at, updated_at)"
                        + " VALUES (?1, 1, 'user' || ?1 || '@example.com', 'U', 'V', 0, 0)",
                user));
        return rig.database.apiKeys().create(user, "documented", Listing.A);
    }

    private void delete(String key, long person) {
        String basic = Base64.getEncoder().encodeToString((key + ":x").getBytes(StandardCharsets.UTF_8));
        var request = HttpRequest.newBuilder(URI.create(rig.server.publicUrl() + "/api/3/people/" + person))
                .DELETE()
                .header("Authorization", "Basic " + basic)
                .build();
        try {
            HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void forwardDelete(long person) {
        var by = new By(
                "api_key", "api_key 3", "ops@x", "documented", "A", true, List.of("account.person"), "https://box");
        var request = new ForwardRequest("DELETE", "/api/3/people/" + person, null, null, by);
        HttpResponse<String> answer = box.post("/sync/1/forward", request.toJson());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        ForwardAnswer forwarded = ForwardAnswer.parse(answer.body());
        assertThat(forwarded.status()).as(forwarded.body()).isEqualTo(200);
    }

    private static List<Long> people(long first, int count) {
        return LongStream.range(first, first + count).boxed().toList();
    }

    @Test
    void aSingleDeletionGoesPastTheMassOfAnotherUser() {
        delete(program, 1_200);
        delete(key(USER_OLGA), 1_300);
        delete(program, 1_201);
        assertThat(UrgentsTest.urgent(rig, link)).containsExactly(1_300L);
    }

    @Test
    void aSingleDeletionGoesPastTheMassOfAnotherKeyOfTheSameUser() {
        delete(key(USER_PROGRAM), 1_300);
        assertThat(UrgentsTest.urgent(rig, link)).containsExactly(1_300L);
    }

    @Test
    void aUserSendsTenPeopleWithinTheWindowAndNoMore() {
        String olga = key(USER_OLGA);
        var sent = new ArrayList<Long>();
        for (long id = 1_300; id < 1_330; id++) {
            delete(olga, id);
            sent.addAll(UrgentsTest.urgent(rig, link));
        }
        assertThat(sent).isEqualTo(people(1_300, (int) MassGuard.PEOPLE_MAX));
    }

    /// Each key belongs to another user. The program is the first user with a budget.
    @Test
    void usersBeyondTheLimitShareABudget() {
        var sent = new ArrayList<Long>();
        for (long id = 1_200; id < 1_250; id++) {
            delete(key(id), id);
            sent.addAll(UrgentsTest.urgent(rig, link));
        }
        int own = RevocationBudget.USERS_MAX - 1;
        assertThat(sent).isEqualTo(people(1_200, own + (int) MassGuard.PEOPLE_MAX));
    }

    /// Each deletion shows another key of the program's user.
    @Test
    void keysOfAUserBeyondTheLimitShareABudget() {
        var sent = new ArrayList<Long>();
        for (long id = 1_200; id < 1_250; id++) {
            delete(key(USER_PROGRAM), id);
            sent.addAll(UrgentsTest.urgent(rig, link));
        }
        int own = RevocationBudget.CREDENTIALS_MAX - 1;
        assertThat(sent).isEqualTo(people(1_200, own + (int) MassGuard.PEOPLE_MAX));
    }

    @Test
    void deletionsThroughABoxHaveABudgetOfTheirOwn() {
        var sent = new ArrayList<Long>();
        for (long id = 1_300; id < 1_330; id++) {
            forwardDelete(id);
            sent.addAll(UrgentsTest.urgent(rig, link));
        }
        assertThat(sent).isEqualTo(people(1_300, (int) MassGuard.PEOPLE_MAX));
        delete(key(USER_OLGA), 1_390);
        assertThat(UrgentsTest.urgent(rig, link)).containsExactly(1_390L);
    }
}
