package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.ApiClient;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `site apply` moves a door of the hub to a box while both run.
class MovedChannelTest {
    private static final String OFFICE = "/api/3/channels/3";

    @TempDir
    Path folder;

    @Test
    void hubShowsAMovedChannelAsTheBoxsAtOnce() {
        try (var pair = SyncPair.joined(folder)) {
            ApiClient hub = pair.hub.client();
            assertThat(hub.post(OFFICE + "/unlock", "{}").status()).isEqualTo(200);
            assertThat(hub.get(OFFICE).text()).contains("\"online\"").containsIgnoringCase("unlock");
            String moved = SyncPair.SITE.replace("{id: 3, unit: 1, name", "{id: 3, unit: 9, box: Yard, name");
            assertThat(pair.hub.ask(Map.of("command", "site apply", "name", "site.yaml", "text", moved)))
                    .doesNotContain("error");
            assertThat(hub.get(OFFICE).text()).as("nobody is the box Yard yet").doesNotContain("\"online\"");
            assertThat(pair.hub.troubles()).anyMatch(trouble -> trouble.contains("channels changed"));
        }
    }
}
