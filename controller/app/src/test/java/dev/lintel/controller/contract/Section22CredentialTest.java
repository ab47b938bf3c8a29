package dev.lintel.controller.contract;

import static dev.lintel.controller.contract.Client.CREDENTIALS;
import static dev.lintel.controller.contract.Client.PEOPLE;
import static dev.lintel.controller.contract.Client.number;
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

/// 2.2 Credential, 2.3 Credential type, and 4.3, 4.4, their endpoints.
@ParameterizedClass
@EnumSource(Variant.class)
class Section22CredentialTest {
    private static final String CARD = "credentials_number";
    private static final String FOB = "key_fob_number";

    private final Client client;

    Section22CredentialTest(Variant variant) {
        this.client = Contract.client(variant);
    }

    private Answer create(long person, String slug, Object value) {
        return client.post(
                CREDENTIALS, Map.of("person_id", person, "credential_type_id", client.type(slug), "value", value));
    }

    private Answer change(String id, Map<String, Object> body) {
        return client.put(CREDENTIALS + "/" + id, body);
    }

    private int changed() {
        return client.variant().isSdk() ? 201 : 200;
    }

    @Test
    @Spec({"2.2-1", "4.3-3"})
    void aCredentialIsOnePersons() {
        long type = client.type(CARD);
        refused(client.post(CREDENTIALS, Map.of("credential_type_id", type, "value", "7")), "person_id", Client.BLANK);
        refused(
                client.post(CREDENTIALS, Map.of("person_id", client.person(), "value", "7")),
                "credential_type_id",
                Client.BLANK);
        refused(
                client.post(CREDENTIALS, Map.of("person_id", 9_999_999, "credential_type_id", type, "value", "7")),
                "person_id",
                Client.INVALID);
        status(client.post(PEOPLE + "/9999999/credentials", Map.of("credential_type_id", type, "value", "7")), 404);
    }

    @Test
    @Spec({"2.2-2", "2.2-3", "2.2-4", "2.2-5", "2.2-6", "4.3-2", "4.3-4"})
    void aCredentialShowsWhatItIs() {
        long person = client.person();
        String value = Long.toString(number());
        Answer made = create(person, CARD, value);
        status(made, 201);
        assertThat(made.json() instanceof List<?>)
                .as("an array")
                .isEqualTo(!client.variant().isSdk());
        Map<String, Object> credential = one(made);
        assertThat(credential).containsOnlyKeys("id", "person_id", "credential_type_id", "label", "value");
        assertThat(credential.get("id")).isInstanceOf(String.class);
        assertThat(credential)
                .containsEntry("person_id", person)
                .containsEntry("credential_type_id", client.type(CARD))
                .containsEntry("label", "Card")
                .containsEntry("value", value);
        assertThat(client.get(CREDENTIALS + "/" + credential.get("id")).object())
                .isEqualTo(credential);
    }

    @Test
    @Spec("2.2-7")
    void onlyMobileCredentialsHaveAStatus() {
        String id = client.credential(client.person(), FOB, Long.toString(number()));
        assertThat(client.get(CREDENTIALS + "/" + id).object()).doesNotContainKeys("status", "url", "wallet_type");
    }

    @Test
    @Spec({"2.3-1", "2.3-10", "2.3-11", "4.4-1"})
    void typesAreAnArrayWithTheUsualOnes() {
        Answer types = client.get("/api/3/credential_types");
        status(types, 200);
        assertThat(types.array()).allSatisfy(type -> {
            assertThat(type.get("id")).isInstanceOf(Long.class);
            assertThat(type.get("label")).isInstanceOf(String.class);
            assertThat(type.get("slug")).isInstanceOf(String.class);
            assertThat(type.get("code")).isInstanceOf(Long.class);
        });
        assertThat(types.column("code")).containsExactly(200L, 181L, 10L, 11L, 800L, 1001L, 203L);
        Answer page = client.get("/api/3/credential_types?page=2&per_page=3");
        assertThat(page.array()).isEqualTo(types.array().subList(3, 6));
        assertThat(page.header("Total")).isEqualTo("7");
        assertThat(page.header("Link")).contains("rel=\"next\"").contains("rel=\"prev\"");
    }

