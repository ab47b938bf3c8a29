package dev.lintel.controller.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.http.Scope;
import dev.lintel.controller.oauth.Applications.Registered;
import dev.lintel.controller.oauth.OAuthClient.Answer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Authorization server metadata, by its sections.
class Rfc8414Test {
    private static final String PATH = "/.well-known/oauth-authorization-server";

    @TempDir
    Path folder;

    private OAuthRig rig;
    private Map<String, @Nullable Object> metadata;

    @BeforeEach
    void start() {
        rig = new OAuthRig(folder);
        metadata = rig.http.get(PATH).json();
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    // 2
    @Test
    void theIssuerIsAnHttpsAddressWithoutQueryOrFragment() {
        assertThat(metadata).containsEntry("issuer", rig.issuer());
        assertThat(rig.issuer()).startsWith("https://").doesNotContain("?", "#").doesNotEndWith("/");
    }

    // 2
    @Test
    void theEndpointsAreAbsoluteAddressesOfThisServer() {
        for (String name : List.of("authorization", "token", "revocation")) {
            String path = Map.of("authorization", "authorize", "token", "token", "revocation", "revoke")
                    .get(name);
            assertThat(metadata).containsEntry(name + "_endpoint", rig.issuer() + "/oauth/" + path);
        }
    }

    // 2: response_types_supported is required; the others default to what is not so here
    @Test
    void whatIsSupportedIsSaid() {
        assertThat(metadata)
                .containsEntry("response_types_supported", List.of("code"))
                .containsEntry("response_modes_supported", List.of("query"))
                .containsEntry("grant_types_supported", List.of("authorization_code", "refresh_token"))
                .containsEntry("code_challenge_methods_supported", List.of("S256"))
                .containsEntry(
                        "scopes_supported",
                        Arrays.stream(Scope.values()).map(Scope::text).toList())
                .containsEntry("service_documentation", rig.issuer() + "/docs");
    }

    // 2: and the ways that are named do work, at both endpoints
    @Test
    void eachNamedWayToAuthenticateWorks() {
        var ways = List.of("client_secret_basic", "client_secret_post", "none");
        assertThat(metadata)
                .containsEntry("token_endpoint_auth_methods_supported", ways)
                .containsEntry("revocation_endpoint_auth_methods_supported", ways);
        Registered desk = rig.confidential();
        Registered phone = rig.open();
        for (String path : List.of(OAuthClient.TOKEN, OAuthClient.REVOKE)) {
            var renewal = new String[] {"grant_type", "refresh_token", "refresh_token", "x", "token", "x"};
            // x is nobody's refresh token: invalid_grant says that the client was known
            int status = path.equals(OAuthClient.TOKEN) ? 400 : 200;
            for (Answer answer : List.of(
                    rig.http.post(path, OAuthRig.basic(desk), renewal),
                    rig.http.post(path, OAuthRig.as(desk, renewal)),
                    rig.http.post(path, OAuthRig.as(phone, renewal)))) {
                assertThat(answer.status()).as(path).isEqualTo(status);
                if (status == 400) answer.refused(400, "invalid_grant");
            }
        }
    }

    // 3.1 and 3.2
    @Test
    void itIsAJsonObjectAtTheWellKnownAddressForAnybody() {
        Answer answer = rig.http.get(PATH);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).startsWith("application/json");
        assertThat(rig.http.post(PATH, "a", "b").status()).isEqualTo(405);
    }

    // 3.2: claims with zero elements must be omitted
    @Test
    void nothingIsEmpty() {
        assertThat(metadata.values()).doesNotContainNull().doesNotContain(List.of(), "");
    }

    // RFC 9207 section 3
    @Test
    void itSaysThatAnswersNameTheirIssuer() {
        assertThat(metadata).containsEntry("authorization_response_iss_parameter_supported", true);
    }
}
