package dev.lintel.controller.contract;

import static dev.lintel.controller.contract.Client.CREDENTIALS;
import static dev.lintel.controller.contract.Client.PEOPLE;
import static dev.lintel.controller.contract.Client.one;
import static dev.lintel.controller.contract.Client.refused;
import static dev.lintel.controller.contract.Client.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.ApiClient.Answer;
import dev.lintel.controller.mobile.TestPhone;
import dev.lintel.controller.time.SystemTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// 3.2 Mobile credential status, and what 2.2 and 4.3 say of vendor mobile credentials, at a box whose account hands
/// invitations out itself.
@ParameterizedClass
@EnumSource(Variant.class)
class Section32MobileTest {
    private final Client client;

    Section32MobileTest(Variant variant) {
        this.client = Contract.client(variant);
    }

    private Answer invite(long person) {
        return client.post(
                CREDENTIALS,
                Map.of("person_id", person, "credential_type_id", client.type("mobile_credential"), "value", "12345"));
    }

    private Map<String, Object> invited(long person) {
        Answer answer = invite(person);
        status(answer, 201);
        return answer.object();
    }

    @Test
    @Spec({"2.2-7", "2.2-10", "2.2-11", "2.2-12", "3.2-2", "4.3-5", "4.3-15", "4.3-17"})
    void anInvitationIsAnObjectWithACodeAndNoValue() {
        long person = client.person();
        Map<String, Object> made = invited(person);
        assertThat(made).containsEntry("status", "invited").doesNotContainKeys("value", "url", "wallet_type");
        assertThat(String.valueOf(made.get("invitation_code"))).matches("[A-Z0-9]{4}(-[A-Z0-9]{4}){3}");
        var now = new SystemTime().now().atOffset(ZoneOffset.UTC);
        var expires = OffsetDateTime.parse(String.valueOf(made.get("invitation_expires_at")));
        assertThat(expires).isAfter(now.plusDays(6)).isBefore(now.plusDays(8));
        // in every read while it is invited
        assertThat(client.get(CREDENTIALS + "/" + made.get("id")).object()).isEqualTo(made);
        assertThat(client.get(PEOPLE + "/" + person + "/credentials").array()).containsExactly(made);
        assertThat(client.read(person).get("credentials")).isEqualTo(List.of(made));
    }

    @Test
    @Spec({"4.3-6", "4.3-11", "4.3-12"})
    void underAPersonItIsAnArrayAndThereIsOne() {
        long person = client.person();
        Answer first = client.post(
                PEOPLE + "/" + person + "/credentials", Map.of("credential_type_id", client.type("mobile_credential")));
        status(first, 201);
        Answer second = invite(person);
        status(second, client.variant().isSdk() ? 409 : 200);
        assertThat(second.object()).isEqualTo(one(first));
        if (!client.variant().isSdk()) assertThat(first.array()).hasSize(1);
    }

    @Test
    @Spec("4.3-14")
    void putIsRefused() {
        Map<String, Object> made = invited(client.person());
        refused(client.put(CREDENTIALS + "/" + made.get("id"), Map.of("value", "777")), "value", Client.INVALID);
        assertThat(client.get(CREDENTIALS + "/" + made.get("id")).object()).isEqualTo(made);
    }

    @Test
    @Spec({"3.2-4", "4.3-10", "7.1-3"})
    void anInvitationThatIsDeletedIsAcceptedAndGone() {
        Map<String, Object> made = invited(client.person());
        status(client.delete(CREDENTIALS + "/" + made.get("id")), 202);
        status(client.get(CREDENTIALS + "/" + made.get("id")), 404);
        var phone = new TestPhone(client.http());
        status(phone.redeem(String.valueOf(made.get("invitation_code"))), 401);
    }

    @Test
    @Spec("3.2-3")
    void aCodeThatIsUsedMakesAnotherCredentialThatIsActive() {
        long person = client.person();
        Map<String, Object> made = invited(person);
        var phone = new TestPhone(client.http());
        status(phone.redeem(String.valueOf(made.get("invitation_code"))), 200);
        status(client.get(CREDENTIALS + "/" + made.get("id")), 404);
        Map<String, Object> active =
                client.get(PEOPLE + "/" + person + "/credentials").array().getFirst();
        assertThat(active)
                .containsEntry("id", phone.credential)
                .containsEntry("status", "active")
                .doesNotContainKeys("invitation_code", "invitation_expires_at", "value");
        status(client.delete(CREDENTIALS + "/" + phone.credential), 204);
    }
}
