package dev.lintel.controller.oauth;

import static dev.lintel.controller.oauth.OAuthBrowser.AUTHORIZE;
import static dev.lintel.controller.oauth.OAuthBrowser.address;
import static dev.lintel.controller.oauth.OAuthBrowser.request;
import static dev.lintel.controller.oauth.OAuthRig.BACK;
import static dev.lintel.controller.oauth.OAuthRig.SCOPE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.oauth.Applications.Registered;
import dev.lintel.controller.oauth.OAuthClient.Answer;
import dev.lintel.controller.store.ApplicationStore.State;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The OAuth 2.0 authorization framework at the authorization endpoint, by its sections, as a user's browser sees it.
class Rfc6749AuthorizationTest {
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

    private static void sentBack(Answer answer, String error) {
        assertThat(answer.header("Location")).startsWith(BACK + "?");
        assertThat(answer.sentWith()).containsEntry("error", error).doesNotContainKey("code");
    }

    private static void toldAndSentNowhere(Answer answer) {
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.header("Location")).isEmpty();
        assertThat(answer.header("Content-Type")).startsWith("text/html");
    }

    // 3.1
    @Test
    void theServerFirstVerifiesTheIdentityOfTheResourceOwner() {
        OAuthBrowser stranger = rig.browser();
        Answer sent = stranger.ask(desk);
        assertThat(sent.status()).isEqualTo(303);
        String signIn = sent.header("Location");
        assertThat(signIn).startsWith("/sign-in?next=");
        String next = OAuthClient.parameters(signIn.substring(signIn.indexOf('?') + 1))
                .get("next");
        Answer signedIn = stranger.signIn("olga@example.com", String.valueOf(next));
        assertThat(signedIn.header("Location")).isEqualTo(address(request(desk)));
        assertThat(stranger.get(signedIn.header("Location")).text()).contains("Desk asks for access");
    }

    // 3.1
    @Test
    void requestsToTheAuthorizationEndpointUseTls() throws Exception {
        try (var client = HttpClient.newHttpClient()) {
            var plain = URI.create("http://localhost:" + rig.server.httpPort() + address(request(desk)));
            var answer = client.send(HttpRequest.newBuilder(plain).build(), HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(403);
        }
    }

    // 3.1: MUST support GET, MAY support POST
    @Test
    void itAnswersGetAndItsOwnFormsPost() {
        assertThat(olga.ask(desk).status()).isEqualTo(200);
        assertThat(rig.http.send("PUT", AUTHORIZE, "").status()).isEqualTo(405);
    }

    // 3.1
    @Test
    void parametersWithoutAValueAreOmittedAndUnrecognizedOnesIgnored() {
        String more = "&response_mode=&code_challenge=&nonce=x&prompt=none&display=touch";
        assertThat(olga.get(address(request(desk)) + more).status()).isEqualTo(200);
        sentBack(olga.get(address(request(desk, "scope", "")) + "&scope="), "invalid_scope");
        sentBack(olga.get(address(request(desk, "response_type", "")) + "&response_type="), "invalid_request");
    }

    // 3.1
    @Test
    void parametersMustNotBeIncludedMoreThanOnce() {
        for (String name : List.of("response_type", "scope", "state", "code_challenge", "code_challenge_method")) {
            String twice = "&" + name + "=x&" + name + "=x";
            sentBack(olga.get(address(request(desk, name, "")) + twice), "invalid_request");
        }
        for (String name : List.of("client_id", "redirect_uri")) {
            String again =
                    "&" + OAuthClient.form(name, String.valueOf(request(desk).get(name)));
            toldAndSentNowhere(olga.get(address(request(desk)) + again));
        }
    }

    // 3.1.1
    @Test
    void anotherResponseTypeIsUnsupported() {
        for (String type : List.of("token", "id_token", "code token", "none", "CODE")) {
            sentBack(olga.ask(desk, "response_type", type), "unsupported_response_type");
        }
    }

    // 3.1.2
    @Test
    void theQueryOfARedirectionEndpointIsRetained() {
        Registered tenant = rig.register("Tenant", false, State.LIVE, BACK + "?tenant=4&x=%2F");
        Answer answer = olga.decide("allow", tenant);
        assertThat(answer.header("Location")).startsWith(BACK + "?tenant=4&x=%2F&code=");
        assertThat(answer.sentWith()).containsEntry("tenant", "4").containsEntry("state", "s t/a+t&e=é");
    }

    // 3.1.2.2 to 3.1.2.4
    @Test
    void anAddressThatIsNotRegisteredIsNeverRedirectedTo() {
        for (String other : List.of("https://evil.example/", BACK + "2", BACK + "?x=1", "https://desk.example")) {
            Answer answer = olga.ask(desk, "redirect_uri", other);
            toldAndSentNowhere(answer);
            assertThat(answer.text()).doesNotContain(other + "\"", "http-equiv");
        }
        toldAndSentNowhere(olga.ask(desk, "redirect_uri", ""));
    }

    // 3.3
    @Test
    void theScopeIsRequiredAndIsWhatTheUserWasAsked() {
        sentBack(olga.ask(desk, "scope", ""), "invalid_scope");
        sentBack(olga.ask(desk, "scope", "account.nothing"), "invalid_scope");
        Answer page = olga.ask(desk, "scope", "account.role.readonly");
        assertThat(page.text()).contains("See roles and groups").doesNotContain("See people, their cards and codes");
        String code = olga.code(desk, "scope", "account.role.readonly");
        assertThat(rig.redeem(desk, code).pair().scope()).isEqualTo("account.role.readonly");
    }

    // 4.1.1 and 4.1.2
    @Test
    void theCodeAndTheExactStateComeBack() {
        Answer answer = olga.decide("allow", desk);
        assertThat(answer.header("Location")).startsWith(BACK + "?");
        assertThat(answer.sentWith()).containsOnlyKeys("code", "state", "iss").containsEntry("state", "s t/a+t&e=é");
        String code = String.valueOf(answer.sentWith().get("code"));
        assertThat(rig.redeem(desk, code).pair().scope()).isEqualTo(SCOPE);
        assertThat(olga.decide("allow", desk, "state", "").sentWith()).containsOnlyKeys("code", "iss");
    }

    // 4.1.2.1
    @Test
    void whenTheOwnerDeniesTheErrorIsAccessDenied() {
        Answer answer = olga.decide("deny", desk);
        sentBack(answer, "access_denied");
        assertThat(answer.sentWith()).containsEntry("state", "s t/a+t&e=é").containsKey("error_description");
        assertThat(rig.oauth.connected(rig.olga)).isEmpty();
    }

    // 4.1.2.1
    @Test
    void anUnknownClientIsToldToTheOwnerAndNeverRedirected() {
        toldAndSentNowhere(olga.ask(desk, "client_id", "nobody"));
        toldAndSentNowhere(olga.ask(desk, "client_id", ""));
        toldAndSentNowhere(rig.browser().ask(desk, "client_id", "nobody"));
    }

    // 4.1.2.1: state is REQUIRED in the answer if it was in the request
    @Test
    void everyErrorCarriesTheStateAndTheIssuer() {
        for (String[] wrong : List.of(
                new String[] {"response_type", "token"},
                new String[] {"scope", "nothing"},
                new String[] {"response_mode", "form_post"},
                new String[] {"request", "x"},
                new String[] {"request_uri", "https://evil.example/x"},
                new String[] {"code_challenge", "x"})) {
            Map<String, String> back = olga.ask(desk, wrong).sentWith();
            assertThat(back)
                    .as(wrong[0])
                    .containsEntry("state", "s t/a+t&e=é")
                    .containsEntry("iss", rig.issuer())
                    .containsKeys("error", "error_description");
            assertThat(back.get("error_description")).matches("[ -!#-\\[\\]-~]+");
        }
    }

    // 10.2: an application is not taken for another because the user agreed before
    @Test
    void theServerAsksAgainEachTime() {
        olga.decide("allow", desk);
        assertThat(olga.ask(desk).text()).contains("Desk asks for access");
    }

    // 10.12 and 10.13 are in BrowserAttacksTest, 10.15 here
    @Test
    void theEndpointIsNoOpenRedirector() {
        for (String path : List.of("?redirect_uri=https://evil.example/", "?client_id=x&redirect_uri=" + BACK, "")) {
            toldAndSentNowhere(rig.browser().get(AUTHORIZE + path));
        }
    }
}
