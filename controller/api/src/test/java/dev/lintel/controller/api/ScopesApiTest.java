package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.http.Scope;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every route with every scope, over TLS, held to a table that stands here and is not made from the code.
class ScopesApiTest {
    /// Route, then any of which scopes without their `account.`; `&` between two sets that both must be met, `*`: none
    /// is needed, `-`: no token does.
    private static final String TABLE = """
            GET    people                                      person.readonly person
            POST   people                                      person
            GET    people/:id                                  person.readonly person
            PUT    people/:id                                  person
            PATCH  people/:id                                  person
            DELETE people/:id                                  person
            GET    people/:id/image                            person.readonly person
            GET    people/:id/image/thumbnail                  person.readonly person
            POST   people/:id/passport_invite                  person
            POST   people/:id/forgive_passback                 person
            GET    people/:person_id/credentials               person.readonly person
            POST   people/:person_id/credentials               person
            GET    people/:person_id/credentials/:id           person.readonly person
            PUT    people/:person_id/credentials/:id           person
            PATCH  people/:person_id/credentials/:id           person
            DELETE people/:person_id/credentials/:id           person
            GET    credentials                                 person.readonly person
            POST   credentials                                 person
            GET    credentials/:id                             person.readonly person
            PUT    credentials/:id                             person
            PATCH  credentials/:id                             person
            DELETE credentials/:id                             person
            GET    group_reservations        person.readonly person group_reservation.readonly group_reservation
            POST   group_reservations        person group_reservation
            GET    group_reservations/:id    person.readonly person group_reservation.readonly group_reservation
            DELETE group_reservations/:id    person group_reservation
            GET    reservations              person.readonly person reservation.readonly reservation
            POST   reservations              person reservation
            GET    reservations/:id          person.readonly person reservation.readonly reservation
            DELETE reservations/:id          person reservation
            GET    roles                                       role.readonly
            GET    roles/:id                                   role.readonly
            GET    groups                                      role.readonly group.readonly person.readonly person
            GET    groups/:id                                  role.readonly group.readonly person.readonly person
            GET    shifts                                      shift.readonly
            GET    shifts/:id                                  shift.readonly
            GET    sites                                       site.readonly
            GET    sites/:id                                   site.readonly
            GET    sites/:id/evacuation                        channel.readonly channel.admit
            POST   sites/:id/evacuate                          channel.admit
            POST   sites/:id/end_evacuation                    channel.admit
            GET    sites/:id/threat_level                      site.readonly site.threat_level
            PUT    sites/:id/threat_level                      site.threat_level
            GET    reports                                     reports.readonly
            GET    reports/:id                                 reports.readonly
            GET    channels                                    channel.readonly
            GET    channels/:id                                channel.readonly
            GET    channel/:id                                 channel.readonly
            POST   channels/:id/admit                          channel.admit
            POST   channel/:id/admit                           channel.admit
            POST   channels/:id/admit_person                   channel.admit channel.admit.person
            POST   channel/:id/admit_person                    channel.admit channel.admit.person
            POST   channels/:id/lockdown                       channel.admit
            POST   channel/:id/lockdown                        channel.admit
            POST   channels/:id/evacuate                       channel.admit
            POST   channel/:id/evacuate                        channel.admit
            POST   channels/:id/end_evacuation                 channel.admit
            POST   channel/:id/end_evacuation                  channel.admit
            POST   channels/:id/unlockdown                     channel.admit
            POST   channel/:id/unlockdown                      channel.admit
            POST   channels/:id/unlock                         channel.admit
            POST   channel/:id/unlock                          channel.admit
            POST   channels/:id/normal                         channel.admit
            POST   channel/:id/normal                          channel.admit
            POST   channels/:id/secure                         channel.admit
            POST   channel/:id/secure                          channel.admit
            POST   channels/:id/acknowledge                    channel.admit
            POST   channel/:id/acknowledge                     channel.admit
            POST   channels/:id/auto_unlock                    channel.admit
            POST   channel/:id/auto_unlock                     channel.admit
            POST   channels/:id/regenerate_encryption_key      channel.admit
            POST   channel/:id/regenerate_encryption_key       channel.admit
            POST   channels/:id/remove_encryption_key          -
            POST   channel/:id/remove_encryption_key           -
            GET    admission_requests/:id                      channel.admit channel.admit.person
            GET    approvals                                   channel.admit
            GET    areas                                       reports.readonly
            POST   approvals/:id/approve                       channel.admit
            POST   approvals/:id/deny                          channel.admit
            GET    outputs                                     channel.readonly channel.admit
            POST   outputs/:name/test                          channel.admit
            GET    events      event.readonly event.guarding.readonly event.access.readonly event.perimeters.readonly \
            event.perimeters_readonly
            GET    events/:id  event.readonly event.guarding.readonly event.access.readonly event.perimeters.readonly \
            event.perimeters_readonly
            GET    notification_rules           notification_rule.readonly notification_rule event.readonly
            GET    notification_rules/:id       notification_rule.readonly notification_rule event.readonly
            POST   notification_rules                          notification_rule
            PUT    notification_rules/:id                      notification_rule
            PATCH  notification_rules/:id                      notification_rule
            DELETE notification_rules/:id                      notification_rule
            POST   decisions/simulate                          person.readonly person & channel.readonly
            GET    account                                     *
            GET    credential_types                            *
            GET    credential_types/:id                        *
            GET    openapi.yaml                                *
            POST   sync                                        sync person
            """;

