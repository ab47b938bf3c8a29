package dev.lintel.sync.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.sync.UpstreamException;
import dev.lintel.sync.cloud.FakeService.Asked;
import dev.lintel.sync.cloud.FakeService.Fault;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// How a permission is come by and given back, at services that know their clients in one way only.
class CloudPermissionTest {
    private static final CloudPermission.Asking ASKING =
            new CloudPermission.Asking("https://box.example/back", "account.person.readonly", "state", "v".repeat(43));
    private static final String BASIC =
            "Basic " + Base64.getEncoder().encodeToString("a+client:secret%261".getBytes(StandardCharsets.UTF_8));

    private final FakeService service = new FakeService();
    private final FakePace pace = new FakePace();

    @AfterEach
    void close() {
        service.close();
    }

    private CloudFollower.Settings settings() {
        return new CloudFollower.Settings(service.base(), "a client", () -> "secret&1", () -> null, "", List.of());
    }

    private static Fault answer(int status, String body) {
        return new Fault(status, Map.of(), body, -1);
    }

    private static boolean isBasic(Asked one) {
        return BASIC.equals(one.headers().get("authorization"));
    }

    private static boolean isForm(Asked one) {
        Map<String, String> form = FakeService.form(one.body());
        return "a client".equals(form.get("client_id")) && "secret&1".equals(form.get("client_secret"));
    }

    @Test
    void aCodeIsRedeemedWithTheClientInTheFormOrElseInTheHeader() {
        service.script = one -> isForm(one) ? answer(200, "{\"refresh_token\":\"r1\"}") : null;
        assertThat(CloudPermission.redeem(settings(), ASKING, "code", pace)).isEqualTo("r1");
        Map<String, String> form = FakeService.form(service.asked.getFirst().body());
        assertThat(form)
                .containsEntry("grant_type", "authorization_code")
                .containsEntry("code", "code")
                .containsEntry("redirect_uri", ASKING.redirect())
                .containsEntry("code_verifier", ASKING.verifier());
        service.script = one -> isBasic(one)
                ? answer(200, "{\"refresh_token\":\"r2\"}")
                : answer(401, "{\"error\":\"invalid_client\"}");
        assertThat(CloudPermission.redeem(settings(), ASKING, "code", pace)).isEqualTo("r2");
        assertThat(service.asked).hasSize(3);
    }

    /// Another attempt with a code that is spent may cost the permission that it gave.
    @Test
    void aRefusedCodeIsNotTriedTwice() {
        service.script = _ -> answer(400, "{\"error\":\"invalid_grant\"}");
        assertThatThrownBy(() -> CloudPermission.redeem(settings(), ASKING, "code", pace))
                .isInstanceOf(UpstreamException.class)
                .hasMessageContaining("good once");
        assertThat(service.asked).hasSize(1);
    }

    @Test
    void aPermissionIsGivenBackWithTheClientInTheHeaderOrElseInTheForm() {
        service.script = one -> isBasic(one) && !isForm(one) ? answer(200, "{}") : answer(403, "{}");
        CloudPermission.revoke(settings(), "r1", pace);
        assertThat(service.asked).hasSize(1);
        Asked asked = service.asked.getFirst();
        assertThat(asked.path()).isEqualTo("/oauth/revoke");
        assertThat(FakeService.form(asked.body()))
                .containsEntry("token", "r1")
                .containsEntry("token_type_hint", "refresh_token");
        service.script = one -> isForm(one) && !isBasic(one) ? answer(200, "{}") : answer(403, "{}");
        CloudPermission.revoke(settings(), "r1", pace);
        assertThat(service.asked).hasSize(3);
        service.script = _ -> answer(403, "{}");
        assertThatThrownBy(() -> CloudPermission.revoke(settings(), "r1", pace)).hasMessageContaining("403");
    }

    private CloudPermission.Seen look(int account) {
        var grant = new FakeGrant("refresh-0");
        service.refresh = "refresh-0";
        service.person(1, "One");
        service.script =
                one -> one.path().equals("/api/3/account") ? answer(account, "{\"id\":7,\"name\":\"Yard\"}") : null;
        var settings =
                new CloudFollower.Settings(service.base(), "client", () -> "secret&1", () -> null, "", List.of());
        return CloudPermission.look(settings, grant, pace, pace);
    }

    @Test
    void whoseTheseAreIsToldOrNotToBeHad() {
        assertThat(look(200)).isEqualTo(new CloudPermission.Seen("7", "Yard", 1L));
        for (int status : List.of(401, 403, 404, 405)) {
            assertThat(look(status)).as("" + status).isEqualTo(new CloudPermission.Seen(null, null, 1L));
        }
    }

    /// Else people of another account would pass for those of the one before.
    @Test
    void aServiceThatIsAwayWhenAskedForItsAccountIsNotOneThatHasNone() {
        for (int status : List.of(302, 400, 500, 503)) {
            assertThatThrownBy(() -> look(status))
                    .as("" + status)
                    .isInstanceOf(UpstreamException.class)
                    .hasMessageContaining("/api/3/account");
        }
    }
}
