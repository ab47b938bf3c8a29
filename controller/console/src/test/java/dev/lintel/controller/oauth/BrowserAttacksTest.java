package dev.lintel.controller.oauth;

import static dev.lintel.controller.oauth.OAuthBrowser.AUTHORIZE;
import static dev.lintel.controller.oauth.OAuthBrowser.form;
import static dev.lintel.controller.oauth.OAuthRig.BACK;
import static dev.lintel.controller.oauth.OAuthRig.SCOPE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.oauth.Applications.By;
import dev.lintel.controller.oauth.Applications.Registered;
import dev.lintel.controller.oauth.OAuthClient.Answer;
import dev.lintel.controller.store.ApplicationStore.State;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is tried on a user's browser: links that lead elsewhere, forms of other sites, frames, planted cookies.
class BrowserAttacksTest {
    private static final String SESSION = "__Host-lintel";

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

    private Map<String, String> consent(Registered app, String... more) {
        Map<String, String> fields = form(olga.ask(app, more), AUTHORIZE);
        fields.put("decision", "allow");
        return fields;
    }

    private void nothingIsAllowed() {
        long permissions = rig.database.read(sql -> sql.get("SELECT count(*) FROM permission", row -> row.number(1)));
        assertThat(permissions).isZero();
    }

    @Test
    void noSpellingOfARedirectAddressLeadsElsewhere() {
        for (String other : List.of(
                "https://desk.example@evil.example/back",
                "https://evil.example\\@desk.example/back",
                "https://desk.example\\.evil.example/back",
                "https://desk.example%2eevil.example/back",
                "https://desk.example.evil.example/back",
                "https://evil.desk.example/back",
                "https://desk.example:8443/back",
                "https://desk.example/back/../evil",
                "https://desk.example/back/%2e%2e/evil",
                "https://desk.example/bac%6B",
                "https://desk.example/back?",
                "https://desk.example/back#",
                "https://desk.example//back",
                "http://desk.example/back",
                "HTTPS://desk.example/back",
                " https://desk.example/back",
                "https://desk.example/back\n",
                "//desk.example/back",
                "/back",
                "javascript:alert(1)",
                "data:text/html,x")) {
            Answer answer = olga.ask(desk, "redirect_uri", other);
            assertThat(answer.status()).as(other).isEqualTo(400);
            assertThat(answer.header("Location")).isEmpty();
            var fields = consent(desk);
            fields.put("redirect_uri", other);
            assertThat(olga.post(AUTHORIZE, fields).status()).as(other).isEqualTo(400);
        }
        nothingIsAllowed();
    }

    @Test
    void aLoopbackAddressOfAPublicApplicationDiffersInItsPortOnly() {
        Registered app = rig.register("Program", true, State.LIVE, "http://127.0.0.1/back");
        assertThat(olga.ask(app, "redirect_uri", "http://127.0.0.1:49152/back").status())
                .isEqualTo(200);
        for (String other : List.of(
                "http://127.0.0.1:49152/other",
                "http://127.0.0.2:49152/back",
                "http://localhost:49152/back",
                "http://127.0.0.1:49152@evil.example/back",
                "http://127.0.0.1.evil.example/back",
                "https://127.0.0.1:49152/back")) {
            assertThat(olga.ask(app, "redirect_uri", other).status()).as(other).isEqualTo(400);
        }
        String back = "http://127.0.0.1:49152/back";
        String code = olga.code(app, "redirect_uri", back);
        String[] exchange = {"grant_type", "authorization_code", "code", code, "code_verifier", OAuthRig.VERIFIER};
        rig.token(app, with(exchange, "redirect_uri", "http://127.0.0.1:49153/back"))
                .refused(400, "invalid_grant");
        assertThat(rig.token(app, with(exchange, "redirect_uri", back)).status())
                .isEqualTo(200);
    }

    private static String[] with(String[] pairs, String name, String value) {
        String[] all = java.util.Arrays.copyOf(pairs, pairs.length + 2);
        all[pairs.length] = name;
        all[pairs.length + 1] = value;
        return all;
    }

    @Test
    void theSignInPageLeadsToPathsOfThisBoxOnly() {
        for (String next : List.of(
                "https://evil.example/",
                "//evil.example/",
                "/\\evil.example/",
                "/%09/evil.example",
                "\\\\evil.example",
                "javascript:alert(1)",
                "/oauth/authorize\r\nSet-Cookie: a=b",
                "/a#https://evil.example")) {
            OAuthBrowser stranger = rig.browser();
            Answer answer = stranger.signIn("olga@example.com", next);
            assertThat(answer.status()).as(next).isEqualTo(303);
            assertThat(answer.header("Location")).as(next).isEqualTo("/");
            assertThat(stranger.get("/sign-in?next=" + OAuthClient.encode(next)).header("Location"))
                    .isEqualTo("/");
        }
    }

