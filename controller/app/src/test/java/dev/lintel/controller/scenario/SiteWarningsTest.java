package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.WholeLintel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `site plan` and `site apply` say of a file's names.
class SiteWarningsTest {
    private static final String SITE = """
            account: {name: A, time_zone: UTC}
            sites: [{id: 1, name: S, time_zone: UTC}]
            channels: [{id: 1, unit: 1, name: Front, site: 1}]
            groups:
              - {id: 1, name: Staff, roles: []}
              - {id: 2, name: "GROUP", roles: []}
            """;

    @TempDir
    Path folder;

    private WholeLintel box;

    @BeforeEach
    void start() {
        box = new WholeLintel(folder);
        box.start();
    }

    @AfterEach
    void stop() {
        box.close();
    }

    private String told(String command, String group) {
        return box.ask(Map.of("command", command, "name", "site.yaml", "text", SITE.replace("GROUP", group)));
    }

    @Test
    void groupsThatPeopleReadAsOneAreRefusedByPlanAndApply() {
        for (String command : List.of("site plan", "site apply")) {
            assertThat(told(command, "staff"))
                    .contains("\"text\":\"warning: site.yaml:6: groups[1].name: 'staff' of group 2 is read as"
                            + " 'Staff' of group 1 in line 5")
                    .contains("\"error\":\"group 2 'staff' is read as group 1 'Staff'");
        }
        assertThat(box.ask("site export")).doesNotContain("staff");
        assertThat(told("site apply", "Cleaners")).doesNotContain("\"error\"");
    }

    /// The wiring has no exit reader: the running box knows it.
    @Test
    void passbackThatTheWiringMakesATrapIsWarnedOfByPlanAndApply() {
        String hard = SITE.replace(
                "name: Front, site: 1}",
                "name: Front, site: 1, passback: {from: street, to: hall, mode: hard, forgive_after: [fire]},"
                        + " auto_unlock: {shift: 1}}");
        String text = hard.replace("GROUP", "Guests")
                + "shifts: [{id: 1, name: Office, times: [{days: [mon], from: \"09:00\", to: \"17:00\"}]}]\n";
        for (String command : List.of("site plan", "site apply")) {
            assertThat(box.ask(Map.of("command", command, "name", "site.yaml", "text", text)))
                    .contains("\"text\":\"warning: site.yaml:3: channels[0].passback: people pass unseen"
                            + " while auto_unlock")
                    .contains("\"text\":\"warning: channel 1: passback: people leave 'hall' by its exit button (rex) or"
                            + " its auxiliary input (aux) or its handle and no reader sees it")
                    .doesNotContain("\"error\"");
        }
    }

    @Test
    void anInvisibleCharacterIsRefusedByPlanAndApply() {
        for (String command : List.of("site plan", "site apply")) {
            assertThat(told(command, "a\u200bb"))
                    .contains("site.yaml:6: groups[1].name: has the invisible character U+200B")
                    .contains("1 fault");
        }
        assertThat(box.ask("site export")).doesNotContain("Staff");
    }
}
