package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A box follows another Lintel by nothing but its public API and OAuth, in both shapes.
class FollowedServiceTest {
    private static final String ADMITTED = "admitted";
    private static final String REJECTED = "rejected";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"documented", "sdk"})
    void peopleAreAtTheBoxAsTheyAreAtTheService(String shape) {
        try (var pair = ServicePair.following(folder, shape)) {
            assertThat(pair.status()).containsEntry("service", "Yard").containsEntry("online", true);
            assertThat(pair.box.troubles()).isEmpty();
            assertThat(pair.door(1, 10_001)).isEqualTo(ADMITTED);

            long fourth = pair.person("P4", 10_004);
            Await.until("somebody new is here", () -> pair.door(1, 10_004).equals(ADMITTED));
            pair.service.client().put("/api/3/people/" + fourth, "{\"enabled\":false}");
            Await.until(
                    "who is disabled is turned away", () -> pair.door(1, 10_004).equals(REJECTED));
            pair.service.client().put("/api/3/people/" + fourth, "{\"enabled\":true,\"role_ids\":[2]}");
            Await.until(
                    "another role opens another door",
                    () -> pair.door(2, 10_004).equals(ADMITTED));
            assertThat(pair.door(1, 10_004)).isEqualTo(REJECTED);
            pair.service.client().delete("/api/3/people/" + fourth);
            pair.sync();
            assertThat(pair.door(2, 10_004)).isEqualTo(REJECTED);
            assertThat(pair.told(EventKind.SYNC_STARTED.number(), "Yard")).isPositive();
            assertThat(pair.told(EventKind.SYNC_COMPLETED.number(), "\"service\":\"Yard\""))
                    .isPositive();

            String account = pair.boxClient().get("/api/3/account").text();
            assertThat(account).contains("complete");
        }
    }

    @Test
    void decisionsGoOnWhileTheServiceIsAwayAndItIsToldOnce() {
        try (var pair = ServicePair.following(folder, "documented")) {
            pair.away();
            Await.until("of two channels", () -> pair.told(EventKind.SYNC_FAILED.number(), "Yard") >= 2);
            assertThat(pair.door(1, 10_001)).isEqualTo(ADMITTED);
            pair.box.time.pass(Duration.ofMinutes(3));
            assertThat(pair.box.troubles().toString()).contains("it cannot be reached");
            assertThat(pair.box.asked(Map.of("command", "sync status"))).containsEntry("online", false);
            pair.box.time.pass(Duration.ofDays(8));
            pair.service.time.pass(Duration.ofMillis(pair.box.time.nowMs() - pair.service.time.nowMs()));
            assertThat(pair.door(1, 10_001)).as("a role without max_stale").isEqualTo(ADMITTED);
            assertThat(pair.told(EventKind.SYNC_FAILED.number(), "Yard"))
                    .as("for one reason or two, not with each try")
                    .isBetween(2L, 4L);
            var away = pair.boxClient().post("/api/3/people", "{\"first_name\":\"No\",\"last_name\":\"One\"}");
            assertThat(away.status()).as(away.text()).isEqualTo(503);
            assertThat(away.text()).contains("upstream unavailable");
            int answered = EventKind.SYNC_NOT_REQUIRED.number();
            long before = pair.told(answered, "Yard");
            pair.back();
            pair.sync();
            Await.until("nothing is wrong", () -> pair.problem().isEmpty());
            assertThat(pair.box.troubles()).isEmpty();
            Await.until("who asked is answered", () -> pair.told(answered, "Yard") == before + 2);
        }
    }

    @Test
    void whatOnlyHoldsWithContactEndsWithoutIt() throws Exception {
        try (var pair = ServicePair.following(folder, "documented")) {
            long fourth = pair.person("P4", 10_004);
            pair.service.client().put("/api/3/people/" + fourth, "{\"role_ids\":[2]}");
            // In this order: what lets them in at door 2 and not at door 1 is the role of a week.
            Await.until(
                    "they have that role alone",
                    () -> pair.door(2, 10_004).equals(ADMITTED)
                            && pair.door(1, 10_004).equals(REJECTED));
            pair.away();
            pair.box.time.pass(Duration.ofDays(6));
            assertThat(pair.door(2, 10_004)).isEqualTo(ADMITTED);
            pair.box.time.pass(Duration.ofDays(2));
            assertThat(pair.door(2, 10_004)).isEqualTo(REJECTED);
            pair.box.stop();
            Files.writeString(pair.box.data.resolve("service/service.json"), "{");
            pair.box.start();
            assertThat(pair.door(2, 10_004))
                    .as("nobody knows any more who is followed")
                    .isEqualTo(REJECTED);
            assertThat(pair.door(1, 10_001)).isEqualTo(ADMITTED);
            pair.back();
            var plan =
                    Map.of("command", "service plan", "address", pair.allowed(), "client_secret", pair.clientSecret());
            assertThat(pair.box.asked(plan)).doesNotContainKey("error");
            Path inTheWay = pair.box.data.resolve("service.part/service.json");
            Files.createDirectories(inTheWay.resolve("full"));
            assertThat(pair.box.ask("service confirm")).contains("it was not brought to its end");
            assertThat(pair.door(2, 10_004))
                    .as("what has ended does not hold again because nobody could be followed")
                    .isEqualTo(REJECTED);
            Files.delete(inTheWay.resolve("full"));
            Files.delete(inTheWay);
            pair.follow();
            assertThat(pair.door(2, 10_004)).isEqualTo(ADMITTED);
        }
    }

    @Test
    void aRestartGoesOnWithTheStoredPermission() throws Exception {
        try (var pair = ServicePair.following(folder, "documented")) {
            Path permission = pair.box.data.resolve("service/permission.json");
            String before = Files.readString(permission);
            for (String file :
                    new String[] {"service/permission.json", "service/service.json", "service/client-secret"}) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(pair.box.data.resolve(file))))
                        .isEqualTo("rw-------");
            }
            pair.box.stop();
            pair.person("P4", 10_004);
            pair.startBox();
            pair.sync();
            assertThat(pair.door(1, 10_004)).isEqualTo(ADMITTED);
            assertThat(pair.door(1, 10_001)).isEqualTo(ADMITTED);
            assertThat(Files.readString(permission)).as("it was renewed").isNotEqualTo(before);
            assertThat(pair.status().get("completed_at")).isNotNull();
        }
    }

    @Test
    void aPermissionThatWasSpentInAKillIsToldInWordsAndAllowedAgain() throws Exception {
        try (var pair = ServicePair.following(folder, "documented")) {
            pair.box.stop();
            Path permission = pair.box.data.resolve("service/permission.json");
            String old = Files.readString(permission);
            pair.startBox();
            pair.sync(); // the old token is spent
            pair.box.stop();
            // As a kill leaves it between the service's answer and the new token's file.
            Files.writeString(permission, old.replace("\"under_way\":false", "\"under_way\":true"));
            pair.startBox();
            Await.until("it is told", () -> pair.problem().contains("the answer to the last refresh was lost"));
            assertThat(pair.door(1, 10_001)).isEqualTo(ADMITTED);
            assertThat(pair.told(EventKind.SYNC_FAILED.number(), "refresh was lost"))
                    .isPositive();
            var plan = pair.box.asked(Map.of("command", "service plan", "address", pair.allowed()));
            assertThat(plan).containsEntry("again", true).containsEntry("people_there", 3L);
            assertThat(pair.box.ask("service confirm")).contains("\"copy\":null");
            pair.box.hurryService();
            pair.sync();
            Await.until("nothing is wrong", () -> pair.problem().isEmpty());
        }
    }

    @Test
    void aRevokedPermissionIsToldInWordsAndTheDoorsGoOn() {
        try (var pair = ServicePair.following(folder, "documented")) {
            pair.service.ask(Map.of("command", "app set-state", "client_id", pair.clientId(), "state", "inactive"));
            pair.box.time.pass(Duration.ofHours(2)); // the access token has ended
            Await.until("it is told", () -> !pair.problem().isEmpty());
            assertThat(pair.door(1, 10_001)).isEqualTo(ADMITTED);
        }
    }

    /// Its people have the numbers of others.
    @Test
    void aPermissionOfAnotherAccountIsNotTakenForTheSame() throws Exception {
        try (var pair = ServicePair.following(folder, "documented")) {
            pair.box.stop();
            Path state = pair.box.data.resolve("service/service.json");
            String is = Files.readString(state);
            String was = is.replaceAll("\"account\":\"[0-9]+\"", "\"account\":\"4711\"");
            assertThat(was).as("the account is kept").isNotEqualTo(is);
            Files.writeString(state, was);
            pair.startBox();
            assertThat(pair.box.ask(Map.of("command", "service plan", "address", pair.allowed())))
                    .contains("this box follows account 4711");
            assertThat(pair.box.ask("service confirm")).contains("nothing was planned");
            pair.sync();
            assertThat(pair.door(1, 10_001)).isEqualTo(ADMITTED);
        }
    }

    @Test
    void theOperatorSeesWhatIsReplacedAndMayLeave() {
        try (var pair = ServicePair.begun(folder, "documented")) {
            assertThat(pair.box.troubles().toString()).contains("has not allowed this box yet");
            assertThat(pair.box.ask("service confirm")).contains("nothing was planned");
            assertThat(pair.box.ask(Map.of("command", "join plan", "url", "https://hub.example:8443", "code", "x")))
                    .contains("controller.yaml names the service");
            assertThat(pair.box.ask(Map.of("command", "service plan", "refresh_token", "x")))
                    .contains("the client secret is missing");
            assertThat(pair.box.ask(Map.of("command", "service plan", "refresh_token", "x", "client_secret", "wrong")))
                    .contains("does not accept client id and secret");
            assertThat(pair.box.ask(Map.of(
                            "command", "service plan", "refresh_token", "x", "client_secret", pair.clientSecret())))
                    .contains("no longer accepts this box's permission");
            String back = pair.allowed();
            assertThat(pair.box.ask(Map.of(
                            "command",
                            "service plan",
                            "address",
                            back.replaceAll("state=[^&]*", "state=x"),
                            "client_secret",
                            pair.clientSecret())))
                    .contains("another attempt");
            pair.person("P1", 10_001);
            pair.box.client().create("/api/3/people", "{\"first_name\":\"Here\",\"last_name\":\"Before\"}");
            var plan = pair.box.asked(
                    Map.of("command", "service plan", "address", back, "client_secret", pair.clientSecret()));
            assertThat(plan)
                    .containsEntry("service", "Yard")
                    .containsEntry("people_there", 1L)
                    .containsEntry("people", 1L)
                    .containsEntry("again", false);
            assertThat(pair.box.ask("sync status")).contains("\"follows\":false");
            assertThat(pair.box.ask("service confirm")).contains("lintel.db.before-join");
            pair.box.hurryService();
            pair.sync();
            assertThat(pair.door(1, 10_001)).isEqualTo(ADMITTED);
            assertThat(pair.boxClient().get("/api/3/people").text())
                    .contains("P1")
                    .doesNotContain("Before");

            assertThat(pair.box.ask("leave")).contains("\"left\":true").contains("\"untold\":null");
            assertThat(pair.box.data.resolve("service")).doesNotExist();
            assertThat(pair.box.ask("sync status")).contains("\"follows\":false");
            assertThat(pair.door(1, 10_001)).as("what stood goes on").isEqualTo(ADMITTED);
            pair.box.client().create("/api/3/people", "{\"first_name\":\"Local\",\"last_name\":\"Again\"}");
            assertThat(pair.told(EventKind.CONFIGURATION_CHANGED.number(), "\"left\""))
                    .isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"documented", "sdk"})
    void writesGoToTheServiceAndAreHereWhenTheyAreAnswered(String shape) {
        try (var pair = ServicePair.following(folder, shape)) {
            var client = pair.boxClient();
            var made = client.post(
                    "/api/3/people", "{\"person\":{\"first_name\":\"New\",\"last_name\":\"Here\",\"role_ids\":[1]}}");
            assertThat(made.status()).as(made.text()).isEqualTo(201);
            assertThat(pair.service.client().get("/api/3/people").text()).contains("\"New\"");
            assertThat(client.get("/api/3/people").text()).contains("\"New\"");
            long id = idOf(pair, "New");
            var card = client.post(
                    "/api/3/people/" + id + "/credentials", "{\"credential_type_id\":1,\"value\":\"20001\"}");
            assertThat(card.status()).as(card.text()).isEqualTo(201);
            assertThat(pair.door(1, 20_001)).isEqualTo(ADMITTED);
            var refused = client.post("/api/3/people", "{\"first_name\":\"\",\"last_name\":\"Q\"}");
            assertThat(refused.status()).as(refused.text()).isEqualTo(422);
            var unknown =
                    client.post("/api/3/people/" + id + "/credentials", "{\"credential_type_id\":77,\"value\":\"1\"}");
            assertThat(unknown.status()).as(unknown.text()).isEqualTo(422);
            assertThat(client.delete("/api/3/people/" + id).status()).isBetween(200, 204);
            assertThat(pair.door(1, 20_001)).isEqualTo(REJECTED);
            assertThat(client.get("/api/3/people/" + id).status()).isEqualTo(404);
        }
    }

    private static long idOf(ServicePair pair, String name) {
        return Objects.requireNonNull(pair.box
                .database()
                .read(sql -> sql.get("SELECT id FROM person WHERE first_name = ?", row -> row.number(1), name)));
    }

    @Test
    void theSiteIsTheBoxsOwnAndPeopleGetTheRolesThatCome() {
        try (var pair = ServicePair.following(folder, "documented")) {
            long fourth = pair.person("P4", 10_004);
            pair.service.client().put("/api/3/people/" + fourth, "{\"role_ids\":[9]}");
            pair.sync();
            Await.until("the new role is here", () -> pair.door(1, 10_004).equals(REJECTED));
            Await.until(
                    "its name is told",
                    () -> String.valueOf(pair.status().get("notices")).contains("Archive"));
            pair.site(
                    pair.box,
                    ServicePair.SITE.replace("groups: [", "  - {id: 9, name: Late, channels: [1]}\ngroups: ["));
            Await.until(
                    "the role's people are there", () -> pair.door(1, 10_004).equals(ADMITTED));
            pair.site(pair.box, ServicePair.SITE);
            Await.until("and go with it", () -> pair.door(1, 10_004).equals(REJECTED));
            assertThat(pair.door(1, 10_001)).isEqualTo(ADMITTED);
        }
    }

    @Test
    void aRoleThatWasTakenOutAndPutBackWhileTheServiceIsAwayIsTheirsAgain() {
        try (var pair = ServicePair.following(folder, "documented")) {
            pair.away();
            pair.site(pair.box, """
                    account: {name: Yard, time_zone: UTC}
                    sites: [{id: 1, name: Yard, time_zone: UTC}]
                    channels:
                      - {id: 1, unit: 1, name: Front, site: 1}
                      - {id: 2, unit: 2, name: Back, site: 1}
                    """);
            assertThat(pair.door(1, 10_001)).isEqualTo(REJECTED);
            pair.site(pair.box, ServicePair.SITE);
            assertThat(pair.door(1, 10_001)).isEqualTo(REJECTED);
            pair.back();
            Await.until("they are let in again", () -> pair.door(1, 10_001).equals(ADMITTED));
        }
    }

    @Test
    void whatTakesTooManyAwayIsHeldUntilSomebodyLetsItThrough() {
        try (var pair = ServicePair.following(folder, "documented")) {
            pair.people(4, 30);
            pair.box.slowService(); // nothing but who asks makes it look
            pair.sync();
            pair.service
                    .database()
                    .write(sql -> sql.run("UPDATE person SET deleted_at = 1 WHERE id IN (SELECT id FROM person WHERE"
                            + " first_name LIKE 'P%' ORDER BY id DESC LIMIT 20)"));
            pair.box.ask("sync now");
            Await.until("it is held", () -> pair.told(EventKind.SYNC_FAILED.number(), "held back") >= 2);
            assertThat(pair.problem())
                    .contains("20 of 30 people", "'lintel sync accept'")
                    .doesNotContain("hub");
            assertThat(pair.door(1, 10_030)).isEqualTo(ADMITTED);
            assertThat(pair.told(EventKind.SYNC_FAILED.number(), "held back")).isEqualTo(2);
            assertThat(pair.box.ask("sync held")).contains("\"people\":20", "\"of\":30", "\"held\":\"");
            assertThat(pair.box.ask("sync accept")).contains("accepted");
            Await.until("they are gone", () -> pair.door(1, 10_030).equals(REJECTED));
            assertThat(pair.door(1, 10_001)).isEqualTo(ADMITTED);
            Await.until("nothing is held", () -> pair.status().get("held") == null);
        }
    }

    @Test
    void webhooksMakeItQuickAndNobodyElsesAreTaken() throws Exception {
        try (var pair = ServicePair.begun(folder, "documented")) {
            assertThat(pair.hook("{}", "x")).as("nobody is followed").isEqualTo(404);
            pair.registerHooks();
            pair.person("P1", 10_001);
            pair.follow();
            assertThat(pair.hook("{}", "x")).as("no secret is known").isEqualTo(401);
            assertThat(pair.box.ask("service webhook")).contains("/sync/hook").contains("\"stored\":false");
            assertThat(pair.box.ask(Map.of("command", "service webhook", "secret", pair.webhookSecret())))
                    .contains("\"stored\":true")
                    .doesNotContain(pair.webhookSecret());
            pair.box.slowService(); // nothing but a webhook makes it look
            pair.sync();
            long second = pair.person("P2", 10_002);
            Await.until("a webhook brings them", () -> pair.door(1, 10_002).equals(ADMITTED));
            pair.service.client().delete("/api/3/people/" + second);
            Await.until("a webhook takes them away", () -> pair.door(1, 10_002).equals(REJECTED));

            assertThat(pair.hook("{}", "another secret")).isEqualTo(401);
            assertThat(pair.hook("[1, 2]", pair.webhookSecret())).isEqualTo(400);
            assertThat(pair.hook("x".repeat((1 << 20) + 1), pair.webhookSecret()))
                    .isEqualTo(413);
            String elsewhere = "https://evil.example/api/3/people/1?ack_token=x";
            String told = "[{\"resource_type\":\"Person\",\"resource\":\"" + elsewhere + "\"}]";
            assertThat(pair.hook(told, pair.webhookSecret())).isEqualTo(200);
            assertThat(Files.readString(pair.box.data.resolve("service/webhook-secret")))
                    .isEqualTo(pair.webhookSecret());
            assertThat(pair.box.ask(Map.of("command", "service webhook", "remove", true)))
                    .contains("\"stored\":false");
            assertThat(pair.hook("{}", pair.webhookSecret())).isEqualTo(401);
            int last = 0;
            pair.box.time.pass(Duration.ofMinutes(1)); // the next 300 are of a minute of their own
            for (int i = 0; i < 301 && last != 429; i++) last = pair.hook("{}", "x");
            assertThat(last).as("a flood of one address").isEqualTo(429);
        }
    }
}
