package dev.lintel.controller.oauth;

import static dev.lintel.controller.oauth.OAuthClient.REVOKE;
import static dev.lintel.controller.oauth.OAuthClient.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.contract.Spec;
import dev.lintel.controller.oauth.Applications.By;
import dev.lintel.controller.oauth.Applications.Registered;
import dev.lintel.controller.oauth.OAuthClient.Pair;
import dev.lintel.controller.store.ApplicationStore.State;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// 7.3 OAuth errors; `access_denied` is where the browser is, in [Section41OAuthTest].
class Section73OAuthErrorsTest {
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

    @Test
    @Spec({"7.3-2", "7.1-6"})
    void aUsedRevokedOrOtherwiseInvalidRefreshTokenIsInvalidGrant() {
        Pair first = rig.connect(desk);
        Pair second = rig.renew(desk, first.refresh()).pair();
        rig.renew(desk, first.refresh()).refused(400, "invalid_grant");
        rig.renew(desk, second.access()).refused(400, "invalid_grant");
        rig.renew(desk, "otherwise invalid").refused(400, "invalid_grant");
        rig.revoke(desk, "token", second.refresh());
        var revoked = rig.renew(desk, second.refresh());
        revoked.refused(400, "invalid_grant");
        assertThat(revoked.string("error_description"))
                .isEqualTo("The provided authorization grant is invalid, expired, revoked, does not match the"
                        + " redirection URI used in the authorization request, or was issued to another client.");
    }

    @Test
    @Spec("7.3-3")
    void aWrongClientIdOrSecretIsInvalidClientWith400() {
        String refresh = rig.connect(desk).refresh();
        String id = desk.application().clientId();
        var renewal = new String[] {"grant_type", "refresh_token", "refresh_token", refresh};
        for (String header : new String[] {
            OAuthClient.basic(id, "wrong"),
            OAuthClient.basic("wrong", desk.clientSecret()),
            OAuthClient.basic("", desk.clientSecret()),
            "Basic",
            "Basic !!!",
            "Digest username=\"x\""
        }) {
            var answer = rig.http.post(TOKEN, java.util.List.of("Authorization", header), renewal);
            answer.refused(400, "invalid_client");
            assertThat(answer.string("error_description"))
                    .isEqualTo("Client authentication failed due to unknown client, no client authentication"
                            + " included, or unsupported authentication method.");
        }
        assertThat(rig.renew(desk, refresh).status()).isEqualTo(200);
    }

    @Test
    @Spec("7.3-4")
    void anApplicationThatIsNotAllowedTheGrantIsUnauthorizedClient() {
        String refresh = rig.connect(desk).refresh();
        rig.oauth.applications().setState(desk.application().id(), State.INACTIVE, By.COMMAND_LINE);
        rig.renew(desk, refresh).refused(400, "unauthorized_client");
        rig.redeem(desk, "any").refused(400, "unauthorized_client");
        rig.token(desk, "grant_type", "client_credentials").refused(400, "unsupported_grant_type");
    }

    @Test
    @Spec({"7.3-5", "7.1-8"})
    void badCredentialsOnRevokeAreUnauthorizedClientWith403() {
        Pair pair = rig.connect(desk);
        String id = desk.application().clientId();
        for (String header : new String[] {
            OAuthClient.basic(id, "wrong"), OAuthClient.basic("wrong", "wrong"), OAuthClient.basic(id, null), "Basic"
        }) {
            var answer = rig.http.post(REVOKE, java.util.List.of("Authorization", header), "token", pair.access());
            answer.refused(403, "unauthorized_client");
            assertThat(answer.string("error_description")).isEqualTo(OAuthClient.NO_REVOKE);
        }
        rig.http.post(REVOKE, "token", "unknown").refused(403, "unauthorized_client");
        assertThat(rig.works(pair)).isTrue();
    }
}
