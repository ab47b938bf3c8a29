package dev.lintel.controller.oauth;

import static dev.lintel.controller.oauth.OAuthClient.TOKEN;
import static dev.lintel.controller.oauth.OAuthRig.BACK;
import static dev.lintel.controller.oauth.OAuthRig.SCOPE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.oauth.Applications.Registered;
import dev.lintel.controller.oauth.OAuthClient.Pair;
import dev.lintel.controller.store.ApplicationStore.State;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The OAuth 2.0 authorization framework: refreshing (6) and what is said of secrets (10), by its sections.
class Rfc6749RefreshTest {
    @TempDir
    Path folder;

    private OAuthRig rig;
    private Registered desk;

    @BeforeEach
    void start() {
        rig = new OAuthRig(folder);
        desk = rig.confidential();
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    // 6
    @Test
    void aRefreshMustNotIncludeAnyScopeBeyondTheFirstAndMayIncludeFewer() {
        Pair first = rig.connect(desk);
        rig.renew(desk, first.refresh(), "scope", SCOPE + " account.role.readonly")
                .refused(400, "invalid_scope");
        Pair narrow = rig.renew(desk, first.refresh(), "scope", "account.event.readonly")
                .pair();
        assertThat(narrow.scope()).isEqualTo("account.event.readonly");
        assertThat(rig.http.bearer("/api/3/people", narrow.access()).status()).isEqualTo(403);
        assertThat(rig.renew(desk, narrow.refresh()).pair().scope())
                .as("omitted: equal to the scope originally granted")
                .isEqualTo(SCOPE);
    }

    // 6 and 10.4
    @Test
    void theRefreshTokenIsBoundToTheClientItWasIssuedTo() {
        Pair pair = rig.connect(desk);
        rig.renew(rig.register("Other", false, State.LIVE, BACK), pair.refresh())
                .refused(400, "invalid_grant");
        rig.http
                .post(TOKEN, "grant_type", "refresh_token", "refresh_token", pair.refresh())
                .refused(400, "invalid_client");
        assertThat(rig.renew(desk, pair.refresh()).status()).isEqualTo(200);
    }

    // 6
    @Test
    void theClientMustDiscardTheOldRefreshTokenAndReplaceItWithTheNewOne() {
        Pair first = rig.connect(desk);
        Pair second = rig.renew(desk, first.refresh()).pair();
        assertThat(second.refresh()).isNotEqualTo(first.refresh());
        assertThat(second.access()).isNotEqualTo(first.access());
        rig.renew(desk, first.refresh()).refused(400, "invalid_grant");
        assertThat(rig.works(first)).isFalse();
        assertThat(rig.works(second)).isTrue();
    }

    // 10.3 to 10.5
    @Test
    void secretsAreKeptConfidentialInStorage() throws Exception {
        String code = rig.code(desk);
        Pair pair = rig.redeem(desk, code).pair();
        try (var files = Files.walk(rig.folder.path())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String content = Files.readString(file, StandardCharsets.ISO_8859_1);
                assertThat(content)
                        .as(file.toString())
                        .doesNotContain(code, pair.access(), pair.refresh(), String.valueOf(desk.clientSecret()));
            }
        }
    }

    // 10.10
    @Test
    void guessingATokenIsAsHardAsGuessing256Bits() {
        Pair pair = rig.connect(desk);
        for (String secret :
                List.of(pair.access(), pair.refresh(), rig.code(desk), String.valueOf(desk.clientSecret()))) {
            assertThat(secret).matches("[A-Za-z0-9_-]{43}");
        }
    }
}