    @Test
    @Spec({"2.3-2", "2.3-7"})
    void aSlugIsTheAccountsOwnKeyForASimpleUpdate() {
        String number = Long.toString(72_057_594_000_000_000L + number());
        long person = client.person(Map.of("locker", number));
        assertThat(client.read(person)).containsEntry("locker", number).containsEntry("card", null);
        refused(
                client.put(PEOPLE + "/" + person, Map.of("locker", "72057594037927936")),
                "locker",
                range(1, (1L << 56) - 1));
        refused(client.put(PEOPLE + "/" + client.person(), Map.of("locker", number)), "locker", Client.TAKEN);
        String card = Long.toString(number());
        client.person(Map.of("card", card));
        refused(client.put(PEOPLE + "/" + person, Map.of("locker", card)), "locker", Client.TAKEN);
        client.change(person, Map.of("locker", ""));
        assertThat(client.read(person)).containsEntry("locker", null);
    }

    private static String range(long from, long to) {
        return "must be between " + from + " and " + to;
    }

    @Test
    @Spec("2.3-3")
    void aPinIsFrom1000To32767AndOnePersons() {
        long person = client.person();
        for (String wrong : List.of("999", "32768", "99999999999999999999")) {
            refused(client.put(PEOPLE + "/" + person, Map.of("pin", wrong)), "pin", range(1_000, 32_767));
            refused(create(person, "pin", wrong), "value", range(1_000, 32_767));
        }
        for (String wrong : List.of("12a4", "-1234", "1234.5", "0x4d2", "01234")) {
            refused(create(person, "pin", wrong), "value", Client.INVALID);
        }
        status(create(person, "pin", "32767"), 201);
        refused(create(client.person(), "pin", "32767"), "value", Client.TAKEN);
        client.change(person, Map.of("pin", ""));
        status(create(person, "pin", 32_767), 201);
        client.change(person, Map.of("pin", ""));
    }

    @Test
    @Spec("2.3-4")
    void aMultiFactorPinIsFrom1000To9999AndMayBeSeveralPersons() {
        long person = client.person(Map.of("mf_pin", "4711"));
        assertThat(client.read(person)).containsEntry("mf_pin", "4711");
        assertThat(client.read(client.person(Map.of("mf_pin", "4711")))).containsEntry("mf_pin", "4711");
        refused(client.put(PEOPLE + "/" + person, Map.of("mf_pin", "10000")), "mf_pin", range(1_000, 9_999));
        refused(create(client.person(), "mf_pin", "999"), "value", range(1_000, 9_999));
        status(create(client.person(), "mf_pin", "9999"), 201);
    }

    @Test
    @Spec({"2.3-5", "2.3-6"})
    void cardsAndFobsAreNumbersOf32And40BitsUniqueAmongAll() {
        String number = Long.toString(number());
        long person = client.person(Map.of("card", number));
        long other = client.person();
        refused(create(other, FOB, number), "value", Client.TAKEN);
        refused(create(other, CARD, "0" + number), "value", Client.TAKEN);
        refused(client.put(PEOPLE + "/" + other, Map.of("key_fob_number", number)), "key_fob_number", Client.TAKEN);
        refused(create(other, CARD, "4294967296"), "value", range(1, 4_294_967_295L));
        refused(create(other, FOB, "1099511627776"), "value", range(1, 1_099_511_627_775L));
        for (String wrong : List.of("0", "00")) refused(create(other, CARD, wrong), "value", range(1, 4_294_967_295L));
        for (String wrong : List.of("12ab", "1,2", "-5", "1e3"))
            refused(create(other, CARD, wrong), "value", Client.INVALID);
        status(create(other, FOB, Long.toString(1_099_400_000_000L + number())), 201);
        client.change(person, Map.of("key_fob_number", Long.toString(number())));
        assertThat(client.get(PEOPLE + "/" + person + "/credentials").array()).hasSize(2);
    }

