package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A box that cannot begin with its service, or cannot leave it at first.
class LeftServiceTest {
    @TempDir
    Path folder;

    @Test
    void whatWasNotLeftGoesOnEndingUntilItIs() throws Exception {
        try (var pair = ServicePair.following(folder, "documented")) {
            long fourth = pair.person("P4", 10_004);
            pair.service.client().put("/api/3/people/" + fourth, "{\"role_ids\":[2]}"); // a role of a week
            // In this order: what lets them in at door 2 and not at door 1 is the role of a week.
            Await.until(
                    "they have that role alone",
                    () -> pair.door(2, 10_004).equals("admitted")
                            && pair.door(1, 10_004).equals("rejected"));
            pair.away();
            // An answer that came in just before is contact when it is read, be that after the week.
            Await.until("the week is over", () -> {
                pair.box.time.pass(Duration.ofDays(8));
                return pair.door(2, 10_004).equals("rejected");
            });

            Path inTheWay = pair.box.data.resolve("service.gone/folder/file");
            Files.createDirectories(inTheWay);
            assertThat(pair.box.ask("leave")).contains("the box has not left altogether", "service.gone");
            assertThat(pair.door(2, 10_004)).isEqualTo("rejected");
            assertThat(pair.told(EventKind.CONFIGURATION_CHANGED.number(), "\"left\""))
                    .isZero();

            Files.delete(inTheWay);
            Files.delete(inTheWay.getParent());
            assertThat(pair.box.ask("leave")).contains("\"left\":true");
            assertThat(pair.box.data.resolve("service")).doesNotExist();
            assertThat(pair.box.data.resolve("service.gone")).doesNotExist();
            assertThat(pair.door(2, 10_004)).as("it is this box's own now").isEqualTo("admitted");
            assertThat(pair.told(EventKind.CONFIGURATION_CHANGED.number(), "\"left\""))
                    .isEqualTo(1);
            assertThat(pair.box.ask("leave")).contains("follows no hub");
        }
    }

    @Test
    void peopleAreNotChangedBesideAServiceThatCannotBeBegun() throws Exception {
        try (var pair = ServicePair.following(folder, "documented")) {
            pair.box.stop();
            Path config = folder.resolve("box.yaml");
            String before = Files.readString(config);
            Files.writeString(config, before.replace(pair.clientId(), "another"));
            pair.box.start();
            var refused = pair.boxClient().post("/api/3/people", "{\"first_name\":\"No\",\"last_name\":\"One\"}");
            assertThat(refused.status()).as(refused.text()).isEqualTo(503);
            assertThat(refused.text()).contains("upstream unavailable").contains("Yard");
            pair.box.stop();
            Files.writeString(config, before);
            Files.writeString(pair.box.data.resolve("service/service.json"), "{");
            pair.box.start();
            refused = pair.boxClient().post("/api/3/people", "{\"first_name\":\"No\",\"last_name\":\"One\"}");
            assertThat(refused.status()).as(refused.text()).isEqualTo(503);
            assertThat(refused.text()).contains("cannot be read");
            assertThat(pair.box.ask("leave")).contains("untold", "cannot be read");
        }
    }
}
