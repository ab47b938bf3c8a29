package dev.lintel.tools.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;

/// What a library must have seen, whichever it is.
final class Steps {
    private static final List<String> ALL = List.of(
            "code",
            "account",
            "events",
            "info",
            "refresh",
            "account with the spent token",
            "refresh with the spent token",
            "account with the new token",
            "revoke",
            "account when revoked",
            "info when revoked",
            "refresh when revoked",
            "code again",
            "denied");
    /// With these a library also looked for the server's own description, and compared whom the answer is from.
    private static final List<String> DISCOVERY = List.of("server", "issuer of another");

    private final List<Map<String, @Nullable Object>> steps;

    Steps(List<Map<String, @Nullable Object>> steps) {
        this.steps = steps;
    }

    /// `discovers`: the library looks for the server's own description.
    void hold(Application application, boolean discovers) {
        var expected = new ArrayList<>(discovers ? DISCOVERY : List.of());
        expected.addAll(ALL);
        assertThat(steps.stream().map(step -> String.valueOf(step.get("step")))).containsExactlyElementsOf(expected);
        if (discovers) holdDiscovery(application);
        holdTokens("code");
        holdTokens("refresh");
        assertThat(step("refresh")).containsEntry("fresh", true);
        holdInfo(application);
        for (String step : List.of("account", "account with the new token")) holdAccount(step);
        holdRefusal("events", 403, "insufficient_scope");
        for (String step : List.of("account with the spent token", "account when revoked", "info when revoked")) {
            holdRefusal(step, 401, "invalid_token");
        }
        for (String step : List.of("refresh with the spent token", "refresh when revoked", "code again")) {
            assertThat(step(step)).containsEntry("error", "invalid_grant");
        }
        assertThat(step("denied")).containsEntry("error", "access_denied");
    }

    private void holdDiscovery(Application application) {
        assertThat(step("server")).containsEntry("issuer", application.issuer().toString());
        assertThat(step("issuer of another")).containsEntry("error", "refused by the library");
    }

    private void holdTokens(String step) {
        assertThat(step(step))
                .containsEntry("tokens", true)
                .containsEntry("type", "bearer")
                .containsEntry("expires_in", 3600L)
                .containsEntry("scope", Application.SCOPE);
    }

    private void holdAccount(String step) {
        assertThat(step(step)).containsEntry("status", 200L);
        assertThat(body(step).get("id")).isEqualTo(body("info").get("account_id"));
    }

    private void holdInfo(Application application) {
        assertThat(step("info")).containsEntry("status", 200L);
        assertThat(body("info").get("scope")).isEqualTo(List.of(Application.SCOPE.split(" ")));
        assertThat(body("info").get("application")).isEqualTo(Map.of("uid", application.id()));
        assertThat(body("info").get("resource_owner_id")).isInstanceOf(Long.class);
        assertThat(body("info").get("expires_in"))
                .asInstanceOf(InstanceOfAssertFactories.LONG)
                .isBetween(3500L, 3600L);
    }

    private void holdRefusal(String step, long status, String error) {
        assertThat(step(step)).containsEntry("status", status).containsEntry("error", error);
    }

    private Map<?, ?> body(String step) {
        Object body = Objects.requireNonNull(step(step).get("body"), step);
        assertThat(body).isInstanceOf(Map.class);
        return (Map<?, ?>) body;
    }

    private Map<String, @Nullable Object> step(String name) {
        return steps.stream()
                .filter(step -> name.equals(step.get("step")))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no step '" + name + "' in " + steps));
    }
}
