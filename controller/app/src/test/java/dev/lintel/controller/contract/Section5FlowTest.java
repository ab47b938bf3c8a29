package dev.lintel.controller.contract;

import static dev.lintel.controller.contract.Client.PEOPLE;
import static dev.lintel.controller.contract.Client.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.ApiClient.Answer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// 5 Authentication, as an application of each variant goes through it: from the authorize address, where an
/// administrator signs in and agrees, to the API and to the end. What needs a clock is in package `oauth`.
@ParameterizedClass
@EnumSource(Variant.class)
class Section5FlowTest {
    private static final String SCOPE = "account.person account.event.readonly";

    private final Variant variant;
    private final Visit visit;

    Section5FlowTest(Variant variant) {
        this.variant = variant;
        this.visit = new Visit(variant, SCOPE, null);
    }

    @Test
    @Spec({"5.3-2", "5.3-3", "7.3-1", "4.1-1"})
    void theBrowserComesBackWithACodeOrARefusal() {
        assertThat(visit.decided("allow")).containsKey("code").containsEntry("state", "a b");
        assertThat(visit.decided("deny"))
                .containsEntry("error", "access_denied")
                .containsEntry("state", "a b")
                .doesNotContainKey("code");
    }

    @Test
    @Spec({"5.3-4", "5.3-6", "4.0-5", "4.1-2", "4.1-3", "2.10-1", "4.2-15"})
    void theTokenIsForTheApiInTheApplicationsOwnShape() {
        Answer made = visit.connect();
        assertThat(made.object())
                .containsEntry("token_type", "Bearer")
                .containsEntry("scope", SCOPE)
                .containsEntry("expires_in", 3600L);
        Client client = Contract.box().bearer(variant, Visit.of(made, "access_token"));
        assertThat(client.get("/oauth/token/info").object())
                .containsEntry("scope", List.of(SCOPE.split(" ")))
                .containsEntry("application", Map.of("uid", visit.id()))
                .containsEntry("account_id", 1L);
        long person = client.person();
        Object read = client.get(PEOPLE + "/" + person).json();
        assertThat(read instanceof List<?>).isEqualTo(!variant.isSdk());
        Answer refused = client.get("/api/3/roles");
        status(refused, 403);
        assertThat(refused.object()).containsEntry("error", "insufficient_scope");
    }

    @Test
    @Spec({"5.4-4", "5.4-5", "5.4-6", "3.3-1", "3.3-2", "7.3-2"})
    void aRefreshReplacesThePair() {
        Answer first = visit.connect();
        Answer second = visit.token("grant_type", "refresh_token", "refresh_token", Visit.of(first, "refresh_token"));
        status(second, 200);
        status(Contract.box().bearer(variant, Visit.of(first, "access_token")).get(PEOPLE), 401);
        status(Contract.box().bearer(variant, Visit.of(second, "access_token")).get(PEOPLE), 200);
        Answer again = visit.token("grant_type", "refresh_token", "refresh_token", Visit.of(first, "refresh_token"));
        status(again, 400);
        assertThat(again.object()).containsEntry("error", "invalid_grant");
    }

    @Test
    @Spec({"5.5-1", "5.5-2", "5.5-3", "5.5-4", "4.1-4", "7.3-5"})
    void revokingEndsIt() {
        Answer made = visit.connect();
        Answer refused = visit.revoke("wrong", Visit.of(made, "refresh_token"));
        status(refused, 403);
        assertThat(refused.object()).containsEntry("error", "unauthorized_client");
        for (int i = 0; i < 2; i++) {
            Answer revoked = visit.revoke(visit.secret(), Visit.of(made, "refresh_token"));
            status(revoked, 200);
            assertThat(revoked.text()).isEqualTo("{}");
        }
        status(Contract.box().bearer(variant, Visit.of(made, "access_token")).get(PEOPLE), 401);
    }
}