    private static final List<String> SCOPES = """
            person.readonly person role.readonly shift.readonly channel.readonly event.readonly site.readonly
            reports.readonly event.guarding.readonly event.access.readonly event.perimeters.readonly
            event.perimeters_readonly channel.admit channel.admit.person group_reservation.readonly group_reservation
            reservation.readonly reservation group.readonly credential_type.readonly notification_rule.readonly
            notification_rule sync site.threat_level
            """.strip()
            .lines()
            .flatMap(line -> Arrays.stream(line.strip().split("\\s+")))
            .toList();

    private static final String NO_TOKEN = "-";

    @TempDir
    static Path folder;

    private static ApiBox box;

    @BeforeAll
    static void start() {
        box = new ApiBox(folder);
    }

    @AfterAll
    static void stop() {
        box.close();
    }

    /// A line of the table.
    private record Line(String method, String path, List<Set<String>> needs) {
        static Line of(String line) {
            String[] words = line.split("\\s+", 3);
            List<Set<String>> needs = words[2].equals("*")
                    ? List.of()
                    : Arrays.stream(words[2].split(" & ")).map(Line::set).toList();
            return new Line(words[0], "/api/3/" + words[1], needs);
        }

        private static Set<String> set(String scopes) {
            return Set.of(scopes.strip().split("\\s+"));
        }

        boolean lets(Set<String> scopes) {
            return needs.stream().allMatch(set -> set.stream().anyMatch(scopes::contains));
        }
    }

    private static List<Line> table() {
        return TABLE.lines().map(Line::of).toList();
    }

    private static Scope scope(String name) {
        Scope scope = Scope.of("account." + name);
        if (scope == null) throw new IllegalStateException("no scope " + name);
        return scope;
    }

    /// Asks for something that is not there, of which nothing comes.
    private static ApiClient.Answer ask(ApiClient client, Line line) {
        return client.send(line.method, line.path.replaceAll(":\\w+", "999999"), null);
    }

    private static boolean isRefused(ApiClient.Answer answer) {
        assertThat(answer.status()).isNotEqualTo(401);
        return answer.status() == 403 && answer.text().contains("\"error\":\"insufficient_scope\"");
    }

    @Test
    void theTableHasEveryRouteAndNoOther() {
        var mounted = box.endpoints.routes().stream()
                .filter(route -> route.contains(" /api"))
                .toList();
        assertThat(table().stream().map(line -> line.method + " " + line.path))
                .containsExactlyInAnyOrderElementsOf(mounted);
        assertThat(box.endpoints.accesses().keySet()).containsAll(mounted);
    }

    @Test
    void thereAreTheseScopes() {
        assertThat(Scope.ALL.stream().map(Scope::text))
                .containsExactlyInAnyOrderElementsOf(
                        SCOPES.stream().map("account."::concat).toList());
        assertThat(Scope.ALL.stream().filter(Scope::sensitive).map(Scope::text))
                .containsExactlyInAnyOrder(
                        "account.person",
                        "account.channel.admit",
                        "account.channel.admit.person",
                        "account.site.threat_level",
                        "account.notification_rule");
        assertThat(Scope.ALL).allSatisfy(one -> assertThat(one.plainWords()).matches("[A-Z][^.]+"));
        assertThat(Scope.of("account")).isNull();
        assertThat(Scope.of("account.person ")).isNull();
    }

