package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class EventsCommandTest {
    private static String sentence(String label, Object code, Map<String, Object> trace, String words) {
        return EventsCommand.Tail.sentence(Map.of(
                "occurred_at", "2026-03-02T10:00:00Z",
                "id", 7,
                "event_label", label,
                "event_code", code,
                "channel_id", 1,
                "additional_data", trace,
                "words", words));
    }

    @Test
    void aDecisionIsToldWithItsRightAndItsSecondFactor() {
        String words = "card and PIN, by role Cleaners in shift Evenings";
        assertThat(sentence("Admitted (card/fob)", 10, Map.of("role_id", 2), words))
                .isEqualTo("2026-03-02T10:00:00Z  7  Admitted (card/fob) (10)  channel 1  " + words);
    }

    @Test
    void whatIsNoDecisionIsToldWithItsReason() {
        assertThat(sentence("Lockdown ended", 343, Map.of("reason", "channel_removed"), ""))
                .endsWith("(343)  channel 1  channel_removed");
        assertThat(sentence("Exit let go", 345, Map.of("door", "secure"), "")).endsWith("(345)  channel 1");
    }
}