    @Test
    void aFormOfAnotherSiteAllowsNothing() {
        var fields = consent(desk);
        var forged = new LinkedHashMap<>(fields);
        for (String csrf : List.of("", "x", "x".repeat(43))) {
            forged.put("csrf", csrf);
            Answer answer = olga.post(AUTHORIZE, forged);
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.header("Location")).isEmpty();
        }
        forged.remove("csrf");
        assertThat(olga.post(AUTHORIZE, forged).status()).isEqualTo(403);
        OAuthBrowser mallory = rig.browser().signedIn("tess@example.com");
        assertThat(mallory.post(AUTHORIZE, fields).status())
                .as("another session's token")
                .isEqualTo(403);
        Answer stranger = rig.browser().post(AUTHORIZE, fields);
        assertThat(stranger.header("Location")).startsWith("/sign-in?next=%2Foauth%2Fauthorize");
        nothingIsAllowed();
        assertThat(olga.post(AUTHORIZE, fields).sentWith()).containsKey("code");
    }

    @Test
    void aDecisionIsNeverTakenFromAnAddress() {
        var fields = consent(desk);
        var query = OAuthBrowser.address(fields);
        assertThat(olga.get(query).status()).as("a link shows the page").isEqualTo(200);
        nothingIsAllowed();
    }

    @Test
    void aChangedFormIsJudgedAsARequestIs() {
        rig.oauth.applications().approve(desk.application().id(), Set.of(), By.COMMAND_LINE);
        var fields = consent(desk);
        fields.put("scope", SCOPE + " account.person");
        assertThat(olga.post(AUTHORIZE, fields).sentWith())
                .containsEntry("error", "invalid_scope")
                .doesNotContainKey("code");
        var other = consent(desk);
        other.put("client_id", "nobody");
        assertThat(olga.post(AUTHORIZE, other).status()).isEqualTo(400);
        var proof = consent(rig.open());
        proof.remove("code_challenge");
        assertThat(olga.post(AUTHORIZE, proof).sentWith()).containsEntry("error", "invalid_request");
        proof.put("code_challenge", OAuthRig.CHALLENGE);
        proof.put("code_challenge_method", "plain");
        assertThat(olga.post(AUTHORIZE, proof).sentWith()).containsEntry("error", "invalid_request");
        nothingIsAllowed();
    }

    @Test
    void aFormThatIsSentTwiceGivesNoCodeTwice() {
        var fields = consent(desk);
        String first =
                Objects.requireNonNull(olga.post(AUTHORIZE, fields).sentWith().get("code"));
        String second =
                Objects.requireNonNull(olga.post(AUTHORIZE, fields).sentWith().get("code"));
        assertThat(first).isNotEqualTo(second);
        assertThat(rig.redeem(desk, first).status()).isEqualTo(200);
        rig.redeem(desk, first).refused(400, "invalid_grant");
        assertThat(rig.works(rig.redeem(desk, second).pair()))
                .as("a replayed code ends what came of it, nothing else")
                .isTrue();
    }

    @Test
    void aFormThatWasOpenWhenTheUserSignedOutAllowsNothing() {
        var fields = consent(desk);
        var stolen = new LinkedHashMap<>(olga.cookies);
        olga.post("/sign-out", form(olga.ask(desk), "/sign-out"));
        assertThat(olga.post(AUTHORIZE, fields).header("Location")).startsWith("/sign-in");
        olga.cookies.putAll(stolen);
        assertThat(olga.post(AUTHORIZE, fields).header("Location")).startsWith("/sign-in");
        nothingIsAllowed();
    }

    @Test
    void pagesAreNotFramedNotKeptAndTellNobodyWhereTheyWere() {
        for (Answer page : List.of(
                olga.ask(desk),
                rig.browser().get("/sign-in?next=/"),
                olga.ask(desk, "client_id", "nobody"),
                olga.decide("allow", desk),
                olga.decide("deny", desk))) {
            assertThat(page.header("X-Frame-Options")).isEqualTo("DENY");
            assertThat(page.header("Content-Security-Policy"))
                    .contains("default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'")
                    .doesNotContain("unsafe", "*");
            assertThat(page.header("Referrer-Policy")).isEqualTo("no-referrer");
            assertThat(page.header("Cache-Control")).isEqualTo("no-store");
            assertThat(page.text()).doesNotContain("src=\"http", "href=\"http", "<script>");
        }
    }

    @Test
    void aPlantedSessionIsNotSignedIn() {
        OAuthBrowser mallory = rig.browser().signedIn("tess@example.com");
        OAuthBrowser victim = rig.browser();
        victim.cookies.putAll(mallory.cookies);
        victim.get("/sign-in");
        String planted = Objects.requireNonNull(victim.cookies.get(SESSION));
        victim.cookies.remove(SESSION); // the form is shown to who is not signed in
        Answer page = victim.get("/sign-in?next=/");
        var fields = form(page, "/sign-in");
        fields.put("email", "olga@example.com");
        fields.put("password", OAuthRig.PASSWORD);
        victim.cookies.put(SESSION, planted);
        assertThat(victim.post("/sign-in", fields).status()).isEqualTo(303);
        assertThat(victim.cookies.get(SESSION)).isNotEqualTo(planted);
        assertThat(mallory.ask(desk).text()).doesNotContain("olga@example.com");
        assertThat(mallory.cookies.get(SESSION)).isEqualTo(planted);
        assertThat(mallory.get("/account").status())
                .as("and the planted one has ended")
                .isEqualTo(303);
    }

    @Test
    void whoHasNoAccountIsAnsweredAsWhoMistypes() {
        String wrong = wrongPassword("olga@example.com");
        assertThat(wrongPassword("nobody@example.com").replace("nobody@example.com", "olga@example.com"))
                .isEqualTo(wrong);
    }

    private String wrongPassword(String email) {
        OAuthBrowser stranger = rig.browser();
        Answer page = stranger.get("/sign-in?next=/");
        var fields = form(page, "/sign-in");
        String csrf = Objects.requireNonNull(fields.get("csrf"));
        fields.put("email", email);
        fields.put("password", "wrong");
        Answer answer = stranger.post("/sign-in", fields);
        assertThat(answer.status()).isEqualTo(401);
        return answer.text().replace(csrf, "");
    }

    @Test
    void aStateCannotSplitTheAnswerNorWriteIntoThePage() {
        String evil = "x\r\nSet-Cookie: a=b\r\n\r\n<script>alert(1)</script>\"'><img src=x>";
        assertThat(form(olga.ask(desk, "state", evil), AUTHORIZE))
                .as("it ends no attribute")
                .containsEntry("state", evil);
        Answer answer = olga.decide("allow", desk, "state", evil);
        assertThat(answer.headers().allValues("Set-Cookie")).isEmpty();
        assertThat(answer.header("Location")).matches("[!-~]+").doesNotContain("<", ">", "\"");
        assertThat(answer.sentWith()).containsEntry("state", evil);
        assertThat(olga.ask(desk, "state", evil, "response_type", "x").sentWith())
                .containsEntry("state", evil);
    }

    @Test
    void anApplicationsNameIsTextWhateverIsInIt() {
        Registered evil = rig.register("<b>Bank</b> \" onload=alert(1)", false, State.LIVE, BACK);
        for (Answer page : List.of(olga.ask(evil), olga.ask(evil, "redirect_uri", "https://evil.example/"))) {
            assertThat(page.text()).doesNotContain("<b>").contains("&lt;b&gt;Bank&lt;/b&gt;");
        }
    }

    @Test
    void hugeRequestsAreRefused() {
        var fields = consent(desk);
        fields.put("more", "x".repeat(20_000));
        olga.post(AUTHORIZE, fields).refused(413, "payload_too_large");
        assertThat(olga.ask(desk, "state", "x".repeat(2_001)).sentWith())
                .containsEntry("error", "invalid_request")
                .doesNotContainKey("state");
        assertThat(olga.ask(desk, "state", "x".repeat(2_000)).status()).isEqualTo(200);
        assertThat(olga.ask(desk, "state", "x".repeat(17_000)).status()).isEqualTo(414);
        nothingIsAllowed();
    }

    @Test
    void everyAnswerNamesItsIssuer() {
        String issuer = String.valueOf(
                rig.http.get("/.well-known/oauth-authorization-server").json().get("issuer"));
        for (Answer answer :
                List.of(olga.decide("allow", desk), olga.decide("deny", desk), olga.ask(desk, "scope", "nothing"))) {
            assertThat(answer.sentWith()).containsEntry("iss", issuer);
        }
    }

    @Test
    void noRegisteredAddressBringsTheAnswersParametersAlong() { // RFC 6749 3.1: each is there once
        for (String name : List.of("code", "state", "iss", "error", "error_description", "%69ss")) {
            assertThatThrownBy(() -> rig.register("Mixed", false, State.LIVE, BACK + "?a=b&" + name + "=x"))
                    .isInstanceOf(Applications.RefusedException.class)
                    .hasMessageContaining("must not have");
        }
        rig.register("Plain", false, State.LIVE, BACK + "?codes=x&a=iss");
    }
}