    @Test
    @Spec({"2.3-8", "2.3-9"})
    void mobileTypesAreNoSlugs() {
        long person = client.person();
        for (String mobile : List.of("mobile_credential", "wallet_pass")) {
            assertThat(client.read(person)).doesNotContainKey(mobile);
            client.change(person, Map.of(mobile, "12345"));
        }
        assertThat(client.read(person)).containsEntry("credentials", List.of());
    }

    @Test
    @Spec({"4.3-1", "4.3-6"})
    void apersonsCredentialsAreAnArrayThatIsPaged() {
        long person = client.person();
        String path = PEOPLE + "/" + person + "/credentials";
        Answer card = client.post(path, Map.of("credential_type_id", client.type(CARD), "value", number()));
        status(card, 201);
        client.credential(person, FOB, Long.toString(number()));
        client.credential(person, "mf_pin", "4321");
        Answer all = client.get(path);
        assertThat(all.array()).hasSize(3).first().isEqualTo(one(card));
        Answer second = client.get(path + "?page=2&per_page=1");
        assertThat(second.array()).containsExactly(all.array().get(1));
        assertThat(second.header("Total")).isEqualTo("3");
        assertThat(second.header("Page")).isEqualTo("2");
        assertThat(second.header("Per-Page")).isEqualTo("1");
    }

    @Test
    @Spec({"4.3-7", "4.3-8", "4.3-13"})
    void onlyTheValueChanges() {
        long person = client.person();
        long other = client.person();
        String id = client.credential(person, CARD, Long.toString(number()));
        Map<String, Object> before = client.get(CREDENTIALS + "/" + id).object();
        Answer nothing = change(id, Map.of());
        status(nothing, changed());
        assertThat(one(nothing)).isEqualTo(before);
        change(id, Map.of("credential_type_id", client.type(FOB), "person_id", other, "label", "x", "id", "1"));
        assertThat(client.get(CREDENTIALS + "/" + id).object()).isEqualTo(before);
        String value = Long.toString(number());
        assertThat(one(change(id, Map.of("value", value, "credential_type_id", client.type(FOB)))))
                .containsEntry("value", value)
                .containsEntry("credential_type_id", client.type(CARD))
                .containsEntry("person_id", person);
        refused(change(id, Map.of("value", "")), "value", Client.BLANK);
    }

    @Test
    @Spec({"4.3-9", "7.1-4"})
    void aDeletedCredentialAnswersNothingAndIsFreeAtOnce() {
        String value = Long.toString(number());
        String id = client.credential(client.person(), CARD, value);
        Answer deleted = client.delete(CREDENTIALS + "/" + id);
        status(deleted, 204);
        assertThat(deleted.text()).isEmpty();
        status(client.get(CREDENTIALS + "/" + id), 404);
        status(client.delete(CREDENTIALS + "/" + id), 404);
        client.credential(client.person(), FOB, value);
    }

    @Test
    @Spec({"4.3-11", "4.3-12", "8-10"})
    void aPersonHoldsOneOfAType() {
        long person = client.person();
        Answer first = create(person, CARD, number());
        for (int i = 0; i < 2; i++) {
            Answer second = create(person, CARD, number());
            status(second, client.variant().isSdk() ? 409 : 200);
            assertThat(one(second)).isEqualTo(one(first));
        }
        assertThat(client.get(PEOPLE + "/" + person + "/credentials").array()).containsExactly(one(first));
    }

    @Test
    @Spec("4.3-9")
    void writesReachTheDoorAtOnce() {
        String value = Long.toString(number());
        assertThat(client.box().rejectedCard(1, value)).containsEntry("reason", "unknown_card");
        long person = client.person(Map.of("group_ids", List.of(1)));
        String id = client.credential(person, CARD, value);
        assertThat(client.box().card(1, value)).containsEntry("decision", "admitted");
        client.delete(CREDENTIALS + "/" + id);
        assertThat(client.box().rejectedCard(1, value)).containsEntry("reason", "unknown_card");
    }
}
