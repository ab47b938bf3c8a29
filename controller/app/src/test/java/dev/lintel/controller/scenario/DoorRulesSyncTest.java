package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.Await;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Areas and actions in the file of the hub, which a box applies at its doors.
class DoorRulesSyncTest {
    /// A person of the pair, by the number of the card.
    private static final long FIRST = 10_001;

    private static final long SECOND = 10_002;

    @TempDir
    Path folder;

    private static String rules(int max) {
        return SyncPair.SITE.replace("name: Front, site: 1}", """
                        name: Front, site: 1, passback: {from: street, to: lab, mode: soft}}""") + """
                areas: [{name: lab, max: %d}]
                actions:
                  - {id: 1, name: Full, when: {channel: 1, event: rejected}, do: {command: lockdown, channels: [2]}}
                """.formatted(max);
    }

    private static void apply(SyncPair pair, String site) {
        String applied = pair.hub.ask(Map.of("command", "site apply", "name", "site.yaml", "text", site));
        assertThat(applied).contains("\"exit\":0");
        pair.agree();
    }

    private static long reported(SyncPair pair, EventKind kind, String word) {
        return Agreement.told(pair.hub.database(), kind.number(), word);
    }

    @Test
    void boxCountsThePeopleOfAnAreaAndActsOnARefusal() {
        try (var pair = SyncPair.joined(folder)) {
            apply(pair, rules(1));
            assertThat(pair.box.card(1, FIRST)).containsEntry("decision", "admitted");
            assertThat(pair.box.card(1, SECOND)).containsEntry("reason", "area_full");
            Await.until(
                    "the action has locked Back", () -> reported(pair, EventKind.LOCKDOWN_ON, "action 1 Full") == 1);
            assertThat(pair.box.card(2, FIRST)).containsEntry("reason", "lockdown");
            pair.agree();
            assertThat(reported(pair, EventKind.REJECTED_OCCUPANCY, "area_full"))
                    .isOne();

            apply(pair, rules(2));
            assertThat(pair.box.card(1, SECOND)).containsEntry("decision", "admitted");
        }
    }
}
