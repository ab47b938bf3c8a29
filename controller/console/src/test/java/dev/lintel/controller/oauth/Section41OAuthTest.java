package dev.lintel.controller.oauth;

import static dev.lintel.controller.oauth.OAuthRig.BACK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.contract.Spec;
import dev.lintel.controller.oauth.Applications.Registered;
import dev.lintel.controller.oauth.OAuthClient.Answer;
import dev.lintel.controller.oauth.OAuthClient.Pair;
import dev.lintel.controller.store.ApplicationStore.State;
import dev.lintel.controller.store.UserStore.Kind;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// 4.1 OAuth endpoints and 5.3 Authorization Code flow, from the user's browser to the API.
class Section41OAuthTest {
    @TempDir
    Path folder;

    private OAuthRig rig;
    private Registered desk;
    private OAuthBrowser olga;

    @BeforeEach
    void start() {
        rig = new OAuthRig(folder);
        desk = rig.confidential();
        olga = rig.browser().signedIn("olga@example.com");
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    @Test
    @Spec({"4.1-1", "5.3-2"})
    void theRedirectCarriesTheCodeAndTheStateIfSent() {
        Answer answer = olga.decide("allow", desk, "state", "opaque");
        assertThat(answer.header("Location")).startsWith(BACK + "?code=");
        assertThat(answer.sentWith()).containsKey("code").containsEntry("state", "opaque");
        assertThat(olga.decide("allow", desk, "state", "").sentWith())
                .containsKey("code")
                .doesNotContainKey("state");
    }

    @Test
    @Spec({"4.1-1", "5.3-3", "7.3-1"})
    void refusalRedirectsWithAccessDenied() {
        Answer answer = olga.decide("deny", desk, "state", "opaque");
        assertThat(answer.header("Location")).startsWith(BACK + "?");
        assertThat(answer.sentWith())
                .containsEntry("error", "access_denied")
                .containsEntry("state", "opaque")
                .doesNotContainKey("code");
    }

    @Test
    @Spec({"5.3-1", "5.3-4", "5.3-6", "4.1-2"})
    void theTokenBelongsToTheUserWhoAuthorizes() {
        Pair pair = rig.redeem(desk, olga.code(desk)).pair();
        assertThat(rig.http.bearer("/api/3/events", pair.access()).status()).isEqualTo(200);
        assertThat(rig.http.bearer(OAuthClient.INFO, pair.access()).json())
                .containsEntry("resource_owner_id", rig.olga)
                .containsEntry("account_id", 1L);
        assertThat(rig.http.bearer("/api/3/account", pair.access()).text()).contains("olga@example.com");
    }

    @Test
    @Spec("5.2-4")
    void theRedirectUriMustEqualTheRegisteredOneExactlyWithoutExtraParameters() {
        for (String other : new String[] {
            BACK + "?a=b", BACK + "/", BACK + "#x", "https://desk.example:443/back", "https://DESK.example/back"
        }) {
            Answer answer = olga.ask(desk, "redirect_uri", other);
            assertThat(answer.status()).as(other).isEqualTo(400);
            assertThat(answer.header("Location")).isEmpty();
        }
        assertThat(olga.ask(desk).status()).isEqualTo(200);
    }

    @Test
    @Spec("3.1-2")
    void anInactiveApplicationIsSaidToBeNotActiveYet() {
        Answer answer = olga.ask(rig.register("New", false, State.INACTIVE, BACK));
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.text()).contains("New is not active yet");
        assertThat(answer.header("Location")).isEmpty();
    }

    @Test
    @Spec("3.1-5")
    void aTestingApplicationIsForUsersOfTheTestAccountAlone() {
        Registered testing = rig.register("Trial", false, State.TESTING, BACK);
        assertThat(olga.ask(testing).status()).isEqualTo(403);
        OAuthBrowser tess = rig.browser().signedIn("tess@example.com");
        Pair pair = rig.redeem(testing, tess.code(testing)).pair();
        assertThat(rig.http.bearer(OAuthClient.INFO, pair.access()).json())
                .containsEntry("resource_owner_id", rig.tess)
                .containsEntry("account_id", 2L);
    }

    @Test
    @Spec("5.2-1")
    void aDeveloperIsNoUserOfTheHouse() {
        OAuthBrowser tess = rig.browser().signedIn("tess@example.com");
        assertThat(tess.get("/people").status()).isEqualTo(403);
        assertThat(tess.get("/developer").status()).isEqualTo(200);
        assertThat(olga.get("/developer").status()).isEqualTo(403);
    }

    @Test
    @Spec({"3.1-2", "3.1-3", "5.2-2", "5.2-3"})
    void aNewApplicationIsInactiveHasAnIdAndASecretAndOperatorsAreNotified() {
        OAuthBrowser tess = rig.browser().signedIn("tess@example.com");
        var fields = OAuthBrowser.form(tess.get("/developer/new"), "/developer/new");
        fields.putAll(Map.of("name", "Till", "redirect_uris", BACK, "webhook_url", "https://desk.example/hook"));
        fields.putAll(Map.of("kind", "confidential", "shape", "documented", "listing", "A"));
        Answer made = tess.post("/developer/new", fields);
        assertThat(made.status()).as(made.text()).isIn(200, 201);
        var till = rig.oauth.applications().list().getFirst();
        assertThat(till.state()).isEqualTo(State.INACTIVE);
        assertThat(till.details().redirects()).containsExactly(BACK);
        assertThat(till.details().webhookUrl()).isEqualTo("https://desk.example/hook");
        assertThat(made.text()).contains(till.clientId());
        rig.create("oona@example.com", Kind.OPERATOR);
        assertThat(rig.oauth.waiting()).isEqualTo(1);
        assertThat(rig.browser()
                        .signedIn("oona@example.com")
                        .get("/applications")
                        .text())
                .contains("Till");
    }
}
