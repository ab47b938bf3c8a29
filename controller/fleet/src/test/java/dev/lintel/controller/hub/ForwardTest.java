package dev.lintel.controller.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.fleet.BoxStore.Terms;
import dev.lintel.controller.fleet.HubSite;
import dev.lintel.controller.http.Access;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.http.Scope;
import dev.lintel.sync.wire.ForwardAnswer;
import dev.lintel.sync.wire.ForwardRequest;
import dev.lintel.sync.wire.ForwardRequest.By;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Writes that somebody asked of a box.
class ForwardTest {
    @TempDir
    Path path;

    private final AtomicReference<@Nullable Request> seen = new AtomicReference<>();

    private void routes(Endpoints endpoints) {
        endpoints.guard("/api/", (_, _) -> new Reply.Unauthorized("nobody comes by here"));
        endpoints.on(Method.POST, "/api/3/people", Access.anyOf(Scope.PERSON), request -> {
            seen.set(request);
            if (request.json().containsKey("bad")) throw new IllegalStateException("a fault of ours");
            return new Reply.Created(request.json()).with("Location", request.base() + "/api/3/people/7");
        });
        endpoints.on(Method.POST, "/api/3/channels/:id/unlock", Access.anyOf(Scope.CHANNEL_ADMIT), _ -> {
            throw new IllegalStateException("never");
        });
    }

    private static ForwardRequest request(String method, String path, String... scopes) {
        return new ForwardRequest(
                method,
                path,
                "{\"first_name\":\"Ada\"}",
                "key-1",
                new By("api_key", "api_key 3", "ops@x", "documented", "A", true, List.of(scopes), "https://box"));
    }

    private static HttpResponse<String> send(TestBoxClient box, ForwardRequest request) {
        return box.post("/sync/1/forward", request.toJson());
    }

    @Test
    void aWriteIsDoneHereInTheNameOfTheBox() {
        try (var rig = new HubRig(path, this::routes)) {
            TestBoxClient box = rig.join("Gate");
            HubSite.guests(rig.database, 100, 1);
            HttpResponse<String> answer =
                    send(box, request("POST", "/api/3/people?x=1", "account.person", "new.scope"));
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            var forwarded = ForwardAnswer.parse(answer.body());
            assertThat(forwarded.status()).isEqualTo(201);
            assertThat(forwarded.body()).contains("Ada");
            assertThat(forwarded.headers()).containsEntry("Location", "https://box/api/3/people/7");
            assertThat(forwarded.cursor()).isEqualTo(rig.hub.latest());
            Request asked = Objects.requireNonNull(seen.get());
            assertThat(asked.header("idempotency-key")).isEqualTo("key-1");
            assertThat(asked.query("x")).isEqualTo("1");
            assertThat(asked.signedIn().email()).isEqualTo("box Gate");
            assertThat(asked.signedIn().operator()).isFalse();
            assertThat(Objects.requireNonNull(asked.signedIn().via()).claims()).isEqualTo("ops@x");
            assertThat(asked.signedIn().client()).contains("box ").endsWith("api_key 3");
            assertThat(asked.signedIn().credential()).matches("box [0-9]+");
            assertThat(asked.signedIn().scopes()).containsExactly(Scope.PERSON);
        }
    }

    @Test
    void aBoxThatMayOnlyReadWritesNothing() {
        try (var rig = new HubRig(path, this::routes)) {
            TestBoxClient box = rig.join("Gate", new Terms(false, true));
            var refused = ForwardAnswer.parse(send(box, request("POST", "/api/3/people", "account.person"))
                    .body());
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.body()).contains("read_only", "write at the hub");
            assertThat(seen.get()).isNull();
            assertThat(box.get("/sync/1/changes").statusCode()).isEqualTo(200);
            assertThat(rig.hub.desk().boxes().getFirst().box().readOnly()).isTrue();
        }
    }

    @Test
    void aBodyIsAsLongAsABoxTakesOneAndNoLonger() {
        try (var rig = new HubRig(path, this::routes)) {
            TestBoxClient box = rig.join("Gate");
            String quotes = "{\"notes\":\"" + "\\\"".repeat(Endpoints.BODY_BYTES_MAX / 2 - 10) + "\"}";
            HttpResponse<String> taken = send(box, request(quotes));
            assertThat(taken.statusCode()).as(taken.body()).isEqualTo(200);
            HttpResponse<String> refused = send(box, request("x".repeat(3 * Endpoints.BODY_BYTES_MAX)));
            assertThat(refused.statusCode()).isEqualTo(413);
        }
    }

    private static ForwardRequest request(String body) {
        ForwardRequest usual = request("POST", "/api/3/people", "account.person");
        return new ForwardRequest(usual.method(), usual.path(), body, null, usual.by());
    }

    @Test
    void scopesCountHereToo() {
        try (var rig = new HubRig(path, this::routes)) {
            TestBoxClient box = rig.join("Gate");
            var answer = ForwardAnswer.parse(send(box, request("POST", "/api/3/people", "account.event.readonly"))
                    .body());
            assertThat(answer.status()).isEqualTo(403);
            assertThat(seen.get()).isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/3/channels/1/unlock",
                "/api/3/peoples",
                "/api/4/people",
                "/oauth/token",
                "/sync/1/forward",
                "/api/3/notification_rules",
                "/api/3/people/1/forgive_passback",
                "people"
            })
    void onlyWhatBoxesFollowIsWrittenHere(String where) {
        try (var rig = new HubRig(path, this::routes)) {
            var answer = ForwardAnswer.parse(
                    send(rig.join("Gate"), request("POST", where, "account.person", "account.channel.admit"))
                            .body());
            assertThat(answer.status()).isEqualTo(403);
        }
    }

    @Test
    void readingIsNotForwardedAndFaultsAreToldAsFaults() {
        try (var rig = new HubRig(path, this::routes)) {
            TestBoxClient box = rig.join("Gate");
            assertThat(send(box, request("GET", "/api/3/people", "account.person"))
                            .statusCode())
                    .isEqualTo(400);
            assertThat(box.post("/sync/1/forward", "{}").statusCode()).isEqualTo(400);
            var bad = new ForwardRequest(
                    "POST",
                    "/api/3/people",
                    "{\"bad\":1}",
                    null,
                    request("POST", "", "account.person").by());
            assertThat(ForwardAnswer.parse(send(box, bad).body()).status()).isEqualTo(500);
        }
    }
}