    @Test
    void eachScopeOpensItsRoutesAndNoOther() {
        var wrong = new ArrayList<String>();
        for (String name : SCOPES) {
            ApiClient client = box.bearer(scope(name));
            for (Line line : table()) {
                if (isRefused(ask(client, line)) == line.lets(Set.of(name))) wrong.add(name + ": " + line);
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void aTokenWithoutScopesReachesWhatAnyTokenDoes() {
        ApiClient client = box.bearer();
        for (Line line : table()) {
            assertThat(isRefused(ask(client, line))).as(line.toString()).isNotEqualTo(line.needs.isEmpty());
        }
    }

    @Test
    void aTokenWithEveryScopeReachesAllButWhatIsForKeys() {
        ApiClient client = box.bearer(Scope.values());
        for (Line line : table()) {
            boolean forKeys = line.needs.equals(List.of(Set.of(NO_TOKEN)));
            assertThat(isRefused(ask(client, line))).as(line.toString()).isEqualTo(forKeys);
        }
    }

    @Test
    void anApiKeyReachesEverything() {
        for (String key : List.of(box.documentedKey, box.sdkKey)) {
            for (Line line : table())
                assertThat(isRefused(ask(box.client(key), line)))
                        .as(line.toString())
                        .isFalse();
        }
    }

    @Test
    void aQuestionAboutADoorNeedsBothKindsOfScopes() {
        Map<String, Boolean> pairs = new LinkedHashMap<>();
        pairs.put("person.readonly channel.readonly", true);
        pairs.put("person channel.readonly", true);
        pairs.put("person.readonly person", false);
        pairs.put("channel.readonly channel.admit", false);
        pairs.forEach((pair, enough) -> {
            Scope[] scopes =
                    Arrays.stream(pair.split(" ")).map(ScopesApiTest::scope).toArray(Scope[]::new);
            var answer = box.bearer(scopes).post("/api/3/decisions/simulate", "");
            assertThat(isRefused(answer)).as(pair).isNotEqualTo(enough);
        });
    }

    @Test
    void aRefusalComesBeforeTheBodyIsReadAndBeforeTheRowIsLookedFor() {
        ApiClient client = box.bearer(Scope.PERSON_READONLY);
        assertThat(client.post("/api/3/people", "{ no JSON").status()).isEqualTo(403);
        assertThat(box.bearer(Scope.PERSON).post("/api/3/people", "{ no JSON").status())
                .isEqualTo(400);
        assertThat(client.delete("/api/3/people/999999").status()).isEqualTo(403);
        assertThat(client.get("/api/3/people/999999").status()).isEqualTo(404);
        assertThat(client.send("HEAD", "/api/3/roles", null).status()).isEqualTo(403);
        assertThat(client.get("/api/3/roles.json/").status()).isEqualTo(403);
        assertThat(client.get("/api/3/nothing").status()).isEqualTo(404);
        assertThat(client.delete("/api/3/roles").status()).isEqualTo(405);
    }

    @Test
    void aRefusalSaysWhatWouldDo() {
        var refused = box.bearer().get("/api/3/people");
        assertThat(refused.object())
                .isEqualTo(Map.of(
                        "error",
                        "insufficient_scope",
                        "error_description",
                        "the token needs the scope account.person.readonly or account.person"));
        var both = box.bearer().post("/api/3/decisions/simulate", "");
        assertThat(both.object().get("error_description"))
                .isEqualTo("the token needs the scope account.person.readonly or account.person,"
                        + " and account.channel.readonly");
    }

    @Test
    void whoShowsAKeyIsToldThatKeysAreToGo() {
        long since = java.time.Instant.parse("2026-11-01T00:00:00Z").getEpochSecond();
        for (String path : List.of("/api/3/account", "/api/3/people/999999", "/api/3/events", "/api/3/nothing")) {
            assertThat(box.client().get(path).header("Deprecation")).as(path).isEqualTo("@" + since);
            assertThat(box.bearer(Scope.values()).get(path).header("Deprecation"))
                    .as(path)
                    .isEmpty();
        }
        assertThat(box.client().post("/api/3/people", "[]").header("Deprecation"))
                .isNotEmpty();
        assertThat(box.client("wrong").get("/api/3/account").header("Deprecation"))
                .isEmpty();
    }

    @Test
    void everyRowOfTheTableNamesKnownScopes() {
        Set<String> named = table().stream()
                .flatMap(line -> line.needs.stream())
                .flatMap(Set::stream)
                .collect(Collectors.toSet());
        named.remove(NO_TOKEN);
        assertThat(SCOPES).containsAll(named);
    }
}
