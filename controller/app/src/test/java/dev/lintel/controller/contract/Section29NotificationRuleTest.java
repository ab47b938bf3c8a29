package dev.lintel.controller.contract;

import static dev.lintel.controller.contract.Client.refused;
import static dev.lintel.controller.contract.Client.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.ApiClient.Answer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// 2.9 Notification rule.
@ParameterizedClass
@EnumSource(Variant.class)
class Section29NotificationRuleTest {
    static final String RULES = "/api/3/notification_rules";
    static final String ADDRESS = "https://receiver.example/lintel?key=k1";

    private final Client client;

    Section29NotificationRuleTest(Variant variant) {
        this.client = Contract.client(variant);
    }

    static Map<String, @Nullable Object> body() {
        return new HashMap<>(Map.of(
                "name",
                "Back door",
                "match_event_codes",
                List.of(10),
                "match_controller_ids",
                List.of(2),
                "call_back_url",
                ADDRESS));
    }

    @Test
    @Spec("2.9-1")
    void itHasItsFieldsInTheirShapes() {
        Map<String, @Nullable Object> body = body();
        body.put("active", false);
        Answer made = client.post(RULES, body);
        status(made, 201);
        Map<String, Object> rule = client.get(RULES + "/" + made.id()).object();
        assertThat(rule)
                .containsOnlyKeys("id", "name", "active", "conditions", "events", "actions", "created_at", "updated_at")
                .containsEntry("id", made.id())
                .containsEntry("name", "Back door")
                .containsEntry("active", false)
                .containsEntry(
                        "conditions",
                        List.of(Map.of("type", "door_controller_id", "type_description", "Channel", "value", "2")))
                .containsEntry(
                        "events",
                        List.of(Map.of(
                                "code",
                                10L,
                                "name",
                                client.variant().isA() ? "Admitted (card/fob)" : "Access granted")))
                .containsEntry(
                        "actions", List.of(Map.of("type", 0L, "type_description", "POST to URL", "data", ADDRESS)));
        client.delete(RULES + "/" + made.id());
    }

    @Test
    @Spec("2.9-2")
    void theOneActionIsToPostAndNoOtherIsTaken() {
        Map<String, @Nullable Object> body = body();
        body.put("match_action", "post_to_callback_url");
        Answer made = client.post(RULES, body);
        status(made, 201);
        assertThat(made.object().get("actions")).asString().contains("type=0");
        body.put("match_action", "dashboard_notification");
        refused(client.post(RULES, body), "match_action", Client.INVALID);
        client.delete(RULES + "/" + made.id());
    }
}
