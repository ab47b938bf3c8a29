package dev.lintel.controller.contract;

import static dev.lintel.controller.contract.Client.CREDENTIALS;
import static dev.lintel.controller.contract.Client.PEOPLE;
import static dev.lintel.controller.contract.Client.one;
import static dev.lintel.controller.contract.Client.refused;
import static dev.lintel.controller.contract.Client.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.ApiClient.Answer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// 3.2 Mobile credential status, and what 2.2 and 4.3 say of wallet-pass credentials.
@ParameterizedClass
@EnumSource(Variant.class)
class Section32WalletTest {
    private final Client client;

    Section32WalletTest(Variant variant) {
        this.client = Contract.client(variant);
    }

    private Answer invite(long person) {
        return client.post(
                CREDENTIALS,
                Map.of("person_id", person, "credential_type_id", client.type("wallet_pass"), "value", "12345"));
    }

    private Map<String, Object> invited(long person) {
        Answer answer = invite(person);
        status(answer, 201);
        return answer.object();
    }

    /// Without the box's own address.
    private static String path(Map<String, Object> credential) {
        String url = String.valueOf(credential.get("url"));
        return url.substring(url.indexOf("/pass/"));
    }

    @Test
    @Spec({"2.2-8", "2.2-12", "3.2-5", "4.3-5", "4.3-15"})
    void aPassIsInvitedWithAUrlInEveryReadAndNoValue() {
        long person = client.person();
        Map<String, Object> made = invited(person);
        assertThat(made)
                .containsEntry("status", "invited")
                .doesNotContainKeys("value", "wallet_type", "invitation_code", "invitation_expires_at");
        assertThat(String.valueOf(made.get("url"))).matches("https://[^/]+/pass/" + made.get("id") + "-[0-9]+-.{22}");
        Map<String, Object> read =
                client.get(CREDENTIALS + "/" + made.get("id")).object();
        assertThat(read).isEqualTo(made);
        assertThat(client.get(PEOPLE + "/" + person + "/credentials").array()).containsExactly(made);
        assertThat(client.read(person).get("credentials")).isEqualTo(List.of(made));
        status(client.http().get(path(made)), 200);
    }

    @Test
    @Spec({"4.3-6", "4.3-11", "4.3-12"})
    void underAPersonItIsAnArrayAndThereIsOne() {
        long person = client.person();
        Answer first = client.post(
                PEOPLE + "/" + person + "/credentials", Map.of("credential_type_id", client.type("wallet_pass")));
        status(first, 201);
        Answer second = invite(person);
        status(second, client.variant().isSdk() ? 409 : 200);
        assertThat(second.object()).isEqualTo(one(first));
    }

    @Test
    @Spec({"2.2-9", "3.2-6"})
    void redeemedItIsInAWalletThatItNames() {
        Map<String, Object> made = invited(client.person());
        String path = path(made);
        status(client.http().get(path + "/lintel.pkpass"), 200);
        assertThat(client.get(CREDENTIALS + "/" + made.get("id")).object()).containsEntry("status", "invited");
        status(
                client.http().post(path + "/done", "wallet=apple", "Content-Type", "application/x-www-form-urlencoded"),
                200);
        assertThat(client.get(CREDENTIALS + "/" + made.get("id")).object())
                .containsEntry("status", "added_to_wallet")
                .containsEntry("wallet_type", "apple")
                .doesNotContainKeys("url", "value");
        status(client.http().get(path), 404);
    }

    @Test
    @Spec({"4.3-10", "4.3-14"})
    void putIsRefusedAndADeletedOneLeadsNowhere() {
        Map<String, Object> made = invited(client.person());
        refused(client.put(CREDENTIALS + "/" + made.get("id"), Map.of("value", "777")), "value", Client.INVALID);
        status(client.delete(CREDENTIALS + "/" + made.get("id")), 204);
        status(client.get(CREDENTIALS + "/" + made.get("id")), 404);
        status(client.http().get(path(made)), 404);
    }
}
