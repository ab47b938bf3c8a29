package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.Approvals.Asked;
import dev.lintel.controller.api.OpenApi.Operation;
import dev.lintel.controller.http.Access;
import dev.lintel.controller.http.Scope;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// That the description of the API is whole and true. Beside what is tried here, every answer that any test gets from
/// an [ApiBox] is held to it.
class OpenApiTest {
    private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");
    private static final OpenApi API = OpenApi.ofProgram();

    @TempDir
    Path folder;

    private ApiBox box;

    @BeforeEach
    void start() {
        box = new ApiBox(folder, 1_000, _ -> {});
        RealDoors.hangInto(box);
    }

    @AfterEach
    void stop() {
        box.close();
    }

    @Test
    void itIsServedAsItIsToWhoHasAKey() {
        var answer = box.client().get("/api/3/openapi.yaml");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).isEqualTo("application/yaml");
        assertThat(OpenApi.parse(answer.text())).isEqualTo(API);
        assertThat(answer.text()).startsWith("#").contains("openapi: 3.1.0");
        assertThat(box.client("wrong").get("/api/3/openapi.yaml").status()).isEqualTo(401);
    }

    @Test
    void itTellsOfEveryRouteAndOfNoOther() {
        Set<String> told = new TreeSet<>();
        for (Operation one : API.operations()) told.add(one.method().toUpperCase(Locale.ROOT) + " " + one.path());
        Set<String> mounted = new TreeSet<>();
        for (String route : box.endpoints.routes()) {
            if (route.contains(" /api/")) mounted.add(route.replaceAll(":(\\w+)", "{$1}"));
        }
        assertThat(told).isEqualTo(mounted);
    }

    @Test
    void itTellsOfTheScopesThatEachRouteNeeds() {
        box.endpoints.accesses().forEach((route, access) -> {
            String[] words = route.replaceAll(":(\\w+)", "{$1}").split(" ", 2);
            Operation one = API.operationOf(words[0], words[1]);
            assertThat(one).as(route).isNotNull();
            List<?> ways = (List<?>)
                    Objects.requireNonNull(Objects.requireNonNull(one).node().get("security"), route);
            assertThat(ways).as(route).doesNotHaveDuplicates();
            assertThat(Set.copyOf(ways)).as(route).isEqualTo(ways(access));
            boolean refuses = access.keysOnly() || !access.needs().isEmpty();
            assertThat(OpenApi.inner(one.node(), "responses").containsKey("403"))
                    .as(route)
                    .isEqualTo(refuses);
        });
    }

    /// A key, or a token with one scope of each set.
    private static Set<Object> ways(Access access) {
        List<List<String>> tokens = List.of(List.of());
        for (var set : access.needs()) {
            tokens = tokens.stream()
                    .flatMap(before -> set.stream().map(scope -> {
                        var scopes = new ArrayList<>(before);
                        scopes.add(scope.text());
                        return List.copyOf(scopes);
                    }))
                    .toList();
        }
        var ways = new HashSet<Object>(Set.of(Map.of("apiKey", List.of())));
        if (!access.keysOnly()) tokens.forEach(scopes -> ways.add(Map.of("oauth", scopes)));
        return ways;
    }

    @Test
    void itTellsOfEveryScopeInPlainWords() {
        var told = OpenApi.map(API.at("#/components/securitySchemes/oauth/flows/authorizationCode/scopes"));
        var scopes = new HashMap<String, Object>();
        for (Scope scope : Scope.values()) scopes.put(scope.text(), scope.plainWords() + ".");
        assertThat(told).isEqualTo(scopes);
    }

    @Test
    void everyReferenceLeadsSomewhere() {
        var references = new HashSet<String>();
        API.everyObject(node -> {
            if (node.get("$ref") instanceof String reference) references.add(reference);
        });
        assertThat(references)
                .hasSizeGreaterThan(50)
                .allSatisfy(reference -> assertThat(API.at(reference)).isNotNull());
        OpenApi.inner(API.root(), "components").forEach((kind, named) -> {
            if (kind.equals("securitySchemes")) return;
            for (String name : OpenApi.map(named).keySet()) {
                assertThat(references).contains("#/components/" + kind + "/" + name);
            }
        });
    }

    @Test
    void everyOperationSaysWhatEveryOperationMust() {
        var ids = new HashSet<String>();
        List<?> tags = (List<?>) Objects.requireNonNull(API.root().get("tags"));
        for (Operation one : API.operations()) {
            assertThat(ids.add(one.id())).as(one.id()).isTrue();
            List<?> its = (List<?>) Objects.requireNonNull(one.node().get("tags"), one.id());
            assertThat(its)
                    .hasSize(1)
                    .allMatch(tag -> tags.stream()
                            .anyMatch(known -> tag.equals(OpenApi.map(known).get("name"))));
            assertThat(one.node()).as(one.id()).containsKey("summary");
            Set<String> answers = OpenApi.inner(one.node(), "responses").keySet();
            assertThat(answers)
                    .as(one.id())
                    .contains("401", "429", "500", "503")
                    .anyMatch(status -> status.startsWith("2"));
            if (one.node().containsKey("requestBody"))
                assertThat(answers).as(one.id()).contains("400", "413");
            if (one.path().contains("{")) assertThat(answers).as(one.id()).contains("404");
            assertThat(variables(one)).as(one.id()).isEqualTo(parametersOfPath(one));
            boolean keyed = one.parameters().stream().anyMatch(each -> "Idempotency-Key".equals(each.get("name")));
            // A PUT that is repeated after another one would undo it.
            boolean changes = (one.method().equals("post") && !one.id().equals("simulateDecision"))
                    || one.id().equals("setThreatLevel");
            assertThat(keyed).as(one.id()).isEqualTo(changes);
        }
    }

    private static Set<String> variables(Operation operation) {
        var names = new HashSet<String>();
        Matcher found = VARIABLE.matcher(operation.path());
        while (found.find()) names.add(found.group(1));
        return names;
    }

    private static Set<Object> parametersOfPath(Operation operation) {
        var names = new HashSet<Object>();
        for (var parameter : operation.parameters()) {
            if (!"path".equals(parameter.get("in"))) continue;
            assertThat(parameter).containsEntry("required", true);
            names.add(parameter.get("name"));
        }
        return names;
    }

    @Test
    void everySchemaIsJudgedWhole() {
        for (Object schema : API.schemas()) {
            OpenApi.everySchema(schema, node -> assertThat(node.keySet()).allMatch(SchemaJudge::knows));
        }
    }

    /// Else a field that nobody told of, or one that is gone, would pass.
    @Test
    void answersLeaveNoFieldOpen() {
        for (Object schema : API.schemasOfAnswers()) {
            Map<String, Object> node = OpenApi.map(schema);
            if (!"object".equals(node.get("type"))) continue;
            assertThat(node).containsKey("additionalProperties");
            if (!Boolean.FALSE.equals(node.get("additionalProperties"))) continue;
            Set<?> required = Set.copyOf((List<?>) Objects.requireNonNull(node.get("required"), () -> "of " + node));
            assertThat(required).isEqualTo(OpenApi.inner(node, "properties").keySet());
        }
    }

    @Test
    void everyOperationIsAnsweredAsItSaysToBothKindsOfClients() {
        walk(box.client(box.documentedKey), "documented");
        box.time.advance(Duration.ofMinutes(2)); // a sync and a limit later
        walk(box.client(box.sdkKey), "sdk");
    }

    private void walk(ApiClient client, String shape) {
        var asked = new Asked(Walk.APPROVAL, 1, "entry", 7, "Ada Demo", box.time.nowNs(), false);
        box.approvals.waiting.addAll(List.of(asked, asked)); // to approve, and to deny
        var walk = new Walk(client, box);
        for (String method : List.of("post", "put", "patch", "get", "delete")) {
            API.operations().stream()
                    .filter(one -> one.method().equals(method))
                    .sorted(Comparator.comparingInt(
                            one -> -one.path().length())) // a person goes after their credentials
                    .forEach(walk::ask);
            box.images.worker().work();
        }
        for (Operation one : API.operations()) {
            assertThat(box.judge.seen())
                    .as("a good answer of " + one.id())
                    .anyMatch(seen -> seen.startsWith(one.id() + " 2") && seen.endsWith(shape));
        }
    }

    @Test
    void everyOperationRefusesAStrangerAsItSays() {
        ApiClient stranger = box.client("wrong");
        for (Operation one : API.operations()) {
            assertThat(stranger.send(
                                    one.method().toUpperCase(Locale.ROOT),
                                    one.path().replaceAll("\\{\\w+}", "1"),
                                    null)
                            .status())
                    .as(one.id())
                    .isEqualTo(401);
            assertThat(box.judge.seen()).contains(one.id() + " 401 documented");
        }
    }

    @Test
    void everyOperationRefusesWhoAsksTooOftenAsItSays(@TempDir Path other) {
        try (var strict = new ApiBox(other, 1, _ -> {})) {
            ApiClient client = strict.client();
            client.get("/api/3/account");
            for (Operation one : API.operations()) {
                client.send(one.method().toUpperCase(Locale.ROOT), one.path().replaceAll("\\{\\w+}", "1"), null);
                assertThat(strict.judge.seen()).contains(one.id() + " 429 documented");
            }
        }
    }
}
