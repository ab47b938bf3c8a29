package dev.lintel.controller.oauth;

import static dev.lintel.controller.oauth.OAuthClient.INFO;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.contract.Spec;
import dev.lintel.controller.oauth.Applications.Registered;
import dev.lintel.controller.oauth.OAuthClient.Pair;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// 2.10 Token info, under the rate limit of a box.
class Section210TokenInfoTest {
    private static final int RATE = 120;

    @TempDir
    Path folder;

    private OAuthRig rig;
    private Registered desk;
    private Pair pair;

    @BeforeEach
    void start() {
        rig = new OAuthRig(folder, RATE);
        desk = rig.confidential();
        pair = rig.connect(desk);
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    @Test
    @Spec({"2.10-1", "4.1-3"})
    void itSaysWhoseTheTokenIsWhatForAndForHowLong() {
        long made = rig.time.nowMs() / 1000;
        rig.time.advance(Duration.ofMinutes(10).plusMillis(1));
        var answer = rig.http.bearer(INFO, pair.access());
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json())
                .containsOnlyKeys("resource_owner_id", "account_id", "scope", "expires_in", "application", "created_at")
                .containsEntry("resource_owner_id", rig.olga)
                .containsEntry("account_id", 1L)
                .containsEntry("scope", List.of(OAuthRig.SCOPE.split(" ")))
                .containsEntry("expires_in", 2999L)
                .containsEntry("application", Map.of("uid", desk.application().clientId()))
                .containsEntry("created_at", made);
    }

    @Test
    @Spec("2.10-1")
    void theScopeIsTheAccessTokensOwn() {
        Pair narrow = rig.renew(desk, pair.refresh(), "scope", "account.person.readonly")
                .pair();
        assertThat(rig.http.bearer(INFO, narrow.access()).json())
                .containsEntry("scope", List.of("account.person.readonly"));
    }

    @Test
    @Spec("4.1-3")
    void whatIsNotAGoodAccessTokenIs401() {
        for (String token :
                List.of("unknown", pair.refresh(), "x".repeat(2_000), String.valueOf(desk.clientSecret()))) {
            rig.http.bearer(INFO, token).refused(401, "invalid_token");
        }
        rig.http.get(INFO).refused(401, "invalid_token");
        rig.http.get(INFO + "?access_token=" + pair.access()).refused(401, "invalid_token");
        rig.http.get(INFO, "Authorization", OAuthRig.basic(desk).getLast()).refused(401, "invalid_token");
        Pair next = rig.renew(desk, pair.refresh()).pair();
        rig.http.bearer(INFO, pair.access()).refused(401, "invalid_token");
        rig.revoke(desk, "token", next.access());
        rig.http.bearer(INFO, next.access()).refused(401, "invalid_token");
    }

    @Test
    @Spec("4.1-3")
    void itCountsAsTheApiDoesAndTheTokenEndpointDoesNot() {
        for (int i = 0; i < RATE; i++) {
            var answer = rig.http.bearer(i % 2 == 0 ? INFO : "/api/3/events", pair.access());
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("X-RateLimit-Remaining")).isEqualTo(Integer.toString(RATE - 1 - i));
        }
        var over = rig.http.bearer(INFO, pair.access());
        over.refused(429, "rate_limit_exceeded");
        assertThat(over.header("Retry-After")).isEqualTo("60");
        Pair next = rig.renew(desk, pair.refresh()).pair();
        assertThat(rig.http.bearer(INFO, next.access()).status()).isEqualTo(200);
    }
}
