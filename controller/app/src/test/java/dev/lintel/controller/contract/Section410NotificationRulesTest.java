package dev.lintel.controller.contract;

import static dev.lintel.controller.contract.Client.refused;
import static dev.lintel.controller.contract.Client.status;
import static dev.lintel.controller.contract.Section29NotificationRuleTest.RULES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.ApiClient.Answer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// 4.10 Notification rules.
@ParameterizedClass
@EnumSource(Variant.class)
class Section410NotificationRulesTest {
    private final Client client;
    private Answer made;
    private String path = "";

    Section410NotificationRulesTest(Variant variant) {
        this.client = Contract.client(variant);
        this.made = client.get(RULES);
    }

    @BeforeEach
    void make() {
        made = client.post(RULES, Section29NotificationRuleTest.body());
        status(made, 201);
        path = RULES + "/" + made.id();
    }

    @AfterEach
    void delete() {
        client.delete(path);
    }

    private Map<String, Object> read() {
        return client.get(path).object();
    }

    @Test
    @Spec({"4.10-1", "4.10-2", "4.10-4"})
    void whatIsMadeIsAnsweredAsAnObjectAndListed() {
        assertThat(made.object()).containsKey("secret").containsAllEntriesOf(read());
        assertThat(client.get(RULES).array()).contains(read());
        assertThat(client.get(RULES + ".json").array()).contains(read());
    }

    @Test
    @Spec("4.10-3")
    void eachFieldOfTheBodyIsTakenAndHeldToItsRule() {
        Map<String, @Nullable Object> body = Section29NotificationRuleTest.body();
        body.put("match_event_codes", client.variant().isA() ? List.of(33, 32) : List.of(47, 46));
        body.put("match_controller_ids", List.of());
        body.put("active", true);
        Answer open = client.post(RULES, Map.of("notification_rule", body));
        status(open, 201);
        assertThat(open.object()).containsEntry("conditions", List.of()).containsEntry("active", true);
        assertThat(open.object().get("events"))
                .asString()
                .contains(client.variant().isA() ? "code=33" : "code=47");
        client.delete(RULES + "/" + open.id());
        for (String field : List.of("name", "match_event_codes", "call_back_url")) {
            Map<String, @Nullable Object> without = Section29NotificationRuleTest.body();
            without.remove(field);
            refused(client.post(RULES, without), field, Client.BLANK);
        }
        body.put("match_controller_ids", List.of(77));
        refused(client.post(RULES, body), "match_controller_ids", Client.INVALID);
        body.put("match_controller_ids", List.of());
        body.put("match_event_codes", client.variant().isA() ? List.of(47) : List.of(33)); // the other listing's
        status(client.post(RULES, body), 422);
        body.put("match_event_codes", List.of(10));
        body.put("call_back_url", "http://receiver.example/");
        status(client.post(RULES, body), 422);
    }

    @Test
    @Spec({"4.10-1", "4.10-5", "4.10-6"})
    void anyAttributeAloneCanBeChanged() {
        for (Map<String, Object> change : List.<Map<String, Object>>of(
                Map.of("name", "Other"),
                Map.of("active", false),
                Map.of("match_event_codes", List.of(20)),
                Map.of("match_controller_ids", List.of(1)),
                Map.of("call_back_url", "https://other.example/"))) {
            Map<String, Object> before = read();
            Answer changed = client.put(path, change);
            status(changed, 200);
            if (client.variant().isSdk()) assertThat(changed.json()).isInstanceOf(Map.class);
            else assertThat(changed.array()).hasSize(1);
            Map<String, Object> after = Client.one(changed);
            assertThat(after).isEqualTo(read());
            long differing = before.keySet().stream()
                    .filter(field -> !field.equals("updated_at"))
                    .filter(field -> !Objects.equals(before.get(field), after.get(field)))
                    .count();
            assertThat(differing).as(change.toString()).isEqualTo(1);
        }
        assertThat(read()).containsEntry("name", "Other").containsEntry("active", false);
    }

    @Test
    @Spec({"4.10-1", "4.10-7"})
    void deletingItAnswersOk() {
        Answer deleted = client.delete(path);
        status(deleted, 200);
        assertThat(deleted.object()).isEqualTo(Map.of("result", "ok"));
        status(client.get(path), 404);
        assertThat(client.get(RULES).column("id")).doesNotContain(made.id());
    }
}
