package dev.lintel.controller.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.ApiClient.Answer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// 6.4 Notification rules as event output.
@ParameterizedClass
@EnumSource(Variant.class)
class Section64RuleOutputTest {
    private static final String RULES = "/api/3/notification_rules";
    private static final String NOBODYS_CARD = "4000000002";

    private final Client client;

    Section64RuleOutputTest(Variant variant) {
        this.client = Contract.client(variant);
    }

    @Test
    @Spec("6.4-1")
    void anEventWithAListedCodeAtAMatchingChannelIsPosted() {
        try (var hook = new Hook()) {
            int unknown = client.variant().isA() ? 20 : 25;
            Answer made = client.post(
                    RULES,
                    Map.of(
                            "name",
                            "unknown cards",
                            "active",
                            true,
                            "match_event_codes",
                            List.of(unknown),
                            "match_controller_ids",
                            List.of(2),
                            "call_back_url",
                            hook.url(),
                            "match_action",
                            "post_to_callback_url"));
            assertThat(made.status()).as(made.text()).isEqualTo(201);
            Contract.box().unknownCard(1, NOBODYS_CARD); // another channel
            Object event = Contract.box().card(2, NOBODYS_CARD).get("event_id");
            Map<String, Object> item = hook.next().items().getFirst();
            assertThat(item)
                    .containsEntry("action", "CREATE")
                    .containsEntry("resource_type", "Event")
                    .containsEntry("resource_id", String.valueOf(event));
            assertThat(Client.object(item.get("event")).get("event_code")).isEqualTo((long) unknown);
            assertThat(Client.object(item.get("event")).get("channel_id")).isEqualTo(2L);
            client.delete(RULES + "/" + made.id());
        }
    }
}
